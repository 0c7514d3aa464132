# SPDX-License-Identifier: MIT
"""Values both ways."""

import array
import collections
import enum
import fractions
import math
import pickle
import random
import struct
import unittest

from support import SQUARE, EngineTestCase, needs_numpy

import layerlua
from layerlua import Color, Image, Path, Point, Rect, Size, Transform


class Whole(enum.IntEnum):
    ONE = 1


class Text(str, enum.Enum):
    RED = "red"


class RoundTripTests(EngineTestCase):
    def test_every_kind_comes_back(self):
        layer = self.engine.run(SQUARE)
        image = Image.from_pixels(bytes(range(16)), 2, 2)
        for value in [
            None, True, False, 0.0, 1.5, -3.0, math.inf, -math.inf, 1e300, 5e-324, float(2**53), "", "text", "größe 😀",
            "a\0b", "\n\t", b"\xff\0\xfe", Point(1, 2), Size(3, 4), Rect(1, 2, 3, 4), Color(0.5, 0.25, 1, 0.5),
            Transform(), Transform(*range(16)), layer, image, [1.0, "a", None, True], [], [[], [[1.0]]],
            {"a": 1.0, "b": [True], "größe": {"c": "d"}}, [Point(0, 1), layer, image],
        ]:  # fmt: skip
            with self.subTest(value):
                result = self.echoed(value)
                self.assertEqual(result, value)
                self.assertIs(type(result), type(value))
        self.assertTrue(math.isnan(self.echoed(math.nan)))

    def test_a_table_that_is_no_list_has_its_numbers_as_names(self):
        for text, expected in [
            ("{1, 2, x = 3}", {"1": 1.0, "2": 2.0, "x": 3.0}), ("{[1] = 1, [3] = 2}", {"1": 1.0, "3": 2.0}),
            ("{[0] = 1}", {"0": 1.0}), ("{[2026] = 1, n = 2}", {"2026": 1.0, "n": 2.0}),
            ("{[-5] = {[7] = true}}", {"-5": {"7": True}}), ("{[2.0] = 1}", {"2": 1.0}), ("{1, 2}", [1.0, 2.0]),
        ]:  # fmt: skip
            with self.subTest(text):
                self.engine.run(f"function f() return {text} end")
                self.assertEqual(self.engine.call("f"), expected)
        for text, message in [
            ("{1, ['1'] = 2}", 'the keys 1 and "1"'), ("{[2026] = 1, ['2026'] = 2}", 'the keys 2026 and "2026"'),
            ("{[0.5] = 1}", "got number 0.5"), ("{[true] = 1}", "got true"),
        ]:  # fmt: skip
            with self.subTest(text):
                self.engine.run(f"function f() return {text} end")
                with self.assertRaises(layerlua.Error) as caught:
                    self.engine.call("f")
                self.assertIn(message, caught.exception.message)

    def test_what_python_has_besides_is_what_it_stands_for(self):
        for value, expected in [
            (3, 3.0), (-(2**53), float(-(2**53))), (fractions.Fraction(1, 2), 0.5), (Whole.ONE, 1.0), (Text.RED, "red"),
            (bytearray(b"\xff"), b"\xff"), (memoryview(b"\xffabc")[1:], "abc"), ((1, 2), [1.0, 2.0]),
            (range(3), [0.0, 1.0, 2.0]), (array.array("d", [1, 2]), [1.0, 2.0]),
            (collections.OrderedDict(b=1, a=2), {"b": 1.0, "a": 2.0}), (collections.UserDict(a=1), {"a": 1.0}),
            (collections.deque([1]), [1.0]), (collections.namedtuple("Pair", "a b")(1, 2), [1.0, 2.0]),
            ({"a": None, "b": 1}, {"b": 1.0}),
        ]:  # fmt: skip
            with self.subTest(value):
                result = self.echoed(value)
                self.assertEqual(result, expected)
                self.assertIs(type(result), type(expected))
        # Lua strings are bytes; those in valid UTF-8 become str.
        self.assertEqual(self.echoed(b"abc"), "abc")
        # An empty table becomes a list.
        self.assertEqual(self.echoed({}), [])

    def test_a_path_comes_back_as_the_same_path(self):
        path = self.echoed(Path("M0 0 H10 V10 Z"))
        self.assertIsInstance(path, Path)
        self.assertEqual(self.echoed(path), path)
        self.assertEqual(path[0], "M")
        with self.assertRaisesRegex(layerlua.UsageError, "argument 1"):
            self.echoed(Path("nonsense"))

    @needs_numpy
    def test_numbers_of_numpys_are_numbers(self):
        import numpy

        for value, expected in [
            (numpy.float32(0.5), 0.5), (numpy.float64(1.5), 1.5), (numpy.int8(-3), -3.0), (numpy.uint64(7), 7.0),
            (numpy.bool_(True), True), (numpy.array(2.5), 2.5), (numpy.arange(3), [0.0, 1.0, 2.0]),
            (numpy.eye(2, dtype="f4"), [[1.0, 0.0], [0.0, 1.0]]), (numpy.str_("a"), "a"),
        ]:  # fmt: skip
            with self.subTest(value):
                result = self.echoed(value)
                self.assertEqual(result, expected)
                self.assertIs(type(result), type(expected))
        layer = self.engine.run(SQUARE)
        layer["position"] = numpy.array([3, 4])
        self.assertEqual(layer["position"], Point(3, 4))
        layer["position"] = Point(numpy.float32(5), numpy.int64(6))
        self.assertEqual(layer["position"], Point(5, 6))
        with self.assertRaisesRegex(OverflowError, "within ±2"):
            self.echoed(numpy.int64(2**60))
        with self.assertRaisesRegex(TypeError, "complex"):
            self.echoed(numpy.complex128(1))

    def test_random_values_come_back(self):
        self.engine.run("function echo(...) return ... end")
        layer = self.engine.run("function echo(...) return ... end " + SQUARE)
        numbers = random.Random(20260801)

        def number():
            return numbers.choice(
                [
                    numbers.uniform(-1e3, 1e3),
                    float(numbers.randint(-(2**53), 2**53)),
                    struct.unpack("d", numbers.randbytes(8))[0],
                ]
            )

        def value(depth):
            kind = numbers.randrange(12 if depth else 9)
            if kind < 3:
                n = number()
                return 0.0 if math.isnan(n) else n
            if kind == 3:
                return "".join(
                    chr(numbers.choice([0, 10, 65, 0xE4, 0x4E2D, 0x1F600])) for _ in range(numbers.randrange(9))
                )
            if kind == 4:
                return numbers.choice([True, False])
            if kind == 5:
                return b"\xff" + numbers.randbytes(numbers.randrange(9))
            if kind == 6:
                return Rect(*(float(numbers.randrange(9)) for _ in range(4)))
            if kind == 7:
                return Color(*(numbers.randrange(256) / 255 for _ in range(4)))
            if kind == 8:
                return layer
            if kind == 9:
                return {f"key{numbers.randrange(99)}": value(depth - 1) for _ in range(numbers.randrange(1, 6))}
            return [value(depth - 1) for _ in range(numbers.randrange(6))]

        for _ in range(300):
            given = tuple(value(5) for _ in range(numbers.randrange(2, 5)))
            self.assertEqual(self.engine.call("echo", *given), given)

    def test_a_long_list_comes_back(self):
        numbers = [index / 7 for index in range(100_000)]
        self.assertEqual(self.echoed(numbers), numbers)

    def test_many_arguments_and_results(self):
        self.assertEqual(self.echoed(*range(200)), tuple(range(200)))


class RefusalTests(EngineTestCase):
    def test_what_cannot_be_a_value_is_named_with_its_place(self):
        itself = []
        itself.append(itself)
        looped = {}
        looped["a"] = {"b": looped}
        deep = []
        for _ in range(200):
            deep = [deep]
        for value, error, message in [
            (object(), TypeError, r"argument 1: expected None, bool, .*, got object$"),
            ([1, {"a": (0, {1})}], TypeError, r"argument 1\[1\]\['a'\]\[1\]: expected .*, got set$"),
            ({1: 2}, TypeError, "argument 1: a dict's keys must be str, got int 1"),
            ({"a": {None: 2}}, TypeError, r"argument 1\['a'\]: a dict's keys must be str, got NoneType None"),
            (1j, TypeError, "got complex"),
            (print, TypeError, "argument 1: a Python function cannot be a value, .*; Engine.register offers one"),
            (int, TypeError, "a Python function cannot be a value"),
            (2**53 + 1, OverflowError, r"argument 1: a whole number must be within ±2\*\*53, got 9007199254740993"),
            ([-(2**60)], OverflowError, r"argument 1\[0\]: a whole number"),
            (10**400, OverflowError, "a whole number must be within"),
            ("\ud800", ValueError, r"argument 1: '\\ud800' has surrogates and is not text; give bytes"),
            ({"\udcff": 1}, ValueError, r"argument 1\['\\udcff'\]: .* has surrogates"),
            (Path("\ud800"), ValueError, "has surrogates"),
            (Point("1", 2), TypeError, "argument 1.x: expected a number, got str '1'"),
            (Rect(1, 2, None, 4), TypeError, "argument 1.width: expected a number, got NoneType None"),
            ([Size(1, [])], TypeError, r"argument 1\[0\].height: expected a number, got list \[\]"),
            (Transform(m34="x"), TypeError, "argument 1.m34: expected a number, got str 'x'"),
            (Color(0, 0, 0, object), TypeError, "argument 1.alpha: expected a number"),
            (
                itself,
                ValueError,
                "argument 1: lists and dicts are nested too deeply, or one holds itself: at most 100 levels$",
            ),
            (looped, ValueError, "argument 1: lists and dicts are nested too deeply"),
            (deep, ValueError, "argument 1: lists and dicts are nested too deeply"),
            (iter([1]), TypeError, "got list_iterator"),
            (self.engine, TypeError, "got layerlua.Engine"),
        ]:
            with self.subTest(value), self.assertRaisesRegex(error, message):
                self.engine.call("print", value)
        with self.assertRaisesRegex(TypeError, "^argument 2: "):
            self.engine.call("print", 1, object())
        self.assertEqual(self.prints, [])

    def test_what_misbehaves_is_an_error(self):
        class Odd:
            def __repr__(self):
                raise RuntimeError

        class Growing(collections.UserList):
            def __iter__(self):
                return iter(range(1000))

            def __len__(self):
                return 2

        class Raising(collections.UserList):
            def __getitem__(self, index):
                raise ZeroDivisionError

        with self.assertRaisesRegex(TypeError, "got test_values"):
            self.engine.call("print", Odd())
        with self.assertRaisesRegex(TypeError, "got .*Odd something without a repr"):
            self.engine.define("a", {Odd(): 1})
        self.assertEqual(self.echoed(Growing()), list(range(1000)))
        with self.assertRaises(ZeroDivisionError):
            self.echoed(Raising([1]))

    def test_another_engines_things_are_refused(self):
        other = self.make()
        layer = other.run(SQUARE)
        other.run("function f() return f end")
        for value in (layer, other.call("f"), [layer], {"a": layer}):
            with self.assertRaisesRegex(layerlua.UsageError, "belongs to another engine"):
                self.engine.define("a", value)

    def test_what_has_no_form_is_other_and_stays_where_it_is(self):
        layer = self.engine.run("local l = ca.Layer { bounds = {0, 0, 1, 1} } l.mine = function() end return l")
        other = layer["mine"]
        self.assertIsInstance(other, layerlua.Other)
        self.assertTrue(other.description)
        with self.assertRaisesRegex(TypeError, "came from a script and cannot be given back"):
            layer["mine"] = other


class ValueTypeTests(unittest.TestCase):
    def test_a_transform_is_the_identity_but_for_what_is_given(self):
        self.assertEqual(Transform(), (1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1))
        self.assertEqual(Transform(m34=-0.5)[11], -0.5)
        self.assertEqual(
            [getattr(Transform(*range(16)), f"m{i}{j}") for i in range(1, 5) for j in range(1, 5)], list(range(16))
        )

    def test_they_are_pickled_and_shown(self):
        for value in (Point(1, 2), Size(1, 2), Rect(1, 2, 3, 4), Color(1, 0, 0), Transform(*range(16)), Path("M0 0H1")):
            with self.subTest(value):
                copy = pickle.loads(pickle.dumps(value))
                self.assertEqual(copy, value)
                self.assertIs(type(copy), type(value))
                self.assertTrue(repr(value).startswith(type(value).__name__ + "("))


if __name__ == "__main__":
    unittest.main()
