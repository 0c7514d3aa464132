// SPDX-License-Identifier: MIT
#pragma once
#include <stddef.h>
#include <stdint.h>

// HarfBuzz and Pango, loaded when the first text needs them: a process that draws no text does not load their thirty
// libraries, and one that draws plain Latin text loads HarfBuzz alone. All lengths are in 1/1024 point, x to the right,
// y up from the baseline.

enum { LLUA_TEXT_MESSAGE = 200, LLUA_TEXT_UNITS = 1024 };

typedef struct {
  uint32_t glyph;
  uint32_t cluster;  // byte offset of the text that it shows
  int32_t advance, x, y;
} llua_glyph;

// MARK: fonts and shaping (libharfbuzz)

// Returns 0 when HarfBuzz is installed; else `message` (LLUA_TEXT_MESSAGE bytes) names the missing part.
int llua_shaping_load(char *message);

typedef struct llua_face llua_face;
typedef struct llua_font llua_font;
typedef struct llua_shaper llua_shaper;

// Returns NULL when the file is no usable font. The file is mapped, not read. The upper 16 bits of `index` are the
// place of a variable font's named instance, from 1; 0 is the font as it is.
llua_face *llua_face_open(const char *path, unsigned index);
// The same for a font's bytes, which must outlive the face.
llua_face *llua_face_make(const void *bytes, size_t size, unsigned index);
// The same face at places on all of its axes; the bytes of the other must outlive it. NULL when memory is short.
typedef struct {
  uint32_t tag;
  float value;
} llua_axis;
llua_face *llua_face_vary(const llua_face *face, const llua_axis *axes, size_t count);
void llua_face_close(llua_face *face);
// Whether the face has a glyph for a character.
int llua_face_has(const llua_face *face, uint32_t character);
// The tags of the font's OpenType features, each as often as it stands there; returns their number, which may be more
// than there is room for.
size_t llua_face_features(const llua_face *face, uint32_t *tags, size_t room);
// The script of a character, as the four letters of ISO 15924.
uint32_t llua_script(uint32_t character);
// A file without a name that holds the bytes and cannot be changed, for Pango, which takes only paths: /proc/self/fd
// and its number. Returns -1 with errno set when it cannot be made.
int llua_memory_file(const void *bytes, size_t size);
uint32_t llua_face_units(const llua_face *face);
// The box around all glyphs by the font's own word, in font units, y up: min x, min y, max x, max y. 0 when it has none.
int llua_face_box(const llua_face *face, int32_t box[4]);

typedef struct {
  // all positive down the page from top to baseline, baseline to bottom, bottom to next top
  int32_t ascent, descent, leading;
  // the lines' tops above the baseline, and their thickness
  int32_t underline, underline_size, strikeout, strikeout_size;
  int32_t missing_advance;  // the advance of the box for a character that the font lacks
} llua_font_metrics;

// A face at a size; the face must outlive it. May be used from several threads.
llua_font *llua_font_make(const llua_face *face, double size, llua_font_metrics *metrics);
void llua_font_close(llua_font *font);
int32_t llua_font_advance(const llua_font *font, uint32_t glyph);

// A reusable buffer, for one thread at a time.
llua_shaper *llua_shaper_make(void);
void llua_shaper_close(llua_shaper *shaper);
// An OpenType feature by its tag; 0 switches it off.
typedef struct {
  uint32_t tag, value;
} llua_feature;
enum { LLUA_FEATURES = 64 };
// Shapes a left-to-right part of a paragraph, with at most LLUA_FEATURES features. The glyphs are valid until the next
// call. Clusters count from the paragraph's start.
size_t llua_shape(llua_shaper *shaper, const llua_font *font, const char *paragraph, size_t size, size_t start,
    size_t length, int is_latin, const llua_feature *features, size_t feature_count, const llua_glyph **glyphs);

// An outline in font units: verbs 0 move, 1 line, 2 quadratic, 3 cubic, 4 close and their points. Freed with
// llua_glyph_outline_free.
typedef struct {
  uint8_t *verbs;
  float *points;  // x, y in turn
  size_t verb_count, point_count, verb_room, point_room;
  int failed;
} llua_glyph_outline;

void llua_face_outline(const llua_face *face, uint32_t glyph, llua_glyph_outline *outline);
void llua_glyph_outline_free(llua_glyph_outline *outline);

// A table of the font by its tag; `bytes` are valid until it is closed. NULL when the font has none.
typedef struct llua_table llua_table;
llua_table *llua_face_table(const llua_face *face, uint32_t tag, const uint8_t **bytes, size_t *size);
void llua_table_close(llua_table *table);

// Whether glyphs may have pictures, of pixels.
int llua_face_has_pictures(const llua_face *face);
// A glyph's picture, the largest that the font has, as a PNG file; `box` is where it lies, in font units, y up: min x,
// min y, max x, max y. NULL when the glyph has none.
llua_table *llua_face_picture(
    const llua_face *face, uint32_t glyph, const uint8_t **bytes, size_t *size, int32_t box[4]);

// Whether glyphs may have documents of SVG.
int llua_face_has_documents(const llua_face *face);
// The document that holds a glyph, as it stands in the font: SVG, or that packed by gzip. Glyphs that share one get the
// same bytes, which are valid as long as the face. NULL when the glyph has none.
llua_table *llua_face_document(const llua_face *face, uint32_t glyph, const uint8_t **bytes, size_t *size);

// In font units.
int32_t llua_face_advance(const llua_face *face, uint32_t glyph);

// MARK: fonts of the web (libdeflate, libwoff2dec)

// The most of an unpacked font.
enum { LLUA_WEB_FONT_BYTES = 64 << 20 };

// Whether a file begins as WOFF or WOFF2.
int llua_is_web_font(const void *bytes, size_t size);
// Makes the TrueType or OpenType font that a WOFF or WOFF2 file holds, zeros may follow it. Returns 0, and `bytes` must
// be freed; else `message` (LLUA_TEXT_MESSAGE bytes) is the reason, as the end of a sentence.
int llua_web_font_unpack(const void *in, size_t size, uint8_t **bytes, size_t *length, char *message);

// MARK: fonts of some glyphs (libharfbuzz-subset)

typedef struct {
  uint8_t *bytes;
  size_t size;
  int is_cff;         // a table of PostScript outlines alone; else a font file with TrueType outlines
  uint32_t *numbers;  // of each glyph asked for, its number in the subset; of its character in a font by characters
  int32_t ascent, descent, min_x, min_y, max_x, max_y;  // font units, y up
  double italic_angle;                                  // degrees counterclockwise
} llua_font_subset;

// Makes a font of some of a face's glyphs; glyph 0 is always in it. Returns 0, or -1 when the library is not installed,
// the font has no outlines that can be taken out, or memory is short. Freed with llua_font_subset_free.
int llua_face_subset(const llua_face *face, const uint32_t *glyphs, size_t count, llua_font_subset *subset);
void llua_font_subset_free(llua_font_subset *subset);
// Whether the library is installed.
int llua_subset_is_there(void);

// MARK: paragraphs of any writing system (libpangoft2)

typedef struct llua_paragraphs llua_paragraphs;

typedef struct {
  const char *path;
  int index;
  double size;
  uint32_t start, length;  // bytes of the paragraph
  int32_t spacing;         // added to every character, half before and half after it, except at the line's edges
  // The font's axes and features in Pango's words, as "wght=625,wdth=80"; NULL for none.
  const char *variations, *features;
  // Whether something of this width stands in place of the text.
  int is_attachment;
  int32_t width;
} llua_text_span;

typedef struct {
  int font;  // index into fonts
  int span;
  uint32_t start, length;  // bytes of the paragraph
  uint32_t first_glyph, glyph_count;
  int is_right_to_left;
} llua_run;

typedef struct {
  uint32_t start, length;
  uint32_t first_run, run_count;  // in the order shown, left to right
  int is_wrapped;                 // the paragraph continues
} llua_line;

typedef struct {
  const char *path;
  int index;
  const char *variations;  // as of a span, the last of several values of one axis counts; NULL for none
} llua_used_font;

typedef struct {
  llua_line *lines;
  llua_run *runs;
  llua_glyph *glyphs;
  llua_used_font *fonts;
  uint32_t line_count, run_count, glyph_count, font_count;
  uint32_t line_room, run_room, glyph_room, font_room;
  int is_right_to_left, failed;
} llua_paragraph;

// Prepares Pango with a fontconfig of these directories only, given as the text of its configuration file. Returns NULL
// when a library is missing or memory is short, with the reason in `message`.
llua_paragraphs *llua_paragraphs_make(const char *configuration, char *message);
void llua_paragraphs_close(llua_paragraphs *paragraphs);
// Adds a font file, for characters that no other has.
void llua_paragraphs_add(llua_paragraphs *paragraphs, const char *path);

// The writing direction of a text's first letter.
enum { LLUA_DIRECTION_LEFT_TO_RIGHT, LLUA_DIRECTION_RIGHT_TO_LEFT, LLUA_DIRECTION_OF_TEXT };
int llua_paragraphs_is_right_to_left(llua_paragraphs *paragraphs, const char *text, size_t size);

// Lays out one paragraph without newlines, broken into lines where `width` is not negative. `indent` is the width that
// the first line lacks, or if negative, that the other lines lack. `direction` is one of LLUA_DIRECTION. The result is
// valid until the next call.
const llua_paragraph *llua_paragraphs_layout(llua_paragraphs *paragraphs, const char *text, size_t size,
    const llua_text_span *spans, size_t span_count, int32_t width, int32_t indent, int direction);
// Sets a flag for each byte of the text that was laid out last at which a line may begin; `breaks` holds zeros.
void llua_paragraphs_breaks(llua_paragraphs *paragraphs, uint8_t *breaks, size_t size);
