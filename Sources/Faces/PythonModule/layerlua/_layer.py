# SPDX-License-Identifier: MIT
"""Layers."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, List, Optional, Tuple

from . import _callbacks
from ._checks import number, text, whole
from ._checks import path as path_bytes
from ._conversion import MOST_WHOLE, Given, taken
from ._declarations import LAYER, CValue
from ._errors import Error
from ._finding import Finding
from ._frames import Frames
from ._images import (
    Image,
    numpy_module,
    picture_memory,
    picture_pillow,
    pillow_module,
    pixel_array,
    pixel_format,
    writable,
)
from ._kept import Kept
from ._library import c
from ._listening import listening
from ._page import Page
from ._settings import Extent, Pixels, Progress, Settings

if TYPE_CHECKING:
    import os

    import numpy
    import numpy.typing
    import PIL.Image


class Layer(Kept):
    """A layer, good as long as Python has it. Its keys and key paths are read and set by name::

        layer["opacity"] = 0.5
        layer["transform.rotation.z"]

    What keys hold comes as None, bool, float, str, bytes, ``Point``, ``Size``, ``Rect``, ``Color``, ``Transform``,
    ``Path``, ``Layer``, ``Image``, ``Function``, list or dict, and is given as such. Where a key takes several forms,
    all of them do: ``"red"`` for a colour, two numbers for a point. Setting a key fires no implicit animation unless a
    script asked for them.

    The same layer is always the same object. Pictures show its own bounds space, at its bounds' size times `scale`:

    * `time`, in seconds, is the picture's; without it the picture shows ``Engine.current_time``.
    * `size` is a width and a height in points, from the bounds' origin.
    * `background` is a CSS colour under the layer.
    """

    __slots__ = ()
    _type = LAYER
    _let_go = c.layerlua_let_layer_go

    # Not iterable: layers are indexed by key paths, not by numbers.
    __iter__ = None
    __contains__ = None

    # ---- values

    def __getitem__(self, key_path: str) -> Any:
        key = text(key_path, "the key path")
        handle = self._handle
        value = CValue()
        with handle as engine:
            was_reading = handle.begin_reading()
            try:
                handle.check(c.layerlua_get(engine, self._pointer, key, ctypes.byref(value)))
                return taken(handle, value)
            finally:
                handle.end_reading(was_reading)

    def __setitem__(self, key_path: str, value: Any) -> None:
        key = text(key_path, "the key path")
        handle = self._handle
        kind = type(value)
        if kind is float or kind is int and -MOST_WHOLE <= value <= MOST_WHOLE:
            with handle as engine:
                handle.check(c.layerlua_set_number(engine, self._pointer, key, value))
            return
        given = Given(handle, (value,), key_path)
        with handle as engine:
            handle.check(c.layerlua_set(engine, self._pointer, key, given.items))

    def value(self, key_path: str, at: Optional[float] = None) -> Any:
        """Returns what a key path has; with a time, in seconds, what it shows then, with the animations on it."""
        if at is None:
            return self[key_path]
        key = text(key_path, "the key path")
        time = number(at, "at")
        handle = self._handle
        value = CValue()
        with handle.working() as engine:
            was_reading = handle.begin_reading()
            try:
                handle.check(c.layerlua_get_at(engine, self._pointer, key, time, ctypes.byref(value)))
                return taken(handle, value)
            finally:
                handle.end_reading(was_reading)

    def dump(self) -> Any:
        """Returns the tree as lists and dicts: of every layer its class, its label and what is not default."""
        import json

        handle = self._handle
        with handle.working() as engine:
            result = ctypes.c_char_p()
            was_reading = handle.begin_reading()
            try:
                handle.check(c.layerlua_dump(engine, self._pointer, ctypes.byref(result)))
                text_ = result.value
            finally:
                handle.end_reading(was_reading)
        return json.loads(text_ or b"null")

    # ---- pictures

    def pixel_size(self, *, scale: float = 1, size: Optional[Extent] = None) -> Tuple[int, int]:
        """Returns the width and height in pixels of such a picture."""
        settings = Settings(scale, None, size, None)
        with self._handle as engine:
            return self._pixel_size(engine, settings)

    def _pixel_size(self, engine: int, settings: Settings) -> Tuple[int, int]:
        width, height = ctypes.c_uint32(), ctypes.c_uint32()
        self._handle.check(
            c.layerlua_picture_size(
                engine, self._pointer, settings.reference, ctypes.byref(width), ctypes.byref(height)
            )
        )
        return width.value, height.value

    def image(
        self,
        *,
        scale: float = 1,
        time: Optional[float] = None,
        size: Optional[Extent] = None,
        background: Optional[str] = None,
    ) -> Image:
        """Returns a picture of the layer in memory."""
        settings = Settings(scale, time, size, background)
        handle = self._handle
        with handle.working() as engine:
            image = ctypes.c_void_p()
            handle.check(c.layerlua_render_image(engine, self._pointer, settings.reference, ctypes.byref(image)))
            return Image._of(image.value or 0)

    def numpy(
        self,
        *,
        scale: float = 1,
        time: Optional[float] = None,
        size: Optional[Extent] = None,
        background: Optional[str] = None,
        format: str = "rgba",
        out: Optional[numpy.typing.NDArray[numpy.uint8]] = None,
    ) -> numpy.typing.NDArray[numpy.uint8]:
        """Returns a picture as an array of numpy.uint8: height × width × 4, drawn right into it.

        Args:
            format: ``rgba``, ``bgra``, ``rgba_premultiplied`` or ``bgra_premultiplied``.
            out: an array to draw into, whose rows may lie apart, such as a part of a larger picture.
        """
        np = numpy_module("Layer.numpy")
        pixels = pixel_format(format)
        settings = Settings(scale, time, size, background)
        handle = self._handle
        with handle.working() as engine:
            width, height = self._pixel_size(engine, settings)
            array: numpy.typing.NDArray[numpy.uint8]
            array, address, count, stride = pixel_array(np, width, height, out)
            handle.check(c.layerlua_render(engine, self._pointer, settings.reference, pixels, address, count, stride))
        return array

    def render(
        self,
        buffer: Any,
        *,
        scale: float = 1,
        time: Optional[float] = None,
        size: Optional[Extent] = None,
        background: Optional[str] = None,
        format: str = "rgba",
        bytes_per_row: int = 0,
    ) -> Tuple[int, int]:
        """Draws into memory, such as a bytearray or what is shared with another process, and returns the picture's
        width and height in pixels.

        Args:
            buffer: memory in one piece, of which ``pixel_size`` says how much is needed: four bytes a pixel, rows from
                the top.
            format: ``rgba``, ``bgra``, ``rgba_premultiplied`` or ``bgra_premultiplied``.
            bytes_per_row: from a row to the next; 0 for rows without gaps.
        """
        address, count, kept = writable(buffer, "buffer")
        pixels = pixel_format(format)
        stride = whole(bytes_per_row, "bytes_per_row", 0, 0x7FFF_FFFF)
        settings = Settings(scale, time, size, background)
        handle = self._handle
        with handle.working() as engine:
            extent = self._pixel_size(engine, settings)
            handle.check(c.layerlua_render(engine, self._pointer, settings.reference, pixels, address, count, stride))
        del kept
        return extent

    def pillow(
        self,
        *,
        scale: float = 1,
        time: Optional[float] = None,
        size: Optional[Extent] = None,
        background: Optional[str] = None,
    ) -> PIL.Image.Image:
        """Returns a picture as one of Pillow's, of mode RGBA."""
        pillow_module("Layer.pillow")
        handle = self._handle
        settings = Settings(scale, time, size, background)
        with handle.working() as engine:
            width, height = self._pixel_size(engine, settings)
            memory = picture_memory(width, height)
            handle.check(
                c.layerlua_render(
                    engine, self._pointer, settings.reference, pixel_format("rgba"), memory, len(memory), 0
                )
            )
        return picture_pillow((width, height), memory)

    def encode(
        self,
        format: str,
        *,
        scale: float = 1,
        time: Optional[float] = None,
        size: Optional[Extent] = None,
        background: Optional[str] = None,
        quality: Optional[float] = None,
        lossless: Optional[bool] = None,
        compression: Optional[int] = None,
        dpi: Optional[float] = None,
        fps: Optional[float] = None,
        start: Optional[float] = None,
        duration: Optional[float] = None,
        frames: Optional[str] = None,
        progress: Optional[Progress] = None,
        page: Optional[Page] = None,
        on_pixels: Optional[Pixels] = None,
    ) -> bytes:
        """Returns the bytes of a picture file or of a film.

        Args:
            format: ``png``, ``jpg``, ``webp``, ``pdf`` or ``svg``; of films ``gif``, ``apng``, ``mp4``, ``webm``, and
                ``webp`` and ``pdf`` with one of the film's arguments.
            quality: of jpg and webp, 0 to 1.
            lossless: of webp.
            compression: of png, from 1, the fastest, to 12, the smallest.
            dpi: noted in png and jpg; of pdf and svg that of what pages cannot hold, 300 unless it is given.
            fps: frames of a film per second; 60, of a gif 50, unless it is given.
            start: the time of a film's first frame, in seconds; the current time unless it is given.
            duration: of a film, in seconds; until the last animation that has an end is over unless it is given.
            frames: those of a film that are drawn, such as ``"0-119,200-"``.
            progress: as in ``write``.
            page: what a pdf or svg is like: its paper, margin, title.
            on_pixels: called with each layer of a pdf or svg that became pixels, by its label, and the reason.
        """
        settings = Settings(scale, time, size, background)
        settings.set_file(quality, lossless, compression, dpi)
        settings.set_page(page)
        settings.set_film(fps, start, duration, frames)
        name = text(format, "format")
        handle = self._handle
        listener = listening(handle, settings, progress, on_pixels)
        with handle.working() as engine:
            data, count = ctypes.c_void_p(), ctypes.c_size_t()
            handle.check(
                c.layerlua_encode(
                    engine, self._pointer, settings.reference, name, ctypes.byref(data), ctypes.byref(count)
                )
            )
            try:
                result = ctypes.string_at(data, count.value)
            finally:
                c.layerlua_free_bytes(data)
        del listener
        return result

    def write(
        self,
        path: str | os.PathLike[str],
        *,
        scale: float = 1,
        time: Optional[float] = None,
        size: Optional[Extent] = None,
        background: Optional[str] = None,
        quality: Optional[float] = None,
        lossless: Optional[bool] = None,
        compression: Optional[int] = None,
        dpi: Optional[float] = None,
        fps: Optional[float] = None,
        start: Optional[float] = None,
        duration: Optional[float] = None,
        frames: Optional[str] = None,
        progress: Optional[Progress] = None,
        page: Optional[Page] = None,
        on_pixels: Optional[Pixels] = None,
    ) -> None:
        """Writes a picture or a film, by the extension of the path: png, jpg, webp, pdf, svg; mp4, webm, gif, apng,
        webp and pdf with one of the film's arguments, or a picture for each frame, such as ``frame-{0000}.png``. A
        failure leaves an old file as it was; folders that are missing are made.

        The path is relative to the engine's `working_directory`, else to the process's, and must be below it or one of
        `writable_directories` unless the engine is trusted.

        Args:
            quality: of jpg and webp, 0 to 1.
            lossless: of webp.
            compression: of png, from 1, the fastest, to 12, the smallest.
            dpi: noted in png and jpg; of pdf and svg that of what pages cannot hold, 300 unless it is given.
            fps: frames of a film per second; 60, of a gif 50, unless it is given.
            start: the time of a film's first frame, in seconds; the current time unless it is given.
            duration: of a film, in seconds; until the last animation that has an end is over unless it is given.
            frames: those of a film that are drawn, such as ``"0-119,200-"``.
            progress: called now and then with how many frames of a film are done, and how many there are. False ends
                the film, which vanishes, with ``CancelledError``. It may use the engine.
            page: what a pdf or svg is like: its paper, margin, title.
            on_pixels: called with each layer of a pdf or svg that became pixels, by its label, and the reason.
        """
        settings = Settings(scale, time, size, background)
        settings.set_file(quality, lossless, compression, dpi)
        settings.set_page(page)
        settings.set_film(fps, start, duration, frames)
        file = path_bytes(path, "path")
        handle = self._handle
        listener = listening(handle, settings, progress, on_pixels)
        with handle.working() as engine:
            handle.check(c.layerlua_render_file(engine, self._pointer, settings.reference, file))
        del listener

    def frames(
        self,
        *,
        fps: Optional[float] = None,
        start: Optional[float] = None,
        duration: Optional[float] = None,
        frames: Optional[str] = None,
        scale: float = 1,
        size: Optional[Extent] = None,
        background: Optional[str] = None,
    ) -> Frames:
        """Returns the frames of a film in memory: a sequence of ``Image`` with their number, and the film's length.

        Args:
            fps: frames per second; 60 unless it is given.
            start: the time of the first frame, in seconds; the current time unless it is given.
            duration: in seconds; until the last animation that has an end is over unless it is given.
            frames: those that are drawn, such as ``"0-119,200-"``.

        Raises:
            UsageError: the film has no end: neither a duration nor an animation that has one.
        """
        settings = Settings(scale, None, size, background)
        settings.set_film(fps, start, duration, frames)
        return Frames(self, settings)

    # ---- what is wrong with them

    def diagnose(
        self,
        *,
        scale: float = 1,
        time: Optional[float] = None,
        size: Optional[Extent] = None,
        background: Optional[str] = None,
        film: bool = False,
    ) -> List[Finding]:
        """Returns what of the picture was probably meant otherwise, most of all layers that are not seen: why, and the
        remedy. In the order of the tree, and empty when all is as it seems to be meant.

        A layer is called not seen only where the picture without it has the same bytes. It costs a few pictures, and up
        to 64 in part. ``ca.allow`` and the engine's `allowed_warnings` leave rules out.

        Args:
            film: look also at 16 times of the layer's animations, and take what shows at any of them as seen.
        """
        settings = Settings(scale, time, size, background)
        if film:
            settings.set_film(60, None, None, None)
        handle = self._handle
        findings = _callbacks.Findings(handle)
        with handle.working() as engine:
            handle.check(
                c.layerlua_diagnose(engine, self._pointer, settings.reference, _callbacks.FINDING, findings.token)
            )
        return findings.found

    # ---- what Python expects

    def __repr__(self) -> str:
        try:
            name = self["name"]
        except Error:  # the engine is closed, or in use by another thread
            name = None
        return f"<layerlua.Layer at {self._pointer:#x}>" if name is None else f"<layerlua.Layer {name!r}>"

    def _repr_png_(self) -> Optional[bytes]:
        """Returns the picture that notebooks show."""
        try:
            return self.encode("png")
        except Error:
            return None
