# SPDX-License-Identifier: MIT
"""A program that type checkers understand: mypy reads it, nobody runs it."""

from __future__ import annotations

import pathlib
from typing import List, Optional, Tuple

import layerlua


def progress(finished: int, total: int) -> bool:
    return finished < total


with layerlua.Engine(
    memory_limit=layerlua.UNLIMITED, script_directory=pathlib.Path("."), on_warning=lambda warning: print(warning.rule)
) as engine:

    @engine.function
    def price(name: str, count: float) -> str:
        return name * int(count)

    @engine.function("half")
    def divide(number: float) -> float:
        return number / 2

    @engine.drawable("camera")
    def draw(drawable: layerlua.Drawable) -> None:
        drawable.buffer[: drawable.width] = bytes(drawable.width)

    text: str = price("tea", 2)
    root: Optional[layerlua.Layer] = engine.run("return ca.Layer()", arguments={"title": "Tea", 1: "word"})
    layer: layerlua.Layer = engine.layer("title")
    layer["position"] = layerlua.Point(1, 2)
    x: float = layer["position"].x
    size: Tuple[int, int] = layer.pixel_size(scale=2, size=(3, 4))
    image: layerlua.Image = layer.image(time=1.5, background="white")
    engine.images["picture"] = layerlua.Image.from_pixels(
        image.pixels("bgra"), image.width, image.height, format="bgra"
    )
    hints: List[Optional[str]] = [finding.hint for finding in layer.diagnose(film=True) if not finding.is_note]
    page = layerlua.Page(paper="A4", margin=36.0, title="Tea")
    layer.write("a.pdf", page=page, on_rasterized=lambda layer, reason: None)
    data: bytes = engine.encode_pages([layer], page=page)
    engine.write_pages("book.pdf", (layer for _ in range(2)))
    layer.write(pathlib.Path("film.gif"), fps=10, duration=2, progress=progress)
    frames: layerlua.Frames = layer.frames(fps=30, duration=2.0)
    pixels: List[bytes] = [frame.pixels() for frame in frames]
    last: layerlua.Image = frames[-1]
    few: List[layerlua.Image] = frames[1:3]
    seconds: float = frames.duration + frames.start + len(frames) / frames.fps
    gif: bytes = layer.encode("gif", fps=10, duration=2, progress=progress)
    turn = layerlua.Transform(m34=-0.002)
    number: float = turn.m34
    missing: Optional[str] = engine.isolate(required=True, written_files=[pathlib.Path("a.png")])

    @engine.filter("invert", keys={"inputAmount": layerlua.FilterKey(1, 0, 1), "inputTint": layerlua.Color(1, 0, 0, 1)})
    def invert(row: layerlua.FilterRow) -> None:
        row.set_pixels(row.source(row.x, row.y, row.width))

    icon: layerlua.Layer = engine.layer_svg(b"<svg/>", color="red")
    icon["path"] = engine.path_svg(b"<svg/>")
    png: bytes = image.encode(engine, "png", compression=9)
    package: layerlua.Package = engine.package(pathlib.Path("a.tendies"), wallpaper="Night")
    floor: layerlua.Layer = package.floors["Floating"]
    notes: List[str] = [f"{note.file} {note.line or 0} {note.message}" for note in package.notes]
    package.root_layer.set_state("Unlock", transition_speed=0)
    package.root_layer.set_state_between(None, floor.state_name("Lock"), 0.5)
    package.root_layer.set_tilt(0.2, -0.1)
    states: List[str] = package.root_layer.state_names()
    fonts: List[str] = engine.font_names()
    try:
        engine.call("update", 1, [2, "three"], {"four": None})
    except layerlua.ScriptError as error:
        line: Optional[int] = error.line
    except layerlua.Error as error:
        status: int = error.status
