// TextSource: cuts a text of records into chunks. The cuts are at record boundaries. The text comes
// from a mapped file or from a stream. Compressed data is read like a stream.
//
// The format is detected when the source is opened. A stream is read only as far as the next chunk
// needs. If more bytes were read than this chunk takes, the rest is carried over to the following
// chunk. If the stream pauses, the complete records read so far become a chunk.
//
// Thread safety: one thread at a time, except check(), which any thread can call. Memory for a
// stream: one chunk in this object, and each chunk that was handed out owns its bytes.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/digest.hpp"
#include "batch/flow/source.hpp"
#include "dokumill/batch.hpp"
#include "formats/codec/decoded_file.hpp"
#include "formats/detect/detect.hpp"
#include "formats/format.hpp"
#include "formats/import/imported_text.hpp"

namespace dokumill::batch {

// TextChunk: the chunk of a text, a sequence of whole records.
struct TextChunk final : Chunk {
  // The bytes of the records, and what the reader must know about the bytes before them.
  std::string_view bytes;
  records::Entry entry;
  std::vector<char> storage;  // holds the bytes if they come from a stream

  // How the input of the chunk is read; nullptr if it is read in the same way as the input that
  // decides the layout of the job (JoinedSource::detection()).
  std::shared_ptr<const records::Detection> detection;
};

class TextSource {
 public:
  // Polls `should_stop`, if it is set, while it waits for the first bytes, and while it reads a
  // text as a whole to find its layout. Then it also calls `on_whole_text`, if it is set.
  // `is_part`: the text is the first bytes of a text and a part of it (TextPart), so the
  // first bytes alone decide.
  static Result<std::unique_ptr<TextSource>> open(Platform& platform, const InputOptions& options,
                                                  const std::function<bool()>& should_stop,
                                                  const std::function<void()>& on_whole_text = {},
                                                  bool is_part = false);

  // Sets the size of a chunk in bytes. A chunk is larger if these bytes contain no suitable cut.
  // REQUIRES: called before the first next().
  void set_chunk_bytes(std::size_t bytes) { chunk_bytes_ = bytes; }

  // Prepares restrict(): if the file is not mapped but small, loads it into memory. Returns false
  // if the source is compressed, a stream, or a larger file that is not mapped. Can be called
  // again. Failure: as next().
  Result<bool> load(const std::function<bool()>& should_stop);
  // The number of bytes of the file. REQUIRES: the file is mapped, or load() returned true.
  std::uint64_t size() const { return data_begin() + text_.size(); }
  // Restricts the source to the records between two cuts of the file. One is the last cut at or
  // before byte `begin`, and the other is the last cut at or before byte `end`
  // (records::find_piece_boundary()). REQUIRES: load() returned true; next() was not called yet;
  // begin <= end <= size().
  void restrict(std::uint64_t begin, std::uint64_t end);
  // Restricts the source to the records from byte `begin` of the file to its end. `entry` belongs
  // to this byte. REQUIRES: as for restrict().
  void begin_at(std::uint64_t begin, const records::Entry& entry);
  bool is_restricted() const { return is_restricted_; }
  // From now on, each chunk owns a copy of its bytes, as the chunks of a stream do. So the source
  // can be closed while chunks are in use.
  void copy_chunks() { copies_ = true; }
  // True if the chunks refer to bytes that the source holds. check() then has to be called until
  // these chunks are no longer in use. For all other chunks, next() has checked the bytes.
  bool holds_bytes() const { return is_held() && !copies_; }
  // A restricted source reads the bytes [begin(), end()) of the file.
  std::uint64_t begin() const { return begin_; }
  std::uint64_t end() const { return end_; }
  // Adds to `digest` the size of the file, its header row, and the first and last bytes of its
  // records.
  void add_to(Digest& digest) const;
  // Cuts the records before begin() into chunks of this size. Calls `take` for each of these
  // chunks, in order, until `take` returns false. Failure: as next(). REQUIRES: the source is
  // restricted. Thread safety: another thread may call next() and set_chunk_bytes() at the same
  // time.
  Status each_before(std::size_t chunk_bytes,
                     const std::function<bool(const TextChunk&)>& take) const;

  // From now on, the fields of a Parquet file that have neither puzzles nor solutions are empty.
  void read_cells_only();

  // The next four functions: as in Source.
  Result<bool> next(TextChunk& chunk, const std::function<bool()>& should_stop);
  Status check() const { return file().check(); }
  std::uint64_t total() const {
    if (is_restricted_) return end_ - begin_;
    return places_ ? text_.size() : file().known_bytes();
  }
  Stage stage() const { return is_compressed() ? Stage::kDecompress : Stage::kRead; }
  // The bytes of text in the input; 0 if their number is not known.
  std::uint64_t text_bytes() const { return is_compressed() ? 0 : total(); }
  bool is_compressed() const { return file_.is_decoded(); }
  // How other processes changed the input while it was read. Call this after all of the input was
  // read.
  Result<InputFile::Change> change() const { return file().change(); }

  const records::Detection& detection() const { return detection_; }
  // Where the records came from, if the importer has read the text. Otherwise nullptr.
  std::shared_ptr<const records::ImportedPlaces> places() const { return places_; }
  const InputFile& file() const { return file_.file(); }
  const std::string& name() const { return file().name(); }

 private:
  TextSource(Platform& platform, codec::DecodedFile file)
      : platform_(platform), file_(std::move(file)) {}

  // True if the text is mapped or loaded.
  bool is_held() const { return is_restricted_ || file_.is_mapped() || places_; }
  Status find_format(const InputOptions& options, const std::function<bool()>& should_stop,
                     const std::function<void()>& on_whole_text, bool is_part);
  static Status check_parquet(const InputOptions& options);
  // Begins the records after the header that detection found.
  Status begin_records(const records::Detection& found);
  // Asks the importer (formats/import). `found`: what detect() returned. If the importer does
  // not read more records, keeps that result.
  using Found = Result<std::optional<records::Detection>>;
  Status import_layout(const InputOptions& options, const Found& found,
                       const std::function<bool()>& should_stop,
                       const std::function<void()>& on_whole_text);
  // The lines of the first kDetectBytes bytes; empty if the text is not longer.
  Result<std::string_view> beginning(const std::function<bool()>& should_stop);
  // Reads all bytes of the input, up to kMaxImportBytes. `is_all`: no further bytes follow.
  Result<std::string_view> whole_text(bool& is_all, const std::function<bool()>& should_stop);
  Status adopt(records::ImportedText any, const records::ImportOptions& options);
  Status named(const Status& status) const;
  // Where a chunk begins: the offset in the file, in bytes, and what the reader must know about the
  // bytes before this offset.
  struct Place {
    std::uint64_t offset = 0;
    records::Entry entry;
  };
  // The last cut at or before byte `at` of the file.
  Place cut_at(std::uint64_t at) const;
  // Cuts the chunk that begins at `place` and ends at or before byte `end` of the file. Moves
  // `place` to the end of the chunk. Returns false if `place` is already at `end`.
  bool cut_text(Place& place, std::uint64_t end, std::size_t chunk_bytes, TextChunk& chunk) const;
  // For an npy input: kInput if the data after the header does not have the size that the header
  // states. `bytes`: the number of bytes of data read so far. `is_all`: true if no further bytes
  // follow.
  Status check_size(std::uint64_t bytes, bool is_all) const;
  Result<bool> next_streamed(TextChunk& chunk, const std::function<bool()>& should_stop);
  // Appends bytes of the input to `carry_`, until one of these conditions is met: `carry_` has
  // `bytes` bytes; the stream ends; the stream has been silent for `pause_ms` milliseconds; or
  // kPatienceNs have passed since the first new bytes. has_paused_ becomes true after such a
  // silence, and whenever kPatienceNs have passed; otherwise it becomes false. If `carry_` is empty
  // or `pause_ms` is -1, waits for the first new bytes without a limit. After the first new bytes,
  // the limit for a silence is kPauseMs.
  Status fill(std::size_t bytes, int pause_ms, const std::function<bool()>& should_stop);

  Platform& platform_;
  codec::DecodedFile file_;
  records::Detection detection_;
  std::size_t chunk_bytes_ = std::size_t{1} << 20;
  std::uint64_t data_begin() const { return detection_.data_begin; }

  Place next_;             // the place of the next chunk; if compressed, in decoded bytes
  std::string_view text_;  // all records, if they are mapped or loaded
  std::vector<char> loaded_;
  std::string any_text_;  // what the importer made of the input
  std::shared_ptr<const records::ImportedPlaces> places_;
  bool is_restricted_ = false;
  bool copies_ = false;
  Place first_;              // restricted: where the records of the file begin
  std::uint64_t begin_ = 0;  // restricted: see begin()
  std::uint64_t end_ = 0;
  std::vector<char> carry_;  // stream: bytes that are read but not in a chunk yet
  bool is_stream_ended_ = false;
  bool has_paused_ = false;
};

}  // namespace dokumill::batch
