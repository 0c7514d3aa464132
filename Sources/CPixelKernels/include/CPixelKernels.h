// SPDX-License-Identifier: MIT
#pragma once
#include <stddef.h>
#include <stdint.h>

// Pixels are premultiplied RGBA, red in the lowest byte. All coordinates are absolute device pixels; rectangles are
// half-open.

// A directed edge in 24.8 fixed point.
typedef struct {
  int32_t x0, y0, x1, y1;
} llua_edge;

// The edges of an area. With `bin_count` > 0 the edges are ordered by the bin of 2^bin_shift rows in which they start,
// counted from `bin_top`: those of bin b are bin_start[b] ..< bin_start[b + 1], and those that started above it and
// reach into it are carry[carry_start[b] ..< carry_start[b + 1]].
typedef struct {
  const llua_edge *edges;
  size_t count;
  int32_t x0, y0, x1, y1;
  // With `is_rect` there are no edges: the area is this rectangle in 24.8.
  int32_t is_rect;
  llua_edge rect;
  // When filled by the non-zero rule: the factor, in 1/256 (above 256), by which coverage rises faster from none to
  // full about a half; 0 leaves it as it is. Not for rectangles.
  int32_t steepness;
  int32_t bin_count, bin_shift, bin_top;
  const uint32_t *bin_start, *carry_start, *carry;
  // Where contours may overlap, the chain that each edge belongs to: chain << 1 | 1 when it goes up. A chain is a run
  // of a contour's edges that all go down or all go up; level edges belong to the chain before or after them, and must
  // be present. NULL where all windings are known to be 0 and 1, or 0 and -1.
  const uint32_t *chains;
  // The sum of the numbers of rows of all edges.
  uint64_t steps;
  // Not 0: the edges are two chains that begin and end together in all rows of the bounds, those of the first this many
  // one after the other on the way down, the rest on the way up. None of them is left or right of the bounds.
  size_t down_count;
} llua_outline;

enum { LLUA_MAX_CHAINS = 1 << 23 };

// The part of one edge in one pixel; see crowd.h.
typedef struct {
  uint64_t key;
  uint32_t next, unused;
} llua_part;

// A rectangle of pixels or alpha; `base` is the one at (x0, y0).
typedef struct {
  uint32_t *base;
  ptrdiff_t stride;
  int32_t x0, y0, x1, y1;
} llua_pixels;

typedef struct {
  uint8_t *base;
  ptrdiff_t stride;
  int32_t x0, y0, x1, y1;
} llua_alpha;

enum { LLUA_NONZERO = 0, LLUA_EVENODD = 1 };

enum {
  LLUA_SOLID,
  LLUA_PIXELS,      // `pixels` in device space
  LLUA_LINEAR,      // t = u
  LLUA_ELLIPSE,     // t = hypot(u, v)
  LLUA_CONIC,       // t = angle of (u, v) in turns
  LLUA_TWO_CIRCLE,  // u, v relative to the first centre
  LLUA_IMAGE,
  LLUA_ALPHA_IMAGE
};

enum { LLUA_CLAMP, LLUA_REPEAT, LLUA_TRANSPARENT };

// A gradient's colours: pieces between hard edges, each a stretch of the tables. Piece k holds for edge[k - 1] <= t <
// edge[k] and takes entry clamp(t * scale[k] + offset[k], low[k], high[k]): red and blue in the halves of `even`, green
// and alpha in those of `odd`, 8.8 fixed point.
typedef struct {
  const uint32_t *even, *odd;
  const float *edge, *scale, *offset, *low, *high;
  int32_t edge_count;
} llua_gradient;

typedef struct {
  const uint32_t *pixels;
  int32_t width, height;
  // The bounds of the image for the edge mode.
  int32_t x0, y0, x1, y1;
  // This level's size / the full image's.
  double scale_x, scale_y;
} llua_level;

typedef struct {
  const uint8_t *pixels;
  ptrdiff_t stride;
  int32_t width, height;
} llua_alpha_image;

// The source of painted pixels. The homography `m` maps device pixel centres (row vectors) to the source's plane: u =
// (x m0 + y m3 + m6) / w, v = (x m1 + y m4 + m7) / w, w = x m2 + y m5 + m8.
typedef struct {
  int32_t kind;
  uint32_t color;
  int32_t is_opaque;
  int32_t is_affine;
  double m[9];
  // Gradients: whether t below 0 and above 1 is painted.
  int32_t extend_start, extend_end;
  llua_gradient gradient;
  // Two circles: centre difference, first radius, difference of radii.
  double cdx, cdy, r0, dr;
  // Images.
  int32_t edge_mode, level_count;
  // The axes that take the nearest pixel. With `chooses_filter`, on either axis, `magnifies_nearest` decides where at
  // most one image pixel falls on a device pixel, elsewhere `minifies_nearest`.
  int32_t nearest_x, nearest_y, chooses_filter, magnifies_nearest, minifies_nearest;
  // Affine: the share of level 1 that is mixed into level 0, and then of level 2 into the result, 0…256. Otherwise the
  // level is chosen along the span; trilinear mixes.
  int32_t mix[2], is_trilinear;
  float bias;
  const llua_level *levels;
  llua_alpha_image alpha_image;
  llua_pixels pixels;
} llua_source;

typedef struct {
  const llua_source *source;
  int32_t opacity;  // 0…255, multiplies the source
  int32_t blend;    // Pixels.BlendMode
  uint32_t tint;    // multiplies red, green and blue of the source, 0…255 each; its highest byte is ignored
} llua_paint;

// An image that sprites show. The source's own map is not used.
typedef struct {
  const llua_source *source;
  // The part shown, in pixels of the image.
  double u0, v0, u1, v1;
} llua_sprite_image;

// A parallelogram: the part of an image, from device pixel centres at u = x m0 + y m2 + m4, v = x m1 + y m3 + m5. Its
// edges are weighted by the share of a pixel inside them.
typedef struct {
  const llua_sprite_image *image;
  double m[6];
  uint32_t multiplier;     // for each channel of the premultiplied source
  int32_t x0, y0, x1, y1;  // the bounds of the sprite
} llua_sprite;

typedef struct {
  int32_t x, count;
  int32_t coverage;  // 1…255, or -1: the coverage row's
} llua_span;

// Working memory of one thread. `cells`, `marks` and `crowds` are all zero between calls. `cell_capacity` is at least a
// row of the widest band (see llua_cell_stride); `row` holds `width_capacity` + 64 bytes, `spans` and `clipped`
// width_capacity + 8 each. `parts`, `heads` (cell_capacity) and `crowds` (mark_capacity) are needed only for outlines
// with chains. A head above `epoch` belongs to this call.
typedef struct {
  int32_t *cells;
  size_t cell_capacity;
  uint8_t *marks;
  size_t mark_capacity;
  llua_part *parts;
  uint32_t part_capacity, epoch;
  uint32_t *heads;
  uint8_t *crowds;
  uint8_t *row;
  llua_span *spans, *clipped;
  size_t width_capacity;
} llua_scratch;

// Cells a row: an odd number of cache lines, so that the cells of one column do not compete for the same sets.
static inline size_t llua_cell_stride(int32_t width) { return ((((size_t)width + 10 + 15) >> 4) | 1) << 4; }
// Bytes, a multiple of 8.
static inline size_t llua_mark_stride(int32_t width) { return ((((size_t)width + 1) >> 2) + 8) & ~(size_t)7; }

// Beneath: the part of a coverage that is visible beside the outline's, (a - b) / (1 - b), where both share edges; 0
// where the latter is larger.
enum { LLUA_COVER_SET, LLUA_COVER_MULTIPLY, LLUA_COVER_UNION, LLUA_COVER_BENEATH };

// A mask that is stretched: the first and last columns and rows keep their size, the one between is repeated.
typedef struct {
  llua_alpha mask;
  int32_t left, right, top, bottom;
  // The destination.
  int32_t x0, y0, x1, y1;
} llua_nine_slice;

// Rows of bytes or of 16-bit words, one or four channels side by side; `base` is the value at (x0, y0), `stride` counts
// bytes. Outside of the rectangle all is 0. Rows of words may be read and written LLUA_GAUSSIAN_PAD words further.
typedef struct {
  void *base;
  ptrdiff_t stride;
  int32_t x0, y0, x1, y1;
} llua_plane;

enum { LLUA_GAUSSIAN_TAPS = 16, LLUA_GAUSSIAN_PAD = 128, LLUA_GAUSSIAN_REPEAT = 32 };

// A Gaussian blur: taps on a level of the pyramid, and the way back up.
typedef struct {
  int32_t channels;  // 1 or 4
  // Taps are 0.16 for the offsets 0 ... radius, both sides; half of the first. All add up to 65536.
  int32_t radius_x, radius_y;
  uint16_t taps_x[LLUA_GAUSSIAN_TAPS], taps_y[LLUA_GAUSSIAN_TAPS];
  // The number of times that each axis was halved.
  int32_t shift_x, shift_y;
  // The weights, 0.16, of the level's values before, at and after: of a row 2^shift_y times three; of a row's words
  // three tables of period_x + 2 * LLUA_GAUSSIAN_REPEAT, that repeat after the period, which is a multiple of
  // LLUA_GAUSSIAN_REPEAT.
  const uint16_t *up_y, *up_x;
  int32_t period_x;
} llua_gaussian;

// A mean over a box: so many pixels on either side count in full, one more by `end`; `factor` is 1 by its length.
typedef struct {
  int32_t whole_x, whole_y;
  float end_x, end_y, factor_x, factor_y;
} llua_box;
// Bytes of working memory for rows of so many pixels.
static inline size_t llua_box_work(int32_t width, int32_t whole_x) {
  return (size_t)(width + 2 * (whole_x + 1)) * 28 + 256;
}

// A disc of up to 24 pixels' radius by its columns, the middle one first: the rows 0 ... whole[k] of column k count in
// full (none where that is -1), and those of parts part_start[k] ..< part_start[k + 1] by weights of 0.16.
typedef struct {
  // Bytes are summed with `bits` after the point; `is_small`: all of the disc fits 16 bits.
  int32_t reach, rows, bits, is_small;
  const int32_t *whole, *part_start, *part_row;
  const uint16_t *part_weight;
  float factor;
} llua_disc;
enum { LLUA_DISC_BLOCK = 64 };
#define LLUA_DISC_WIDE(reach) ((4 * (LLUA_DISC_BLOCK + 2 * (ptrdiff_t)(reach)) + 31) & ~(ptrdiff_t)15)

// A pixel beside another, and its weight of 0.16.
typedef struct {
  int32_t dx, dy;
  uint16_t weight;
} llua_tap;

// Means along rays: for each sample and column of the target the column of the source, counted from one before its
// first, and the weights of it and the next, four times each, 0.16. A column that there is not is the one after next
// of the last.
enum { LLUA_RAY_SAMPLES = 64 };
typedef struct {
  int32_t count;
  const int32_t *columns;
  const uint16_t *weights;
} llua_rays;

// The most levels of a picture.
enum { LLUA_LEVELS = 12 };

// What is read beyond a picture: nothing, its last pixels, or the part from `from` to before `to` again.
enum { LLUA_EDGE_TRANSPARENT, LLUA_EDGE_CLAMPED, LLUA_EDGE_REPEATED };

// A picture, or one of its halves, quarters ...: premultiplied bytes, or four floats to a pixel. The first pixel is
// (x0, y0); `scale` is the number of its pixels to one of the grid, a power of two.
typedef struct {
  const void *pixels;
  int32_t is_bytes;
  int32_t x0, y0, width, height;
  float scale;
  int32_t edge_x, from_x, to_x, edge_y, from_y, to_y;
} llua_grid_level;

// Places on the grid, where pixel (x, y) has its centre at (x + 1/2, y + 1/2). With `axis_x` also the ellipse that is
// to be averaged, which the map makes of the disc of diameter 1 about the pixel: its longer axis and the length of
// the shorter. Where neither is longer than 1 the four pixels around the place are mixed; else the picture is read at
// the level where the shorter axis is a pixel, at up to 17 places along the longer, the outermost with parts of the
// weight, so that nothing jumps as a map changes.
typedef struct {
  const float *x, *y, *axis_x, *axis_y, *minor;
} llua_places;

// The pixels of a block of colour filters: red, green, blue, not premultiplied, and alpha, in planes of so many
// floats. Functions change whole vectors, so a block's planes are written beyond `count`, up to its end.
enum { LLUA_COLORS = 128 };

// A power of numbers from `first` to `last`, powers of two, by 128 values for each doubling, and two more.
typedef struct {
  const float *table;
  float first, last, at_zero;
} llua_power;

// Colours side by side, four floats each, aligned to 16 bytes; luminance times `scale` and `offset` is a place there.
typedef struct {
  const float *colors;
  int32_t count;
  float scale, offset;
} llua_ramp;

// `side` colours along each of red, green and blue, premultiplied; red counts fastest.
typedef struct {
  const float *colors;
  int32_t side, is_opaque;
} llua_cube;

// The square of the distance from a place, times a factor; its root with `is_root`.
typedef struct {
  double x, y, factor;
  int32_t is_root;
} llua_spot;

// Darker by `amount` where a distance is `width` above `start`.
typedef struct {
  float start, width, amount;
} llua_shade;

enum { LLUA_SCREEN_DOTS, LLUA_SCREEN_LINES, LLUA_SCREEN_HATCH, LLUA_SCREEN_CIRCLES };

// A pattern about a place; what a pixel adds to its own coordinates, in repetitions.
typedef struct {
  double x, y, along, across;
  int32_t pattern;
} llua_screen;

// How much of the grey that inks have in common becomes black ink, and how much of it the others lose.
typedef struct {
  float slope, replacement, removal;
} llua_inks;

// Colour filters, on planes; x and y are those of the first pixel.
typedef struct {
  // Premultiplied rows to planes and back.
  void (*of_bytes)(float *planes, const uint32_t *from, int32_t count);
  void (*of_floats)(float *planes, const float *from, int32_t count);
  void (*to_bytes)(const float *planes, uint32_t *to, int32_t count);
  void (*to_floats)(float *planes, float *to, int32_t count);
  // What red, green, blue, alpha and 1 add to the four parts. A new alpha is clamped.
  void (*matrix)(float *planes, int32_t count, const float *m, int32_t keeps_alpha);
  // Each part by rising powers of itself, sixteen factors.
  void (*polynomial)(float *planes, int32_t count, const float *factors);
  void (*limits)(float *planes, int32_t count, const float *low, const float *high);
  void (*units)(float *planes, int32_t count);
  void (*threshold)(float *planes, int32_t count, float least);
  // A table of last + 2 values for 0 to 1.
  void (*curve)(float *planes, int32_t count, const float *table, float last);
  void (*power)(float *planes, int32_t count, const llua_power *);
  void (*vibrance)(float *planes, int32_t count, float amount);
  void (*tones)(float *planes, int32_t count, float high, float shadow);
  void (*posterize)(float *planes, int32_t count, float steps);
  void (*extreme)(float *planes, int32_t count, int32_t is_maximum);
  void (*mask)(float *planes, int32_t count);
  void (*ramp)(float *planes, int32_t count, const llua_ramp *);
  void (*cube)(float *planes, int32_t count, const llua_cube *);
  void (*shade)(float *planes, int32_t count, const llua_spot *, const llua_shade *, int32_t x, int32_t y);
  void (*dither)(float *planes, int32_t count, float intensity, int32_t x, int32_t y);
  void (*random)(float *planes, int32_t count, uint32_t seed, int32_t x, int32_t y);
  // Premultiplied colours, mixed by parts: the second at 1.
  void (*between)(float *planes, int32_t count, const float *parts, const float *first, const float *second);
  void (*screen)(float *planes, int32_t count, const llua_screen *, float slope, int32_t x, int32_t y);
  // Four screens: of cyan, magenta, yellow and black.
  void (*inks)(float *planes, int32_t count, const llua_screen *, const llua_inks *, int32_t x, int32_t y);
  // Numbers for pixels side by side, and a curve of them. Written up to the next multiple of 8.
  void (*distances)(float *out, int32_t count, const llua_spot *, int32_t x, int32_t y);
  void (*curve_of)(float *values, int32_t count, const float *table, float last);
} llua_color_kernels;

// Points near the corners of a grid, or in rows of which every other is moved by half. `m` maps the grid's pixels to
// the points' plane, whose unit is their distance; point (column, row) is the one of four floats at (row - first_row)
// columns + column - first_column, its x and y relative to (column, row times row_height).
typedef struct {
  double m[6], row_height;
  int32_t is_hexagonal, first_column, first_row, columns, rows;
  const float *points;
} llua_points;

// The coverage of a glyph: `height` rows of `width` bytes follow it, each padded with zeros to a multiple of 8. May be
// read LLUA_MASK_PAD bytes beyond its end.
typedef struct {
  // The first pixel, from that of the glyph's origin.
  int16_t x0, y0;
  uint16_t width, height;
  // A number made of all this, by which masks are compared.
  uint64_t print;
} llua_glyph_mask;
enum { LLUA_MASK_PAD = 32 };

// A mask, with the origin's pixel.
typedef struct {
  const llua_glyph_mask *mask;
  int32_t x, y;
} llua_glyph_place;

typedef struct {
  void (*fill_outline)(const llua_outline *, int32_t rule, const llua_paint *, const llua_pixels *,
      const llua_alpha *clip, llua_scratch *);
  void (*fill_rect)(int32_t x0, int32_t y0, int32_t x1, int32_t y1, const llua_paint *, const llua_pixels *,
      const llua_alpha *mask, const llua_alpha *clip, llua_scratch *);
  void (*fill_nine_slice)(
      const llua_nine_slice *, const llua_paint *, const llua_pixels *, const llua_alpha *clip, llua_scratch *);
  // Draws one over the other.
  void (*fill_sprites)(
      const llua_sprite *, size_t count, int32_t blend, const llua_pixels *, const llua_alpha *clip, llua_scratch *);
  // Paints where any of the masks is, ordered by their left columns; what two of them cover in part is added.
  void (*fill_glyphs)(const llua_glyph_place *, size_t count, const llua_paint *, const llua_pixels *,
      const llua_alpha *clip, llua_scratch *);
  void (*cover_outline)(const llua_outline *, int32_t rule, const llua_alpha *, int32_t combine, llua_scratch *);
  // Rows of `count`: alpha = or *= the pixels' alpha; pixels *= alpha.
  void (*alpha_copy)(uint8_t *alpha, const uint32_t *pixels, size_t count);
  void (*alpha_multiply)(uint8_t *alpha, const uint32_t *pixels, size_t count);
  void (*pixels_multiply)(uint32_t *pixels, const uint8_t *alpha, size_t count);
  void (*bytes_multiply)(uint8_t *to, const uint8_t *by, size_t count);
  void (*fill_pixels)(uint32_t *pixels, uint32_t value, size_t count);
  // A Gaussian blur's rows y0 ..< y1. With shifts of 0, from bytes to bytes; `work` holds, in channels, the source's
  // width, the target's, and 2 radius_x, and 2 LLUA_GAUSSIAN_PAD words:
  void (*gaussian_direct)(const llua_gaussian *, const llua_plane *source, const llua_plane *target, int32_t y0,
      int32_t y1, uint16_t *work);
  // The level of half the size along an axis or both: value i from 2 i - 1 ... 2 i + 2 by [1 3 3 1] / 8, from bytes or
  // words to words. `work` holds, in channels, the source's width and twice the target's, and 3 LLUA_GAUSSIAN_PAD:
  void (*gaussian_halve)(const llua_gaussian *, const llua_plane *source, int32_t is_words, const llua_plane *target,
      int32_t halves_x, int32_t halves_y, int32_t y0, int32_t y1, uint16_t *work);
  // From the level to bytes. With n for the columns of the level about the target's, with one more on either side,
  // `work` holds, in channels, the level's width, 5 (n + 2 radius_x), n << shift_x, and 8 LLUA_GAUSSIAN_PAD words:
  void (*gaussian_spread)(
      const llua_gaussian *, const llua_plane *level, const llua_plane *target, int32_t y0, int32_t y1, uint16_t *work);
  // Channel by channel, the greater or lesser of two rows, and with `joins` also of what is in `out`. Rows may overlap
  // only by being the same.
  void (*extreme_bytes)(
      uint8_t *out, const uint8_t *a, const uint8_t *b, size_t count, int32_t is_maximum, int32_t joins);
  void (*extreme_floats)(float *out, const float *a, const float *b, size_t count, int32_t is_maximum, int32_t joins);
  // The median of nine pixels of four channels: value i from i, i + 4 and i + 8 of three rows. Rows may be read and
  // written 32 bytes further.
  void (*median_bytes)(uint8_t *out, const uint8_t *above, const uint8_t *at, const uint8_t *below, size_t count);
  void (*median_floats)(float *out, const float *above, const float *at, const float *below, size_t count);
  // Two rows of pixels to video: BT.709 in limited range, two rows of luma and one of (width + 1) / 2 samples of each
  // chroma, in line with every second column. With `lays` not 0 translucent pixels lie on the opaque pixel `under`,
  // otherwise all are opaque. `work` holds 4 * width + 16 words.
  void (*video_rows)(const uint32_t *top, const uint32_t *bottom, int32_t width, int32_t lays, uint32_t under,
      uint8_t *y0, uint8_t *y1, uint8_t *u, uint8_t *v, uint32_t *work);
  // The same with rows of alpha; colours are straight.
  void (*video_rows_alpha)(const uint32_t *top, const uint32_t *bottom, int32_t width, uint8_t *y0, uint8_t *y1,
      uint8_t *u, uint8_t *v, uint8_t *a0, uint8_t *a1);
  // Pixels at places of a pyramid's grid: the first level, and the halves after it.
  void (*sample_places)(
      const llua_grid_level *, int32_t level_count, const llua_places *, int32_t count, float *pixels);
  // The mean over a square with such a side about a place.
  void (*sample_mean)(const llua_grid_level *, int32_t level_count, float x, float y, float side, float *pixel);
  // Rounded half up and clamped, colours to alpha; not a number is 0.
  void (*bytes_of_floats)(const float *pixels, uint32_t *to, size_t count);
  // From 0 to 1.
  void (*floats_of_bytes)(const uint32_t *pixels, float *to, size_t count);
  // The mean of bytes over a box, of rows y0 ..< y1 of the target. `work` is aligned to 16 bytes.
  void (*box_rows)(
      const llua_box *, const llua_plane *source, const llua_plane *target, int32_t y0, int32_t y1, void *work);
  // The mean of bytes over a disc. `work` holds (2 rows + 4) LLUA_DISC_WIDE(reach) words.
  void (*disc_row)(const llua_disc *, const llua_plane *source, const llua_plane *target, int32_t y, uint16_t *work);
  // Sums of pixels by weights that add up to 65536, from bytes or words of 8.7 to either.
  void (*tap_row)(const llua_tap *, int32_t tap_count, const llua_plane *source, int32_t is_words,
      const llua_plane *target, int32_t makes_words, int32_t y);
  // The same along rays. Sample k lies between rows[k] and the next, of which it takes the part parts[k], 0.16. `work`
  // holds `count` times 4 (width of the source + 4) words.
  void (*ray_row)(const llua_rays *, const llua_plane *source, int32_t is_words, const llua_plane *target,
      int32_t makes_words, int32_t y, const int32_t *rows, const uint16_t *parts, uint16_t *work);
  // For pixels side by side the nearest point, and the square of its distance where that is not NULL.
  void (*nearest_points)(const llua_points *, int32_t x, int32_t y, int32_t count, uint32_t *index, float *square);
  llua_color_kernels color;
} llua_kernels;

enum { LLUA_SCALAR, LLUA_BASELINE, LLUA_AVX2 };

// The kernels of an instruction set; NULL when this processor lacks it.
const llua_kernels *llua_kernels_for(int32_t instruction_set);
