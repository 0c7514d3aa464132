#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws one social card, each time with another title, by the render service, by a page of Chromium that is kept, and
by rsvg-convert, and prints for each format the mean processor time and wall time of a card, in one run:

    cards.py [SECONDS]

The service draws Tests/Service/scripts/og.lua; the page and the SVG file look the same, with the same font. Processor
time is that of all processes of each, from /proc."""
import base64
import html
import http.client
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "Sources/Server/Tests/Browser"))
from webdriver import Browser, are_there  # noqa: E402

PAGE = """<!doctype html><meta charset=utf-8><style>
body { margin: 0; width: 1200px; height: 630px; overflow: hidden;
  background: linear-gradient(to bottom right, #1d2b53, #3b1d53); font-family: "Liberation Sans" }
div { position: absolute } #panel { left: 60px; top: 60px; width: 1080px; height: 510px; border-radius: 24px;
  background: white; box-shadow: 0 12px 60px rgb(0 0 0 / .5) }
#title { left: 120px; top: 120px; width: 960px; font-size: 58px; font-weight: bold; color: #1b1b2b }
#sub { left: 120px; top: 460px; font-size: 28px; color: #3b1d53 }
</style><div id=panel></div><div id=title></div><div id=sub>Field notes, 12 minutes to read</div>"""
SVG = """<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"><defs>
<linearGradient id="g" x2="1" y2="1">
<stop stop-color="#1d2b53"/><stop offset="1" stop-color="#3b1d53"/></linearGradient>
<filter id="s" x="-20%" y="-20%" width="140%" height="150%">
<feDropShadow dy="12" stdDeviation="30" flood-opacity=".5"/></filter></defs>
<rect width="1200" height="630" fill="url(#g)"/>
<rect x="60" y="60" width="1080" height="510" rx="24" fill="white" filter="url(#s)"/>
<text x="120" y="172" font-family="Liberation Sans" font-weight="bold" font-size="58" fill="#1b1b2b">TITLE</text>
<text x="120" y="490" font-family="Liberation Sans" font-size="28" fill="#3b1d53">Field notes, 12 minutes to read</text>
</svg>"""


def tree(root):
    """The process and all below it."""
    parents = {}
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            parents[int(stat.parent.name)] = int(stat.read_text().rsplit(")", 1)[1].split()[1])
        except OSError:
            continue
    found = {root}
    while more := {child for child, parent in parents.items() if parent in found} - found:
        found |= more
    return found


def processor(root):
    """Seconds of all processes, with those of children that have ended."""
    total = 0
    for process in tree(root):
        try:
            fields = pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        total += sum(int(fields[index]) for index in (11, 12, 13, 14))
    return total / os.sysconf("SC_CLK_TCK")


def measure(name, seconds, root, draw):
    draw(0)
    before, start, walls, number = processor(root), time.monotonic(), [], 0
    while time.monotonic() - start < seconds:
        number += 1
        began = time.monotonic()
        size = draw(number)
        walls.append((time.monotonic() - began) * 1000)
    cpu = (processor(root) - before) / number * 1000
    print(f"{name:30} {cpu:7.1f} ms of a processor, {statistics.median(walls):7.1f} ms, {size:7} bytes, {number} cards")


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 5
    titles = lambda number: f"Everything number {number}"
    serve = subprocess.Popen(
        [ROOT / ".build/layerlua-serve", "serve", "--program", ROOT / ".build/layerlua", ROOT / "Tests/Service/scripts",
         "--listen", "127.0.0.1:0", "--workers", "1", "--cache-memory", "0", "--watch"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    port = urllib.parse.urlsplit(serve.stdout.readline().strip()).port
    connection = http.client.HTTPConnection("127.0.0.1", port)

    def card(format):
        def draw(number):
            title = urllib.parse.quote(titles(number))
            connection.request("GET", f"/og.{format}?title={title}&n={time.time_ns() % 10**9}")
            answer = connection.getresponse()
            body = answer.read()
            assert answer.status == 200, body
            return len(body)
        return draw

    for format in ("png", "jpg", "webp"):
        measure(f"layerlua serve, {format}", seconds, serve.pid, card(format))
    connection.close()
    serve.terminate()
    serve.wait()
    if are_there():
        browser = Browser(1200, 630)
        browser.open("data:text/html;base64," + base64.b64encode(PAGE.encode()).decode())

        def shot(format, **more):
            def draw(number):
                browser.run("document.querySelector('#title').textContent = arguments[0]", titles(number))
                data = browser.cdp("Page.captureScreenshot", format=format, **more)["data"]
                return len(base64.b64decode(data))
            return draw

        for format, more in (("png", {}), ("jpeg", {"quality": 90}), ("webp", {"quality": 90})):
            measure(f"Chromium, page kept, {format}", seconds, browser.driver.pid, shot(format, **more))
        browser.close()
    with tempfile.TemporaryDirectory() as folder:
        def convert(number):
            svg, png = f"{folder}/card.svg", f"{folder}/card.png"
            pathlib.Path(svg).write_text(SVG.replace("TITLE", html.escape(titles(number))))
            subprocess.run(["rsvg-convert", svg, "-o", png], check=True)
            return os.path.getsize(png)
        measure("rsvg-convert, a process each", seconds, os.getpid(), convert)


main()
