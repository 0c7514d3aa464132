# SPDX-License-Identifier: MIT
"""SVG files as layers and paths, images as files, names of fonts, and single files that may be written."""

import unittest

from support import EngineTestCase

import layerlua

ICON = (
    b"<svg xmlns='http://www.w3.org/2000/svg' width='24' height='12'><g id='icon'>"
    b"<path id='bar' fill='currentColor' d='M2 2H6V10H2Z'/></g></svg>"
)


class SVGTests(EngineTestCase):
    def test_a_file_becomes_layers_with_its_ids_and_its_current_colour(self):
        drawing = self.engine.layer_svg(ICON, color="#0000ff")
        self.assertEqual(drawing["bounds"], layerlua.Rect(0, 0, 24, 12))
        self.assertEqual(drawing["sublayers.icon.sublayers.bar.name"], "bar")
        at = (5 * 24 + 4) * 4
        self.assertEqual(drawing.image().pixels()[at : at + 4], b"\0\0\xff\xff")
        black = self.engine.layer_svg(bytearray(ICON))
        self.assertEqual(black.image().pixels()[at : at + 4], b"\0\0\0\xff")
        # The layer lives as long as its object.
        for _ in range(3):
            self.engine.run("collectgarbage()")
        self.assertEqual(drawing["sublayers.icon.name"], "icon")

    def test_a_file_becomes_a_path(self):
        path = self.engine.path_svg(ICON)
        self.assertIsInstance(path, layerlua.Path)
        self.assertTrue(path.startswith("M 2 2 L"), path)
        shape = self.engine.run("return ca.ShapeLayer {}")
        shape["path"] = path
        self.assertEqual(shape["path"], path)

    def test_what_is_no_svg_is_refused(self):
        for use in (self.engine.layer_svg, self.engine.path_svg):
            with self.assertRaisesRegex(layerlua.UsageError, "SVG"):
                use(b"<html></html>")
            with self.assertRaises(TypeError):
                use("text")
        with self.assertRaisesRegex(layerlua.UsageError, "expected a CSS colour"):
            self.engine.layer_svg(ICON, color="no colour")

    def test_an_image_becomes_a_file(self):
        red = b"\xff\0\0\xff\0\0\0\0"
        image = layerlua.Image.from_pixels(red, 2, 1)
        png = image.encode(self.engine, "png")
        self.assertEqual(layerlua.Image.decode(self.engine, png).pixels(), red)
        self.assertTrue(image.encode(self.engine, "webp", lossless=True).startswith(b"RIFF"))
        self.assertIn(b"<svg", image.encode(self.engine, "svg"))
        self.assertTrue(image.encode(self.engine, "pdf").startswith(b"%PDF"))
        jpg = layerlua.Image.decode(self.engine, image.encode(self.engine, "jpg", background="white", quality=1))
        self.assertGreater(min(jpg.pixels()[4:]), 200)
        with self.assertRaises(layerlua.UsageError):
            image.encode(self.engine, "tiff")

    def test_fonts_are_listed(self):
        names = self.engine.font_names()
        self.assertTrue(names)
        self.assertEqual(names, sorted(names, key=str.encode))

    def test_single_files_may_be_written(self):
        folder = self.folder()
        engine = self.make(writable_files=[folder / "out.png", f"{folder}/frame-{{00}}.png"])
        engine.run(f"ca.render(ca.Layer {{ bounds = {{0, 0, 2, 2}} }}, '{folder}/out.png')")
        engine.run(f"ca.render(ca.Layer {{ bounds = {{0, 0, 2, 2}} }}, '{folder}/frame-07.png')")
        self.assertEqual(sorted(path.name for path in folder.iterdir()), ["frame-07.png", "out.png"])
        with self.assertRaises(layerlua.Error):
            engine.run(f"ca.render(ca.Layer {{ bounds = {{0, 0, 2, 2}} }}, '{folder}/other.png')")
        with self.assertRaisesRegex(TypeError, "writable_files must be a list"):
            self.make(writable_files="a.png")


if __name__ == "__main__":
    unittest.main()
