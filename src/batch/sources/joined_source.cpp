#include "batch/sources/joined_source.hpp"

#include <algorithm>
#include <utility>

#include "base/text/format.hpp"
#include "base/text/printable.hpp"
#include "formats/reader.hpp"

namespace dokumill::batch {
namespace {

Status stopped() {
  return {ErrorCode::kInterrupted, "interrupted after 0 records"};
}

// True if the records of both inputs are read in the same way, and their formats were found in the
// same way.
bool is_read_alike(const records::Detection& a, const records::Detection& b) {
  return a.format == b.format && a.is_guessed == b.is_guessed && a.is_empty == b.is_empty &&
         a.csv.columns == b.csv.columns && a.csv.puzzle_column == b.csv.puzzle_column &&
         a.csv.solution_column == b.csv.solution_column && a.csv.separator == b.csv.separator &&
         a.line_word == b.line_word && a.columns == b.columns && a.header_row == b.header_row &&
         a.has_header == b.has_header && a.reading == b.reading && a.sized == b.sized;
}

// The size of the records, for messages.
std::string size_of(const records::Detection& found) {
  return found.sized ? name_of(found.sized->shape) : "9x9";
}

Status check_options(const InputOptions& options) {
  if (!options.has_header && options.format.value_or(TextFormat::kCsv) != TextFormat::kCsv) {
    return {ErrorCode::kUsage,
            format_text("only csv has a header that can be missing; the input format is {}",
                        name_of(*options.format)),
            "input.has_header"};
  }
  if (options.any_layout && options.format) {
    return {ErrorCode::kUsage,
            format_text("any_layout: the input format is {}, which is read as it is",
                        name_of(*options.format)),
            "input.format"};
  }
  if (options.delimiter && kDelimiters.find(*options.delimiter) == std::string_view::npos) {
    return {ErrorCode::kUsage,
            format_text(
                "delimiter: expected a comma, a semicolon, a tab, a space, '|' or ':', got '{}'",
                printable({&*options.delimiter, 1})),
            "input.delimiter"};
  }
  if (options.any_layout && options.size) {
    return {ErrorCode::kUsage, "any_layout: only records of 9x9 are read in any layout",
            "input.size"};
  }
  return {};
}

// True if this process can keep `inputs` inputs open, in addition to the other files of a job.
bool can_stay_open(Platform& platform, std::size_t inputs) {
  if (inputs == 1) return true;
  if (inputs > kMostOpenInputs) return false;
  constexpr std::size_t kOtherFiles = 16;
  const auto wanted = static_cast<int>(inputs + kOtherFiles);
  return platform.free_descriptors(wanted) == wanted;
}

}  // namespace

JoinedSource::JoinedSource(Platform& platform, const InputOptions& options, bool is_part)
    : platform_(platform),
      options_(options),
      inputs_(options.more_paths.size() + 1),
      stay_open_(can_stay_open(platform, inputs_.size())),
      allows_mapping_(options.allow_mapping),
      is_part_(is_part) {
  options_.more_paths.clear();
  options_.allow_mapping = allows_mapping_ && stay_open_;
  inputs_.front().guarded.path = options.path;
  inputs_.front().guarded.display_name = options.display_name;
  for (std::size_t i = 1; i < inputs_.size(); ++i) {
    inputs_[i].guarded.path = options.more_paths[i - 1];
  }
}

Result<std::unique_ptr<JoinedSource>> JoinedSource::open(Platform& platform,
                                                         const InputOptions& options,
                                                         const std::function<bool()>& should_stop,
                                                         std::function<void()> on_whole_text,
                                                         bool is_part) {
  if (Status status = check_options(options); !status.ok()) return status;
  std::unique_ptr<JoinedSource> joined(new JoinedSource(platform, options, is_part));
  joined->on_whole_text_ = std::move(on_whole_text);
  std::vector<Input>& inputs = joined->inputs_;
  const auto standard_inputs = std::count_if(
      inputs.begin(), inputs.end(), [](const Input& input) { return input.guarded.path == "-"; });
  if (standard_inputs > 1) {
    return Status(ErrorCode::kUsage, "standard input (-) was given " +
                                         std::to_string(standard_inputs) +
                                         " times; it can be read only once");
  }
  if (inputs.size() > 1) {
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      if (should_stop && should_stop()) return stopped();
      if (Status status = joined->check_input(i, should_stop); !status.ok()) return status;
    }
  }
  if (Status status = joined->find_lead(should_stop); !status.ok()) return status;
  for (const Input& input : inputs) {
    if (input.source && input.source->holds_bytes()) joined->mapped_.push_back(input.source);
  }
  joined->on_whole_text_ = {};
  return joined;
}

Status JoinedSource::check_input(std::size_t number, const std::function<bool()>& should_stop) {
  Input& input = inputs_[number];
  const std::string& path = input.guarded.path;
  FileInfo info;
  const int failed = path == "-" ? platform_.info(0, info) : platform_.info_at(path.c_str(), info);
  if (failed < 0) return {ErrorCode::kInput, name_of(number) + ": " + error_text(failed)};
  if (info.is_directory) return {ErrorCode::kInput, name_of(number) + ": is a directory"};
  if (!info.is_regular) {
    is_total_known_ = false;
    return {};
  }
  if (Status status = open_input(number, should_stop); !status.ok()) return status;
  total_ += input.bytes;
  // The file is not empty, but its source does not know how many bytes of text it has.
  if (input.bytes == 0 && input.guarded.at_open.bytes != 0) is_total_known_ = false;
  // Standard input stays open. It cannot be opened again at the byte where reading began, and it
  // takes no additional descriptor.
  if (!stays_open(input)) input.source.reset();
  return {};
}

Status JoinedSource::find_lead(const std::function<bool()>& should_stop) {
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    if (!inputs_[i].detection) {
      if (Status status = open_input(i, should_stop); !status.ok()) return status;
      // If the only input is a stream, its size is not known, and `bytes` is 0, as for an empty
      // file.
      if (inputs_.size() == 1) total_ = inputs_[i].bytes;
    }
    if (i == 0 || !inputs_[i].detection->is_empty) {
      lead_ = i;
      lead_detection_ = inputs_[i].detection;
    }
    if (!lead_detection_->is_empty) break;
  }
  for (Input& input : inputs_) {
    const bool is_alike = input.detection && is_read_alike(*input.detection, *lead_detection_);
    if (is_alike) input.detection = lead_detection_;
    if (!input.detection) continue;
    if (Status status = check_fit(input); !status.ok()) return status;
  }
  return {};
}

Status JoinedSource::open_input(std::size_t number, const std::function<bool()>& should_stop) {
  Input& input = inputs_[number];
  options_.path = input.guarded.path;
  options_.display_name = input.guarded.display_name;
  Result<std::unique_ptr<TextSource>> source =
      TextSource::open(platform_, options_, should_stop, on_whole_text_, is_part_);
  if (!source.ok()) return source.status();
  input.source = *std::move(source);
  input.guarded.at_open = input.source->file().at_open();
  input.guarded.skipped_bytes = input.source->file().skipped_bytes();
  input.bytes = input.source->total();
  has_compressed_ = has_compressed_ || input.source->is_compressed();
  const records::Detection& found = input.source->detection();
  input.lines_before = found.lines_before;
  input.places = input.source->places();
  // Most inputs of a job are read in the same way. If they share one Detection, the job takes less
  // memory, and the workers need no new reader.
  const auto before = number == 0 ? lead_detection_ : inputs_[number - 1].detection;
  for (const auto& known : {lead_detection_, before}) {
    if (!known || !is_read_alike(*known, found)) continue;
    input.detection = known;
    return check_fit(input);
  }
  input.detection = std::make_shared<const records::Detection>(found);
  return check_fit(input);
}

Result<std::shared_ptr<TextSource>> JoinedSource::source_of(
    std::size_t number, const std::function<bool()>& should_stop) const {
  const Input& input = inputs_[number];
  if (stays_open(input)) return input.source;
  if (should_stop && should_stop()) return stopped();
  InputOptions options = options_;
  options.path = input.guarded.path;
  options.display_name = input.guarded.display_name;
  options.allow_mapping = is_piece_ && allows_mapping_;
  Result<std::unique_ptr<TextSource>> source =
      TextSource::open(platform_, options, should_stop, {}, is_part_);
  if (!source.ok()) return source.status();
  const FileInfo& before = input.guarded.at_open;
  const FileInfo& now = (*source)->file().at_open();
  if (!is_same_file(before, now) || before.bytes != now.bytes ||
      before.modified_ns != now.modified_ns) {
    return Status(ErrorCode::kInput, name_of(number) + ": the input changed after the job began");
  }
  return std::shared_ptr<TextSource>(*std::move(source));
}

Result<std::shared_ptr<TextSource>> JoinedSource::text_of(
    std::size_t number, const std::function<bool()>& should_stop) const {
  bool is_compressed = false;
  // A pipe that is not the first input may not be open yet.
  if (inputs_[number].guarded.at_open.is_regular) {
    Result<std::shared_ptr<TextSource>> source = source_of(number, should_stop);
    if (!source.ok()) return source;
    const Result<bool> is_loaded = (*source)->load(should_stop);
    if (!is_loaded.ok()) return is_loaded.status();
    if (*is_loaded) return source;
    is_compressed = (*source)->is_compressed();
  }
  return Status(
      ErrorCode::kUsage,
      format_text("{}: only files that can be mapped are divided into pieces{}", name_of(number),
                  is_compressed ? "; this one is compressed or Parquet" : ""),
      "piece");
}

Result<std::shared_ptr<TextSource>> JoinedSource::part_of(
    std::size_t number, const std::function<bool()>& should_stop) const {
  const Input& input = inputs_[number];
  const bool is_kept = stays_open(input);
  if (is_kept && input.source && input.source->is_restricted()) return input.source;
  Result<std::shared_ptr<TextSource>> source = text_of(number, should_stop);
  if (!source.ok()) return source;
  (*source)->restrict(input.part.begin, input.part.end);
  if (!is_kept) (*source)->copy_chunks();
  return source;
}

Status JoinedSource::restrict(const Piece& piece, const std::function<bool()>& should_stop) {
  if (Status status = check_piece(piece); !status.ok()) return status;
  is_piece_ = true;
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    const auto source = text_of(i, should_stop);
    if (!source.ok()) return source.status();
    inputs_[i].bytes = (*source)->size();
    bytes_.all += inputs_[i].bytes;
    (*source)->add_to(bytes_.digest);
  }
  const PieceRange share = range_of(piece, bytes_.all);
  std::uint64_t before = 0;
  const auto place_in = [&before](std::uint64_t at, std::uint64_t bytes) {
    return at <= before ? 0 : std::min(at - before, bytes);
  };
  total_ = 0;
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    Input& input = inputs_[i];
    const std::uint64_t bytes = input.bytes;
    input.part = {place_in(share.begin, bytes), place_in(share.end, bytes)};
    const auto opened = part_of(i, should_stop);
    if (!opened.ok()) return opened.status();
    const TextSource& source = **opened;
    // Later inputs overwrite these values. So in the end, bytes_.begin comes from the input that
    // contains the byte share.begin, and bytes_.end from the input that contains the byte
    // share.end. If such a byte is the end of all inputs, the value comes from the last input.
    if (share.begin >= before) bytes_.begin = before + source.begin();
    if (share.end >= before) bytes_.end = before + source.end();
    input.bytes = source.total();
    total_ += input.bytes;
    before += bytes;
  }
  if (piece.number == 1) bytes_.begin = 0;
  if (piece.number == piece.count) bytes_.end = bytes_.all;
  return {};
}

Status JoinedSource::begin_at(std::uint64_t begin, const records::Entry& entry,
                              const std::function<bool()>& should_stop) {
  const auto source = text_of(0, should_stop);
  if (!source.ok()) return source.status();
  (*source)->begin_at(begin, entry);
  total_ = inputs_.front().bytes = (*source)->total();
  return {};
}

Result<NumbersBefore> JoinedSource::count_before(const OptionsOf& options, std::uint64_t limit,
                                                 const std::function<bool()>& should_stop) const {
  NumbersBefore before;
  constexpr std::size_t kCountedAtOnce = 1024;
  records::RecordBatch batch(kCountedAtOnce);
  for (std::size_t i = 0; i < inputs_.size() && before.records < limit; ++i) {
    if (inputs_[i].part.begin == 0) continue;
    const auto opened = part_of(i, should_stop);
    if (!opened.ok()) return opened.status();
    const TextSource& source = **opened;
    const auto reader = records::RecordReader::make(options(*inputs_[i].detection));
    bool is_stopped = false;
    std::uint64_t lines = 0;
    Status status = source.each_before(chunk_bytes_, [&](const TextChunk& chunk) {
      is_stopped = should_stop && should_stop();
      if (is_stopped) return false;
      reader->start(chunk.bytes, chunk.entry);
      while (reader->read(batch)) before.records += batch.size;
      lines += reader->lines();
      return before.records < limit;
    });
    if (!status.ok()) return status;
    if (is_stopped) return stopped();
    if (lines == 0) continue;
    before.input = i;
    before.lines = lines;
  }
  return before;
}

Status JoinedSource::require(Fits fits) {
  fits_ = std::move(fits);
  for (const Input& input : inputs_) {
    if (!input.detection) continue;
    if (Status status = check_fit(input); !status.ok()) return status;
  }
  return {};
}

Status JoinedSource::check_fit(const Input& input) const {
  if (input.detection->is_empty) return {};
  const std::string name = dokumill::input_name(input.guarded.path, input.guarded.display_name);
  const std::string size = size_of(*input.detection);
  if (lead_detection_ && size != size_of(*lead_detection_)) {
    return {ErrorCode::kInput,
            format_text("{}: its records are {}, and those of {} are {}; all inputs of a job must "
                        "have the same size",
                        name, size, name_of(lead_), size_of(*lead_detection_)),
            "input.size"};
  }
  return fits_ ? fits_(*input.detection, name) : Status();
}

Result<bool> JoinedSource::next(Chunk& to_fill, const std::function<bool()>& should_stop) {
  auto& chunk = static_cast<TextChunk&>(to_fill);
  while (current_ < inputs_.size()) {
    Input& input = inputs_[current_];
    chunk.input = current_;
    if (!input.source && !input.detection) {
      if (should_stop && should_stop()) return stopped();
      options_.allow_mapping = false;  // check() would not check inputs that are mapped from now on
      if (Status status = open_input(current_, should_stop); !status.ok()) return status;
    }
    const bool is_outside = is_piece_ && input.bytes == 0;
    if (!input.source && !is_outside) {
      auto source = is_piece_ ? part_of(current_, should_stop) : source_of(current_, should_stop);
      if (!source.ok()) return source.status();
      input.source = *std::move(source);
    }
    if (!input.source) {
      if (Status status = leave(); !status.ok()) return status;
      continue;
    }
    input.source->set_chunk_bytes(chunk_bytes_);
    if (reads_cells_only_) input.source->read_cells_only();
    const Result<bool> more = input.source->next(chunk, should_stop);
    if (!more.ok()) return more.status();
    if (*more) {
      done_ = chunk.done += done_before_;
      chunk.lines_before = input.lines_before;
      chunk.detection = input.detection == lead_detection_ ? nullptr : input.detection;
      return true;
    }
    if (inputs_.size() == 1) return false;  // stays open, so that changes() can check the input
    if (Status status = leave(); !status.ok()) return status;
  }
  return false;
}

Stage JoinedSource::stage() const {
  const bool is_open = current_ < inputs_.size() && inputs_[current_].source;
  return is_open ? inputs_[current_].source->stage() : Stage::kRead;
}

Status JoinedSource::leave() {
  Input& input = inputs_[current_];
  if (input.source && !input.source->holds_bytes()) {
    if (Status status = note_change(current_, changes_); !status.ok()) return status;
    input.source.reset();
  }
  // The bytes of an input without records are done, too.
  done_ = std::max(done_, done_before_ + input.bytes);
  done_before_ = done_;
  ++current_;
  return {};
}

Status JoinedSource::note_change(std::size_t number, std::vector<InputChange>& changes) const {
  const Result<InputFile::Change> change = inputs_[number].source->change();
  if (!change.ok()) return change.status();
  const TextSource& source = *inputs_[number].source;
  if (*change != InputFile::Change::kNone) {
    changes.push_back({number, *change, source.file().known_bytes()});
  }
  return {};
}

Result<std::vector<JoinedSource::InputChange>> JoinedSource::changes() const {
  std::vector<InputChange> changes = changes_;
  for (std::size_t i = 0; i < inputs_.size() && i <= current_; ++i) {
    if (!inputs_[i].source) continue;
    if (Status status = note_change(i, changes); !status.ok()) return status;
  }
  std::ranges::sort(changes, {}, &InputChange::input);
  return changes;
}

Status JoinedSource::check() const {
  for (const auto& source : mapped_) {
    if (Status status = source->check(); !status.ok()) return status;
  }
  return {};
}

}  // namespace dokumill::batch
