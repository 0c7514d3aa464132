# SPDX-License-Identifier: MIT
"""Filters that a host computes."""

import threading
import unittest

from support import EngineTestCase, needs_numpy

import layerlua

LAYER = "return ca.Layer { bounds = {0, 0, 3, 1}, backgroundColor = '#ff0000', filters = { %s } }"


class FilterTests(EngineTestCase):
    def draw(self, filter):
        return self.engine.run(LAYER % filter).image().pixels()

    def test_a_row_is_filled_from_the_picture_its_place_and_the_keys(self):
        rows = []

        def tint(row):
            rows.append((row.x, row.y, row.width, row.scale, row.to_points, row.source_rect, row.values))
            source = row.source()
            for i in range(row.width):
                row.pixels[4 * i] = source[4 * i] * row.values["inputAmount"]
                row.pixels[4 * i + 1] = row.values["inputTint"].green
                row.pixels[4 * i + 3] = 1

        self.engine.define_filter(
            "tint",
            tint,
            keys={
                "inputAmount": layerlua.FilterKey(1, 0, 4),
                "inputTint": layerlua.Color(0, 0.5, 0, 1),
                "inputCenter": layerlua.Point(1, 2),
                "inputTransform": (1, 0, 0, 1, 0, 0),
            },
        )
        pixels = self.draw("ca.Filter('tint', { inputAmount = 0.5, inputCenter = {3, 4} })")
        self.assertEqual(pixels, bytes([128, 128, 0, 255]) * 3)
        x, y, width, scale, to_points, source, values = rows[0]
        self.assertEqual((x, y, width, scale, source), (0, 0, 3, 1, (0, 0, 3, 1)))
        self.assertEqual(len(to_points), 6)
        self.assertEqual(
            values,
            {
                "inputAmount": 0.5,
                "inputTint": layerlua.Color(0, 0.5, 0, 1),
                "inputCenter": layerlua.Point(3, 4),
                "inputTransform": (1, 0, 0, 1, 0, 0),
            },
        )
        with self.assertRaisesRegex(layerlua.ScriptError, "tint.inputAmount is 5, expected a number from 0 to 4"):
            self.engine.run(LAYER % "ca.Filter('tint', { inputAmount = 5 })")

    def test_the_input_outside_of_the_picture_is_transparent(self):
        seen = []

        @self.engine.filter("look", reach=1)
        def look(row):
            if row.y == 0 and row.x <= 0 < row.x + row.width:
                seen.append(list(row.source(-1, -1, 3, 2)))
            row.set_pixels(row.source())

        self.draw("'look'")
        self.assertEqual(seen, [[0.0] * 12 + [0.0] * 4 + [1.0, 0.0, 0.0, 1.0] * 2])
        with self.assertRaisesRegex(layerlua.Error, "filter") as caught:
            self.engine.define_filter("look", lambda row: row.source(0, 0, -1))
            self.draw("'look'")
        self.assertIsInstance(caught.exception.__cause__, ValueError)

    def test_all_threads_fill_rows(self):
        def invert(row):
            threads.add(threading.get_ident())
            source, pixels = row.source(), row.pixels
            for i in range(0, len(source), 4):
                pixels[i], pixels[i + 1], pixels[i + 2], pixels[i + 3] = 0, source[i], 0, 1

        threads = set()
        script = "return ca.Layer { bounds = {0, 0, 64, 400}, backgroundColor = '#ff0000', filters = { 'invert' } }"
        pictures = []
        for count in (1, 4):
            self.engine = self.make(threads=count)
            self.engine.define_filter("invert", invert)
            pictures.append(self.engine.run(script).image().pixels())
        self.assertEqual(pictures[0], pictures[1])
        self.assertEqual(pictures[0], bytes([0, 255, 0, 255]) * 64 * 400)

    def test_an_exception_is_the_cause_of_the_pictures_error(self):
        def fail(row):
            raise ValueError("no tint")

        self.engine.define_filter("fail", fail)
        with self.assertRaisesRegex(layerlua.Error, "the filter fail of the host could not fill row 0") as caught:
            self.draw("'fail'")
        self.assertIsInstance(caught.exception.__cause__, ValueError)

        def end(row):
            raise KeyboardInterrupt

        self.engine.define_filter("end", end)
        with self.assertRaises(KeyboardInterrupt):
            self.draw("'end'")

    def test_a_filter_cannot_use_the_engine(self):
        errors = []

        def use(row):
            for call in (self.engine.font_names, lambda: self.engine.run("return 1"), self.engine.close):
                try:
                    call()
                except layerlua.UsageError as error:
                    errors.append(str(error))

        self.engine.define_filter("use", use)
        self.draw("'use'")
        self.assertEqual(len(errors), 3)
        for error in errors:
            self.assertRegex(error, "cannot|another thread")
        self.engine.run("return ca.Layer {}")

    def test_after_the_call_there_are_no_pixels(self):
        kept = []

        def keep(row):
            kept.extend([row, row.pixels, row.source()])

        self.engine.define_filter("keep", keep)
        self.draw("'keep'")
        for use in (lambda: kept[0].pixels, lambda: kept[0].source(), lambda: kept[0].width):
            with self.assertRaisesRegex(layerlua.UsageError, "valid only until the function returns"):
                use()
        self.engine.close()
        kept[1][0] = kept[2][0] = 5.0
        self.assertEqual(repr(kept[0]), "<layerlua.FilterRow>")

    def test_what_is_wrong_with_a_definition_is_said(self):
        define = self.engine.define_filter
        for arguments, options, error, message in [
            (("a b", print), {}, layerlua.UsageError, "cannot be the name of a filter"),
            (("CIPixellate", print), {}, layerlua.UsageError, "is a built-in filter"),
            ((5, print), {}, TypeError, "the filter's name"),
            (("a", 5), {}, TypeError, "function must be a function"),
            (("a", print), {"reach": "far"}, TypeError, "reach must be a number"),
            (("a", print), {"keys": {"inputA": "red"}}, TypeError, "the default value of inputA"),
            (("a", print), {"keys": {"inputA": (1, 2)}}, TypeError, "the default value of inputA"),
            (("a", print), {"keys": {"inputA": layerlua.FilterKey(1, 0)}}, ValueError, "give both or neither"),
            (("a", print), {"keys": {5: 1}}, TypeError, "a key's name"),
        ]:
            with self.assertRaisesRegex(error, message):
                define(*arguments, **options)
        with self.assertRaises(TypeError):
            self.engine.filter("x")(5)

    @needs_numpy
    def test_arrays_are_filled(self):
        import numpy

        def fill(row):
            array = row.numpy()
            self.assertEqual((array.shape, array.dtype), ((row.width, 4), numpy.float32))
            source = row.source_numpy()
            self.assertEqual(source.shape, (1, row.width, 4))
            array[:] = source[0][:, [2, 1, 0, 3]]

        self.engine.define_filter("swap", fill)
        self.assertEqual(self.draw("'swap'"), bytes([0, 0, 255, 255]) * 3)
        self.engine.define_filter("swap", lambda row: row.set_pixels(row.source_numpy()[0][:, [2, 1, 0, 3]]))
        self.assertEqual(self.draw("'swap'"), bytes([0, 0, 255, 255]) * 3)
        with self.assertRaises(layerlua.Error) as caught:
            self.engine.define_filter("swap", lambda row: row.set_pixels(numpy.zeros((row.width, 4))))
            self.draw("'swap'")
        self.assertIn("expected 48 bytes", str(caught.exception.__cause__))


if __name__ == "__main__":
    unittest.main()
