// SPDX-License-Identifier: MIT
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "CTextLibraries.h"
#include "libraries.h"

static llua_subset_library hb;
static int loaded = -1;

static void load(void) {
#define LLUA_NAME(result, name, arguments) #name,
  static const char *const names[] = {LLUA_SUBSET_FUNCTIONS(LLUA_NAME) NULL};
  char message[LLUA_TEXT_MESSAGE];
  loaded = llua_library_load(LLUA_SUBSET, names, (void **)&hb, message);
}

int llua_subset_is_there(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return loaded == 0;
}

#define TAG(a, b, c, d) ((hb_tag_t)(a) << 24 | (hb_tag_t)(b) << 16 | (hb_tag_t)(c) << 8 | (hb_tag_t)(d))

// MARK: bytes of fonts

typedef struct {
  const uint8_t *at;
  size_t size;
} part;

static uint32_t number(part p, size_t at, unsigned bytes) {
  uint32_t v = 0;
  if (at > p.size || p.size - at < bytes) return 0;
  for (unsigned i = 0; i < bytes; i++) v = v << 8 | p.at[at + i];
  return v;
}

static int32_t signed16(part p, size_t at) { return (int16_t)number(p, at, 2); }

// Returns the end of the INDEX at an offset of a CFF table, and stores its first object; 0 if it is damaged.
static size_t index_end(part cff, size_t at, part *first) {
  uint32_t count = number(cff, at, 2), wide = number(cff, at + 2, 1);
  if (at + 2 > cff.size) return 0;
  if (!count) return at + 2;
  if (wide < 1 || wide > 4) return 0;
  size_t base = at + 3 + (size_t)(count + 1) * wide - 1;
  size_t start = base + number(cff, at + 3, wide), next = base + number(cff, at + 3 + wide, wide),
         end = base + number(cff, at + 3 + (size_t)count * wide, wide);
  if (end > cff.size || start > next || next > end) return 0;
  if (first) *first = (part){cff.at + start, next - start};
  return end;
}

typedef struct {
  int is_by_characters;
  size_t charset, outlines;
} top_dictionary;

static top_dictionary read_top(part top) {
  top_dictionary result = {0};
  double operands[48];
  unsigned count = 0;
  for (size_t at = 0; at < top.size;) {
    unsigned b = top.at[at];
    if (b <= 21) {
      unsigned code = b;
      at++;
      if (b == 12) code = 1200 + number(top, at++, 1);
      double first = count ? operands[0] : 0;
      if (code == 1230) result.is_by_characters = 1;
      if (code == 15 && first > 0) result.charset = (size_t)first;
      if (code == 17 && first > 0) result.outlines = (size_t)first;
      count = 0;
      continue;
    }
    double v = 0;
    if (b == 28) {
      v = signed16(top, at + 1);
      at += 3;
    } else if (b == 29) {
      v = (int32_t)number(top, at + 1, 4);
      at += 5;
    } else if (b == 30) {
      // A real number, terminated by a nibble of 15.
      at++;
      while (at < top.size && (top.at[at] & 15) != 15 && top.at[at] >> 4 != 15) at++;
      at++;
    } else if (b <= 246) {
      v = (int)b - 139;
      at++;
    } else if (b <= 250) {
      v = ((int)b - 247) * 256 + (int)number(top, at + 1, 1) + 108;
      at += 2;
    } else {
      v = -((int)b - 251) * 256 - (int)number(top, at + 1, 1) - 108;
      at += 2;
    }
    if (count < 48) operands[count++] = v;
  }
  return result;
}

// In a CID-keyed font, replaces glyph indices by CIDs. Returns 0 if the table is damaged.
static int count_by_characters(part cff, uint32_t *numbers, size_t count) {
  part top = {0};
  size_t names = index_end(cff, number(cff, 2, 1), NULL);
  if (!names || !index_end(cff, names, &top)) return 0;
  top_dictionary d = read_top(top);
  if (!d.is_by_characters || d.charset <= 2) return 1;
  uint32_t glyphs = number(cff, d.outlines, 2), format = number(cff, d.charset, 1);
  uint32_t *characters = calloc((size_t)glyphs + 1, sizeof *characters);
  if (!characters) return 0;
  size_t at = d.charset + 1;
  for (uint32_t g = 1; g < glyphs && at < cff.size;) {
    uint32_t first = number(cff, at, 2);
    at += 2;
    uint32_t more = 0;
    if (format) {
      more = number(cff, at, format == 1 ? 1 : 2);
      at += format == 1 ? 1 : 2;
    }
    for (uint32_t k = 0; k <= more && g < glyphs; k++) characters[g++] = first + k;
  }
  for (size_t i = 0; i < count; i++) numbers[i] = numbers[i] < glyphs ? characters[numbers[i]] : 0;
  free(characters);
  return 1;
}

// MARK: subsets

static part table(hb_face_t *face, hb_tag_t tag, hb_blob_t **blob) {
  unsigned size = 0;
  *blob = hb.hb_face_reference_table(face, tag);
  const char *data = hb.hb_blob_get_data(*blob, &size);
  return (part){(const uint8_t *)data, data ? size : 0};
}

static void measure(hb_face_t *face, llua_font_subset *s) {
  hb_blob_t *blob;
  part head = table(face, TAG('h', 'e', 'a', 'd'), &blob);
  s->min_x = signed16(head, 36);
  s->min_y = signed16(head, 38);
  s->max_x = signed16(head, 40);
  s->max_y = signed16(head, 42);
  hb.hb_blob_destroy(blob);
  part hhea = table(face, TAG('h', 'h', 'e', 'a'), &blob);
  s->ascent = signed16(hhea, 4);
  s->descent = signed16(hhea, 6);
  hb.hb_blob_destroy(blob);
  part post = table(face, TAG('p', 'o', 's', 't'), &blob);
  s->italic_angle = (int32_t)number(post, 4, 4) / 65536.0;
  hb.hb_blob_destroy(blob);
}

// MARK: outlines of variable fonts

// HarfBuzz 6 frees memory that it never allocated if a glyph that it instances is damaged, so outlines are validated
// first.

typedef struct {
  part glyphs, places;
  unsigned count, is_long;
} outline_tables;

// Finds a glyph's bytes in `glyf`; returns 0 if its offset is damaged.
static int find_outline(const outline_tables *t, unsigned glyph, part *found) {
  if (glyph >= t->count) return 0;
  size_t size = t->is_long ? 4 : 2, unit = t->is_long ? 1 : 2, at = size * glyph;
  if (at + 2 * size > t->places.size) return 0;
  size_t start = number(t->places, at, (int)size) * unit, end = number(t->places, at + size, (int)size) * unit;
  if (end < start || end > t->glyphs.size) return 0;
  *found = (part){t->glyphs.at + start, end - start};
  return 1;
}

static int is_simple_outline_whole(part g, unsigned contours) {
  size_t at = 10 + 2 * (size_t)contours;
  if (at + 2 > g.size) return 0;
  int last = -1;
  for (unsigned i = 0; i < contours; i++) {
    int end = (int)number(g, 10 + 2 * i, 2);
    if (end <= last) return 0;
    last = end;
  }
  at += 2 + number(g, at, 2);
  size_t coordinates = 0;
  for (int point = 0; point <= last;) {
    if (at >= g.size) return 0;
    unsigned flag = g.at[at++], repeats = 1;
    if (flag & 8) {
      if (at >= g.size) return 0;
      repeats += g.at[at++];
    }
    if (point + (int)repeats > last + 1) return 0;
    size_t x = flag & 2 ? 1 : flag & 16 ? 0 : 2, y = flag & 4 ? 1 : flag & 32 ? 0 : 2;
    coordinates += repeats * (x + y);
    point += (int)repeats;
  }
  return at + coordinates <= g.size;
}

static int is_outline_whole(const outline_tables *t, unsigned glyph, int depth, unsigned *budget) {
  part g;
  if (depth > 8 || !*budget || !find_outline(t, glyph, &g)) return 0;
  --*budget;
  if (!g.size) return 1;
  if (g.size < 10) return 0;
  int contours = signed16(g, 0);
  if (contours >= 0) return is_simple_outline_whole(g, (unsigned)contours);
  for (size_t at = 10;;) {
    if (at + 4 > g.size) return 0;
    unsigned flags = number(g, at, 2), part_of = number(g, at + 2, 2);
    size_t size = 4 + (flags & 1 ? 4 : 2) + (flags & 8 ? 2 : flags & 0x40 ? 4 : flags & 0x80 ? 8 : 0);
    if (at + size > g.size || !is_outline_whole(t, part_of, depth + 1, budget)) return 0;
    at += size;
    if (!(flags & 0x20)) return 1;
  }
}

// True if the outlines of these glyphs are valid and so can be instanced; always true if the font is not variable.
static int are_outlines_whole(hb_face_t *face, const uint32_t *glyphs, size_t count) {
  unsigned axes = 0;
  if (!hb.hb_ot_var_get_axis_infos(face, 0, &axes, NULL)) return 1;
  hb_blob_t *blobs[4];
  part outlines = table(face, TAG('g', 'l', 'y', 'f'), &blobs[0]),
       places = table(face, TAG('l', 'o', 'c', 'a'), &blobs[1]), head = table(face, TAG('h', 'e', 'a', 'd'), &blobs[2]),
       most = table(face, TAG('m', 'a', 'x', 'p'), &blobs[3]);
  int result = 1;
  if (outlines.size) {
    outline_tables t = {outlines, places, number(most, 4, 2), number(head, 50, 2)};
    unsigned budget = 1 << 20;
    // HarfBuzz ignores the tables if it does not know their format.
    result = head.size >= 54 && number(head, 50, 2) <= 1 && !number(head, 52, 2) && is_outline_whole(&t, 0, 0, &budget);
    for (size_t i = 0; i < count && result; i++) result = is_outline_whole(&t, glyphs[i], 0, &budget);
  }
  for (int i = 0; i < 4; i++) hb.hb_blob_destroy(blobs[i]);
  return result;
}

// Pins all axes of a variable font, so that the subset is static.
static void pin(const llua_face *face, hb_subset_input_t *input) {
  hb_ot_var_axis_info_t axes[64];
  float values[64];
  unsigned count = 64, given = 64;
  hb.hb_ot_var_get_axis_infos(face->face, 0, &count, axes);
  if (!count) return;
  for (unsigned i = 0; i < face->axis_count; i++)
    hb.hb_subset_input_pin_axis_location(input, face->face, face->axes[i].tag, face->axes[i].value);
  if (face->axis_count) return;
  if (face->instance) hb.hb_ot_var_named_instance_get_design_coords(face->face, face->instance - 1, &given, values);
  for (unsigned i = 0; i < count; i++)
    hb.hb_subset_input_pin_axis_location(input, face->face, axes[i].tag,
        face->instance && axes[i].axis_index < given ? values[axes[i].axis_index] : axes[i].default_value);
}

int llua_face_subset(const llua_face *face, const uint32_t *glyphs, size_t count, llua_font_subset *subset) {
  memset(subset, 0, sizeof *subset);
  if (!llua_subset_is_there() || !are_outlines_whole(face->face, glyphs, count)) return -1;
  hb_subset_input_t *input = hb.hb_subset_input_create_or_fail();
  if (!input) return -1;
  hb_set_t *wanted = hb.hb_subset_input_glyph_set(input);
  for (size_t i = 0; i < count; i++) hb.hb_set_add(wanted, glyphs[i]);
  static const hb_tag_t dropped[] = {TAG('G', 'S', 'U', 'B'), TAG('G', 'P', 'O', 'S'), TAG('G', 'D', 'E', 'F'),
      TAG('S', 'T', 'A', 'T'), TAG('n', 'a', 'm', 'e'), TAG('k', 'e', 'r', 'n'), TAG('D', 'S', 'I', 'G'),
      TAG('M', 'A', 'T', 'H'), TAG('B', 'A', 'S', 'E'), TAG('v', 'h', 'e', 'a'), TAG('v', 'm', 't', 'x'),
      // Colour glyphs are drawn, not embedded as text.
      TAG('C', 'O', 'L', 'R'), TAG('C', 'P', 'A', 'L'), TAG('S', 'V', 'G', ' '), TAG('C', 'B', 'D', 'T'),
      TAG('C', 'B', 'L', 'C'), TAG('s', 'b', 'i', 'x')};
  hb_set_t *drop = hb.hb_subset_input_set(input, HB_SUBSET_SETS_DROP_TABLE_TAG);
  for (size_t i = 0; i < sizeof dropped / sizeof *dropped; i++) hb.hb_set_add(drop, dropped[i]);
  hb.hb_subset_input_set_flags(input, HB_SUBSET_FLAGS_NO_HINTING | HB_SUBSET_FLAGS_NOTDEF_OUTLINE);
  pin(face, input);
  hb_subset_plan_t *plan = hb.hb_subset_plan_create_or_fail(face->face, input);
  hb_face_t *made = plan ? hb.hb_subset_plan_execute_or_fail(plan) : NULL;
  int result = -1;
  if (made) {
    hb_blob_t *cff_blob, *outline_blob, *whole = hb.hb_face_reference_blob(made);
    part cff = table(made, TAG('C', 'F', 'F', ' '), &cff_blob),
         outlines = table(made, TAG('g', 'l', 'y', 'f'), &outline_blob);
    unsigned size = 0;
    const char *file = hb.hb_blob_get_data(whole, &size);
    part bytes = cff.size ? cff : (part){(const uint8_t *)file, outlines.size && file ? size : 0};
    subset->is_cff = cff.size != 0;
    subset->bytes = bytes.size ? malloc(bytes.size) : NULL;
    subset->numbers = malloc((count + 1) * sizeof *subset->numbers);
    if (subset->bytes && subset->numbers) {
      memcpy(subset->bytes, bytes.at, bytes.size);
      subset->size = bytes.size;
      const hb_map_t *map = hb.hb_subset_plan_old_to_new_glyph_mapping(plan);
      for (size_t i = 0; i < count; i++) {
        uint32_t n = hb.hb_map_get(map, glyphs[i]);
        subset->numbers[i] = n == UINT32_MAX ? 0 : n;
      }
      measure(face->face, subset);
      if (!subset->is_cff || count_by_characters(cff, subset->numbers, count)) result = 0;
    }
    hb.hb_blob_destroy(cff_blob);
    hb.hb_blob_destroy(outline_blob);
    hb.hb_blob_destroy(whole);
    hb.hb_face_destroy(made);
  }
  if (plan) hb.hb_subset_plan_destroy(plan);
  hb.hb_subset_input_destroy(input);
  if (result) llua_font_subset_free(subset);
  return result;
}

void llua_font_subset_free(llua_font_subset *subset) {
  free(subset->bytes);
  free(subset->numbers);
  memset(subset, 0, sizeof *subset);
}
