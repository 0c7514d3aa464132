# SPDX-License-Identifier: MIT
"""Engines: how they are made, run scripts and end."""

import copy
import gc
import pickle
import unittest
import weakref
from pathlib import Path

from support import SQUARE, EngineTestCase, python

import layerlua


class ConfigurationTests(EngineTestCase):
    def test_every_limit_is_the_engines(self):
        folder = self.folder()
        (folder / "large").write_text("x" * 100)
        for limit, script in {
            "pixel_limit": "ca.render(ca.Layer { bounds = {0, 0, 11, 1} })",
            "surface_pixel_limit": "ca.render(ca.Layer { bounds = {0, 0, 9, 9}, ca.Layer { frame = {2, 2, 5, 5}, "
            "shadowOpacity = 1, shadowRadius = 5,"
            " ca.ShapeLayer { path = 'M 0 0 L 5 2 L 0 5 Z' } } })",
            "layer_limit": "local t = {} for i = 1, 11 do t[i] = ca.Layer() end",
            "replicated_layer_limit": "ca.render(ca.ReplicatorLayer { bounds = {0, 0, 9, 9}, instanceCount = 20, "
            "ca.Layer { bounds = {0, 0, 2, 2},"
            " backgroundColor = 'red' } })",
            "particle_limit": "ca.render(ca.EmitterLayer { bounds = {0, 0, 9, 9}, emitterCells = { ca.EmitterCell { "
            "birthRate = 50, lifetime = 1,"
            " contents = ca.Image { width = 1, height = 1, pixels = 'abcd' } } } }, { time = 2 })",
            "path_segment_limit": "ca.ShapeLayer { path = 'M0 0' .. ('h1'):rep(11) }",
            "drawing_operation_limit": "ca.Image.draw(9, 9, function(c) for i = 1, 11 do c:fill {0, 0, 1, 1} end end)",
            "image_pixel_limit": "ca.Image.draw(11, 1, function() end)",
            "text_length_limit": "ca.measureText(('x'):rep(11))",
            "frame_limit": "ca.render(ca.Layer { bounds = {0, 0, 2, 2} }, 'a.apng', { fps = 10, duration = 2 })",
            "file_size_limit": "ca.readFile 'large'",
            "printed_byte_limit": "print(('x'):rep(11))",
        }.items():
            with self.subTest(limit):
                engine = self.make(**{limit: 10}, script_directory=folder, working_directory=folder)
                with self.assertRaisesRegex(layerlua.LimitError, r"\b10\b"):
                    engine.run(script)
                self.make(**{limit: layerlua.UNLIMITED}, script_directory=folder, working_directory=folder).run(script)

    def test_links_lead_to_the_web_unless_all_are_allowed(self):
        script = "return ca.Layer { bounds = {0, 0, 9, 9}, backgroundColor = 'red', link = 'file:///etc/passwd' }"
        for allowed in (False, True):
            warnings = []
            engine = self.make(allow_links=allowed, on_warning=warnings.append)
            self.assertEqual(b"/etc/passwd" in engine.run(script).encode("svg"), allowed)
            self.assertEqual(["allow_links" in each.message for each in warnings], [] if allowed else [True])

    def test_pictures_are_the_same_with_and_without_kept_ones(self):
        def pictures(limit):
            engine = self.make(kept_picture_limit=limit)
            root = engine.run("root = ca.Layer { bounds = {0, 0, 64, 40}, ca.Layer { name = 'a', frame = {2, 2, 9, 9},"
                              " backgroundColor = 'red' } } return root")
            found = []
            for x in (5, 5, 30, 5):
                engine.run(f"root:sublayer('a').position = {{{x}, 20}}")
                pixels = bytearray(64 * 40 * 4)
                root.render(pixels)
                found.append(bytes(pixels))
            return found

        self.assertEqual(pictures(None), pictures(0))
        self.assertEqual(pictures(layerlua.UNLIMITED), pictures(1))
        with self.assertRaisesRegex(ValueError, "kept_picture_limit"):
            self.make(kept_picture_limit=-1)

    def test_memory_and_time_have_limits(self):
        with self.assertRaisesRegex(layerlua.LimitError, "memory"):
            self.make(memory_limit=8 << 20).run("local t = {} while true do t = {t, ('x'):rep(1000)} end")
        with self.assertRaisesRegex(layerlua.LimitError, "the time limit of 0.05 s is reached"):
            self.make(time_limit=0.05).run("while true do end")
        with self.assertRaises(layerlua.LimitError):
            self.make(memory_limit=1)

    def test_the_seed_is_where_random_numbers_start(self):
        first, second, third = (self.make(seed=seed) for seed in (1, 1, 2**64 - 1))
        for engine in (first, second, third):
            engine.run("function f() return math.random(), math.random() end")
        self.assertEqual(first.call("f"), second.call("f"))
        self.assertNotEqual(second.call("f"), third.call("f"))

    def test_threads_change_no_byte(self):
        pictures = {self.make(threads=threads).run(SQUARE).image(scale=50).pixels() for threads in (None, 1, 2, 7)}
        self.assertEqual(len(pictures), 1)

    def test_folders_say_what_scripts_may_read(self):
        folder = self.folder()
        (folder / "scripts").mkdir()
        (folder / "data").mkdir()
        (folder / "scripts/a.txt").write_text("a")
        (folder / "data/b.txt").write_text("b")
        read = "function read(name) return ca.readFile(name) end"
        engine = self.make(script_directory=folder / "scripts", readable_directories=[str(folder / "data")])
        engine.run(read)
        self.assertEqual(engine.call("read", "a.txt"), "a")
        self.assertEqual(engine.call("read", str(folder / "data/b.txt")), "b")
        other = self.make(script_directory=str(folder / "scripts"))
        other.run(read)
        with self.assertRaises(layerlua.ScriptError):
            other.call("read", str(folder / "data/b.txt"))
        trusted = self.make(trusted=True)
        trusted.run(read)
        self.assertEqual(trusted.call("read", str(folder / "data/b.txt")), "b")

    def test_a_call_has_a_limit_of_its_own(self):
        engine = self.make(call_time_limit=0.1)
        for _ in range(2):
            with self.assertRaisesRegex(layerlua.LimitError, "0.1 s for one call"):
                engine.run("while true do end")
        engine.run(SQUARE).image()

    def test_a_process_locks_itself_in(self):
        folder = self.folder()
        (folder / "secret.txt").write_text("secret")
        (folder / "own").mkdir()
        code = """
import os, socket, sys
import layerlua
engine = layerlua.Engine(script_directory="own", threads=1, call_time_limit=60)
missing = engine.isolate(written_files=["out/a.png"])
if missing is not None:
    print(missing)
    sys.exit(4)
for forbidden in (lambda: open("secret.txt"), lambda: socket.socket(), lambda: os.listdir("/etc")):
    try:
        forbidden()
        print("reached")
    except OSError as error:
        print(type(error).__name__)
engine.run('return ca.Layer { bounds = {0, 0, 4, 2}, backgroundColor = "red" }').write("out/a.png")
"""
        result = python(code, cwd=folder)
        if result.returncode == 4:
            self.assertTrue(result.stdout.startswith("this system has "))
        else:
            self.assertEqual((result.returncode, result.stdout), (0, "PermissionError\n" * 3), result.stderr)
            self.assertTrue((folder / "out/a.png").exists())
        with self.assertRaisesRegex(layerlua.UsageError, "/ may be read"):
            self.make(readable_directories=["/"]).isolate()
        with self.assertRaises(TypeError):
            self.engine.isolate(written_files="a.png")

    def test_a_script_has_no_folder_unless_it_is_named(self):
        folder = self.folder()
        (folder / "a.txt").write_text("a")
        (folder / "a.lua").write_text("return ca.Layer { name = ca.readFile 'a.txt' }")
        Path("here.txt").write_text("here")
        engine = self.make()
        for name in ("here.txt", folder / "a.txt"):
            with self.assertRaisesRegex(
                layerlua.ScriptError,
                "no folder to read; the host sets it with script_directory or readable_directories$",
            ):
                engine.run(f"ca.readFile '{name}'")
        for name in ("pwned.png", folder / "pwned.png"):
            with self.assertRaisesRegex(
                layerlua.ScriptError,
                "no folder to write; the host sets it with working_directory or writable_directories$",
            ):
                engine.run(f"ca.render(ca.Layer {{ bounds = {{0, 0, 2, 2}} }}, '{name}')")
        self.assertFalse(Path("pwned.png").exists() or (folder / "pwned.png").exists())
        # A file reads its own folder; a folder named in the configuration takes precedence.
        self.assertEqual(engine.run_file(folder / "a.lua")["name"], "a")
        with self.assertRaises(layerlua.ScriptError):
            self.make(script_directory=".").run_file(folder / "a.lua")
        self.make(script_directory=".").run("ca.readFile 'here.txt'")
        self.make(working_directory=".").run("ca.render(ca.Layer { bounds = {0, 0, 2, 2} }, 'may.png')")
        self.assertTrue(Path("may.png").exists())

    def test_hooks_write_nothing_while_the_host_writes(self):
        engine = self.make()
        layer = engine.run(
            """
            local l = ca.Layer { bounds = {0, 0, 4, 4}, needsDisplayOnBoundsChange = true }
            l.delegate = { displayLayer = function()
              for _, name in ipairs { "pwned.png", "own/other.png" } do
                print(pcall(ca.render, ca.Layer { bounds = {0, 0, 2, 2} }, name))
              end
            end }
            l:setNeedsDisplay()
            return l
            """
        )
        layer.write("own/deep/a.png")
        self.assertTrue(Path("own/deep/a.png").exists())
        self.assertEqual([line.startswith("false") for line in self.prints], [True, True])
        self.assertTrue(all("no folder to write" in line for line in self.prints), self.prints)
        self.assertFalse(Path("pwned.png").exists() or Path("own/other.png").exists())

    def test_folders_say_what_may_be_written(self):
        folder = self.folder()
        (folder / "more").mkdir()
        (folder / "work").mkdir()
        layer = self.make(working_directory=folder / "work", writable_directories=(folder / "more",)).run(SQUARE)
        layer.write("a.png")
        layer.write(folder / "more/b.png")
        self.assertTrue((folder / "work/a.png").exists() and (folder / "more/b.png").exists())
        with self.assertRaises(layerlua.Error):
            layer.write(folder / "c.png")

    def test_fonts_come_from_folders(self):
        engine = self.make(font_directories=[self.folder()])
        engine.run(SQUARE)
        self.assertEqual([warning.rule for warning in self.warnings], ["font-folder"])

    def test_wrong_arguments_are_named(self):
        for options, error, message in [
            ({"memory_limit": 0}, ValueError, "memory_limit must be from 1 to"),
            ({"layer_limit": -1}, ValueError, "layer_limit must be from 1 to"),
            ({"layer_limit": 1.5}, TypeError, "layer_limit must be a whole number, got float 1.5"),
            ({"frame_limit": True}, TypeError, "frame_limit must be a whole number, got bool True"),
            ({"call_time_limit": 0}, ValueError, "call_time_limit must be above 0, got 0"),
            ({"time_limit": 0}, ValueError, "time_limit must be above 0, got 0"),
            ({"time_limit": float("nan")}, ValueError, "time_limit must be above 0, got nan"),
            ({"time_limit": float("inf")}, ValueError, "time_limit must be finite, got inf"),
            ({"time_limit": "1"}, TypeError, "time_limit must be a number, got str '1'"),
            ({"threads": 0}, ValueError, "threads must be from 1 to 1024, got 0"),
            ({"seed": 2**64}, ValueError, "seed must be from 0 to"),
            ({"script_directory": 5}, TypeError, "script_directory must be str or os.PathLike, got int 5"),
            ({"script_directory": "a\0b"}, ValueError, "script_directory has a zero character"),
            ({"working_directory": b"\xff"}, ValueError, "working_directory has surrogates and is not text"),
            ({"readable_directories": "/tmp"}, TypeError, "readable_directories must be a list, got str '/tmp'"),
            (
                {"writable_directories": Path("/tmp")},
                TypeError,
                "writable_directories must be a list, got pathlib.*PosixPath",
            ),
            (
                {"font_directories": [None]},
                TypeError,
                r"font_directories\[0\] must be str or os.PathLike, got NoneType None",
            ),
            ({"allowed_warnings": "film"}, TypeError, "allowed_warnings must be a list, got str 'film'"),
            ({"allowed_warnings": ["film", 1]}, TypeError, r"allowed_warnings\[1\] must be str, got int 1"),
            ({"on_print": 5}, TypeError, "on_print must be a function, got int 5"),
            ({"on_print_bytes": print}, ValueError, "on_print and on_print_bytes are the same in two forms"),
            ({"on_warning": "x"}, TypeError, "on_warning must be a function, got str 'x'"),
        ]:
            with self.subTest(options), self.assertRaisesRegex(error, message):
                self.make(**options)
        for options, message in [
            ({"script_directory": "/nowhere/at all"}, "script_directory: there is no folder"),
            ({"allowed_warnings": ["nonsense"]}, "nonsense"),
        ]:
            with self.subTest(options), self.assertRaisesRegex(layerlua.UsageError, message):
                self.make(**options)
        with self.assertRaises(TypeError):
            layerlua.Engine(5)


class RunTests(EngineTestCase):
    def test_a_script_returns_its_layer_or_none(self):
        layer = self.engine.run(SQUARE)
        self.assertIsInstance(layer, layerlua.Layer)
        self.assertIs(self.engine.root, layer)
        self.assertIsNone(self.engine.run("x = 1"))
        self.assertIsNone(self.engine.root)
        self.assertIsNone(self.make().root)

    def test_a_script_may_be_bytes(self):
        self.engine.run(b"print('\xff')")
        self.assertEqual(self.prints, ["\udcff\n"])
        for source in (None, 5, bytearray(b"x = 1"), Path("a.lua")):
            with self.subTest(source), self.assertRaisesRegex(TypeError, "source must be str or bytes"):
                self.engine.run(source)
        with self.assertRaisesRegex(ValueError, "source has surrogates"):
            self.engine.run("\udcff")
        with self.assertRaises(layerlua.ScriptError):
            self.engine.run("print('a\0b') x = = 1")

    def test_the_name_is_in_errors(self):
        with self.assertRaisesRegex(layerlua.ScriptError, "^größe.lua:1: "):
            self.engine.run("error 'x'", "größe.lua")
        for name, error in (("a\0b", ValueError), (None, TypeError), ("\ud800", ValueError)):
            with self.subTest(name), self.assertRaisesRegex(error, "name "):
                self.engine.run("", name)

    def test_a_file_runs_wherever_it_is(self):
        file = self.folder() / "square.lua"
        file.write_text(SQUARE)
        for path in (file, str(file)):
            self.assertEqual(self.engine.run_file(path)["name"], "square")
        file.write_text("print(ca.args.a, ca.args[1])")
        self.engine.run_file(file, arguments={"a": "x", 1: "y"})
        self.assertEqual(self.prints, ["x\ty\n"])
        with self.assertRaises(layerlua.FileError) as caught:
            self.engine.run_file(file.with_name("missing.lua"))
        self.assertEqual(caught.exception.status, layerlua.Status.FILE)
        with self.assertRaisesRegex(TypeError, "path must be str or os.PathLike"):
            self.engine.run_file(5)

    def test_arguments_are_those_of_the_run(self):
        show = """
        local names = {}
        for key, value in pairs(ca.args) do names[#names + 1] = key .. '=' .. value end
        table.sort(names)
        print(table.concat(names, ' '))
        """
        for arguments in (
            ["one", "two"],
            {"title": "Tea", "größe": "8"},
            {1: "one", "title": "x", 2: "two"},
            {"title": ""},
            (),
            None,
        ):
            self.engine.run(show, arguments=arguments)
        self.assertEqual(
            self.prints, ["1=one 2=two\n", "größe=8 title=Tea\n", "1=one 2=two title=x\n", "title=\n", "\n", "\n"]
        )

    def test_wrong_arguments_are_named(self):
        for arguments, error, message in [
            ("word", TypeError, "arguments must be a list, got str 'word'"),
            (5, TypeError, "arguments must be a list, got int 5"),
            ([1], TypeError, "argument 1 must be str, got int 1; str"),
            ({"n": 1.5}, TypeError, "argument n must be str, got float 1.5"),
            ({2: "x"}, ValueError, r"must be 1, 2 … without a gap, got \[2\]"),
            ({None: "x"}, TypeError, "an argument's name must be str, got NoneType None"),
            ({"a\0": "x"}, ValueError, "an argument's name has a zero character"),
            ({"a": "x\0"}, ValueError, "argument a has a zero character"),
        ]:
            with self.subTest(arguments), self.assertRaisesRegex(error, message):
                self.engine.run("", arguments=arguments)

    def test_globals_stay_from_run_to_run(self):
        self.engine.run("counter = 1")
        self.engine.run("counter = counter + 1 function f() return counter end")
        self.assertEqual(self.engine.call("f"), 2)


class CallTests(EngineTestCase):
    def test_results_are_none_one_or_a_tuple(self):
        self.engine.run(
            "function none() end function one() return 1 end function two() return 1, 'b' end function null() return "
            "nil end"
        )
        self.assertIsNone(self.engine.call("none"))
        self.assertEqual(self.engine.call("one"), 1)
        self.assertEqual(self.engine.call("two"), (1, "b"))
        self.assertIsNone(self.engine.call("null"))

    def test_a_function_that_is_not_there_is_an_error_of_usage(self):
        with self.assertRaisesRegex(layerlua.UsageError, "there is no global function nothing to call"):
            self.engine.call("nothing")
        for name, error in ((5, TypeError), ("a\0", ValueError)):
            with self.assertRaisesRegex(error, "the function's name"):
                self.engine.call(name)

    def test_functions_of_scripts_are_called_like_any(self):
        self.engine.run("function adder(n) return function(m, ...) return n + m, ... end end")
        add = self.engine.call("adder", 2)
        self.assertIsInstance(add, layerlua.Function)
        self.assertEqual(add(3), 5)
        self.assertEqual(add(3, "x"), (5, "x"))
        with self.assertRaises(layerlua.ScriptError):
            add("x")
        self.engine.run("function apply(f, x) return f(x) end")
        self.assertEqual(self.engine.call("apply", add, 5), 7)
        with self.assertRaisesRegex(layerlua.UsageError, "^argument 1: .* belongs to another engine"):
            self.make().call("print", add)


class TimeTests(EngineTestCase):
    def test_the_clock_moves_forward_alone(self):
        self.assertEqual(self.engine.current_time, 0)
        self.engine.current_time = 2
        self.assertEqual(self.engine.current_time, 2)
        with self.assertRaises(layerlua.UsageError):
            self.engine.current_time = 1
        with self.assertRaisesRegex(TypeError, "current_time must be a number"):
            self.engine.current_time = "3"
        for wrong in (float("nan"), float("inf")):
            with self.assertRaises(layerlua.UsageError):
                self.engine.current_time = wrong

    def test_delegates_are_told(self):
        self.engine.run(
            "local layer = ca.Layer { bounds = {0, 0, 1, 1} }"
            "local a = ca.BasicAnimation { keyPath = 'opacity', fromValue = 0, duration = 1 }"
            "a.delegate = { animationDidStop = function() print 'over' end } held = a.delegate layer:addAnimation(a) "
            "return layer"
        )
        self.engine.current_time = 5
        self.assertEqual(self.prints, ["over\n"])


class EndTests(EngineTestCase):
    def test_a_closed_engine_is_an_error_never_a_crash(self):
        layer = self.engine.run(SQUARE)
        self.engine.run("function make() return function() end end")
        function = self.engine.call("make")
        with self.engine as same:
            self.assertIs(same, self.engine)
            self.assertFalse(same.closed)
        self.assertTrue(self.engine.closed)
        self.engine.close()
        engine = self.engine
        for use in [
            lambda: engine.run(""),
            lambda: engine.run_file("a"),
            lambda: engine.call("f"),
            lambda: engine.root,
            lambda: engine.layer("a"),
            lambda: engine.current_time,
            lambda: setattr(engine, "current_time", 1),
            lambda: engine.define("a", 1),
            lambda: engine.register("a", print),
            lambda: engine.set_drawable("a", print),
            lambda: engine.set_drawable("a", None),
            lambda: engine.images.__setitem__("a", layerlua.Image.from_pixels(bytes(4), 1, 1)),
            lambda: engine.report_repeated_warnings(),
            lambda: layerlua.Image.decode(engine, b""),
            lambda: layer["opacity"],
            lambda: layer.__setitem__("opacity", 0.5),
            lambda: layer.__setitem__("opacity", 1),
            lambda: layer.value("opacity", at=1),
            lambda: layer.dump(),
            lambda: layer.image(),
            lambda: layer.encode("png"),
            lambda: layer.write("a.png"),
            lambda: layer.render(bytearray(99)),
            lambda: layer.pixel_size(),
            lambda: function(),
        ]:
            with self.assertRaisesRegex(layerlua.UsageError, "^the engine is closed$"):
                use()
        engine.cancel()
        repr(engine), repr(layer), repr(function)

    def test_layers_outlive_the_variable_of_their_engine(self):
        layer = layerlua.Engine().run(SQUARE)
        gc.collect()
        self.assertEqual(layer["name"], "square")
        handle = weakref.ref(layer._handle)
        del layer
        self.assertIsNone(handle())

    def test_an_engine_is_neither_copied_nor_pickled(self):
        layer = self.engine.run(SQUARE)
        for thing in (self.engine, layer):
            for use in (copy.copy, copy.deepcopy, pickle.dumps):
                with self.assertRaisesRegex(TypeError, "cannot be copied or pickled"):
                    use(thing)

    def test_closing_within_a_callback_waits_for_the_call(self):
        layer = self.engine.run(SQUARE)

        def close():
            self.engine.close()
            with self.assertRaisesRegex(layerlua.UsageError, "the engine is closed"):
                layer["opacity"]
            return "done"

        self.engine.register("close", close)
        self.engine.run("print(ca.host.close())")
        self.assertEqual(self.prints, ["done\n"])
        self.assertTrue(self.engine.closed)

    def test_an_error_after_closing_is_still_told(self):
        self.engine.register("close", self.engine.close)
        with self.assertRaisesRegex(layerlua.ScriptError, "script.lua:1: the end"):
            self.engine.run("ca.host.close() error 'the end'")
        self.assertTrue(self.engine.closed)


if __name__ == "__main__":
    unittest.main()
