# SPDX-License-Identifier: MIT
"""Checks of Python arguments before they are converted to C, with error messages that name the argument."""

from __future__ import annotations

import math
import operator
import os
from typing import Any


def type_name(value: object) -> str:
    kind = type(value)
    return kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"


def short(value: object) -> str:
    """Returns a value's repr for messages, truncated to 58 characters if it is longer than 60."""
    try:
        text = repr(value)
    except Exception:
        return "something without a repr"
    return text if len(text) <= 60 else text[:57] + "…"


def text(value: Any, name: str) -> bytes:
    """Encodes a str as UTF-8 for a zero-terminated C string."""
    if not isinstance(value, str):
        raise TypeError(f"{name} must be str, got {type_name(value)} {short(value)}")
    if "\0" in value:
        raise ValueError(f"{name} has a zero character: {short(value)}")
    try:
        return value.encode()
    except UnicodeEncodeError:
        raise ValueError(f"{name} has surrogates and is not text: {short(value)}") from None


def path(value: Any, name: str) -> bytes:
    try:
        return text(os.fsdecode(value), name)
    except TypeError:
        raise TypeError(f"{name} must be str or os.PathLike, got {type_name(value)} {short(value)}") from None


def number(value: Any, name: str) -> float:
    try:
        if isinstance(value, (str, bytes, bytearray, bool)):
            raise TypeError
        return float(value)
    except (TypeError, ValueError, OverflowError):
        raise TypeError(f"{name} must be a number, got {type_name(value)} {short(value)}") from None


def positive(value: Any, name: str) -> float:
    result = number(value, name)
    if not result > 0:
        raise ValueError(f"{name} must be above 0, got {result:g}")
    if result == math.inf:
        raise ValueError(f"{name} must be finite, got inf")
    return result


def whole(value: Any, name: str, least: int, most: int) -> int:
    try:
        if isinstance(value, bool):
            raise TypeError
        result = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} must be a whole number, got {type_name(value)} {short(value)}") from None
    if not least <= result <= most:
        raise ValueError(f"{name} must be from {least} to {most}, got {result}")
    return result


def function(value: Any, name: str) -> Any:
    if not callable(value):
        raise TypeError(f"{name} must be a function, got {type_name(value)} {short(value)}")
    return value
