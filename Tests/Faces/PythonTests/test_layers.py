# SPDX-License-Identifier: MIT
"""Layers: their keys, identity and dumps."""

import unittest

from support import SQUARE, EngineTestCase

import layerlua
from layerlua import Color, Path, Point, Rect, Transform, UsageError

TREE = """
local shape = ca.ShapeLayer { name = 'needle', frame = {0, 0, 4, 4}, path = 'M0 0H4V4Z' }
return ca.Layer {
  name = 'root', bounds = {0, 0, 40, 30},
  ca.Layer { name = 'dial', frame = {0, 0, 9, 9}, shape }, ca.Layer { name = 'box' },
}
"""


class KeyTests(EngineTestCase):
    def setUp(self):
        super().setUp()
        self.root = self.engine.run(TREE)

    def test_keys_are_read_and_set(self):
        layer = self.root
        for key, value in [
            ("opacity", 0.5), ("opacity", 1), ("position", Point(3, 4)), ("bounds", Rect(0, 0, 5, 6)),
            ("backgroundColor", Color(1, 0, 0, 0.5)), ("hidden", True), ("name", "größe"),
            ("transform", Transform(*range(16))), ("transform.rotation.z", 0.25), ("position.x", 7.0),
            ("mine", {"a": [1.0, "b"]}), ("sublayers", [layer["sublayers"][1]]), ("cornerRadius", 2**20),
            ("mask", layer["sublayers"][0]),
        ]:  # fmt: skip
            with self.subTest(key):
                layer[key] = value
                result = layer[key]
                (
                    self.assertEqual(result, value)
                    if isinstance(value, (str, bool, dict, list, layerlua.Layer))
                    else self.assertAlmostEqual(result, value)
                )

    def test_keys_take_every_form(self):
        self.root["backgroundColor"] = "red"
        self.assertEqual(self.root["backgroundColor"], Color(1, 0, 0, 1))
        self.root["position"] = [1, 2]
        self.assertEqual(self.root["position"], Point(1, 2))
        needle = self.engine.layer("dial/needle")
        self.assertEqual(needle["path"], Path(needle["path"]))
        needle["path"] = Path("M0 0H9")
        needle["path"] = None
        self.assertIsNone(needle["path"])

    def test_key_paths_lead_through_layers(self):
        self.root["sublayers.dial.opacity"] = 0.25
        self.assertEqual(self.engine.layer("dial")["opacity"], 0.25)

    def test_the_engine_says_what_a_key_takes(self):
        for key, value, message in [
            ("opacity", "much", "opacity"),
            ("bounds", [1, 2], "bounds"),
            ("position", float("nan"), "position"),
            ("transform.nonsense", 1, "nonsense"),
            ("backgroundColor", "no colour", "no colour"),
            ("sublayers", [1], "sublayers"),
            ("", 1, ""),
        ]:
            with self.subTest(key), self.assertRaisesRegex(layerlua.UsageError, message) as caught:
                self.root[key] = value
            self.assertEqual((caught.exception.script, caught.exception.line), (None, None))

    def test_a_key_path_is_text(self):
        for key, error, message in [
            (0, TypeError, "the key path must be str, got int 0"),
            (None, TypeError, "the key path must be str, got NoneType None"),
            (slice(1), TypeError, "the key path must be str"),
            (b"opacity", TypeError, "the key path must be str, got bytes b'opacity'"),
            ("opacity\0", ValueError, "the key path has a zero character"),
            ("\ud800", ValueError, "the key path has surrogates"),
        ]:
            for use in (
                lambda: self.root[key],
                lambda: self.root.__setitem__(key, 1.0),
                lambda: self.root.value(key, at=1),
            ):
                with self.subTest(key), self.assertRaisesRegex(error, message):
                    use()
        with self.assertRaisesRegex(TypeError, "not iterable"):
            list(self.root)
        with self.assertRaises(TypeError):
            "opacity" in self.root

    def test_a_wrong_value_names_the_key(self):
        with self.assertRaisesRegex(TypeError, r"^mine\['a'\]: expected None, bool, .*, got object$"):
            self.root["mine"] = {"a": object()}

    def test_a_value_at_a_time_has_its_animations(self):
        layer = self.engine.run(
            "local l = ca.Layer { bounds = {0, 0, 9, 9} }"
            "l:addAnimation(ca.BasicAnimation { keyPath = 'position.x', fromValue = 0, toValue = 10, duration = 2 }, "
            "'go') return l"
        )
        self.assertEqual(layer.value("position.x", at=1), 5)
        self.assertEqual(layer.value("position", at=0.5), Point(2.5, 0))
        self.assertEqual(layer.value("position.x"), 0)
        for wrong, error in (
            ("1", TypeError),
            (float("inf"), layerlua.UsageError),
            (float("nan"), layerlua.UsageError),
        ):
            with self.subTest(wrong), self.assertRaises(error):
                layer.value("position.x", at=wrong)

    def test_findings_have_rule_layer_place_and_remedy(self):
        root = self.engine.run(
            """local l = ca.Layer { name = 'card', bounds = {0, 0, 90, 60}, backgroundColor = 'white' }
            for i = 1, 3 do l:addSublayer(ca.Layer { name = 'far', frame = {90 + i * 9, 0, 9, 9}, backgroundColor = 'red' }) end
            l:addSublayer(ca.Layer { name = 'veil', frame = {0, 0, 9, 9}, backgroundColor = 'red', hidden = true })
            return l""",
            "card.lua",
        )
        far, veil = root.diagnose(scale=2)
        self.assertEqual((far.rule, far.script, far.line, far.others), ("outside-canvas", "card.lua", 2, 2))
        self.assertEqual(far.hint, "position counts in card")
        self.assertEqual(str(far), f"card.lua:2: {far.message}, and 2 others made here: {far.hint}")
        self.assertEqual((veil.rule, veil.hint, veil.is_note, far.is_note), ("hidden-by-ancestor", None, True, False))
        self.assertIs(veil.layer, self.engine.layer("veil"))
        self.engine.run("ca.allow('outside-canvas')")
        self.assertEqual([finding.rule for finding in root.diagnose()], ["hidden-by-ancestor"])
        self.assertRaises(UsageError, root.diagnose, scale=1e9)

    def test_in_a_film_a_layer_may_be_seen_at_other_times(self):
        root = self.engine.run(
            """local l = ca.Layer { bounds = {0, 0, 90, 60}, backgroundColor = 'white' }
            local b = ca.Layer { frame = {200, 0, 9, 9}, backgroundColor = 'red' }
            b:addAnimation(ca.BasicAnimation { keyPath = 'position.x', fromValue = 300, toValue = 400, duration = 1 })
            l:addSublayer(b)
            return l"""
        )
        self.assertNotIn("outside-canvas", [finding.rule for finding in root.diagnose()])
        self.assertIn("outside-canvas", [finding.rule for finding in root.diagnose(film=True)])

    def test_a_dump_is_the_tree(self):
        dump = self.root.dump()
        self.assertEqual((dump["class"], dump["name"]), ("Layer", "root"))
        self.assertEqual([layer["name"] for layer in dump["sublayers"]], ["dial", "box"])
        self.root["name"] = 'quote " and \\ and \n'
        self.assertEqual(self.root.dump()["name"], 'quote " and \\ and \n')


class IdentityTests(EngineTestCase):
    def test_a_layer_is_always_the_same_object(self):
        root = self.engine.run(TREE)
        self.assertIs(self.engine.root, root)
        self.assertIs(self.engine.layer("dial"), root["sublayers"][0])
        self.assertIs(self.echoed(root), root)

    def test_layers_are_found_by_name(self):
        root = self.engine.run(TREE)
        self.assertEqual(self.engine.layer("dial/needle")["name"], "needle")
        self.assertEqual(self.engine.layer("needle"), self.engine.layer("dial/needle"))
        self.assertEqual({root: 1}[self.engine.layer("root")], 1)
        with self.assertRaisesRegex(
            layerlua.UsageError, 'there is no layer "hand" in the tree .*; there are root, dial, needle, box'
        ):
            self.engine.layer("hand")
        for wrong, error in ((None, TypeError), ("a\0", ValueError)):
            with self.assertRaisesRegex(error, "the layer's name"):
                self.engine.layer(wrong)

    def test_a_layer_is_good_as_long_as_python_has_it(self):
        needle = self.engine.run(TREE) and self.engine.layer("dial/needle")
        for _ in range(3):
            self.engine.run("collectgarbage() " + SQUARE)
            self.assertEqual(needle["name"], "needle")
        needle["opacity"] = 0.5
        self.assertEqual(needle.pixel_size(), (4, 4))
        self.engine.define("needle", needle)
        del needle
        self.engine.run("print(ca.host.needle.opacity)")
        self.assertEqual(self.prints, ["0.5\n"])

    def test_layers_are_shown_by_name(self):
        root = self.engine.run(TREE)
        self.assertEqual(repr(root), "<layerlua.Layer 'root'>")
        root["name"] = None
        self.assertRegex(repr(root), r"^<layerlua\.Layer at 0x[0-9a-f]+>$")

    def test_layers_are_made_by_scripts_alone(self):
        for kind in (layerlua.Layer, layerlua.Function):
            with self.assertRaisesRegex(TypeError, "comes from an engine and cannot be constructed"):
                kind()
        with self.assertRaises(AttributeError):
            self.engine.run(TREE).opacity = 1


if __name__ == "__main__":
    unittest.main()
