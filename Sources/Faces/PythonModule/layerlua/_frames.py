# SPDX-License-Identifier: MIT
"""Frames of films in memory."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, List, Optional, Tuple, Union, overload

from ._checks import whole
from ._declarations import CFilm
from ._images import Image, numpy_module, pixel_array, pixel_format, writable
from ._library import c
from ._settings import Settings

if TYPE_CHECKING:
    import numpy
    import numpy.typing

    from ._layer import Layer


class Frames(Sequence[Image]):
    """A sequence of the frames of a layer's film, each drawn on access::

        frames = layer.frames(fps=30, duration=2)
        for image in frames:
            feed(image.pixels())
        frames[10].pillow().show()

    ``len(frames)`` is the number of frames. Each frame depends only on its time, so frames can be accessed in any
    order; in ascending order, unchanged parts are not repainted. Frames show the current state of the layer.

    Attributes:
        fps: frames per second.
        start: time of the film's first frame, in seconds.
        duration: duration of the frames, in seconds.
    """

    __slots__ = ("_count", "_layer", "_settings", "duration", "fps", "start")

    def __init__(self, layer: Layer, settings: Settings) -> None:
        self._layer = layer
        self._settings = settings
        handle = layer._handle
        film = CFilm()
        with handle as engine:
            handle.check(c.layerlua_film_length(engine, layer._pointer, settings.reference, ctypes.byref(film)))
        self._count: int = film.frame_count
        self.fps: float = film.fps
        self.start: float = getattr(film, "from")
        self.duration: float = film.duration

    def __len__(self) -> int:
        return self._count

    def _place(self, index: Any) -> int:
        place = whole(index, "index", -0x7FFF_FFFF, 0x7FFF_FFFF)
        if not -self._count <= place < self._count:
            # IndexError ends iteration, as for any sequence.
            raise IndexError(f"there is no frame {place}: the film has {self._count}")
        return place + self._count if place < 0 else place

    @overload
    def __getitem__(self, index: int) -> Image: ...

    @overload
    def __getitem__(self, index: slice) -> List[Image]: ...

    def __getitem__(self, index: Union[int, slice]) -> Union[Image, List[Image]]:
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(self._count))]
        place = self._place(index)
        handle = self._layer._handle
        with handle.working() as engine:
            image = ctypes.c_void_p()
            handle.check(
                c.layerlua_render_frame_image(
                    engine, self._layer._pointer, self._settings.reference, place, ctypes.byref(image)
                )
            )
            return Image._of(image.value or 0)

    def __iter__(self) -> Iterator[Image]:
        for index in range(self._count):
            yield self[index]

    def render(self, index: int, buffer: Any, *, format: str = "rgba", bytes_per_row: int = 0) -> Tuple[int, int]:
        """Draws a frame into memory, and returns its width and height in pixels: see ``Layer.render``."""
        place = self._place(index)
        address, count, kept = writable(buffer, "buffer")
        pixels = pixel_format(format)
        stride = whole(bytes_per_row, "bytes_per_row", 0, 0x7FFF_FFFF)
        handle = self._layer._handle
        with handle.working() as engine:
            extent = self._layer._pixel_size(engine, self._settings)
            handle.check(self._draw(engine, place, pixels, address, count, stride))
        del kept
        return extent

    def numpy(
        self, index: int, *, format: str = "rgba", out: Optional[numpy.typing.NDArray[numpy.uint8]] = None
    ) -> numpy.typing.NDArray[numpy.uint8]:
        """Returns a frame as an array of height × width × 4, drawn directly into it: see ``Layer.numpy``."""
        np = numpy_module("Frames.numpy")
        place = self._place(index)
        pixels = pixel_format(format)
        handle = self._layer._handle
        with handle.working() as engine:
            width, height = self._layer._pixel_size(engine, self._settings)
            array: numpy.typing.NDArray[numpy.uint8]
            array, address, count, stride = pixel_array(np, width, height, out)
            handle.check(self._draw(engine, place, pixels, address, count, stride))
        return array

    def _draw(self, engine: int, place: int, pixels: int, address: int, count: int, stride: int) -> int:
        status: int = c.layerlua_render_frame(
            engine, self._layer._pointer, self._settings.reference, place, pixels, address, count, stride
        )
        return status

    def __repr__(self) -> str:
        return f"<layerlua.Frames, {self._count} at {self.fps:g} frames per second>"
