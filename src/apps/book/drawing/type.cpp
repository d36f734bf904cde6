#include "apps/book/drawing/type.hpp"

#include <cairo-ft.h>

#include <algorithm>
#include <optional>

#include "base/text/format.hpp"
#include "base/text/printable.hpp"

#if defined(__SANITIZE_ADDRESS__)
#define DOKUMILL_HAS_ADDRESS_SANITIZER
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define DOKUMILL_HAS_ADDRESS_SANITIZER
#endif
#endif

namespace dokumill::book {
namespace {

const FcChar8* fc_bytes(std::string_view text) {
  return reinterpret_cast<const FcChar8*>(text.data());
}

// Takes the first character from `text`; nullopt if it is not UTF-8, or a control character.
std::optional<FcChar32> take_character(std::string_view& text) {
  FcChar32 character = 0;
  const int bytes = FcUtf8ToUcs4(fc_bytes(text), &character, static_cast<int>(text.size()));
  if (bytes <= 0 || character < 0x20 || (character >= 0x7f && character < 0xa0)) {
    return std::nullopt;
  }
  text.remove_prefix(static_cast<std::size_t>(bytes));
  return character;
}

void add_characters(std::string_view text, FcCharSet* set) {
  while (!text.empty()) {
    const auto character = take_character(text);
    if (!character) return;
    FcCharSetAddChar(set, *character);
  }
}

// The first character of `text` that is not in the set, as text; empty if all are.
std::string first_missing(std::string_view text, const FcCharSet* set) {
  while (!text.empty()) {
    const std::string_view before = text;
    const auto character = take_character(text);
    if (!character) return {};
    if (FcCharSetHasChar(set, *character) == FcFalse) {
      return format_text("'{}' (U+{:04X})", before.substr(0, before.size() - text.size()),
                         *character);
    }
  }
  return {};
}

// Chinese, Japanese and Korean write some Han characters differently, and a font has the forms of
// one language. Kana are Japanese, and Hangul is Korean; Han characters alone are Chinese.
std::string_view font_language(std::string_view text, Language language) {
  bool has_han = false;
  while (!text.empty()) {
    const auto character = take_character(text);
    if (!character) break;
    if (*character >= 0x3040 && *character <= 0x30ff) return "ja";
    if (*character >= 0xac00 && *character <= 0xd7a3) return "ko";
    has_han = has_han || (*character >= 0x3400 && *character <= 0x9fff) ||
              (*character >= 0x20000 && *character <= 0x3ffff);
  }
  return has_han || language == Language::kChinese ? "zh-cn" : "en";
}

// A family with weak binding counts less than the language.
void add_weak_family(FcPattern* pattern, const char* family) {
  FcValue value;
  value.type = FcTypeString;
  value.u.s = fc_bytes(family);
  FcPatternAddWeak(pattern, FC_FAMILY, value, FcTrue);
}

bool has_family(const FcPattern* pattern, const std::string& family) {
  FcChar8* name = nullptr;
  for (int i = 0; FcPatternGetString(pattern, FC_FAMILY, i, &name) == FcResultMatch; ++i) {
    if (FcStrCmpIgnoreCase(name, fc_bytes(family)) == 0) return true;
  }
  return false;
}

// True if the typeface is lighter than it should be.
bool needs_bold(const FcPattern* pattern, Weight weight) {
  double found = FC_WEIGHT_REGULAR;
  FcPatternGetDouble(pattern, FC_WEIGHT, 0, &found);
  return weight == Weight::kBold && found < FC_WEIGHT_DEMIBOLD;
}

Owned<cairo_font_options_t> font_options() {
  Owned<cairo_font_options_t> options(cairo_font_options_create());
  cairo_font_options_set_hint_style(options.get(), CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options.get(), CAIRO_HINT_METRICS_OFF);
  cairo_font_options_set_antialias(options.get(), CAIRO_ANTIALIAS_GRAY);
  return options;
}

constexpr double kMeasuredSize = 1000;  // outlines have about this resolution
constexpr std::size_t kMostWidths = 10'000;

}  // namespace

bool is_printable(std::string_view text) {
  while (!text.empty()) {
    if (!take_character(text)) return false;
  }
  return true;
}

Result<Face> Face::find(const FontRequest& request) {
  const OwnedFc<FcCharSet> wanted(FcCharSetCreate());
  const OwnedFc<FcPattern> pattern(FcPatternCreate());
  if (wanted == nullptr || pattern == nullptr) return Status(ErrorCode::kOutOfMemory, "no memory");
  add_characters("0123456789", wanted.get());
  add_characters(request.characters, wanted.get());
  if (request.family.empty()) {
    FcPatternAddString(pattern.get(), FC_FAMILY, fc_bytes("DejaVu Sans"));
    add_weak_family(pattern.get(), "sans-serif");
  } else {
    FcPatternAddString(pattern.get(), FC_FAMILY, fc_bytes(request.family));
  }
  FcPatternAddInteger(pattern.get(), FC_WEIGHT,
                      request.weight == Weight::kBold ? FC_WEIGHT_BOLD : FC_WEIGHT_REGULAR);
  FcPatternAddInteger(pattern.get(), FC_SLANT, FC_SLANT_ROMAN);
  // With a family of the user, the characters do not decide, so that a lacking one is reported.
  if (request.family.empty()) FcPatternAddCharSet(pattern.get(), FC_CHARSET, wanted.get());
  // FC_SCALABLE: Cairo embeds outlines, not bitmaps. FC_LANG: the default language is that of the
  // locale. With a fixed language, the choice of the font does not depend on the locale.
  FcPatternAddBool(pattern.get(), FC_SCALABLE, FcTrue);
  const std::string language(font_language(request.characters, request.language));
  FcPatternAddString(pattern.get(), FC_LANG, fc_bytes(language));
  FcConfigSubstitute(nullptr, pattern.get(), FcMatchPattern);
  FcDefaultSubstitute(pattern.get());
  FcResult result = FcResultNoMatch;
  const OwnedFc<FcPattern> match(FcFontMatch(nullptr, pattern.get(), &result));
  FcCharSet* has = nullptr;
  if (match == nullptr || FcPatternGetCharSet(match.get(), FC_CHARSET, 0, &has) != FcResultMatch) {
    return Status(ErrorCode::kInput,
                  "no font was found on this machine; install one, such as fonts-dejavu-core");
  }
  if (!request.family.empty() && !has_family(match.get(), request.family)) {
    return Status(ErrorCode::kUsage,
                  format_text("this machine has no font '{}'; fc-list prints those that it has",
                              printable(request.family)));
  }
  const std::string missing = first_missing("0123456789" + request.characters, has);
  if (!missing.empty() && !request.family.empty()) {
    return Status(ErrorCode::kUsage, format_text("the font '{}' has no {}, which {} needs",
                                                 printable(request.family), missing, request.what));
  }
  if (!missing.empty()) {
    return Status(ErrorCode::kInput,
                  format_text("no font of this machine has all characters of {}, such as {}",
                              request.what, missing));
  }
  if (needs_bold(match.get(), request.weight)) {
    FcPatternDel(match.get(), FC_EMBOLDEN);
    FcPatternAddBool(match.get(), FC_EMBOLDEN, FcTrue);
  }
  Face face;
  face.characters_.reset(FcCharSetCopy(has));
  face.face_.reset(cairo_ft_font_face_create_for_pattern(match.get()));
  cairo_matrix_t size, place;
  cairo_matrix_init_scale(&size, kMeasuredSize, kMeasuredSize);
  cairo_matrix_init_identity(&place);
  face.scaled_.reset(
      cairo_scaled_font_create(face.face_.get(), &size, &place, font_options().get()));
  if (Status status = face.measure_digits(); !status.ok()) return status;
  return face;
}

bool Face::has(std::string_view text) const {
  return first_missing(text, characters_.get()).empty();
}

double Face::width(const std::string& text, double size) const {
  if (const auto known = widths_.find(text); known != widths_.end()) return known->second * size;
  cairo_text_extents_t extents;
  cairo_scaled_font_text_extents(scaled_.get(), text.c_str(), &extents);
  const double width = extents.x_advance / kMeasuredSize;
  if (widths_.size() < kMostWidths) widths_.emplace(text, width);
  return width * size;
}

Status Face::measure_digits() {
  for (int digit = 0; digit < 10; ++digit) {
    const char text[] = {static_cast<char>('0' + digit), '\0'};
    cairo_glyph_t* glyphs = nullptr;
    int count = 0;
    const cairo_status_t status = cairo_scaled_font_text_to_glyphs(
        scaled_.get(), 0, 0, text, 1, &glyphs, &count, nullptr, nullptr, nullptr);
    if (status != CAIRO_STATUS_SUCCESS || count != 1) {
      cairo_glyph_free(glyphs);
      return {ErrorCode::kInput, "the font of this machine has no digits that can be used"};
    }
    cairo_text_extents_t extents;
    cairo_scaled_font_glyph_extents(scaled_.get(), glyphs, 1, &extents);
    digits_.glyphs[digit] = glyphs[0].index;
    digits_.advances[digit] = extents.x_advance / kMeasuredSize;
    digits_.height = std::max(digits_.height, -extents.y_bearing / kMeasuredSize);
    cairo_glyph_free(glyphs);
  }
  return {};
}

void set_font_options(cairo_t* context) {
  cairo_set_font_options(context, font_options().get());
}

FontSession::~FontSession() {
#ifdef DOKUMILL_HAS_ADDRESS_SANITIZER
  cairo_debug_reset_static_data();
  FcFini();
#endif
}

}  // namespace dokumill::book
