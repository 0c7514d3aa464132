# SPDX-License-Identifier: MIT
"""Pixel buffers that a host draws into."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, Optional

from ._declarations import CDrawable
from ._errors import UsageError
from ._images import numpy_module, readable

if TYPE_CHECKING:
    import numpy
    import numpy.typing


class Drawable:
    """The pixel buffer of a drawable layer: height × width pixels of four bytes, rows from the top without gaps,
    premultiplied by alpha, RGBA unless the layer's ``pixelFormat`` differs. Initially opaque black, or transparent if
    the layer is not ``opaque``. Valid until the drawing function returns.
    """

    __slots__ = ("_width", "_height", "_time", "_address", "_bytes_per_row", "_memory")

    def __init__(self, drawable: CDrawable) -> None:
        # Read-only: these determine the size of the memory.
        self._width: int = drawable.width
        self._height: int = drawable.height
        self._time: float = drawable.time
        self._address: Optional[int] = drawable.bytes
        self._bytes_per_row: int = drawable.bytes_per_row
        # A copy in Python's memory, written back when the function returns: a host may keep a view longer than the
        # engine's memory lives.
        self._memory: Optional[bytearray] = None

    @property
    def width(self) -> int:
        """The width in pixels."""
        return self._width

    @property
    def height(self) -> int:
        """The height in pixels."""
        return self._height

    @property
    def time(self) -> float:
        """The time of the picture in the layer's local time, in seconds."""
        return self._time

    @property
    def buffer(self) -> memoryview:
        """The pixels as writable memory."""
        return memoryview(self._writable())

    def numpy(self) -> numpy.typing.NDArray[numpy.uint8]:
        """Returns the pixels as a writable array of height × width × 4."""
        np = numpy_module("Drawable.numpy")
        array: numpy.typing.NDArray[numpy.uint8] = np.frombuffer(self._writable(), np.uint8)
        return array.reshape(self.height, self.width, 4)

    def set_pixels(self, pixels: Any) -> None:
        """Copies pixels unchanged from bytes, a numpy array or other contiguous memory. The fastest method for whole
        frames.
        """
        address, count, kept = readable(pixels, "pixels")
        needed = self.width * self.height * 4
        if count != needed:
            raise ValueError(
                f"expected {needed} bytes, four for each of {self.width} × {self.height} pixels, got {count}"
            )
        self._memory = None
        self._copy(self._drawn(), address, self._bytes_per_row, self.width * 4)
        del kept

    def _writable(self) -> bytearray:
        source = self._drawn()
        if self._memory is None:
            self._memory = bytearray(self.width * self.height * 4)
            memory = (ctypes.c_char * len(self._memory)).from_buffer(self._memory)
            self._copy(ctypes.addressof(memory), source, self.width * 4, self._bytes_per_row)
        return self._memory

    def _drawn(self) -> int:
        if self._address is None:
            raise UsageError("the drawable was drawn: its pixels are valid only until the function returns")
        return self._address

    def _copy(self, to: int, from_: int, to_stride: int, from_stride: int) -> None:
        row = self.width * 4
        if to_stride == row and from_stride == row:
            ctypes.memmove(to, from_, row * self.height)
            return
        for y in range(self.height):
            ctypes.memmove(to + y * to_stride, from_ + y * from_stride, row)

    def _finish(self) -> None:
        if self._memory is not None:
            memory = (ctypes.c_char * len(self._memory)).from_buffer(self._memory)
            self._copy(self._drawn(), ctypes.addressof(memory), self._bytes_per_row, self.width * 4)

    def _close(self) -> None:
        self._address = None
        self._memory = None

    def __repr__(self) -> str:
        return f"<layerlua.Drawable of {self.width} × {self.height} pixels at {self.time:g} s>"
