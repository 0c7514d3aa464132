// Draws a card by layerlua.hpp: a script makes the layers, the program gives it a function and a value, changes a layer, and gets the picture as a file and as
// pixels.
//
//     c++ -std=c++17 card.cpp $(pkg-config --cflags --libs layerlua) -o card && ./card card.png [card.gif]
#include <layerlua.hpp>

#include <cstdio>

static const char script[] = R"(
local card = ca.Layer {
  name = 'card', bounds = {0, 0, 240, 120}, backgroundColor = 'white', cornerRadius = 12, masksToBounds = true,
  ca.Layer { name = 'stripe', frame = {0, 0, 240, 32}, backgroundColor = ca.host.accent },
  ca.TextLayer { name = 'title', frame = {16, 44, 200, 26}, fontSize = 20, foregroundColor = '#202124', string = ca.args.title },
  ca.TextLayer { name = 'price', frame = {16, 76, 200, 22}, fontSize = 16, foregroundColor = '#5f6368' },
}
card:find('price').string = ca.host.price(ca.args.title, 2)
return card
)";

int main(int count, char **arguments) try {
  layerlua::config config;
  config.time_limit = 10;
  layerlua::engine engine(config);
  engine.argument("title", "Tea");
  engine.define("accent", layerlua::value::color(0.10, 0.45, 0.91));
  engine.function("price", [](layerlua::call &call) {
    char text[64];
    double number = call.argument(1).number();
    std::snprintf(text, sizeof text, "%g x %s: %.2f", number, call.argument(0).string().c_str(), number * 2.5);
    call.give(text);
  });

  layerlua::layer card = engine.run(script, "card.lua");
  engine.layer_named("stripe").set("opacity", 0.75);

  layerlua::settings settings;
  settings.scale = 2;
  card.write(count > 1 ? arguments[1] : "card.png", settings);
  layerlua::image image = card.image(settings);
  auto pixels = image.pixels();
  const uint8_t *middle = &pixels[(image.height() / 2 * image.width() + image.width() / 2) * 4];
  std::printf("%u x %u pixels, the middle one %d %d %d %d\n", image.width(), image.height(), middle[0], middle[1], middle[2], middle[3]);

  if (count > 2) {  // a film, such as card.gif
    settings.fps = 25;
    settings.duration = 1;
    card.write(arguments[2], settings);
  }
} catch (const layerlua::error &error) {
  std::fprintf(stderr, "card: %s\n", error.what());
  return error.status;
}
