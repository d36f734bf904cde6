// The entry points of the engine that runs in the browser: its only state is one solver, and the
// answer to the last call. src/apps/web/page/engine/engine_worker.js calls them.
//
// Thread safety: one thread; each worker has an engine of its own.
#include <string>
#include <string_view>

#include "apps/web/calls/calls.hpp"

namespace {

struct Engine {
  dokumill::Solver solver = dokumill::Solver::create().value();
  std::string answer;
  std::string output;
};

Engine& engine() {
  static Engine only;
  return only;
}

}  // namespace

extern "C" {

// Runs a call (web/calls/calls.hpp). Returns its answer, which is valid until the next call.
// `bytes`: the bytes of the request, `size` of them.
const char* dokumill_call(const char* name, const char* body, const char* bytes, std::size_t size) {
  Engine& here = engine();
  here.answer = dokumill::web::answer_call(name, body, {bytes, size}, here.solver, here.output);
  return here.answer.c_str();
}

// The bytes that belong to the answer of the last call. They are valid until the next call.
const char* dokumill_output() {
  return engine().output.data();
}
std::size_t dokumill_output_size() {
  return engine().output.size();
}

}  // extern "C"
