// dokumill book, in a program without Cairo
#include "cli/commands/optional/optional.hpp"

namespace dokumill::cli {

int run_book(Session& session) {
  return fail(session, {ErrorCode::kUnsupported,
                        "this dokumill has no books: the program dokumill-book is missing; install "
                        "the package dokumill-book, or build dokumill with Cairo (libcairo2-dev)"});
}

}  // namespace dokumill::cli
