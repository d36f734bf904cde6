#include "cli/bench/turns.hpp"

namespace dokumill::throughput {
namespace {

constexpr char kTurn = '.';
constexpr char kLeaves = 'x';

}  // namespace

Result<Turns> Turns::open(Platform& platform) {
  Result<InputFile> in = InputFile::open(platform, "-", Mapping::kForbidden);
  if (!in.ok()) return in.status();
  Result<OutputFile> out = OutputFile::open(platform, "-", {});
  if (!out.ok()) return out.status();
  return Turns(*std::move(in), *std::move(out));
}

Status Turns::take() {
  if (is_alone_) return {};
  char turn = kLeaves;
  const auto read = in_.read(&turn, 1, -1);
  if (!read.ok()) return read.status();
  if (read->kind == InputFile::Read::kStopped) return {ErrorCode::kInterrupted, "interrupted"};
  is_alone_ = read->kind == InputFile::Read::kEnd || turn == kLeaves;
  return {};
}

Status Turns::pass() {
  return is_alone_ ? Status() : out_.write({&kTurn, 1});
}

Status Turns::leave() {
  return is_alone_ ? Status() : out_.write({&kLeaves, 1});
}

}  // namespace dokumill::throughput
