// SPDX-License-Identifier: MIT
#pragma once
#include <stdint.h>

#include "CProcesses.h"

// Functions of the text libraries, declared here because their headers come with link flags that would load the
// libraries at start. With LLUA_REAL_HEADERS every line is checked against the libraries' own headers:
//     cc -fsyntax-only -DLLUA_REAL_HEADERS $(pkg-config --cflags pangoft2) -Iinclude shaping.c paragraphs.c
#ifdef LLUA_REAL_HEADERS
#include <hb.h>
#include <hb-ot.h>
#include <hb-subset.h>
#include <pango/pangoft2.h>
#include <pango/pangofc-font.h>
#include <fontconfig/fontconfig.h>
#else

typedef struct hb_blob_t hb_blob_t;
typedef struct hb_face_t hb_face_t;
typedef struct hb_font_t hb_font_t;
typedef struct hb_buffer_t hb_buffer_t;
typedef struct hb_draw_funcs_t hb_draw_funcs_t;
typedef struct hb_set_t hb_set_t;
typedef struct hb_map_t hb_map_t;
typedef struct hb_subset_input_t hb_subset_input_t;
typedef struct hb_subset_plan_t hb_subset_plan_t;
typedef uint32_t hb_tag_t;
typedef uint32_t hb_ot_name_id_t;
typedef enum { HB_SUBSET_FLAGS_NO_HINTING = 1, HB_SUBSET_FLAGS_NOTDEF_OUTLINE = 64 } hb_subset_flags_t;
typedef enum { HB_SUBSET_SETS_GLYPH_INDEX, HB_SUBSET_SETS_DROP_TABLE_TAG = 3 } hb_subset_sets_t;
typedef enum { HB_OT_VAR_AXIS_FLAG_HIDDEN = 1 } hb_ot_var_axis_flags_t;
typedef struct {
  unsigned axis_index;
  hb_tag_t tag;
  hb_ot_name_id_t name_id;
  hb_ot_var_axis_flags_t flags;
  float min_value, default_value, max_value;
  unsigned reserved;
} hb_ot_var_axis_info_t;
typedef struct hb_draw_state_t hb_draw_state_t;
typedef const struct hb_language_impl_t *hb_language_t;
typedef uint32_t hb_codepoint_t;
typedef int32_t hb_position_t;
typedef int hb_bool_t;
typedef void (*hb_destroy_func_t)(void *);
typedef enum { HB_MEMORY_MODE_READONLY = 1 } hb_memory_mode_t;
typedef struct {
  uint32_t tag, value;
  unsigned start, end;
} hb_feature_t;
typedef struct {
  hb_tag_t tag;
  float value;
} hb_variation_t;
typedef struct hb_unicode_funcs_t hb_unicode_funcs_t;
typedef enum {
  HB_OT_METRICS_TAG_STRIKEOUT_SIZE = 0x73747273,
  HB_OT_METRICS_TAG_STRIKEOUT_OFFSET = 0x7374726F,
  HB_OT_METRICS_TAG_UNDERLINE_SIZE = 0x756E6473,
  HB_OT_METRICS_TAG_UNDERLINE_OFFSET = 0x756E646F
} hb_ot_metrics_tag_t;
typedef union {
  uint32_t u32;
  int32_t i32;
} hb_var_int_t;
typedef struct {
  hb_codepoint_t codepoint;
  uint32_t mask, cluster;
  hb_var_int_t var1, var2;
} hb_glyph_info_t;
typedef struct {
  hb_position_t x_advance, y_advance, x_offset, y_offset;
  hb_var_int_t var;
} hb_glyph_position_t;
typedef struct {
  hb_position_t ascender, descender, line_gap, reserved[9];
} hb_font_extents_t;
typedef struct {
  hb_position_t x_bearing, y_bearing, width, height;
} hb_glyph_extents_t;
typedef enum { HB_DIRECTION_LTR = 4 } hb_direction_t;
typedef enum { HB_SCRIPT_LATIN = 0x4C61746E, HB_SCRIPT_COMMON = 0x5A797979 } hb_script_t;
typedef enum { HB_BUFFER_FLAG_BOT = 1, HB_BUFFER_FLAG_EOT = 2 } hb_buffer_flags_t;
typedef void (*hb_draw_move_to_func_t)(hb_draw_funcs_t *, void *, hb_draw_state_t *, float, float, void *);
typedef hb_draw_move_to_func_t hb_draw_line_to_func_t;
typedef void (*hb_draw_quadratic_to_func_t)(
    hb_draw_funcs_t *, void *, hb_draw_state_t *, float, float, float, float, void *);
typedef void (*hb_draw_cubic_to_func_t)(
    hb_draw_funcs_t *, void *, hb_draw_state_t *, float, float, float, float, float, float, void *);
typedef void (*hb_draw_close_path_func_t)(hb_draw_funcs_t *, void *, hb_draw_state_t *, void *);

typedef int gboolean;
typedef unsigned int guint;
typedef void *gpointer;
typedef char gchar;
typedef void (*GDestroyNotify)(gpointer);
typedef struct _GObject GObject;
typedef struct _GSList GSList;
struct _GSList {
  gpointer data;
  GSList *next;
};
typedef struct _FcConfig FcConfig;
typedef struct _FcPattern FcPattern;
typedef struct _FcBlanks FcBlanks;
typedef unsigned char FcChar8;
typedef int FcBool;
typedef enum { FcResultMatch } FcResult;
#define FC_FILE "file"
#define FC_INDEX "index"
#define FC_FONT_VARIATIONS "fontvariations"
typedef struct _PangoFontMap PangoFontMap;
typedef struct _PangoFT2FontMap PangoFT2FontMap;
typedef struct _PangoFcFontMap PangoFcFontMap;
typedef struct _PangoFcFont PangoFcFont;
typedef struct _PangoFont PangoFont;
typedef struct _PangoContext PangoContext;
typedef struct _PangoLayout PangoLayout;
typedef struct _PangoLanguage PangoLanguage;
typedef struct _PangoFontDescription PangoFontDescription;
typedef struct _PangoAttrList PangoAttrList;
typedef struct {
  const void *klass;
  guint start_index, end_index;
} PangoAttribute;
typedef struct {
  int x, y, width, height;
} PangoRectangle;
typedef enum { PANGO_DIRECTION_LTR, PANGO_DIRECTION_RTL } PangoDirection;
typedef enum { PANGO_WRAP_WORD, PANGO_WRAP_CHAR, PANGO_WRAP_WORD_CHAR } PangoWrapMode;
typedef struct {
  guint bits;
} PangoLogAttr;
typedef int32_t PangoGlyphUnit;
typedef struct {
  PangoGlyphUnit width, x_offset, y_offset;
} PangoGlyphGeometry;
typedef struct {
  uint32_t glyph;
  PangoGlyphGeometry geometry;
  guint attr;
} PangoGlyphInfo;
typedef struct {
  int num_glyphs;
  PangoGlyphInfo *glyphs;
  int *log_clusters;
  int space;
} PangoGlyphString;
typedef struct {
  gpointer shape_engine, lang_engine;
  PangoFont *font;
  uint8_t level, gravity, flags, script;
  PangoLanguage *language;
  GSList *extra_attrs;
} PangoAnalysis;
typedef struct {
  int offset, length, num_chars;
  PangoAnalysis analysis;
} PangoItem;
typedef struct {
  PangoItem *item;
  PangoGlyphString *glyphs;
} PangoGlyphItem;
typedef struct {
  PangoLayout *layout;
  int start_index, length;
  GSList *runs;
  guint bits;
} PangoLayoutLine;
#define PANGO_GLYPH_EMPTY 0x0FFFFFFFu
#define PANGO_GLYPH_UNKNOWN_FLAG 0x10000000u
#endif

#define LLUA_SHAPING_FUNCTIONS(F) \
  F(hb_blob_t *, hb_blob_create_from_file, (const char *)) \
  F(hb_blob_t *, hb_blob_create, (const char *, unsigned, hb_memory_mode_t, void *, hb_destroy_func_t)) \
  F(void, hb_blob_destroy, (hb_blob_t *)) \
  F(const char *, hb_blob_get_data, (hb_blob_t *, unsigned *)) \
  F(hb_blob_t *, hb_face_reference_table, (const hb_face_t *, hb_tag_t)) \
  F(hb_face_t *, hb_face_create, (hb_blob_t *, unsigned)) \
  F(void, hb_face_destroy, (hb_face_t *)) \
  F(unsigned, hb_face_get_upem, (const hb_face_t *)) \
  F(unsigned, hb_face_get_glyph_count, (const hb_face_t *)) \
  F(hb_font_t *, hb_font_create, (hb_face_t *)) \
  F(void, hb_font_destroy, (hb_font_t *)) \
  F(void, hb_font_set_scale, (hb_font_t *, int, int)) \
  F(void, hb_font_make_immutable, (hb_font_t *)) \
  F(hb_bool_t, hb_font_get_h_extents, (hb_font_t *, hb_font_extents_t *)) \
  F(hb_position_t, hb_font_get_glyph_h_advance, (hb_font_t *, hb_codepoint_t)) \
  F(void, hb_font_set_var_named_instance, (hb_font_t *, unsigned)) \
  F(void, hb_font_set_variations, (hb_font_t *, const hb_variation_t *, unsigned)) \
  F(hb_face_t *, hb_face_reference, (hb_face_t *)) \
  F(hb_bool_t, hb_font_get_nominal_glyph, (hb_font_t *, hb_codepoint_t, hb_codepoint_t *)) \
  F(hb_unicode_funcs_t *, hb_unicode_funcs_get_default, (void)) \
  F(hb_script_t, hb_unicode_script, (hb_unicode_funcs_t *, hb_codepoint_t)) \
  F(unsigned, hb_ot_layout_table_get_feature_tags, (hb_face_t *, hb_tag_t, unsigned, unsigned *, hb_tag_t *)) \
  F(void, hb_ot_metrics_get_position_with_fallback, (hb_font_t *, hb_ot_metrics_tag_t, hb_position_t *)) \
  F(hb_bool_t, hb_font_get_glyph_extents, (hb_font_t *, hb_codepoint_t, hb_glyph_extents_t *)) \
  F(hb_bool_t, hb_ot_color_has_png, (hb_face_t *)) \
  F(hb_bool_t, hb_ot_color_has_svg, (hb_face_t *)) \
  F(hb_blob_t *, hb_ot_color_glyph_reference_svg, (hb_face_t *, hb_codepoint_t)) \
  F(hb_blob_t *, hb_ot_color_glyph_reference_png, (hb_font_t *, hb_codepoint_t)) \
  F(void, hb_font_get_glyph_shape, (hb_font_t *, hb_codepoint_t, hb_draw_funcs_t *, void *)) \
  F(hb_buffer_t *, hb_buffer_create, (void)) \
  F(void, hb_buffer_destroy, (hb_buffer_t *)) \
  F(void, hb_buffer_clear_contents, (hb_buffer_t *)) \
  F(void, hb_buffer_add_utf8, (hb_buffer_t *, const char *, int, unsigned, int)) \
  F(hb_bool_t, hb_buffer_allocation_successful, (hb_buffer_t *)) \
  F(void, hb_buffer_set_direction, (hb_buffer_t *, hb_direction_t)) \
  F(void, hb_buffer_set_script, (hb_buffer_t *, hb_script_t)) \
  F(void, hb_buffer_set_language, (hb_buffer_t *, hb_language_t)) \
  F(void, hb_buffer_set_flags, (hb_buffer_t *, hb_buffer_flags_t)) \
  F(hb_language_t, hb_language_from_string, (const char *, int)) \
  F(void, hb_shape, (hb_font_t *, hb_buffer_t *, const hb_feature_t *, unsigned)) \
  F(hb_glyph_info_t *, hb_buffer_get_glyph_infos, (hb_buffer_t *, unsigned *)) \
  F(hb_glyph_position_t *, hb_buffer_get_glyph_positions, (hb_buffer_t *, unsigned *)) \
  F(hb_draw_funcs_t *, hb_draw_funcs_create, (void)) \
  F(void, hb_draw_funcs_set_move_to_func, (hb_draw_funcs_t *, hb_draw_move_to_func_t, void *, hb_destroy_func_t)) \
  F(void, hb_draw_funcs_set_line_to_func, (hb_draw_funcs_t *, hb_draw_line_to_func_t, void *, hb_destroy_func_t)) \
  F(void, hb_draw_funcs_set_quadratic_to_func, \
      (hb_draw_funcs_t *, hb_draw_quadratic_to_func_t, void *, hb_destroy_func_t)) \
  F(void, hb_draw_funcs_set_cubic_to_func, (hb_draw_funcs_t *, hb_draw_cubic_to_func_t, void *, hb_destroy_func_t)) \
  F(void, hb_draw_funcs_set_close_path_func, \
      (hb_draw_funcs_t *, hb_draw_close_path_func_t, void *, hb_destroy_func_t)) \
  F(void, hb_draw_funcs_make_immutable, (hb_draw_funcs_t *))

// Functions of libharfbuzz among them are found through libharfbuzz-subset, which depends on it.
#define LLUA_SUBSET_FUNCTIONS(F) \
  F(hb_subset_input_t *, hb_subset_input_create_or_fail, (void)) \
  F(void, hb_subset_input_destroy, (hb_subset_input_t *)) \
  F(hb_set_t *, hb_subset_input_glyph_set, (hb_subset_input_t *)) \
  F(hb_set_t *, hb_subset_input_set, (hb_subset_input_t *, hb_subset_sets_t)) \
  F(void, hb_subset_input_set_flags, (hb_subset_input_t *, unsigned)) \
  F(hb_bool_t, hb_subset_input_pin_axis_location, (hb_subset_input_t *, hb_face_t *, hb_tag_t, float)) \
  F(hb_subset_plan_t *, hb_subset_plan_create_or_fail, (hb_face_t *, const hb_subset_input_t *)) \
  F(void, hb_subset_plan_destroy, (hb_subset_plan_t *)) \
  F(hb_face_t *, hb_subset_plan_execute_or_fail, (hb_subset_plan_t *)) \
  F(const hb_map_t *, hb_subset_plan_old_to_new_glyph_mapping, (const hb_subset_plan_t *)) \
  F(void, hb_set_add, (hb_set_t *, hb_codepoint_t)) \
  F(hb_codepoint_t, hb_map_get, (const hb_map_t *, hb_codepoint_t)) \
  F(hb_blob_t *, hb_face_reference_blob, (hb_face_t *)) \
  F(hb_blob_t *, hb_face_reference_table, (const hb_face_t *, hb_tag_t)) \
  F(void, hb_face_destroy, (hb_face_t *)) \
  F(const char *, hb_blob_get_data, (hb_blob_t *, unsigned *)) \
  F(void, hb_blob_destroy, (hb_blob_t *)) \
  F(unsigned, hb_ot_var_get_axis_infos, (hb_face_t *, unsigned, unsigned *, hb_ot_var_axis_info_t *)) \
  F(unsigned, hb_ot_var_named_instance_get_design_coords, (hb_face_t *, unsigned, unsigned *, float *))

#define LLUA_PARAGRAPH_FUNCTIONS(F) \
  F(FcConfig *, FcConfigCreate, (void)) \
  F(FcBool, FcConfigSetCurrent, (FcConfig *)) \
  F(void, FcConfigDestroy, (FcConfig *)) \
  F(FcBool, FcConfigParseAndLoadFromMemory, (FcConfig *, const FcChar8 *, FcBool)) \
  F(FcBool, FcConfigBuildFonts, (FcConfig *)) \
  F(FcBool, FcConfigAppFontAddFile, (FcConfig *, const FcChar8 *)) \
  F(FcPattern *, FcFreeTypeQuery, (const FcChar8 *, unsigned, FcBlanks *, int *)) \
  F(FcResult, FcPatternGetString, (const FcPattern *, const char *, int, FcChar8 **)) \
  F(FcResult, FcPatternGetInteger, (const FcPattern *, const char *, int, int *)) \
  F(void, FcPatternDestroy, (FcPattern *)) \
  F(void, g_object_unref, (gpointer)) \
  F(void, g_object_set_data_full, (GObject *, const gchar *, gpointer, GDestroyNotify)) \
  F(PangoFontMap *, pango_ft2_font_map_new, (void)) \
  F(void, pango_ft2_font_map_set_resolution, (PangoFT2FontMap *, double, double)) \
  F(void, pango_fc_font_map_set_config, (PangoFcFontMap *, FcConfig *)) \
  F(void, pango_fc_font_map_config_changed, (PangoFcFontMap *)) \
  F(void, pango_fc_font_map_cache_clear, (PangoFcFontMap *)) \
  F(PangoFontDescription *, pango_fc_font_description_from_pattern, (FcPattern *, gboolean)) \
  F(FcPattern *, pango_fc_font_get_pattern, (PangoFcFont *)) \
  F(PangoContext *, pango_font_map_create_context, (PangoFontMap *)) \
  F(void, pango_context_set_language, (PangoContext *, PangoLanguage *)) \
  F(void, pango_context_set_base_dir, (PangoContext *, PangoDirection)) \
  F(void, pango_context_set_round_glyph_positions, (PangoContext *, gboolean)) \
  F(PangoLanguage *, pango_language_from_string, (const char *)) \
  F(PangoDirection, pango_find_base_dir, (const char *, int)) \
  F(void, pango_font_description_set_absolute_size, (PangoFontDescription *, double)) \
  F(void, pango_font_description_set_variations, (PangoFontDescription *, const char *)) \
  F(PangoFontDescription *, pango_font_description_copy, (const PangoFontDescription *)) \
  F(void, pango_font_description_free, (PangoFontDescription *)) \
  F(PangoAttribute *, pango_attr_font_desc_new, (const PangoFontDescription *)) \
  F(PangoAttribute *, pango_attr_insert_hyphens_new, (gboolean)) \
  F(PangoAttribute *, pango_attr_letter_spacing_new, (int)) \
  F(PangoAttribute *, pango_attr_font_features_new, (const char *)) \
  F(PangoAttribute *, pango_attr_shape_new, (const PangoRectangle *, const PangoRectangle *)) \
  F(PangoAttrList *, pango_attr_list_new, (void)) \
  F(void, pango_attr_list_insert, (PangoAttrList *, PangoAttribute *)) \
  F(void, pango_attr_list_unref, (PangoAttrList *)) \
  F(PangoLayout *, pango_layout_new, (PangoContext *)) \
  F(void, pango_layout_set_font_description, (PangoLayout *, const PangoFontDescription *)) \
  F(void, pango_layout_set_attributes, (PangoLayout *, PangoAttrList *)) \
  F(void, pango_layout_set_text, (PangoLayout *, const char *, int)) \
  F(void, pango_layout_set_width, (PangoLayout *, int)) \
  F(void, pango_layout_set_indent, (PangoLayout *, int)) \
  F(void, pango_layout_set_wrap, (PangoLayout *, PangoWrapMode)) \
  F(void, pango_layout_set_auto_dir, (PangoLayout *, gboolean)) \
  F(void, pango_layout_context_changed, (PangoLayout *)) \
  F(const char *, pango_layout_get_text, (PangoLayout *)) \
  F(const PangoLogAttr *, pango_layout_get_log_attrs_readonly, (PangoLayout *, int *)) \
  F(int, pango_layout_get_line_count, (PangoLayout *)) \
  F(GSList *, pango_layout_get_lines_readonly, (PangoLayout *))

#ifdef LLUA_REAL_HEADERS
#define LLUA_REDECLARE(result, name, arguments) result name arguments;
LLUA_SHAPING_FUNCTIONS(LLUA_REDECLARE)
LLUA_SUBSET_FUNCTIONS(LLUA_REDECLARE)
LLUA_PARAGRAPH_FUNCTIONS(LLUA_REDECLARE)
#endif

_Static_assert(sizeof(hb_glyph_info_t) == 20 && sizeof(hb_glyph_position_t) == 20 && sizeof(hb_font_extents_t) == 48,
    "HarfBuzz's values");
_Static_assert(
    sizeof(PangoGlyphInfo) == 20 && sizeof(PangoGlyphString) == 32 && sizeof(PangoItem) == 64, "Pango's values");
_Static_assert(
    __builtin_offsetof(PangoItem, analysis) == 16 && __builtin_offsetof(PangoAnalysis, level) == 24, "Pango's items");
_Static_assert(
    __builtin_offsetof(PangoAnalysis, flags) == 26 && __builtin_offsetof(PangoLayoutLine, runs) == 16, "Pango's lines");
_Static_assert(sizeof(PangoLogAttr) == 4, "Pango's places of breaks");
_Static_assert(__builtin_offsetof(PangoAttribute, start_index) == 8, "Pango's attributes");

typedef struct {
#define LLUA_POINTER(result, name, arguments) result(*name) arguments;
  LLUA_SHAPING_FUNCTIONS(LLUA_POINTER)
} llua_shaping_library;

typedef struct {
  LLUA_SUBSET_FUNCTIONS(LLUA_POINTER)
} llua_subset_library;

typedef struct {
  LLUA_PARAGRAPH_FUNCTIONS(LLUA_POINTER)
} llua_paragraph_library;
#undef LLUA_POINTER

// An open face; private to this target.
struct llua_face {
  hb_face_t *face;
  hb_font_t *font;    // scaled to font units, for outlines
  unsigned instance;  // index of a variable font's named instance, from 1; 0 for the default
  // The coordinates on all axes of a variable font; NULL for those of the instance or the default.
  hb_variation_t *axes;
  unsigned axis_count;
};

// Loads a library and fills a table with its functions, in the order of `names`. Returns 0, or -1 with a message if the
// library is missing or too old.
int llua_library_load(llua_dependency_id id, const char *const *names, void **table, char *message);
