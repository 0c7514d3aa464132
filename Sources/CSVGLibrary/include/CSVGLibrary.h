// SPDX-License-Identifier: MIT
#pragma once
#include <stddef.h>
#include <stdint.h>

// SVG documents drawn by librsvg, which is loaded with the first one. Nothing outside of a document is read.
// `message` holds LLUA_SVG_MESSAGE bytes and is filled when a function fails.

enum { LLUA_SVG_MESSAGE = 240 };
enum {
  LLUA_SVG_OK = 0,
  LLUA_SVG_DAMAGED = 1,
  LLUA_SVG_MEMORY = 2,
  LLUA_SVG_NO_LIBRARY = 3,  // with the missing library's name as the message
};

typedef struct llua_svg llua_svg;

// The size that a document says it has. Lengths are in pixels of CSS, 96 to the inch; those in percent are not there.
typedef struct {
  int has_width, has_height, has_view;
  double width, height;
  double view[4];  // x, y, width, height
} llua_svg_size;

// Reads a document. `style` is a style sheet that comes before the document's own; NULL for none. One thread at a time
// uses it, any thread.
int llua_svg_open(
    const uint8_t *bytes, size_t size, const char *style, llua_svg **svg, llua_svg_size *dimensions, char *message);
void llua_svg_close(llua_svg *svg);

// The rectangle that its shapes cover in a viewport of 300 × 150, which a document without a size has: x, y, width,
// height. Returns a status.
int llua_svg_extents(llua_svg *svg, double extents[4], char *message);

// How a document is drawn: its origin, and the size of its viewport from there, in pixels of CSS; device pixels for
// each; and where the origin comes to lie in device pixels.
typedef struct {
  double x, y, width, height;
  double scale_x, scale_y;
  double offset_x, offset_y;
} llua_svg_view;

// Draws rows of a picture, as premultiplied B, G, R, A in memory. `pixels` are those of the whole picture. Returns a
// status.
int llua_svg_draw(llua_svg *svg, const llua_svg_view *view, uint32_t *pixels, int width, int height, int first_row,
    int rows, char *message);

// B, G, R, A to R, G, B, A and back, in place.
void llua_svg_swap(uint32_t *pixels, size_t count);
