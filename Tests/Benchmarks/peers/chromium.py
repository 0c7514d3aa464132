#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws a benchmark's picture as a page in Chromium, and prints the mean milliseconds of its frames, to compare with the
scene of the same name in the folder above:  chromium.py CASE [out.png]

Each frame changes something that makes Chromium paint everything again, with no limit of frames per second: style,
painting and raster on all cores, one frame's raster beside the next one's painting. Pictures in perspective (w4p) are not
among the cases: Chromium moves those without painting, and leaves frames out."""
import base64
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[3] / "Sources/Server/Tests/Browser"))
from webdriver import Browser, are_there

PAGE = """<!doctype html><meta charset=utf-8><style>
html, body { margin: 0; overflow: hidden }
#root { position: absolute; width: 1920px; height: 1080px; overflow: hidden; background: white }
#root > div, #root > img, .group > div { position: absolute }
.line { font: 14px/16px "DejaVu Sans"; white-space: pre }
.group { width: 300px; height: 200px; opacity: .7; overflow: hidden }
</style><div id=root></div><script>
const [name, image] = JSON.parse(decodeURIComponent(location.hash.slice(1))), root = document.getElementById("root")
let state = 0
const next = () => (state = (state * 1664525 + 1013904223) % 4294967296) / 4294967296
const seed = value => { state = value; for (let i = 0; i < 4; i++) next() }
const real = (a, b) => a + (b - a) * next(), integer = n => Math.floor(next() * n)
const color = () => [integer(256), integer(256), integer(256)]
const words = ("layer stack shadow corner radius contents gravity anchor bounds position opacity mask transform perspective " +
  "gradient replicator emitter timing curve keyframe").split(" ")
const word = () => words[integer(20)]
const parts = []
const box = (x, y, w, h, style, inner = "") =>
  `<div style="left:${x - w / 2}px;top:${y - h / 2}px;width:${w}px;height:${h}px;${style}">${inner}</div>`
let paper = ["white", "#fefefe"], change = n => { root.style.background = paper[n & 1] }
const cases = {
  w2(count) {
    seed(2)
    for (let i = 0; i < count; i++) {
      const w = real(20, 120), h = real(20, 120), x = real(0, 1920), y = real(0, 1080), angle = real(0, 2 * Math.PI)
      const c = color(), opacity = real(.3, 1)
      parts.push(box(x, y, w, h, `border-radius:8px;background:rgba(${c},${opacity});transform:rotate(${angle}rad)`))
    }
  },
  w3() {
    seed(3); paper = ["#f0f0f0", "#f0f0f1"]
    for (let i = 0; i < 200; i++) {
      const x = real(0, 1920), y = real(0, 1080), c = color()
      parts.push(box(x, y, 160, 120, `border-radius:12px;background:rgb(${c});box-shadow:0 4px 12px rgba(0,0,0,.5)`))
    }
  },
  w4() { images() },
  w5a() {
    seed(5)
    for (let i = 0; i < 2000; i++) {
      const ox = real(0, 1720), oy = real(0, 880), point = () => [ox + real(0, 200), oy + real(0, 200)]
      const first = point()
      let path = `M${first}`
      for (let k = 1; k <= 8; k++) { const a = point(), b = point(), c = point(); path += `C${a} ${b} ${k == 8 ? first : c}` }
      const fill = color(), stroke = color()
      parts.push(`<path d="${path}Z" fill="rgb(${fill})" fill-opacity=".7" stroke="rgb(${stroke})"/>`)
    }
    return `<svg width=1920 height=1080 stroke-width=3 stroke-miterlimit=10>${parts.join("")}</svg>`
  },
  w5b() {
    seed(55)
    let x = 960, y = 540
    for (let i = 0; i < 200000; i++) {
      parts.push(x + " " + y)
      x += real(-20, 20); y += real(-20, 20)
      x = x < 0 ? -x : x > 1920 ? 3840 - x : x; y = y < 0 ? -y : y > 1080 ? 2160 - y : y
    }
    return `<svg width=1920 height=1080><path fill-rule=evenodd d="M${parts.join("L")}Z"/></svg>`
  },
  w6a() {
    seed(6)
    for (let i = 0; i < 2000; i++) {
      const x = real(0, 1800), y = real(14, 1080), text = [word(), word(), word()].join(" ")
      parts.push(`<div class=line style="left:${x}px;top:${y - 13}px">${text}</div>`)
    }
  },
  w6b() {
    seed(66)
    for (let length = 0; length < 50000;) { const w = word(); parts.push(w); length += w.length + 1 }
    root.style.cssText = "width:600px;height:12000px;font:14px 'DejaVu Sans'"
    change = n => { root.style.width = 600 + (n & 1) + "px" }
    return parts.join(" ")
  },
  w8() { groups("clip-path:ellipse(150px 100px at 50% 50%)") },
  w8m() {
    const svg = "<svg xmlns='http://www.w3.org/2000/svg' width='300' height='200'><ellipse cx='150' cy='100' rx='150' ry='100'/></svg>"
    groups(`mask:url(data:image/svg+xml;base64,${btoa(svg)})`)
  },
}
function images() {
  seed(4); paper = ["#202020", "#202021"]
  for (let i = 0; i < 500; i++) {
    const size = real(64, 400), x = real(0, 1920), y = real(0, 1080), angle = real(0, 2 * Math.PI)
    real(-1.2, 1.2) // w4p's turn
    parts.push(`<img src="${image}" style="left:${x - size / 2}px;top:${y - size / 2}px;width:${size}px;height:${size}px;transform:rotate(${angle}rad)">`)
  }
}
function groups(shape) {
  seed(8)
  for (let i = 0; i < 100; i++) {
    const x = real(0, 1920), y = real(0, 1080), inner = []
    for (let k = 0; k < 10; k++) {
      const w = real(40, 160), h = real(40, 160), dx = real(-150, 150), dy = real(-100, 100)
      inner.push(box(150 + dx, 100 + dy, w, h, `border-radius:8px;background:rgb(${color()})`))
    }
    parts.push(`<div class=group style="left:${x - 150}px;top:${y - 100}px;${shape}">${inner.join("")}</div>`)
  }
}
const [kind, count] = name.split("_")
root.innerHTML = cases[kind](Number(count)) ?? parts.join("")
root.style.background = paper[0]
const frames = count => new Promise(done => {
  let n = 0, start
  const frame = () => {
    if (n == 2) start = performance.now() // two frames fill the pipeline
    if (n == count + 2) return done((performance.now() - start) / count)
    change(n++)
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
})
const isDrawn = () => document.readyState == "complete" && [...document.images].every(i => i.complete && i.naturalWidth)
</script>"""


def picture():
    """lib/image.lua's picture, as the address of a PNG."""
    import struct
    import zlib
    rows = b"".join(b"\0" + b"".join(
        bytes((x, y, 255 if ((x >> 5) + (y >> 5)) % 2 else 64, 255 if (x - 128) ** 2 + (y - 128) ** 2 < 14400 else 128))
        for x in range(256)) for y in range(256))

    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
    data = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 256, 256, 8, 6, 0, 0, 0)) \
        + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
    return "data:image/png;base64," + base64.b64encode(data).decode()


def main():
    case, out = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None
    if case.split("_")[0] not in ("w2", "w3", "w4", "w5a", "w5b", "w6a", "w6b", "w8", "w8m") or not are_there():
        return 2
    width, height = (600, 12000) if case == "w6b" else (1920, 1080)
    browser = Browser(width, height, more=["--disable-frame-rate-limit", "--disable-gpu-vsync", "--disable-lcd-text",
                                           "--font-render-hinting=none"])
    try:
        page = pathlib.Path(browser.folder) / "page.html"
        page.write_text(PAGE)
        browser.open(page.as_uri() + "#" + json.dumps([case, picture() if case == "w4" else ""]).replace(" ", ""))
        browser.wait("isDrawn()")
        first = browser.run("return frames(3)")
        count = max(4, min(30, int(1500 / max(first, 1))))
        print(json.dumps({"peer": "chromium", "case": case, "ms": [browser.run(f"return frames({count})")]}), flush=True)
        if out:
            pathlib.Path(out).write_bytes(base64.b64decode(browser.cdp("Page.captureScreenshot", format="png")["data"]))
    finally:
        browser.close()
    return 0


sys.exit(main())
