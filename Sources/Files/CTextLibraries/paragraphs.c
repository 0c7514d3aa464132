// SPDX-License-Identifier: MIT
#include "CTextLibraries.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "libraries.h"

static llua_paragraph_library pango;
static char problem[LLUA_TEXT_MESSAGE];
static int loaded = -1;

// Each font map of Pango starts a thread that calls FcInit, which reads the system's configuration, although the map
// has its own, and prints an error if there is none. An empty configuration becomes the current one where nobody else
// uses this Fontconfig, because it was brought along, or where the system has no configuration to read.
static void avoid_default_configuration(void) {
  char path[4096];
  bool is_shared = llua_brought_library(LLUA_PANGO, path, sizeof path) == 0;
  if (is_shared &&
      (access("/etc/fonts/fonts.conf", R_OK) == 0 || getenv("FONTCONFIG_FILE") || getenv("FONTCONFIG_PATH")))
    return;
  FcConfig *empty = pango.FcConfigCreate();
  if (empty && pango.FcConfigBuildFonts(empty)) pango.FcConfigSetCurrent(empty);
  if (empty) pango.FcConfigDestroy(empty);
}

static void load(void) {
#define LLUA_NAME(result, name, arguments) #name,
  static const char *const names[] = {LLUA_PARAGRAPH_FUNCTIONS(LLUA_NAME) NULL};
  loaded = llua_library_load(LLUA_PANGO, names, (void **)&pango, problem);
  if (loaded == 0) avoid_default_configuration();
}

// A font description that selects exactly one face, since Pango takes fonts only by description.
typedef struct {
  char *path, *variations;
  int index;
  PangoFontDescription *description;
} described;

// Bounds the cache when axes are animated.
enum { DESCRIPTIONS = 256 };

// Signals that a font map has been freed. Each Pango font map has a thread that matches and sorts fonts. A running
// request holds a reference to the map, so the map may outlive llua_paragraphs_close. The waiting side and the map
// share ownership of the structure; the last owner frees it.
typedef struct {
  pthread_mutex_t lock;
  pthread_cond_t ended;
  int holders, is_over;
} map_end;

// The maximum wait for a font map's thread, in seconds. Sorting 10,000 fonts takes about one second.
enum { MAP_SECONDS = 10 };

struct llua_paragraphs {
  FcConfig *config;
  PangoFontMap *map;
  map_end *end;
  pid_t process;
  PangoContext *context;
  PangoLayout *layout;
  described *faces;
  size_t face_count;
  llua_paragraph result;
};

static map_end *map_end_make(void) {
  map_end *end = calloc(1, sizeof *end);
  if (!end) return NULL;
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_mutex_init(&end->lock, NULL);
  pthread_cond_init(&end->ended, &attributes);
  pthread_condattr_destroy(&attributes);
  end->holders = 2;
  return end;
}

static void map_end_release(map_end *end) {
  pthread_mutex_lock(&end->lock);
  int left = --end->holders;
  pthread_mutex_unlock(&end->lock);
  if (left) return;
  pthread_cond_destroy(&end->ended);
  pthread_mutex_destroy(&end->lock);
  free(end);
}

// Called by GObject at the end of the map's finaliser, on whichever thread drops the last reference.
static void map_ended(void *data) {
  map_end *end = data;
  pthread_mutex_lock(&end->lock);
  end->is_over = 1;
  pthread_cond_signal(&end->ended);
  pthread_mutex_unlock(&end->lock);
  map_end_release(end);
}

// Waits until the map is freed, so that nothing of it outlives the engine. Does not wait in a forked child, which does
// not have the thread and in which the lock may be held forever.
static void map_end_wait(map_end *end, pid_t process) {
  if (process != getpid()) return;
  struct timespec last;
  clock_gettime(CLOCK_MONOTONIC, &last);
  last.tv_sec += MAP_SECONDS;
  pthread_mutex_lock(&end->lock);
  int error = 0;
  while (!end->is_over && error != ETIMEDOUT) error = pthread_cond_timedwait(&end->ended, &end->lock, &last);
  pthread_mutex_unlock(&end->lock);
  map_end_release(end);
}

llua_paragraphs *llua_paragraphs_make(const char *configuration, char *message) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  memcpy(message, problem, sizeof problem);
  if (loaded) return NULL;
  llua_paragraphs *self = calloc(1, sizeof *self);
  if (!self) return NULL;
  self->config = pango.FcConfigCreate();
  if (!self->config || !pango.FcConfigParseAndLoadFromMemory(self->config, (const FcChar8 *)configuration, 1) ||
      !pango.FcConfigBuildFonts(self->config)) {
    strcpy(message, "the font folders cannot be used: check that they are readable");
    llua_paragraphs_close(self);
    return NULL;
  }
  self->map = pango.pango_ft2_font_map_new();
  self->process = getpid();
  self->end = map_end_make();
  if (self->end) pango.g_object_set_data_full((GObject *)self->map, "layerlua-end", self->end, map_ended);
  pango.pango_ft2_font_map_set_resolution((PangoFT2FontMap *)self->map, 72, 72);
  pango.pango_fc_font_map_set_config((PangoFcFontMap *)self->map, self->config);
  self->context = pango.pango_font_map_create_context(self->map);
  pango.pango_context_set_language(self->context, pango.pango_language_from_string("en"));
  pango.pango_context_set_round_glyph_positions(self->context, 0);
  self->layout = pango.pango_layout_new(self->context);
  return self;
}

static void forget_faces(llua_paragraphs *self) {
  for (size_t i = 0; i < self->face_count; i++) {
    free(self->faces[i].path);
    free(self->faces[i].variations);
    pango.pango_font_description_free(self->faces[i].description);
  }
  self->face_count = 0;
}

void llua_paragraphs_close(llua_paragraphs *self) {
  if (!self) return;
  forget_faces(self);
  free(self->faces);
  if (self->layout) pango.g_object_unref(self->layout);
  if (self->context) pango.g_object_unref(self->context);
  if (self->map) {
    // Pango 1.50.12 does not release a map's configuration when the map is freed.
    pango.pango_fc_font_map_set_config((PangoFcFontMap *)self->map, NULL);
    pango.g_object_unref(self->map);
  }
  if (self->end) map_end_wait(self->end, self->process);
  if (self->config) pango.FcConfigDestroy(self->config);
  free(self->result.lines);
  free(self->result.runs);
  free(self->result.glyphs);
  free(self->result.fonts);
  free(self);
}

void llua_paragraphs_add(llua_paragraphs *self, const char *path) {
  if (pango.FcConfigAppFontAddFile(self->config, (const FcChar8 *)path))
    pango.pango_fc_font_map_config_changed((PangoFcFontMap *)self->map);
}

static const PangoFontDescription *describe(llua_paragraphs *self, const llua_text_span *span) {
  const char *path = span->path, *variations = span->variations ? span->variations : "";
  // Variations apply to the default instance; a named instance has its own.
  int index = *variations ? span->index & 0xFFFF : span->index, is_known = 0;
  for (size_t i = 0; i < self->face_count; i++) {
    if (strcmp(self->faces[i].path, path)) continue;
    is_known = 1;
    if (self->faces[i].index == index && !strcmp(self->faces[i].variations, variations))
      return self->faces[i].description;
  }
  if (self->face_count >= DESCRIPTIONS) {
    forget_faces(self);
    pango.pango_fc_font_map_cache_clear((PangoFcFontMap *)self->map);
  }
  int count;
  FcPattern *pattern = pango.FcFreeTypeQuery((const FcChar8 *)path, (unsigned)index, NULL, &count);
  if (!pattern) return NULL;
  PangoFontDescription *description = pango.pango_fc_font_description_from_pattern(pattern, 0);
  pango.FcPatternDestroy(pattern);
  if (*variations) pango.pango_font_description_set_variations(description, variations);
  described *more = realloc(self->faces, (self->face_count + 1) * sizeof *more);
  char *copy = strdup(path), *places = strdup(variations);
  if (more) self->faces = more;
  if (!more || !copy || !places) {
    free(copy);
    free(places);
    pango.pango_font_description_free(description);
    return NULL;
  }
  // Adds a face outside the directories; for one inside them this has no effect.
  if (!is_known) llua_paragraphs_add(self, path);
  self->faces[self->face_count++] = (described){copy, places, index, description};
  return description;
}

// Appends an element to an array of the result; sets `failed` and returns NULL if memory is short.
static void *push(llua_paragraph *r, void **array, uint32_t *count, uint32_t *room, size_t size) {
  if (*count == *room) {
    uint32_t more = *room ? 2 * *room : 32;
    void *p = realloc(*array, more * size);
    if (!p) {
      r->failed = 1;
      return NULL;
    }
    *array = p;
    *room = more;
  }
  return (char *)*array + size * (*count)++;
}
#define PUSH(r, what) push(r, (void **)&(r)->what##s, &(r)->what##_count, &(r)->what##_room, sizeof *(r)->what##s)

static int font_index(llua_paragraph *r, PangoFont *font) {
  FcPattern *pattern = font ? pango.pango_fc_font_get_pattern((PangoFcFont *)font) : NULL;
  FcChar8 *path = NULL, *variations = NULL;
  int index = 0;
  if (!pattern || pango.FcPatternGetString(pattern, FC_FILE, 0, &path) != FcResultMatch) return -1;
  pango.FcPatternGetInteger(pattern, FC_INDEX, 0, &index);
  if (pango.FcPatternGetString(pattern, FC_FONT_VARIATIONS, 0, &variations) != FcResultMatch) variations = NULL;
  const char *places = (const char *)variations;
  for (uint32_t i = 0; i < r->font_count; i++)
    if (r->fonts[i].index == index && !strcmp(r->fonts[i].path, (const char *)path) &&
        !strcmp(r->fonts[i].variations ? r->fonts[i].variations : "", places ? places : ""))
      return (int)i;
  llua_used_font *used = PUSH(r, font);
  if (!used) return -1;
  *used = (llua_used_font){(const char *)path, index, places};
  return (int)r->font_count - 1;
}

static void collect(llua_paragraph *r, const PangoGlyphItem *item, const llua_text_span *spans, size_t span_count) {
  const PangoItem *in = item->item;
  int font = font_index(r, in->analysis.font);
  llua_run *run = PUSH(r, run);
  if (!run) return;
  size_t span = 0;
  while (span + 1 < span_count && spans[span + 1].start <= (uint32_t)in->offset) span++;
  *run = (llua_run){.font = font,
      .span = (int)span,
      .start = (uint32_t)in->offset,
      .length = (uint32_t)in->length,
      .first_glyph = r->glyph_count,
      .is_right_to_left = in->analysis.level & 1};
  for (int i = 0; i < item->glyphs->num_glyphs; i++) {
    const PangoGlyphInfo *g = &item->glyphs->glyphs[i];
    llua_glyph *glyph = PUSH(r, glyph);
    if (!glyph) return;
    // UINT32_MAX draws nothing; a character that no font has becomes the font's own empty box, glyph 0.
    uint32_t id = g->glyph == PANGO_GLYPH_EMPTY ? UINT32_MAX : g->glyph & PANGO_GLYPH_UNKNOWN_FLAG ? 0 : g->glyph;
    *glyph = (llua_glyph){id, (uint32_t)(in->offset + item->glyphs->log_clusters[i]), g->geometry.width,
        g->geometry.x_offset, -g->geometry.y_offset};
    r->runs[r->run_count - 1].glyph_count++;
  }
}

static void add(PangoAttrList *list, PangoAttribute *attribute, const llua_text_span *span) {
  attribute->start_index = span->start;
  attribute->end_index = span->start + span->length;
  pango.pango_attr_list_insert(list, attribute);
}

void llua_paragraphs_breaks(llua_paragraphs *self, uint8_t *breaks, size_t size) {
  const char *text = pango.pango_layout_get_text(self->layout);
  int count = 0;
  const PangoLogAttr *attributes = pango.pango_layout_get_log_attrs_readonly(self->layout, &count);
  int character = 0;
  for (size_t i = 0; attributes && text && i < size && text[i]; i++) {
    if ((text[i] & 0xC0) == 0x80) continue;
    uint32_t bits;
    if (character >= count) break;
    // The first bit field is is_line_break.
    memcpy(&bits, &attributes[character++], sizeof bits);
    breaks[i] = bits & 1;
  }
}

int llua_paragraphs_is_right_to_left(llua_paragraphs *self, const char *text, size_t size) {
  (void)self;
  return pango.pango_find_base_dir(text, (int)size) == PANGO_DIRECTION_RTL;
}

const llua_paragraph *llua_paragraphs_layout(llua_paragraphs *self, const char *text, size_t size,
    const llua_text_span *spans, size_t span_count, int32_t width, int32_t indent, int direction) {
  llua_paragraph *r = &self->result;
  r->line_count = r->run_count = r->glyph_count = r->font_count = 0;
  r->failed = 0;
  r->is_right_to_left = direction == LLUA_DIRECTION_OF_TEXT ? llua_paragraphs_is_right_to_left(self, text, size)
                                                            : direction == LLUA_DIRECTION_RIGHT_TO_LEFT;

  PangoLayout *layout = self->layout;
  PangoAttrList *attributes = pango.pango_attr_list_new();
  for (size_t i = 0; i < span_count; i++) {
    const PangoFontDescription *face = describe(self, &spans[i]);
    if (!face) continue;
    PangoFontDescription *sized = pango.pango_font_description_copy(face);
    pango.pango_font_description_set_absolute_size(sized, spans[i].size * LLUA_TEXT_UNITS);
    if (i == 0) pango.pango_layout_set_font_description(layout, sized);
    add(attributes, pango.pango_attr_font_desc_new(sized), &spans[i]);
    pango.pango_font_description_free(sized);
    if (spans[i].is_attachment) {
      PangoRectangle box = {0, 0, spans[i].width, 0};
      add(attributes, pango.pango_attr_shape_new(&box, &box), &spans[i]);
    }
    if (spans[i].spacing) add(attributes, pango.pango_attr_letter_spacing_new(spans[i].spacing), &spans[i]);
    if (spans[i].features) add(attributes, pango.pango_attr_font_features_new(spans[i].features), &spans[i]);
  }
  // Hyphens are inserted only for soft hyphens, not in words that had to be cut.
  if (!memmem(text, size, "\xC2\xAD", 2))
    pango.pango_attr_list_insert(attributes, pango.pango_attr_insert_hyphens_new(0));
  pango.pango_layout_set_attributes(layout, attributes);
  pango.pango_attr_list_unref(attributes);
  // Text without letters takes the context's direction.
  pango.pango_context_set_base_dir(
      self->context, direction == LLUA_DIRECTION_RIGHT_TO_LEFT ? PANGO_DIRECTION_RTL : PANGO_DIRECTION_LTR);
  pango.pango_layout_set_auto_dir(layout, direction == LLUA_DIRECTION_OF_TEXT);
  pango.pango_layout_context_changed(layout);
  pango.pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
  pango.pango_layout_set_width(layout, width < 0 ? -1 : width);
  pango.pango_layout_set_indent(layout, indent);
  pango.pango_layout_set_text(layout, text, (int)size);

  for (GSList *l = pango.pango_layout_get_lines_readonly(layout); l; l = l->next) {
    const PangoLayoutLine *in = l->data;
    llua_line *line = PUSH(r, line);
    if (!line) break;
    uint32_t first = r->run_count;
    for (GSList *run = in->runs; run; run = run->next) collect(r, run->data, spans, span_count);
    r->lines[r->line_count - 1] = (llua_line){.start = (uint32_t)in->start_index,
        .length = (uint32_t)in->length,
        .first_run = first,
        .run_count = r->run_count - first,
        .is_wrapped = l->next != NULL};
  }
  return r;
}
