#include "book/type.hpp"

#include <cairo-ft.h>
#include <fontconfig/fontconfig.h>

#include <algorithm>
#include <string_view>

#include "core/text/format.hpp"

#if defined(__SANITIZE_ADDRESS__)
#define DOKUMILL_HAS_ADDRESS_SANITIZER
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define DOKUMILL_HAS_ADDRESS_SANITIZER
#endif
#endif

namespace dokumill::book {
namespace {

struct FontDeleter {
  void operator()(FcPattern* pattern) const { FcPatternDestroy(pattern); }
  void operator()(FcCharSet* set) const { FcCharSetDestroy(set); }
};

const FcChar8* bytes_of(std::string_view text) {
  return reinterpret_cast<const FcChar8*>(text.data());
}

// Adds the characters of `text`. False if it is not UTF-8 or has a control character.
bool add_characters(std::string_view text, FcCharSet* set) {
  while (!text.empty()) {
    FcChar32 character = 0;
    const int bytes = FcUtf8ToUcs4(bytes_of(text), &character, static_cast<int>(text.size()));
    if (bytes <= 0 || character < 0x20 || (character >= 0x7f && character < 0xa0)) return false;
    if (FcCharSetAddChar(set, character) == FcFalse) return false;
    text.remove_prefix(static_cast<std::size_t>(bytes));
  }
  return true;
}

Status no_font(std::string_view what) {
  return {ErrorCode::kInput, format_text("no font of this machine has {}", what)};
}

}  // namespace

Result<Owned<cairo_font_face_t>> find_face(const std::string& text, Weight weight) {
  const std::unique_ptr<FcCharSet, FontDeleter> wanted(FcCharSetCreate());
  const std::unique_ptr<FcPattern, FontDeleter> pattern(FcPatternCreate());
  if (wanted == nullptr || pattern == nullptr) return Status(ErrorCode::kOutOfMemory, "no memory");
  add_characters("0123456789", wanted.get());
  if (!add_characters(text, wanted.get())) {
    return Status(ErrorCode::kUsage, "the title is not UTF-8, or has a control character", "title");
  }
  for (const std::string_view family : {"DejaVu Sans", "sans-serif"}) {
    FcPatternAddString(pattern.get(), FC_FAMILY, bytes_of(family));
  }
  FcPatternAddInteger(pattern.get(), FC_WEIGHT,
                      weight == Weight::kBold ? FC_WEIGHT_BOLD : FC_WEIGHT_REGULAR);
  FcPatternAddCharSet(pattern.get(), FC_CHARSET, wanted.get());
  // FC_SCALABLE: Cairo embeds outlines, not bitmaps. FC_LANG: the default language is that of the
  // locale. With a fixed language, the choice of the font does not depend on the locale.
  FcPatternAddBool(pattern.get(), FC_SCALABLE, FcTrue);
  FcPatternAddString(pattern.get(), FC_LANG, bytes_of("en"));
  FcConfigSubstitute(nullptr, pattern.get(), FcMatchPattern);
  FcDefaultSubstitute(pattern.get());
  FcResult result = FcResultNoMatch;
  const std::unique_ptr<FcPattern, FontDeleter> match(FcFontMatch(nullptr, pattern.get(), &result));
  FcCharSet* has = nullptr;
  const std::string what = text.empty() ? "digits; install one, such as fonts-dejavu-core"
                                        : "all characters of the title";
  if (match == nullptr || FcPatternGetCharSet(match.get(), FC_CHARSET, 0, &has) != FcResultMatch ||
      FcCharSetIsSubset(wanted.get(), has) == FcFalse) {
    return no_font(what);
  }
  Owned<cairo_font_face_t> face(cairo_ft_font_face_create_for_pattern(match.get()));
  if (cairo_font_face_status(face.get()) != CAIRO_STATUS_SUCCESS) return no_font(what);
  return face;
}

void set_font_options(cairo_t* context) {
  const Owned<cairo_font_options_t> options(cairo_font_options_create());
  cairo_font_options_set_hint_style(options.get(), CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options.get(), CAIRO_HINT_METRICS_OFF);
  cairo_font_options_set_antialias(options.get(), CAIRO_ANTIALIAS_GRAY);
  cairo_set_font_options(context, options.get());
}

void free_for_leak_check() {
#ifdef DOKUMILL_HAS_ADDRESS_SANITIZER
  cairo_debug_reset_static_data();
  FcFini();
#endif
}

Result<Digits> digits_of(cairo_font_face_t* face) {
  constexpr double kSize = 1000;  // outlines have about this resolution
  const Owned<cairo_surface_t> surface(
      cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, nullptr));
  const Owned<cairo_t> context(cairo_create(surface.get()));
  set_font_options(context.get());
  cairo_set_font_face(context.get(), face);
  cairo_set_font_size(context.get(), kSize);
  Digits digits{};
  for (int digit = 0; digit < 10; ++digit) {
    const char text[] = {static_cast<char>('0' + digit), '\0'};
    cairo_glyph_t* glyphs = nullptr;
    int count = 0;
    const cairo_status_t status =
        cairo_scaled_font_text_to_glyphs(cairo_get_scaled_font(context.get()), 0, 0, text, 1,
                                         &glyphs, &count, nullptr, nullptr, nullptr);
    if (status != CAIRO_STATUS_SUCCESS || count != 1) {
      cairo_glyph_free(glyphs);
      return no_font("digits that can be used");
    }
    cairo_text_extents_t extents;
    cairo_glyph_extents(context.get(), glyphs, 1, &extents);
    digits.glyphs[digit] = glyphs[0].index;
    digits.advances[digit] = extents.x_advance / kSize;
    digits.height = std::max(digits.height, -extents.y_bearing / kSize);
    cairo_glyph_free(glyphs);
  }
  return digits;
}

}  // namespace dokumill::book
