#include "batch/sources/text_source.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/text/format.hpp"
#include "batch/sources/solver_judge.hpp"
#include "formats/chunk_boundary.hpp"
#include "formats/format_table.hpp"
#include "formats/import/import.hpp"
#include "formats/parquet/parquet_text.hpp"

namespace dokumill::batch {
namespace {

// If a stream has been silent for kPauseMs, or kPatienceNs have passed since its first new bytes,
// the complete records read so far become a chunk. So the results for records on a slow pipe come
// within a second.
constexpr int kPauseMs = 100;
constexpr std::uint64_t kPatienceNs = 300'000'000;

constexpr codec::WholeFormat kParquetFile{parquet::kMagic, parquet::ParquetText::open};

// What is known of a text that the importer shall read: nothing.
const records::Verdict kAnyLayout{Status(ErrorCode::kInput, ""), true};

Status stopped_opening() {
  return {ErrorCode::kInterrupted, "interrupted after 0 records"};
}

}  // namespace

Result<std::unique_ptr<TextSource>> TextSource::open(Platform& platform,
                                                     const InputOptions& options,
                                                     const std::function<bool()>& should_stop,
                                                     const std::function<void()>& on_whole_text,
                                                     bool is_part) {
  Result<codec::DecodedFile> file = codec::DecodedFile::open(
      platform, options.path, options.allow_mapping ? Mapping::kAllowed : Mapping::kForbidden,
      options.display_name, &kParquetFile);
  if (!file.ok()) return file.status();
  std::unique_ptr<TextSource> source(new TextSource(platform, *std::move(file)));
  if (Status status = source->find_format(options, should_stop, on_whole_text, is_part);
      !status.ok())
    return status;
  return source;
}

Status TextSource::find_format(const InputOptions& options,
                               const std::function<bool()>& should_stop,
                               const std::function<void()>& on_whole_text, bool is_part) {
  records::DetectOptions detect{options.format,     options.column,    options.solution_column,
                                options.has_header, options.delimiter, options.size};
  const bool reads_any =
      options.any_layout || (options.format && records::is_imported(*options.format));
  for (std::size_t wanted = 4096;; wanted = std::min(wanted * 4, records::kDetectBytes)) {
    std::string_view bytes;
    bool is_all = false;
    if (file_.is_mapped()) {
      bytes = file_.bytes().substr(0, records::kDetectBytes);
      is_all = bytes.size() == file_.bytes().size();
    } else {
      // Try to detect the format as soon as a slow stream pauses, because the bytes after its first
      // line may come much later.
      if (Status status = fill(std::max(wanted, carry_.size() + 1), kPauseMs, should_stop);
          !status.ok())
        return status;
      bytes = {carry_.data(), carry_.size()};
      is_all = is_stream_ended_;
    }
    if (file_.is_whole()) {
      if (Status status = check_parquet(options); !status.ok()) return named(status);
      detect.format = TextFormat::kCsv;
    }
    const records::Verdict verdict =
        reads_any ? kAnyLayout : records::judge_text(bytes, is_all, detect);
    if (Status status = check(); !status.ok()) return status;
    const Found& found = verdict.found;
    const bool is_other_array = !found.ok() && records::is_npy(bytes);
    if ((verdict.asks_patient_door || is_other_array) && !detect.size && !is_part &&
        !options.any_layout) {
      // Another size has to be certain, so a stream is read on while it may be one.
      const std::optional<Size> size = records::certain_size(bytes, is_all);
      const bool is_enough = is_all || bytes.size() >= records::kDetectBytes;
      if (size && !is_enough) continue;
      if (size) {
        detect.size = size;
        Found sized = records::detect(bytes, is_all, detect);
        if (!sized.ok()) return named(sized.status());
        (*sized)->reading = format_text("records of {}", name_of(size->shape));
        return begin_records(**sized);
      }
    }
    if (verdict.asks_patient_door) {
      return import_layout(options, found, should_stop, on_whole_text);
    }
    if (!found.ok()) return named(found.status());
    if (!*found) continue;
    // A stream must not wait for later lines.
    const bool is_file =
        file().at_open().is_regular && !is_part && !options.format && !(*found)->sized;
    if (is_file && !is_all && bytes.size() < records::kDetectBytes) continue;
    const bool asks =
        is_file && options.has_header && records::has_odd_lines(bytes, (*found)->format);
    if (asks) return import_layout(options, found, should_stop, on_whole_text);
    return begin_records(**found);
  }
}

// The text of a Parquet file is csv with a header.
Status TextSource::check_parquet(const InputOptions& options) {
  const TextFormat usual = options.has_header ? TextFormat::kParquet : TextFormat::kCsv;
  const TextFormat format = options.format.value_or(usual);
  if (format != TextFormat::kParquet) {
    return {ErrorCode::kInput,
            format_text("is a Parquet file, and the format {} was requested", name_of(format)),
            options.has_header ? "input.format" : "input.has_header"};
  }
  if (options.delimiter) {
    return {ErrorCode::kInput, "is a Parquet file, which has no delimiter", "input.delimiter"};
  }
  return {};
}

Status TextSource::named(const Status& status) const {
  const std::string& words = status.message();
  return {status.code(), name() + (words.starts_with(':') ? "" : ": ") + words, status.option()};
}

Status TextSource::begin_records(const records::Detection& found) {
  detection_ = found;
  next_.offset = detection_.data_begin;
  next_.entry.npy = detection_.npy.values;
  next_.entry.is_sized = detection_.sized.has_value();
  if (file_.is_mapped()) {
    text_ = file_.bytes().substr(detection_.data_begin);
    return check_size(file_.bytes().size() - next_.offset, true);
  }
  carry_.erase(carry_.begin(), carry_.begin() + static_cast<std::ptrdiff_t>(next_.offset));
  return check_size(carry_.size(), is_stream_ended_);
}

Result<std::string_view> TextSource::whole_text(bool& is_all,
                                                const std::function<bool()>& should_stop) {
  if (file_.is_mapped()) {
    is_all = file_.bytes().size() <= kMaxImportBytes;
    return file_.bytes().substr(0, kMaxImportBytes);
  }
  while (!is_stream_ended_ && carry_.size() <= kMaxImportBytes) {
    // A file whose size is known is read at once, because a buffer that grows is copied.
    const std::uint64_t known =
        is_compressed() ? 0 : std::min<std::uint64_t>(file().known_bytes(), kMaxImportBytes);
    const std::size_t more = std::max(carry_.size(), records::kDetectBytes);
    const std::size_t wanted =
        known >= carry_.size() ? static_cast<std::size_t>(known) + 1 : carry_.size() + more;
    if (Status status = fill(wanted, -1, should_stop); !status.ok()) return status;
  }
  is_all = is_stream_ended_ && carry_.size() <= kMaxImportBytes;
  return std::string_view(carry_.data(), carry_.size());
}

Result<std::string_view> TextSource::beginning(const std::function<bool()>& should_stop) {
  std::string_view text;
  if (file_.is_mapped()) {
    text = file_.bytes();
  } else {
    while (!is_stream_ended_ && carry_.size() <= records::kDetectBytes) {
      Status status = fill(records::kDetectBytes + 1, -1, should_stop);
      if (!status.ok()) return status;
    }
    text = {carry_.data(), carry_.size()};
  }
  if (text.size() <= records::kDetectBytes) return std::string_view();
  const std::size_t line_end = text.substr(0, records::kDetectBytes).find_last_of("\r\n");
  return text.substr(0, line_end == std::string_view::npos ? 0 : line_end + 1);
}

Status TextSource::import_layout(const InputOptions& options, const Found& found,
                                 const std::function<bool()>& should_stop,
                                 const std::function<void()>& on_whole_text) {
  records::ImportWatch watch([&] {
    if (on_whole_text) on_whole_text();
    return should_stop && should_stop();
  });
  const records::ImportOptions layout{
      options.column, options.solution_column,   options.has_header, options.delimiter,
      &watch,         solver_judge(should_stop), options.layout};
  if (found.ok()) {
    const Result<std::string_view> text = beginning(should_stop);
    if (!text.ok()) return text.status();
    if (!text->empty() && !records::may_read_more(**found, *text, layout)) {
      if (Status status = check(); !status.ok()) return status;
      return begin_records(**found);
    }
  }
  bool is_all = false;
  const Result<std::string_view> text = whole_text(is_all, should_stop);
  if (!text.ok()) return text.status();
  if (!is_all && found.ok()) return begin_records(**found);
  if (!is_all) {
    return {ErrorCode::kInput,
            format_text("{}: no format was found in the first lines, and only texts of up to {} "
                        "MiB are searched for other layouts",
                        name(), kMaxImportBytes >> 20),
            "input.format"};
  }
  Result<std::optional<records::ImportedText>> any =
      records::import_if_better(found, *text, layout);
  if (watch.is_stopped()) return stopped_opening();
  if (Status status = check(); !status.ok()) return status;
  if (!any.ok()) return named(any.status());
  return *any ? adopt(**std::move(any), layout) : begin_records(**found);
}

Status TextSource::adopt(records::ImportedText any, const records::ImportOptions& options) {
  const Result<records::Detection> found = records::detect_any(any, options);
  if (!found.ok()) return named(found.status());
  detection_ = *found;
  any_text_ = std::move(any.text);
  next_.offset = detection_.data_begin;
  text_ = std::string_view(any_text_).substr(detection_.data_begin);
  places_ = std::make_shared<records::ImportedPlaces>(
      records::ImportedPlaces{std::move(any.places), std::move(any.faults)});
  is_stream_ended_ = true;
  carry_ = {};
  copies_ = true;
  return {};
}

Status TextSource::check_size(std::uint64_t bytes, bool is_all) const {
  if (detection_.format != TextFormat::kNpy) return {};
  const std::uint64_t stated = detection_.npy.data_bytes();
  if (bytes == stated || (bytes < stated && !is_all)) return {};
  return {ErrorCode::kInput,
          format_text("{}: the header of the NumPy array states {} record{}, which are {} bytes; "
                      "{}{} follow",
                      name(), detection_.npy.records, detection_.npy.records == 1 ? "" : "s",
                      stated, is_all ? "" : "at least ", bytes)};
}

Result<bool> TextSource::load(const std::function<bool()>& should_stop) {
  if (file_.is_mapped() || places_ || !text_.empty()) return true;
  // Small files are not mapped, so they are loaded.
  constexpr std::size_t kMostLoaded = std::size_t{1} << 16;
  if (is_compressed() || !file().at_open().is_regular) return false;
  if (Status status = fill(kMostLoaded, -1, should_stop); !status.ok()) return status;
  if (!is_stream_ended_) return false;
  loaded_.swap(carry_);
  text_ = {loaded_.data(), loaded_.size()};
  return true;
}

void TextSource::restrict(std::uint64_t begin, std::uint64_t end) {
  first_ = next_;
  next_ = cut_at(begin);
  begin_ = next_.offset;
  end_ = cut_at(end).offset;
  is_restricted_ = true;
}

void TextSource::begin_at(std::uint64_t begin, const records::Entry& entry) {
  first_ = next_ = {begin, entry};
  first_.entry.is_sized = next_.entry.is_sized = detection_.sized.has_value();
  begin_ = begin;
  end_ = size();
  is_restricted_ = true;
}

TextSource::Place TextSource::cut_at(std::uint64_t at) const {
  if (at <= data_begin()) return first_;
  const records::ChunkBoundary cut = records::find_piece_boundary(
      detection_.format, text_, static_cast<std::size_t>(at - data_begin()), first_.entry,
      detection_.csv.separator);
  return {data_begin() + cut.bytes, cut.next};
}

void TextSource::add_to(Digest& digest) const {
  constexpr std::size_t kEndBytes = 4096;
  digest.add(size());
  digest.add(detection_.header_row);
  digest.add(text_.substr(0, kEndBytes));
  digest.add(text_.substr(text_.size() - std::min(text_.size(), kEndBytes)));
}

Status TextSource::each_before(std::size_t chunk_bytes,
                               const std::function<bool(const TextChunk&)>& take) const {
  Place place = first_;
  for (TextChunk chunk; cut_text(place, begin_, chunk_bytes, chunk);) {
    if (Status status = check(); !status.ok()) return status;
    if (!take(chunk)) break;
  }
  return check();
}

void TextSource::read_cells_only() {
  if (!file_.is_whole()) return;
  const std::uint32_t columns[] = {detection_.csv.puzzle_column, detection_.csv.solution_column};
  file_.keep_columns(columns);
}

Result<bool> TextSource::next(TextChunk& chunk, const std::function<bool()>& should_stop) {
  Result<bool> more = false;
  if (is_held()) {
    more = cut_text(next_, is_restricted_ ? end_ : size(), chunk_bytes_, chunk);
    chunk.done = next_.offset - begin_;
    if (*more && copies_) {
      chunk.storage.assign(chunk.bytes.begin(), chunk.bytes.end());
      chunk.bytes = {chunk.storage.data(), chunk.storage.size()};
    }
  } else {
    more = next_streamed(chunk, should_stop);
    if (!more.ok()) return more;
  }
  // Lost bytes may misplace the cut. In a mapped compressed file, they may look like its end.
  if (Status status = check(); !status.ok()) return status;
  return more;
}

bool TextSource::cut_text(Place& place, std::uint64_t end, std::size_t chunk_bytes,
                          TextChunk& chunk) const {
  const std::string_view rest = text_.substr(static_cast<std::size_t>(place.offset - data_begin()),
                                             static_cast<std::size_t>(end - place.offset));
  if (rest.empty()) return false;
  records::ChunkBoundary cut;
  for (std::size_t size = chunk_bytes;; size *= 2) {
    const std::string_view window = rest.substr(0, size);
    cut = records::find_chunk_boundary(detection_.format, window, place.entry,
                                       window.size() == rest.size(), detection_.csv.separator);
    if (!records::is_poor(cut, window.size())) break;
  }
  chunk.bytes = rest.substr(0, cut.bytes);
  chunk.entry = std::exchange(place.entry, cut.next);
  place.offset += cut.bytes;
  return true;
}

Result<bool> TextSource::next_streamed(TextChunk& chunk, const std::function<bool()>& should_stop) {
  records::ChunkBoundary cut;
  for (std::size_t size = chunk_bytes_;;) {
    if (Status status = fill(size, carry_.empty() ? -1 : kPauseMs, should_stop); !status.ok())
      return status;
    Status size_status =
        check_size(next_.offset - detection_.data_begin + carry_.size(), is_stream_ended_);
    if (!size_status.ok()) return size_status;
    if (carry_.empty()) return false;
    const std::string_view window(carry_.data(), carry_.size());
    cut = records::find_chunk_boundary(detection_.format, window, next_.entry, is_stream_ended_,
                                       detection_.csv.separator);
    // If the stream pauses, the complete records become a chunk.
    if (!records::is_poor(cut, window.size()) || (has_paused_ && cut.bytes != 0)) break;
    // There is no complete record yet, or the cut is too early (is_poor). After a pause, wait for
    // at least one more byte. Otherwise search a longer window.
    if (has_paused_) {
      if (Status status = fill(carry_.size() + 1, -1, should_stop); !status.ok()) return status;
    } else {
      size = std::max(size, carry_.size()) * 2;
    }
  }
  chunk.storage.swap(carry_);
  carry_.assign(chunk.storage.begin() + static_cast<std::ptrdiff_t>(cut.bytes),
                chunk.storage.end());
  chunk.bytes = {chunk.storage.data(), cut.bytes};
  chunk.entry = std::exchange(next_.entry, cut.next);
  next_.offset += cut.bytes;
  chunk.done = is_compressed() ? file_.consumed() : next_.offset;
  return true;
}

Status TextSource::fill(std::size_t bytes, int pause_ms, const std::function<bool()>& should_stop) {
  // If the caller does not ask for pauses, a single wait still has this limit, so that a stop
  // request or a failure elsewhere in the job is noticed.
  constexpr int kSliceMs = 200;
  has_paused_ = false;
  std::size_t filled = carry_.size();
  std::uint64_t patience_end = 0;
  if (filled < bytes) carry_.resize(bytes);
  while (filled < bytes && !is_stream_ended_) {
    const bool may_pause = pause_ms >= 0 && filled != 0;
    Result<InputFile::ReadResult> got =
        file_.read(carry_.data() + filled, bytes - filled, may_pause ? pause_ms : kSliceMs);
    if (!got.ok()) {
      carry_.resize(filled);
      return got.status();
    }
    if (got->kind == InputFile::Read::kEnd) is_stream_ended_ = true;
    if (should_stop && should_stop()) {
      carry_.resize(filled);
      return stopped_opening();
    }
    if (got->kind == InputFile::Read::kBytes) {
      filled += got->bytes;
      pause_ms = kPauseMs;
      const std::uint64_t now = platform_.now_ns();
      if (patience_end == 0) patience_end = now + kPatienceNs;
      has_paused_ = now > patience_end;
    } else {
      has_paused_ = may_pause && got->kind == InputFile::Read::kNothingYet;
    }
    if (has_paused_) break;
  }
  carry_.resize(filled);
  return {};
}

}  // namespace dokumill::batch
