// SPDX-License-Identifier: MIT
#pragma once
#include <stddef.h>
#include <stdint.h>

// The picture libraries behind functions that always return: all uses of setjmp in this package's picture code are
// here. Pixels are four bytes R, G, B, A. `message` holds LLUA_MESSAGE bytes and is filled when a function fails.

enum { LLUA_MESSAGE = 160 };
enum {
  LLUA_OK = 0,
  LLUA_DAMAGED = 1,
  LLUA_TRUNCATED = 2,
  LLUA_MEMORY = 3,
  LLUA_UNSUPPORTED = 4,
  LLUA_LIMIT = 5,
  LLUA_NO_LIBRARY = 6,  // a library is not installed
  LLUA_STOPPED = 7,     // the handler asked to stop
};

// MARK: PNG in

typedef struct llua_png llua_png;
typedef struct {
  uint32_t width, height;
  int depth;  // bits of a sample, 1 to 16
  int interlaced;
  int has_alpha;  // an alpha channel or a transparent colour
  int is_srgb;    // an sRGB chunk
  int32_t gamma;  // the gAMA chunk × 100000; 0 if there is none
  int has_chromaticities;
  double chromaticities[8];  // white, red, green, blue: x and y
  const uint8_t *profile;    // the ICC profile, valid until close; NULL if there is none
  uint32_t profile_size;
} llua_png_header;

// Reads up to the first pixels. Returns NULL when that fails, with the reason in *status.
llua_png *llua_png_open(const uint8_t *bytes, size_t size, llua_png_header *header, int *status, char *message);
// Reads the file to its end, and all pixels as straight RGBA, 8 or 16 bits (in this machine's byte order) a sample.
// Ancillary chunks whose checksum is wrong are left out. Sets *has_end to 0 where all pixels are there and the file
// ends before its IEND chunk does.
int llua_png_read(llua_png *png, void *rgba, size_t stride, int sixteen, int *has_end, char *message);
// The checksum of a chunk's name and data.
uint32_t llua_png_checksum(const void *bytes, size_t size);
void llua_png_close(llua_png *png);

// MARK: JPEG in

typedef struct llua_jpeg llua_jpeg;
typedef struct {
  uint32_t width, height;
  int components;
  int is_progressive;
  int is_inks;  // four inks
} llua_jpeg_header;

llua_jpeg *llua_jpeg_open(const uint8_t *bytes, size_t size, llua_jpeg_header *header, int *status, char *message);
// Reads all pixels as RGBA; with `inks`, those of a picture of inks as they are stored: C, M, Y, K.
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

// What all pixels have in common, which decides a PNG's colour type: whether all are grey, whether all are opaque.
typedef struct {
  int grey, opaque;
} llua_png_content;
// Looks for it among the properties that `known` leaves open: 0 is known not to be so.
llua_png_content llua_png_look(const uint32_t *pixels, size_t count, llua_png_content known);

// A PNG is written in pieces of rows, which come to 1 MiB at most without compression, or of one row. Each is
// compressed by itself, and an IDAT chunk of its own.

// The number of rows of all pieces but the last.
uint32_t llua_png_piece_rows(uint32_t width, uint32_t height, llua_png_content content);

// What compresses pieces of up to some rows, one after the other. `level` is libdeflate's, 1 to 12. Returns NULL when
// memory is short.
typedef struct llua_png_packer llua_png_packer;
llua_png_packer *llua_png_packer_open(uint32_t width, uint32_t rows, llua_png_content content, int level);
void llua_png_packer_close(llua_png_packer *packer);

// The chunk of a piece, allocated with malloc, which belongs to the caller. Its end is left open.
typedef struct {
  uint8_t *bytes;
  size_t size;
  uint32_t check;  // of the chunk so far
  uint32_t adler;  // of the rows before they were compressed
  size_t length;   // their number of bytes
} llua_png_piece;
enum { LLUA_PNG_FIRST = 1, LLUA_PNG_LAST = 2 };
// Compresses rows of premultiplied pixels; `above` is the row before them, NULL for the first piece. Returns LLUA_OK or
// LLUA_MEMORY.
int llua_png_pack(llua_png_packer *packer, const uint32_t *pixels, uint32_t height, const uint32_t *above, int place,
    llua_png_piece *piece);
// Ends a chunk: the last one of a file with the checksum of all rows.
void llua_png_end_piece(llua_png_piece *piece, int place, uint32_t adler);
// The checksum of two parts, from those of each and the second one's number of bytes.
uint32_t llua_png_join(uint32_t adler, uint32_t next, size_t length);

// What stands before the pieces and after them; return the number of bytes. `pixels_per_metre` goes into a pHYs chunk
// unless it is 0.
enum { LLUA_PNG_HEAD = 80, LLUA_PNG_END = 12 };
size_t llua_png_head(
    uint32_t width, uint32_t height, llua_png_content content, uint32_t pixels_per_metre, uint8_t *out);
size_t llua_png_end(uint8_t *out);

// A JPEG of premultiplied pixels, whose alpha is dropped, as rows come. Quality is 0 to 100. Functions return a status
// and the bytes to write, valid until the next call.
typedef struct llua_jpeg_writer llua_jpeg_writer;
llua_jpeg_writer *llua_jpeg_writer_open(
    uint32_t width, uint32_t height, int quality, int density, int *status, char *message);
int llua_jpeg_writer_rows(llua_jpeg_writer *writer, const uint32_t *pixels, uint32_t rows, const uint8_t **bytes,
    size_t *size, char *message);
int llua_jpeg_writer_end(llua_jpeg_writer *writer, const uint8_t **bytes, size_t *size, char *message);
void llua_jpeg_writer_close(llua_jpeg_writer *writer);

// Writes a file of premultiplied pixels; *out is allocated with malloc and belongs to the caller. Quality is 0 to 100.
int llua_webp_encode(const uint32_t *pixels, uint32_t width, uint32_t height, float quality, int lossless,
    uint8_t **out, size_t *size, char *message);

// MARK: streams of other files

// Unpacks the first member of a gzip file, of at most `limit` bytes; the caller frees them with llua_free. Returns
// LLUA_LIMIT when it holds more, or more than it says.
int llua_gunzip(const uint8_t *bytes, size_t size, size_t limit, uint8_t **out, size_t *length);

// Compresses bytes in zlib's format, level 1 to 12; *out is allocated with malloc and belongs to the caller. Returns
// the size, 0 when memory is short.
size_t llua_flate(const void *bytes, size_t size, int level, uint8_t **out);
// The same for the colours of premultiplied pixels without their alpha, or for the alpha alone, as rows with PNG's
// filters, 8 bits a sample; *components is 1 for greys, else 3.
size_t llua_flate_pixels(
    const uint32_t *pixels, uint32_t width, uint32_t height, int alpha, int level, int *components, uint8_t **out);

// Finds the last block of a complete stream in deflate's format: the numbers of the bits at which its header begins and
// after which the stream ends. Returns 0 when the bytes are no such stream.
int llua_deflate_last_block(const uint8_t *bytes, size_t size, size_t *start, size_t *end);
// Makes a complete stream one that another can follow, at the next byte: its last block is not the last any more, and
// an empty stored one fills the byte. Takes up to LLUA_DEFLATE_CONTINUES more bytes. Returns the new size, 0 when the
// bytes are no complete stream.
enum { LLUA_DEFLATE_CONTINUES = 6 };
size_t llua_deflate_continue(uint8_t *bytes, size_t size);

// MARK: films

typedef struct {
  uint32_t x, y, width, height;
} llua_rect;

// The smallest rectangle outside which pictures a and b are equal; 0 when they are equal everywhere. Within `cleared`,
// unless that is NULL, a counts as clear.
int llua_difference(const uint32_t *a, const uint32_t *b, uint32_t width, uint32_t height, const llua_rect *cleared,
    llua_rect *difference);

// Whether any of `count` pixels differ by more than `tolerance` in a colour, or at all in alpha.
int llua_pixels_differ(const uint32_t *a, const uint32_t *b, size_t count, int tolerance);
// The same as llua_difference, for pixels that differ in this way.
int llua_difference_beyond(const uint32_t *a, const uint32_t *b, uint32_t width, uint32_t height,
    const llua_rect *cleared, int tolerance, llua_rect *difference);

// The treatment of a frame's rectangle before the next frame: it stays, is cleared, or is restored to its state before
// the frame.
enum { LLUA_DISPOSE_NONE = 0, LLUA_DISPOSE_CLEAR = 1, LLUA_DISPOSE_RESTORE = 2 };

// An animated PNG, made piece by piece. Functions return LLUA_OK, LLUA_MEMORY or LLUA_LIMIT, and in *bytes the bytes to
// write, valid until the next call.
typedef struct llua_apng llua_apng;
llua_apng *llua_apng_open(uint32_t width, uint32_t height, int opaque);
// Writes the file's start.
int llua_apng_start(
    llua_apng *apng, uint32_t frames, uint32_t plays, uint32_t pixels_per_metre, const uint8_t **bytes, size_t *size);
// Writes the chunk with the number of frames, which stands at offset LLUA_APNG_CONTROL of a file.
enum { LLUA_APNG_CONTROL = 33 };
int llua_apng_control(llua_apng *apng, uint32_t frames, uint32_t plays, const uint8_t **bytes, size_t *size);
// The compressed rows of a frame, in memory that belongs to the caller.
typedef struct {
  uint8_t *data;
  size_t size;
  int over;  // whether it is blended over the picture that it is drawn on
} llua_apng_rows;
// Compresses a frame's pixels, on any thread; those of a row follow `stride` pixels after the row before. `under` has
// the pixels that it is drawn on, without gaps; NULL for the first frame of a file and for opaque ones. `rows->data` is
// to be freed.
int llua_apng_pack(const uint32_t *pixels, size_t stride, const uint32_t *under, uint32_t width, uint32_t height,
    int opaque, int level, llua_apng_rows *rows);
// Writes a frame that shows for numerator ÷ denominator seconds, drawn in a rectangle only; the first frame's is the
// whole picture.
int llua_apng_frame(llua_apng *apng, const llua_apng_rows *rows, llua_rect rect, uint16_t numerator,
    uint16_t denominator, int disposal, const uint8_t **bytes, size_t *size);
int llua_apng_end(llua_apng *apng, const uint8_t **bytes, size_t *size);
void llua_apng_close(llua_apng *apng);

// Colours and their numbers of pixels. Pixels of GIFs are opaque or 0.
typedef struct llua_histogram llua_histogram;
llua_histogram *llua_histogram_open(void);
void llua_histogram_clear(llua_histogram *histogram);
// Adds the pixels of a rectangle that differ from those of `under`, or all when that is NULL; clear ones do not count.
// Returns 0 when memory is short.
int llua_histogram_add(
    llua_histogram *histogram, const uint32_t *pixels, const uint32_t *under, uint32_t width, llua_rect rect);
// The number of colours; -1 when there are more than can be distinguished.
int llua_histogram_colors(const llua_histogram *histogram);
void llua_histogram_close(llua_histogram *histogram);

// Up to 256 colours, dark to bright.
typedef struct llua_palette llua_palette;
llua_palette *llua_palette_open(void);
// Chooses the colours that best represent a histogram's; they are exactly its colours when there are at most `most`.
// Returns 0 when memory is short.
int llua_palette_make(llua_palette *palette, const llua_histogram *histogram, int most);
int llua_palette_count(const llua_palette *palette);
const uint32_t *llua_palette_colors(const llua_palette *palette);
// The mean of a histogram's squared distances to the nearest colours, a step of green being 1.
double llua_palette_error(const llua_palette *palette, const llua_histogram *histogram);
// Whether the palette has every colour exactly.
int llua_palette_holds(const llua_palette *palette, const llua_histogram *histogram);
// Makes a palette the same as another one.
void llua_palette_take(llua_palette *palette, const llua_palette *other);
// Draws the pixels of a rectangle, which follow each other without gaps, with the palette's colours into `indices`, a
// byte a pixel: `transparent` where they equal those of `under` or are clear.
void llua_palette_draw(llua_palette *palette, const uint32_t *pixels, const uint32_t *under, llua_rect rect,
    uint8_t transparent, uint8_t *indices);
// Makes pixels transparent that show already in `shown`, a picture of some width. With `keep`, the others are stored
// there.
void llua_indices_show(uint8_t *indices, const uint32_t *colors, uint32_t *shown, int keep, uint32_t width,
    llua_rect rect, uint8_t transparent);
void llua_palette_close(llua_palette *palette);

// Straight opaque pixels, 0 where they are less than half opaque.
void llua_threshold(const uint32_t *pixels, uint32_t *out, size_t count);
// The smallest rectangle around pixels of a that are 0 in b; 0 when there are none.
int llua_vanishing(const uint32_t *a, const uint32_t *b, uint32_t width, uint32_t height, llua_rect *rect);

// A GIF, written by giflib, which is loaded at the first need. Functions return a status, and the bytes to write, valid
// until the next call.
typedef struct llua_gif llua_gif;
int llua_gif_is_there(void);
// Starts a file with a palette for all frames, one colour more than its `count`; it plays `plays` times, 0 for no
// limit. Returns NULL when memory is short.
llua_gif *llua_gif_open(
    uint32_t width, uint32_t height, const uint32_t *colors, int count, int plays, const uint8_t **bytes, size_t *size);
// Writes a frame of a rectangle that shows for `delay` hundredths of a second, with a palette of its own unless
// `colors` is NULL. The index `count`, past the palette's colours, is transparent.
int llua_gif_frame(llua_gif *gif, llua_rect rect, uint8_t *indices, const uint32_t *colors, int count, int delay,
    int disposal, const uint8_t **bytes, size_t *size);
int llua_gif_end(llua_gif *gif, const uint8_t **bytes, size_t *size);
void llua_gif_close(llua_gif *gif);

// Frames of an animated WebP, by libwebp, which is loaded at the first need.
int llua_webp_is_there(void);
typedef struct llua_webp_film llua_webp_film;
// Quality is 0 to 100; in a lossy film, pixels count as equal when their colours differ by no more than `tolerance`.
// Returns NULL when memory is short or libwebp is not installed.
llua_webp_film *llua_webp_film_open(uint32_t width, uint32_t height, float quality, int lossless, int tolerance);
// Takes a rectangle of a frame of premultiplied pixels. `shown` is the player's picture before the frame, and is
// updated with it. With `blends`, equal pixels are left clear if possible; *blended is then whether the frame must be
// drawn over the picture so far. Returns NULL when memory is short.
typedef struct llua_webp_frame llua_webp_frame;
llua_webp_frame *llua_webp_film_take(
    llua_webp_film *film, const uint32_t *pixels, uint32_t *shown, llua_rect rect, int blends, int *blended);
// Encodes it, on any thread while its film is open; stores in *bytes the chunks of its picture, valid until it is
// closed.
int llua_webp_frame_encode(llua_webp_frame *frame, const uint8_t **bytes, size_t *size, char *message);
void llua_webp_frame_close(llua_webp_frame *frame);
// Makes frames that are being encoded fail, and those after them. From any thread.
void llua_webp_film_stop(llua_webp_film *film);
void llua_webp_film_close(llua_webp_film *film);

// MARK: colour profiles

// Little CMS, loaded when the first profile needs it. The kinds of samples to convert: straight RGBA bytes, 16-bit RGBA
// in this machine's byte order, or bytes of C, M, Y, K.
enum { LLUA_SAMPLES_RGBA, LLUA_SAMPLES_RGBA16, LLUA_SAMPLES_INKS };
typedef struct llua_color llua_color;
// The conversion from an ICC profile to sRGB. Returns NULL with a status: LLUA_DAMAGED when the profile is wrong or for
// other samples, LLUA_NO_LIBRARY.
llua_color *llua_color_open(const uint8_t *profile, size_t size, int samples, int *status);
// Converts to straight RGBA bytes; `rgba` may be the same as `in` unless that has 16 bits a sample. Inks become opaque.
void llua_color_convert(const llua_color *color, const void *in, uint8_t *rgba, size_t count);
void llua_color_close(llua_color *color);

// MARK: XML

// The callbacks for an XML file; each returns 0 to stop. Text comes in pieces.
typedef struct {
  void *context;
  // The attributes are names and values in turn, and a NULL behind the last.
  int (*start)(void *context, const char *name, const char *const *attributes, unsigned long line);
  int (*end)(void *context, const char *name);
  int (*text)(void *context, const char *bytes, size_t length);
} llua_xml_handler;

// Reads XML with expat, loaded at the first need. Returns LLUA_LIMIT when the entities that the file declares hold more
// than `entities` bytes (0 allows none), or one is made of others, as bombs are; else LLUA_DAMAGED with a message,
// LLUA_STOPPED or LLUA_NO_LIBRARY. `line` is the place. Nothing outside of the file is read.
int llua_xml_read(const uint8_t *bytes, size_t size, const llua_xml_handler *handler, size_t entities,
    unsigned long *line, char *message);

// MARK: pixels

// c·a ÷ 255 rounded to nearest, in place.
void llua_premultiply(uint8_t *rgba, size_t count);
// Limits every channel to alpha, in place.
void llua_clamp_to_alpha(uint8_t *rgba, size_t count);
// c·255 ÷ a rounded to nearest; 0 where a is 0. premultiply(unpremultiply(p)) is p.
void llua_unpremultiply(const uint32_t *pixels, uint8_t *rgba, size_t count);

// Straight samples of another colour space to straight sRGB bytes: a table of linear light for each channel, with 256
// or 65536 entries, a row-major matrix on linear light, and the table of 65536 sRGB bytes for linear light 0…1.
void llua_convert(const void *in, int sixteen, uint8_t *rgba, size_t count, const float *const curves[3],
    const float matrix[9], const uint8_t *encode);

// malloc and free; malloc returns NULL when memory is short, where Swift would end the process.
void *llua_pixels_allocate(size_t size);
void llua_free(void *memory);
