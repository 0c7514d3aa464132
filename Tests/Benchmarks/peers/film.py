#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Times the film of a Lottie file, as MP4 of 1920 pixels: by layerlua, and by a screenshot a frame of lottie-web
in Chromium, which is how puppeteer-lottie makes one:

  film.py PLAYER FILE…

PLAYER is lottie-web's script (the package wagtail-lottie has it as lottie-player.js). Prints
for each file the frames, and of both ways the seconds from start to the finished film and the processor time of all
processes. At most 300 frames are filmed. ffmpeg encodes the browser's film with layerlua's settings."""
import argparse
import base64
import json
import os
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).parents[3]
sys.path.insert(0, str(ROOT / "Sources/Server/Tests/Browser"))
from webdriver import Browser, are_there

WIDTH, MOST = 1920, 300
PAGE = """<!doctype html><meta charset=utf-8><style>html, body { margin: 0; overflow: hidden }
#film { width: %dpx; height: %dpx; background: white }</style><div id=film></div><script src="player.js"></script>"""


def layerlua(path, film, root, frames):
    seconds = frames / root["fr"]
    scale = WIDTH / root["w"]
    # The last frame begins before the end.
    command = [ROOT / ".build/layerlua", path, "-o", film, "--duration", repr(seconds), "--fps", repr(root["fr"]),
               "--scale", repr(scale), "--quiet"]
    subprocess.run(command, check=True)


def browser(path, film, root, frames, player):
    height = round(root["h"] * WIDTH / root["w"] / 2) * 2
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(player, pathlib.Path(folder, "player.js"))
        pathlib.Path(folder, "page.html").write_text(PAGE % (WIDTH, height))
        window = Browser(width=WIDTH, height=height)
        try:
            window.open(f"file://{folder}/page.html")
            window.run("window.film = lottie.loadAnimation({ container: document.querySelector('#film'), "
                       "renderer: 'svg', autoplay: false, animationData: arguments[0] })", root)
            window.wait("film.isLoaded")
            encoder = subprocess.Popen(
                ["ffmpeg", "-v", "error", "-y", "-f", "image2pipe", "-framerate", repr(root["fr"]), "-i", "-",
                 "-c:v", "libx264", "-crf", "18", "-pix_fmt", "yuv420p", film], stdin=subprocess.PIPE)
            for frame in range(frames):
                window.run("film.goToAndStop(arguments[0], true)", frame)
                encoder.stdin.write(base64.b64decode(window.cdp("Page.captureScreenshot", format="png")["data"]))
            encoder.stdin.close()
            if encoder.wait() != 0:
                sys.exit("film.py: ffmpeg failed")
        finally:
            window.close()


def timed(make):
    """The seconds and the processor time of a call, its processes included."""
    def spent():
        return sum(getattr(resource.getrusage(who), name) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
                   for name in ("ru_utime", "ru_stime"))
    before, start = spent(), time.monotonic()
    make()
    return time.monotonic() - start, spent() - before


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("player", type=pathlib.Path)
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    arguments = parser.parse_args()
    if not are_there() or not shutil.which("ffmpeg"):
        sys.exit("film.py: needs chromium, chromium-driver and ffmpeg")
    print(f"{'file':24}{'size':>12}{'frames':>8}{'layerlua s':>12}{'cpu':>8}{'browser s':>12}{'cpu':>8}{'times':>8}")
    with tempfile.TemporaryDirectory() as folder:
        for path in arguments.files:
            root = json.loads(path.read_text())
            frames = min(int(root["op"] - root["ip"]), MOST)
            ours, ours_cpu = timed(lambda: layerlua(path, os.path.join(folder, "a.mp4"), root, frames))
            theirs, theirs_cpu = timed(
                lambda: browser(path, os.path.join(folder, "b.mp4"), root, frames, arguments.player))
            size = f"{WIDTH}×{round(root['h'] * WIDTH / root['w'])}"
            print(f"{path.stem:24}{size:>12}{frames:8}{ours:12.1f}{ours_cpu:8.1f}{theirs:12.1f}"
                  f"{theirs_cpu:8.1f}{theirs / ours:8.1f}", flush=True)


main()
