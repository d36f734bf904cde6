#include "apps/web/calls/calls.hpp"

#include <exception>
#include <new>

#include "apps/web/converter/converter_calls.hpp"

namespace dokumill::web {
namespace {

struct Call {
  std::string_view name;
  Answer (*answer)(std::string_view body, Solver& solver);
};
constexpr Call kCalls[] = {
    {"new", answer_new},           {"check", answer_check},   {"hint", answer_hint},
    {"solution", answer_solution}, {"import", answer_import},
};

}  // namespace

Answer answer_call(std::string_view name, std::string_view body, std::string_view bytes,
                   Solver& solver, std::string& output) try {
  output.clear();
  for (const Call& call : kCalls) {
    if (name == call.name) return call.answer(body, solver);
  }
  if (name == "converter_open") return answer_converter_open(body, bytes);
  if (name == "converter_cut") return answer_converter_cut(body, bytes);
  if (name == "converter_part") return answer_converter_part(body, bytes, output);
  if (name == "converter_all") return answer_converter_all(body, bytes, output);
  return error_answer("bad_request", "no such call");
} catch (const std::bad_alloc&) {
  return R"({"error":{"code":"memory","message":"out of memory"}})";
} catch (const std::exception& error) {
  return error_answer("internal", error.what());
}

}  // namespace dokumill::web
