// SPDX-License-Identifier: MIT
// Draws a benchmark's picture repeatedly with Cairo and Pango, and prints the milliseconds per frame, to compare with
// the scene of the same name in the parent folder:  cairo CASE [out.png]
#include <cairo.h>
#include <math.h>
#include <pango/pangocairo.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// lib/random.lua in C: the same sequence of numbers.
static uint64_t state;
static double next(void) {
  state = (state * 1664525 + 1013904223) & 0xffffffff;
  return (double)state / 4294967296.0;
}
static void seed(uint64_t value) {
  state = value;
  for (int i = 0; i < 4; i++) next();
}
static double real(double a, double b) { return a + (b - a) * next(); }
static int integer(int n) { return (int)floor(next() * n); }
typedef struct {
  double r, g, b;
} Color;
static Color color(void) {
  double r = integer(256) / 255.0, g = integer(256) / 255.0, b = integer(256) / 255.0;
  return (Color){r, g, b};
}
static const char *word(void) {
  static const char *const words[20] = {"layer", "stack", "shadow", "corner", "radius", "contents", "gravity", "anchor",
      "bounds", "position", "opacity", "mask", "transform", "perspective", "gradient", "replicator", "emitter",
      "timing", "curve", "keyframe"};
  return words[integer(20)];
}

static cairo_t *cr;
static cairo_surface_t *surface;
static int count;
static double *numbers;  // data of the case's picture, made before the first frame is timed
static char **texts;
static PangoLayout *layout;

static void background(double r, double g, double b) {
  cairo_set_source_rgb(cr, r, g, b);
  cairo_paint(cr);
}
static void rounded(double x, double y, double w, double h, double r) {
  cairo_new_sub_path(cr);
  cairo_arc(cr, x + w - r, y + r, r, -M_PI / 2, 0);
  cairo_arc(cr, x + w - r, y + h - r, r, 0, M_PI / 2);
  cairo_arc(cr, x + r, y + h - r, r, M_PI / 2, M_PI);
  cairo_arc(cr, x + r, y + r, r, M_PI, 3 * M_PI / 2);
  cairo_close_path(cr);
}
static void ellipse(double x, double y, double a, double b) {
  cairo_save(cr);
  cairo_translate(cr, x, y);
  cairo_scale(cr, a, b);
  cairo_arc(cr, 0, 0, 1, 0, 2 * M_PI);
  cairo_restore(cr);
}

static void make_w2(void) {
  seed(2);
  numbers = malloc(sizeof(double) * 9 * count);
  for (int i = 0; i < count; i++) {
    double *n = numbers + 9 * i;
    n[0] = real(20, 120), n[1] = real(20, 120), n[2] = real(0, 1920), n[3] = real(0, 1080), n[4] = real(0, 2 * M_PI);
    Color c = color();
    n[5] = c.r, n[6] = c.g, n[7] = c.b, n[8] = real(0.3, 1);
  }
}
static void draw_w2(void) {
  background(1, 1, 1);
  for (int i = 0; i < count; i++) {
    const double *n = numbers + 9 * i;
    cairo_save(cr);
    cairo_translate(cr, n[2], n[3]);
    cairo_rotate(cr, n[4]);
    cairo_set_source_rgba(cr, n[5], n[6], n[7], n[8]);
    rounded(-n[0] / 2, -n[1] / 2, n[0], n[1], 8);
    cairo_fill(cr);
    cairo_restore(cr);
  }
}

static void make_w5a(void) {
  seed(5);
  count = 2000;
  numbers = malloc(sizeof(double) * 56 * count);
  for (int i = 0; i < count; i++) {
    double *n = numbers + 56 * i;
    double ox = real(0, 1720), oy = real(0, 880);
    for (int k = 0; k < 25; k++) {
      n[2 * k] = ox + real(0, 200);
      n[2 * k + 1] = oy + real(0, 200);
    }
    n[48] = n[0], n[49] = n[1];
    Color fill = color(), stroke = color();
    n[50] = fill.r, n[51] = fill.g, n[52] = fill.b, n[53] = stroke.r, n[54] = stroke.g, n[55] = stroke.b;
  }
}
static void draw_w5a(void) {
  background(1, 1, 1);
  cairo_set_line_width(cr, 3);
  cairo_set_miter_limit(cr, 10);
  for (int i = 0; i < count; i++) {
    const double *n = numbers + 56 * i;
    cairo_move_to(cr, n[0], n[1]);
    for (int k = 0; k < 8; k++) {
      const double *c = n + 2 + 6 * k;
      cairo_curve_to(cr, c[0], c[1], c[2], c[3], c[4], c[5]);
    }
    cairo_close_path(cr);
    cairo_set_source_rgba(cr, n[50], n[51], n[52], 0.7);
    cairo_fill_preserve(cr);
    cairo_set_source_rgb(cr, n[53], n[54], n[55]);
    cairo_stroke(cr);
  }
}

static void make_w5b(void) {
  seed(55);
  count = 200000;
  numbers = malloc(sizeof(double) * 2 * count);
  double x = 960, y = 540;
  for (int i = 0; i < count; i++) {
    numbers[2 * i] = x, numbers[2 * i + 1] = y;
    x += real(-20, 20), y += real(-20, 20);
    x = x < 0 ? -x : x > 1920 ? 3840 - x : x;
    y = y < 0 ? -y : y > 1080 ? 2160 - y : y;
  }
}
static void draw_w5b(void) {
  background(1, 1, 1);
  cairo_set_source_rgb(cr, 0, 0, 0);
  cairo_set_fill_rule(cr, CAIRO_FILL_RULE_EVEN_ODD);
  for (int i = 0; i < count; i++) cairo_line_to(cr, numbers[2 * i], numbers[2 * i + 1]);
  cairo_close_path(cr);
  cairo_fill(cr);
}

static void make_layout(void) {
  PangoFontDescription *font = pango_font_description_from_string("DejaVu Sans");
  pango_font_description_set_absolute_size(font, 14 * PANGO_SCALE);
  cairo_font_options_t *options = cairo_font_options_create();
  cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
  cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  layout = pango_cairo_create_layout(cr);
  pango_cairo_context_set_font_options(pango_layout_get_context(layout), options);
  pango_context_set_round_glyph_positions(pango_layout_get_context(layout), FALSE);
  pango_layout_set_font_description(layout, font);
}
static void make_w6a(void) {
  seed(6);
  count = 2000;
  numbers = malloc(sizeof(double) * 2 * count);
  texts = malloc(sizeof(char *) * count);
  for (int i = 0; i < count; i++) {
    numbers[2 * i] = real(0, 1800), numbers[2 * i + 1] = real(14, 1080);
    const char *a = word(), *b = word(), *c = word();
    texts[i] = malloc(64);
    snprintf(texts[i], 64, "%s %s %s", a, b, c);
  }
  make_layout();
}
static void draw_w6a(void) {
  background(1, 1, 1);
  cairo_set_source_rgb(cr, 0, 0, 0);
  for (int i = 0; i < count; i++) {
    pango_layout_set_text(layout, texts[i], -1);
    cairo_move_to(cr, numbers[2 * i], numbers[2 * i + 1]);
    pango_cairo_show_layout_line(cr, pango_layout_get_line_readonly(layout, 0));
  }
}
static void make_w6b(void) {
  seed(66);
  texts = malloc(sizeof(char *));
  texts[0] = calloc(1, 50100);
  for (size_t length = 0; length < 50000;) {
    const char *next_word = word();
    if (length > 0) strcat(texts[0], " ");
    strcat(texts[0], next_word);
    length += strlen(next_word) + 1;
  }
  make_layout();
  pango_layout_set_width(layout, 600 * PANGO_SCALE);
}
static void draw_w6b(void) {
  background(1, 1, 1);
  cairo_set_source_rgb(cr, 0, 0, 0);
  pango_layout_set_text(layout, "", -1);  // defeats Pango's layout cache
  pango_layout_set_text(layout, texts[0], -1);
  cairo_move_to(cr, 0, 0);
  pango_cairo_show_layout(cr, layout);
}

static int is_mask;  // w8m: the ellipse as an alpha group instead of a clip
static void make_w8(void) {
  seed(8);
  count = 100;
  numbers = malloc(sizeof(double) * 72 * count);
  for (int i = 0; i < count; i++) {
    double *n = numbers + 72 * i;
    n[0] = real(0, 1920), n[1] = real(0, 1080);
    for (int k = 0; k < 10; k++) {
      double *l = n + 2 + 7 * k;
      l[0] = real(40, 160), l[1] = real(40, 160), l[2] = real(-150, 150), l[3] = real(-100, 100);
      Color c = color();
      l[4] = c.r, l[5] = c.g, l[6] = c.b;
    }
  }
}
static void draw_w8(void) {
  background(1, 1, 1);
  for (int i = 0; i < count; i++) {
    const double *n = numbers + 72 * i;
    cairo_save(cr);
    cairo_rectangle(cr, n[0] - 150, n[1] - 100, 300, 200);
    cairo_clip(cr);
    cairo_push_group(cr);
    for (int k = 0; k < 10; k++) {
      const double *l = n + 2 + 7 * k;
      cairo_set_source_rgb(cr, l[4], l[5], l[6]);
      rounded(n[0] + l[2] - l[0] / 2, n[1] + l[3] - l[1] / 2, l[0], l[1], 8);
      cairo_fill(cr);
    }
    cairo_pattern_t *group = cairo_pop_group(cr);
    if (is_mask) {
      cairo_push_group_with_content(cr, CAIRO_CONTENT_ALPHA);
      cairo_set_source_rgba(cr, 0, 0, 0, 0.7);
      ellipse(n[0], n[1], 150, 100);
      cairo_fill(cr);
      cairo_pattern_t *mask = cairo_pop_group(cr);
      cairo_set_source(cr, group);
      cairo_mask(cr, mask);
      cairo_pattern_destroy(mask);
    } else {
      cairo_new_path(cr);
      ellipse(n[0], n[1], 150, 100);
      cairo_clip(cr);
      cairo_set_source(cr, group);
      cairo_paint_with_alpha(cr, 0.7);
    }
    cairo_pattern_destroy(group);
    cairo_restore(cr);
  }
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e3 + t.tv_nsec * 1e-6;
}

int main(int argc, char **argv) {
  const char *name = argc > 1 ? argv[1] : "";
  int width = 1920, height = 1080;
  void (*make)(void) = NULL, (*draw)(void) = NULL;
  if (strncmp(name, "w2_", 3) == 0) count = atoi(name + 3), make = make_w2, draw = draw_w2;
  if (strcmp(name, "w5a") == 0) make = make_w5a, draw = draw_w5a;
  if (strcmp(name, "w5b") == 0) make = make_w5b, draw = draw_w5b;
  if (strcmp(name, "w6a") == 0) make = make_w6a, draw = draw_w6a;
  if (strcmp(name, "w6b") == 0) make = make_w6b, draw = draw_w6b, width = 600, height = 12000;
  if (strcmp(name, "w8") == 0 || strcmp(name, "w8m") == 0) make = make_w8, draw = draw_w8, is_mask = name[2] == 'm';
  if (make == NULL) return 2;  // unknown case
  surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height);
  cr = cairo_create(surface);
  make();
  draw();  // untimed: fills caches
  double start = now();
  printf("{\"peer\":\"cairo\",\"case\":\"%s\",\"ms\":[", name);
  for (int i = 0; i < 2 || (i < 15 && now() - start < 750); i++) {
    double before = now();
    draw();
    cairo_surface_flush(surface);
    printf("%s%.4f", i ? "," : "", now() - before);
  }
  printf("]}\n");
  return argc > 2 && cairo_surface_write_to_png(surface, argv[2]) != CAIRO_STATUS_SUCCESS;
}
