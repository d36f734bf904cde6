// dokumill play, in a build without the page
#include "cli/common.hpp"

namespace dokumill::cli {

int run_play(Session& session) {
  return fail(session, {ErrorCode::kUnsupported,
                        "this build of dokumill has no page: it was made without Boost "
                        "(libboost-dev) or with -DDOKUMILL_WEB=OFF"});
}

}  // namespace dokumill::cli
