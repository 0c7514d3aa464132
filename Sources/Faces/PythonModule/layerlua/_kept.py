# SPDX-License-Identifier: MIT
"""Base class of objects that the library keeps alive for Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, Type, TypeVar

if TYPE_CHECKING:
    from ._handle import EngineHandle

_Own = TypeVar("_Own", bound="Kept")


class Kept:
    """An engine's object held by Python, which also keeps the engine alive."""

    __slots__ = ("_handle", "_pointer", "__weakref__")

    #: The object's layerlua_type.
    _type: ClassVar[int]
    #: Library function that releases the object.
    _let_go: ClassVar[Any]

    _handle: EngineHandle
    _pointer: int

    def __init__(self) -> None:
        raise TypeError(f"a {type(self).__name__} comes from an engine and cannot be constructed")

    @classmethod
    def _of(cls: Type[_Own], handle: EngineHandle, pointer: int) -> _Own:
        """Wraps an object that the library already keeps alive for it."""
        self = object.__new__(cls)
        self._handle = handle
        self._pointer = pointer
        return self

    def __del__(self) -> None:
        # An object whose __init__ failed has no handle.
        handle = getattr(self, "_handle", None)
        if handle is not None:
            handle.released.append((self._let_go, self._pointer))

    def __reduce__(self) -> NoReturn:
        raise TypeError(f"a {type(self).__name__} cannot be copied or pickled: it belongs to its engine")
