#include "formats/codec/decoded_file.hpp"

#include <algorithm>
#include <cstring>

#include "base/text/format.hpp"
#include "formats/codec/signature.hpp"

namespace dokumill::codec {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{256} << 10;
using Read = InputFile::Read;
using ReadResult = InputFile::ReadResult;

}  // namespace

Result<DecodedFile> DecodedFile::open(Platform& platform, const std::string& path, Mapping mapping,
                                      const std::string& display_name, const WholeFormat* whole) {
  Result<InputFile> file = InputFile::open(platform, path, mapping, display_name);
  if (!file.ok()) return file.status();
  DecodedFile decoded(*std::move(file));
  decoded.whole_ = whole;
  if (decoded.file_.is_mapped()) {
    const std::string_view bytes = decoded.file_.bytes();
    decoded.is_decided_ = true;
    if (const Compression kind = signature_of(bytes); kind != Compression::kNone) {
      if (Status status = decoded.start(kind); !status.ok()) return status;
      decoded.undecoded_ = bytes;
      decoded.is_ended_ = true;
    } else if (whole != nullptr && bytes.starts_with(whole->signature)) {
      if (Status status = decoded.start_whole(bytes); !status.ok()) return status;
    }
    if (Status status = decoded.file_.check(); !status.ok()) return status;
  }
  return decoded;
}

Status DecodedFile::start(Compression kind) {
  Result<std::unique_ptr<Decoder>> decoder = make_decoder(kind);
  if (!decoder.ok()) return {ErrorCode::kInput, file_.name() + ": " + decoder.status().message()};
  decoder_ = *std::move(decoder);
  kind_ = kind;
  return {};
}

Status DecodedFile::start_whole(std::string_view file) {
  is_whole_ = true;
  undecoded_ = file;
  is_ended_ = true;
  Result<std::unique_ptr<Decoder>> decoder = whole_->decoder(file);
  if (!decoder.ok()) return damaged(decoder.status().message());
  decoder_ = *std::move(decoder);
  return {};
}

Result<ReadResult> DecodedFile::read_whole(char* buffer, std::size_t bytes, int timeout_ms) {
  constexpr std::size_t kStep = std::size_t{1} << 20;
  for (;;) {
    const std::size_t known = buffer_.size();
    if (known > kMostWholeBytes) {
      return Status(ErrorCode::kInput,
                    format_text("{}: only files can be read in this format if they have more than "
                                "{} MiB; write it to a file first",
                                file_.name(), kMostWholeBytes >> 20));
    }
    buffer_.resize(known + kStep);
    Result<ReadResult> got = file_.read(buffer_.data() + known, kStep, timeout_ms);
    buffer_.resize(known + (got.ok() ? got->bytes : 0));
    if (!got.ok() || got->kind == Read::kNothingYet || got->kind == Read::kStopped) return got;
    if (got->kind == Read::kEnd) break;
  }
  Status status = start_whole({buffer_.data(), buffer_.size()});
  if (!status.ok()) return status;
  return read_decoded(buffer, bytes, timeout_ms);
}

Result<ReadResult> DecodedFile::read(char* buffer, std::size_t bytes, int timeout_ms) {
  if (decoder_) return read_decoded(buffer, bytes, timeout_ms);
  if (is_whole_) return read_whole(buffer, bytes, timeout_ms);
  if (!is_decided_) return read_first(buffer, bytes, timeout_ms);
  Result<ReadResult> got = file_.read(buffer, bytes, timeout_ms);
  if (got.ok()) consumed_ += got->bytes;
  return got;
}

Result<ReadResult> DecodedFile::read_first(char* buffer, std::size_t bytes, int timeout_ms) {
  for (;;) {
    // buffer_ has the bytes of earlier reads, which were too few to detect the compression.
    std::ranges::copy(buffer_, buffer);
    const std::size_t known = buffer_.size();
    Result<ReadResult> got = file_.read(buffer + known, bytes - known, timeout_ms);
    if (!got.ok()) return got;
    if (got->kind == Read::kNothingYet || got->kind == Read::kStopped) return got;
    const std::string_view first(buffer, known + got->bytes);
    const bool may_be_whole =
        whole_ != nullptr && first.size() < kSignatureBytes && whole_->signature.starts_with(first);
    if (got->kind == Read::kBytes && (may_begin_signature(first) || may_be_whole)) {
      buffer_.assign(first.begin(), first.end());
      continue;
    }
    is_decided_ = true;
    if (whole_ != nullptr && first.starts_with(whole_->signature)) {
      is_whole_ = true;
      buffer_.assign(first.begin(), first.end());
      return read_whole(buffer, bytes, timeout_ms);
    }
    buffer_.clear();
    const Compression kind = signature_of(first);
    if (kind == Compression::kNone) {
      consumed_ = first.size();
      return ReadResult{first.empty() ? Read::kEnd : Read::kBytes, first.size()};
    }
    if (Status status = start(kind); !status.ok()) return status;
    buffer_.resize(std::max(kBufferBytes, first.size()));
    std::ranges::copy(first, buffer_.begin());
    undecoded_ = {buffer_.data(), first.size()};
    return read_decoded(buffer, bytes, timeout_ms);
  }
}

Result<ReadResult> DecodedFile::read_decoded(char* buffer, std::size_t bytes, int timeout_ms) {
  for (;;) {
    if (undecoded_.empty() && !is_ended_) {
      Result<ReadResult> got = file_.read(buffer_.data(), buffer_.size(), timeout_ms);
      if (!got.ok()) return got;
      if (got->kind == Read::kNothingYet || got->kind == Read::kStopped) return got;
      is_ended_ = got->kind == Read::kEnd;
      undecoded_ = {buffer_.data(), got->bytes};
    }
    const Result<Decoder::Step> step = decoder_->decode(undecoded_, buffer, bytes);
    if (step.status().code() == ErrorCode::kInput) return damaged(step.status().message());
    if (!step.ok())
      return Status(step.status().code(), file_.name() + ": " + step.status().message());
    consumed_ += step->consumed;
    undecoded_.remove_prefix(step->consumed);
    if (step->produced != 0) return ReadResult{Read::kBytes, step->produced};
    if (!undecoded_.empty() && step->consumed == 0) return damaged("bytes that cannot be decoded");
    if (undecoded_.empty() && is_ended_) break;
  }
  if (!decoder_->may_end()) {
    if (Status status = file_.check(); !status.ok()) return status;
    return Status(ErrorCode::kInput,
                  format_text("{}: truncated {} data: the file ends within it, at byte {}",
                              file_.name(), name_of(kind_), consumed_));
  }
  return ReadResult{Read::kEnd, 0};
}

Status DecodedFile::damaged(std::string_view what) const {
  // If bytes of the map were lost, check() reports them. They are the cause of the damage.
  if (Status status = file_.check(); !status.ok()) return status;
  if (is_whole_) return {ErrorCode::kInput, format_text("{}: {}", file_.name(), what)};
  return {ErrorCode::kInput,
          format_text("{}: damaged {} data: {}", file_.name(), name_of(kind_), what)};
}

}  // namespace dokumill::codec
