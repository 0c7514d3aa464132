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

// The edges of an area. If `bin_count` > 0, edges are sorted by the bin of 2^bin_shift rows in which they start,
// counted from `bin_top`. The edges of bin b are bin_start[b] ..< bin_start[b + 1]; edges that started above it and
// reach into it are carry[carry_start[b] ..< carry_start[b + 1]].
typedef struct {
  const llua_edge *edges;
  size_t count;
  int32_t x0, y0, x1, y1;
  // If `is_rect`, there are no edges: the area is this rectangle in 24.8.
  int32_t is_rect;
  llua_edge rect;
  // For the non-zero rule: factor, in 1/256 (above 256), by which coverage rises more steeply about one half; 0 leaves
  // it unchanged. Not for rectangles.
  int32_t steepness;
  int32_t bin_count, bin_shift, bin_top;
  const uint32_t *bin_start, *carry_start, *carry;
  // The chain of each edge, where contours may overlap: chain << 1 | 1 if it goes up. A chain is a run of a contour's
  // edges that all go down or all go up. Horizontal edges belong to the chain before or after them, and must be
  // present. NULL if all windings are known to be 0 and 1, or 0 and -1.
  const uint32_t *chains;
  // Total number of rows over all edges.
  uint64_t steps;
  // If not 0, the edges are two chains that begin and end together in all rows of the bounds: the first `down_count`
  // edges are in order on the way down, the rest on the way up. No edge is left or right of the bounds.
  size_t down_count;
} llua_outline;

enum { LLUA_MAX_CHAINS = 1 << 23 };

// Fetch an outline's header into the cache, or up to 1 KiB of its edges, for which the header must be there.
static inline void llua_prefetch_header(const llua_outline *o) {
  const char *p = (const char *)o;
  __builtin_prefetch(p);
  __builtin_prefetch(p + 64);
  __builtin_prefetch(p + 128);
}
static inline void llua_prefetch_edges(const llua_outline *o) {
  const char *p = (const char *)o->edges;
  const size_t bytes = o->count * sizeof(llua_edge);
  for (size_t i = 0; i < bytes && i < 1024; i += 64) __builtin_prefetch(p + i);
}

// The compact outline of one plain rectangle: two chains, as in llua_outline, whose edges follow the header. No edge is
// left or right of the bounds; rows of the bounds may lie outside the canvas.
typedef struct {
  int32_t x0, y0, x1, y1;
  uint32_t count, down_count;
} llua_leaf;

static inline size_t llua_leaf_bytes(const llua_leaf *l) { return sizeof(llua_leaf) + l->count * sizeof(llua_edge); }
static inline void llua_prefetch_leaf(const llua_leaf *l) {
  const char *p = (const char *)l;
  for (size_t i = 0; i < 512; i += 64) __builtin_prefetch(p + i);
}

// A rectangle with round corners of one radius (0: none) in a plane, and the affine map of the plane to the device: x a
// + y c + tx, x b + y d + ty. `arc` holds segments + 1 unit vectors of a quarter circle; unused without a radius.
typedef struct {
  double min_x, min_y, max_x, max_y, radius;
  double a, b, c, d, tx, ty;
  const double *arc;
  int32_t segments;
} llua_round_rect;

enum { LLUA_LEAF_SEGMENTS = 32, LLUA_LEAF_EDGES = 4 * (LLUA_LEAF_SEGMENTS + 1) };

// Writes the outline of a rectangle to `leaf`, which has room for LLUA_LEAF_EDGES edges. Returns 0 if it cannot be a
// leaf: if it leaves the columns `left` ..< `right` or has too many segments, if its edges are not two chains, or if it
// is mirrored or an upright rectangle.
int llua_make_leaf(const llua_round_rect *shape, int32_t left, int32_t right, llua_leaf *leaf);

// The part of one edge in one pixel; see crowd.h.
typedef struct {
  uint64_t key;
  uint32_t next, unused;
} llua_part;

// A rectangle of pixels or alpha; `base` is the value at (x0, y0).
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

// A gradient's lookup tables: pieces between hard edges, each a range of entries. Piece k holds for edge[k - 1] <= t <
// edge[k] and takes entry clamp(t * scale[k] + offset[k], low[k], high[k]). Red and blue are in the halves of `even`,
// green and alpha in those of `odd`, in 8.8 fixed point.
typedef struct {
  const uint32_t *even, *odd;
  const float *edge, *scale, *offset, *low, *high;
  int32_t edge_count;
} llua_gradient;

typedef struct {
  const uint32_t *pixels;
  int32_t width, height;
  // Bounds of the image for the edge mode.
  int32_t x0, y0, x1, y1;
  // Size of this level / size of the full image.
  double scale_x, scale_y;
} llua_level;

typedef struct {
  const uint8_t *pixels;
  ptrdiff_t stride;
  int32_t width, height;
} llua_alpha_image;

// A source of colours. The homography `m` maps device pixel centres (row vectors) to the source's plane: u = (x m0 + y
// m3 + m6) / w, v = (x m1 + y m4 + m7) / w, w = x m2 + y m5 + m8.
typedef struct {
  int32_t kind;
  uint32_t color;
  int32_t is_opaque;
  int32_t is_affine;
  double m[9];
  // Gradients: 1 if t below 0 or above 1, respectively, is painted.
  int32_t extend_start, extend_end;
  llua_gradient gradient;
  // Two circles: centre difference, first radius, difference of radii.
  double cdx, cdy, r0, dr;
  // For images.
  int32_t edge_mode, level_count;
  // 1 for an axis with nearest-pixel sampling. With `chooses_filter` an axis uses `magnifies_nearest` where a device
  // pixel covers at most one image pixel, else `minifies_nearest`.
  int32_t nearest_x, nearest_y, chooses_filter, magnifies_nearest, minifies_nearest;
  // Affine maps: weight, 0…256, of level 1 in its mix with level 0, then of level 2 in its mix with the result.
  // Otherwise the level is chosen along the span; trilinear interpolates.
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

// An image shared by sprites. The source's own map is ignored.
typedef struct {
  const llua_source *source;
  // The visible part, in pixels of the image.
  double u0, v0, u1, v1;
} llua_sprite_image;

// A parallelogram that shows part of an image; device pixel centres map to u = x m0 + y m2 + m4, v = x m1 + y m3 + m5.
// Edge pixels are weighted by their part inside.
typedef struct {
  const llua_sprite_image *image;
  double m[6];
  uint32_t multiplier;     // per channel of the premultiplied source
  int32_t x0, y0, x1, y1;  // the bounds of the sprite
} llua_sprite;

typedef struct {
  int32_t x, count;
  int32_t coverage;  // 1…255, or -1 for the values in the coverage row
} llua_span;

// Working memory of one thread. `cells`, `marks` and `crowds` are all zero between calls. `cell_capacity` is at least
// one row of the widest band (see llua_cell_stride); `row` holds `width_capacity` + 64 bytes, `spans` and `clipped`
// width_capacity + 8 each. `parts`, `heads` (cell_capacity) and `crowds` (mark_capacity) are needed only for outlines
// with chains. Heads of linked lists are valid for this call only if above `epoch`.
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

// Cells per row: an odd number of cache lines, so that cells of one column do not compete for the same cache sets.
static inline size_t llua_cell_stride(int32_t width) { return ((((size_t)width + 10 + 15) >> 4) | 1) << 4; }
// Bytes per row of marks, a multiple of 8.
static inline size_t llua_mark_stride(int32_t width) { return ((((size_t)width + 1) >> 2) + 8) & ~(size_t)7; }

// Beneath: the part of a coverage that is visible next to the outline's where both share edges: (a - b) / (1 - b), at
// least 0.
enum { LLUA_COVER_SET, LLUA_COVER_MULTIPLY, LLUA_COVER_UNION, LLUA_COVER_BENEATH };

// A nine-slice mask: the first and last columns and rows keep their size, the one between is repeated.
typedef struct {
  llua_alpha mask;
  int32_t left, right, top, bottom;
  // The destination.
  int32_t x0, y0, x1, y1;
} llua_nine_slice;

// Rows of bytes or of 16-bit words with one or four interleaved channels. `base` is the value at (x0, y0), `stride`
// counts bytes. The plane is 0 outside the rectangle. Rows of words may be read and written up to LLUA_GAUSSIAN_PAD
// words past their end.
typedef struct {
  void *base;
  ptrdiff_t stride;
  int32_t x0, y0, x1, y1;
} llua_plane;

enum { LLUA_GAUSSIAN_TAPS = 16, LLUA_GAUSSIAN_PAD = 128, LLUA_GAUSSIAN_REPEAT = 32 };

// A Gaussian blur: taps on one level of the pyramid, and the upsampling weights.
typedef struct {
  int32_t channels;  // 1 or 4
  // Taps in 0.16 for the offsets 0 ... radius, applied on both sides; the first is halved. The whole kernel sums to
  // 65536.
  int32_t radius_x, radius_y;
  uint16_t taps_x[LLUA_GAUSSIAN_TAPS], taps_y[LLUA_GAUSSIAN_TAPS];
  // Number of times each axis was halved.
  int32_t shift_x, shift_y;
  // Spline weights in 0.16 of the level's values before, at and after a pixel. `up_y`: three for each of the 2^shift_y
  // phases. `up_x`: three tables of period_x + 2 * LLUA_GAUSSIAN_REPEAT words, which repeat after the period, a
  // multiple of LLUA_GAUSSIAN_REPEAT.
  const uint16_t *up_y, *up_x;
  int32_t period_x;
} llua_gaussian;

// A box mean: `whole` pixels on either side have full weight, one more on each side has weight `end`; `factor` is 1 /
// length.
typedef struct {
  int32_t whole_x, whole_y;
  float end_x, end_y, factor_x, factor_y;
} llua_box;
// Bytes of working memory for rows of `width` pixels.
static inline size_t llua_box_work(int32_t width, int32_t whole_x) {
  return (size_t)(width + 2 * (whole_x + 1)) * 28 + 256;
}

// A disc with a radius of up to 24 pixels by its columns, the middle one first. The rows 0 ... whole[k] of column k
// have full weight (none if it is -1); the rows of parts part_start[k] ..< part_start[k + 1] have 0.16 weights.
typedef struct {
  // Bytes are summed with `bits` fraction bits; `is_small`: the sum of the whole disc fits 16 bits.
  int32_t reach, rows, bits, is_small;
  const int32_t *whole, *part_start, *part_row;
  const uint16_t *part_weight;
  float factor;
} llua_disc;
enum { LLUA_DISC_BLOCK = 64 };
#define LLUA_DISC_WIDE(reach) ((4 * (LLUA_DISC_BLOCK + 2 * (ptrdiff_t)(reach)) + 31) & ~(ptrdiff_t)15)

// A kernel tap: the offset of a pixel and its weight in 0.16.
typedef struct {
  int32_t dx, dy;
  uint16_t weight;
} llua_tap;

// Means along rays. For each sample and target column: the source column, counted from one before its first, and the
// 0.16 weights of it and the next, each four times. A column outside the source is stored as the second after the last,
// which is empty.
enum { LLUA_RAY_SAMPLES = 64 };
typedef struct {
  int32_t count;
  const int32_t *columns;
  const uint16_t *weights;
} llua_rays;

// Maximum number of mip levels.
enum { LLUA_LEVELS = 12 };

// Pixels outside an image: transparent, the edge pixels, or a repetition of the part from ..< to.
enum { LLUA_EDGE_TRANSPARENT, LLUA_EDGE_CLAMPED, LLUA_EDGE_REPEATED };

// A mip level of an image: premultiplied bytes, or four floats per pixel. The first pixel is (x0, y0); `scale` is the
// number of its pixels per grid pixel, a power of two.
typedef struct {
  const void *pixels;
  int32_t is_bytes;
  int32_t x0, y0, width, height;
  float scale;
  int32_t edge_x, from_x, to_x, edge_y, from_y, to_y;
} llua_grid_level;

// Sample positions on the grid, where pixel (x, y) has its centre at (x + 1/2, y + 1/2). With `axis_x` each also has an
// elliptical footprint, the image of a disc of diameter 1 about the pixel: its major axis and the length of its minor
// axis. If neither is longer than 1, the sample is bilinear. Otherwise it is an anisotropic mean: the level at which
// the minor axis is one pixel is sampled at up to 17 places along the major axis. The outermost have partial weights,
// so that nothing jumps as a map changes.
typedef struct {
  const float *x, *y, *axis_x, *axis_y, *minor;
} llua_places;

// Block size of colour filters, in floats per plane. Planes are straight red, green, blue, and alpha. Functions process
// whole vectors, so planes may be written beyond `count`, up to the block's end.
enum { LLUA_COLORS = 128 };

// Lookup table of a power function over `first` to `last`, both powers of two: 128 entries per octave, plus two.
typedef struct {
  const float *table;
  float first, last, at_zero;
} llua_power;

// A colour ramp of four floats per colour, aligned to 16 bytes; luminance * `scale` + `offset` is the position in it.
typedef struct {
  const float *colors;
  int32_t count;
  float scale, offset;
} llua_ramp;

// A 3D lookup table of `side` premultiplied colours along each of red, green and blue; red varies fastest.
typedef struct {
  const float *colors;
  int32_t side, is_opaque;
} llua_cube;

// Squared distance from (x, y) times `factor`; its square root if `is_root`.
typedef struct {
  double x, y, factor;
  int32_t is_root;
} llua_spot;

// A vignette: darkens by up to `amount` as a distance goes from `start` to `start` + `width`.
typedef struct {
  float start, width, amount;
} llua_shade;

enum { LLUA_SCREEN_DOTS, LLUA_SCREEN_LINES, LLUA_SCREEN_HATCH, LLUA_SCREEN_CIRCLES };

// A halftone pattern centred at (x, y); `along` and `across` are the pattern coordinates' steps per pixel, in
// repetitions.
typedef struct {
  double x, y, along, across;
  int32_t pattern;
} llua_screen;

// Grey component replacement: `replacement` is the part of the inks' common grey printed in black, `removal` the part
// that the colour inks lose.
typedef struct {
  float slope, replacement, removal;
} llua_inks;

// Colour filters on planes; (x, y) is the first pixel.
typedef struct {
  // Convert premultiplied rows to planes and back.
  void (*of_bytes)(float *planes, const uint32_t *from, int32_t count);
  void (*of_floats)(float *planes, const float *from, int32_t count);
  void (*to_bytes)(const float *planes, uint32_t *to, int32_t count);
  void (*to_floats)(float *planes, float *to, int32_t count);
  // Coefficients of red, green, blue, alpha and 1, four each, for the four results. A new alpha is clamped.
  void (*matrix)(float *planes, int32_t count, const float *m, int32_t keeps_alpha);
  // A cubic polynomial per channel: sixteen coefficients by ascending power.
  void (*polynomial)(float *planes, int32_t count, const float *factors);
  void (*limits)(float *planes, int32_t count, const float *low, const float *high);
  void (*units)(float *planes, int32_t count);
  void (*threshold)(float *planes, int32_t count, float least);
  // A table of last + 2 values over 0…1.
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
  // Interpolates two premultiplied colours; a part of 1 gives `second`.
  void (*between)(float *planes, int32_t count, const float *parts, const float *first, const float *second);
  void (*screen)(float *planes, int32_t count, const llua_screen *, float slope, int32_t x, int32_t y);
  // Four screens: cyan, magenta, yellow and black.
  void (*inks)(float *planes, int32_t count, const llua_screen *, const llua_inks *, int32_t x, int32_t y);
  // Distances of adjacent pixels from a spot, and a curve applied to such values. Written up to the next multiple of 8.
  void (*distances)(float *out, int32_t count, const llua_spot *, int32_t x, int32_t y);
  void (*curve_of)(float *values, int32_t count, const float *table, float last);
} llua_color_kernels;

// Jittered points near the corners of a square grid, or in rows of which every other is shifted by half a column. `m`
// maps the grid's pixels to the points' plane, whose unit is the spacing of the points. Point (column, row) is the one
// of four floats at (row - first_row) columns + column - first_column; its x and y are relative to (column, row times
// row_height).
typedef struct {
  double m[6], row_height;
  int32_t is_hexagonal, first_column, first_row, columns, rows;
  const float *points;
} llua_points;

// A glyph's coverage mask: `height` rows of `width` bytes follow it, each padded with zeros to a multiple of 8. May be
// read LLUA_MASK_PAD bytes past its end.
typedef struct {
  // First pixel, relative to the pixel of the glyph's origin.
  int16_t x0, y0;
  uint16_t width, height;
  // Hash of the mask, for comparisons.
  uint64_t print;
} llua_glyph_mask;
enum { LLUA_MASK_PAD = 32 };

// A positioned mask; (x, y) is the pixel of the glyph's origin.
typedef struct {
  const llua_glyph_mask *mask;
  int32_t x, y;
} llua_glyph_place;

// Conversion of video to RGB, in 16.16 fixed point: the offset of luma, its factor, and those of the chroma.
typedef struct {
  int32_t y_offset, y_scale, r_v, g_u, g_v, b_u;
} llua_video_matrix;

typedef struct {
  void (*fill_outline)(const llua_outline *, int32_t rule, const llua_paint *, const llua_pixels *,
      const llua_alpha *clip, llua_scratch *);
  void (*fill_leaf)(const llua_leaf *, uint32_t color, const llua_pixels *, llua_scratch *);
  void (*fill_rect)(int32_t x0, int32_t y0, int32_t x1, int32_t y1, const llua_paint *, const llua_pixels *,
      const llua_alpha *mask, const llua_alpha *clip, llua_scratch *);
  void (*fill_nine_slice)(
      const llua_nine_slice *, const llua_paint *, const llua_pixels *, const llua_alpha *clip, llua_scratch *);
  // Draws sprites in order.
  void (*fill_sprites)(
      const llua_sprite *, size_t count, int32_t blend, const llua_pixels *, const llua_alpha *clip, llua_scratch *);
  // Paints a run of masks sorted by their left columns. Coverage is added in pixels that two of them cover in part.
  void (*fill_glyphs)(const llua_glyph_place *, size_t count, const llua_paint *, const llua_pixels *,
      const llua_alpha *clip, llua_scratch *);
  void (*cover_outline)(const llua_outline *, int32_t rule, const llua_alpha *, int32_t combine, llua_scratch *);
  // Rows of `count`: alpha = or *= the pixels' alpha; pixels *= alpha.
  void (*alpha_copy)(uint8_t *alpha, const uint32_t *pixels, size_t count);
  void (*alpha_multiply)(uint8_t *alpha, const uint32_t *pixels, size_t count);
  void (*pixels_multiply)(uint32_t *pixels, const uint8_t *alpha, size_t count);
  void (*bytes_multiply)(uint8_t *to, const uint8_t *by, size_t count);
  void (*fill_pixels)(uint32_t *pixels, uint32_t value, size_t count);
  // Rows y0 ..< y1 of a Gaussian blur without halvings (shifts of 0), from bytes to bytes. `work` holds the source's
  // width, the target's width and 2 radius_x, all times the channels, and 2 LLUA_GAUSSIAN_PAD words.
  void (*gaussian_direct)(const llua_gaussian *, const llua_plane *source, const llua_plane *target, int32_t y0,
      int32_t y1, uint16_t *work);
  // Halves one axis or both: value i from 2 i - 1 ... 2 i + 2 by [1 3 3 1] / 8, from bytes or words to words. `work`
  // holds the source's width and twice the target's, times the channels, and 3 LLUA_GAUSSIAN_PAD words.
  void (*gaussian_halve)(const llua_gaussian *, const llua_plane *source, int32_t is_words, const llua_plane *target,
      int32_t halves_x, int32_t halves_y, int32_t y0, int32_t y1, uint16_t *work);
  // Blurs the level and upsamples it to bytes. With n columns of the level under the target, plus one on either side,
  // `work` holds the level's width, 5 (n + 2 radius_x) and n << shift_x, all times the channels, and 8
  // LLUA_GAUSSIAN_PAD words.
  void (*gaussian_spread)(
      const llua_gaussian *, const llua_plane *level, const llua_plane *target, int32_t y0, int32_t y1, uint16_t *work);
  // Maximum or minimum of two rows, and with `joins` also of `out`, channel by channel. Rows may overlap only if they
  // are identical.
  void (*extreme_bytes)(
      uint8_t *out, const uint8_t *a, const uint8_t *b, size_t count, int32_t is_maximum, int32_t joins);
  void (*extreme_floats)(float *out, const float *a, const float *b, size_t count, int32_t is_maximum, int32_t joins);
  // Median of nine pixels of four channels: value i from i, i + 4 and i + 8 of three rows. Rows may be read and written
  // up to 32 bytes past their end.
  void (*median_bytes)(uint8_t *out, const uint8_t *above, const uint8_t *at, const uint8_t *below, size_t count);
  void (*median_floats)(float *out, const float *above, const float *at, const float *below, size_t count);
  // Converts two rows of pixels to video: BT.709 in limited range, two rows of luma and one of (width + 1) / 2 samples
  // of each chroma, co-sited with every second column. If `lays` is not 0, translucent pixels are composited onto the
  // opaque pixel `under`; otherwise all must be opaque. `work` holds 4 * width + 16 words.
  void (*video_rows)(const uint32_t *top, const uint32_t *bottom, int32_t width, int32_t lays, uint32_t under,
      uint8_t *y0, uint8_t *y1, uint8_t *u, uint8_t *v, uint32_t *work);
  // Same as video_rows, with rows of alpha; colours are straight.
  void (*video_rows_alpha)(const uint32_t *top, const uint32_t *bottom, int32_t width, uint8_t *y0, uint8_t *y1,
      uint8_t *u, uint8_t *v, uint8_t *a0, uint8_t *a1);
  // Converts a row of video planes to premultiplied pixels. The chroma rows are those nearest to the row and next to
  // it, of (width + 1) / 2 samples, co-sited with every second column. `alpha` is NULL for opaque pixels.
  void (*video_planes)(const uint8_t *y, const uint8_t *u_near, const uint8_t *u_next, const uint8_t *v_near,
      const uint8_t *v_next, const uint8_t *alpha, int32_t width, const llua_video_matrix *, uint32_t *pixels);
  // Samples pixels at positions on a pyramid's grid, given its mip levels from the full size on.
  void (*sample_places)(
      const llua_grid_level *, int32_t level_count, const llua_places *, int32_t count, float *pixels);
  // Mean over a square of side `side` centred at (x, y).
  void (*sample_mean)(const llua_grid_level *, int32_t level_count, float x, float y, float side, float *pixel);
  // Rounds half up and clamps, colours to alpha; NaN becomes 0.
  void (*bytes_of_floats)(const float *pixels, uint32_t *to, size_t count);
  // Converts to floats in 0…1.
  void (*floats_of_bytes)(const uint32_t *pixels, float *to, size_t count);
  // Box mean of bytes for rows y0 ..< y1 of the target. `work` is aligned to 16 bytes.
  void (*box_rows)(
      const llua_box *, const llua_plane *source, const llua_plane *target, int32_t y0, int32_t y1, void *work);
  // Disc mean of bytes. `work` holds (2 rows + 4) LLUA_DISC_WIDE(reach) words.
  void (*disc_row)(const llua_disc *, const llua_plane *source, const llua_plane *target, int32_t y, uint16_t *work);
  // Weighted sum of pixels, with weights that sum to 65536, from bytes or words of 8.7 to either.
  void (*tap_row)(const llua_tap *, int32_t tap_count, const llua_plane *source, int32_t is_words,
      const llua_plane *target, int32_t makes_words, int32_t y);
  // Weighted sum along rays. Sample k is interpolated between rows[k] and the next, with weight parts[k] (0.16) for the
  // next. `work` holds `count` times 4 (width of the source + 4) words.
  void (*ray_row)(const llua_rays *, const llua_plane *source, int32_t is_words, const llua_plane *target,
      int32_t makes_words, int32_t y, const int32_t *rows, const uint16_t *parts, uint16_t *work);
  // Nearest point of each of `count` adjacent pixels, and its squared distance unless `square` is NULL.
  void (*nearest_points)(const llua_points *, int32_t x, int32_t y, int32_t count, uint32_t *index, float *square);
  llua_color_kernels color;
} llua_kernels;

enum { LLUA_SCALAR, LLUA_BASELINE, LLUA_AVX2, LLUA_AVX512 };

// Returns the kernels of an instruction set; NULL if this processor lacks it.
const llua_kernels *llua_kernels_for(int32_t instruction_set);
