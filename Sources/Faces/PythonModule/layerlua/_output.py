# SPDX-License-Identifier: MIT
"""Default handlers of script output and warnings, used if the host sets none."""

from __future__ import annotations

import sys
import warnings
from typing import Any, Dict

from ._errors import LayerWarning

# Registry of shown warnings, by script, as in Python's modules: an identical warning of one line is shown once, unless
# a filter differs.
_shown: Dict[str, Dict[Any, Any]] = {}
_MOST_SCRIPTS = 256


def print_bytes(data: bytes) -> None:
    if sys.stdout is not None:
        sys.stdout.write(data.decode("utf-8", "backslashreplace"))


def show_warning(warning: LayerWarning) -> None:
    name = warning.script
    if name is None:
        return _show_at_the_caller(warning)
    if len(_shown) >= _MOST_SCRIPTS:
        _shown.clear()
    warnings.warn_explicit(warning, LayerWarning, name, warning.line or 1, registry=_shown.setdefault(name, {}))


def _show_at_the_caller(warning: LayerWarning) -> None:
    """Shows a warning without a script line at the line of the program that called the module."""
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] == __package__:
        frame = frame.f_back
    module = frame.f_globals.get("__name__", "<unknown>")
    registry = frame.f_globals.setdefault("__warningregistry__", {})
    warnings.warn_explicit(
        warning, LayerWarning, frame.f_code.co_filename, frame.f_lineno, module=module, registry=registry
    )
