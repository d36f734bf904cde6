// TextSource: the chunks of a text of records, cut at record boundaries, from a map or from a
// stream.
//
// The format is found when the source is opened. A stream is read ahead of the workers only into
// the chunk that is asked for next; what lies behind the last cut is carried into the chunk after
// it. When a stream pauses, the whole records at hand are handed out. Thread safety: one thread at
// a time. Memory: for a stream, one chunk here and what the chunks own.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "batch/source.hpp"
#include "dokumill/batch.hpp"
#include "platform/input_file.hpp"
#include "records/detect.hpp"

namespace dokumill::batch {

class TextSource final : public Source {
 public:
  // `should_stop` is asked, where there is one, while the first bytes are waited for.
  static Result<std::unique_ptr<TextSource>> open(Platform& platform, const InputOptions& options,
                                                  const std::function<bool()>& should_stop);

  // The size of a chunk in bytes; larger ones occur where no cut is found. REQUIRES: before the
  // first next().
  void set_chunk_bytes(std::size_t bytes) { chunk_bytes_ = bytes; }

  Result<bool> next(Chunk& chunk, const std::function<bool()>& should_stop) override;
  Status check() const override { return file_.check(); }
  std::uint64_t total() const override { return file_.known_bytes(); }
  // What others did to the input meanwhile; asked when all of it was read.
  Result<InputFile::Change> change() const { return file_.change(); }

  const records::Detection& detection() const { return detection_; }
  const InputFile& file() const { return file_; }
  const std::string& name() const { return file_.name(); }

 private:
  TextSource(Platform& platform, InputFile file) : platform_(platform), file_(std::move(file)) {}

  Status find_format(const InputOptions& options, const std::function<bool()>& should_stop);
  bool next_mapped(Chunk& chunk);
  Result<bool> next_streamed(Chunk& chunk, const std::function<bool()>& should_stop);
  // Reads until `carry_` has `bytes` bytes, the stream ends, or it pauses for `pause_ms` (-1: waits
  // for a first byte). Sets has_paused_.
  Status fill(std::size_t bytes, int pause_ms, const std::function<bool()>& should_stop);

  Platform& platform_;
  InputFile file_;
  records::Detection detection_;
  std::size_t chunk_bytes_ = std::size_t{1} << 20;
  records::Entry entry_;
  std::uint64_t offset_ = 0;  // of the next chunk in the input
  std::vector<char> carry_;   // stream: bytes read and not yet handed out
  bool is_stream_ended_ = false;
  bool has_paused_ = false;
};

}  // namespace dokumill::batch
