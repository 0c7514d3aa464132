# SPDX-License-Identifier: MIT
"""Findings of a diagnosis."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Optional

if TYPE_CHECKING:
    from ._layer import Layer


class Finding(NamedTuple):
    """A probably unintended part of a picture, most often a layer that is not visible. ``str()`` is the text that the
    program prints: the position, the message and the hint.

    Attributes:
        rule: name of the rule, such as ``occluded``; docs/reference/warnings.md lists them.
        message: what is wrong and why, with the layer's name, without the position.
        hint: suggested fix, such as ``shadowOpacity = 0.3``; None if unknown.
        layer: the layer concerned.
        script: name of the script whose line made the layer; None if none did.
        line: line in the script, from 1.
        others: number of further affected layers made by the same line.
        is_note: True if this is often intended, such as a hidden layer.
        description: the text of ``str()``.
    """

    rule: str
    message: str
    hint: Optional[str]
    layer: Optional[Layer]
    script: Optional[str]
    line: Optional[int]
    others: int
    is_note: bool
    description: str

    def __str__(self) -> str:
        return self.description
