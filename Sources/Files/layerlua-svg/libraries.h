// SPDX-License-Identifier: MIT
#pragma once
#include <stdint.h>

// Functions of the libraries that are loaded with the first document, declared here so that nothing links to them. With
// LLUA_REAL_HEADERS every line is checked against the libraries' own headers; scripts/check does.
#ifdef LLUA_REAL_HEADERS
#include <librsvg/rsvg.h>
#else
typedef int gboolean;
typedef int gint;
typedef long gssize;
typedef unsigned long gsize;
typedef uint8_t guint8;
typedef void *gpointer;
typedef void (*GDestroyNotify)(gpointer);
typedef struct {
  uint32_t domain;
  gint code;
  char *message;
} GError;
typedef struct _GInputStream GInputStream;
typedef struct _GFile GFile;
typedef struct _GCancellable GCancellable;
typedef struct _RsvgHandle RsvgHandle;
typedef enum { RSVG_HANDLE_FLAGS_NONE } RsvgHandleFlags;
typedef enum {
  RSVG_UNIT_PERCENT,
  RSVG_UNIT_PX,
  RSVG_UNIT_EM,
  RSVG_UNIT_EX,
  RSVG_UNIT_IN,
  RSVG_UNIT_CM,
  RSVG_UNIT_MM,
  RSVG_UNIT_PT,
  RSVG_UNIT_PC
} RsvgUnit;
typedef struct {
  double length;
  RsvgUnit unit;
} RsvgLength;
typedef struct {
  double x, y, width, height;
} RsvgRectangle;
typedef struct _cairo cairo_t;
typedef struct _cairo_surface cairo_surface_t;
typedef enum { CAIRO_FORMAT_ARGB32 } cairo_format_t;
typedef enum { CAIRO_STATUS_SUCCESS, CAIRO_STATUS_NO_MEMORY } cairo_status_t;
#endif

#define LLUA_RSVG_FUNCTIONS(F) \
  F(RsvgHandle *, rsvg_handle_new_from_stream_sync, \
      (GInputStream *, GFile *, RsvgHandleFlags, GCancellable *, GError **)) \
  F(void, rsvg_handle_set_dpi, (RsvgHandle *, double)) \
  F(gboolean, rsvg_handle_set_stylesheet, (RsvgHandle *, const guint8 *, gsize, GError **)) \
  F(void, rsvg_handle_get_intrinsic_dimensions, \
      (RsvgHandle *, gboolean *, RsvgLength *, gboolean *, RsvgLength *, gboolean *, RsvgRectangle *)) \
  F(gboolean, rsvg_handle_get_geometry_for_layer, \
      (RsvgHandle *, const char *, const RsvgRectangle *, RsvgRectangle *, RsvgRectangle *, GError **)) \
  F(gboolean, rsvg_handle_render_document, (RsvgHandle *, cairo_t *, const RsvgRectangle *, GError **))

#define LLUA_CAIRO_FUNCTIONS(F) \
  F(cairo_surface_t *, cairo_image_surface_create_for_data, (unsigned char *, cairo_format_t, int, int, int)) \
  F(cairo_status_t, cairo_surface_status, (cairo_surface_t *)) \
  F(void, cairo_surface_flush, (cairo_surface_t *)) \
  F(void, cairo_surface_destroy, (cairo_surface_t *)) \
  F(cairo_t *, cairo_create, (cairo_surface_t *)) \
  F(cairo_status_t, cairo_status, (cairo_t *)) \
  F(void, cairo_destroy, (cairo_t *)) \
  F(void, cairo_scale, (cairo_t *, double, double)) \
  F(void, cairo_translate, (cairo_t *, double, double))

#define LLUA_GIO_FUNCTIONS(F) \
  F(GInputStream *, g_memory_input_stream_new_from_data, (const void *, gssize, GDestroyNotify))

#define LLUA_GLIB_FUNCTIONS(F) F(void, g_error_free, (GError *))

#define LLUA_GOBJECT_FUNCTIONS(F) F(void, g_object_unref, (gpointer))

#ifdef LLUA_REAL_HEADERS
// GLib has type-preserving macros of this name.
#undef g_object_unref
#define LLUA_REDECLARE(result, name, arguments) result name arguments;
LLUA_RSVG_FUNCTIONS(LLUA_REDECLARE)
LLUA_CAIRO_FUNCTIONS(LLUA_REDECLARE)
LLUA_GIO_FUNCTIONS(LLUA_REDECLARE)
LLUA_GLIB_FUNCTIONS(LLUA_REDECLARE)
LLUA_GOBJECT_FUNCTIONS(LLUA_REDECLARE)
#endif
