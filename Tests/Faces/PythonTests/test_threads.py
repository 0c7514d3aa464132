# SPDX-License-Identifier: MIT
"""Engines and threads."""

import contextlib
import sys
import threading
import unittest
from concurrent.futures import ThreadPoolExecutor

from support import SQUARE, EngineTestCase, python

import layerlua


class Work(threading.Thread):
    """Runs a function and keeps what comes of it."""

    def __init__(self, function, *arguments):
        super().__init__()
        self.function, self.arguments = function, arguments
        self.result = self.error = None
        self.start()

    def run(self):
        try:
            self.result = self.function(*self.arguments)
        except BaseException as error:
            self.error = error


class OwnershipTests(EngineTestCase):
    def working(self, script="while not ca.host.over() do end"):
        """A thread that is inside of a call of the engine until `over` is set."""
        inside, over = threading.Event(), threading.Event()

        def host():
            inside.set()
            return over.is_set()

        self.engine.register("over", host)
        work = Work(self.engine.run, script)
        self.addCleanup(work.join)
        self.addCleanup(over.set)
        inside.wait()
        return work, over

    def test_an_engine_in_use_is_refused_to_other_threads(self):
        layer = self.engine.run(SQUARE)
        work, over = self.working()
        for use in (
            lambda: self.engine.run(""),
            lambda: layer["opacity"],
            lambda: layer.__setitem__("opacity", 0.5),
            lambda: self.engine.current_time,
            lambda: layer.image(),
            lambda: self.engine.register("a", print),
        ):
            with self.assertRaisesRegex(layerlua.UsageError, "the engine is in use by another thread"):
                use()
        with self.assertRaisesRegex(layerlua.UsageError, "in use by another thread and cannot be closed; cancel"):
            self.engine.close()
        self.assertRegex(repr(layer), "^<layerlua.Layer at ")
        over.set()
        work.join()
        self.assertIsNone(work.error)
        layer["opacity"] = 0.5

    def test_another_thread_may_have_the_engine_afterwards(self):
        layer = Work(self.engine.run, SQUARE)
        layer.join()
        self.assertEqual(layer.result["name"], "square")
        work = Work(layer.result.image)
        work.join()
        self.assertEqual(work.result.pixels()[:4], b"\xff\0\0\xff")

    def test_any_thread_may_cancel(self):
        for script in (
            "while not ca.host.over() do end",
            "ca.host.over() while true do end",
            "ca.host.over() while true do pcall(function() while true do end end) end",
        ):
            work, _ = self.working(script)
            self.engine.cancel()
            work.join()
            self.assertIsInstance(work.error, layerlua.CancelledError)
            self.assertEqual(work.error.status, layerlua.Status.CANCELLED)
            self.assertEqual(self.echoed(1), 1)

    def test_cancelling_what_does_nothing_does_nothing(self):
        self.engine.cancel()
        self.assertEqual(self.echoed(1), 1)
        self.engine.cancel()
        self.engine.close()
        self.engine.cancel()

    def test_a_picture_is_cancelled(self):
        layer = self.engine.run(
            "local r = ca.Layer { bounds = {0, 0, 4000, 4000} }"
            " for i = 1, 400 do r:addSublayer(ca.Layer { frame = {i, i, 3000, 3000}, backgroundColor = 'rgba(9, 9, 9, "
            ".1)', shadowOpacity = 1, shadowRadius = 20 }) end"
            " hook = { displayLayer = function() ca.host.inside() end } r.delegate = hook r:setNeedsDisplay() return r"
        )
        inside = threading.Event()
        self.engine.register("inside", inside.set)
        work = Work(layer.image)
        inside.wait()
        self.engine.cancel()
        work.join()
        self.assertIsInstance(work.error, layerlua.CancelledError)

    def test_closing_and_cancelling_at_once_is_no_crash(self):
        for index in range(40):
            engine = layerlua.Engine()
            over = threading.Event()

            def cancel():
                while not over.is_set():
                    engine.cancel()

            work = Work(cancel)
            if index % 2:
                with contextlib.suppress(layerlua.CancelledError):
                    engine.run("x = 1")
            engine.close()
            over.set()
            work.join()
            self.assertIsNone(work.error)

    def test_many_threads_that_want_one_engine_get_it_or_an_error(self):
        sys.setswitchinterval(1e-5)
        self.addCleanup(sys.setswitchinterval, 0.005)
        layer = self.engine.run(SQUARE)
        done = []

        def work():
            for index in range(300):
                try:
                    layer["opacity"] = index / 300
                    done.append(layer["position"])
                except layerlua.UsageError as error:
                    self.assertIn("in use by another thread", str(error))

        workers = [Work(work) for _ in range(4)]
        for worker in workers:
            worker.join()
            self.assertIsNone(worker.error)
        self.assertTrue(done)

    def test_layers_are_let_go_on_any_thread(self):
        layers = [self.engine.run(SQUARE) for _ in range(20)]
        work, over = self.working()
        while layers:
            dropping = Work(layers.pop, 0)
            dropping.join()
            dropping.result = None
        self.assertEqual(len(self.engine._handle.released), 20)
        over.set()
        work.join()
        self.engine.current_time
        self.assertEqual(len(self.engine._handle.released), 0)


class SideBySideTests(unittest.TestCase):
    SCRIPT = """
    local layer = ca.Layer { bounds = {0, 0, 60, 60}, backgroundColor = 'white' }
    for i = 1, 40 do
      local place = {math.random(50), math.random(50), 9, 9}
      layer:addSublayer(ca.Layer { frame = place, cornerRadius = 3, backgroundColor = ca.host.colour(i, seed) })
    end
    return layer
    """

    def picture(self, seed):
        with layerlua.Engine(seed=seed, threads=1) as engine:
            engine.register("colour", lambda index, _: layerlua.Color(index % 7 / 7, index % 5 / 5, seed / 10))
            layer = engine.run(self.SCRIPT)
            return [layer.image(scale=scale).pixels() for scale in (1, 2)]

    def test_engines_in_several_threads_draw_what_they_draw_alone(self):
        alone = [self.picture(seed) for seed in range(10)]
        with ThreadPoolExecutor(4) as pool:
            for _ in range(3):
                self.assertEqual(list(pool.map(self.picture, range(10))), alone)

    def test_scripts_run_at_the_same_time(self):
        # Each thread waits for the other, which would deadlock if a call held the GIL.
        barrier = threading.Barrier(2, timeout=60)

        def work():
            with layerlua.Engine() as engine:
                engine.register("meet", lambda: barrier.wait() and None)
                engine.run("for _ = 1, 10 do ca.host.meet() end")
                return True

        workers = [Work(work), Work(work)]
        for worker in workers:
            worker.join()
            self.assertIs(worker.result, True, worker.error)


class ExitTests(unittest.TestCase):
    def test_the_interpreter_ends_with_engines_of_any_kind_left(self):
        result = python("""
import threading, layerlua
kept = layerlua.Engine()
layer = kept.run("return ca.Layer { bounds = {0, 0, 1, 1} }")
kept.register("host", lambda: layer)
cycle = layerlua.Engine()
cycle.itself = cycle
busy = layerlua.Engine()
inside = threading.Event()
busy.register("inside", inside.set)
threading.Thread(target=busy.run, args=("ca.host.inside() while true do end",), daemon=True).start()
inside.wait()
picture = layer.image()
film = layerlua.Engine()
film.set_drawable("host", lambda drawable: None)
print("over")
""")
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "over\n", ""))

    def test_a_host_function_may_end_the_program(self):
        result = python(
            "import sys, layerlua\ne = layerlua.Engine()\ne.register('quit', lambda: "
            "sys.exit(3))\ne.run('pcall(ca.host.quit) while true do end')"
        )
        self.assertEqual((result.returncode, result.stderr), (3, ""))


if __name__ == "__main__":
    unittest.main()
