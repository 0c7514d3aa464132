#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws one social card, each time with another title, by the render service, by the program, by a page of Chromium
that is kept, by rsvg-convert and by resvg, and prints tables in Markdown:

    cards.py [SECONDS]       for each row, default 6: then all takes less than 8 minutes

It needs the programs that `scripts/build program serve` makes, and takes those of the others that are there: `apt-get
install chromium chromium-driver librsvg2-bin`; resvg is the package `resvg-py` of PyPI. Python's Pillow and NumPy
compare pictures.

Each row is measured with one client and one drawing process, whose processes have one processor and the client another
one, and with two of both on all processors. Rows of the service go on for up to four times as long, until they have
1,000 cards. Latency is the client's; 99 % needs 100 cards, 99.9 % 1,000. Processor time is that of all processes
of a renderer, client apart. Memory is their proportional share (PSS), that of processes for one card the largest
resident size.

The service draws Tests/Service/scripts/og.lua; the page and the SVG file look the same, with the same font. Chromium's
quality of JPEG and WebP is the one whose distance (PSNR) from its own PNG is nearest to that of the service at 0.9."""
import base64
import contextlib
import html
import http.client
import io
import multiprocessing
import os
import pathlib
import resource
import shutil
import subprocess
import sys
import time
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "Sources/Server/Tests/Browser"))
from webdriver import Browser, are_there  # noqa: E402

PROGRAM, SERVER, SCRIPTS = ROOT / ".build/layerlua", ROOT / ".build/layerlua-serve", ROOT / "Tests/Service/scripts"
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


def processor(roots):
    """Seconds of all processes, with those of children that have ended."""
    total = 0
    for process in set().union(*map(tree, roots)):
        try:
            fields = pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        total += sum(int(fields[index]) for index in (11, 12, 13, 14))
    return total / os.sysconf("SC_CLK_TCK")


def memory(roots):
    """The proportional share of all processes, in bytes."""
    total = 0
    for process in set().union(*map(tree, roots)):
        with contextlib.suppress(OSError):
            for line in pathlib.Path(f"/proc/{process}/smaps_rollup").read_text().splitlines():
                if line.startswith("Pss:"):
                    total += int(line.split()[1]) << 10
    return total


@contextlib.contextmanager
def pinned(processors):
    """Processes that are started inside have these processors only."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, processors)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


EVERY = sorted(os.sched_getaffinity(0))
SEQUENCE = iter(range(1, 1 << 30))
FORKS = multiprocessing.get_context("fork")


def titles(client):
    """Titles that nobody drew before."""
    start = next(SEQUENCE) * 100_000 + client * 50_000
    return lambda number: f"Everything number {start + number}"


def loop(end, pipe, draw, title, seconds, least, processors):
    """A client: draws one card after the other, and sends how long each one took."""
    os.sched_setaffinity(0, processors)
    draw(title(0))
    own, children = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    end.wait()
    walls, start, size = [], time.monotonic(), 0
    while (now := time.monotonic()) - start < seconds or len(walls) < least and now - start < 4 * seconds:
        size = draw(title(len(walls) + 1))
        walls.append(time.monotonic() - now)
    after = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = [last.ru_utime + last.ru_stime - first.ru_utime - first.ru_stime
             for first, last in zip((own, children), after)]
    pipe.send((walls, size, time.monotonic() - start, *spent, after[0].ru_maxrss << 10, after[1].ru_maxrss << 10))


def figure(value):
    return f"{value:,.0f}" if value >= 100 else f"{value:.2g}" if value < 10 else f"{value:.3g}"


def measure(name, cores, draws, seconds, least=0, roots=(), counts="tree"):
    """Runs a client for each function of `draws`, and prints a row.

    roots: the processes that draw. Where there are none, `counts` is "self", or "children" for a process each."""
    gate, clients = FORKS.Barrier(len(draws) + 1), []
    for number, draw in enumerate(draws):
        mine, its = FORKS.Pipe()
        # With one core, the drawing process has the first one. A client that draws itself takes its place.
        side = set(EVERY) if cores > 1 else set(EVERY[:1] if counts != "tree" else EVERY[1:] or EVERY)
        client = FORKS.Process(
            target=loop, args=(gate, its, draw, titles(number), seconds, least // len(draws), side))
        client.start()
        clients.append((client, mine))
    gate.wait()
    before = processor(roots) if roots else 0
    told = [pipe.recv() for _, pipe in clients]
    spent = processor(roots) - before if roots else sum(one[3 if counts == "self" else 4] for one in told)
    space = memory(roots) if roots else sum(one[5 if counts == "self" else 6] for one in told)
    for client, _ in clients:
        client.join()
    walls = sorted(wall for one in told for wall in one[0])
    rate = sum(len(one[0]) / one[2] for one in told)

    def part(share, fewest):
        return figure(walls[int(len(walls) * share)] * 1000) if len(walls) >= fewest else "–"
    print(f"| {name} | {cores} | {figure(rate)} | {part(.5, 1)} | {part(.99, 100)} | {part(.999, 1000)} "
          f"| {figure(spent / len(walls) * 1000)} | {told[0][1] / 1000:.0f} | {space / 2**20:.0f} | {len(walls):,} |",
          flush=True)


# Renderers


class Service:
    """The render service with a number of workers."""

    def __init__(self, cores, *words):
        began = time.monotonic()
        with pinned(EVERY[:1] if cores == 1 else EVERY):
            self.process = subprocess.Popen(
                [SERVER, "serve", "--program", PROGRAM, SCRIPTS, "--listen", "127.0.0.1:0", "--workers", str(cores),
                 *words],
                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.port = urllib.parse.urlsplit(self.process.stdout.readline().strip()).port
        self.card("png")("the first one")
        self.start = time.monotonic() - began

    def card(self, format, script=None):
        """Returns a function that draws a card; `script` sends it along."""
        kept = []

        def draw(title):
            if not kept:
                kept.append(http.client.HTTPConnection("127.0.0.1", self.port))
            if script:
                body = script.replace("Everything that a compositor has to forget", title)
                kept[0].request("POST", f"/render.{format}", body.encode(), {"Content-Type": "text/x-lua"})
            else:
                kept[0].request("GET", f"/og.{format}?title={urllib.parse.quote(title)}")
            answer = kept[0].getresponse()
            draw.body = answer.read()
            if answer.status != 200:
                raise SystemExit(f"cards.py: the service answered {answer.status}: {draw.body[:300]!r}")
            return len(draw.body)
        return draw

    def close(self):
        self.process.terminate()
        self.process.wait()
        self.process.stdout.close()


def shots(browser, format, quality=None):
    """Returns a function that draws a card in a browser's page."""
    more = {} if quality is None else {"quality": quality}

    def draw(title):
        browser.run("document.querySelector('#title').textContent = arguments[0]", title)
        draw.body = base64.b64decode(browser.cdp("Page.captureScreenshot", format=format, **more)["data"])
        return len(draw.body)
    return draw


def open_page(cores):
    with pinned(EVERY[:1] if cores == 1 else EVERY):
        browser = Browser(1200, 630)
    browser.open("data:text/html;base64," + base64.b64encode(PAGE.encode()).decode())
    return browser


def by_process(words, svg=None):
    """Returns a function that starts a process for each card, which writes it to its standard output."""
    def draw(title):
        given = SVG.replace("TITLE", html.escape(title)).encode() if svg else b""
        return len(subprocess.run([*words(title)], input=given, stdout=subprocess.PIPE, check=True).stdout)
    return draw


def compare(one, other):
    import numpy
    from PIL import Image
    first, second = (numpy.asarray(Image.open(io.BytesIO(data)).convert("RGB"), float) for data in (one, other))
    return 10 * numpy.log10(255 ** 2 / max(((first - second) ** 2).mean(), 1e-9))


# A process of its own: the memory of this one counts as that of the processes that it starts.
COMPARING = FORKS.Pool(1)


def distance(one, other):
    """The peak signal-to-noise ratio of two encoded pictures, in decibels."""
    return COMPARING.apply(compare, (one, other))


def drawn(draw, title="Everything number 1"):
    draw(title)
    return draw.body


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 6
    formats = ("png", "jpg", "webp")
    starts, distances = [], {}
    print("| | Cores | A second | 50 % ms | 99 % ms | 99.9 % ms | Processor ms | KB | MB | Cards |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    script = (SCRIPTS / "og.lua").read_text()
    for cores in (1, 2):
        service = Service(cores, "--cache-memory", "0", "--allow-scripts")
        if cores == 1:
            starts.append(("layerlua serve", service.start))
            exact = drawn(service.card("png"))
            distances = {format: distance(exact, drawn(service.card(format))) for format in formats[1:]}
        for format in formats:
            measure(f"`layerlua serve`, {format}", cores, [service.card(format) for _ in range(cores)], seconds, 1000,
                    [service.process.pid])
        for format in formats[:2]:
            measure(f"`layerlua serve`, scripts sent along, {format}", cores,
                    [service.card(format, script) for _ in range(cores)], seconds, 0, [service.process.pid])
        service.close()
        service = Service(cores)

        def cached(draw):
            return lambda title: draw(f"Everything number {int(title[-1])}")
        draws = [cached(service.card("jpg")) for _ in range(cores)]
        for number in range(10):
            draws[0](str(number))
        measure("`layerlua serve`, jpg from memory", cores, [cached(service.card("jpg")) for _ in range(cores)],
                seconds, 1000, [service.process.pid])
        service.close()
        for format in formats:
            words = lambda title, format=format: [PROGRAM, SCRIPTS / "og.lua", "-D", f"title={title}", "-o",
                                                  f"{format}:-"]
            measure(f"`layerlua`, a process each, {format}", cores, [by_process(words)] * cores, seconds,
                    counts="children")
    if are_there():
        for cores in (1, 2):
            began = time.monotonic()
            browsers = [open_page(cores) for _ in range(cores)]
            exact = drawn(shots(browsers[0], "png"))
            if cores == 1:
                starts.append(("Chromium", time.monotonic() - began))
                qualities = {format: min(range(50, 101), key=lambda quality: abs(distances[format] - distance(
                    exact, drawn(shots(browsers[0], format.replace("jpg", "jpeg"), quality)))))
                    for format in formats[1:]}
            for format in formats:
                quality = qualities.get(format)
                measure(f"Chromium, one page kept, {format}" + (f" of quality {quality}" if quality else ""), cores,
                        [shots(browser, format.replace("jpg", "jpeg"), quality) for browser in browsers], seconds,
                        roots=[browser.driver.pid for browser in browsers])
            for browser in browsers:
                browser.close()
    else:
        print("Chromium is not there", file=sys.stderr)
    if shutil.which("rsvg-convert"):
        for cores in (1, 2):
            convert = by_process(lambda title: ["rsvg-convert"], svg=True)
            measure("rsvg-convert, a process each, png", cores, [convert] * cores, seconds, counts="children")
    else:
        print("rsvg-convert is not there", file=sys.stderr)
    try:
        import resvg_py
    except ImportError:
        print("resvg-py is not there", file=sys.stderr)
    else:
        for cores in (1, 2):
            # Without the search of all fonts at each call.
            fonts = [subprocess.run(["fc-match", "-f", "%{file}", f"Liberation Sans:{style}"], stdout=subprocess.PIPE,
                                    check=True, text=True).stdout for style in ("regular", "bold")]

            def draw(title):
                return len(bytes(resvg_py.svg_to_bytes(
                    svg_string=SVG.replace("TITLE", html.escape(title)), skip_system_fonts=True, font_files=fonts)))
            measure("resvg in Python, png", cores, [draw] * cores, seconds, counts="self")
    print()
    print("Start to the first card: " + ", ".join(f"{name} {took * 1000:.0f} ms" for name, took in starts))
    print("Distance from the PNG: " + ", ".join(f"{name} {value:.1f} dB" for name, value in distances.items()))


main()
