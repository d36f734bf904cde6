// Tests of the folder of pieces of dokumill-mpi after a stop request.
#include "apps/cluster/mpi/piece_folder.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "base/platform/process/stop_signals.hpp"
#include "support/system/scratch_folder.hpp"

namespace dokumill::mpi {
namespace {

using testing::read_file;
using testing::ScratchFolder;

// A process that was asked to stop still reads the files of the folder. Otherwise it would take its
// complete piece for an incomplete one, and would replace the list of the temporary files.
TEST(PieceFolderTest, ReadsItsFilesAfterAStopRequest) {
  const ScratchFolder scratch;
  const PieceFolder folder(system_platform(), scratch / "out", "", {scratch / "out"});
  std::filesystem::create_directory(folder.path());
  const auto remember_two = [&] {
    install_stop_signals();
    std::raise(SIGTERM);
    if (stop_signal() != SIGTERM) std::_Exit(2);
    folder.remember_temporary("one");
    folder.remember_temporary("two");
    std::_Exit(read_file(folder.path() + "/joining") == "one\ntwo\n" ? 0 : 1);
  };
  EXPECT_EXIT(remember_two(), ::testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace dokumill::mpi
