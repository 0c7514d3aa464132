# SPDX-License-Identifier: MIT
"""Where what scripts print and warn of goes, where the host does not say."""

from __future__ import annotations

import sys
import warnings
from typing import Any, Dict

from ._errors import LayerWarning

# The warnings shown, by script, as in Python's modules: the same warning of the same line is shown once, unless a
# filter differs.
_shown: Dict[str, Dict[Any, Any]] = {}
_MOST_SCRIPTS = 256


def print_bytes(data: bytes) -> None:
    if sys.stdout is not None:
        sys.stdout.write(data.decode("utf-8", "backslashreplace"))


def show_warning(warning: LayerWarning) -> None:
    name = warning.script or "layerlua"
    if len(_shown) >= _MOST_SCRIPTS:
        _shown.clear()
    warnings.warn_explicit(warning, LayerWarning, name, warning.line or 0, registry=_shown.setdefault(name, {}))
