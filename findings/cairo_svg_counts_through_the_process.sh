#!/bin/sh
# Cairo's SVG of the same drawing has other bytes the second time that a process draws it.
#
# Software:    libcairo2 and libcairo2-dev 1.16.0 (Debian 12)
# Behaviour:   The names in an SVG file (surface1, clip1, glyph0-0 ...) come from counters of the
#              process, and not of the file. So the second file of a process differs from the first
#              one, although every call is the same. Each new process begins again.
# Wrong guess: Cairo writes no dates into SVG, so the same calls give the same bytes, and a test may
#              draw twice in one process and compare.
# Seen:        first and second SVG of a process differ; first SVG of two processes: same bytes; the
#              names alone differ: with their numbers removed, the two files are the same.
#
# Needs cc, pkg-config and libcairo2-dev (installed with apt-get if it is missing). Exit status 1: the
# behaviour is another.
set -eu
pkg-config --exists cairo-svg || apt-get install -y -q libcairo2-dev >/dev/null
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat >draw.c <<'C'
#include <cairo-svg.h>
#include <cairo.h>

static void draw(const char* path) {
  cairo_surface_t* file = cairo_svg_surface_create(path, 100, 100);
  cairo_t* pen = cairo_create(file);
  cairo_rectangle(pen, 10, 10, 50, 50);
  cairo_clip(pen);
  cairo_push_group(pen);
  cairo_set_source_rgb(pen, 0, 0, 0);
  cairo_arc(pen, 40, 40, 30, 0, 6);
  cairo_fill(pen);
  cairo_pop_group_to_source(pen);
  cairo_paint_with_alpha(pen, 0.5);
  cairo_destroy(pen);
  cairo_surface_destroy(file);
}

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) draw(argv[i]);
  return 0;
}
C
# shellcheck disable=SC2046  # several words
cc -O0 draw.c -o draw $(pkg-config --cflags --libs cairo-svg)
./draw first.svg second.svg
./draw again.svg
for name in first second; do sed -E 's/(surface|clip|mask|group|image|glyph|source|filter|compositing|radial|linear|pattern)[-_]?[0-9]+(-[0-9]+)*/\1/g' $name.svg >$name.plain; done
echo "cairo $(pkg-config --modversion cairo): names in the first file:  $(grep -oE 'id="[^"]*"' first.svg | tr '\n' ' ')"
echo "cairo $(pkg-config --modversion cairo): names in the second file: $(grep -oE 'id="[^"]*"' second.svg | tr '\n' ' ')"
if cmp -s first.svg again.svg && ! cmp -s first.svg second.svg && cmp -s first.plain second.plain; then
  echo "as described: the second file of a process has other names, and nothing else differs"
else
  echo "CHANGED"
  exit 1
fi
