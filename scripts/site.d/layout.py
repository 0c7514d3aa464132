# SPDX-License-Identifier: MIT
"""Opens the built site in Debian's chromium, as a layout test: layout.py SITE [--screenshots FOLDER]

Each page is opened from its file at 1280 and at 390 points, in light and dark by turns, and fails for
- sideways scrolling of the page
- boxes that leave the page's width, except inside of a box that scrolls
- siblings that overlap: headings, paragraphs, figures, cards, code, tables
- lines of text that overlap others or a picture, by the boxes in which the browser paints them
- text that is cut by its own box, or by one around it that does not scroll, or runs out of its column
- pictures that are missing or squashed
- text with a contrast below 4.5 to 1 (large text 3 to 1), on ten pages
- messages of errors in the console, and requests to any address that is no file of the site
Then the search is asked for names, and each must lead to its heading first, from a file and from a server; a film of
the start page must move, and each tab show its command; in print no code may be cut. The rules are tried first on a
page into which faults were put.
"""
import argparse
import functools
import http.server
import os
import re
import shutil
import sys
import threading
import time
from pathlib import Path

from playwright.sync_api import Error, sync_playwright

SIZES = ((1280, 900), (390, 844))
# Pages that are looked at most closely, and of which --screenshots keeps pictures.
SHOWN = ("index.html", "gallery/index.html", "gallery/fountain.html", "guide/getting-started.html",
         "guide/recipes.html", "guide/from-css.html", "reference/properties.html", "reference/classes/Layer.html",
         "reference/filters/distortion.html", "performance.html")
# Questions and names as a reader would type them, and the end of the address that must come first.
SEARCHES = (
    # Names
    ("cornerRadius", "classes/Layer.html#cornerRadius"), ("strokeEnd", "classes/ShapeLayer.html#strokeEnd"),
    ("CIGaussianBlur", "filters/blur.html#CIGaussianBlur"), ("emitterShape", "EmitterLayer.html#emitterShape"),
    ("timingFunctions", "KeyframeAnimation.html#timingFunctions"), ("Lottie", "guide/lottie.html"),
    ("hyphenationFactor", "TextLayer.html#hyphenationFactor"), ("Remotion", "guide/from-remotion.html"),
    ("addSublayer", "classes/Layer.html#addSublayer"), ("image width", "values.html#image-width"),
    # Getting it and running it
    ("how to install", "guide/install.html"), ("docker", "guide/install.html#containers"),
    ("pip install", "guide/install.html"), ("swift package", "guide/install.html#swift"),
    ("exit codes", "guide/program.html#exit-codes"), ("sandbox", "program.html#the-sandbox"),
    ("run untrusted script", "security.html"), ("live preview", "guide/watch.html"),
    # Pictures and films
    ("export pdf", "guide/print.html"), ("record a film with sound", "guide/films.html#sound"),
    ("how do I make a video", "guide/films.html"), ("scale 2x retina", "guide/text-and-images.html#scales"),
    ("animated gif", "text-and-images.html#animated-images"), ("text along a path", "#text-along-a-path"),
    ("custom font", "guide/text-and-images.html#fonts"), ("emoji", "#emoji-and-other-colour-glyphs"),
    ("wrap text", "TextLayer.html#wrapped"), ("center text vertically", "TextLayer.html#verticalAlignment"),
    # Layers and animations
    ("rounded corners", "classes/Layer.html#cornerRadius"), ("z order", "classes/Layer.html#zPosition"),
    ("gradient angle", "guide/layers.html#gradients"), ("spring animation", "guide/animation.html#springs"),
    ("flexbox", "guide/layout.html#stacks"), ("confetti particles", "#emitters"),
    ("shadow not visible", "guide/diagnosis.html"), ("why is my layer not visible", "guide/diagnosis.html"),
    # Data and services
    ("read csv", "guide/data.html#tables-csv"), ("json data", "guide/data.html"),
    ("one picture for each row of a csv", "guide/batches.html"), ("chart axis", "guide/charts.html"),
    ("pie chart", "guide/charts.html#donut"), ("og image from a url", "guide/service.html"),
)
# The tabs of the start page, and a part of what each shows.
TABS = (("debian", "apt install"), ("archive", "tar xf"), ("python", "pip install"), ("lua", "luarocks"),
        ("swift", '.package(url: "'), ("container", "podman build"), ("source", "scripts/start"))
# Mistakes to put into a page, and words of the fault that must be found.
MISTAKES = (
    ('<p>One line of text</p><p style="margin-top: -2.6em">and another one</p>', "overlap by"),
    ('<p>A first text</p><div><p style="position: relative; top: -2.6em">and a second</p></div>', "overlap by"),
    ('<p style="overflow: hidden; white-space: nowrap; width: 4em">A text that has no room</p>', "cuts the text"),
    ('<div style="overflow: hidden; height: 1em"><p>A text<br>of two lines</p></div>', "cuts the text"),
    ('<p style="white-space: nowrap; width: 4em">' + "Text that runs out of its column " * 4 + "</p>", "runs out"),
    ('<img src="pictures/hello.webp" width="300"><p style="margin-top: -3em">A text</p>', "lies over"),
)
# The function that a page is asked for its faults by: layout.js.
RULES = (Path(__file__).parent / "layout.js").read_text().split("\n\n", 1)[1]


class Test:
    def __init__(self, site, screenshots):
        self.site, self.screenshots, self.faults = site, screenshots, []

    def fault(self, page, text):
        self.faults.append(f"{page}: {text}")

    def opened(self, context, label, address=None):
        """A tab that tells of errors in its console and of requests elsewhere; `label` is a list of the page's name."""
        page = context.new_page()
        page.on("console", lambda message: message.type == "error" and self.fault(label[0], f"console: {message.text}"))
        page.on("pageerror", lambda error: self.fault(label[0], f"script: {error}"))
        allowed = ("file://", "data:", "blob:", "about:", "http://127.0.0.1")
        page.on("request", lambda asked: asked.url.startswith(allowed) or self.fault(label[0], f"asks {asked.url}"))
        if address:
            page.goto(address)
        return page

    def layout(self, browser, only):
        pages = sorted(file.relative_to(self.site).as_posix() for file in self.site.rglob("*.html"))
        pages = [name for name in pages if name != "404.html" and not name.startswith("swift/") and only in name]
        for width, height in SIZES:
            for scheme in ("light", "dark"):
                context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme,
                                              reduced_motion="reduce", has_touch=width < 500)
                # One tab for all pages, since a new one takes longer than most pages.
                page, label = None, [""]
                for at, name in enumerate(pages):
                    close = name in SHOWN
                    if not close and (scheme == "light") != (at % 2 == 0):
                        continue
                    label[0] = f"{name} at {width}, {scheme}"
                    if page is None:
                        page = self.opened(context, label)
                    page.goto(f"file://{self.site}/{name}")
                    page.evaluate("""() => {
                      for (const e of document.images) e.loading = "eager";
                      return Promise.all([...document.images].map((e) => e.decode().catch(() => {})));
                    }""")
                    for fault in page.evaluate(RULES, close)[:6]:
                        self.fault(label[0], fault)
                    if close and self.screenshots:
                        file = name.removesuffix(".html").replace("/", "-")
                        page.screenshot(path=self.screenshots / f"{file}-{width}-{scheme}.png")
                context.close()
        return len(pages)

    def tried(self, browser):
        """Puts faults into a page, each of which the rules must find."""
        context = browser.new_context(viewport={"width": 1280, "height": 900})
        page = self.opened(context, ["faults that were put into a page"])
        for markup, words in MISTAKES:
            page.goto(f"file://{self.site}/guide/layers.html")
            page.locator("article h2").first.evaluate("(e, markup) => e.insertAdjacentHTML('afterend', markup)", markup)
            found = page.evaluate(RULES, False)
            if not any(words in fault for fault in found):
                self.fault("the rules", f"they do not find that a text {words}: {found}")
        context.close()

    def searched(self, browser, base, where):
        context = browser.new_context(viewport={"width": 1280, "height": 900})
        page = self.opened(context, [f"search {where}"], f"{base}/guide/layers.html")
        # The search lives in a shadow tree, which locators see and the page's own queries do not.
        page.locator(".md-search__button").click()
        field, first = page.locator("input[role=combobox]"), page.locator("a[role=option]").first
        for word, end in SEARCHES:
            shown = "nothing"
            try:
                field.fill(word, timeout=10_000)
                ends = time.monotonic() + 10
                while not shown.endswith(end) and time.monotonic() < ends:
                    page.wait_for_timeout(100)
                    shown = re.sub(r"\?h=[^#]*", "", first.get_attribute("href", timeout=10_000))
                if field.input_value() != word:
                    self.fault(f"search {where}", f"the field lost {word}")
            except Error as error:
                shown = str(error).splitlines()[0]
            if not shown.endswith(end):
                self.fault(f"search {where}", f"{word} leads to {shown}, not to {end}")
        context.close()

    def start(self, browser):
        context = browser.new_context(viewport={"width": 1280, "height": 900})
        page = self.opened(context, ["index.html"], f"file://{self.site}/index.html")
        try:
            page.wait_for_function("() => document.querySelector('.hero video').currentTime > 0.2", timeout=8000)
        except Error:
            self.fault("index.html", "its film does not move")
        for tab, command in TABS:
            page.locator(f"label[for=get-{tab}]").click()
            if command not in page.locator(".install .panel:visible").inner_text():
                self.fault("index.html", f"the tab {tab} does not show its command")
        context.close()

    def printed(self, browser):
        context = browser.new_context(viewport={"width": 720, "height": 1000})
        for name in ("gallery/fountain.html", "guide/layers.html"):
            page = self.opened(context, [f"{name} in print"], f"file://{self.site}/{name}")
            page.emulate_media(media="print")
            cut = page.evaluate("() => [...document.querySelectorAll('pre, pre > code')].filter((e) => e.scrollWidth > "
                                "e.clientWidth + 1).length")
            if cut:
                self.fault(f"{name} in print", f"{cut} blocks of code are cut")
            page.close()
        context.close()


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("site", type=Path)
    parser.add_argument("--screenshots", type=Path)
    parser.add_argument("--only", default="", metavar="WORD", help="the layout of pages whose name contains this")
    given = parser.parse_args()
    site = given.site.resolve()
    if given.screenshots:
        given.screenshots.mkdir(parents=True, exist_ok=True)
    test = Test(site, given.screenshots)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with sync_playwright() as driver:
        # Chromium's sandbox does not start as root, the usual user in containers.
        arguments = ["--no-sandbox"] if os.getuid() == 0 else []
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=arguments)
        test.tried(browser)
        test.searched(browser, f"file://{site}", "from a file")
        test.searched(browser, f"http://127.0.0.1:{server.server_port}", "from a server")
        test.start(browser)
        test.printed(browser)
        count = test.layout(browser, given.only)
        browser.close()
    server.shutdown()
    for fault in test.faults:
        print(f"layout: {fault}", file=sys.stderr)
    print(f"layout: {count} pages at {len(SIZES)} sizes, {len(test.faults)} faults")
    return 1 if test.faults else 0


if __name__ == "__main__":
    sys.exit(main())
