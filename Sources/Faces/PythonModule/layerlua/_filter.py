# SPDX-License-Identifier: MIT
"""Filters that Python computes."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, Dict, List, Mapping, NamedTuple, Optional, Tuple, Union

from ._checks import number, short, text, type_name
from ._declarations import CFilterKey, CFilterRow
from ._errors import UsageError
from ._images import numpy_module, readable
from ._values import Color, Point, Rect

if TYPE_CHECKING:
    import numpy
    import numpy.typing

#: Kinds of keys by the class of their default value, with the count of their numbers.
_KINDS = {Point: ("point", 2), Color: ("color", 4), Rect: ("rect", 4)}

#: Default value of a filter's key: a number, ``Point``, ``Color`` or ``Rect``, or the six numbers of a transform.
FilterValue = Union[float, Point, Color, Rect, Tuple[float, float, float, float, float, float]]


class FilterKey(NamedTuple):
    """A key of a filter: its default value, and the smallest and largest number that a script may set."""

    #: Default value: a number, ``Point``, ``Color`` or ``Rect``, or the six numbers of a transform.
    default: FilterValue
    #: Smallest number; None for no range, in which case `maximum` is None too.
    minimum: Optional[float] = None
    #: Largest number.
    maximum: Optional[float] = None


class FilterKeys:
    """The keys of a filter for the library, and the conversion of their values."""

    __slots__ = ("array", "_shapes", "_kept")

    def __init__(self, keys: Mapping[str, Union[FilterKey, FilterValue]]) -> None:
        self.array = (CFilterKey * len(keys))()
        self._shapes: List[Tuple[str, Any, int]] = []
        self._kept: List[bytes] = []
        for out, (name, given) in zip(self.array, keys.items()):
            key = given if isinstance(given, FilterKey) else FilterKey(given)
            kind, count, make = _shape(key.default, name)
            self._shapes.append((name, make, count))
            word = text(name, "a key's name")
            self._kept += [word, kind]
            out.size = ctypes.sizeof(CFilterKey)
            out.name, out.kind = word, kind
            numbers = key.default if isinstance(key.default, tuple) else (key.default,)
            for index, value in enumerate(numbers):
                out.value[index] = number(value, f"the default value of {name}")
            if (key.minimum is None) != (key.maximum is None):
                raise ValueError(f"{name} has a minimum or a maximum alone; give both or neither")
            if key.minimum is not None:
                out.has_range = True
                out.minimum = number(key.minimum, f"the minimum of {name}")
                out.maximum = number(key.maximum, f"the maximum of {name}")

    def values(self, row: CFilterRow) -> Dict[str, Any]:
        """Returns the values of a row by the names of the keys."""
        numbers = (ctypes.c_double * row.value_count).from_address(row.values) if row.value_count else ()
        result: Dict[str, Any] = {}
        at = 0
        for name, make, count in self._shapes:
            part = numbers[at : at + count]
            result[name] = part[0] if make is None else make(*part) if make is not tuple else tuple(part)
            at += count
        return result


def _shape(value: Any, name: str) -> Tuple[bytes, int, Any]:
    """Returns the kind of a key, the count of its numbers, and what makes a value of them; None for a number."""
    known = _KINDS.get(type(value))
    if known is not None:
        return known[0].encode(), known[1], type(value)
    if type(value) is tuple and len(value) == 6:
        return b"transform", 6, tuple
    if isinstance(value, (tuple, list, str, bytes, bool)) or value is None:
        raise TypeError(
            f"the default value of {name} must be a number, Point, Color, Rect or a tuple of six numbers, got "
            f"{type_name(value)} {short(value)}"
        )
    return b"number", 1, None


class FilterRow:
    """A row of a filter's picture, to be filled. A pixel is four floats: red, green, blue and alpha from 0 to 1,
    premultiplied by alpha. Valid until the function returns.
    """

    __slots__ = ("_row", "_keys", "_memory", "_values")

    def __init__(self, row: CFilterRow, keys: FilterKeys) -> None:
        self._row: Optional[CFilterRow] = row
        self._keys = keys
        self._values: Optional[Dict[str, Any]] = None
        # A copy in Python's memory, written back when the function returns: a view may be kept longer.
        self._memory: Optional[bytearray] = None

    @property
    def x(self) -> int:
        """The first pixel's column on the pixel grid, which `source` counts by too."""
        return int(self._valid().x)

    @property
    def y(self) -> int:
        """The row's number on the pixel grid."""
        return int(self._valid().y)

    @property
    def width(self) -> int:
        """The number of pixels."""
        return int(self._valid().width)

    @property
    def scale(self) -> float:
        """The number of pixels per point."""
        return float(self._valid().scale)

    @property
    def to_points(self) -> Tuple[float, ...]:
        """The six numbers of the matrix from the pixel grid to the layer's points: x' = m[0] x + m[2] y + m[4],
        y' = m[1] x + m[3] y + m[5].
        """
        return tuple(self._valid().to_points)

    @property
    def values(self) -> Dict[str, Any]:
        """The values of the filter's keys, by name."""
        if self._values is None:
            self._values = self._keys.values(self._valid())
        return self._values

    @property
    def source_rect(self) -> Tuple[int, int, int, int]:
        """The column and row of the input's first pixel on the pixel grid, and the input's width and height."""
        row = self._valid()
        return row.source_x, row.source_y, row.source_width, row.source_height

    def source(
        self, x: Optional[int] = None, y: Optional[int] = None, width: Optional[int] = None, height: int = 1
    ) -> memoryview:
        """Returns a copy of the input's floats in a rectangle of the pixel grid, rows without gaps; transparent outside
        the input. Default: below the row itself.
        """
        return memoryview(self._copied(x, y, width, height)[0]).cast("f")

    def source_numpy(
        self, x: Optional[int] = None, y: Optional[int] = None, width: Optional[int] = None, height: int = 1
    ) -> numpy.typing.NDArray[numpy.float32]:
        """Returns what `source` returns as an array of height × width × 4."""
        np = numpy_module("FilterRow.source_numpy")
        memory, columns = self._copied(x, y, width, height)
        array: numpy.typing.NDArray[numpy.float32] = np.frombuffer(memory, np.float32)
        return array.reshape(height, columns, 4)

    @property
    def pixels(self) -> memoryview:
        """The row's floats as writable memory, four for each pixel; at first transparent."""
        return memoryview(self._writable()).cast("f")

    def numpy(self) -> numpy.typing.NDArray[numpy.float32]:
        """Returns the row as a writable array of width × 4."""
        np = numpy_module("FilterRow.numpy")
        array: numpy.typing.NDArray[numpy.float32] = np.frombuffer(self._writable(), np.float32)
        return array.reshape(self.width, 4)

    def set_pixels(self, pixels: Any) -> None:
        """Copies the row from contiguous memory of 32-bit floats, such as a numpy array."""
        row = self._valid()
        view = memoryview(pixels)
        address, count, kept = readable(view.cast("B") if view.c_contiguous else view, "pixels")
        if count != row.width * 16:
            raise ValueError(f"expected {row.width * 16} bytes, 16 for each of {row.width} pixels, got {count}")
        ctypes.memmove(self._writable_address(), address, count)
        del kept

    def _copied(
        self, x: Optional[int], y: Optional[int], width: Optional[int], height: int
    ) -> Tuple[bytearray, int]:
        row = self._valid()
        left = row.x if x is None else x
        top = row.y if y is None else y
        columns = row.width if width is None else width
        if columns < 0 or height < 0:
            raise ValueError(f"the input of {columns} × {height} pixels does not exist")
        memory = bytearray(columns * height * 16)
        first, last = max(left, row.source_x), min(left + columns, row.source_x + row.source_width)
        if row.source and first < last:
            target = (ctypes.c_char * len(memory)).from_buffer(memory)
            to = ctypes.addressof(target)
            for line in range(max(top, row.source_y), min(top + height, row.source_y + row.source_height)):
                ctypes.memmove(
                    to + ((line - top) * columns + first - left) * 16,
                    row.source + ((line - row.source_y) * row.source_width + first - row.source_x) * 16,
                    (last - first) * 16,
                )
        return memory, columns

    def _valid(self) -> CFilterRow:
        if self._row is None:
            raise UsageError("the row was filled: it is valid only until the function returns")
        return self._row

    def _writable(self) -> bytearray:
        row = self._valid()
        if self._memory is None:
            self._memory = bytearray(row.width * 16)
        return self._memory

    def _writable_address(self) -> int:
        memory = self._writable()
        return ctypes.addressof((ctypes.c_char * len(memory)).from_buffer(memory))

    def _finish(self) -> None:
        if self._memory:
            ctypes.memmove(self._valid().pixels, self._writable_address(), len(self._memory))

    def _close(self) -> None:
        self._row = None
        self._memory = None

    def __repr__(self) -> str:
        row = self._row
        return "<layerlua.FilterRow>" if row is None else f"<layerlua.FilterRow {row.y} of {row.width} pixels>"
