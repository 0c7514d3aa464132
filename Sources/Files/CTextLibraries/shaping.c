// SPDX-License-Identifier: MIT
#include "CTextLibraries.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "libraries.h"

static llua_shaping_library hb;
static hb_draw_funcs_t *draw_functions;
static hb_language_t language;
static char problem[LLUA_TEXT_MESSAGE];
static int loaded = -1;

struct llua_font {
  hb_font_t *font;
};

struct llua_shaper {
  hb_buffer_t *buffer;
  llua_glyph *glyphs;
  size_t room;
};

// MARK: outlines

static float *grow(llua_glyph_outline *o, uint8_t verb, size_t points) {
  if (o->verb_count == o->verb_room || o->point_count + points > o->point_room) {
    size_t verbs = o->verb_room ? 2 * o->verb_room : 64;
    uint8_t *v = realloc(o->verbs, verbs);
    if (v) o->verbs = v;
    float *p = realloc(o->points, 3 * verbs * 2 * sizeof(float));
    if (p) o->points = p;
    if (!v || !p) {
      o->failed = 1;
      return NULL;
    }
    o->verb_room = verbs;
    o->point_room = 3 * verbs;
  }
  o->verbs[o->verb_count++] = verb;
  float *at = o->points + 2 * o->point_count;
  o->point_count += points;
  return at;
}

static void move_to(hb_draw_funcs_t *f, void *data, hb_draw_state_t *s, float x, float y, void *user) {
  (void)f, (void)s, (void)user;
  float *p = grow(data, 0, 1);
  if (p) p[0] = x, p[1] = y;
}

static void line_to(hb_draw_funcs_t *f, void *data, hb_draw_state_t *s, float x, float y, void *user) {
  (void)f, (void)s, (void)user;
  float *p = grow(data, 1, 1);
  if (p) p[0] = x, p[1] = y;
}

static void quadratic_to(
    hb_draw_funcs_t *f, void *data, hb_draw_state_t *s, float cx, float cy, float x, float y, void *user) {
  (void)f, (void)s, (void)user;
  float *p = grow(data, 2, 2);
  if (p) p[0] = cx, p[1] = cy, p[2] = x, p[3] = y;
}

static void cubic_to(hb_draw_funcs_t *f, void *data, hb_draw_state_t *s, float ax, float ay, float bx, float by,
    float x, float y, void *user) {
  (void)f, (void)s, (void)user;
  float *p = grow(data, 3, 3);
  if (p) p[0] = ax, p[1] = ay, p[2] = bx, p[3] = by, p[4] = x, p[5] = y;
}

static void close_path(hb_draw_funcs_t *f, void *data, hb_draw_state_t *s, void *user) {
  (void)f, (void)s, (void)user;
  grow(data, 4, 0);
}

void llua_face_outline(const llua_face *face, uint32_t glyph, llua_glyph_outline *outline) {
  memset(outline, 0, sizeof *outline);
  hb.hb_font_get_glyph_shape(face->font, glyph, draw_functions, outline);
}

void llua_glyph_outline_free(llua_glyph_outline *outline) {
  free(outline->verbs);
  free(outline->points);
  memset(outline, 0, sizeof *outline);
}

// MARK: loading

static void load(void) {
#define LLUA_NAME(result, name, arguments) #name,
  static const char *const names[] = {LLUA_SHAPING_FUNCTIONS(LLUA_NAME) NULL};
  if (llua_library_load(LLUA_HARFBUZZ, names, (void **)&hb, problem)) return;
  draw_functions = hb.hb_draw_funcs_create();
  hb.hb_draw_funcs_set_move_to_func(draw_functions, move_to, NULL, NULL);
  hb.hb_draw_funcs_set_line_to_func(draw_functions, line_to, NULL, NULL);
  hb.hb_draw_funcs_set_quadratic_to_func(draw_functions, quadratic_to, NULL, NULL);
  hb.hb_draw_funcs_set_cubic_to_func(draw_functions, cubic_to, NULL, NULL);
  hb.hb_draw_funcs_set_close_path_func(draw_functions, close_path, NULL, NULL);
  hb.hb_draw_funcs_make_immutable(draw_functions);
  language = hb.hb_language_from_string("en", -1);
  loaded = 0;
}

int llua_shaping_load(char *message) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  if (loaded) memcpy(message, problem, sizeof problem);
  return loaded;
}

// MARK: faces

static llua_face *make_face(hb_blob_t *blob, unsigned index) {
  hb_face_t *face = hb.hb_face_create(blob, index & 0xFFFF);
  hb.hb_blob_destroy(blob);
  unsigned units = hb.hb_face_get_upem(face);
  llua_face *self = calloc(1, sizeof *self);
  if (!self || !hb.hb_face_get_glyph_count(face) || !units) {
    hb.hb_face_destroy(face);
    free(self);
    return NULL;
  }
  self->face = face;
  self->font = hb.hb_font_create(face);
  self->instance = index >> 16;
  hb.hb_font_set_scale(self->font, (int)units, (int)units);
  if (self->instance) hb.hb_font_set_var_named_instance(self->font, self->instance - 1);
  hb.hb_font_make_immutable(self->font);
  return self;
}

llua_face *llua_face_vary(const llua_face *base, const llua_axis *axes, size_t count) {
  llua_face *self = calloc(1, sizeof *self);
  hb_variation_t *places = calloc(count + 1, sizeof *places);
  if (!self || !places || count > 64) {
    free(self);
    free(places);
    return NULL;
  }
  for (size_t i = 0; i < count; i++) places[i] = (hb_variation_t){axes[i].tag, axes[i].value};
  self->face = hb.hb_face_reference(base->face);
  self->axes = places;
  self->axis_count = (unsigned)count;
  int units = (int)hb.hb_face_get_upem(self->face);
  self->font = hb.hb_font_create(self->face);
  hb.hb_font_set_scale(self->font, units, units);
  hb.hb_font_set_variations(self->font, places, self->axis_count);
  hb.hb_font_make_immutable(self->font);
  return self;
}

int llua_face_has(const llua_face *self, uint32_t character) {
  hb_codepoint_t glyph;
  return hb.hb_font_get_nominal_glyph(self->font, character, &glyph);
}

size_t llua_face_features(const llua_face *self, uint32_t *tags, size_t room) {
  static const hb_tag_t tables[] = {0x47535542, 0x47504F53};  // "GSUB", "GPOS"
  size_t found = 0;
  for (int i = 0; i < 2; i++) {
    unsigned count = found < room ? (unsigned)(room - found) : 0;
    found += hb.hb_ot_layout_table_get_feature_tags(self->face, tables[i], 0, &count, count ? tags + found : NULL);
  }
  return found;
}

uint32_t llua_script(uint32_t character) {
  return (uint32_t)hb.hb_unicode_script(hb.hb_unicode_funcs_get_default(), character);
}

llua_face *llua_face_open(const char *path, unsigned index) {
  return loaded ? NULL : make_face(hb.hb_blob_create_from_file(path), index);
}

llua_face *llua_face_make(const void *bytes, size_t size, unsigned index) {
  if (loaded || size > UINT32_MAX) return NULL;
  return make_face(hb.hb_blob_create(bytes, (unsigned)size, HB_MEMORY_MODE_READONLY, NULL, NULL), index);
}

int llua_memory_file(const void *bytes, size_t size) {
#ifdef __linux__
  int file = memfd_create("font", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (file < 0) return -1;
  size_t done = 0;
  while (done < size) {
    ssize_t count = write(file, (const char *)bytes + done, size - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    done += (size_t)count;
  }
  char name[32];
  snprintf(name, sizeof name, "/proc/self/fd/%d", file);
  if (done == size && fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE) == 0 &&
      access(name, R_OK) == 0)
    return file;
  int problem = done < size ? ENOMEM : errno;
  close(file);
  errno = problem;
#else
  (void)bytes, (void)size;
  errno = ENOSYS;
#endif
  return -1;
}

void llua_face_close(llua_face *self) {
  if (!self) return;
  hb.hb_font_destroy(self->font);
  hb.hb_face_destroy(self->face);
  free(self->axes);
  free(self);
}

uint32_t llua_face_units(const llua_face *self) { return hb.hb_face_get_upem(self->face); }

int llua_face_box(const llua_face *self, int32_t box[4]) {
  unsigned size = 0;
  hb_blob_t *blob = hb.hb_face_reference_table(self->face, 0x68656164);  // "head"
  const uint8_t *head = (const uint8_t *)hb.hb_blob_get_data(blob, &size);
  int found = head && size >= 44;
  for (int i = 0; found && i < 4; i++) box[i] = (int16_t)(head[36 + 2 * i] << 8 | head[37 + 2 * i]);
  hb.hb_blob_destroy(blob);
  return found && box[0] < box[2] && box[1] < box[3];
}

// A llua_table is a cast of its blob.
static llua_table *opened(hb_blob_t *blob, const uint8_t **bytes, size_t *size) {
  unsigned length = 0;
  *bytes = (const uint8_t *)hb.hb_blob_get_data(blob, &length);
  *size = length;
  if (length) return (llua_table *)blob;
  hb.hb_blob_destroy(blob);
  return NULL;
}

llua_table *llua_face_table(const llua_face *self, uint32_t tag, const uint8_t **bytes, size_t *size) {
  return opened(hb.hb_face_reference_table(self->face, tag), bytes, size);
}

void llua_table_close(llua_table *table) { hb.hb_blob_destroy((hb_blob_t *)table); }

int llua_face_has_pictures(const llua_face *self) { return hb.hb_ot_color_has_png(self->face); }

llua_table *llua_face_picture(
    const llua_face *self, uint32_t glyph, const uint8_t **bytes, size_t *size, int32_t box[4]) {
  llua_table *picture = opened(hb.hb_ot_color_glyph_reference_png(self->font, glyph), bytes, size);
  hb_glyph_extents_t e;
  if (!picture || !hb.hb_font_get_glyph_extents(self->font, glyph, &e)) {
    if (picture) llua_table_close(picture);
    return NULL;
  }
  box[0] = e.x_bearing;
  box[1] = e.y_bearing + e.height;
  box[2] = e.x_bearing + e.width;
  box[3] = e.y_bearing;
  return picture;
}

int llua_face_has_documents(const llua_face *self) { return hb.hb_ot_color_has_svg(self->face); }

llua_table *llua_face_document(const llua_face *self, uint32_t glyph, const uint8_t **bytes, size_t *size) {
  return opened(hb.hb_ot_color_glyph_reference_svg(self->face, glyph), bytes, size);
}

int32_t llua_face_advance(const llua_face *self, uint32_t glyph) {
  return hb.hb_font_get_glyph_h_advance(self->font, glyph);
}

llua_font *llua_font_make(const llua_face *face, double size, llua_font_metrics *metrics) {
  llua_font *self = calloc(1, sizeof *self);
  if (!self) return NULL;
  self->font = hb.hb_font_create(face->face);
  int scale = (int)lround(size * LLUA_TEXT_UNITS);
  hb.hb_font_set_scale(self->font, scale, scale);
  if (face->axis_count) {
    hb.hb_font_set_variations(self->font, face->axes, face->axis_count);
  } else if (face->instance) {
    hb.hb_font_set_var_named_instance(self->font, face->instance - 1);
  }
  hb.hb_font_make_immutable(self->font);
  hb_font_extents_t e;
  memset(&e, 0, sizeof e);
  if (!hb.hb_font_get_h_extents(self->font, &e)) {
    e.ascender = scale * 4 / 5;
    e.descender = -scale / 5;
  }
  metrics->ascent = e.ascender;
  metrics->descent = -e.descender;
  metrics->leading = e.line_gap > 0 ? e.line_gap : 0;
  hb_font_t *f = self->font;
  hb.hb_ot_metrics_get_position_with_fallback(f, HB_OT_METRICS_TAG_UNDERLINE_OFFSET, &metrics->underline);
  hb.hb_ot_metrics_get_position_with_fallback(f, HB_OT_METRICS_TAG_UNDERLINE_SIZE, &metrics->underline_size);
  hb.hb_ot_metrics_get_position_with_fallback(f, HB_OT_METRICS_TAG_STRIKEOUT_OFFSET, &metrics->strikeout);
  hb.hb_ot_metrics_get_position_with_fallback(f, HB_OT_METRICS_TAG_STRIKEOUT_SIZE, &metrics->strikeout_size);
  metrics->missing_advance = hb.hb_font_get_glyph_h_advance(f, 0);
  return self;
}

void llua_font_close(llua_font *self) {
  if (!self) return;
  hb.hb_font_destroy(self->font);
  free(self);
}

int32_t llua_font_advance(const llua_font *self, uint32_t glyph) {
  return hb.hb_font_get_glyph_h_advance(self->font, glyph);
}

// MARK: shaping

llua_shaper *llua_shaper_make(void) {
  llua_shaper *self = calloc(1, sizeof *self);
  if (self) self->buffer = hb.hb_buffer_create();
  return self;
}

void llua_shaper_close(llua_shaper *self) {
  if (!self) return;
  hb.hb_buffer_destroy(self->buffer);
  free(self->glyphs);
  free(self);
}

size_t llua_shape(llua_shaper *self, const llua_font *font, const char *paragraph, size_t size, size_t start,
    size_t length, int is_latin, const llua_feature *features, size_t feature_count, const llua_glyph **glyphs) {
  hb_buffer_t *b = self->buffer;
  hb.hb_buffer_clear_contents(b);
  hb.hb_buffer_set_flags(b, HB_BUFFER_FLAG_BOT | HB_BUFFER_FLAG_EOT);
  hb.hb_buffer_set_direction(b, HB_DIRECTION_LTR);
  hb.hb_buffer_set_script(b, is_latin ? HB_SCRIPT_LATIN : HB_SCRIPT_COMMON);
  hb.hb_buffer_set_language(b, language);
  hb.hb_buffer_add_utf8(b, paragraph, (int)size, (unsigned)start, (int)length);
  hb_feature_t wanted[LLUA_FEATURES];
  unsigned wanted_count = feature_count < LLUA_FEATURES ? (unsigned)feature_count : LLUA_FEATURES;
  for (unsigned i = 0; i < wanted_count; i++)
    wanted[i] = (hb_feature_t){features[i].tag, features[i].value, 0, UINT32_MAX};
  hb.hb_shape(font->font, b, wanted, wanted_count);
  unsigned count = 0;
  const hb_glyph_info_t *infos = hb.hb_buffer_get_glyph_infos(b, &count);
  const hb_glyph_position_t *positions = hb.hb_buffer_get_glyph_positions(b, &count);
  *glyphs = NULL;
  if (count > self->room) {
    llua_glyph *more = realloc(self->glyphs, count * sizeof *more);
    if (!more) return 0;
    self->glyphs = more;
    self->room = count;
  }
  for (unsigned i = 0; i < count; i++)
    self->glyphs[i] = (llua_glyph){
        infos[i].codepoint, infos[i].cluster, positions[i].x_advance, positions[i].x_offset, positions[i].y_offset};
  *glyphs = self->glyphs;
  return count;
}
