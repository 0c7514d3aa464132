# SPDX-License-Identifier: MIT
"""Whatever comes: every public call with whatever there is, from a seed. An exception is well, a crash or a hang is
not."""

import contextlib
import gc
import io
import random
import unittest

from support import HAS_NUMPY, SQUARE

import layerlua

SEED = 20261123


def things(numbers, engines, layers):
    simple = [
        None, True, 0, 1, -1, 2, 0.5, -0.0, float("inf"), float("nan"), 1e308, 2**53, 2**70, "", "a", "opacity",
        "bounds", "sublayers", "sublayers.a", "red", "png", "gif", "a\0b", "\ud800", "ca", "a/b", "{0000}", b"",
        b"\xff", bytearray(64), memoryview(bytes(64)), (), [], {}, [1, 2], [1, 2, 3, 4], {"a": 1}, {1: "x"}, object(),
        print, len, lambda *_: None, lambda *_: 1 / 0, layerlua.Point(1, 2), layerlua.Size(3, 3),
        layerlua.Rect(0, 0, 5, 5), layerlua.Color(1, 0, 0), layerlua.Transform(), layerlua.Path("M0 0H1V1Z"),
        layerlua.Other("x"), layerlua.Image.from_pixels(bytes(16), 2, 2), layerlua.Engine, layerlua.Layer, range(3),
        iter([1]), 1j, Exception(), "return ca.Layer { bounds = {0, 0, 3, 3} }", "x = = 1", "rgba", "bgra",
    ]  # fmt: skip
    if HAS_NUMPY:
        import numpy

        simple += [
            numpy.float32(1),
            numpy.zeros((2, 2, 4), numpy.uint8),
            numpy.zeros(3),
            numpy.array(None),
            numpy.arange(6).reshape(2, 3),
        ]
    return simple + engines + layers


OPTIONS = (
    "scale", "time", "size", "background", "quality", "lossless", "compression", "effort", "dpi", "fps", "start",
    "duration", "frames", "hold", "sounds", "progress", "format", "bytes_per_row", "at", "name", "arguments", "out",
    "memory_limit",
    "seed", "threads", "on_print", "on_warning", "layer_limit", "allowed_warnings",
)  # fmt: skip
# The settings that restrict access, so that no random call lifts the restriction.
KEPT = {
    "trusted",
    "script_directory",
    "working_directory",
    "readable_directories",
    "writable_directories",
    "writable_files",
}


class WildTests(unittest.TestCase):
    def test_every_call_with_whatever_there_is(self):
        for seed in range(SEED, SEED + 4):
            with self.subTest(seed=seed), contextlib.redirect_stdout(io.StringIO()):
                self.go(random.Random(seed))

    def go(self, numbers):
        engines = [
            layerlua.Engine(
                on_print=len,
                on_warning=lambda _: None,
                memory_limit=64 << 20,
                pixel_limit=1 << 16,
                frame_limit=5,
                time_limit=5,
            )
            for _ in range(3)
        ]
        layers = []
        for engine in engines:
            layers.append(engine.run("function f(...) return ... end " + SQUARE))
            layers.append(engine.layer("square"))
        everything = things(numbers, engines, layers)
        targets = [
            *engines, *layers, engines[0].images,
            engines[0].call("f", engines[0].run("function g() return g end") or 1), layerlua.Image, layerlua.Engine,
            layerlua.Point, layerlua.Transform, layerlua.Path, layerlua.Other, layerlua.Layer, layerlua.Function,
            layerlua.Drawable, layerlua.LayerWarning,
        ]  # fmt: skip
        made = []
        for _ in range(3000):
            target = numbers.choice(targets + made[-5:])
            names = [name for name in dir(target) if name in SPECIAL or name[0] != "_"]
            if not names:
                continue
            name = numbers.choice(names)
            arguments = [numbers.choice(everything) for _ in range(numbers.randrange(4))]
            options = {
                numbers.choice(OPTIONS): numbers.choice(everything) for _ in range(numbers.choice([0, 0, 0, 1, 2]))
            }
            if target is engines[0] and name in ("close", "__exit__"):
                continue
            try:
                if name == "write" or name == "run_file":
                    arguments[:1] = ["/nowhere/" + str(numbers.random())]
                if isinstance(target, layerlua.Engine) and name == "current_time" and numbers.random() < 0.5:
                    target.current_time = numbers.choice(everything)
                member = getattr(target, name)
                result = member(*arguments, **options) if callable(member) else member
            except (Exception, GeneratorExit):
                continue
            if isinstance(result, (layerlua.Layer, layerlua.Image, layerlua.Function, layerlua.Engine)):
                made.append(result)
            if numbers.random() < 0.01:
                made.clear()
                gc.collect()
        for engine in engines:
            engine.close()
        for layer in layers:
            with self.assertRaises(layerlua.UsageError):
                layer["opacity"]


SPECIAL = {
    "__getitem__", "__setitem__", "__delitem__", "__call__", "__enter__", "__exit__", "__repr__", "__eq__", "__hash__",
    "__len__", "__iter__", "__contains__", "__reduce__", "__copy__", "_repr_png_",
}  # fmt: skip


if __name__ == "__main__":
    unittest.main()
