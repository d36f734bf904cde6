// dokumill book and dokumill play, in the npm package
#include "cli/commands/optional/optional.hpp"

namespace dokumill::cli {

int run_book(Session& session) {
  return fail(session, {ErrorCode::kUnsupported,
                        "the npm package has no books: its engine has no Cairo. The "
                        "package dokumill-book for Linux has them; `export` and `convert` write "
                        "the same puzzles for other programs"});
}

int run_play(Session& session) {
  return fail(session, {ErrorCode::kUnsupported,
                        "the npm package has no page. Open the file dokumill.html of a release "
                        "in a browser: it is the same game and needs no program"});
}

}  // namespace dokumill::cli
