// DecodedFile: an input file. If it begins with the signature of a compression (gzip, zstd), its
// bytes are decoded. Otherwise they are read as they are. A file of a format that needs all bytes
// (WholeFormat) is decoded, too; if it is not mapped, it is first read into memory.
//
// The thread that reads also decodes. In the pipeline, one thread at a time reads while the other
// threads work. So the reading thread can decode ahead of the workers, until the buffers of the
// pipeline are full. Thread safety: as InputFile. Memory: 256 KiB and the decoder, if the input is
// compressed.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/platform/files/input_file.hpp"
#include "formats/codec/decoder.hpp"

namespace dokumill::codec {

// A format whose files are decoded from all of their bytes, because the end is needed first.
struct WholeFormat {
  std::string_view signature;  // of kSignatureBytes bytes
  // Makes a decoder of a file. The bytes outlive the decoder. Failure: any code, without the name
  // of the file.
  Result<std::unique_ptr<Decoder>> (*decoder)(std::string_view file);
};

class DecodedFile {
 public:
  // Files of a WholeFormat that are not mapped are refused if they are longer.
  static constexpr std::size_t kMostWholeBytes = std::size_t{1} << 30;

  // Opens the file as InputFile::open() does. Failure: that of InputFile::open(), or of
  // InputFile::check() for a mapped file; kInput if the file is mapped and compressed, but no
  // decoder can be created.
  static Result<DecodedFile> open(Platform& platform, const std::string& path, Mapping mapping,
                                  const std::string& display_name = {},
                                  const WholeFormat* whole = nullptr);

  // True if all decoded bytes are in a map: the file is mapped and not decoded.
  bool is_mapped() const { return file_.is_mapped() && !decoder_; }
  // True if the bytes are decoded. If the file is not mapped, it is false until read() has
  // recognized the signature.
  bool is_decoded() const { return decoder_ != nullptr; }
  // True if the file has the WholeFormat.
  bool is_whole() const { return is_whole_; }
  // All bytes of a mapped file, as they are in the file.
  std::string_view bytes() const { return file_.bytes(); }
  // Does the same as InputFile::read(), but with up to `bytes` decoded bytes. Failure: as
  // InputFile::read(); kInput, with the name and the reason, if the compressed data is damaged or
  // ends too early; kOutOfMemory. REQUIRES: if the file is not mapped, `bytes` is at least
  // kSignatureBytes in every call until one returns kBytes or kEnd.
  Result<InputFile::ReadResult> read(char* buffer, std::size_t bytes, int timeout_ms);

  // See Decoder::keep_columns().
  void keep_columns(std::span<const std::uint32_t> columns) {
    if (decoder_) decoder_->keep_columns(columns);
  }
  // The number of bytes of the file that were read and decoded so far.
  std::uint64_t consumed() const { return consumed_; }

  const InputFile& file() const { return file_; }

 private:
  explicit DecodedFile(InputFile file) : file_(std::move(file)) {}

  // Reads the first bytes of a file that is not mapped, until it is clear whether the file is
  // compressed.
  Result<InputFile::ReadResult> read_first(char* buffer, std::size_t bytes, int timeout_ms);
  Result<InputFile::ReadResult> read_decoded(char* buffer, std::size_t bytes, int timeout_ms);
  // Reads a file of the WholeFormat that is not mapped.
  Result<InputFile::ReadResult> read_whole(char* buffer, std::size_t bytes, int timeout_ms);
  Status start(Compression kind);
  Status start_whole(std::string_view file);
  Status damaged(std::string_view what) const;

  InputFile file_;
  Compression kind_ = Compression::kNone;
  const WholeFormat* whole_ = nullptr;
  bool is_whole_ = false;
  bool is_decided_ = false;
  bool is_ended_ = false;  // the file has no more bytes
  std::unique_ptr<Decoder> decoder_;
  std::vector<char> buffer_;    // bytes of a file that is not mapped
  std::string_view undecoded_;  // bytes of the map or of buffer_
  std::uint64_t consumed_ = 0;
};

}  // namespace dokumill::codec
