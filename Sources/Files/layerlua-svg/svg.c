// SPDX-License-Identifier: MIT
#include "svg.h"

#include <dlfcn.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "CProcesses.h"
#include "libraries.h"

static struct {
#define LLUA_POINTER(result, name, arguments) result(*name) arguments;
  LLUA_RSVG_FUNCTIONS(LLUA_POINTER)
  LLUA_CAIRO_FUNCTIONS(LLUA_POINTER)
  LLUA_GIO_FUNCTIONS(LLUA_POINTER)
  LLUA_GLIB_FUNCTIONS(LLUA_POINTER)
  LLUA_GOBJECT_FUNCTIONS(LLUA_POINTER)
} lib;

#define LLUA_LOAD(result, name, arguments) \
  if (library && !(*(void **)&lib.name = dlsym(library, #name))) complete = 0;

// The other libraries are dependencies of librsvg.
const char *llua_svg_load(void) {
  int complete = 1;
  const char *file = NULL, *missing = NULL;
  void *library = NULL;
  // All five come from one place: librsvg of the system does not know a GLib that was brought along.
  char path[4096];
  int brought = llua_brought_library(LLUA_RSVG, path, sizeof path) > 0;
  // Its Fontconfig does not read the system's configuration, whose version may be newer; fonts.conf names the fonts.
  size_t length = brought ? llua_brought_fonts(path, sizeof path) : 0;
  if (length > 0 && length + 12 <= sizeof path) {
    memcpy(path + length, "/fonts.conf", 12);
    setenv("FONTCONFIG_FILE", path, 1);
  }
#define LLUA_OPEN(id, functions) \
  file = llua_dependency_of(id)->file; \
  library = missing ? NULL \
      : brought     ? llua_library_open(id, RTLD_NOW | RTLD_LOCAL) \
                    : dlopen(file, RTLD_NOW | RTLD_LOCAL); \
  functions(LLUA_LOAD) if (!missing && (!library || !complete)) missing = file;
  LLUA_OPEN(LLUA_RSVG, LLUA_RSVG_FUNCTIONS)
  LLUA_OPEN(LLUA_CAIRO, LLUA_CAIRO_FUNCTIONS)
  LLUA_OPEN(LLUA_GIO, LLUA_GIO_FUNCTIONS)
  LLUA_OPEN(LLUA_GLIB, LLUA_GLIB_FUNCTIONS)
  LLUA_OPEN(LLUA_GOBJECT, LLUA_GOBJECT_FUNCTIONS)
  return missing;
}

struct llua_svg {
  RsvgHandle *handle;
  // The document's bytes, from which the library reads during its lifetime.
  uint8_t *bytes;
};

void llua_svg_say(char *message, const char *text) {
  size_t i = 0;
  for (; text && text[i] && i + 1 < LLUA_SVG_MESSAGE; i++) message[i] = (unsigned char)text[i] < 32 ? ' ' : text[i];
  // Does not cut inside a UTF-8 sequence.
  if (text && text[i])
    while (i > 0 && ((unsigned char)message[i - 1] & 0xC0) == 0x80) i--;
  message[i] = 0;
}

static int failed(GError *error, char *message) {
  llua_svg_say(message, error ? error->message : "");
  if (error) lib.g_error_free(error);
  // librsvg's message includes Cairo's status.
  return strstr(message, "NoMemory") || strstr(message, "out of memory") ? LLUA_SVG_MEMORY : LLUA_SVG_DAMAGED;
}

// Converts a length to CSS pixels; returns 0 for percentages.
static int pixels(RsvgLength length, double *value) {
  double unit = 0;
  switch (length.unit) {
    case RSVG_UNIT_PX: unit = 1; break;
    case RSVG_UNIT_EM: unit = 16; break;
    case RSVG_UNIT_EX: unit = 8; break;
    case RSVG_UNIT_IN: unit = 96; break;
    case RSVG_UNIT_CM: unit = 96 / 2.54; break;
    case RSVG_UNIT_MM: unit = 96 / 25.4; break;
    case RSVG_UNIT_PT: unit = 96.0 / 72; break;
    case RSVG_UNIT_PC: unit = 16; break;
    default: return 0;
  }
  *value = length.length * unit;
  return 1;
}

int llua_svg_open(
    const uint8_t *bytes, size_t size, const char *style, llua_svg **svg, llua_svg_size *dimensions, char *message) {
  message[0] = 0;
  *svg = NULL;
  memset(dimensions, 0, sizeof *dimensions);
  llua_svg *self = calloc(1, sizeof *self);
  uint8_t *copy = malloc(size ? size : 1);
  if (!self || !copy) {
    free(self), free(copy);
    return LLUA_SVG_MEMORY;
  }
  memcpy(copy, bytes, size);
  self->bytes = copy;
  GInputStream *stream = lib.g_memory_input_stream_new_from_data(copy, (gssize)size, NULL);
  GError *error = NULL;
  self->handle = lib.rsvg_handle_new_from_stream_sync(stream, NULL, (RsvgHandleFlags)0, NULL, &error);
  lib.g_object_unref(stream);
  if (!self->handle) {
    llua_svg_close(self);
    return failed(error, message);
  }
  lib.rsvg_handle_set_dpi(self->handle, 96);
  if (style && !lib.rsvg_handle_set_stylesheet(self->handle, (const guint8 *)style, strlen(style), &error)) {
    llua_svg_close(self);
    return failed(error, message);
  }
  gboolean has_width = 0, has_height = 0, has_view = 0;
  RsvgLength width = {0, RSVG_UNIT_PERCENT}, height = {0, RSVG_UNIT_PERCENT};
  RsvgRectangle view = {0, 0, 0, 0};
  lib.rsvg_handle_get_intrinsic_dimensions(self->handle, &has_width, &width, &has_height, &height, &has_view, &view);
  dimensions->has_width = has_width && pixels(width, &dimensions->width);
  dimensions->has_height = has_height && pixels(height, &dimensions->height);
  dimensions->has_view = has_view;
  memcpy(dimensions->view, (double[4]){view.x, view.y, view.width, view.height}, sizeof dimensions->view);
  int has_box = has_view && view.width > 0 && view.height > 0;
  if (!has_box && !(dimensions->has_width && dimensions->has_height)) {
    RsvgRectangle ink = {0, 0, 0, 0};
    const RsvgRectangle viewport = {0, 0, 300, 150};
    dimensions->has_extents = lib.rsvg_handle_get_geometry_for_layer(self->handle, NULL, &viewport, &ink, NULL, NULL)
        ? 1
        : 0;
    memcpy(dimensions->extents, (double[4]){ink.x, ink.y, ink.width, ink.height}, sizeof dimensions->extents);
  }
  *svg = self;
  return LLUA_SVG_OK;
}

void llua_svg_close(llua_svg *svg) {
  if (!svg) return;
  if (svg->handle) lib.g_object_unref(svg->handle);
  free(svg->bytes);
  free(svg);
}

int llua_svg_draw(
    llua_svg *svg, const llua_svg_view *view, uint32_t *pixels, uint32_t width, uint32_t height, char *message) {
  message[0] = 0;
  cairo_surface_t *surface = lib.cairo_image_surface_create_for_data(
      (unsigned char *)pixels, CAIRO_FORMAT_ARGB32, (int)width, (int)height, (int)width * 4);
  cairo_t *cairo = lib.cairo_create(surface);
  int status = LLUA_SVG_OK;
  if (lib.cairo_status(cairo) != CAIRO_STATUS_SUCCESS) status = LLUA_SVG_MEMORY;
  if (status == LLUA_SVG_OK) {
    if (view->offset_x != 0 || view->offset_y != 0) lib.cairo_translate(cairo, view->offset_x, view->offset_y);
    lib.cairo_scale(cairo, view->scale_x, view->scale_y);
    if (view->x != 0 || view->y != 0) lib.cairo_translate(cairo, -view->x, -view->y);
    RsvgRectangle viewport = {0, 0, view->width, view->height};
    GError *error = NULL;
    if (!lib.rsvg_handle_render_document(svg->handle, cairo, &viewport, &error)) {
      status = failed(error, message);
    } else if (lib.cairo_status(cairo) == CAIRO_STATUS_NO_MEMORY) {
      status = LLUA_SVG_MEMORY;
    }
  }
  lib.cairo_destroy(cairo);
  lib.cairo_surface_flush(surface);
  lib.cairo_surface_destroy(surface);
  return status;
}
