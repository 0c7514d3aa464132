# SPDX-License-Identifier: MIT
"""Pixels that a host draws."""

import gc
import unittest

from support import HAS_NUMPY, EngineTestCase, needs_numpy

import layerlua

LAYER = """
return ca.DrawableLayer {
  bounds = {0, 0, 3, 2}, draw = 'camera', asynchronous = true, opaque = false,
  drawableProperties = { retainedBacking = %s },
}
"""


class DrawableTests(EngineTestCase):
    def layer(self, function, retained="false"):
        self.engine.set_drawable("camera", function)
        return self.engine.run(LAYER % retained)

    def test_a_function_draws(self):
        seen = []

        def draw(drawable):
            seen.append((drawable.width, drawable.height, drawable.time, repr(drawable)))
            self.assertEqual(drawable.buffer.nbytes, 24)
            with self.assertRaises(AttributeError):
                drawable.height = 10**6
            drawable.buffer[4:8] = b"\1\2\3\xff"

        image = self.layer(draw).image(time=1.5)
        self.assertEqual(seen, [(3, 2, 1.5, "<layerlua.Drawable of 3 × 2 pixels at 1.5 s>")])
        self.assertEqual(image.pixels(), bytes(4) + b"\1\2\3\xff" + bytes(16))

    def test_whole_frames_are_taken(self):
        frame = bytes(range(0, 8)) * 2 + bytes([0, 0, 0, 255]) * 2
        expected = None
        for pixels in (frame, bytearray(frame), memoryview(frame)):
            result = (
                self.layer(lambda drawable, pixels=pixels: drawable.set_pixels(pixels))
                .image()
                .pixels("rgba_premultiplied")
            )
            expected = expected or result
            self.assertEqual(result, expected)
        self.assertEqual(expected[16:], frame[16:])
        for pixels, error, message in [
            (b"short", ValueError, "expected 24 bytes, four for each of 3 × 2 pixels, got 5"),
            ("text", TypeError, "pixels must be bytes"),
        ]:
            with self.assertRaises(layerlua.Error) as caught:
                self.layer(lambda drawable, pixels=pixels: drawable.set_pixels(pixels)).image()
            self.assertIsInstance(caught.exception.__cause__, error)
            self.assertIn(message, str(caught.exception.__cause__))

    def test_what_was_presented_last_may_be_drawn_over(self):
        def draw(drawable):
            memory = drawable.buffer
            memory[drawn * 4 : drawn * 4 + 4] = b"\xff" * 4

        drawn = 0
        self.engine.set_drawable("camera", draw)
        layer = self.engine.run(LAYER % "true")
        for drawn in range(3):
            pixels = layer.image().pixels()
        self.assertEqual(pixels, b"\xff" * 12 + bytes(12))

    def test_a_decorator_offers(self):
        @self.engine.drawable("camera")
        def draw(drawable):
            drawable.set_pixels(b"\xff" * 24)

        self.assertEqual(self.engine.run(LAYER % "false").image().pixels(), b"\xff" * 24)
        self.assertTrue(callable(draw))
        with self.assertRaises(TypeError):
            self.engine.drawable("x")(5)

    def test_after_the_call_there_are_no_pixels(self):
        kept = []

        def draw(drawable):
            memory = drawable.buffer
            memory[0] = 255
            kept.extend([drawable, memory])
            if HAS_NUMPY:
                kept.append(drawable.numpy())

        layer = self.layer(draw)
        layer.image()
        for use in (
            lambda: kept[0].buffer,
            lambda: kept[0].set_pixels(bytes(24)),
            *([kept[0].numpy] if HAS_NUMPY else []),
        ):
            with self.assertRaisesRegex(layerlua.UsageError, "its pixels are valid only until the function returns"):
                use()
        # A view kept after the function returned refers to memory that nothing else uses.
        kept[1][:] = bytes(24)
        if HAS_NUMPY:
            kept[2][:] = 9
        layer.image()
        self.engine.close()
        gc.collect()
        kept[1][:] = bytes(24)

    def test_an_exception_is_the_cause_of_the_pictures_error(self):
        def draw(drawable):
            drawable.buffer[0] = 1
            raise ValueError("no camera")

        layer = self.layer(draw)
        for use in (layer.image, lambda: layer.encode("png"), lambda: layer.write("never.png")):
            with self.assertRaisesRegex(layerlua.Error, 'the host could not draw "camera"') as caught:
                use()
            self.assertIsInstance(caught.exception.__cause__, ValueError)

        def end(drawable):
            raise KeyboardInterrupt

        layer = self.layer(end)
        with self.assertRaises(KeyboardInterrupt):
            layer.image()

    def test_a_name_is_taken_away(self):
        layer = self.layer(lambda drawable: drawable.set_pixels(b"\xff" * 24))
        self.engine.set_drawable("camera", None)
        self.assertEqual(layer.image().pixels(), b"\xff" * 24)
        for name, function, error in (("", print, layerlua.UsageError), (5, print, TypeError), ("a", 5, TypeError)):
            with self.assertRaises(error):
                self.engine.set_drawable(name, function)

    @needs_numpy
    def test_an_array_is_drawn_into(self):
        import numpy

        def draw(drawable):
            array = drawable.numpy()
            self.assertEqual(array.shape, (2, 3, 4))
            array[:, 1] = [1, 2, 3, 255]
            self.assertTrue((drawable.numpy() == array).all())

        pixels = self.layer(draw).numpy()
        self.assertTrue((pixels[:, 1] == [1, 2, 3, 255]).all() and pixels.sum() == 2 * 261)
        frame = numpy.full((2, 3, 4), 255, numpy.uint8)
        self.assertTrue((self.layer(lambda drawable: drawable.set_pixels(frame)).numpy() == 255).all())
        self.assertTrue((self.layer(lambda drawable: drawable.set_pixels(frame[::-1])).numpy() == 255).all())


if __name__ == "__main__":
    unittest.main()
