# SPDX-License-Identifier: MIT
"""Value types of layers and scripts that Python lacks."""

from __future__ import annotations

from typing import NamedTuple


class Point(NamedTuple):
    """A point, in points."""

    x: float
    y: float


class Size(NamedTuple):
    """A size, in points."""

    width: float
    height: float


class Rect(NamedTuple):
    """A rectangle with its origin (x, y) and size, in points."""

    x: float
    y: float
    width: float
    height: float


class Color(NamedTuple):
    """An sRGB colour with components from 0 to 1, not premultiplied. A key that takes a colour also accepts a CSS
    colour such as ``"#ff8800"``.
    """

    red: float
    green: float
    blue: float
    alpha: float = 1.0


class Transform(NamedTuple):
    """A 4 × 4 transform, row by row; omitted numbers are those of the identity, as in ``Transform(m34=-1 / 500)``."""

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
    """A script value without a Python representation, such as an attributed string. It cannot be passed back to
    scripts.
    """

    __slots__ = ("description",)

    def __init__(self, description: str) -> None:
        self.description = description

    def __repr__(self) -> str:
        return f"<layerlua.Other: {self.description}>"
