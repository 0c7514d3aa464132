# SPDX-License-Identifier: MIT
"""Numbers that stand for Python's objects in the library's `user_data`."""

from __future__ import annotations

import itertools
import weakref
from typing import Any, Dict

_numbers = itertools.count(1)
# Weak, so that a function that refers to its engine does not keep it alive: the engine owns its functions, and a token
# without an object is ignored.
_objects: Dict[int, weakref.ref[Any]] = {}


def token(object_: object) -> int:
    """Returns a number under which an object is found, as long as there is one."""
    number = next(_numbers)

    def forget(_: object, number: int = number, objects: Dict[int, weakref.ref[Any]] = _objects) -> None:
        objects.pop(number, None)

    _objects[number] = weakref.ref(object_, forget)
    return number


def find(number: int) -> Any:
    """Returns the object under a number; None when it is gone."""
    reference = _objects.get(number)
    return None if reference is None else reference()


def count() -> int:
    return len(_objects)
