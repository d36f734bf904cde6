// dokumill play, in a build without the page
#include "cli/commands/optional/optional.hpp"

namespace dokumill::cli {

int run_play(Session& session) {
  return fail(session, {ErrorCode::kUnsupported,
                        "this build of dokumill has no page: it was made without emscripten, "
                        "esbuild or Boost, or with -DDOKUMILL_PAGE=OFF. `./scripts/run.sh play` "
                        "installs them and builds it"});
}

}  // namespace dokumill::cli
