# SPDX-License-Identifier: MIT
"""What scripts print and warn of."""

import contextlib
import io
import sys
import unittest
import warnings

from support import EngineTestCase, python

import layerlua

WARNING = "ca.Layer().opacitty = 1"


class PrintTests(EngineTestCase):
    def test_prints_are_text(self):
        self.engine.run("print('größe', 1) print('a\\0b\\27') print('\\xff')")
        self.assertEqual(self.prints, ["größe\t1\n", "a\0b\x1b\n", "\udcff\n"])
        self.assertEqual(self.prints[2].encode("utf-8", "surrogateescape"), b"\xff\n")

    def test_prints_may_be_bytes(self):
        seen = []
        self.make(on_print=None, on_print_bytes=seen.append).run("print('\\xff')")
        self.assertEqual(seen, [b"\xff\n"])

    def test_without_a_function_they_go_to_what_stdout_is_then(self):
        with layerlua.Engine() as engine:
            for stdout in (io.StringIO(), io.StringIO()):
                with contextlib.redirect_stdout(stdout):
                    engine.run("print('größe \\xff')")
                self.assertEqual(stdout.getvalue(), "größe \\xff\n")
            with contextlib.redirect_stdout(None):
                engine.run("print 'nowhere'")
        result = python("import layerlua\nprint('a')\nlayerlua.Engine().run('print [[b]]')\nprint('c')")
        self.assertEqual((result.stdout, result.stderr), ("a\nb\nc\n", ""))

    def test_a_broken_stdout_is_an_error(self):
        with contextlib.redirect_stdout(open("/dev/full", "w", buffering=1)) as full, layerlua.Engine() as engine:
            with self.assertRaises(OSError):
                engine.run("print 'a' while true do end")
            sys.stdout = io.StringIO()
            with contextlib.suppress(OSError):
                full.close()

    def test_a_listener_may_use_the_engine(self):
        seen = []
        engine = self.make(on_print=lambda text: seen.append((text, engine.current_time)))
        engine.run("print 'a'")
        self.assertEqual(seen, [("a\n", 0)])


class WarningTests(EngineTestCase):
    def test_a_warning_has_its_parts(self):
        self.engine.run("\n" + WARNING, "shop.lua")
        warning = self.warnings[0]
        self.assertIsInstance(warning, layerlua.LayerWarning)
        self.assertEqual(
            (warning.rule, warning.script, warning.line, warning.repeats), ("near-miss-key", "shop.lua", 2, 0)
        )
        self.assertIn("did you mean opacity?", warning.message)
        self.assertEqual(str(warning), warning.message)
        self.assertTrue(warning.description.startswith("shop.lua:2: Layer.opacitty is not a property"))

    def test_repeated_warnings_are_reported(self):
        self.engine.run(f"for i = 1, 5 do {WARNING} end")
        self.assertEqual(len(self.warnings), 1)
        self.engine.report_repeated_warnings()
        self.assertEqual([warning.repeats for warning in self.warnings], [0, 4])

    def test_rules_are_allowed(self):
        self.make(allowed_warnings=["near-miss-key"]).run(WARNING)
        self.assertEqual(self.warnings, [])

    def test_without_a_function_they_are_pythons_warnings(self):
        engine = layerlua.Engine()
        self.addCleanup(engine.close)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            engine.run("\n" + WARNING, "shop.lua")
        self.assertEqual(
            (caught[0].category, caught[0].filename, caught[0].lineno), (layerlua.LayerWarning, "shop.lua", 2)
        )
        self.assertEqual(caught[0].message.rule, "near-miss-key")
        with warnings.catch_warnings():
            warnings.simplefilter("error", layerlua.LayerWarning)
            with self.assertRaises(layerlua.LayerWarning) as raised:
                layerlua.Engine().run(f"{WARNING} while true do end", "other.lua")
        self.assertEqual(raised.exception.rule, "near-miss-key")
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("ignore", layerlua.LayerWarning)
            layerlua.Engine().run(WARNING, "third.lua")
        self.assertEqual(caught, [])

    def test_a_key_that_python_set_has_pythons_line(self):
        engine = layerlua.Engine()
        self.addCleanup(engine.close)
        layer = engine.run("local l = ca.Layer() return l", "shop.lua")
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            layer["opacty"] = 1
            layer["zPositon"] = {"a": 1}
        line = self.test_a_key_that_python_set_has_pythons_line.__func__.__code__.co_firstlineno + 6
        self.assertEqual(
            [(warning.filename, warning.lineno) for warning in caught], [(__file__, line), (__file__, line + 1)]
        )
        self.assertEqual((caught[0].message.script, caught[0].message.line), (None, None))
        self.assertTrue(caught[0].message.description.startswith("the host: Layer.opacty is not a property"))
        result = python(
            "import layerlua\nlayer = layerlua.Engine().run('local l = ca.Layer() return l')\nlayer['opacty'] = 1\n"
        )
        self.assertIn("<string>:3: LayerWarning: Layer.opacty", result.stderr)
        self.assertNotIn("layerlua:0", result.stderr)

    def test_the_same_line_warns_once_as_python_does(self):
        code = (
            f"import layerlua\nfor _ in range(3): layerlua.Engine().run('{WARNING}', "
            f"'shop.lua')\nlayerlua.Engine().run('{WARNING}', 'tea.lua')\n"
            "for i in range(300): layerlua.Engine(allowed_warnings=[]).run('x = 1', 'n%d.lua' % i)"
        )
        errors = python(code).stderr.splitlines()
        self.assertEqual([line.split(":")[0] for line in errors if "LayerWarning" in line], ["shop.lua", "tea.lua"])


if __name__ == "__main__":
    unittest.main()
