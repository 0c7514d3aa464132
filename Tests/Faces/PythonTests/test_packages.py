# SPDX-License-Identifier: MIT
"""Scenes of Core Animation, read from files."""

import unittest

from support import ROOT, EngineTestCase

import layerlua

DOCUMENT = """<caml xmlns="http://www.apple.com/CoreAnimation/1.0">
<CALayer name="card" bounds="0 0 40 20" position="20 10" backgroundColor="1 0 0" wrong="1">
<sublayers><CALayer id="dot" name="dot" bounds="0 0 4 4" position="2 2"/></sublayers>
<states><LKState name="Locked"/><LKState name="Unlock Light"><elements>
<LKStateSetValue targetId="dot" keyPath="position.x"><value type="real" value="22"/></LKStateSetValue>
</elements></LKState></states></CALayer></caml>
"""


class PackageTests(EngineTestCase):
    def test_a_scene_has_its_root_size_and_notes(self):
        folder = self.folder()
        (folder / "card.caml").write_text(DOCUMENT)
        engine = self.make(script_directory=folder)
        package = engine.package("card.caml")
        self.assertEqual((package.kind, package.size), ("scene", layerlua.Size(40, 20)))
        self.assertEqual((package.floors, package.wallpaper_names, package.wallpaper_name), ({}, [], None))
        (note,) = package.notes
        self.assertEqual((note.rule, note.line), ("caml-unknown", 2))
        self.assertIn('"wrong"', note.message)
        self.assertEqual(str(note), f"{note.file}:2: {note.message}")
        self.assertEqual([warning.rule for warning in self.warnings], ["caml-unknown"])
        # The layer lives as long as its object.
        for _ in range(3):
            engine.run("collectgarbage()")
        self.assertEqual(package.root_layer["sublayers.card.name"], "card")
        self.assertEqual(package.root_layer.image().pixels()[:4], b"\xff\0\0\xff")

    def test_a_wallpaper_has_floors_names_states_and_a_tilt(self):
        engine = self.make()
        package = engine.package(ROOT / "Tests/Packages/slots.wallpaper", wallpaper="slots")
        self.assertEqual((package.kind, package.size), ("wallpaper", layerlua.Size(200, 400)))
        self.assertEqual((package.wallpaper_names, package.wallpaper_name), (["slots"], "slots"))
        self.assertEqual(list(package.floors), ["Wallpaper"])
        floor = package.floors["Wallpaper"]
        self.assertEqual(package.root_layer.state_names(), ["Locked", "Unlock", "Sleep"])
        package.root_layer.set_state("Unlock", transition_speed=0)
        self.assertEqual(floor["sublayers.FLOATING.sublayers.ball.position"], layerlua.Point(100, 300))
        package.root_layer.set_tilt(1, 0)
        self.assertEqual(floor["sublayers.FLOATING.sublayers.ball.position.x"], 130)

    def test_what_is_no_scene_is_refused(self):
        folder = self.folder()
        (folder / "page.caml").write_text("<html/>")
        engine = self.make(script_directory=folder)
        with self.assertRaisesRegex(layerlua.UsageError, "page.caml"):
            engine.package("page.caml")
        with self.assertRaisesRegex(layerlua.Error, "cannot be read: no such file"):
            engine.package("nowhere.caml")
        # The host names its own file, which need not be in a folder of scripts.
        with self.assertRaisesRegex(layerlua.UsageError, "package \"/etc/hostname\""):
            engine.package("/etc/hostname")
        with self.assertRaisesRegex(TypeError, "path must be str or os.PathLike"):
            engine.package(1)
        with self.assertRaisesRegex(TypeError, "wallpaper must be str"):
            engine.package("page.caml", wallpaper=1)


if __name__ == "__main__":
    unittest.main()
