# SPDX-License-Identifier: MIT
"""Functions and values that a host offers scripts."""

import functools
import gc
import threading
import unittest
import weakref

from support import SQUARE, EngineTestCase

import layerlua


class FunctionTests(EngineTestCase):
    def test_arguments_and_results_are_values(self):
        seen = []

        def host(*arguments):
            seen.append(arguments)
            return arguments[-1]

        self.engine.register("host", host)
        self.engine.run(
            "print(ca.host.host(1, 'a', true, nil, {1, 2}, { x = 1 }, ca.Point and ca.Point(1, 2) or nil, 'last'))"
        )
        self.assertEqual(seen[0][:6], (1, "a", True, None, [1, 2], {"x": 1}))
        self.assertEqual(self.prints, ["last\n"])

    def test_none_is_no_result_and_a_tuple_several(self):
        for result, expected in [
            (None, "0"),
            ((), "0"),
            (1, "1 1"),
            ((1, "b"), "2 1 b"),
            ((None, 2), "2 nil 2"),
            ([1, 2], "1 table"),
            (layerlua.Point(1, 2), "1 "),
        ]:
            self.engine.register("host", lambda result=result: result)
            self.engine.run(
                "local t = table.pack(ca.host.host()) for i = 1, t.n do t[i] = tostring(t[i]) end print(t.n, "
                "table.unpack(t, 1, t.n))"
            )
            self.assertTrue(self.prints.pop().replace("\t", " ").startswith(expected), result)

    def test_decorators_register(self):
        engine = self.engine

        @engine.function
        def double(n):
            return 2 * n

        @engine.function("half")
        def divide(n):
            return n / 2

        @engine.function()
        def same(n):
            return n

        self.engine.run("print(ca.host.double(2), ca.host.half(3), ca.host.same(5), ca.host.divide)")
        self.assertEqual(self.prints, ["4\t1.5\t5\tnil\n"])
        self.assertEqual(divide(4), 2)
        for wrong in (5, b"name"):
            with self.assertRaisesRegex(TypeError, "the function's name must be str"):
                engine.function(wrong)
        with self.assertRaisesRegex(TypeError, "has no name; engine.function"):
            engine.function(functools.partial(divide, 2))

    def test_anything_callable_is_a_function(self):
        class Counter:
            count = 0

            def __call__(self):
                self.count += 1
                return self.count

        self.engine.register("counter", Counter())
        self.engine.register("length", len)
        self.engine.register("upper", str.upper)
        self.engine.run("print(ca.host.counter(), ca.host.counter(), ca.host.length('größe'), ca.host.upper('a'))")
        self.assertEqual(self.prints, ["1\t2\t5\tA\n"])

    def test_names_and_functions_are_checked(self):
        for name, function, error, message in [
            ("a b", print, layerlua.UsageError, '"a b" cannot be a name under ca.host'),
            ("end", print, layerlua.UsageError, "cannot be a name"),
            ("", print, layerlua.UsageError, "cannot be a name"),
            (5, print, TypeError, "the function's name must be str"),
            ("a", 5, TypeError, "function must be a function, got int 5"),
            ("a", None, TypeError, "function must be a function, got NoneType"),
        ]:
            with self.subTest(name), self.assertRaisesRegex(error, message):
                self.engine.register(name, function)
            if name == "a b":
                with self.assertRaisesRegex(error, message):
                    self.engine.define(name, 1)
        self.assertEqual(self.engine._handle.hosts, {})

    def test_a_function_is_released_when_it_is_replaced_or_its_engine_goes(self):
        class Host:
            def __call__(self):
                return 1

        def offered(engine):
            host = Host()
            engine.register("host", host)
            return weakref.ref(host)

        first = offered(self.engine)
        self.assertIsNotNone(first())
        self.engine.run("kept = ca.host.host")
        second = offered(self.engine)
        self.engine.run("print(kept())")
        self.engine.run("kept = nil collectgarbage() collectgarbage()")
        self.engine.define("host", None)
        self.engine.run("collectgarbage() collectgarbage()")
        self.assertEqual((first(), second()), (None, None))
        third = offered(self.engine)
        self.engine.close()
        self.assertIsNone(third())

    def test_values_are_defined_and_taken_away(self):
        self.engine.define("theme", {"ink": layerlua.Color(1, 0, 0), "sizes": [1, 2]})
        self.engine.run("print(ca.host.theme.sizes[2], ca.host.theme.ink.red)")
        self.engine.define("theme", None)
        self.engine.run("print(ca.host.theme)")
        self.assertEqual(self.prints, ["2\t1\n", "nil\n"])
        with self.assertRaisesRegex(TypeError, r"^ca.host.theme\['ink'\]: a Python function cannot be a value"):
            self.engine.define("theme", {"ink": print})


class ReentrancyTests(EngineTestCase):
    def test_a_function_may_use_the_engine(self):
        engine = self.engine

        @engine.function
        def work(layer, function):
            layer["opacity"] = 0.5
            inner = engine.run(
                "function twice(n) return 2 * n end return ca.Layer { name = 'inner', bounds = {0, 0, 3, 3} }",
                "inner.lua",
            )
            engine.define("answer", engine.call("twice", function(20)))
            engine.register("late", lambda: "late")
            return inner.image().width + engine.current_time

        root = engine.run(
            "local l = ca.Layer { name = 'outer', bounds = {0, 0, 4, 4} }"
            " print(ca.host.work(l, function(n) return n + 1 end), ca.host.answer, ca.host.late()) return l"
        )
        self.assertEqual(self.prints, ["3\t42\tlate\n"])
        self.assertEqual((root["name"], root["opacity"]), ("outer", 0.5))

    def test_what_a_function_was_handed_can_be_kept(self):
        kept = []
        self.engine.register("keep", kept.append)
        self.engine.run(
            "ca.host.keep((function() local l = ca.Layer { name = 'kept' } l.mine = 1 return l end)()) "
            "ca.host.keep(function(n) return n + 1 end)"
        )
        self.engine.run("collectgarbage() collectgarbage()")
        self.assertEqual((kept[0]["name"], kept[0]["mine"], kept[1](1)), ("kept", 1, 2))

    def test_a_function_may_replace_itself(self):
        def replace():
            self.engine.register("host", lambda: "new")
            gc.collect()
            return "old"

        self.engine.register("host", replace)
        self.engine.run("print(ca.host.host(), ca.host.host())")
        self.assertEqual(self.prints, ["old\tnew\n"])

    def test_endless_recursion_is_an_error(self):
        self.engine.register("again", lambda: self.engine.call("again"))
        with self.assertRaises(layerlua.Error):
            self.engine.run("function again() return ca.host.again() end again()")
        self.assertEqual(self.echoed(1), 1)

    def test_engines_may_be_used_within_each_other(self):
        other = self.make()
        other.register("back", lambda: self.engine.current_time)
        self.engine.register("other", lambda: other.run("print(ca.host.back())"))
        self.engine.current_time = 3
        self.engine.run("ca.host.other()")
        self.assertEqual(self.prints, ["3\n"])

    def test_a_function_may_make_and_close_engines(self):
        def inner():
            with layerlua.Engine() as engine:
                return engine.run(SQUARE).pixel_size()

        self.engine.register("inner", inner)
        self.engine.run("print(ca.host.inner())")
        self.assertEqual(self.prints, ["4\t2\n"])

    def test_functions_run_on_the_thread_that_runs_the_script(self):
        threads = []
        self.engine.register("host", lambda: threads.append(threading.get_ident()))
        self.engine.run("ca.host.host()")
        worker = threading.Thread(target=self.engine.run, args=("ca.host.host()",))
        worker.start()
        worker.join()
        self.assertEqual(threads, [threading.get_ident(), worker.ident])


if __name__ == "__main__":
    unittest.main()
