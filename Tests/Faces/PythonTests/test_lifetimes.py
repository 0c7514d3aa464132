# SPDX-License-Identifier: MIT
"""What Python and the library hold of each other, and for how long."""

import gc
import random
import sys
import unittest
import weakref

from support import SQUARE, EngineTestCase

import layerlua
from layerlua import _tokens


def resident():
    """Kilobytes of memory that the process has."""
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))


def use(kind):
    """An engine that is used in one of many ways, and dropped."""
    engine = layerlua.Engine(on_print=lambda text: None, on_warning=lambda warning: None)
    layer = engine.run("function f() return f, ca.Layer() end " + SQUARE)
    if kind % 2:
        engine.register("host", lambda: engine)
    if kind % 3 == 0:
        engine.held = [layer, engine.call("f"), engine.call("f")[0]]
    if kind % 5 == 0:
        engine.images["a"] = layer.image()
        engine.set_drawable("b", lambda drawable: layer)
    if kind % 7 == 0:
        engine.close()
    elif kind % 11 == 0:
        layer.encode("png")


class GrowthTests(unittest.TestCase):
    def test_engines_that_are_dropped_leave_nothing(self):
        for kind in range(200):
            use(kind)
        gc.collect()
        before, tokens, objects = resident(), _tokens.count(), len(gc.get_objects())
        for kind in range(1000):
            use(kind)
        gc.collect()
        self.assertEqual(_tokens.count(), tokens)
        self.assertLess(len(gc.get_objects()), objects + 200)
        self.assertLess(resident(), before + 16_000)

    @unittest.skipIf(sys.flags.optimize, "asks for what assertions hold")
    def test_an_engine_without_cycles_goes_at_once(self):
        gc.disable()
        self.addCleanup(gc.enable)
        engine = layerlua.Engine()
        engine.register("host", len)
        engine.set_drawable("host", len)
        layer = engine.run(SQUARE)
        engine.images["a"] = layer.image()
        handle = weakref.ref(engine._handle)
        del engine
        self.assertIsNotNone(handle())
        del layer
        self.assertIsNone(handle())

    def test_values_that_pass_leave_nothing(self):
        engine = layerlua.Engine()
        engine.run(
            "function f(...) return ca.Layer(), function() end, ca.Image { width = 9, height = 9, pixels = "
            "('abcd'):rep(81) }, { ... } end"
        )

        def pass_values(count):
            for _ in range(count):
                engine.call("f", "text" * 100, list(range(100)), {"a": b"\xff"})
            engine.run("collectgarbage() collectgarbage()")

        pass_values(500)
        before, hosts = resident(), len(engine._handle.layers)
        pass_values(2000)
        self.assertLess(resident(), before + 16_000)
        self.assertLess(len(engine._handle.layers), hosts + 10)
        engine.close()

    def test_films_leave_no_listeners(self):
        with layerlua.Engine() as engine:
            layer = engine.run(SQUARE)
            tokens = _tokens.count()
            for path in ("/nowhere/a.gif", "a.nonsense"):
                with self.assertRaises(layerlua.Error):
                    layer.write(path, duration=1, progress=print)
            gc.collect()
            self.assertEqual(_tokens.count(), tokens)

    def test_an_engine_that_could_not_be_made_leaves_nothing(self):
        tokens = _tokens.count()
        for _ in range(20):
            with self.assertRaises(layerlua.LimitError):
                layerlua.Engine(memory_limit=1)
            with self.assertRaises(TypeError):
                layerlua.Engine(on_print=5)
        gc.collect()
        self.assertEqual(_tokens.count(), tokens)


class OrderTests(EngineTestCase):
    def test_things_may_be_dropped_in_any_order(self):
        numbers = random.Random(99)
        for _ in range(60):
            engine = layerlua.Engine()
            root = engine.run(
                "function f() return f end return ca.Layer { bounds = {0, 0, 2, 2}, ca.Layer { name = 'a' }, ca.Layer "
                "{ name = 'b' } }"
            )
            things = [
                engine,
                root,
                *root["sublayers"],
                engine.layer("a"),
                engine.call("f"),
                root.image(),
                engine.images,
                engine._handle,
            ]
            engine.images["image"] = things[6]
            engine.define("kept", things[2])
            engine.register("host", lambda things=things: things)
            del engine, root
            numbers.shuffle(things)
            while things:
                things.pop()
                if numbers.random() < 0.3:
                    gc.collect()
                for thing in things:
                    if isinstance(thing, layerlua.Layer):
                        thing["opacity"] = 0.5

    def test_a_finalizer_may_use_the_engine(self):
        engine = self.engine
        engine.run("function f(...) return ... end")
        layer = engine.run("return ca.Layer { bounds = {0, 0, 1, 1} }")
        seen = []

        class Late:
            def __init__(self):
                self.itself = self

            def __del__(self):
                try:
                    seen.append(layer["bounds"])
                    engine.call("f", [1, 2, {"a": "b"}])
                except layerlua.UsageError as error:
                    # Raised while a value is being read.
                    seen.append(str(error))

        gc.set_threshold(1, 1, 1)
        self.addCleanup(gc.set_threshold, *gc.get_threshold())
        value = [{"a": [index, str(index), b"\xff"]} for index in range(50)]
        for _ in range(30):
            Late()
            self.assertEqual(engine.call("f", value), value)
        gc.collect()
        self.assertTrue(seen)
        self.assertLessEqual(
            {entry for entry in seen if isinstance(entry, str)},
            {"the engine is handing out a value; a finalizer or signal handler cannot use it meanwhile"},
        )

    def test_layers_are_let_go_at_the_next_use(self):
        self.engine.run(
            "weak = setmetatable({}, { __mode = 'v' }) function make() weak[1] = ca.Layer() return weak[1] end "
            "function left() collectgarbage() collectgarbage() return weak[1] ~= nil end"
        )
        layer = self.engine.call("make")
        self.assertTrue(self.engine.call("left"))
        del layer
        self.assertFalse(self.engine.call("left"))


if __name__ == "__main__":
    unittest.main()
