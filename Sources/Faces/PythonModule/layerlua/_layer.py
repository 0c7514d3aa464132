# SPDX-License-Identifier: MIT
"""Layers."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, List, Optional, Sequence, Tuple

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
from ._sound import Sound

if TYPE_CHECKING:
    import os

    import numpy
    import numpy.typing
    import PIL.Image


class Layer(Kept):
    """A layer, valid as long as it is referenced. Its keys and key paths are read and set by name::

        layer["opacity"] = 0.5
        layer["transform.rotation.z"]

    Values are None, bool, float, str, bytes, ``Point``, ``Size``, ``Rect``, ``Color``, ``Transform``, ``Path``,
    ``Layer``, ``Image``, ``Function``, list or dict, both when read and when set. A key that accepts several forms
    accepts them here too: ``"red"`` for a colour, two numbers for a point. Setting a key starts an implicit animation
    only if a script asked for them.

    A layer is always represented by the same object. Pictures show the layer's bounds space; their size is that of the
    bounds times `scale`. Common arguments:

    * `time` is the time of the picture, in seconds. Default ``Engine.current_time``.
    * `size` is the width and height in points, from the bounds' origin.
    * `background` is a CSS colour under the layer.
    """

    __slots__ = ()
    _type = LAYER
    _let_go = c.layerlua_release_layer

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
        """Returns the value of a key path, or its animated value at a time in seconds."""
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
        """Returns the tree as lists and dicts: for every layer its class, its label and the keys that differ from the
        defaults.
        """
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

    # ---- states

    def set_state(
        self, name: Optional[str] = None, *, transition_speed: float = 1, time: Optional[float] = None
    ) -> None:
        """Sets the state of a name on the layer, or on the nearest layers below that have one: takes back what the last
        state changed, makes the changes of the new one, and adds the animations of the transition between them.
        ``layer["currentState"]`` is the name of the state that was set last. Scripts make states.

        Args:
            name: None or ``""`` for the base, without any state.
            transition_speed: a factor of the speed of the transition's animations; 0 shows the new values at once.
            time: the time at which the transition begins, in seconds of the scene; the current time by default.

        Raises:
            UsageError: no state has the name.
        """
        state = None if name is None else text(name, "name")
        speed = number(transition_speed, "transition_speed")
        start = float("nan") if time is None else number(time, "time")
        handle = self._handle
        with handle as engine:
            handle.check(c.layerlua_set_state(engine, self._pointer, state, speed, start))

    def set_state_between(self, from_state: Optional[str], to_state: Optional[str], fraction: float) -> None:
        """Sets the values between two states, without animations: each key that either changes moves linearly with the
        fraction, from 0, the first state, to 1. The nearer state is then the current one. None is the base.
        """
        first = None if from_state is None else text(from_state, "from_state")
        second = None if to_state is None else text(to_state, "to_state")
        share = number(fraction, "fraction")
        handle = self._handle
        with handle as engine:
            handle.check(c.layerlua_set_state_between(engine, self._pointer, first, second, share))

    def state_names(self) -> List[str]:
        """Returns the names of the layer's states in order; without states, of those that the nearest layers below
        have, each once.
        """
        handle = self._handle
        names, count = ctypes.POINTER(ctypes.c_char_p)(), ctypes.c_size_t()
        with handle as engine:
            was_reading = handle.begin_reading()
            try:
                handle.check(
                    c.layerlua_state_names(engine, self._pointer, ctypes.byref(names), ctypes.byref(count))
                )
                return [(names[index] or b"").decode("utf-8", "replace") for index in range(count.value)]
            finally:
                handle.end_reading(was_reading)

    def state_name(self, word: str) -> Optional[str]:
        """Returns the name of the state that a word stands for: the state of that name, else the first whose first word
        it is, as ``Lock`` for ``Lock PortraitUp Light``; None if there is none.
        """
        given = text(word, "word")
        handle = self._handle
        name = ctypes.c_char_p()
        with handle as engine:
            was_reading = handle.begin_reading()
            try:
                handle.check(c.layerlua_state_name(engine, self._pointer, given, ctypes.byref(name)))
                return None if name.value is None else name.value.decode("utf-8", "replace")
            finally:
                handle.end_reading(was_reading)

    def set_tilt(self, x: float, y: float) -> None:
        """Sets the values that follow a device's tilt, as ``wallpaperParallaxGroups`` in the style of the layer and of
        those below describe them.

        Args:
            x: tilt about the x axis, clamped to -1 to 1.
            y: tilt about the y axis, clamped to -1 to 1.
        """
        tilts = number(x, "x"), number(y, "y")
        handle = self._handle
        with handle as engine:
            handle.check(c.layerlua_set_tilt(engine, self._pointer, *tilts))

    def add_wallpaper_states(self) -> None:
        """Adds the values of ``wallpaperPropertyGroups`` in the layer's style to its states Locked, Unlock and Sleep,
        which are made if there are none.
        """
        handle = self._handle
        with handle as engine:
            handle.check(c.layerlua_add_wallpaper_states(engine, self._pointer))

    # ---- pictures

    def pixel_size(self, *, scale: float = 1, size: Optional[Extent] = None) -> Tuple[int, int]:
        """Returns the width and height in pixels of a picture with these settings."""
        settings = Settings(scale, None, size, None)
        with self._handle as engine:
            return self._pixel_size(engine, settings)

    def _pixel_size(self, engine: int, settings: Settings) -> Tuple[int, int]:
        width, height = ctypes.c_uint32(), ctypes.c_uint32()
        self._handle.check(
            c.layerlua_pixel_size(
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
        """Draws the layer into an image in memory."""
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
        """Returns a picture as an array of numpy.uint8 of height × width × 4, drawn directly into it.

        Args:
            format: ``rgba``, ``bgra``, ``rgba_premultiplied`` or ``bgra_premultiplied``.
            out: an array to draw into. Its rows may have gaps, such as in a part of a larger picture.
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
        """Draws into memory, such as a bytearray or memory shared with another process, and returns the picture's width
        and height in pixels.

        Args:
            buffer: contiguous memory for the picture of ``pixel_size``: four bytes per pixel, rows from the top.
            format: ``rgba``, ``bgra``, ``rgba_premultiplied`` or ``bgra_premultiplied``.
            bytes_per_row: bytes from one row to the next; 0 for rows without gaps.
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
        """Returns a picture as a Pillow image of mode RGBA."""
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
        effort: Optional[int] = None,
        dpi: Optional[float] = None,
        fps: Optional[float] = None,
        start: Optional[float] = None,
        duration: Optional[float] = None,
        frames: Optional[str] = None,
        hold: Optional[float] = None,
        sounds: Optional[Sequence[Sound]] = None,
        progress: Optional[Progress] = None,
        page: Optional[Page] = None,
        on_rasterized: Optional[Pixels] = None,
    ) -> bytes:
        """Returns the bytes of a picture file or of a film.

        Args:
            format: ``png``, ``jpg``, ``webp``, ``pdf`` or ``svg``; for films ``gif``, ``apng``, ``mp4``, ``webm``, and
                ``webp`` and ``pdf`` if one of the film's arguments is given.
            quality: for jpg and webp, 0 to 1.
            lossless: for webp.
            compression: for png, from 1 (fastest) to 12 (smallest).
            effort: for webp, from 0 (fastest) to 6 (smallest). Default 4, for films 2.
            dpi: stored in png and jpg; for pdf and svg the resolution of rasterised parts, default 300.
            fps: frames per second of a film. Default 60, for gif 50.
            start: time of a film's first frame, in seconds. Default the current time.
            duration: duration of a film, in seconds. Default until the last animation that has an end is over.
            frames: frames of a film to draw, such as ``"0-119,200-"``. Default all.
            hold: seconds added to a film's end, in which the last picture stays or what is endless goes on.
            sounds: sounds of an mp4 or webm, mixed. Default those of the script.
            progress: as in ``write``.
            page: settings of a pdf or svg: paper, margin, title.
            on_rasterized: called for each layer of a pdf or svg that was rasterised, with its label and the reason.
        """
        settings = Settings(scale, time, size, background)
        settings.set_file(quality, lossless, compression, effort, dpi)
        settings.set_page(page)
        settings.set_film(fps, start, duration, frames, hold, sounds)
        name = text(format, "format")
        handle = self._handle
        listener = listening(handle, settings, progress, on_rasterized)
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
        effort: Optional[int] = None,
        dpi: Optional[float] = None,
        fps: Optional[float] = None,
        start: Optional[float] = None,
        duration: Optional[float] = None,
        frames: Optional[str] = None,
        hold: Optional[float] = None,
        sounds: Optional[Sequence[Sound]] = None,
        progress: Optional[Progress] = None,
        page: Optional[Page] = None,
        on_rasterized: Optional[Pixels] = None,
    ) -> None:
        """Writes a picture or a film; the extension of the path selects the format: png, jpg, webp, pdf, svg; mp4,
        webm, gif, apng, and webp and pdf if one of the film's arguments is given. A name such as ``frame-{0000}.png``
        writes one picture per frame. After a failure an existing file is unchanged. Missing folders are created.

        The path is relative to the engine's `working_directory`, else to the process's. Unless the engine is trusted,
        it must be inside that directory or one of `writable_directories`.

        Args:
            quality: for jpg and webp, 0 to 1.
            lossless: for webp.
            compression: for png, from 1 (fastest) to 12 (smallest).
            effort: for webp, from 0 (fastest) to 6 (smallest). Default 4, for films 2.
            dpi: stored in png and jpg; for pdf and svg the resolution of rasterised parts, default 300.
            fps: frames per second of a film. Default 60, for gif 50.
            start: time of a film's first frame, in seconds. Default the current time.
            duration: duration of a film, in seconds. Default until the last animation that has an end is over.
            frames: frames of a film to draw, such as ``"0-119,200-"``. Default all.
            hold: seconds added to a film's end, in which the last picture stays or what is endless goes on.
            sounds: sounds of an mp4 or webm, mixed. Default those of the script.
            progress: called from time to time with the number of finished frames of a film and the total. Returning
                False cancels the film: its file is removed, and the call raises ``CancelledError``. It may use the
                engine.
            page: settings of a pdf or svg: paper, margin, title.
            on_rasterized: called for each layer of a pdf or svg that was rasterised, with its label and the reason.
        """
        settings = Settings(scale, time, size, background)
        settings.set_file(quality, lossless, compression, effort, dpi)
        settings.set_page(page)
        settings.set_film(fps, start, duration, frames, hold, sounds)
        file = path_bytes(path, "path")
        handle = self._handle
        listener = listening(handle, settings, progress, on_rasterized)
        with handle.working() as engine:
            handle.check(c.layerlua_write(engine, self._pointer, settings.reference, file))
        del listener

    def frames(
        self,
        *,
        fps: Optional[float] = None,
        start: Optional[float] = None,
        duration: Optional[float] = None,
        frames: Optional[str] = None,
        hold: Optional[float] = None,
        scale: float = 1,
        size: Optional[Extent] = None,
        background: Optional[str] = None,
    ) -> Frames:
        """Returns the frames of a film in memory, as a sequence of ``Image`` that also has the film's length.

        Args:
            fps: frames per second. Default 60.
            start: time of the first frame, in seconds. Default the current time.
            duration: duration in seconds. Default until the last animation that has an end is over.
            frames: frames to draw, such as ``"0-119,200-"``. Default all.
            hold: seconds added at the end.

        Raises:
            UsageError: the film has no end: neither a duration nor an animation with an end.
        """
        settings = Settings(scale, None, size, background)
        settings.set_film(fps, start, duration, frames, hold)
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
        """Returns the probably unintended parts of the picture, above all layers that are not visible, with the reason
        and a suggested fix. The list is in tree order, and empty if there are no findings.

        A layer counts as not visible only if the picture without it is identical byte for byte. Costs a few renders,
        plus parts of up to 64 more. Rules of ``ca.allow`` and of the engine's `allowed_warnings` are skipped.

        Args:
            film: also examine 16 times of the layer's animations; a layer visible at any of them counts as visible.
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
        """Returns the picture for notebooks."""
        try:
            return self.encode("png")
        except Error:
            return None
