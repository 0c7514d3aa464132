// SPDX-License-Identifier: MIT
#pragma once
#include <stddef.h>
#include <stdint.h>

// The image libraries, behind functions that always return: all uses of setjmp in this package's image code are here.
// Pixels are four bytes R, G, B, A. `message` has LLUA_MESSAGE bytes and is filled if a function fails.

enum { LLUA_MESSAGE = 160 };
enum {
  LLUA_OK = 0,
  LLUA_DAMAGED = 1,
  LLUA_TRUNCATED = 2,
  LLUA_MEMORY = 3,
  LLUA_UNSUPPORTED = 4,
  LLUA_LIMIT = 5,
  LLUA_NO_LIBRARY = 6,  // a library is not installed
  LLUA_STOPPED = 7,     // a callback asked to stop
};

// MARK: PNG in

typedef struct llua_png llua_png;
typedef struct {
  uint32_t width, height;
  int depth;  // bits per sample, 1 to 16
  int interlaced;
  int has_alpha;  // an alpha channel or a transparent colour
  int is_srgb;    // an sRGB chunk
  int32_t gamma;  // the gAMA chunk × 100000; 0 if there is none
  int has_chromaticities;
  double chromaticities[8];  // white, red, green, blue: x and y
  const uint8_t *profile;    // the ICC profile, valid until close; NULL if there is none
  uint32_t profile_size;
} llua_png_header;

// Reads up to the first pixels. Returns NULL on failure, with the reason in *status.
llua_png *llua_png_open(const uint8_t *bytes, size_t size, llua_png_header *header, int *status, char *message);
// Reads the file to its end, and all pixels as unpremultiplied RGBA, with 8 or 16 bits (in native byte order) per
// sample. Ancillary chunks with a wrong checksum are ignored. Sets *has_end to 0 if all pixels were read but the file
// ends before the end of its IEND chunk.
int llua_png_read(llua_png *png, void *rgba, size_t stride, int sixteen, int *has_end, char *message);
// Returns the CRC-32 of a chunk's name and data.
uint32_t llua_png_checksum(const void *bytes, size_t size);
void llua_png_close(llua_png *png);

// MARK: JPEG in

typedef struct llua_jpeg llua_jpeg;
typedef struct {
  uint32_t width, height;
  int components;
  int is_progressive;
  int is_inks;  // CMYK or YCCK
} llua_jpeg_header;

llua_jpeg *llua_jpeg_open(const uint8_t *bytes, size_t size, llua_jpeg_header *header, int *status, char *message);
// Reads all pixels as RGBA; with `inks`, those of a CMYK picture as stored: C, M, Y, K.
int llua_jpeg_read(llua_jpeg *jpeg, uint8_t *rgba, size_t stride, int inks, char *message);
void llua_jpeg_close(llua_jpeg *jpeg);

// MARK: WebP in

typedef struct {
  uint32_t width, height;
  int has_alpha;
  int is_animated;
} llua_webp_header;

int llua_webp_info(const uint8_t *bytes, size_t size, llua_webp_header *header, char *message);
int llua_webp_read(const uint8_t *bytes, size_t size, uint8_t *rgba, size_t stride, size_t rgba_size, char *message);

// MARK: out

// Properties common to all pixels, which determine a PNG's colour type: all grey, all opaque.
typedef struct {
  int grey, opaque;
} llua_png_content;
// Narrows the properties in `known` by more pixels; one that is 0 stays 0.
llua_png_content llua_png_look(const uint32_t *pixels, size_t count, llua_png_content known);

// A PNG is written in pieces of rows, of at most 1 MiB before compression, or of one row. Each is compressed separately
// into an IDAT chunk of its own.

// Returns the number of rows of all pieces but the last.
uint32_t llua_png_piece_rows(uint32_t width, uint32_t height, llua_png_content content);

// Compresses pieces of up to `rows` rows, one after the other. `level` is libdeflate's, 1 to 12. Opening returns NULL
// if memory is short.
typedef struct llua_png_packer llua_png_packer;
llua_png_packer *llua_png_packer_open(uint32_t width, uint32_t rows, llua_png_content content, int level);
void llua_png_packer_close(llua_png_packer *packer);

// The chunk of a piece, allocated with malloc and owned by the caller. Unfinished until llua_png_end_piece.
typedef struct {
  uint8_t *bytes;
  size_t size;
  uint32_t check;  // CRC-32 of the chunk so far
  uint32_t adler;  // Adler-32 of the uncompressed rows
  size_t length;   // number of uncompressed bytes
} llua_png_piece;
enum { LLUA_PNG_FIRST = 1, LLUA_PNG_LAST = 2 };
// Compresses rows of premultiplied pixels; `above` is the row before them, NULL for the first piece. Returns LLUA_OK or
// LLUA_MEMORY.
int llua_png_pack(llua_png_packer *packer, const uint32_t *pixels, uint32_t height, const uint32_t *above, int place,
    llua_png_piece *piece);
// Finishes a chunk; appends the checksum of all rows to the last one of a file.
void llua_png_end_piece(llua_png_piece *piece, int place, uint32_t adler);
// Combines the Adler-32 checksums of two parts; `length` is the size of the second one in bytes.
uint32_t llua_png_join(uint32_t adler, uint32_t next, size_t length);

// Write the parts of the file before and after the pieces; return the number of bytes. `pixels_per_metre` goes into a
// pHYs chunk unless it is 0.
enum { LLUA_PNG_HEAD = 80, LLUA_PNG_END = 12 };
size_t llua_png_head(
    uint32_t width, uint32_t height, llua_png_content content, uint32_t pixels_per_metre, uint8_t *out);
size_t llua_png_end(uint8_t *out);

// Writes a JPEG row by row from premultiplied pixels, whose alpha is dropped. Quality is 0 to 100. Functions return a
// status, and the bytes to write, valid until the next call.
typedef struct llua_jpeg_writer llua_jpeg_writer;
llua_jpeg_writer *llua_jpeg_writer_open(
    uint32_t width, uint32_t height, int quality, int density, int *status, char *message);
int llua_jpeg_writer_rows(llua_jpeg_writer *writer, const uint32_t *pixels, uint32_t rows, const uint8_t **bytes,
    size_t *size, char *message);
int llua_jpeg_writer_end(llua_jpeg_writer *writer, const uint8_t **bytes, size_t *size, char *message);
void llua_jpeg_writer_close(llua_jpeg_writer *writer);

// Encodes a WebP file from premultiplied pixels; *out is allocated with malloc and owned by the caller. Quality is 0 to
// 100.
int llua_webp_encode(const uint32_t *pixels, uint32_t width, uint32_t height, float quality, int lossless, int effort,
    uint8_t **out, size_t *size, char *message);

// MARK: streams of other files

// Decompresses the first member of a gzip file, to at most `limit` bytes; free them with llua_free. Returns LLUA_LIMIT
// if it is larger than that, or than the file states.
int llua_gunzip(const uint8_t *bytes, size_t size, size_t limit, uint8_t **out, size_t *length);

// Decompresses a raw deflate stream to exactly `length` bytes. Returns LLUA_LIMIT if it holds more, LLUA_DAMAGED if it
// holds fewer, ends before the last of `size` bytes or is not valid, and LLUA_MEMORY.
int llua_inflate(const uint8_t *bytes, size_t size, uint8_t *out, size_t length);

// Compresses bytes to a zlib stream, level 1 to 12; *out is allocated with malloc and owned by the caller. Returns the
// size; 0 if memory is short.
size_t llua_flate(const void *bytes, size_t size, int level, uint8_t **out);
// Compresses the colours of premultiplied pixels without their alpha, or the alpha alone, as rows with PNG filters, 8
// bits per sample; *components is 1 for grey, else 3. Returns as llua_flate does.
size_t llua_flate_pixels(
    const uint32_t *pixels, uint32_t width, uint32_t height, int alpha, int level, int *components, uint8_t **out);

// Finds the last block of a complete deflate stream: the bit offsets at which its header begins and at which the stream
// ends. Returns 0 if the stream is not complete and valid.
int llua_deflate_last_block(const uint8_t *bytes, size_t size, size_t *start, size_t *end);
// Rewrites the end of a complete stream so that another can follow at the next byte: clears the flag of the last block,
// and appends an empty stored block for alignment. Needs up to LLUA_DEFLATE_CONTINUES more bytes. Returns the new size;
// 0 if the stream is not complete and valid.
enum { LLUA_DEFLATE_CONTINUES = 6 };
size_t llua_deflate_continue(uint8_t *bytes, size_t size);

// MARK: films

typedef struct {
  uint32_t x, y, width, height;
} llua_rect;

// Finds the smallest rectangle outside which pictures a and b are equal; returns 0 if they are equal everywhere. Within
// `cleared`, unless NULL, a counts as transparent.
int llua_difference(const uint32_t *a, const uint32_t *b, uint32_t width, uint32_t height, const llua_rect *cleared,
    llua_rect *difference);

// True if any of `count` pixels differ by more than `tolerance` in a colour, or at all in alpha.
int llua_pixels_differ(const uint32_t *a, const uint32_t *b, size_t count, int tolerance);
// Same as llua_difference, but pixels count as different as in llua_pixels_differ.
int llua_difference_beyond(const uint32_t *a, const uint32_t *b, uint32_t width, uint32_t height,
    const llua_rect *cleared, int tolerance, llua_rect *difference);

// Disposal of a frame's rectangle before the next frame: it is kept, cleared, or restored to its state before the
// frame.
enum { LLUA_DISPOSE_NONE = 0, LLUA_DISPOSE_CLEAR = 1, LLUA_DISPOSE_RESTORE = 2 };

// Writes an animated PNG piece by piece. Functions return LLUA_OK, LLUA_MEMORY or LLUA_LIMIT, and in *bytes the bytes
// to write, valid until the next call.
typedef struct llua_apng llua_apng;
llua_apng *llua_apng_open(uint32_t width, uint32_t height, int opaque);
// Writes the start of the file.
int llua_apng_start(
    llua_apng *apng, uint32_t frames, uint32_t plays, uint32_t pixels_per_metre, const uint8_t **bytes, size_t *size);
// Writes the acTL chunk with the number of frames, which is at offset LLUA_APNG_CONTROL of the file.
enum { LLUA_APNG_CONTROL = 33 };
int llua_apng_control(llua_apng *apng, uint32_t frames, uint32_t plays, const uint8_t **bytes, size_t *size);
// The compressed rows of a frame, in memory owned by the caller.
typedef struct {
  uint8_t *data;
  size_t size;
  int over;  // 1 if it is blended over the canvas
} llua_apng_rows;
// Compresses a frame's pixels, whose rows are `stride` pixels apart. Thread-safe. `under` has the canvas pixels under
// them, without gaps; NULL for the first frame of a file and for opaque ones. The caller frees `rows->data`.
int llua_apng_pack(const uint32_t *pixels, size_t stride, const uint32_t *under, uint32_t width, uint32_t height,
    int opaque, int level, llua_apng_rows *rows);
// Writes a frame that shows for numerator ÷ denominator seconds and covers a rectangle; the first frame's must be the
// whole picture.
int llua_apng_frame(llua_apng *apng, const llua_apng_rows *rows, llua_rect rect, uint16_t numerator,
    uint16_t denominator, int disposal, const uint8_t **bytes, size_t *size);
int llua_apng_end(llua_apng *apng, const uint8_t **bytes, size_t *size);
void llua_apng_close(llua_apng *apng);

// A histogram of colours. Pixels of GIFs are opaque or 0.
typedef struct llua_histogram llua_histogram;
llua_histogram *llua_histogram_open(void);
void llua_histogram_clear(llua_histogram *histogram);
// Adds the pixels of a rectangle that differ from those of `under`, or all if that is NULL; transparent ones do not
// count. Returns 0 if memory is short.
int llua_histogram_add(
    llua_histogram *histogram, const uint32_t *pixels, const uint32_t *under, uint32_t width, llua_rect rect);
// Returns the number of colours; -1 if similar ones had to be counted together.
int llua_histogram_colors(const llua_histogram *histogram);
void llua_histogram_close(llua_histogram *histogram);

// Up to 256 colours, sorted dark to bright.
typedef struct llua_palette llua_palette;
llua_palette *llua_palette_open(void);
// Chooses the colours that best represent a histogram; exactly its colours if there are at most `most`. Returns 0 if
// memory is short.
int llua_palette_make(llua_palette *palette, const llua_histogram *histogram, int most);
int llua_palette_count(const llua_palette *palette);
const uint32_t *llua_palette_colors(const llua_palette *palette);
// Returns the mean squared distance of a histogram's colours to the nearest palette colours; a step of green is 1.
double llua_palette_error(const llua_palette *palette, const llua_histogram *histogram);
// True if the palette has every colour of the histogram exactly.
int llua_palette_holds(const llua_palette *palette, const llua_histogram *histogram);
// Copies a palette.
void llua_palette_take(llua_palette *palette, const llua_palette *other);
// Dithers the pixels of a rectangle, stored without gaps, into `indices`, one byte per pixel: `transparent` where they
// equal those of `under` or are transparent.
void llua_palette_draw(llua_palette *palette, const uint32_t *pixels, const uint32_t *under, llua_rect rect,
    uint8_t transparent, uint8_t *indices);
// Makes pixels transparent that already show in `shown`, a picture of the given width. With `keep`, stores the others
// there.
void llua_indices_show(uint8_t *indices, const uint32_t *colors, uint32_t *shown, int keep, uint32_t width,
    llua_rect rect, uint8_t transparent);
void llua_palette_close(llua_palette *palette);

// Converts to unpremultiplied opaque pixels; 0 where less than half opaque.
void llua_threshold(const uint32_t *pixels, uint32_t *out, size_t count);
// Finds the smallest rectangle around pixels of a that are 0 in b; returns 0 if there are none.
int llua_vanishing(const uint32_t *a, const uint32_t *b, uint32_t width, uint32_t height, llua_rect *rect);

// Writes a GIF with giflib, loaded on first use. Functions return a status, and the bytes to write, valid until the
// next call.
typedef struct llua_gif llua_gif;
int llua_gif_is_there(void);
// Starts a file with a global palette, which has one colour more than `count`. It plays `plays` times, 0 for forever.
// Returns NULL if memory is short.
llua_gif *llua_gif_open(
    uint32_t width, uint32_t height, const uint32_t *colors, int count, int plays, const uint8_t **bytes, size_t *size);
// Writes a frame that covers a rectangle and shows for `delay` hundredths of a second, with a local palette unless
// `colors` is NULL. The index `count`, past the palette's colours, is transparent.
int llua_gif_frame(llua_gif *gif, llua_rect rect, uint8_t *indices, const uint32_t *colors, int count, int delay,
    int disposal, const uint8_t **bytes, size_t *size);
int llua_gif_end(llua_gif *gif, const uint8_t **bytes, size_t *size);
void llua_gif_close(llua_gif *gif);

// Frames of an animated WebP, encoded with libwebp, which is loaded on first use.
int llua_webp_is_there(void);
typedef struct llua_webp_film llua_webp_film;
// Quality is 0 to 100, effort is 0 to 6. In a lossy film, pixels count as equal if their colours differ by at most
// `tolerance`. Returns NULL if memory is short or libwebp is not installed.
llua_webp_film *llua_webp_film_open(
    uint32_t width, uint32_t height, float quality, int lossless, int effort, int tolerance);
// Copies a rectangle of a frame of premultiplied pixels for encoding. `shown` is the canvas before the frame, and is
// updated. With `blends`, equal pixels are made transparent if possible; *blended is then 1 if the frame must be
// blended over the canvas. Returns NULL if memory is short.
typedef struct llua_webp_frame llua_webp_frame;
llua_webp_frame *llua_webp_film_take(
    llua_webp_film *film, const uint32_t *pixels, uint32_t *shown, llua_rect rect, int blends, int *blended);
// Encodes a frame, on any thread while its film is open. Stores in *bytes the chunks of its image, valid until the
// frame is closed.
int llua_webp_frame_encode(llua_webp_frame *frame, const uint8_t **bytes, size_t *size, char *message);
void llua_webp_frame_close(llua_webp_frame *frame);
// Cancels the film: frames being encoded fail, and later ones too. Thread-safe.
void llua_webp_film_stop(llua_webp_film *film);
void llua_webp_film_close(llua_webp_film *film);

// MARK: colour profiles

// Little CMS, loaded with the first profile that needs it. The kinds of samples to convert: unpremultiplied RGBA bytes,
// 16-bit RGBA in native byte order, or bytes of C, M, Y, K.
enum { LLUA_SAMPLES_RGBA, LLUA_SAMPLES_RGBA16, LLUA_SAMPLES_INKS };
typedef struct llua_color llua_color;
// Makes the conversion from an ICC profile to sRGB. Returns NULL with a status: LLUA_DAMAGED if the profile is invalid
// or for other samples, LLUA_MEMORY, or LLUA_NO_LIBRARY.
llua_color *llua_color_open(const uint8_t *profile, size_t size, int samples, int *status);
// Converts to unpremultiplied RGBA bytes; in place if `in` has 8-bit samples. CMYK becomes opaque.
void llua_color_convert(const llua_color *color, const void *in, uint8_t *rgba, size_t count);
void llua_color_close(llua_color *color);

// MARK: XML

// The callbacks of the XML parser; each returns 0 to stop. A text may arrive in several pieces.
typedef struct {
  void *context;
  // `attributes` alternates names and values, and ends with NULL.
  int (*start)(void *context, const char *name, const char *const *attributes, unsigned long line);
  int (*end)(void *context, const char *name);
  int (*text)(void *context, const char *bytes, size_t length);
} llua_xml_handler;

// Parses XML with expat, loaded on first use. Returns LLUA_LIMIT if the declared entities exceed `entities` bytes in
// total (0 allows none), or if one refers to others, as entity bombs do; else LLUA_MEMORY, LLUA_DAMAGED with a message,
// LLUA_STOPPED or LLUA_NO_LIBRARY. `line` is where parsing ended. External entities are never read.
int llua_xml_read(const uint8_t *bytes, size_t size, const llua_xml_handler *handler, size_t entities,
    unsigned long *line, char *message);

// MARK: pixels

// Premultiplies in place: c·a ÷ 255, rounded to nearest.
void llua_premultiply(uint8_t *rgba, size_t count);
// Clamps every channel to alpha, in place.
void llua_clamp_to_alpha(uint8_t *rgba, size_t count);
// Unpremultiplies: c·255 ÷ a, rounded to nearest; 0 if a is 0. premultiply(unpremultiply(p)) is p.
void llua_unpremultiply(const uint32_t *pixels, uint8_t *rgba, size_t count);

// Converts unpremultiplied samples of another colour space to unpremultiplied sRGB bytes. `curves` are lookup tables of
// linear light for each channel, with 256 or 65536 entries; `matrix` is row-major, applied to linear light; `encode` is
// a lookup table of 65536 sRGB bytes for linear light 0…1.
void llua_convert(const void *in, int sixteen, uint8_t *rgba, size_t count, const float *const curves[3],
    const float matrix[9], const uint8_t *encode);

// malloc and free; malloc returns NULL if memory is short, where Swift would end the process.
void *llua_pixels_allocate(size_t size);
void llua_free(void *memory);
