# SPDX-License-Identifier: MIT
"""Lottie files as layers."""

import unittest

from support import ROOT, EngineTestCase

import layerlua


class LottieTests(EngineTestCase):
    def test_a_file_plays_with_texts_and_colours(self):
        engine = self.make(script_directory=ROOT / "scripts/scenes")
        card = engine.layer_lottie(
            "badge.json", texts={"Title": "Hello"}, values={"Card.Plate.Fill 1.Color": "#ff0000"}
        )
        self.assertEqual(card["bounds"], layerlua.Rect(0, 0, 320, 200))
        pixels = card.image(time=3).pixels()
        self.assertEqual(pixels[(170 * 320 + 160) * 4 :][:4], b"\xff\0\0\xff")
        self.assertEqual(card["lottie.duration"], 4)

    def test_the_information_is_a_dictionary(self):
        info = self.make(script_directory=ROOT / "scripts/scenes").lottie_info("badge.json")
        self.assertEqual((info["width"], info["height"], info["frameRate"], info["duration"]), (320, 200, 30, 4))
        self.assertEqual([marker["name"] for marker in info["markers"]], ["in", "rest"])
        self.assertIn("Star.Shape.Fill 1.Color", info["keyPaths"])
        self.assertEqual(info["notDrawn"], [])

    def test_what_the_file_lacks_is_refused(self):
        engine = self.make(script_directory=ROOT / "scripts/scenes")
        with self.assertRaisesRegex(layerlua.UsageError, "Title"):
            engine.layer_lottie("badge.json", texts={"Titel": "x"})
        with self.assertRaisesRegex(layerlua.UsageError, "texts"):
            engine.layer_lottie("badge.json", text={"Title": "x"})
        with self.assertRaises(layerlua.UsageError):
            engine.layer_lottie("badges.lua")


if __name__ == "__main__":
    unittest.main()
