// SPDX-License-Identifier: MIT
/* Calls every function of layerlua.h at random: with handles that it received before, including released ones, with
 * values of every type and depth, with wrong sizes and text that is not UTF-8, also from within callbacks, while
 * another thread cancels. Every result is inspected. A call may return any status; crashes, leaks and uninitialised
 * reads are detected by address sanitizer, valgrind or the system.
 *
 *     calls SEED STEPS */
#include <layerlua.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ENGINES = 2, KEPT = 24, DEPTH = 3, SIDE = 64 };

static uint64_t state;
static uint32_t next(void) {
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return (uint32_t)(state >> 32);
}
static uint32_t below(uint32_t count) { return next() % count; }
static bool chance(uint32_t one_in) { return below(one_in) == 0; }

typedef struct Place {
  layerlua_engine *engine;
  layerlua_layer *layers[KEPT];
  layerlua_function *functions[KEPT];
  int nested;
} Place;
static Place places[ENGINES];
static layerlua_image *images[KEPT];
static _Atomic(layerlua_engine *) working;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_bool over;
static long given, taken, answered[256];

/* ---- what is given ----------------------------------------------------------------------------------------------- */

static const char *const keys[] = {
    "opacity",
    "position",
    "position.x",
    "bounds",
    "bounds.size.width",
    "frame",
    "transform",
    "transform.rotation.z",
    "transform.m34",
    "backgroundColor",
    "cornerRadius",
    "contents",
    "path",
    "string",
    "fontSize",
    "colors",
    "sublayers",
    "mask",
    "name",
    "delegate",
    "actions",
    "filters",
    "shadowOffset",
    "hidden",
    "zPosition",
    "anchorPoint",
    "own",
    "own.deep.2.x",
    "superlayer",
    "style",
    "instanceCount",
    "lineDashPattern",
    "",
    ".",
    "..",
    "a..b",
    "position.z",
    "opacity.x",
    "\xff",
    "no such key",
};
static const char *const words[] = {
    "",
    "a",
    "card",
    "dial/needle",
    "/",
    "red",
    "#ff8800",
    "png",
    "jpg",
    "webp",
    "pdf",
    "svg",
    "a.pdf",
    "a.svg",
    "frame-{0}.svg",
    "gif",
    "bad\xc3",
    "dial",
    "needle",
    "M0 0L10 10",
    "f",
    "each",
    "grow",
    "return 1",
    "0-3",
    "frame-{0}.png",
    "a.png",
    "a.gif",
    "../a.png",
    "/nowhere/a.png",
    "center",
    "Helvetica",
    "x.mp4",
};
static const double numbers[] = {
    0, -0.0, 1, -1, 0.5, 2, 10, 100, 255, 1e6, -1e9, 1e19, 1e300, 5e-324, 9007199254740993.0, NAN, INFINITY, -INFINITY};
#define PICK(list) ((list)[below(sizeof(list) / sizeof *(list))])

static double number(void) { return chance(4) ? PICK(numbers) : (double)below(64) / 4; }
static const char *word(void) { return chance(40) ? NULL : PICK(words); }
static layerlua_layer *layer(Place *place) {
  layerlua_layer *found = NULL;
  for (int i = 0; i < 8 && found == NULL; i += 1)
    found = chance(3) ? place->layers[below(KEPT)] : layerlua_layer_named(place->engine, PICK(words));
  return chance(30) ? NULL : found;
}
/* A layer of another engine must be told from the engine's own. */
static layerlua_layer *any_layer(Place *place) {
  return chance(25) ? places[below(ENGINES)].layers[below(KEPT)] : layer(place);
}

static layerlua_value arena[4096];
static size_t used;

static layerlua_value value(Place *place, int depth) {
  static double matrix[16];
  layerlua_value v = {0};
  v.type = (int32_t)below(LAYERLUA_OTHER + 1);
  if (chance(60)) v.type = (int32_t)next();
  if (depth == 0 && v.type >= LAYERLUA_ARRAY) v.type = LAYERLUA_NUMBER;
  switch (v.type) {
    case LAYERLUA_BOOLEAN: v.as.boolean = chance(2); break;
    case LAYERLUA_NUMBER: v.as.number = number(); break;
    case LAYERLUA_STRING:
    case LAYERLUA_BYTES:
    case LAYERLUA_PATH:
      v.as.string = word();
      v.count = v.as.string == NULL ? below(3) : below((uint32_t)strlen(v.as.string) + 1);
      break;
    case LAYERLUA_POINT:
    case LAYERLUA_SIZE:
    case LAYERLUA_RECT:
    case LAYERLUA_COLOR:
      for (int i = 0; i < 4; i += 1) v.as.numbers[i] = number();
      break;
    case LAYERLUA_TRANSFORM:
      for (int i = 0; i < 16; i += 1) matrix[i] = chance(3) ? number() : i % 5 == 0;
      v.as.matrix = chance(20) ? NULL : matrix;
      break;
    case LAYERLUA_LAYER: v.as.layer = any_layer(place); break;
    case LAYERLUA_IMAGE: v.as.image = images[below(KEPT)]; break;
    case LAYERLUA_FUNCTION: v.as.function = place->functions[below(KEPT)]; break;
    case LAYERLUA_ARRAY:
    case LAYERLUA_DICTIONARY: {
      size_t pairs = v.type == LAYERLUA_DICTIONARY ? 2 : 1, count = below(5), start = used;
      if (used + count * pairs > sizeof arena / sizeof *arena) break;
      used += count * pairs;
      for (size_t i = 0; i < count * pairs; i += 1) {
        arena[start + i] = value(place, depth - 1);
        if (pairs == 2 && i % 2 == 0 && !chance(10)) {
          const char *name = PICK(words);
          arena[start + i] = (layerlua_value){.type = LAYERLUA_STRING, .count = strlen(name), .as.string = name};
        }
      }
      v.count = count;
      v.as.items = count == 0 && chance(2) ? NULL : arena + start;
      break;
    }
    default: break;
  }
  return v;
}

/* ---- what comes back --------------------------------------------------------------------------------------------- */

static uint64_t seen;
static void look_at(const char *text, size_t count) {
  for (size_t i = 0; i < count; i += 1) seen = seen * 31 + (unsigned char)text[i];
}
static void look(const char *text) {
  if (text != NULL) look_at(text, strlen(text));
}

static void look_into(Place *place, const layerlua_value *v) {
  switch (v->type) {
    case LAYERLUA_BOOLEAN: seen += v->as.boolean; break;
    case LAYERLUA_NUMBER: seen += v->as.number > 0; break;
    case LAYERLUA_STRING:
    case LAYERLUA_BYTES:
    case LAYERLUA_PATH:
    case LAYERLUA_OTHER: look_at(v->as.string, v->count); break;
    case LAYERLUA_POINT:
    case LAYERLUA_SIZE: look_at((const char *)v->as.numbers, 16); break;
    case LAYERLUA_RECT:
    case LAYERLUA_COLOR: look_at((const char *)v->as.numbers, 32); break;
    case LAYERLUA_TRANSFORM: look_at((const char *)v->as.matrix, 128); break;
    case LAYERLUA_LAYER: place->layers[below(KEPT)] = v->as.layer; break;
    case LAYERLUA_FUNCTION: place->functions[below(KEPT)] = v->as.function; break;
    case LAYERLUA_IMAGE: {
      seen += layerlua_image_width(v->as.image);
      layerlua_image **slot = &images[below(KEPT)];
      layerlua_image_retain(v->as.image);
      layerlua_image_release(*slot);
      *slot = v->as.image;
      break;
    }
    case LAYERLUA_ARRAY:
    case LAYERLUA_DICTIONARY:
      for (size_t i = 0; i < v->count * (v->type == LAYERLUA_DICTIONARY ? 2 : 1); i += 1)
        look_into(place, v->as.items + i);
      break;
    default: break;
  }
}

static layerlua_status check(Place *place, layerlua_status status) {
  answered[status & 255] += 1;
  const layerlua_error *error = layerlua_last_error(place->engine);
  if (status != LAYERLUA_OK && error->status != status)
    fprintf(stderr, "calls: %d, but the last error is %d: %s\n", status, error->status, error->description), exit(70);
  look(error->message), look(error->script), look(error->source_line), look(error->traceback), look(error->description);
  return status;
}

/* ---- callbacks --------------------------------------------------------------------------------------------------- */

static void step(Place *place);

static void inside(Place *place) {
  if (place->nested > 2) return;
  place->nested += 1;
  for (uint32_t i = below(3); i > 0; i -= 1) step(place);
  place->nested -= 1;
}
static void host(layerlua_call_context *call, void *user_data) {
  Place *place = user_data;
  if (layerlua_call_engine(call) != place->engine) exit(71);
  for (size_t i = 0; i <= layerlua_call_argument_count(call); i += 1) look_into(place, layerlua_call_argument(call, i));
  inside(place);
  for (uint32_t i = below(3); i > 0; i -= 1) {
    used = 0;
    layerlua_value result = value(place, DEPTH);
    (void)layerlua_call_return(call, chance(30) ? NULL : &result);
  }
  if (chance(4)) layerlua_call_fail(call, word());
}
static void let_go(void *user_data) {
  (void)user_data;
  taken += 1;
}
static bool progress(void *user_data, size_t finished, size_t total) {
  inside(user_data);
  seen += finished + total;
  return !chance(6);
}
static bool draw(const layerlua_drawable *drawable, void *user_data) {
  (void)user_data;
  for (uint32_t y = 0; y < drawable->height; y += 1)
    memset(drawable->bytes + y * drawable->bytes_per_row, (int)below(256), drawable->width * 4);
  return !chance(8);
}
static bool frame(void *user_data, const layerlua_frame *frame) {
  uint8_t pixel[4];
  seen += frame->index + frame->number + layerlua_image_width(frame->image);
  layerlua_image_read(frame->image, 0, pixel, sizeof pixel, 0);
  inside(user_data);
  return !chance(6);
}
/* Called on any thread, so it must not touch the engine. */
static bool fill(const layerlua_filter_row *row, void *user_data) {
  (void)user_data;
  for (int32_t i = 0; i < row->width * 4; i += 1) row->pixels[i] = row->source == NULL ? 0.25f : row->source[0];
  return row->y % 16 != 15;
}
static void on_print(void *user_data, const char *text, size_t count) {
  (void)user_data;
  look_at(text, count + 1);
}
static void on_warning(void *user_data, const layerlua_warning *warning) {
  (void)user_data;
  look(warning->rule), look(warning->message), look(warning->script), look(warning->description);
}

/* ---- a call ------------------------------------------------------------------------------------------------------ */

static const char *const scripts[] = {
    "local l = ca.Layer { name = 'card', bounds = {0, 0, 40, 30}, backgroundColor = 'white' }\n"
    "l:setValueForKey({ deep = { {x = 1}, {x = 2} } }, 'own')\n"
    "l:addSublayer(ca.Layer { name = 'dial', frame = {4, 4, 20, 20}, ca.Layer { name = 'needle', frame = {8, 0, 2, 10}, backgroundColor = 'red' } })\n"
    "l:addSublayer(ca.TextLayer { name = 'a', frame = {0, 20, 40, 10}, fontSize = 8, string = ca.args.title or 'none', foregroundColor = 'black' })\n"
    "l:addSublayer(ca.ShapeLayer { name = 'red', path = 'M0 0L9 9L0 9Z', bounds = {0, 0, 9, 9} })\n"
    "local held = {}\n"
    "function f(...) held[1] = ... return ... end function each(...) local r = {...} return r, #r, l, f end\n"
    "function grow() l:find('dial'):addAnimation(ca.BasicAnimation { keyPath = 'position.x', fromValue = 0, toValue = 30, duration = 0.1 }) return l:find('dial') end\n"
    "function layer() local one = ca.Layer { bounds = {0, 0, 4, 4}, delegate = { drawLayerInContext = function(_, _, c) c:fill {0, 0, 2, 2} end } } return one, function() return one end end\n"
    "function gone() local x = l.sublayers[1] if x then x:removeFromSuperlayer() end collectgarbage() return x end\n"
    "function host(...) return ca.host.each(...) end\n"
    "return l",
    "return ca.Layer { bounds = {0, 0, 16, 16}, contents = ca.Image.named('a') }",
    "return ca.Layer { bounds = {0, 0, 16, 16}, backgroundColor = 'red', filters = { ca.Filter('own') } }",
    "return ca.DrawableLayer { bounds = {0, 0, 16, 16}, draw = 'a', asynchronous = true }",
    "local t = {} for i = 1, 200 do t[i] = ca.Layer {} end error('no \xff')",
    "return 1 +",
    "for i = 1, 3000 do local _ = ('x'):rep(i) end",
    "return",
    "print(('x'):rep(9), '\\0\\xff')",
    "local ok, e = pcall(ca.host.each, 1, 'b', {1, 2}, ca.Layer {}) return ca.host.a and ca.Layer { name = 'card' }",
    "while true do local x = ca.args[1] end",
};
static const char *const functions[] = {"f", "each", "grow", "layer", "gone", "host", "no_such", "print", "ca", ""};

/* Structures of a newer header are longer. */
typedef union Settings {
  layerlua_settings s;
  char room[600];
} Settings;

static void pixels(void *data, const char *layer, const char *reason) {
  Place *place = data;
  look_at(layer, strlen(layer));
  look_at(reason, strlen(reason));
  (void)place;
}

/* Reads a finding's texts, and keeps its layer for later. */
static void found(void *place_pointer, const layerlua_finding *finding) {
  Place *place = place_pointer;
  look(finding->rule), look(finding->message), look(finding->description), look(finding->hint), look(finding->script);
  place->layers[below(KEPT)] = finding->layer;
  inside(place);
}

static Settings settings(Place *place) {
  Settings all;
  memset(&all, 0, sizeof all);
  layerlua_settings s = {.size = chance(50) ? below(sizeof all) : sizeof s};
  s.scale = chance(6) ? number() : chance(2) ? 2 : 0;
  if (chance(3)) s.has_time = true, s.time = number() / 8;
  if (chance(3)) s.width = chance(3) ? number() : 8, s.height = chance(3) ? number() : 9;
  if (chance(4)) s.background = word();
  if (chance(6)) s.quality = number();
  if (chance(6)) s.lossless = (int32_t)below(5) - 2;
  if (chance(6)) s.compression = (int32_t)below(16) - 2;
  if (chance(6)) s.has_effort = true, s.effort = (int32_t)below(10) - 2;
  if (chance(8)) s.dpi = number();
  if (chance(3)) s.on_progress = progress, s.user_data = place;
  if (chance(8)) s.hold = number() / 8;
  if (chance(12)) {
    static layerlua_sound sounds[2];
    for (int i = 0; i < 2; i++)
      sounds[i] = (layerlua_sound){.size = chance(9) ? below(sizeof sounds[0]) : sizeof sounds[0],
          .file = chance(3) ? word() : "none.wav",
          .start = number() / 8,
          .gain = number(),
          .loops = (int32_t)below(5) - 2,
          .pan = chance(2) ? number() : 0};
    s.has_sounds = true, s.sounds = chance(9) ? NULL : sounds, s.sound_count = below(3);
  }
  if (chance(8)) s.paper = chance(3) ? word() : "A6", s.landscape = chance(2), s.keeps_scale = chance(3);
  if (chance(8)) s.margin = number(), s.bleed = chance(2) ? number() : 0;
  if (chance(8)) s.title = word(), s.author = chance(3) ? word() : NULL, s.date = chance(3) ? word() : NULL;
  if (chance(8)) s.outlines = chance(2), s.headings = chance(2), s.subject = word(), s.keywords = word();
  if (chance(3)) s.on_rasterized = pixels, s.user_data = place;
  memcpy(&all.s, &s, sizeof s);
  if (chance(200)) all.room[sizeof s + below(sizeof all - sizeof s)] = 1;
  return all;
}

static void step(Place *place) {
  layerlua_engine *engine = place->engine;
  if (place->nested == 0) used = 0;
  if (used > 3000) return;
  layerlua_value given_value = value(place, DEPTH), got = {0};
  Settings look_of = settings(place);
  const layerlua_settings *how = chance(4) ? NULL : &look_of.s;
  const char *key = chance(50) ? NULL : PICK(keys);
  double n = 0;
  switch (below(51)) {
    case 0: check(place, layerlua_set_argument(engine, word(), word())); break;
    case 1: {
      const char *list[] = {word(), word(), word()};
      check(place, layerlua_set_positional_arguments(engine, chance(10) ? NULL : list, below(4)));
      break;
    }
    case 2:
    case 3: {
      const char *text = chance(3) ? PICK(scripts) : scripts[0];
      /* Endless scripts are run less often: they end only when cancelled. */
      if (strncmp(text, "while true", 10) == 0 && chance(2)) break;
      layerlua_layer *root = NULL;
      size_t count = chance(30) ? below((uint32_t)strlen(text)) : strlen(text);
      if (check(place, layerlua_run(engine, chance(60) ? NULL : text, count, word(), chance(6) ? NULL : &root)) ==
              LAYERLUA_OK &&
          root != NULL)
        place->layers[below(KEPT)] = root;
      break;
    }
    case 4: check(place, layerlua_run_file(engine, word(), NULL)); break;
    case 5:
    case 6:
    case 7: {
      const layerlua_value *results = NULL;
      size_t count = 0;
      used += 4;
      layerlua_value *arguments = arena + used - 4;
      uint32_t many = below(5);
      for (uint32_t i = 0; i < many; i += 1) arguments[i] = value(place, DEPTH);
      if (check(place,
              layerlua_call(engine, PICK(functions), chance(30) ? NULL : arguments, many, chance(6) ? NULL : &results,
                  chance(6) ? NULL : &count)) == LAYERLUA_OK &&
          results != NULL)
        for (size_t i = 0; i < count; i += 1) look_into(place, results + i);
      break;
    }
    case 8: {
      /* A missing function would only be refused. */
      if (place->functions[0] == NULL && chance(2)) break;
      const layerlua_value *results = NULL;
      size_t count = 0;
      if (check(place,
              layerlua_call_function(engine, place->functions[below(KEPT)], &given_value, 1, &results, &count)) ==
          LAYERLUA_OK)
        for (size_t i = 0; i < count; i += 1) look_into(place, results + i);
      break;
    }
    case 9: layerlua_cancel(engine); break;
    case 10: check(place, layerlua_report_repeated_warnings(engine)); break;
    case 11: place->layers[below(KEPT)] = layerlua_root(engine); break;
    case 12:
    case 13: {
      layerlua_layer *found = layerlua_layer_named(engine, word());
      if (found != NULL) place->layers[below(KEPT)] = found;
      break;
    }
    case 14: check(place, layerlua_keep_layer(engine, any_layer(place))); break;
    case 15: check(place, layerlua_release_layer(engine, any_layer(place))); break;
    case 16:
    case 17:
      if (check(place, layerlua_get(engine, any_layer(place), key, chance(40) ? NULL : &got)) == LAYERLUA_OK)
        look_into(place, &got);
      break;
    case 18:
    case 19:
    case 20: check(place, layerlua_set(engine, any_layer(place), key, chance(40) ? NULL : &given_value)); break;
    case 21:
      if (check(place, layerlua_get_at(engine, any_layer(place), key, number(), &got)) == LAYERLUA_OK)
        look_into(place, &got);
      break;
    case 22: check(place, layerlua_get_number(engine, any_layer(place), key, &n)); break;
    case 23: check(place, layerlua_set_number(engine, any_layer(place), key, number())); break;
    case 24: check(place, layerlua_set_string(engine, any_layer(place), key, word())); break;
    case 25: {
      const char *json = NULL;
      if (check(place, layerlua_dump(engine, any_layer(place), &json)) == LAYERLUA_OK) look(json);
      break;
    }
    case 26:
      check(place, layerlua_current_time(engine, &n));
      check(place, layerlua_set_current_time(engine, chance(5) ? number() : n + 0.05));
      break;
    case 27: {
      uint32_t width = 0, height = 0;
      check(place, layerlua_pixel_size(engine, layer(place), how, &width, &height));
      break;
    }
    case 28:
    case 29: {
      static uint8_t memory[SIDE * SIDE * 4];
      size_t capacity = below(2) ? sizeof memory : below(sizeof memory), row = chance(3) ? below(600) : 0;
      if (check(place,
              layerlua_render(engine, layer(place), how, (int32_t)below(5), chance(40) ? NULL : memory, capacity,
                  row)) == LAYERLUA_OK)
        look_at((char *)memory, 64);
      break;
    }
    case 30: {
      layerlua_image *image = NULL;
      if (check(place, layerlua_render_image(engine, layer(place), how, &image)) == LAYERLUA_OK) {
        layerlua_image **slot = &images[below(KEPT)];
        layerlua_image_release(*slot);
        *slot = image;
      }
      break;
    }
    case 31: {
      uint8_t *bytes = NULL;
      size_t count = 0;
      if (check(place, layerlua_encode(engine, layer(place), how, word(), &bytes, &count)) == LAYERLUA_OK) {
        look_at((char *)bytes, count);
        layerlua_image *image = NULL;
        for (uint32_t i = below(4); i > 0 && count > 0; i -= 1) bytes[below((uint32_t)count)] ^= (uint8_t)next();
        if (check(
                place, layerlua_image_decode(engine, bytes, chance(3) ? below((uint32_t)count + 1) : count, &image)) ==
            LAYERLUA_OK)
          layerlua_image_release(image);
      }
      layerlua_free_bytes(bytes);
      break;
    }
    case 32: {
      if (chance(2)) look_of.s.fps = chance(5) ? number() : 20, look_of.s.duration = chance(5) ? number() : 0.1;
      if (chance(6)) look_of.s.frames = word();
      if (look_of.s.duration > 1 || look_of.s.fps > 100) break;
      const char *name = word();
      /* Starting ffmpeg is not tested here. */
      if (name != NULL && strcmp(name, "x.mp4") == 0) break;
      check(place, layerlua_write(engine, layer(place), &look_of.s, name));
      break;
    }
    case 33: {
      static uint8_t memory[SIDE * SIDE * 4];
      layerlua_image *image = layerlua_image_create((int32_t)below(5), chance(30) ? NULL : memory,
          chance(5) ? below(100) : 0, below(20), below(20), chance(5) ? number() : 1);
      if (image != NULL) {
        layerlua_image **slot = &images[below(KEPT)];
        layerlua_image_release(*slot);
        *slot = image;
        uint8_t read[20 * 20 * 4];
        (void)layerlua_image_read(image, (int32_t)below(5), read, below(sizeof read + 1), 0);
        seen += layerlua_image_height(image) + (layerlua_image_scale(image) > 1);
      }
      break;
    }
    case 34: check(place, layerlua_set_image(engine, word(), images[below(KEPT)])); break;
    case 35:
      given += 1, check(place, layerlua_set_drawable(engine, word(), chance(4) ? NULL : draw, place, let_go));
      break;
    case 36: given += 1, check(place, layerlua_register(engine, word(), chance(6) ? NULL : host, place, let_go)); break;
    case 37: check(place, layerlua_define(engine, word(), chance(20) ? NULL : &given_value)); break;
    case 40:
    case 41: {
      layerlua_layer *pages[] = {layer(place), layer(place), layer(place)};
      uint8_t *bytes = NULL;
      size_t count = 0, pages_given = below(4);
      if (chance(3)) {
        check(place, layerlua_write_pages(engine, chance(20) ? NULL : pages, pages_given, how, word()));
      } else if (check(place,
                     layerlua_encode_pages(
                         engine, pages, pages_given, how, chance(5) ? word() : "pdf", &bytes, &count)) == LAYERLUA_OK) {
        look_at((char *)bytes, count);
      }
      layerlua_free_bytes(bytes);
      break;
    }
    case 42: {
      if (chance(3)) look_of.s.fps = 20, look_of.s.duration = chance(5) ? number() : 0.1;
      check(place, layerlua_diagnose(engine, layer(place), how, chance(20) ? NULL : found, place));
      break;
    }
    case 43: {
      layerlua_film film = {.size = chance(9) ? below(64) : sizeof film};
      if (chance(3)) look_of.s.fps = 20, look_of.s.duration = chance(5) ? number() : 0.1;
      check(place, layerlua_film_length(engine, layer(place), how, chance(20) ? NULL : &film));
      break;
    }
    case 44: {
      static uint8_t memory[SIDE * SIDE * 4];
      if (chance(3)) look_of.s.fps = 20, look_of.s.duration = chance(5) ? number() : 0.1;
      size_t capacity = below(2) ? sizeof memory : below(sizeof memory), index = chance(9) ? SIZE_MAX : below(4);
      if (check(place,
              layerlua_render_frame(engine, layer(place), how, index, (int32_t)below(5), chance(40) ? NULL : memory,
                  capacity, chance(3) ? below(600) : 0)) == LAYERLUA_OK)
        look_at((char *)memory, 64);
      layerlua_image *image = NULL;
      if (check(place, layerlua_render_frame_image(engine, layer(place), how, index, &image)) == LAYERLUA_OK)
        layerlua_image_release(image);
      break;
    }
    case 45:
      if (chance(2)) look_of.s.fps = 20, look_of.s.duration = chance(5) ? number() : 0.1;
      check(place, layerlua_film_frames(engine, layer(place), how, chance(20) ? NULL : frame, place));
      break;
    case 46: {
      layerlua_filter_key list[2];
      memset(list, 0, sizeof list);
      for (int i = 0; i < 2; i += 1)
        list[i].size = chance(20) ? below(200) : sizeof *list, list[i].name = i == 0 ? "inputA" : word(),
        list[i].kind = chance(3) ? word() : NULL, list[i].value[0] = number();
      bool has_function = !chance(20);
      given += 1;
      check(place,
          layerlua_define_filter(engine, chance(3) ? word() : "own", chance(20) ? NULL : list, below(3), number(),
              has_function ? fill : NULL, place, let_go));
      break;
    }
    case 47: {
      /* A valid structure would isolate this process and affect all other calls. */
      layerlua_isolation how_alone = {.size = below(8), .required = true};
      const char *missing = NULL;
      if (chance(2)) how_alone.size = sizeof how_alone, how_alone.written_file_count = 1 + below(3);
      check(place, layerlua_isolate(engine, &how_alone, chance(2) ? NULL : &missing));
      break;
    }
    case 48: {
      static const char file[] =
          "<svg width='9' height='9'><g id='a'><path fill='currentColor' d='M0 0H5V5Z'/></g><text x='1'>b</text></svg>";
      char bytes[sizeof file];
      memcpy(bytes, file, sizeof file);
      for (uint32_t i = chance(2) ? 0 : below(4); i > 0; i -= 1) bytes[below(sizeof file - 1)] = (char)next();
      const uint8_t *svg = chance(30) ? NULL : (const uint8_t *)bytes;
      size_t count = chance(8) ? below(sizeof file) : sizeof file - 1;
      layerlua_layer *made = NULL;
      if (check(place, layerlua_layer_svg(engine, svg, count, chance(2) ? NULL : word(), chance(20) ? NULL : &made)) ==
          LAYERLUA_OK)
        place->layers[below(KEPT)] = made;
      if (check(place, layerlua_path_svg(engine, svg, count, chance(20) ? NULL : &got)) == LAYERLUA_OK)
        look_into(place, &got);
      break;
    }
    case 49: {
      const char *const *names = NULL;
      size_t count = 0;
      if (check(place, layerlua_font_names(engine, chance(20) ? NULL : &names, &count)) == LAYERLUA_OK)
        for (size_t i = 0; i < count; i += 1) look(names[i]);
      break;
    }
    case 50: {
      uint8_t *bytes = NULL;
      size_t count = 0;
      if (check(place, layerlua_image_encode(engine, images[below(KEPT)], how, word(), &bytes, &count)) == LAYERLUA_OK)
        look_at((char *)bytes, count);
      layerlua_free_bytes(bytes);
      break;
    }
    case 38: check(place, layerlua_keep_function(engine, place->functions[below(KEPT)])); break;
    default: check(place, layerlua_release_function(engine, place->functions[below(KEPT)])); break;
  }
}

static void *canceller(void *unused) {
  while (!atomic_load(&over)) {
    struct timespec pause = {0, 3000000};
    nanosleep(&pause, NULL);
    /* The lock keeps the engine from being freed meanwhile. */
    pthread_mutex_lock(&lock);
    layerlua_cancel(atomic_load(&working));
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

static void make(Place *place) {
  layerlua_config config = {.size = sizeof config,
      .memory_limit = 64 << 20,
      .time_limit = 5,
      .call_time_limit = 2,
      .threads = 1 + below(2),
      .seed = next()};
  config.on_print = on_print, config.on_warning_details = on_warning, config.user_data = place;
  config.pixel_limit = 100000, config.layer_limit = 2000, config.frame_limit = 40;
  memset(place, 0, sizeof *place);
  if (layerlua_create(&config, &place->engine, NULL, 0) != LAYERLUA_OK) exit(72);
  given += 1;
  check(place, layerlua_register(place->engine, "each", host, place, let_go));
}

static void destroy(Place *place) {
  pthread_mutex_lock(&lock);
  atomic_store(&working, NULL);
  layerlua_free(place->engine);
  place->engine = NULL;
  pthread_mutex_unlock(&lock);
}

int main(int count, char **arguments) {
  if (count != 3) return 2;
  state = strtoull(arguments[1], NULL, 10) * 0x9E3779B97F4A7C15u + 1;
  long steps = strtol(arguments[2], NULL, 10);
  pthread_t thread;
  for (int i = 0; i < ENGINES; i += 1) make(&places[i]);
  if (pthread_create(&thread, NULL, canceller, NULL) != 0) return 72;
  for (long i = 0; i < steps; i += 1) {
    Place *place = &places[below(ENGINES)];
    atomic_store(&working, place->engine);
    step(place);
    if (chance(300)) destroy(place), make(place);
  }
  atomic_store(&over, true);
  pthread_join(thread, NULL);
  for (int i = 0; i < ENGINES; i += 1) destroy(&places[i]);
  for (int i = 0; i < KEPT; i += 1) layerlua_image_release(images[i]);
  if (given != taken) {
    fprintf(stderr, "calls: %ld given, %ld let go\n", given, taken);
    return 73;
  }
  printf("%ld calls well, %ld wrong, %ld past a limit, %ld failed, %ld ended\n", answered[LAYERLUA_OK],
      answered[LAYERLUA_USAGE], answered[LAYERLUA_LIMIT], answered[LAYERLUA_SCRIPT], answered[LAYERLUA_CANCELLED]);
  return seen == 1;
}
