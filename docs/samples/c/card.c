/* Draws a card by liblayerlua: a script makes the layers, the program gives it a function and a picture, changes a
 * layer, and gets the result as a file and as pixels.
 *
 *     cc card.c $(pkg-config --cflags --libs layerlua) -o card && ./card card.png [card.gif]
 */
#include <layerlua.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char script[] =
    "local card = ca.Layer {\n"
    "  name = 'card', bounds = {0, 0, 240, 120}, backgroundColor = 'white', cornerRadius = 12, masksToBounds = true,\n"
    "  ca.Layer { name = 'stripe', frame = {0, 0, 240, 32}, backgroundColor = ca.host.accent },\n"
    "  ca.TextLayer {\n"
    "    name = 'title', frame = {16, 44, 200, 26}, fontSize = 20, foregroundColor = '#202124',\n"
    "    string = ca.args.title,\n"
    "  },\n"
    "  ca.TextLayer { name = 'price', frame = {16, 76, 200, 22}, fontSize = 16, foregroundColor = '#5f6368' },\n"
    "  ca.Layer { name = 'badge', frame = {192, 72, 32, 32}, contents = ca.Image.named('badge') },\n"
    "}\n"
    "card:find('price').string = ca.host.price(ca.args.title, 2)\n"
    "function grow()\n"
    "  local width = ca.BasicAnimation { keyPath = 'bounds.size.width', fromValue = 0, duration = 1 }\n"
    "  card:find('stripe'):addAnimation(width)\n"
    "end\n"
    "return card\n";

/* Every call of the library is checked by this. */
static void check(layerlua_engine *engine, layerlua_status status) {
  if (status == LAYERLUA_OK) return;
  const layerlua_error *error = layerlua_last_error(engine);
  fprintf(stderr, "card: %s\n", error->description);
  if (error->source_line != NULL) fprintf(stderr, "    %s\n", error->source_line);
  if (error->traceback != NULL) fprintf(stderr, "%s\n", error->traceback);
  layerlua_free(engine);
  exit(status);
}

/* ca.host.price(name, count) */
static void price(layerlua_call_context *call, void *user_data) {
  const double *each = user_data;
  const layerlua_value *name = layerlua_call_argument(call, 0), *count = layerlua_call_argument(call, 1);
  if (name->type != LAYERLUA_STRING || count->type != LAYERLUA_NUMBER) {
    layerlua_call_fail(call, "expected a name and a number");
    return;
  }
  char text[64];
  double cost = count->as.number * *each;
  int length = snprintf(text, sizeof text, "%g x %s: %.2f", count->as.number, name->as.string, cost);
  layerlua_value result = {.type = LAYERLUA_STRING, .count = (size_t)length, .as.string = text};
  layerlua_call_return(call, &result);
}

/* False would end the film. */
static bool show(void *user_data, size_t finished, size_t total) {
  (void)user_data;
  fprintf(stderr, "\r%zu of %zu frames%s", finished, total, finished == total ? "\n" : "");
  return true;
}

static void warn(void *user_data, const char *message) {
  (void)user_data;
  fprintf(stderr, "card: warning: %s\n", message);
}

int main(int argc, char **argv) {
  if (layerlua_abi_version() != LAYERLUA_ABI_VERSION) {
    fprintf(stderr, "card: liblayerlua %s is not the one this program was built for\n", layerlua_version());
    return 1;
  }

  layerlua_config config = {.size = sizeof config, .memory_limit = 256 << 20, .time_limit = 10, .on_warning = warn};
  layerlua_engine *engine;
  char message[256];
  if (layerlua_create(&config, &engine, message, sizeof message) != LAYERLUA_OK) {
    fprintf(stderr, "card: %s\n", message);
    return 1;
  }

  /* Everything the script finds: an argument, a value, a function, a picture. */
  double each = 2.5;
  layerlua_value accent = {.type = LAYERLUA_COLOR, .as.numbers = {0.10, 0.45, 0.91, 1}};
  uint8_t badge[8 * 8 * 4];
  for (int i = 0; i < 8 * 8; i += 1)
    memcpy(badge + i * 4, (i / 8 + i) % 2 ? "\xff\xb3\x00\xff" : "\xff\xe0\x82\xff", 4);
  layerlua_image *image = layerlua_image_create(LAYERLUA_RGBA, badge, 0, 8, 8, 1);
  check(engine, layerlua_set_argument(engine, "title", "Tea"));
  check(engine, layerlua_define(engine, "accent", &accent));
  check(engine, layerlua_register(engine, "price", price, &each, NULL));
  check(engine, layerlua_set_image(engine, "badge", image));
  layerlua_image_release(image);

  layerlua_layer *card;
  check(engine, layerlua_run(engine, script, strlen(script), "card.lua", &card));

  /* Any key of any layer, by the layer's name. */
  layerlua_layer *stripe = layerlua_layer_named(engine, "stripe");
  double opacity;
  check(engine, layerlua_set_number(engine, stripe, "opacity", 0.75));
  check(engine, layerlua_get_number(engine, stripe, "opacity", &opacity));
  printf("the stripe's opacity is %g\n", opacity);

  layerlua_settings settings = {.size = sizeof settings, .scale = 2};
  check(engine, layerlua_write(engine, card, &settings, argc > 1 ? argv[1] : "card.png"));

  uint32_t width, height;
  check(engine, layerlua_pixel_size(engine, card, &settings, &width, &height));
  size_t capacity = (size_t)width * height * 4;
  uint8_t *pixels = malloc(capacity);
  if (pixels == NULL) return 1;
  check(engine, layerlua_render(engine, card, &settings, LAYERLUA_RGBA, pixels, capacity, 0));
  const uint8_t *middle = pixels + ((size_t)height / 2 * width + width / 2) * 4;
  printf("%u x %u pixels, the middle one %d %d %d %d\n", width, height, middle[0], middle[1], middle[2], middle[3]);

  /* A film, where one is asked for: the stripe grows for a second. */
  if (argc > 2) {
    check(engine, layerlua_call(engine, "grow", NULL, 0, NULL, NULL));
    layerlua_settings film = {.size = sizeof film, .fps = 25, .on_progress = show};
    check(engine, layerlua_write(engine, card, &film, argv[2]));
  }

  free(pixels);
  layerlua_free(engine);
  return 0;
}
