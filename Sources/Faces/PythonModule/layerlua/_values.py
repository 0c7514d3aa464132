# SPDX-License-Identifier: MIT
"""Values that layers and scripts have and Python has no type for."""

from __future__ import annotations

from typing import NamedTuple


class Point(NamedTuple):
    """In points."""

    x: float
    y: float


class Size(NamedTuple):
    """In points."""

    width: float
    height: float


class Rect(NamedTuple):
    """In points; x and y are the origin's."""

    x: float
    y: float
    width: float
    height: float


class Color(NamedTuple):
    """sRGB from 0 to 1, not premultiplied. Where a key takes a colour, a CSS colour such as ``"#ff8800"`` does as well.
    """

    red: float
    green: float
    blue: float
    alpha: float = 1.0


class Transform(NamedTuple):
    """A transform of 16 numbers, row by row; what is not given is the identity's, as in ``Transform(m34=-1 / 500)``."""

    m11: float = 1.0
    m12: float = 0.0
    m13: float = 0.0
    m14: float = 0.0
    m21: float = 0.0
    m22: float = 1.0
    m23: float = 0.0
    m24: float = 0.0
    m31: float = 0.0
    m32: float = 0.0
    m33: float = 1.0
    m34: float = 0.0
    m41: float = 0.0
    m42: float = 0.0
    m43: float = 0.0
    m44: float = 1.0


class Path(str):
    """A path as SVG path data, such as ``Path("M0 0H10V10Z")``."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"Path({super().__repr__()})"


class Other:
    """Something of a script's that has no form outside of it, such as an attributed string. It cannot be given back."""

    __slots__ = ("description",)

    def __init__(self, description: str) -> None:
        self.description = description

    def __repr__(self) -> str:
        return f"<layerlua.Other: {self.description}>"
