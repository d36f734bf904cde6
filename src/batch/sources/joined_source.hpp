// JoinedSource: the inputs of a job, read in order as one input.
//
//   paths --open, detect--> TextSource of input 0, 1, 2, ... --chunks in order--> pipeline
//
// The format of each input is detected separately, and each input is cut into chunks separately. So
// no record reaches from one input into the next. A chunk has the number of its input, the number
// of lines before the first record of this input, and how the input is read (Chunk::detection).
//
//   what an input is             opened, detected           read               closed
//   the only input               by open()                  mapped, if it can  with the source
//   file, a few inputs           by open()                  mapped, if it can  if mapped, with the
//                                                                              source; otherwise
//                                                                              after its last byte
//   file, many inputs            by open() and closed;      as a stream        after its last byte
//                                opened again when its
//                                turn comes, and must
//                                not have changed
//   pipe, FIFO, device           when its turn comes        as a stream        after its last byte
//
// A few inputs: at most kMostOpenInputs, and this process can open a descriptor for each of them.
//
// Mapped files stay mapped because the chunks in flight refer to their bytes. The chunks of a
// stream own their bytes. A pipe is opened only when its turn comes, because the program that
// writes to it may first write to an earlier pipe.
//
// A piece of many inputs opens each of them three times: to add up the sizes of all inputs, to find
// the cuts, and to read its records, if it has any.
//
// Thread safety: one thread at a time can call next() and stage(). Any thread can call check() and
// count_before(). Call all other functions before or after the run. Memory: that of one stream
// (see TextSource), up to 64 open inputs, and about 600 bytes for each input.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/digest.hpp"
#include "base/platform/output/output_file.hpp"
#include "batch/flow/piece_range.hpp"
#include "batch/flow/source.hpp"
#include "batch/sources/text_source.hpp"
#include "formats/format.hpp"

namespace dokumill::batch {

// What comes before a piece of a job. `records`: the number of records before the piece, in all
// inputs. `input`: the number of the last input that has lines before the piece. `lines`: how many
// lines this input has before the piece, counted from its first record.
struct NumbersBefore {
  std::uint64_t records = 0;
  std::size_t input = 0;
  std::uint64_t lines = 0;
};

class JoinedSource final : public Source {
 public:
  // Opens and checks every input that is a file. Of the other inputs (pipes and devices), opens
  // those up to the first input that is not empty. Failure: kUsage if an option is wrong or "-" is
  // given more than once; kInput with the name of the input; kInterrupted. Calls `on_whole_text`
  // as TextSource::open() does, until this function returns. `is_part`: as for TextSource::open().
  static Result<std::unique_ptr<JoinedSource>> open(Platform& platform, const InputOptions& options,
                                                    const std::function<bool()>& should_stop,
                                                    std::function<void()> on_whole_text = {},
                                                    bool is_part = false);

  // Restricts the source to a piece of the inputs: see Piece. Failure: kUsage if the numbers of the
  // piece are not possible, or if an input cannot be divided into pieces. REQUIRES: called after
  // open(), before all other functions.
  Status restrict(const Piece& piece, const std::function<bool()>& should_stop);
  // Restricts the only input, a text in memory, to the records from byte `begin` on (TextPart).
  // REQUIRES: as for restrict().
  Status begin_at(std::uint64_t begin, const records::Entry& entry,
                  const std::function<bool()>& should_stop);
  // All inputs together have `all` bytes. A restricted source reads the bytes [begin, end) of them.
  struct Bytes {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::uint64_t all = 0;
    Digest digest;  // see PieceReport::inputs_digest
  };
  const Bytes& bytes() const { return bytes_; }
  // Counts the records and lines before the piece. Stops after the chunk in which the number of
  // records reaches `limit`. `options` returns how the records of an input are read. Failure: as
  // next(). REQUIRES: the source is restricted.
  using OptionsOf = std::function<records::ReadOptions(const records::Detection&)>;
  Result<NumbersBefore> count_before(const OptionsOf& options, std::uint64_t limit,
                                     const std::function<bool()>& should_stop) const;

  // The size of a chunk, as in TextSource. REQUIRES: called before the first next().
  void set_chunk_bytes(std::size_t bytes) { chunk_bytes_ = bytes; }

  // The job reads nothing but puzzles and solutions, so that other columns need not be decoded.
  // Thread safety: any thread.
  void read_cells_only() { reads_cells_only_ = true; }

  // Checks whether an input that is not empty fits the layout of the job. If this function returns
  // a failure, the job fails.
  using Fits = std::function<Status(const records::Detection& found, const std::string& name)>;
  // Calls `fits` for each input that has been opened, and later for each further input when it is
  // opened. REQUIRES: called before the first next().
  Status require(Fits fits);

  std::unique_ptr<Chunk> make_chunk() const override { return std::make_unique<TextChunk>(); }
  // REQUIRES: make_chunk() made the chunk.
  Result<bool> next(Chunk& chunk, const std::function<bool()>& should_stop) override;
  Status check() const override;
  // 0 if the size of an input is not known.
  std::uint64_t total() const override { return is_total_known_ ? total_ : 0; }

  Stage stage() const override;
  // The bytes of text in all inputs; 0 if that is not known, as for compressed inputs.
  std::uint64_t text_bytes() const { return has_compressed_ ? 0 : total(); }

  // How other processes changed an input.
  struct InputChange {
    std::size_t input = 0;
    InputFile::Change change = InputFile::Change::kNone;
    std::uint64_t bytes = 0;  // the size of the input when it was opened; 0: not known
  };
  // The changes of the inputs that were read so far, in the order of the inputs. Inputs that did
  // not change are left out. Failure: kInput if an input became shorter.
  Result<std::vector<InputChange>> changes() const;

  std::size_t size() const { return inputs_.size(); }
  const std::string& path(std::size_t input) const { return inputs_[input].guarded.path; }
  // The name of an input for messages.
  std::string name_of(std::size_t input) const {
    return dokumill::input_name(path(input), inputs_[input].guarded.display_name);
  }
  // Identifies the input, so that the output cannot overwrite it.
  const GuardedInput& guarded(std::size_t input) const { return inputs_[input].guarded; }
  // How an input is read; nullptr if it was not opened yet.
  const records::Detection* detection_of(std::size_t input) const {
    return inputs_[input].detection.get();
  }

  // Where the records of an input came from, if the importer has read it; otherwise nullptr.
  const records::ImportedPlaces* places_of(std::size_t input) const {
    return inputs_[input].places.get();
  }

  // The input that decides the layout of the job: the first input that is not empty, or the first
  // input if all are empty.
  std::size_t lead() const { return lead_; }
  const records::Detection& detection() const { return *lead_detection_; }
  std::uint64_t lines_before_first() const { return inputs_.front().lines_before; }

 private:
  struct Input {
    GuardedInput guarded;
    std::shared_ptr<const records::Detection> detection;  // shared by inputs that are read alike
    std::shared_ptr<const records::ImportedPlaces> places;
    std::uint64_t lines_before = 0;
    std::uint64_t bytes = 0;             // 0 if the size is not known
    PieceRange part;                     // of a piece: the arguments of TextSource::restrict()
    std::shared_ptr<TextSource> source;  // nullptr while the input is closed
  };

  JoinedSource(Platform& platform, const InputOptions& options, bool is_part);

  // Opens the input with this number and detects its format.
  Status open_input(std::size_t number, const std::function<bool()>& should_stop);
  // True if the input is never closed before its last byte.
  bool stays_open(const Input& input) const { return stay_open_ || input.guarded.path == "-"; }
  // Returns the source of an input that stays open. Opens any other input again. Failure: kInput if
  // the input changed since it was checked.
  Result<std::shared_ptr<TextSource>> source_of(std::size_t number,
                                                const std::function<bool()>& should_stop) const;
  // As source_of(), for an input of a piece: loads its text. part_of() also restricts it.
  Result<std::shared_ptr<TextSource>> text_of(std::size_t number,
                                              const std::function<bool()>& should_stop) const;
  Result<std::shared_ptr<TextSource>> part_of(std::size_t number,
                                              const std::function<bool()>& should_stop) const;
  // Checks one of several inputs before the job begins. Opens the input if it is a file.
  Status check_input(std::size_t number, const std::function<bool()>& should_stop);
  // Opens inputs until one of them is not empty, and sets lead_.
  Status find_lead(const std::function<bool()>& should_stop);
  Status check_fit(const Input& input) const;
  // Goes on to the next input after the last byte of the current input. Closes the current input,
  // unless chunks refer to its bytes.
  Status leave();
  Status note_change(std::size_t number, std::vector<InputChange>& changes) const;

  Platform& platform_;
  InputOptions options_;  // `path` and `display_name` are replaced for each input
  std::vector<Input> inputs_;
  const bool stay_open_;       // the inputs that are files stay open from open() on
  const bool allows_mapping_;  // InputOptions::allow_mapping
  const bool is_part_;         // TextSource::open()
  bool is_piece_ = false;
  std::atomic<bool> reads_cells_only_ = false;
  std::function<void()> on_whole_text_;  // during open()
  // The inputs whose chunks refer to mapped bytes. check() reads this list, which does not change
  // after open(). The list owns the sources, so it has none that was closed.
  std::vector<std::shared_ptr<const TextSource>> mapped_;
  std::size_t lead_ = 0;
  std::shared_ptr<const records::Detection> lead_detection_;
  std::size_t current_ = 0;
  std::size_t chunk_bytes_ = std::size_t{1} << 20;
  Fits fits_;
  Bytes bytes_;
  std::uint64_t total_ = 0;
  bool is_total_known_ = true;
  bool has_compressed_ = false;       // true if an opened input is compressed
  std::uint64_t done_before_ = 0;     // Chunk::done of the inputs before the current one
  std::uint64_t done_ = 0;            // Chunk::done of the last chunk
  std::vector<InputChange> changes_;  // changes of the inputs that were closed
};

}  // namespace dokumill::batch
