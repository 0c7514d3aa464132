// SPDX-License-Identifier: MIT
#pragma once
#include <stddef.h>
#include <stdint.h>

// HarfBuzz and Pango, loaded on first use: a process that draws no text does not load their thirty libraries, and one
// that draws only plain Latin text loads only HarfBuzz. All lengths are in 1/1024 point, x to the right, y up from the
// baseline.

enum { LLUA_TEXT_MESSAGE = 200, LLUA_TEXT_UNITS = 1024 };

typedef struct {
  uint32_t glyph;
  uint32_t cluster;  // byte offset of the text it represents
  int32_t advance, x, y;
} llua_glyph;

// MARK: fonts and shaping (libharfbuzz)

// Returns 0 if HarfBuzz is installed; else `message` (LLUA_TEXT_MESSAGE bytes) names the missing part.
int llua_shaping_load(char *message);

typedef struct llua_face llua_face;
typedef struct llua_font llua_font;
typedef struct llua_shaper llua_shaper;

// Returns NULL if the file is not a usable font. The file is mapped, not read. The upper 16 bits of `index` are the
// index of a variable font's named instance, from 1; 0 is the default.
llua_face *llua_face_open(const char *path, unsigned index);
// Same as llua_face_open, from a font's bytes, which must outlive the face.
llua_face *llua_face_make(const void *bytes, size_t size, unsigned index);
// Makes a variant of a face with coordinates on all of its axes; the bytes of the original must outlive it. Returns
// NULL if memory is short.
typedef struct {
  uint32_t tag;
  float value;
} llua_axis;
llua_face *llua_face_vary(const llua_face *face, const llua_axis *axes, size_t count);
void llua_face_close(llua_face *face);
// True if the face has a glyph for a character.
int llua_face_has(const llua_face *face, uint32_t character);
// Stores the tags of the font's OpenType features, with duplicates. Returns their number, which may exceed `room`.
size_t llua_face_features(const llua_face *face, uint32_t *tags, size_t room);
// Returns the script of a character, as the four letters of its ISO 15924 code.
uint32_t llua_script(uint32_t character);
// Makes a sealed anonymous file with the bytes, for Pango, which takes only paths: /proc/self/fd and its number.
// Returns its file descriptor; -1 with errno set on failure.
int llua_memory_file(const void *bytes, size_t size);
uint32_t llua_face_units(const llua_face *face);
// Stores the box around all glyphs as the font states it, in font units, y up: min x, min y, max x, max y. Returns 0 if
// it has none.
int llua_face_box(const llua_face *face, int32_t box[4]);

typedef struct {
  // Distances down the page, normally positive: top to baseline, baseline to bottom, bottom to next top.
  int32_t ascent, descent, leading;
  // The upper edges of the lines above the baseline, and their thickness.
  int32_t underline, underline_size, strikeout, strikeout_size;
  int32_t missing_advance;  // advance of glyph 0, for missing characters
} llua_font_metrics;

// Makes a font from a face at a size; the face must outlive it. Thread-safe.
llua_font *llua_font_make(const llua_face *face, double size, llua_font_metrics *metrics);
void llua_font_close(llua_font *font);
int32_t llua_font_advance(const llua_font *font, uint32_t glyph);

// Makes a reusable buffer, for one thread at a time.
llua_shaper *llua_shaper_make(void);
void llua_shaper_close(llua_shaper *shaper);
// An OpenType feature by its tag; the value 0 disables it.
typedef struct {
  uint32_t tag, value;
} llua_feature;
enum { LLUA_FEATURES = 64 };
// Shapes a left-to-right range of a paragraph, with at most LLUA_FEATURES features. The glyphs are valid until the next
// call. Clusters are byte offsets in the paragraph. Returns the number of glyphs.
size_t llua_shape(llua_shaper *shaper, const llua_font *font, const char *paragraph, size_t size, size_t start,
    size_t length, int is_latin, const llua_feature *features, size_t feature_count, const llua_glyph **glyphs);

// An outline in font units: verbs 0 move, 1 line, 2 quadratic, 3 cubic, 4 close, and their points. Freed with
// llua_glyph_outline_free.
typedef struct {
  uint8_t *verbs;
  float *points;  // alternating x and y
  size_t verb_count, point_count, verb_room, point_room;
  int failed;
} llua_glyph_outline;

void llua_face_outline(const llua_face *face, uint32_t glyph, llua_glyph_outline *outline);
void llua_glyph_outline_free(llua_glyph_outline *outline);

// A table of the font, by its tag; `bytes` are valid until it is closed. NULL if the font does not have it.
typedef struct llua_table llua_table;
llua_table *llua_face_table(const llua_face *face, uint32_t tag, const uint8_t **bytes, size_t *size);
void llua_table_close(llua_table *table);

// True if glyphs may have bitmap pictures.
int llua_face_has_pictures(const llua_face *face);
// Returns a glyph's picture, the largest in the font, as a PNG file, and stores its position in `box`, in font units, y
// up: min x, min y, max x, max y. NULL if the glyph has none.
llua_table *llua_face_picture(
    const llua_face *face, uint32_t glyph, const uint8_t **bytes, size_t *size, int32_t box[4]);

// True if glyphs may have SVG documents.
int llua_face_has_documents(const llua_face *face);
// Returns the document with a glyph, as stored in the font: SVG, or gzip-compressed SVG. Glyphs that share one get the
// same bytes, which are valid as long as the face. NULL if the glyph has none.
llua_table *llua_face_document(const llua_face *face, uint32_t glyph, const uint8_t **bytes, size_t *size);

// Returns a glyph's advance in font units.
int32_t llua_face_advance(const llua_face *face, uint32_t glyph);

// MARK: fonts of the web (libdeflate, libwoff2dec)

// The maximum size of an unpacked font, in bytes.
enum { LLUA_WEB_FONT_BYTES = 64 << 20 };

// True if a file has the signature of WOFF or WOFF2.
int llua_is_web_font(const void *bytes, size_t size);
// Unpacks a WOFF or WOFF2 file to the TrueType or OpenType font in it; zeros may follow. Returns 0, and the caller
// frees `bytes`; else `message` (LLUA_TEXT_MESSAGE bytes) is the reason, as the end of a sentence.
int llua_web_font_unpack(const void *in, size_t size, uint8_t **bytes, size_t *length, char *message);

// MARK: fonts of some glyphs (libharfbuzz-subset)

typedef struct {
  uint8_t *bytes;
  size_t size;
  int is_cff;         // 1: a bare CFF table; 0: a font file with TrueType outlines
  uint32_t *numbers;  // for each requested glyph, its index in the subset, or its CID in a CID-keyed font
  int32_t ascent, descent, min_x, min_y, max_x, max_y;  // font units, y up
  double italic_angle;                                  // degrees counterclockwise
} llua_font_subset;

// Makes a font with some of a face's glyphs; glyph 0 is always included. Returns 0, or -1 if the library is not
// installed, the font has no outlines that can be extracted, or memory is short. Freed with llua_font_subset_free.
int llua_face_subset(const llua_face *face, const uint32_t *glyphs, size_t count, llua_font_subset *subset);
void llua_font_subset_free(llua_font_subset *subset);
// True if the library is installed.
int llua_subset_is_there(void);

// MARK: paragraphs of any writing system (libpangoft2)

typedef struct llua_paragraphs llua_paragraphs;

typedef struct {
  const char *path;
  int index;
  double size;
  uint32_t start, length;  // byte range in the paragraph
  int32_t spacing;         // letter spacing: half before and half after every character, except at the line's edges
  // The font's axes and features in Pango's syntax, e.g. "wght=625,wdth=80"; NULL for none.
  const char *variations, *features;
  // 1 if an attachment of this width replaces the text.
  int is_attachment;
  int32_t width;
} llua_text_span;

typedef struct {
  int font;  // index into fonts
  int span;
  uint32_t start, length;  // byte range in the paragraph
  uint32_t first_glyph, glyph_count;
  int is_right_to_left;
} llua_run;

typedef struct {
  uint32_t start, length;
  uint32_t first_run, run_count;  // in visual order, left to right
  int is_wrapped;                 // the paragraph continues
} llua_line;

typedef struct {
  const char *path;
  int index;
  const char *variations;  // as in a span; the last value of an axis counts; NULL for none
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

// Prepares Pango with the given fontconfig configuration, as the text of its file, and no other. Returns NULL if a
// library is missing or memory is short, with the reason in `message`.
llua_paragraphs *llua_paragraphs_make(const char *configuration, char *message);
void llua_paragraphs_close(llua_paragraphs *paragraphs);
// Adds a font file as a fallback for characters that no other font has.
void llua_paragraphs_add(llua_paragraphs *paragraphs, const char *path);

// Writing directions; LLUA_DIRECTION_OF_TEXT is that of the text's first letter, which the function below returns.
enum { LLUA_DIRECTION_LEFT_TO_RIGHT, LLUA_DIRECTION_RIGHT_TO_LEFT, LLUA_DIRECTION_OF_TEXT };
int llua_paragraphs_is_right_to_left(llua_paragraphs *paragraphs, const char *text, size_t size);

// Lays out one paragraph without newlines, broken into lines if `width` is not negative. `indent` is the width that the
// first line lacks, or if negative, that the other lines lack. `direction` is one of LLUA_DIRECTION. The result is
// valid until the next call.
const llua_paragraph *llua_paragraphs_layout(llua_paragraphs *paragraphs, const char *text, size_t size,
    const llua_text_span *spans, size_t span_count, int32_t width, int32_t indent, int direction);
// Sets `breaks` to 1 for each byte of the last text laid out at which a line may begin; must be zeroed before.
void llua_paragraphs_breaks(llua_paragraphs *paragraphs, uint8_t *breaks, size_t size);
