# SPDX-License-Identifier: MIT
"""Errors: what they say, and where exceptions of host functions come out."""

import pickle
import unittest

from support import EngineTestCase, python

import layerlua


class ErrorTests(EngineTestCase):
    def test_an_error_of_a_script_has_its_place(self):
        with self.assertRaises(layerlua.ScriptError) as caught:
            self.engine.run("local function f()\n  error 'no tea'\nend\nf()", "shop.lua")
        error = caught.exception
        self.assertEqual((error.status, error.status), (1, layerlua.Status.SCRIPT))
        self.assertEqual(
            (error.message, error.script, error.line, error.source_line), ("no tea", "shop.lua", 2, "  error 'no tea'")
        )
        self.assertEqual(error.traceback, "  in local 'f', shop.lua:2\n  in main chunk, shop.lua:4")
        self.assertEqual(str(error), "shop.lua:2: no tea")
        self.assertIsNone(error.__cause__)

    def test_control_characters_are_escaped(self):
        said = r"a\27[2J\rb\u{9b}1A\8\127\0c"
        with self.assertRaises(layerlua.ScriptError) as caught:
            self.engine.run(f"error('{said}')  -- \x1b[2J", "shop.lua")
        error = caught.exception
        self.assertEqual(str(error), "shop.lua:1: " + said.replace("\\r", "\\13"))
        self.assertEqual(error.message, "a\x1b[2J\rb\x9b1A\x08\x7f\\0c")
        for note in getattr(error, "__notes__", []):
            self.assertNotIn("\x1b", note)
        warning = layerlua.LayerWarning("a\x1b[2J")
        self.assertEqual((str(warning), warning.description, warning.message), ("a\\27[2J", "a\\27[2J", "a\x1b[2J"))

    def test_messages_name_what_python_has(self):
        layer = self.engine.run("return ca.Layer { bounds = {0, 0, 8, 8} }")
        for call, message in [
            (lambda: layerlua.Engine(script_directory="/nope"), 'script_directory: there is no folder "/nope"'),
            (lambda: layer.encode("pdf", page=layerlua.Page(paper="Z9")), 'paper: unknown paper size "Z9"'),
            (lambda: layer.render(bytearray(256), bytes_per_row=3),
             "rows of 8 pixels need at least 32 bytes each, got 3"),
        ]:
            with self.subTest(message):
                with self.assertRaises(layerlua.UsageError) as caught:
                    call()
                self.assertTrue(caught.exception.message.startswith(message), caught.exception.message)

    def test_an_error_without_a_place_has_none(self):
        with self.assertRaises(layerlua.UsageError) as caught:
            self.engine.call("nothing")
        error = caught.exception
        self.assertEqual((error.script, error.line, error.source_line, error.traceback), (None, None, None, None))
        self.assertEqual(str(error), error.message)

    def test_every_status_has_a_class(self):
        classes = {
            layerlua.Status.SCRIPT: layerlua.ScriptError,
            layerlua.Status.USAGE: layerlua.UsageError,
            layerlua.Status.LIMIT: layerlua.LimitError,
            layerlua.Status.FILE: layerlua.FileError,
            layerlua.Status.MISSING: layerlua.MissingError,
            layerlua.Status.TEMPORARY: layerlua.TemporaryError,
            layerlua.Status.CANCELLED: layerlua.CancelledError,
        }
        for status, error in classes.items():
            self.assertEqual(
                (error.status, issubclass(error, layerlua.Error), str(error("why"))), (status, True, "why")
            )
        self.assertEqual(set(classes) | {layerlua.Status.OK}, set(layerlua.Status))

    def test_errors_and_warnings_are_pickled(self):
        self.engine.register("fail", lambda: 1 / 0)
        with self.assertRaises(layerlua.ScriptError) as caught:
            self.engine.run("ca.host.fail()")
        copy = pickle.loads(pickle.dumps(caught.exception))
        self.assertIs(type(copy), layerlua.ScriptError)
        self.assertEqual(vars(copy), vars(caught.exception))
        self.assertEqual(str(copy), str(caught.exception))
        self.engine.run("ca.Layer().opacitty = 1")
        copy = pickle.loads(pickle.dumps(self.warnings[0]))
        self.assertEqual((copy.rule, copy.line, str(copy)), (self.warnings[0].rule, 1, str(self.warnings[0])))

    @unittest.skipUnless(hasattr(Exception, "add_note"), "needs Python 3.11")
    def test_an_error_that_nobody_catches_shows_the_line_and_the_calls(self):
        result = python(
            "import layerlua\nlayerlua.Engine().run('local function f() error [[no tea]] end\\nf()', 'shop.lua')"
        )
        self.assertTrue(
            result.stderr.endswith(
                "layerlua.ScriptError: shop.lua:1: no tea\n    local function f() error [[no tea]] end\n  in local "
                "'f', shop.lua:1\n  in main chunk, shop.lua:2\n"
            ),
            result.stderr,
        )


class HostErrorTests(EngineTestCase):
    def fail(self, error):
        def raising(*_):
            raise error

        return raising

    def test_an_exception_is_an_error_of_the_script_at_its_line(self):
        self.engine.register("price", self.fail(ValueError("no tea")))
        with self.assertRaises(layerlua.ScriptError) as caught:
            self.engine.run("local a = 1\nprint(ca.host.price('tea'))", "shop.lua")
        self.assertEqual(str(caught.exception), "shop.lua:2: ca.host.price: ValueError: no tea")
        self.assertIsInstance(caught.exception.__cause__, ValueError)
        self.assertIsNotNone(caught.exception.__cause__.__traceback__)

    def test_a_script_may_catch_it(self):
        self.engine.register("price", self.fail(KeyError("tea")))
        self.engine.run("print(pcall(ca.host.price))")
        self.assertIn("KeyError: 'tea'", self.prints[0])
        with self.assertRaises(layerlua.ScriptError) as caught:
            self.engine.run("pcall(ca.host.price) error 'something else'")
        self.assertIsNone(caught.exception.__cause__)
        # If the script raises it again, its cause is preserved.
        with self.assertRaises(layerlua.ScriptError) as caught:
            self.engine.run("local _, message = pcall(ca.host.price) pcall(ca.host.price) error(message)")
        self.assertIsInstance(caught.exception.__cause__, KeyError)

    def test_wrong_arguments_are_an_error_of_the_script(self):
        self.engine.register("price", lambda name, count: None)
        with self.assertRaisesRegex(
            layerlua.ScriptError,
            r"script.lua:1: ca.host.price: TypeError: .*missing 1 required positional argument: 'count'",
        ):
            self.engine.run("ca.host.price('tea')")

    def test_a_result_that_is_no_value_is_an_error_of_the_script(self):
        for result, message in [
            (object(), "TypeError: the result: expected None, bool"),
            ([object()], r"TypeError: the result\[0\]: expected"),
            ((1, {"a": {1}}), r"TypeError: result 2\['a'\]: expected"),
            (2**60, "OverflowError: the result: a whole number must be within"),
            (layerlua.Path("nonsense"), "the result"),
        ]:
            with self.subTest(result):
                self.engine.register("host", lambda result=result: result)
                with self.assertRaisesRegex(layerlua.ScriptError, f"^script.lua:1: ca.host.host: .*{message}"):
                    self.engine.run("ca.host.host()")

    def test_texts_of_exceptions_may_be_anything(self):
        class Wordless(Exception):
            def __str__(self):
                raise RuntimeError

        for error, text in [
            (ValueError(), "ValueError"),
            (ValueError("größe"), "ValueError: größe"),
            (ValueError("a\0b"), r"ValueError: a\\0b"),
            (ValueError("\ud800"), r"ValueError: \\ud800"),
            (Wordless(), "Wordless: .it has no text."),
            (StopIteration(5), "StopIteration: 5"),
            (layerlua.UsageError("in its own words"), "in its own words"),
            (MemoryError(), "MemoryError"),
        ]:
            with self.subTest(repr(text)):
                self.engine.register("host", self.fail(error))
                with self.assertRaisesRegex(layerlua.ScriptError, f"^script.lua:1: ca.host.host: {text}$") as caught:
                    self.engine.run("ca.host.host()")
                if "\\" not in text:
                    self.assertIs(caught.exception.__cause__, error)

    def test_an_error_of_an_inner_call_is_the_cause(self):
        self.engine.register("inner", lambda: self.engine.run("\n\nerror 'deep'", "inner.lua"))
        with self.assertRaises(layerlua.ScriptError) as caught:
            self.engine.run("ca.host.inner()", "outer.lua")
        self.assertEqual(str(caught.exception), "outer.lua:1: ca.host.inner: inner.lua:3: deep")
        self.assertEqual((caught.exception.__cause__.script, caught.exception.__cause__.line), ("inner.lua", 3))

    def test_what_was_raised_is_not_held(self):
        self.engine.register("host", self.fail(ValueError("x")))
        self.engine.run("for i = 1, 100 do pcall(ca.host.host) end")
        self.assertEqual(len(self.engine._handle.failures), 0)


class EndingTests(EngineTestCase):
    """What ends programs goes through scripts."""

    def test_it_comes_out_of_the_call_whatever_the_script_does(self):
        for error in (KeyboardInterrupt("x"), SystemExit(3), GeneratorExit()):

            def host(error=error):
                raise error

            self.engine.register("host", host)
            for script in (
                "ca.host.host()",
                "pcall(ca.host.host) while true do end",
                "function f() return pcall(f) end pcall(ca.host.host) f()",
            ):
                with self.subTest(script), self.assertRaises(type(error)) as caught:
                    self.engine.run(script)
                self.assertIs(caught.exception, error)
            self.assertEqual(self.echoed(1), 1)

    def test_it_comes_out_of_inner_calls_too(self):
        def host():
            raise SystemExit(3)

        def swallow():
            try:
                self.engine.run("ca.host.host()")
            except SystemExit:
                return "swallowed"

        self.engine.register("host", host)
        self.engine.register("swallow", swallow)
        with self.assertRaises(SystemExit):
            self.engine.run("print(ca.host.swallow()) while true do end")
        self.assertEqual(self.echoed(2), 2)

    def test_it_comes_out_of_properties_and_pictures(self):
        def host():
            raise KeyboardInterrupt

        self.engine.register("host", host)
        layer = self.engine.run(
            "hook = { displayLayer = function() ca.host.host() end }"
            " local l = ca.Layer { bounds = {0, 0, 1, 1}, needsDisplayOnBoundsChange = true } l.delegate = hook "
            "return l"
        )
        for use in (
            layer.image,
            lambda: layer.encode("png"),
            lambda: layer.write("a.png"),
            lambda: layer.render(bytearray(99)),
        ):
            layer["bounds"] = layerlua.Rect(0, 0, 1 + layer["bounds"].width, 1)
            with self.assertRaises(KeyboardInterrupt):
                use()


class ListenerTests(EngineTestCase):
    """What listeners raise ends the call and comes out of it."""

    def test_of_prints(self):
        def listen(text):
            raise ValueError(text)

        engine = self.make(on_print=listen)
        for script in (
            "print 'a' while true do end",
            "pcall(print, 'a') pcall(print, 'b') while true do end",
            "print 'a'",
        ):
            with self.assertRaisesRegex(ValueError, "^a\n$"):
                engine.run(script)
        engine.run("x = 1")

    def test_of_warnings(self):
        engine = self.make(on_warning=lambda warning: 1 // 0)
        with self.assertRaises(ZeroDivisionError):
            engine.run("ca.Layer().opacitty = 1 while true do end")
        with self.assertRaises(ZeroDivisionError):
            engine.run("ca.Layer().opacittty = 1")

    def test_of_prints_within_inner_calls(self):
        def listen(text):
            raise ValueError(text)

        engine = self.make(on_print=listen)
        engine.register("inner", lambda: engine.run("print 'inner'"))
        with self.assertRaisesRegex(ValueError, "inner") as caught:
            engine.run("ca.host.inner()")
        self.assertIsNone(caught.exception.__cause__)


if __name__ == "__main__":
    unittest.main()
