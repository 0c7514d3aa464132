# SPDX-License-Identifier: MIT
"""Functions of scripts."""

from __future__ import annotations

from typing import Any

from ._conversion import call
from ._declarations import FUNCTION
from ._kept import Kept
from ._library import c


class Function(Kept):
    """A function of a script, which a script handed over. Called like any other, on its engine's thread; it lives as
    long as Python has it.
    """

    __slots__ = ()
    _type = FUNCTION
    _let_go = c.layerlua_let_function_go

    def __call__(self, *values: Any) -> Any:
        """Calls it. Returns None for no result, the result, or a tuple of several."""
        handle = self._handle
        with handle.working() as engine:
            return call(handle, c.layerlua_call_function, engine, self._pointer, values)

    def __repr__(self) -> str:
        return f"<layerlua.Function at {self._pointer:#x}>"
