// JoinedOutput: the outputs of the pieces of a job, checked and then written as one output.
//
// Text outputs are concatenated without changes. Compressed outputs become one gzip member or one
// zstd frame, without being decompressed (codec/stream_ends.hpp). NumPy arrays become one array
// with a new header. Parquet files are rejected, because programs read several Parquet files as one
// table. In grid format, the outputs of `split` can begin with a blank line (dokumill::Piece). If
// the joined output would begin with such a line, the line is left out.
//
// Memory: 1 MiB and about 200 bytes for each piece. Failure: kUsage if the name of the joined
// output does not fit its format, kInput for an output of a piece, kIo for the joined output,
// kInterrupted after a stop request.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "apps/cluster/pieces/copy_plan.hpp"
#include "apps/cluster/pieces/piece_set.hpp"
#include "base/platform/files/input_file.hpp"
#include "base/platform/output/output_file.hpp"
#include "dokumill/batch.hpp"

namespace dokumill::merging {

class JoinedOutput {
 public:
  // kTest: the test files of `split`. REQUIRES for kTest: the pieces have test files.
  enum class Which : std::uint8_t { kOutput, kTest };
  // Finds and checks the output of every piece. If a report has a relative name for an output, the
  // name is looked up in the working folder first, and then in the folder of the report. `path`:
  // the path of the joined output. `options` and `set` must outlive the result.
  static Result<JoinedOutput> open(Platform& platform, const JobOptions& options,
                                   const PieceSet& set, Which which, const std::string& path);

  // Writes the outputs of the pieces in order. `progress` is called with the number of complete
  // pieces, and with the bytes read so far.
  using OnProgress = std::function<void(std::uint64_t pieces, std::uint64_t bytes)>;
  // `copier` writes the output if three conditions are met: `copier` is set, the output has more
  // than CopyPlan::kRangeUnit bytes, and the temporary file of the output has a name
  // (OutputFile::has_named_temporary()). In this case, `progress` is not called.
  Status write(OutputFile& output, const OnProgress& progress, const Copier& copier);
  // The number of bytes that the outputs of all pieces have.
  std::uint64_t bytes() const { return bytes_; }

 private:
  struct Part {
    std::string path;
    FileInfo found;                  // what find() saw when it checked the file
    std::uint64_t header_bytes = 0;  // the number of bytes to leave out at the start of the file
    std::uint64_t end_bytes = 0;     // and at its end
    std::uint64_t copied_bytes() const { return found.bytes - header_bytes - end_bytes; }
  };
  JoinedOutput(Platform& platform, const JobOptions& options, const PieceSet& set, Which which,
               std::string path)
      : platform_(platform), options_(options), set_(set), which_(which), path_(std::move(path)) {}
  PieceOutput output_of(const JobPiece& piece) const {
    return which_ == Which::kTest ? *piece.test : merging::output_of(piece);
  }
  Status check_name() const;
  Result<Part> find(const JobPiece& piece) const;
  Status check_places() const;
  Status read_headers();
  // Reads the first and last bytes of compressed outputs.
  Status read_streams(Compression kind);
  // Leaves out a blank line at the start of the joined output.
  Status skip_separator();
  Result<InputFile> open_part(const Part& part) const;
  Status write_with(const Copier& copier, OutputFile& output);
  // Checks that no part has changed since find() checked it.
  Status check_unchanged() const;
  // The size of the joined output in bytes.
  std::uint64_t joined_bytes() const;
  Status copy(std::size_t number, OutputFile& output, std::vector<char>& buffer,
              const OnProgress& progress);
  bool is_stopped() const { return options_.should_stop && options_.should_stop(); }

  Platform& platform_;
  const JobOptions& options_;
  const PieceSet& set_;
  Which which_;
  std::string path_;
  std::vector<Part> parts_;
  std::uint64_t bytes_ = 0;
  std::uint64_t read_ = 0;
  // The first and last bytes of the joined output: of npy, and of a compressed output.
  std::string header_;
  std::string end_;
};

}  // namespace dokumill::merging
