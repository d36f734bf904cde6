// DecodedFile: an input whose bytes are read as they are, or decoded if it begins with the
// signature of a compression (gzip, zstd).
//
// The thread that reads also decodes. The pipeline reads on one thread at a time while the other
// threads work, so one thread decodes ahead of them, and no more than the buffers of the pipeline
// are decoded at once. Thread safety: as InputFile. Memory: 256 KiB and the decoder, if the input
// is compressed.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "codec/decoder.hpp"
#include "platform/input_file.hpp"

namespace dokumill::codec {

class DecodedFile {
 public:
  // As InputFile::open().
  static Result<DecodedFile> open(Platform& platform, const std::string& path, Mapping mapping,
                                  const std::string& display_name = {});

  // True if all decoded bytes are mapped: the file is mapped and not compressed.
  bool is_mapped() const { return file_.is_mapped() && kind_ == Compression::kNone; }
  // All bytes of a mapped file.
  std::string_view bytes() const { return file_.bytes(); }
  // Reads up to `bytes` decoded bytes. Otherwise as InputFile::read(). Failure: also kInput with the
  // name and the reason if the compressed data is damaged or ends too early. REQUIRES: the first
  // call of a stream has room for kSignatureBytes.
  Result<InputFile::ReadResult> read(char* buffer, std::size_t bytes, int timeout_ms);

  // The compression; before the first read from a stream, kNone.
  Compression compression() const { return kind_; }
  // Bytes of the file that were read and decoded so far.
  std::uint64_t consumed() const { return consumed_; }

  const InputFile& file() const { return file_; }

 private:
  explicit DecodedFile(InputFile file) : file_(std::move(file)) {}

  // Reads the first bytes of a stream, until it is clear whether it is compressed.
  Result<InputFile::ReadResult> read_first(char* buffer, std::size_t bytes, int timeout_ms);
  Result<InputFile::ReadResult> read_decoded(char* buffer, std::size_t bytes, int timeout_ms);
  Status start(Compression kind);
  Status damaged(std::string_view what) const;

  InputFile file_;
  Compression kind_ = Compression::kNone;
  bool is_decided_ = false;
  bool is_ended_ = false;  // the file has no more bytes
  std::unique_ptr<Decoder> decoder_;
  std::vector<char> buffer_;    // bytes of a file that is not mapped
  std::string_view undecoded_;  // bytes of the map or of buffer_
  std::uint64_t consumed_ = 0;
};

}  // namespace dokumill::codec
