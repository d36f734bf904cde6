#include "apps/cluster/pieces/joined_output.hpp"

#include <algorithm>
#include <cerrno>
#include <limits>
#include <tuple>
#include <utility>

#include "base/platform/files/open_file.hpp"
#include "base/text/format.hpp"
#include "batch/rows/output_name.hpp"
#include "formats/codec/stream_ends.hpp"
#include "formats/detect/detect.hpp"
#include "formats/npy/npy_header.hpp"

namespace dokumill::merging {
namespace {

constexpr std::size_t kCopyBytes = std::size_t{1} << 20;

Status stopped_merge() {
  return {ErrorCode::kInterrupted, "interrupted: the pieces are not merged"};
}

std::string output_name_of(const std::string& path) {
  return printable_path(path, "<stdout>");
}

Status bad_part(const std::string& path, std::string_view what) {
  return {ErrorCode::kInput, format_text("{}: {}", output_name_of(path), what)};
}

}  // namespace

Result<JoinedOutput> JoinedOutput::open(Platform& platform, const JobOptions& options,
                                        const PieceSet& set, Which which, const std::string& path) {
  JoinedOutput joined(platform, options, set, which, path);
  if (Status status = joined.check_name(); !status.ok()) return status;
  for (const JobPiece& piece : set.pieces()) {
    if (joined.is_stopped()) return stopped_merge();
    Result<Part> part = joined.find(piece);
    if (!part.ok()) return part.status();
    joined.bytes_ += part->found.bytes;  // cannot overflow: these are sizes of files on disk
    joined.parts_.push_back(*std::move(part));
  }
  if (Status status = joined.check_places(); !status.ok()) return status;
  if (set.common().output_format == TextFormat::kNpy) {
    if (Status status = joined.read_headers(); !status.ok()) return status;
  }
  const Compression kind = joined.output_of(set.pieces().front()).output_compression;
  if (kind != Compression::kNone) {
    if (Status status = joined.read_streams(kind); !status.ok()) return status;
  } else if (set.common().output_format == TextFormat::kGrid) {
    if (Status status = joined.skip_separator(); !status.ok()) return status;
  }
  return joined;
}

Status JoinedOutput::check_name() const {
  const PieceReport& common = set_.common();
  const Compression compression = output_of(set_.pieces().front()).output_compression;
  const std::string& path = path_;
  if (common.output_format == TextFormat::kParquet) {
    return {ErrorCode::kUsage,
            "the pieces are Parquet files, which are not joined: programs read a folder of them as "
            "one table; merge only the reports (without an output)",
            "output"};
  }
  const Compression named_compression = compression_of_output(path);
  if (named_compression != Compression::kNone && named_compression != compression) {
    return {ErrorCode::kUsage,
            format_text("{}: this is the name of a {} file, and the pieces have the compression "
                        "{}; merge joins the pieces as they are, so choose another name",
                        output_name_of(path), name_of(named_compression), name_of(compression))};
  }
  // The output of `check` has a word for each record. Its name may have any extension that
  // check_text() accepts.
  if (set_.command() == "check") return batch::OutputName(path).check_text();
  const auto named = batch::OutputName(path).format(std::nullopt, batch::Tabs::kAsTheInput);
  if (!named.ok()) return named.status();
  if (!*named || **named == common.output_format) return {};
  return {ErrorCode::kUsage,
          format_text("{}: this is the name of a {} file, and the pieces have the format {}; merge "
                      "joins the pieces as they are, so choose another name",
                      output_name_of(path), name_of(**named), name_of(common.output_format))};
}

Result<JoinedOutput::Part> JoinedOutput::find(const JobPiece& piece) const {
  const std::string report = printable_path(piece.report_path, "<stdin>");
  const PieceOutput output = output_of(piece);
  if (output.output == "-") {
    return Status(ErrorCode::kInput,
                  format_text("{}: piece {} was written to standard output, so it cannot be found; "
                              "give every piece an output file, or merge only the reports (without "
                              "an output)",
                              report, piece.number()));
  }
  Part part{output.output, {}, 0};
  const auto examine = [this](const std::string& path, FileInfo& found) {
    return platform_.info_at(path.c_str(), found);
  };
  int failed = examine(part.path, part.found);
  std::string beside = beside_report(piece.report_path, part.path);
  if (failed == -ENOENT && !beside.empty()) {
    if (const int also_failed = examine(beside, part.found); also_failed != -ENOENT) {
      part.path = std::move(beside);
      failed = also_failed;
    }
  }
  if (failed < 0) {
    return bad_part(part.path, format_text("{} (the output of piece {}, see {})",
                                           error_text(failed), piece.number(), report));
  }
  if (!part.found.is_regular) {
    return bad_part(part.path, format_text("this is not a file (the output of piece {}, see {})",
                                           piece.number(), report));
  }
  if (part.found.bytes != output.output_bytes) {
    return bad_part(part.path,
                    format_text("the output of piece {} has {} bytes, and {} states {}; run the "
                                "piece again",
                                piece.number(), part.found.bytes, report, output.output_bytes));
  }
  return part;
}

// Fails if two pieces have the same output.
Status JoinedOutput::check_places() const {
  std::vector<std::size_t> order(parts_.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  const auto place = [this](std::size_t i) {
    return std::tuple(parts_[i].found.device, parts_[i].found.inode, i);
  };
  std::ranges::sort(order, {}, place);
  for (std::size_t k = 1; k < order.size(); ++k) {
    const Part& a = parts_[order[k - 1]];
    const Part& b = parts_[order[k]];
    if (!is_same_file(a.found, b.found)) continue;
    return bad_part(b.path, format_text("this is the output of piece {} and of piece {}",
                                        set_.pieces()[order[k - 1]].number(),
                                        set_.pieces()[order[k]].number()));
  }
  return {};
}

Status JoinedOutput::skip_separator() {
  const auto first =
      std::ranges::find_if(parts_, [](const Part& part) { return part.found.bytes != 0; });
  if (first == parts_.end()) return {};
  Result<InputFile> file = open_part(*first);
  if (!file.ok()) return file.status();
  char byte = 0;
  const Result<std::size_t> bytes = file->fill(&byte, 1);
  if (bytes.ok() && byte == '\n') first->header_bytes = 1;
  return bytes.status();
}

Result<InputFile> JoinedOutput::open_part(const Part& part) const {
  Result<InputFile> file = InputFile::open(platform_, part.path, Mapping::kForbidden);
  if (!file.ok()) return file;
  const FileInfo& now = file->at_open();
  if (is_same_file(now, part.found) && now.bytes == part.found.bytes) return file;
  return bad_part(part.path, "this output of a piece changed since it was checked");
}

Status JoinedOutput::read_headers() {
  std::uint64_t records = 0;
  CellShape shape = CellShape::kList;
  int rows = 9;  // of a board
  std::string head(4096, '\0');
  for (Part& part : parts_) {
    if (is_stopped()) return stopped_merge();
    Result<InputFile> file = open_part(part);
    if (!file.ok()) return file.status();
    const Result<std::size_t> bytes = file->fill(head.data(), head.size());
    if (!bytes.ok()) return bytes.status();
    const std::string_view beginning(head.data(), *bytes);
    if (!records::is_npy(beginning)) return bad_part(part.path, "this is not a NumPy array");
    const std::optional<Size> size = records::certain_size(beginning, true);
    if (&part == &parts_.front() && size) rows = size->shape.size();
    const auto header = records::parse_npy_header(beginning, true, rows);
    if (!header.ok()) return bad_part(part.path, header.status().message());
    const records::NpyHeader& own = **header;
    if (&part == &parts_.front() && own.has_rows) shape = CellShape::kRows;
    const bool is_fit = own.values.bytes == 1 && !own.values.is_signed &&
                        own.has_rows == (shape == CellShape::kRows) &&
                        own.header_bytes + own.data_bytes() == part.found.bytes;
    if (!is_fit) {
      return bad_part(part.path,
                      format_text("expected an array of bytes with the shape (N, {}) and nothing "
                                  "after it",
                                  records::npy_sizes(shape, rows)));
    }
    part.header_bytes = own.header_bytes;
    records += own.records;  // cannot overflow: the files contain these records
  }
  header_ = records::npy_header(records, shape, rows);
  return {};
}

Status JoinedOutput::read_streams(Compression kind) {
  codec::JoinedStream stream(kind);
  for (Part& part : parts_) {
    if (is_stopped()) return stopped_merge();
    const OpenFile file(platform_, part.path, OpenMode::kRead);
    if (!file.is_open()) return bad_part(part.path, error_text(file.fd()));
    const auto read = [&file](std::uint64_t at, std::size_t bytes) {
      std::string text(bytes, '\0');
      const std::int64_t got = file.read_at(text.data(), bytes, at);
      text.resize(static_cast<std::size_t>(std::max<std::int64_t>(got, 0)));
      return text;
    };
    part.end_bytes = codec::JoinedStream::end_bytes(kind);
    const std::string first = read(0, codec::JoinedStream::kFirstBytes);
    if (part.found.bytes >= part.end_bytes) {
      const std::string end =
          read(part.found.bytes - part.end_bytes, static_cast<std::size_t>(part.end_bytes));
      part.header_bytes = stream.add(first, end);
    }
    if (part.header_bytes == 0 || part.header_bytes + part.end_bytes > part.found.bytes) {
      return bad_part(
          part.path, format_text("this is not a {} file as a piece writes it to a file with a name",
                                 name_of(kind)));
    }
  }
  header_ = stream.header();
  end_ = stream.end();
  return {};
}

Status JoinedOutput::write(OutputFile& output, const OnProgress& progress, const Copier& copier) {
  if (copier && joined_bytes() > CopyPlan::kRangeUnit && output.has_named_temporary()) {
    return write_with(copier, output);
  }
  if (Status status = output.write(header_); !status.ok()) return status;
  std::vector<char> buffer(kCopyBytes);
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    if (Status status = copy(i, output, buffer, progress); !status.ok()) return status;
  }
  return output.write(end_);
}

std::uint64_t JoinedOutput::joined_bytes() const {
  std::uint64_t bytes = header_.size() + end_.size();
  for (const Part& part : parts_) bytes += part.copied_bytes();
  return bytes;
}

Status JoinedOutput::write_with(const Copier& copier, OutputFile& output) {
  CopyPlan plan;
  plan.header = header_;
  plan.end = end_;
  plan.bytes = header_.size();
  plan.sync = options_.sync_output;
  for (const Part& part : parts_) {
    const std::uint64_t bytes = part.copied_bytes();
    if (bytes == 0) continue;
    plan.parts.push_back({part.path, part.header_bytes, bytes, plan.bytes});
    plan.bytes += bytes;
  }
  plan.bytes += end_.size();
  const auto copy_to = [&](const std::string& path) {
    plan.destination = path;
    return copier(plan);
  };
  if (Status status = output.write_elsewhere(plan.bytes, copy_to); !status.ok()) return status;
  read_ = bytes_;
  return check_unchanged();
}

Status JoinedOutput::check_unchanged() const {
  for (const Part& part : parts_) {
    if (is_stopped()) return stopped_merge();
    FileInfo now;
    const int failed = platform_.info_at(part.path.c_str(), now);
    if (failed < 0) return bad_part(part.path, error_text(failed));
    if (is_same_file(now, part.found) && now.bytes == part.found.bytes &&
        now.modified_ns == part.found.modified_ns) {
      continue;
    }
    return bad_part(part.path, "this output of a piece changed while it was read");
  }
  return {};
}

Status JoinedOutput::copy(std::size_t number, OutputFile& output, std::vector<char>& buffer,
                          const OnProgress& progress) {
  const Part& part = parts_[number];
  Result<InputFile> file = open_part(part);
  if (!file.ok()) return file.status();
  std::uint64_t skip = part.header_bytes;
  std::uint64_t left = part.copied_bytes();
  std::uint64_t read_bytes = 0;
  for (;;) {
    if (is_stopped()) return stopped_merge();
    const auto read = file->read(buffer.data(), buffer.size(), -1);
    if (!read.ok()) return read.status();
    if (read->kind != InputFile::Read::kBytes) break;
    read_bytes += read->bytes;
    const auto skipped = static_cast<std::size_t>(std::min<std::uint64_t>(skip, read->bytes));
    skip -= skipped;
    const auto copied =
        static_cast<std::size_t>(std::min<std::uint64_t>(left, read->bytes - skipped));
    left -= copied;
    Status status = output.write({buffer.data() + skipped, copied});
    if (!status.ok()) return status;
    read_ += read->bytes;
    if (progress) progress(number, read_);
  }
  // Checks, as far as possible, that the bytes are those that the report describes.
  const Result<InputFile::Change> change = file->change();
  if (!change.ok()) return change.status();
  if (*change == InputFile::Change::kNone && read_bytes == part.found.bytes) return {};
  return bad_part(part.path, "this output of a piece changed while it was read");
}

}  // namespace dokumill::merging
