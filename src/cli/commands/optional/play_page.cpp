// dokumill play
#include "apps/web/server/page.hpp"
#include "apps/web/server/page_server.hpp"
#include "base/platform/output/output_file.hpp"
#include "base/platform/process/browser.hpp"
#include "base/platform/process/stop_signals.hpp"
#include "base/text/format.hpp"
#include "cli/commands/optional/optional.hpp"
#include "cli/job/flag_reader.hpp"
#include "cli/job/report_file.hpp"

namespace dokumill::cli {
namespace {

// A browser keeps games, settings and times for each address separately, and the port is a part of
// the address. So the port stays the same from run to run.
constexpr std::uint16_t kDefaultPort = 8109;

// The address to open in a browser on this machine, for a server that listens on `listen`.
std::string address_of(const std::string& listen, std::uint16_t port, const std::string& query) {
  std::string host = listen == "0.0.0.0" ? "127.0.0.1" : listen == "::" ? "::1" : listen;
  if (host.find(':') != std::string::npos) host = "[" + host + "]";
  return format_text("http://{}:{}/{}", host, port, query);
}

int save_page(Session& session, const std::string& path) {
  for (const char* flag : {"--port", "--listen", "--no-open", "--lang"}) {
    if (session.arguments.has(flag))
      return fail(session, {ErrorCode::kUsage, format_text("{} cannot be used with --save", flag)});
  }
  Status status = check_plain_name("--save", path);
  if (status.ok()) status = write_whole(session.platform, path, web::page());
  if (!status.ok()) return fail(session, status);
  if (path != "-")
    session.console.info("the page is in " + path + "; a browser opens it without dokumill");
  return 0;
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
  if (const auto path = arguments.value("--save")) return save_page(session, *path);
  FlagReader flags(arguments);
  std::uint16_t port = kDefaultPort;
  flags.number("--port", port, 0, 65535);
  const std::string query = flags.choice("--lang") ? "?lang=" + *flags.value("--lang") : "";
  if (!flags.status().ok()) return fail(session, flags.status());

  web::PageServerOptions options;
  options.page = web::page();
  options.listen = arguments.value("--listen").value_or(options.listen);
  const bool is_for_others = arguments.has("--listen");
  options.port = port;
  options.may_use_another_port = !arguments.has("--port");
  options.stop_fd = stop_wakeup_fd();
  options.on_ready = [&](std::uint16_t bound) -> Status {
    const std::string address = address_of(options.listen, bound, query);
    // The address is the output of the command, so that a program can read it from a pipe.
    Result<OutputFile> out = OutputFile::open(session.platform, "-", {});
    Status printed = out.ok() ? out->write(address + "\n") : out.status();
    if (!printed.ok()) return printed;
    if (bound != port && port != 0) {
      session.console.error(format_text(
          "warning: port {} is in use by another program, so this run uses port {}: the browser "
          "does not show the games, settings and times of port {} here. They are not lost. To see "
          "them, end the other program (another 'dokumill play'?) and start again",
          port, bound, port));
    }
    session.console.info(is_for_others ? "the page is served to all who can reach " +
                                             options.listen + "; Ctrl-C ends it"
                                       : "the page is served to this machine only; Ctrl-C ends it");
    if (!arguments.has("--no-open")) open_page(session, address);
    return {};
  };
  const Status served = web::serve(options);
  if (!served.ok()) return fail(session, served);
  // Only a signal ends the server without an error.
  return fail(session, {ErrorCode::kInterrupted, "interrupted: the page is no longer served"});
}

}  // namespace dokumill::cli
