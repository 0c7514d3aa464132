#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Times the frames of Lottie files in layerlua, rlottie and ThorVG, each on one thread, into memory, without encoding:

  lottie.py FOLDER [NAME…]

FOLDER holds files such as those of lottie-ios (Tests/Samples); NAME chooses those whose path contains it. The others
are the packages rlottie-python and thorvg-python; one that is not installed is left out. A figure is processor time in
milliseconds a frame: all frames of the file, at most 120 of them evenly spread, at its own size, drawn twice after one
drawing for the caches; the least of three rounds. layerlua's frames are those of a film that is not written and plays
the file three times (`layerlua bench`)."""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).parents[3]
MOST = 120


def size_and_frames(path):
    """The size, and the times in seconds of the frames that are drawn, by index."""
    root = json.loads(path.read_text())
    count = max(int(root["op"] - root["ip"]), 1)
    frames = sorted({i * count // min(count, MOST) for i in range(min(count, MOST))})
    return int(root["w"]), int(root["h"]), frames, root["fr"]


SCRIPT = """local ca = require "layerlua"
local film = ca.Layer.lottie(%s, { loop = true })
local root = ca.Layer { bounds = film.bounds, film }
film.position = { film.bounds.width / 2, film.bounds.height / 2 }
return root
"""


def layerlua(path, width, height, frames, rate):
    root = json.loads(path.read_text())
    seconds = (root["op"] - root["ip"]) / rate
    with tempfile.TemporaryDirectory() as folder:
        script = pathlib.Path(folder, "film.lua")
        script.write_text(SCRIPT % json.dumps(str(path)))
        lines = subprocess.run(
            [ROOT / ".build/layerlua", "bench", script, "-D", "case=w11", "-D", f"seconds={3 * seconds!r}", "-D",
             f"frames={3 * len(frames)}", "-D", f"untimed={len(frames)}", "--threads", "1", "--quiet", "--trusted"],
            check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout.splitlines()
    return min(json.loads(line)["cpu_ms"] for line in lines) / 2000


def rlottie(path, width, height, frames, rate):
    from rlottie_python import LottieAnimation
    with LottieAnimation.from_file(str(path)) as film:
        def draw():
            for frame in frames:
                film.lottie_animation_render(frame, width=width, height=height)
        draw()
        start = time.process_time()
        draw()
        draw()
        return (time.process_time() - start) / 2


def thorvg(path, width, height, frames, rate):
    import thorvg_python as tvg
    engine = tvg.Engine(threads=0)
    canvas = tvg.SwCanvas(engine)
    canvas.set_target(width, height)
    film = tvg.LottieAnimation(engine)
    picture = film.get_picture()
    if picture.load(str(path)) != tvg.Result.SUCCESS:
        return None
    picture.set_size(width, height)
    canvas.add(picture)
    def draw():
        for frame in frames:
            film.set_frame(frame)
            canvas.update()
            canvas.draw(True)
            canvas.sync()
    draw()
    start = time.process_time()
    draw()
    draw()
    return (time.process_time() - start) / 2


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("folder", type=pathlib.Path)
    arguments.add_argument("names", nargs="*")
    given = arguments.parse_args()
    programs = [layerlua]
    for program, package in ((thorvg, "thorvg_python"), (rlottie, "rlottie_python")):
        try:
            __import__(package)
            programs.append(program)
        except ImportError:
            print(f"{package} is not installed", file=sys.stderr)
    print("| file | size | frames | " + " | ".join(p.__name__ for p in programs) + " |")
    print("|---|---|--:|" + "--:|" * len(programs))
    for path in sorted(given.folder.resolve().rglob("*.json")):
        name = str(path.relative_to(given.folder.resolve()))
        if given.names and not any(n in name for n in given.names):
            continue
        width, height, frames, rate = size_and_frames(path)
        figures = []
        for program in programs:
            rounds = [program(path, width, height, frames, rate) for _ in range(3)]
            figures.append("–" if None in rounds else f"{min(rounds) * 1000 / len(frames):.2f}")
        print(f"| {name} | {width} × {height} | {len(frames)} | " + " | ".join(figures) + " |", flush=True)


if __name__ == "__main__":
    main()
