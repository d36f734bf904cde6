// dokumill play
#include "batch/jobs.hpp"
#include "cli/choices.hpp"
#include "cli/common.hpp"
#include "cli/words.hpp"
#include "core/fmt.hpp"
#include "platform/browser.hpp"
#include "platform/scratch_file.hpp"
#include "platform/stop_signals.hpp"
#include "web/server.hpp"

namespace dokumill::cli {
namespace {

// A browser keeps games, settings and times for each address separately, and the port is a part of
// the address. So the port stays the same from run to run.
constexpr std::uint16_t kDefaultPort = 8109;

Result<std::string> language_query(const Arguments& arguments) {
  const auto word = arguments.value("--lang");
  if (!word) return std::string();
  const Result<std::size_t> choice =
      parse_choice("--lang", *word, choices(Command::kPlay, "--lang"));
  if (!choice.ok()) return choice.status();
  return "?lang=" + *word;
}

// The address to open in a browser on this machine, for a server that listens on `listen`.
std::string address_of(const std::string& listen, std::uint16_t port, const std::string& query) {
  std::string host = listen.empty() || listen == "0.0.0.0" ? "127.0.0.1"
                     : listen == "::"                      ? "::1"
                                                           : listen;
  if (host.find(':') != std::string::npos) host = "[" + host + "]";
  return fmt::format("http://{}:{}/{}", host, port, query);
}

// Reads --listen and --token into the options, and adds the token to the query of the address.
Status read_access(const Arguments& arguments, web::ServerOptions& options, std::string& query) {
  options.listen = arguments.value("--listen").value_or("");
  if (arguments.has("--listen") && !arguments.has("--token"))
    return {ErrorCode::kUsage,
            "--listen needs --token: without a token, everyone who can reach the address could use "
            "the server"};
  if (arguments.has("--listen") && options.listen.empty())
    return {ErrorCode::kUsage, "--listen: expected a numeric address such as 0.0.0.0"};
  if (!arguments.has("--token")) return {};
  options.token = unguessable_name();
  if (options.token.empty()) return {ErrorCode::kIo, "the system has no random numbers"};
  query += (query.empty() ? "?token=" : "&token=") + options.token;
  return {};
}

// The jobs that the mill can start, with the platform of the session.
web::MillFunctions mill_functions(Platform& platform) {
  return {
      [&platform](const SolveOptions& job) { return batch::solve(job, {&platform}); },
      [&platform](const CheckOptions& job) { return batch::check(job, {&platform}); },
      [&platform](const RateOptions& job) { return batch::rate(job, {&platform}); },
      [&platform](const CanonOptions& job) { return batch::canonize(job, {&platform}); },
      [&platform](const DedupeOptions& job) { return batch::dedupe(job, {&platform}); },
  };
}

// Opens the address in a browser. If this fails, only prints a note. The address was printed
// before, so the user can open it.
void open_page(Session& session, const std::string& address) {
  const std::string note = open_in_browser(session.platform, address);
  if (!note.empty()) session.console.info(note + "; open the address in a browser");
}

}  // namespace

int run_play(Session& session) {
  const Arguments& arguments = session.arguments;
  std::uint64_t port = kDefaultPort;
  if (Status status = read_number(arguments, "--port", 0, 65535, port); !status.ok())
    return fail(session, status);
  Result<std::string> query = language_query(arguments);
  if (!query.ok()) return fail(session, query.status());

  web::ServerOptions options;
  if (Status status = read_access(arguments, options, *query); !status.ok())
    return fail(session, status);
  options.port = static_cast<std::uint16_t>(port);
  options.may_use_another_port = !arguments.has("--port");
  options.threads = session.flags.threads;
  options.engine = engine_name(session);
  options.functions = mill_functions(session.platform);
  options.stop_fd = stop_wakeup_fd();
  options.on_ready = [&](std::uint16_t bound) -> Status {
    const std::string address = address_of(options.listen, bound, *query);
    // The address is the output of the command, so that a program can read it from a pipe.
    Result<OutputFile> out = OutputFile::open(session.platform, "-", {});
    Status printed = out.ok() ? out->write(address + "\n") : out.status();
    if (!printed.ok()) return printed;
    if (bound != port && port != 0) {
      session.console.error(fmt::format(
          "warning: port {} is in use by another program, so this run uses port {}: the browser "
          "does not show the games, settings and times of port {} here. They are not lost. To see "
          "them, end the other program (another 'dokumill play'?) and start again",
          port, bound, port));
    }
    session.console.info(
        options.listen.empty()
            ? "the page is served to this machine only; Ctrl-C ends it"
            : "the page is served to all who can reach " + options.listen +
                  " and have the token of the address; nothing is encrypted; Ctrl-C ends it");
    if (!arguments.has("--no-open")) open_page(session, address);
    return {};
  };
  const Status served = web::serve(session.platform, options);
  if (!served.ok()) return fail(session, served);
  // Only a signal ends the server without an error.
  return fail(session, {ErrorCode::kInterrupted, "interrupted: the page is no longer served"});
}

}  // namespace dokumill::cli
