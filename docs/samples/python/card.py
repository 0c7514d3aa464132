"""Draws a card: a script makes the layers, Python gives it a function and a value, changes a layer, and gets the
picture as a file and as pixels.

python3 card.py card.png [card.gif]
"""

import sys

import layerlua

SCRIPT = """
local card = ca.Layer {
  name = 'card', bounds = {0, 0, 240, 120}, backgroundColor = 'white', cornerRadius = 12, masksToBounds = true,
  ca.Layer { name = 'stripe', frame = {0, 0, 240, 32}, backgroundColor = ca.host.accent },
  ca.TextLayer { name = 'title', frame = {16, 44, 200, 26}, fontSize = 20, foregroundColor = '#202124' },
  ca.TextLayer { name = 'price', frame = {16, 76, 200, 22}, fontSize = 16, foregroundColor = '#5f6368' },
}
card:find('title').string = ca.args.title
card:find('price').string = ca.host.price(ca.args.title, 2)
return card
"""

with layerlua.Engine(time_limit=10) as engine:

    @engine.function
    def price(name, count):
        return f"{count:g} x {name}: {count * 2.5:.2f}"

    engine.define("accent", layerlua.Color(0.10, 0.45, 0.91))
    card = engine.run(SCRIPT, "card.lua", arguments={"title": "Tea"})
    engine.layer("stripe")["opacity"] = 0.75

    card.write(sys.argv[1] if len(sys.argv) > 1 else "card.png", scale=2)
    if len(sys.argv) > 2:  # a film, such as card.gif
        card.write(sys.argv[2], scale=2, fps=25, duration=1)

    image = card.image(scale=2)
    middle = (image.height // 2 * image.width + image.width // 2) * 4
    print(f"{image.width} x {image.height} pixels, the middle one", *image.pixels()[middle : middle + 4])
