// dokumill book, in a program without Cairo
#include "cli/common.hpp"

namespace dokumill::cli {

int run_book(Session& session) {
  return fail(session, {ErrorCode::kUnsupported,
                        "this build of dokumill has no books: it was made without Cairo "
                        "(libcairo2-dev) or with -DDOKUMILL_BOOK=OFF, or the program dokumill-book "
                        "is missing"});
}

}  // namespace dokumill::cli
