// The functions of dokumill/dokumill.h for texts, names and versions.
#include <string>
#include <string_view>

#include "base/cells.hpp"
#include "bindings/c/call.hpp"
#include "dokumill/datasets.hpp"
#include "dokumill/explainer.hpp"
#include "dokumill/features.hpp"
#include "dokumill/rating.hpp"
#include "dokumill/solver.hpp"

namespace {

using namespace dokumill;
using namespace dokumill::capi;

Status bad_character(const char* text, std::size_t place) {
  const auto byte = static_cast<unsigned char>(text[place]);
  const bool is_printable = byte > 0x20 && byte < 0x7F;
  const std::string found =
      is_printable ? std::string("'") + text[place] + "'" : "the byte " + std::to_string(byte);
  return {ErrorCode::kMalformed, "grid " + std::to_string(place / kCells) + ", character " +
                                     std::to_string(place % kCells) + ": found " + found +
                                     ", expected a digit or one of 0.*_xX-"};
}

}  // namespace

extern "C" {

int32_t dokumill_version_number(void) {
  return DOKUMILL_VERSION_NUMBER;
}

const char* dokumill_version_text(void) {
  static_assert(std::string_view(DOKUMILL_VERSION) == DOKUMILL_VERSION_TEXT,
                "dokumill.h has the version of the project");
  return DOKUMILL_VERSION_TEXT;
}

int dokumill_parse(const char* text, size_t count, uint8_t* grids) {
  return guarded([&]() -> Status {
    Status status =
        check_arrays({input("text", text, count, kCells), result("grids", grids, count, kCells)});
    if (!status.ok()) return status;
    for (std::size_t i = 0; i < count * kCells; ++i) {
      if (kCellValue[static_cast<unsigned char>(text[i])] == kNotACell)
        return bad_character(text, i);
    }
    for (std::size_t i = 0; i < count * kCells; ++i)
      grids[i] = kCellValue[static_cast<unsigned char>(text[i])];
    return {};
  });
}

int dokumill_print(const uint8_t* grids, size_t count, char empty, char* text) {
  return guarded([&]() -> Status {
    if (kEmptyCells.find(empty) == std::string_view::npos) {
      return {ErrorCode::kUsage, "empty: expected one of 0.*_xX-"};
    }
    Status status =
        check_arrays({input("grids", grids, count, kCells), result("text", text, count, kCells)});
    if (!status.ok()) return status;
    for (std::size_t i = 0; i < count * kCells; ++i) {
      if (grids[i] <= kDigits) continue;
      return {ErrorCode::kUsage, "grids[" + std::to_string(i / kCells) + "]: cell " +
                                     std::to_string(i % kCells) + " has the value " +
                                     std::to_string(grids[i]) + ", expected 0 to 9"};
    }
    for (std::size_t i = 0; i < count * kCells; ++i) {
      text[i] = grids[i] == 0 ? empty : static_cast<char>('0' + grids[i]);
    }
    return {};
  });
}

// The names are string literals, so they end with a zero.
const char* dokumill_kind_name(int kind) {
  if (kind < DOKUMILL_NONE || kind > DOKUMILL_COMPLETE) return nullptr;
  return name_of(static_cast<GridKind>(kind)).data();
}

const char* dokumill_level_name(int level) {
  if (level < 0 || level >= kLevels) return nullptr;
  return name_of(static_cast<Level>(level)).data();
}

const char* dokumill_technique_name(int technique) {
  if (technique < 0 || technique >= kTechniques) return nullptr;
  return info_of(static_cast<Technique>(technique)).name.data();
}

const char* dokumill_feature_name(int feature) {
  const auto index = static_cast<std::size_t>(feature);
  return index < known_features().size() ? known_features()[index].name.data() : nullptr;
}

const char* dokumill_engine_name(size_t engine) {
  for (const EngineInfo& info : engines()) {
    if (info.is_available && engine-- == 0) return info.name.data();
  }
  return nullptr;
}

}  // extern "C"
