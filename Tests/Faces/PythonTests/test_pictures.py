# SPDX-License-Identifier: MIT
"""Pictures and films."""

import os
import signal
import struct
import unittest
import wave

from support import SQUARE, EngineTestCase, needs_numpy

import layerlua

RED = b"\xff\0\0\xff"
MOVING = """
local l = ca.Layer {
  bounds = {0, 0, 8, 8}, backgroundColor = 'white',
  ca.Layer { name = 'dot', frame = {0, 0, 2, 2}, backgroundColor = 'red' },
}
l:find('dot'):addAnimation(ca.BasicAnimation { keyPath = 'position.x', fromValue = 1, toValue = 7, duration = 1 })
return l
"""


def png_size(data):
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    return struct.unpack(">II", data[16:24])


class SVGFileTests(EngineTestCase):
    """Files with more than shapes, which the program layerlua-svg draws."""

    SCRIPT = "return ca.Layer { bounds = {0, 0, 24, 24}, contents = 'text.svg' }"

    def setUp(self):
        super().setUp()
        self.place = self.folder()
        with open(os.path.join(self.place, "text.svg"), "w") as file:
            file.write(
                '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">'
                '<rect width="9" height="9" fill="red"/><text y="20">Ag</text></svg>'
            )

    def test_the_program_beside_the_library_draws_them_whatever_the_host_does_with_children(self):
        engine = self.make(script_directory=self.place)
        first = engine.run(self.SCRIPT).encode("png")
        self.assertEqual(png_size(first), (24, 24))
        engine.close()
        before = signal.signal(signal.SIGCHLD, signal.SIG_IGN)
        try:
            engine = self.make(script_directory=self.place)
            self.assertEqual(engine.run(self.SCRIPT).encode("png"), first)
            engine.close()
            with self.assertRaises(ChildProcessError):
                os.waitpid(-1, os.WNOHANG)
        finally:
            signal.signal(signal.SIGCHLD, before)

    def test_the_host_names_another_program(self):
        engine = self.make(script_directory=self.place, svg_program="/nowhere/svg")
        with self.assertRaisesRegex(
            layerlua.MissingError,
            'it has text .line 1., which .* svg_program is "/nowhere/svg", which is not a program',
        ):
            engine.run(self.SCRIPT)


class PageTests(EngineTestCase):
    def setUp(self):
        super().setUp()
        self.place = self.folder()
        self.engine = self.make(working_directory=self.place)

    def test_pages_have_paper_a_title_and_what_else_is_asked_for(self):
        layer = self.engine.run(SQUARE)
        page = layerlua.Page(paper="A4", landscape=True, margin=36, title="Tea", author="An author", date="2025-01-31")
        data = layer.encode("pdf", page=page)
        self.assertTrue(data.startswith(b"%PDF-1.7") and data.endswith(b"%%EOF\n"))
        self.assertIn(b"/MediaBox [0 0 841.8898 595.2756 ]", data)
        self.assertIn(b"/Title (Tea) /Author (An author) ", data)
        self.assertIn(b"/CreationDate (D:20250131)", data)
        self.assertEqual(layer.encode("pdf", page=page), data)
        self.assertIn(b"<title>Tea</title>", layer.encode("svg", page=layerlua.Page(title="Tea")))
        layer.write(self.place / "a.pdf", page=page)
        self.assertEqual((self.place / "a.pdf").read_bytes(), data)
        with self.assertRaisesRegex(layerlua.UsageError, 'unknown paper size "A11"; did you mean'):
            layer.encode("pdf", page=layerlua.Page(paper="A11"))
        with self.assertRaisesRegex(layerlua.UsageError, "title is for .pdf and .svg files"):
            layer.encode("png", page=layerlua.Page(title="Tea"))
        with self.assertRaisesRegex(TypeError, "page must be a layerlua.Page, got str"):
            layer.encode("pdf", page="A4")

    def test_layers_are_pages(self):
        one = self.engine.run(SQUARE)
        data = self.engine.encode_pages([one, one, one])
        self.assertEqual(data.count(b"/Type /Page /Parent"), 3)
        self.engine.write_pages(self.place / "book.pdf", [one, one, one])
        self.assertEqual((self.place / "book.pdf").read_bytes(), data)
        self.assertEqual(self.engine.encode_pages([one], "svg"), one.encode("svg"))
        with self.assertRaisesRegex(layerlua.UsageError, "2 layers are the pages of a .pdf; a .svg holds one picture"):
            self.engine.encode_pages([one, one], "svg")
        with self.assertRaisesRegex(layerlua.UsageError, "there is no page"):
            self.engine.encode_pages([])
        with self.assertRaisesRegex(TypeError, "pages must be layers, got int 3"):
            self.engine.encode_pages([one, 3])

    def test_frames_are_pages_and_what_becomes_pixels_is_told(self):
        layer = self.engine.run(MOVING)
        layer.write(self.place / "film.pdf", fps=4)
        self.assertEqual((self.place / "film.pdf").read_bytes().count(b"/Type /Page /Parent"), 4)
        layer["name"] = "page"
        layer["shadowOpacity"] = 1.0
        told = []
        layer.encode("pdf", on_rasterized=lambda layer, reason: told.append((layer, reason)))
        self.assertEqual(told, [("page", "its shadow is blurred")])


class PictureTests(EngineTestCase):
    def setUp(self):
        super().setUp()
        self.layer = self.engine.run(SQUARE)

    def test_sizes_are_the_bounds_times_the_scale(self):
        self.assertEqual(self.layer.pixel_size(), (4, 2))
        self.assertEqual(self.layer.pixel_size(scale=2.5), (10, 5))
        self.assertEqual(self.layer.pixel_size(size=(3, 7), scale=2), (6, 14))
        self.assertEqual(self.layer.pixel_size(size=layerlua.Size(3, 7)), (3, 7))

    def test_an_image_has_the_pixels(self):
        image = self.layer.image(scale=2)
        self.assertEqual((image.width, image.height, image.scale), (8, 4, 2))
        self.assertEqual(image.pixels(), RED * 32)
        self.assertEqual(self.layer.image().pixels("bgra"), b"\0\0\xff\xff" * 8)

    def test_settings_are_heeded(self):
        self.layer["opacity"] = 0.0
        self.assertEqual(self.layer.image().pixels(), bytes(32))
        self.assertEqual(self.layer.image(background="#010203").pixels(), b"\1\2\3\xff" * 8)
        moving = self.engine.run(MOVING)
        self.assertEqual(moving.image(time=0).pixels()[:4], RED)
        self.assertEqual(moving.image(time=0.999, size=(2, 2)).pixels()[:4], b"\xff" * 4)

    def test_wrong_settings_are_named(self):
        for settings, error, message in [
            ({"scale": 0}, ValueError, "scale must be above 0, got 0"),
            ({"scale": "2"}, TypeError, "scale must be a number, got str '2'"),
            ({"scale": float("nan")}, ValueError, "scale must be above 0, got nan"),
            ({"time": "1"}, TypeError, "time must be a number"),
            ({"size": 5}, TypeError, "size must be a width and a height, got 5"),
            ({"size": (1, 2, 3)}, TypeError, "size must be a width and a height"),
            ({"size": (0, 5)}, ValueError, "the size's width must be above 0, got 0"),
            ({"size": (5, None)}, TypeError, "the size's height must be a number, got NoneType"),
            ({"background": 5}, TypeError, "background must be str, got int 5"),
            ({"background": "no colour"}, layerlua.UsageError, "expected a CSS colour"),
            ({"time": float("inf")}, layerlua.UsageError, "time must be seconds"),
            ({"scale": 1e300}, layerlua.UsageError, "cannot be rendered"),
        ]:
            for use in (
                self.layer.image,
                lambda **options: self.layer.encode("png", **options),
                lambda **o: self.layer.render(bytearray(32), **o),
            ):
                with self.subTest(settings), self.assertRaisesRegex(error, message):
                    use(**settings)

    def test_memory_of_ones_own_is_drawn_into(self):
        memory = bytearray(32)
        self.assertEqual(self.layer.render(memory), (4, 2))
        self.assertEqual(memory, RED * 8)
        part = memoryview(bytearray(100))
        self.layer.render(part[1:], bytes_per_row=20, format="bgra_premultiplied")
        self.assertEqual(
            bytes(part[:41]), b"\0" + b"\0\0\xff\xff" * 4 + b"\0\0\0\0" + b"\0\0\xff\xff" * 4 + b"\0\0\0\0"
        )
        self.layer.render(memoryview(bytearray(32)).cast("I"))
        for buffer, options, error, message in [
            (bytes(32), {}, TypeError, "buffer cannot be written: expected memory such as a bytearray, got bytes"),
            ("text", {}, TypeError, "buffer must be bytes or memory such as a bytearray, got str"),
            (bytearray(31), {}, layerlua.UsageError, "needs a buffer of 32 bytes"),
            (bytearray(), {}, layerlua.UsageError, ""),
            (memoryview(bytearray(99))[::2], {}, ValueError, "buffer has gaps"),
            (bytearray(99), {"bytes_per_row": 15}, layerlua.UsageError, "at least 16 bytes each"),
            (bytearray(99), {"bytes_per_row": -1}, ValueError, "bytes_per_row must be from 0"),
            (
                bytearray(99),
                {"format": "argb"},
                ValueError,
                "format must be one of rgba, rgba_premultiplied, bgra_premultiplied, bgra, got 'argb'",
            ),
            (bytearray(99), {"format": None}, ValueError, "format must be one of"),
        ]:
            with self.subTest(message), self.assertRaisesRegex(error, message):
                self.layer.render(buffer, **options)

    def test_memory_that_is_drawn_into_is_not_resized_meanwhile(self):
        memory = bytearray(32)

        def grow():
            with self.assertRaises(BufferError):
                memory.extend(b"more")

        self.engine.register("grow", grow)
        layer = self.engine.run(
            "local l = ca.Layer { bounds = {0, 0, 4, 2} } hook = { displayLayer = function() ca.host.grow() end } "
            "l.delegate = hook"
            " l:setNeedsDisplay() return l"
        )
        layer.render(memory)
        memory.extend(b"more")

    def test_encoded_pictures_are_the_formats(self):
        self.assertEqual(png_size(self.layer.encode("png", scale=2, compression=12, dpi=300)), (8, 4))
        self.assertEqual(self.layer.encode("jpg", quality=0.5)[:2], b"\xff\xd8")
        lossy, lossless = (self.layer.encode("webp", lossless=lossless) for lossless in (False, True))
        self.assertEqual((lossy[:4], lossless[:4]), (b"RIFF", b"RIFF"))
        self.assertNotEqual(lossy, lossless)
        self.assertEqual(self.layer.encode("webp", effort=4), self.layer.encode("webp"))
        self.assertEqual(self.layer.encode("webp", effort=0)[:4], b"RIFF")
        for options, error, message in [
            ({"quality": 2}, layerlua.UsageError, "quality"),
            ({"quality": "high"}, TypeError, "quality must be a number"),
            ({"compression": 0}, ValueError, "compression must be from 1 to 12, got 0"),
            ({"compression": 1.5}, TypeError, "compression must be a whole number"),
            ({"effort": 7}, ValueError, "effort must be from 0 to 6, got 7"),
            ({"effort": 2}, layerlua.UsageError, "effort is for .webp files"),
            ({"dpi": 0}, ValueError, "dpi must be above 0"),
        ]:
            with self.subTest(options), self.assertRaisesRegex(error, message):
                self.layer.encode("jpg" if "quality" in options else "png", **options)
        for format, error in (("tiff", layerlua.Error), (5, TypeError), ("p\0", ValueError)):
            with self.subTest(format), self.assertRaises(error):
                self.layer.encode(format)

    def test_the_least_quality_is_not_the_default(self):
        layer = self.engine.run("return ca.GradientLayer { bounds = {0, 0, 64, 64}, colors = {'red', 'blue'} }")
        self.assertLess(len(layer.encode("jpg", quality=0)), len(layer.encode("jpg", quality=0.2)))

    def test_a_layer_without_size_has_no_picture(self):
        layer = self.engine.run("return ca.Layer()")
        for use in (
            layer.image,
            layer.pixel_size,
            lambda: layer.encode("png"),
            lambda: layer.write("a.png"),
            lambda: layer.render(bytearray(9)),
        ):
            with self.assertRaisesRegex(layerlua.UsageError, "give it bounds"):
                use()
        self.assertIsNone(layer._repr_png_())

    def test_notebooks_show_layers(self):
        self.assertEqual(png_size(self.layer._repr_png_()), (4, 2))


class FileTests(EngineTestCase):
    def setUp(self):
        super().setUp()
        self.place = self.folder()
        self.engine = self.make(working_directory=self.place)
        self.layer = self.engine.run(MOVING)

    def test_pictures_are_written(self):
        self.layer.write("a.png", scale=2, time=0.5, background="white", compression=1)
        self.layer.write("deep/er/a.jpg", quality=0.9)
        self.layer.write(self.place / "a.webp", lossless=True)
        self.assertEqual(png_size((self.place / "a.png").read_bytes()), (16, 16))
        self.assertTrue((self.place / "deep/er/a.jpg").exists() and (self.place / "a.webp").exists())

    def test_films_are_written(self):
        seen = []
        self.layer.write(
            "a.gif", fps=10, start=0, duration=1, progress=lambda finished, total: seen.append((finished, total))
        )
        self.assertEqual(seen[-1], (10, 10))
        self.assertEqual((self.place / "a.gif").read_bytes()[:6], b"GIF89a")
        self.layer.write("f-{000}.png", fps=4, duration=1, frames="1-2")
        self.assertEqual(sorted(path.name for path in self.place.glob("f-*")), ["f-001.png", "f-002.png"])
        self.layer.write("a.apng", fps=10)
        self.assertTrue((self.place / "a.apng").exists())

    def test_films_have_sounds_and_are_held(self):
        self.assertEqual(len(self.layer.frames(fps=10, duration=0.5, hold=0.3)), 8)
        self.layer = self.make(working_directory=self.place, script_directory=self.place).run(MOVING)
        with wave.open(str(self.place / "tone.wav"), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(1)
            file.setframerate(8000)
            file.writeframes(bytes(range(0, 250, 5)) * 80)
        sounds = [layerlua.Sound("tone.wav", loops=True, fade_out=0.1), layerlua.Sound("tone.wav", start=0.2, gain=-6)]
        self.layer.write("a.mp4", fps=10, duration=0.5, sounds=sounds)
        self.assertIn(b"mp4a", (self.place / "a.mp4").read_bytes())
        self.layer.write("b.mp4", fps=10, duration=0.5, sounds=[])
        self.assertNotIn(b"mp4a", (self.place / "b.mp4").read_bytes())
        for sound, error, message in [
            ("tone.wav", TypeError, "sounds must be layerlua.Sound"),
            (layerlua.Sound("tone.wav", pan=2), layerlua.UsageError, "pan: expected a number from -1"),
            (layerlua.Sound("tone.wav", begin=1, end=0), layerlua.UsageError, "to: expected seconds greater than from"),
            (layerlua.Sound("tone.wav", loops=0), ValueError, "loops must be from 1"),
            (layerlua.Sound("tone.wav", gain="loud"), TypeError, "gain must be a number"),
            (layerlua.Sound(5), TypeError, "file"),
        ]:
            with self.subTest(sound), self.assertRaisesRegex(error, message):
                self.layer.write("c.mp4", fps=10, duration=0.5, sounds=[sound])
        with self.assertRaises(layerlua.UsageError):
            self.layer.write("c.gif", fps=10, duration=0.5, sounds=sounds)

    def test_frames_are_a_sequence_of_images(self):
        frames = self.layer.frames(fps=10, duration=0.5, scale=2)
        self.assertEqual((len(frames), frames.fps, frames.start, frames.duration), (5, 10, 0, 0.5))
        pictures = [image.pixels() for image in frames]
        for index, pixels in enumerate(pictures):
            self.assertEqual(pixels, self.layer.image(scale=2, time=index / 10).pixels())
            self.assertEqual(frames[index - 5].pixels(), pixels)
        self.assertGreater(len(set(pictures)), 1)
        self.assertEqual([image.pixels() for image in frames[1:3]], pictures[1:3])
        self.assertEqual(len(self.layer.frames(fps=10, duration=0.5, frames="1,3-")), 3)
        for index in (5, -6):
            with self.assertRaisesRegex(IndexError, "the film has 5"):
                frames[index]
        with self.assertRaisesRegex(TypeError, "index must be a whole number"):
            frames["a"]
        buffer = bytearray(len(pictures[0]))
        width, height = frames.render(2, buffer)
        self.assertEqual((bytes(buffer), width * height * 4), (pictures[2], len(buffer)))
        with self.assertRaises(layerlua.UsageError):
            frames.render(2, bytearray(3))
        self.assertIn("5 at 10 frames", repr(frames))
        with self.assertRaises(ValueError):
            self.layer.frames(fps=0)

    @needs_numpy
    def test_frames_are_arrays(self):
        frames = self.layer.frames(fps=10, duration=0.5)
        array = frames.numpy(1)
        self.assertEqual(array.tobytes(), frames[1].pixels())
        self.assertIs(frames.numpy(2, out=array), array)
        self.assertEqual(array.tobytes(), frames[2].pixels())
        with self.assertRaises(ValueError):
            frames.numpy(2, out=array[1:])

    def test_films_are_bytes(self):
        for format in ("gif", "apng", "webp", "pdf"):
            data = self.layer.encode(format, fps=10, duration=0.5)
            self.layer.write(f"film.{format}", fps=10, duration=0.5)
            self.assertEqual(data, (self.place / f"film.{format}").read_bytes())
        seen = []
        self.layer.encode("gif", fps=10, duration=0.5, progress=lambda done, total: seen.append((done, total)))
        self.assertEqual(seen[-1], (5, 5))
        with self.assertRaises(layerlua.CancelledError):
            self.layer.encode("gif", fps=10, duration=0.5, progress=lambda done, total: False)

    def test_progress_may_use_the_engine_and_end_the_film(self):
        times = []
        self.layer.write("a.gif", fps=10, duration=1, progress=lambda *_: times.append(self.engine.current_time))
        self.assertEqual(set(times), {0})
        for answer in (None, True, 0, ""):
            self.layer.write("a.gif", fps=10, duration=0.2, progress=lambda *_: answer)
        with self.assertRaisesRegex(layerlua.CancelledError, "ended the film"):
            self.layer.write("b.gif", fps=10, duration=1, progress=lambda *_: False)
        self.assertFalse((self.place / "b.gif").exists())
        with self.assertRaisesRegex(ZeroDivisionError, "by zero"):
            self.layer.write("b.gif", fps=10, duration=1, progress=lambda *_: 1 // 0)
        self.assertFalse((self.place / "b.gif").exists())
        self.layer.write("b.gif", fps=10, duration=1)

    def test_what_cannot_be_written_is_an_error(self):
        for path, options, error, message in [
            ("a.tiff", {}, layerlua.UsageError, "tiff"),
            ("/nowhere/a.png", {}, layerlua.Error, ""),
            ("a.gif", {"fps": 0}, ValueError, "fps must be above 0"),
            ("a.gif", {"duration": -1}, ValueError, "duration must be above 0"),
            ("a.gif", {"start": "0"}, TypeError, "start must be a number"),
            ("a.gif", {"frames": 5}, TypeError, "frames must be str, got int 5"),
            ("a.gif", {"frames": "x", "duration": 1}, layerlua.UsageError, "frames"),
            ("a.gif", {"time": 1, "fps": 5}, layerlua.UsageError, "time is for single pictures"),
            ("a.gif", {"progress": 5, "duration": 1}, TypeError, "progress must be a function, got int 5"),
            ("a\0.png", {}, ValueError, "path has a zero character"),
            (5, {}, TypeError, "path must be str or os.PathLike, got int 5"),
        ]:
            with self.subTest(path=path, options=options), self.assertRaisesRegex(error, message):
                self.layer.write(path, **options)
        (self.place / "file").write_text("no folder")
        with self.assertRaises(layerlua.FileError):
            self.layer.write("file/a.png")


if __name__ == "__main__":
    unittest.main()
