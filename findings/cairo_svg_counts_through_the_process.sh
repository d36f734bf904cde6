#!/bin/sh
# Cairo's SVG of the same drawing has other bytes the second time that a process draws it.
#
# Software:    libcairo2 and libcairo2-dev 1.16.0-7 (Debian 12, amd64)
# Behaviour:   The names in an SVG file (surface1, clip1, glyph0-0 ...) come from counters of the
#              process, and not of the file. So the second file of a process differs from the first
#              one, although every call is the same. Each new process begins again.
# Wrong guess: Cairo writes no dates into SVG, so the same calls give the same bytes, and a test may
#              draw twice in one process and compare.
# Seen:        first and second SVG of a process differ; first SVG of two processes: same bytes; the
#              names alone differ: with their numbers removed, the two files are the same.
#
# Needs cc, apt-get, dpkg and the libraries that libcairo2 depends on. Downloads both packages into a
# temporary folder. Exit status 1: the behaviour is another.
set -eu
version=1.16.0-7
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get download -q "libcairo2=$version" "libcairo2-dev=$version" >download.log 2>&1 || { cat download.log; exit 1; }
for package in *.deb; do dpkg -x "$package" .; done
library=$(find "$work" -name 'libcairo.so.2' | head -n 1)
LD_LIBRARY_PATH=$(dirname "$library")
export LD_LIBRARY_PATH
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
cc -O0 -I usr/include/cairo draw.c -o draw "$library" -Wl,--allow-shlib-undefined
./draw first.svg second.svg
./draw again.svg
for name in first second; do sed -E 's/(surface|clip|mask|group|image|glyph|source|filter|compositing|radial|linear|pattern)[-_]?[0-9]+(-[0-9]+)*/\1/g' $name.svg >$name.plain; done
echo "cairo $version: names in the first file:  $(grep -oE 'id="[^"]*"' first.svg | tr '\n' ' ')"
echo "cairo $version: names in the second file: $(grep -oE 'id="[^"]*"' second.svg | tr '\n' ' ')"
if cmp -s first.svg again.svg && ! cmp -s first.svg second.svg && cmp -s first.plain second.plain; then
  echo "as described: the second file of a process has other names, and nothing else differs"
else
  echo "CHANGED"
  exit 1
fi
