# SPDX-License-Identifier: MIT
"""Core Animation's layers, scripted in Lua, rendered without a screen.

::

    import layerlua

    with layerlua.Engine() as engine:
        card = engine.run('''
          return ca.Layer { bounds = {0, 0, 240, 120}, backgroundColor = "teal", cornerRadius = 12 }
        ''')
        card["opacity"] = 0.75
        card.write("card.png", scale=2)

The module is a ctypes binding of the C library liblayerlua.so and has no other dependencies. Arrays are numpy's and
pictures Pillow's; both packages are optional.
"""

from __future__ import annotations

from ._drawable import Drawable
from ._engine import UNLIMITED, Engine
from ._errors import (
    CancelledError,
    Error,
    FileError,
    LayerWarning,
    LimitError,
    MissingError,
    TemporaryError,
    ScriptError,
    Status,
    UsageError,
)
from ._filter import FilterKey, FilterRow
from ._finding import Finding
from ._frames import Frames
from ._function import Function
from ._images import Image
from ._layer import Layer
from ._library import c as _c
from ._package import Package, PackageNote
from ._page import Page
from ._sound import Sound
from ._values import Color, Other, Path, Point, Rect, Size, Transform

__all__ = [
    "UNLIMITED",
    "CancelledError",
    "Color",
    "Drawable",
    "Engine",
    "Error",
    "FileError",
    "FilterKey",
    "FilterRow",
    "Finding",
    "Frames",
    "Function",
    "Image",
    "Layer",
    "LayerWarning",
    "LimitError",
    "MissingError",
    "Other",
    "Package",
    "PackageNote",
    "Page",
    "TemporaryError",
    "Path",
    "Point",
    "Rect",
    "ScriptError",
    "Size",
    "Sound",
    "Status",
    "Transform",
    "UsageError",
]

#: Version of the loaded library, "MAJOR.MINOR.PATCH".
__version__: str = _c.layerlua_version().decode()

for _public in __all__:
    _object = globals()[_public]
    if isinstance(_object, type):
        # The public module name, for users, pickle and messages.
        _object.__module__ = __name__
del _public, _object
