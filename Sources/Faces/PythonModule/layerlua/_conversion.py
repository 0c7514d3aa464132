# SPDX-License-Identifier: MIT
"""Converts values between Python and the library."""

from __future__ import annotations

import ctypes
import numbers
import struct
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, List, Tuple, Type

from ._checks import short, type_name
from ._declarations import (
    ARRAY,
    BOOLEAN,
    BYTES,
    COLOR,
    DICTIONARY,
    FUNCTION,
    IMAGE,
    LAYER,
    NIL,
    NUMBER,
    OTHER,
    PATH,
    POINT,
    RECT,
    SIZE,
    STRING,
    TRANSFORM,
    CValue,
)
from ._errors import UsageError
from ._images import Image
from ._kept import Kept
from ._library import c
from ._values import Color, Other, Path, Point, Rect, Size, Transform

if TYPE_CHECKING:
    from ._handle import EngineHandle

_VALUE_SIZE = ctypes.sizeof(CValue)
# Layout of a value's type, reserved field, count and number.
_HEAD = struct.Struct("@iiNd")
_MOST_LEVELS = 100
MOST_WHOLE = 1 << 53
_One = CValue * 1
_NAMED_TUPLES = {Point: POINT, Size: SIZE, Rect: RECT, Color: COLOR}


class _Unfit(Exception):
    """A value that cannot be converted, with its position in the whole value, innermost part first."""

    def __init__(self, kind: Type[Exception], message: str) -> None:
        self.kind = kind
        self.message = message
        self.path: List[str] = []

    def within(self, part: str) -> None:
        self.path.append(part)


class _TooDeep(_Unfit):
    def __init__(self) -> None:
        super().__init__(
            ValueError, f"lists and dicts are nested too deeply, or one holds itself: at most {_MOST_LEVELS} levels"
        )

    def within(self, part: str) -> None:
        """Omits the position, which would repeat the same part a hundred times."""


# ---- from Python


class Given:
    """An array of Python values converted for the library, with the memory they refer to. The library copies them."""

    __slots__ = ("items", "count", "_handle", "_kept")

    def __init__(self, handle: EngineHandle, values: Sequence[Any], name: str) -> None:
        """`name` is the name of the values in messages; if it ends with a space, their number is appended."""
        self._handle = handle
        self._kept: List[Any] = []
        self.count = len(values)
        self.items: Any = _One() if self.count == 1 else (CValue * self.count)()
        for index, value in enumerate(values):
            try:
                self._set(self.items[index], value, 0)
            except _Unfit as unfit:
                number = str(index + 1) if name.endswith(" ") else ""
                raise unfit.kind(f"{name}{number}{''.join(reversed(unfit.path))}: {unfit.message}") from None

    def _set(self, out: CValue, value: Any, depth: int) -> None:
        kind = type(value)
        if kind is float:
            out.type = NUMBER
            out.number = value
        elif kind is str:
            self._set_text(out, STRING, value)
        elif value is None:
            out.type = NIL
        elif kind is bool:
            out.type = BOOLEAN
            out.boolean = value
        elif kind is int:
            self._set_whole(out, value)
        elif kind in _NAMED_TUPLES:
            out.type = _NAMED_TUPLES[kind]
            out.numbers = self._numbers(value)
        elif kind is list or kind is tuple:
            self._set_array(out, value, depth)
        elif kind is dict:
            self._set_dictionary(out, value, depth)
        else:
            self._set_other(out, value, depth)

    def _set_other(self, out: CValue, value: Any, depth: int) -> None:
        if isinstance(value, Kept):
            if value._handle is not self._handle:
                raise _Unfit(UsageError, f"{value!r} belongs to another engine")
            out.type = value._type
            out.layer = value._pointer
            self._kept.append(value)
        elif isinstance(value, Image):
            out.type = IMAGE
            out.image = value._pointer
            self._kept.append(value)
        elif isinstance(value, Transform):
            matrix = (ctypes.c_double * 16)(*self._numbers(value))
            out.type = TRANSFORM
            out.count = 16
            out.matrix = ctypes.addressof(matrix)
            self._kept.append(matrix)
        elif isinstance(value, Path):
            self._set_text(out, PATH, value)
        elif isinstance(value, str):
            self._set_text(out, STRING, value)
        elif isinstance(value, (bytes, bytearray, memoryview)):
            self._set_bytes(out, BYTES, bytes(value))
        elif isinstance(value, bool):
            out.type = BOOLEAN
            out.boolean = value
        elif hasattr(value, "tolist"):
            # A NumPy scalar or array (without importing NumPy), an array.array, or a similar type.
            plain = value.tolist()
            if type(plain) is type(value):
                raise _Unfit(TypeError, f"a {type_name(value)} cannot be a value")
            self._set(out, plain, depth)
        elif isinstance(value, numbers.Integral):
            self._set_whole(out, int(value))
        elif isinstance(value, numbers.Real):
            out.type = NUMBER
            out.number = float(value)
        elif isinstance(value, Mapping):
            self._set_dictionary(out, value, depth)
        elif isinstance(value, Sequence):
            self._set_array(out, value, depth)
        elif isinstance(value, Other):
            raise _Unfit(TypeError, f"{value!r} came from a script and cannot be given back")
        elif callable(value):
            raise _Unfit(
                TypeError,
                f"a Python function cannot be a value, got {type_name(value)}; "
                "Engine.register offers one to scripts",
            )
        else:
            raise _Unfit(
                TypeError,
                "expected None, bool, a number, str, bytes, Point, Size, Rect, Color, Transform, Path, Layer, Image, "
                f"Function, a list or a dict, got {type_name(value)}",
            )

    def _set_whole(self, out: CValue, value: int) -> None:
        if not -MOST_WHOLE <= value <= MOST_WHOLE:
            raise _Unfit(
                OverflowError,
                f"a whole number must be within ±2**53, got {short(value)}; float() or str() of it can be given",
            )
        out.type = NUMBER
        out.number = value

    def _numbers(self, value: Any) -> Tuple[float, ...]:
        """Returns the numbers of a named tuple."""
        return tuple([n if type(n) is float else self._number(n, name) for n, name in zip(value, value._fields)])

    def _number(self, value: Any, name: str) -> float:
        try:
            if not isinstance(value, (str, bytes, bytearray)):
                return float(value)
        except (TypeError, ValueError, OverflowError):
            pass
        unfit = _Unfit(TypeError, f"expected a number, got {type_name(value)} {short(value)}")
        unfit.within("." + name)
        raise unfit

    def _set_text(self, out: CValue, type_: int, value: str) -> None:
        try:
            bytes_ = value.encode()
        except UnicodeEncodeError:
            raise _Unfit(ValueError, f"{short(value)} has surrogates and is not text; give bytes") from None
        self._set_bytes(out, type_, bytes_)

    def _set_bytes(self, out: CValue, type_: int, value: bytes) -> None:
        out.type = type_
        out.count = len(value)
        out.bytes = ctypes.cast(ctypes.c_char_p(value), ctypes.c_void_p).value
        self._kept.append(value)

    def _set_array(self, out: CValue, value: Sequence[Any], depth: int) -> None:
        if depth >= _MOST_LEVELS:
            raise _TooDeep()
        items = tuple(value)
        memory = bytearray(len(items) * _VALUE_SIZE)
        index = 0
        try:
            for index, item in enumerate(items):
                if type(item) is float:
                    _HEAD.pack_into(memory, index * _VALUE_SIZE, NUMBER, 0, 0, item)
                else:
                    self._set(CValue.from_buffer(memory, index * _VALUE_SIZE), item, depth + 1)
        except _Unfit as unfit:
            unfit.within(f"[{index}]")
            raise
        out.type = ARRAY
        out.count = len(items)
        self._set_items(out, memory)

    def _set_dictionary(self, out: CValue, value: Mapping[str, Any], depth: int) -> None:
        if depth >= _MOST_LEVELS:
            raise _TooDeep()
        pairs = list(value.items())
        memory = bytearray(2 * len(pairs) * _VALUE_SIZE)
        for index, (key, item) in enumerate(pairs):
            if not isinstance(key, str):
                raise _Unfit(TypeError, f"a dict's keys must be str, got {type_name(key)} {short(key)}")
            at = 2 * index * _VALUE_SIZE
            try:
                self._set_text(CValue.from_buffer(memory, at), STRING, key)
                self._set(CValue.from_buffer(memory, at + _VALUE_SIZE), item, depth + 1)
            except _Unfit as unfit:
                unfit.within(f"[{short(key)}]")
                raise
        out.type = DICTIONARY
        out.count = len(pairs)
        self._set_items(out, memory)

    def _set_items(self, out: CValue, memory: bytearray) -> None:
        if memory:
            items = (ctypes.c_char * len(memory)).from_buffer(memory)
            out.items = ctypes.addressof(items)
            self._kept.append(items)


# ---- from the library


def taken(handle: EngineHandle, value: CValue) -> Any:
    """Converts a value of the library, whose memory the engine's next use may free: see ``EngineHandle.begin_reading``.
    """
    type_ = value.type
    if type_ == NUMBER:
        return value.number
    if type_ == STRING:
        return _string(value).decode()
    if type_ == NIL:
        return None
    if type_ == BOOLEAN:
        return value.boolean
    if type_ == POINT:
        return Point(*value.numbers[:2])
    if type_ == SIZE:
        return Size(*value.numbers[:2])
    if type_ == RECT:
        return Rect(*value.numbers)
    if type_ == COLOR:
        return Color(*value.numbers)
    if type_ == ARRAY:
        return _taken_items(handle, value.items, value.count)
    if type_ == DICTIONARY:
        flat = _taken_items(handle, value.items, 2 * value.count)
        return dict(zip(flat[::2], flat[1::2]))
    if type_ == LAYER:
        return handle.layer(value.layer)
    if type_ == IMAGE:
        c.layerlua_image_retain(value.image)
        return Image._of(value.image)
    if type_ == FUNCTION:
        return handle.function(value.function)
    if type_ == BYTES:
        return _string(value)
    if type_ == TRANSFORM:
        return Transform(*(ctypes.c_double * 16).from_address(value.matrix))
    if type_ == PATH:
        return Path(_string(value).decode())
    if type_ == OTHER:
        return Other(_string(value).decode("utf-8", "replace"))
    return Other(f"a value of type {type_}, which a newer library has")


def _string(value: CValue) -> bytes:
    return ctypes.string_at(value.bytes, value.count) if value.count else b""


def _taken_items(handle: EngineHandle, items: int, count: int) -> List[Any]:
    if not count:
        return []
    memory = ctypes.string_at(items, count * _VALUE_SIZE)
    result: List[Any] = []
    for index in range(count):
        type_, _, _, number = _HEAD.unpack_from(memory, index * _VALUE_SIZE)
        # Fast path, three times as fast: most long lists contain only numbers.
        result.append(number if type_ == NUMBER else taken(handle, CValue.from_address(items + index * _VALUE_SIZE)))
    return result


def call(handle: EngineHandle, function: Any, engine: int, callee: Any, values: Tuple[Any, ...]) -> Any:
    """Calls a function of a script. Returns None for no result, the result, or a tuple of several results."""
    given = Given(handle, values, "argument ")
    results = ctypes.c_void_p()
    count = ctypes.c_size_t()
    was_reading = handle.begin_reading()
    try:
        handle.check(function(engine, callee, given.items, given.count, ctypes.byref(results), ctypes.byref(count)))
        values_ = _taken_items(handle, results.value or 0, count.value)
    finally:
        handle.end_reading(was_reading)
    return values_[0] if len(values_) == 1 else tuple(values_) or None
