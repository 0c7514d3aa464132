# SPDX-License-Identifier: MIT
"""Integer tokens that represent Python objects in the library's `user_data`."""

from __future__ import annotations

import itertools
import weakref
from typing import Any, Dict

_numbers = itertools.count(1)
# Weak, so that a function that refers to its engine does not keep it alive: the engine owns its functions, and a token
# without an object is ignored.
_objects: Dict[int, weakref.ref[Any]] = {}


def token(object_: object) -> int:
    """Returns a new token by which an object can be looked up as long as it lives."""
    number = next(_numbers)

    def forget(_: object, number: int = number, objects: Dict[int, weakref.ref[Any]] = _objects) -> None:
        objects.pop(number, None)

    _objects[number] = weakref.ref(object_, forget)
    return number


def find(number: int) -> Any:
    """Returns the object of a token; None if it was freed."""
    reference = _objects.get(number)
    return None if reference is None else reference()


def count() -> int:
    return len(_objects)
