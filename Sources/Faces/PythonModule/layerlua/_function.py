# SPDX-License-Identifier: MIT
"""Functions of scripts."""

from __future__ import annotations

from typing import Any

from ._conversion import call
from ._declarations import FUNCTION
from ._kept import Kept
from ._library import c


class Function(Kept):
    """A function that a script passed to the host. It is called like a Python function, on its engine's thread, and
    stays valid as long as it is referenced.
    """

    __slots__ = ()
    _type = FUNCTION
    _let_go = c.layerlua_release_function

    def __call__(self, *values: Any) -> Any:
        """Calls the function. Returns None for no result, the result, or a tuple of several results."""
        handle = self._handle
        with handle.working() as engine:
            return call(handle, c.layerlua_call_function, engine, self._pointer, values)

    def __repr__(self) -> str:
        return f"<layerlua.Function at {self._pointer:#x}>"
