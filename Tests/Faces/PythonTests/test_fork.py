# SPDX-License-Identifier: MIT
"""Engines and child processes."""

import os
import sys
import threading
import traceback
import unittest
import warnings

from support import SQUARE, EngineTestCase

import layerlua


@unittest.skipUnless(hasattr(os, "fork"), "needs fork")
class ForkTests(EngineTestCase):
    def in_child(self, work):
        with warnings.catch_warnings():
            # Python 3.12 warns about forking with threads, which engines have; that is what is tested here.
            warnings.simplefilter("ignore", DeprecationWarning)
            child = os.fork()
        if child == 0:
            try:
                work()
                code = 0
            except BaseException:
                traceback.print_exc()
                code = 1
            sys.stderr.flush()
            os._exit(code)
        self.assertEqual(os.waitpid(child, 0)[1], 0)

    def test_a_parents_engine_is_refused(self):
        layer = self.engine.run(SQUARE)
        engine = self.engine

        def work():
            for use in (lambda: engine.run(""), lambda: layer["opacity"], lambda: engine.current_time, layer.image):
                with self.assertRaisesRegex(
                    layerlua.UsageError, "the engine belongs to the parent process; after fork"
                ):
                    use()
            engine.cancel()
            engine.close()
            self.assertTrue(engine.closed)

        self.in_child(work)
        self.assertEqual(layer["name"], "square")
        self.assertFalse(engine.closed)

    def test_a_child_makes_its_own(self):
        image = self.engine.run(SQUARE).image()

        def work():
            with layerlua.Engine() as engine:
                self.assertEqual(engine.run(SQUARE).image().pixels(), image.pixels())

        self.in_child(work)

    def test_a_child_drops_a_parents_engine_unharmed(self):
        engine = layerlua.Engine()
        engine.register("host", lambda: engine)
        layer = engine.run(SQUARE)

        def work():
            nonlocal engine, layer
            engine = layer = None
            import gc

            gc.collect()
            layerlua.Engine().run(SQUARE).image()

        self.in_child(work)
        self.assertEqual(layer["name"], "square")

    def test_a_thread_at_work_in_the_parent_does_not_lock_the_child(self):
        inside, over = threading.Event(), threading.Event()

        def host():
            inside.set()
            return over.is_set()

        self.engine.register("over", host)
        worker = threading.Thread(target=self.engine.run, args=("while not ca.host.over() do end",))
        worker.start()
        inside.wait()

        def work():
            with self.assertRaisesRegex(layerlua.UsageError, "parent process"):
                self.engine.run("")
            layerlua.Engine().run("x = 1")

        self.in_child(work)
        over.set()
        worker.join()

    def test_a_child_made_within_a_host_function_may_work_and_end(self):
        def fork():
            self.in_child(lambda: layerlua.Engine().run(SQUARE).image())

        self.engine.register("fork", fork)
        self.engine.run("ca.host.fork() print 'parent'")
        self.assertEqual(self.prints, ["parent\n"])


if __name__ == "__main__":
    unittest.main()
