# SPDX-License-Identifier: MIT
"""Images: pixels of one's own, numpy's and Pillow's."""

import copy
import pickle
import random
import unittest

from support import HAS_NUMPY, SQUARE, EngineTestCase, needs_numpy, needs_pillow, python

import layerlua
from layerlua import Image

if HAS_NUMPY:
    import numpy

PIXELS = bytes([255, 0, 0, 255, 0, 255, 0, 128, 0, 0, 255, 0, 10, 20, 30, 255])


class PixelTests(EngineTestCase):
    def test_pixels_come_back(self):
        image = Image.from_pixels(PIXELS, 2, 2, scale=2)
        self.assertEqual((image.width, image.height, image.scale), (2, 2, 2))
        # A transparent pixel has no colour.
        self.assertEqual(image.pixels(), PIXELS[:8] + bytes(4) + PIXELS[12:])
        self.assertEqual(image.pixels("bgra")[:8], bytes([0, 0, 255, 255, 0, 255, 0, 128]))
        self.assertEqual(image.pixels("rgba_premultiplied")[4:8], bytes([0, 128, 0, 128]))
        self.assertEqual(image.pixels("bgra_premultiplied")[:4], bytes([0, 0, 255, 255]))
        self.assertEqual(repr(image), "<layerlua.Image of 2 × 2 pixels at scale 2>")

    def test_formats_are_read_as_they_are_written(self):
        numbers = random.Random(7)
        opaque = b"".join(numbers.randbytes(3) + b"\xff" for _ in range(35))
        for format in ("rgba", "bgra", "rgba_premultiplied", "bgra_premultiplied"):
            self.assertEqual(Image.from_pixels(opaque, 5, 7, format=format).pixels(format), opaque)

    def test_memory_may_be_of_any_kind(self):
        expected = Image.from_pixels(PIXELS, 2, 2).pixels()
        gaps = PIXELS[:8] + b"gap!" + PIXELS[8:]
        for memory, options in [
            (bytearray(PIXELS), {}),
            (memoryview(PIXELS), {}),
            (memoryview(bytearray(PIXELS)).cast("I"), {}),
            (memoryview(b"".join(bytes([byte, 0]) for byte in PIXELS))[::2], {}),
            (PIXELS + b"more", {}),
            (gaps, {"bytes_per_row": 12}),
        ]:
            with self.subTest(memory):
                self.assertEqual(Image.from_pixels(memory, 2, 2, **options).pixels(), expected)

    def test_what_is_no_picture_is_refused(self):
        for arguments, options, error, message in [
            ((PIXELS, 0, 2), {}, ValueError, "width must be from 1"),
            ((PIXELS, 2, -1), {}, ValueError, "height must be from 1"),
            ((PIXELS, 2.0, 2), {}, TypeError, "width must be a whole number, got float 2.0"),
            ((PIXELS, 3, 2), {}, ValueError, "3 × 2 pixels need 24 bytes, got 16"),
            ((PIXELS, 2, 2), {"bytes_per_row": 7}, ValueError, "bytes_per_row must be from 8"),
            ((PIXELS, 2, 2), {"bytes_per_row": 9}, ValueError, "need 17 bytes, got 16"),
            ((PIXELS, 2, 2), {"format": "rgb"}, ValueError, "format must be one of"),
            ((PIXELS, 2, 2), {"scale": 0}, ValueError, "scale must be above 0"),
            ((PIXELS, 2, 2), {"scale": "1"}, TypeError, "scale must be a number"),
            (("text", 2, 2), {}, TypeError, "pixels must be bytes or memory such as a bytearray, got str"),
            ((None, 2, 2), {}, TypeError, "pixels must be bytes or memory"),
            ((b"", 1, 1), {}, ValueError, "need 4 bytes, got 0"),
            ((PIXELS, 2**31 - 1, 2**31 - 1), {}, ValueError, "need .* bytes"),
        ]:
            with self.subTest(message), self.assertRaisesRegex(error, message):
                Image.from_pixels(*arguments, **options)
        with self.assertRaisesRegex(MemoryError, "larger than an image can be"):
            Image.from_pixels(bytes(4 * 70_000), 70_000, 1)
        with self.assertRaises(AttributeError):
            Image.from_pixels(PIXELS, 2, 2).width = 9
        with self.assertRaisesRegex(TypeError, "an Image is made by"):
            Image()
        for format in ("", None, 0, ["rgba"]):
            with self.assertRaisesRegex(ValueError, "format must be one of"):
                Image.from_pixels(PIXELS, 2, 2).pixels(format)

    def test_files_are_decoded(self):
        layer = self.engine.run(SQUARE)
        for format in ("png", "webp"):
            data = layer.encode(format, **({"lossless": True} if format == "webp" else {}))
            for memory in (data, bytearray(data), memoryview(data)):
                image = Image.decode(self.engine, memory)
                self.assertEqual((image.width, image.height, image.scale), (4, 2, 1))
                self.assertEqual(image.pixels(), b"\xff\0\0\xff" * 8)
        for data in (b"", b"nonsense", layer.encode("png")[:20]):
            with self.assertRaises(layerlua.UsageError):
                Image.decode(self.engine, data)
        with self.assertRaisesRegex(TypeError, "data must be bytes or memory"):
            Image.decode(self.engine, "a.png")
        with self.assertRaises(layerlua.LimitError):
            Image.decode(self.make(image_pixel_limit=7), layer.encode("png"))

    def test_images_are_equal_when_they_are_the_same_picture(self):
        image = Image.from_pixels(PIXELS, 2, 2)
        self.assertEqual(self.echoed(image), image)
        self.assertEqual(hash(self.echoed(image)), hash(image))
        self.assertNotEqual(Image.from_pixels(PIXELS, 2, 2), image)
        self.assertNotEqual(image, None)
        self.assertIs(copy.copy(image), image)
        self.assertIs(copy.deepcopy([image])[0], image)
        restored = pickle.loads(pickle.dumps(Image.from_pixels(PIXELS, 2, 2, scale=2)))
        self.assertEqual(
            (restored.pixels(), restored.width, restored.height, restored.scale), (image.pixels(), 2, 2, 2)
        )

    def test_scripts_find_images_by_name(self):
        image = Image.from_pixels(PIXELS, 2, 2)
        self.engine.images["badge"] = image
        self.assertEqual((dict(self.engine.images), len(self.engine.images)), ({"badge": image}, 1))
        layer = self.engine.run("return ca.Layer { bounds = {0, 0, 2, 2}, contents = 'badge' }")
        self.assertEqual(layer.image().pixels(), image.pixels())
        del self.engine.images["badge"]
        self.assertEqual(layer.image().pixels(), image.pixels())
        self.engine.run("print(pcall(ca.Image.named, 'badge'))")
        self.assertIn("badge", self.prints[0])
        for name, value, error, message in [
            ("a", None, TypeError, "expected an Image, got NoneType; Image.from_pillow"),
            ("a", PIXELS, TypeError, "expected an Image, got bytes"),
            (5, image, TypeError, "the image's name must be str"),
            ("", image, layerlua.UsageError, "the image's name is empty"),
        ]:
            with self.subTest(name), self.assertRaisesRegex(error, message):
                self.engine.images[name] = value
        with self.assertRaises(KeyError):
            del self.engine.images["badge"]
        self.assertEqual(dict(self.engine.images), {})
        self.engine.images.update(a=image, b=image)
        self.engine.images.clear()
        self.assertNotIn("a", self.engine.images)


@needs_numpy
class NumpyTests(EngineTestCase):
    def test_a_layer_is_drawn_into_an_array(self):
        layer = self.engine.run(SQUARE)
        array = layer.numpy(scale=2)
        self.assertEqual((array.shape, array.dtype), ((4, 8, 4), numpy.uint8))
        self.assertTrue((array == [255, 0, 0, 255]).all())
        array[:] = 7
        self.assertTrue((layer.numpy(format="bgra") == [0, 0, 255, 255]).all())

    def test_an_array_of_ones_own_is_drawn_into(self):
        layer = self.engine.run(SQUARE)
        whole = numpy.zeros((6, 9, 4), numpy.uint8)
        part = whole[1:3, 2:6]
        self.assertIs(layer.numpy(out=part), part)
        self.assertEqual(whole.sum(), 8 * 510)
        self.assertTrue((part == [255, 0, 0, 255]).all())
        backward = numpy.zeros((2, 4, 4), numpy.uint8)[::-1]
        locked = numpy.zeros((2, 4, 4), numpy.uint8)
        locked.flags.writeable = False
        for out, message in [
            (numpy.zeros((2, 4, 3), numpy.uint8), "out must be an array of 2 × 4 × 4 of uint8, got 2 × 4 × 3 of uint8"),
            (numpy.zeros((2, 4, 4)), "got 2 × 4 × 4 of float64"),
            (bytearray(32), "got bytearray"),
            (backward, "side by side"),
            (locked, "must be writable"),
            (numpy.zeros((2, 8, 4), numpy.uint8)[:, ::2], "side by side"),
            (numpy.zeros((2, 4, 8), numpy.uint8)[:, :, ::2], "side by side"),
            (numpy.broadcast_to(numpy.zeros((1, 4, 4), numpy.uint8), (2, 4, 4)), "must be writable"),
        ]:
            with self.subTest(message), self.assertRaisesRegex(ValueError, message):
                layer.numpy(out=out)
        row = self.engine.run("return ca.Layer { bounds = {0, 0, 3, 1}, backgroundColor = 'red' }")
        self.assertTrue((row.numpy(out=numpy.zeros((9, 3, 4), numpy.uint8)[::-4][:1]) == [255, 0, 0, 255]).all())

    def test_arrays_are_images(self):
        numbers = numpy.random.default_rng(5)
        colours = numbers.integers(0, 256, (5, 7, 4), numpy.uint8)
        colours[:, :, 3] = 255
        self.assertTrue((Image.from_numpy(colours).numpy() == colours).all())
        self.assertTrue((Image.from_numpy(colours, format="bgra").numpy() == colours[:, :, [2, 1, 0, 3]]).all())
        self.assertTrue((Image.from_numpy(colours[:, :, :3]).numpy() == colours).all())
        self.assertTrue((Image.from_numpy(colours[:, :, :3], format="bgra").numpy("bgra") == colours).all())
        grey = Image.from_numpy(colours[:, :, 0]).numpy()
        self.assertTrue((grey[:, :, :3] == colours[:, :, :1]).all() and (grey[:, :, 3] == 255).all())
        self.assertEqual(Image.from_numpy(colours, scale=3).scale, 3)

    def test_strides_may_be_any(self):
        numbers = numpy.random.default_rng(6)
        large = numbers.integers(0, 256, (20, 24, 8), numpy.uint8)
        large[:, :, 3:] = 255
        locked = large[:, :, :4].copy()
        locked.flags.writeable = False
        for array in [
            large[:, :, :4], large[::2, ::3, :4], large[::-1, :, :4], large[:, ::-1, :4], large[3:7, 5:9, :4],
            large[:, :, 4::-1][:, :, :3], large.transpose(1, 0, 2)[:, :, :4], numpy.asfortranarray(large[:, :, :4]),
            locked, locked[2:9, 3:8], large[:1, :, :4], large[:, :1, :4],
            numpy.broadcast_to(large[:1, :, :4], (5, 24, 4)), large[5], large[::3, ::2, 1],
        ]:  # fmt: skip
            with self.subTest(strides=array.strides, shape=array.shape):
                expected = numpy.repeat(array[:, :, None], 3, 2) if array.ndim == 2 else array[:, :, :3]
                self.assertTrue((Image.from_numpy(array).numpy()[:, :, :3] == expected).all())

    def test_other_arrays_are_refused_with_the_remedy(self):
        for array, error, message in [
            (numpy.zeros((2, 2, 4)), TypeError, r"of uint8, got float64; for numbers from 0 to 1 use \(array \* 255\)"),
            (numpy.zeros((2, 2, 4), numpy.uint16), TypeError, "got uint16"),
            (numpy.zeros((2, 2, 4), bool), TypeError, "got bool"),
            (
                numpy.zeros((2, 2, 2), numpy.uint8),
                ValueError,
                "height × width × 4, × 3, or height × width, got 2 × 2 × 2",
            ),
            (numpy.zeros(4, numpy.uint8), ValueError, "got 4"),
            (numpy.zeros((), numpy.uint8), ValueError, "expected an array of height"),
            (numpy.zeros((0, 2, 4), numpy.uint8), ValueError, "an image of 2 × 0 pixels is not possible"),
            ([[1]], TypeError, "expected a numpy array, got list"),
        ]:
            with self.subTest(message), self.assertRaisesRegex(error, message):
                Image.from_numpy(array)

    def test_without_numpy_an_error_says_so(self):
        result = python(
            "import sys; sys.modules['numpy'] = None; import layerlua\nlayer = layerlua.Engine().run('return ca.Layer "
            "{ bounds = {0, 0, 1, 1} }')\n"
            "for use in (layer.numpy, layer.image().numpy, lambda: layerlua.Image.from_numpy(None)):\n"
            "  try: use()\n  except ImportError as error: print(error)"
        )
        self.assertEqual(
            [line.split(",")[0] for line in result.stdout.splitlines()],
            [f"{name} needs numpy" for name in ("Layer.numpy", "Image.numpy", "Image.from_numpy")],
        )


@needs_pillow
class PillowTests(EngineTestCase):
    def test_pictures_of_pillows_come_back(self):
        import PIL.Image

        picture = PIL.Image.frombytes("RGBA", (2, 2), PIXELS)
        image = Image.from_pillow(picture, scale=2)
        self.assertEqual(image.scale, 2)
        self.assertEqual(image.pillow().tobytes(), image.pixels())
        self.assertEqual(image.pillow().size, (2, 2))
        for mode in ("1", "L", "P", "RGB", "RGBX", "CMYK", "YCbCr", "HSV", "LA"):
            with self.subTest(mode):
                converted = (
                    PIL.Image.new("RGB", (3, 2), (255, 255, 255)).convert(mode)
                    if mode != "LA"
                    else PIL.Image.new("LA", (3, 2), (255, 255))
                )
                self.assertEqual(Image.from_pillow(converted).pixels(), converted.convert("RGBA").tobytes())

    def test_a_layer_is_a_picture_of_pillows(self):
        picture = self.engine.run(SQUARE).pillow(scale=2)
        self.assertEqual((picture.mode, picture.size), ("RGBA", (8, 4)))
        self.assertEqual(picture.getpixel((7, 3)), (255, 0, 0, 255))
        picture.putpixel((0, 0), (1, 2, 3, 4))
        self.assertEqual(picture.getpixel((0, 0)), (1, 2, 3, 4))

    def test_other_pictures_are_refused_with_the_remedy(self):
        import PIL.Image

        for mode in ("I", "F", "I;16"):
            with (
                self.subTest(mode),
                self.assertRaisesRegex(
                    ValueError, 'has no colours from 0 to 255: scale its values, and convert it to "L"'
                ),
            ):
                Image.from_pillow(PIL.Image.new(mode, (2, 2)))
        with self.assertRaisesRegex(TypeError, "expected a PIL.Image.Image, got str"):
            Image.from_pillow("a.png")

    def test_without_pillow_an_error_says_so(self):
        result = python(
            "import sys; sys.modules['PIL'] = None; import layerlua\nlayer = layerlua.Engine().run('return ca.Layer { "
            "bounds = {0, 0, 1, 1} }')\n"
            "for use in (layer.pillow, layer.image().pillow, lambda: layerlua.Image.from_pillow(None)):\n"
            "  try: use()\n  except ImportError as error: print(error)"
        )
        self.assertEqual(
            [line.split(",")[0] for line in result.stdout.splitlines()],
            [f"{name} needs Pillow" for name in ("Layer.pillow", "Image.pillow", "Image.from_pillow")],
        )


if __name__ == "__main__":
    unittest.main()
