# SPDX-License-Identifier: MIT
"""What a diagnosis finds."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Optional

if TYPE_CHECKING:
    from ._layer import Layer


class Finding(NamedTuple):
    """A part of a picture that was probably meant otherwise, most often a layer that is not seen. ``str()`` is what the
    program prints: the place, the message and the hint.

    Attributes:
        rule: its name, such as ``occluded``; docs/reference/warnings.md lists them.
        message: what is so and why, with the layer's name, without the place.
        hint: what to write instead, such as ``shadowOpacity = 0.3``; None where it is not known.
        layer: the layer concerned.
        script: whose line made the layer, if any.
        line: of the script, from 1.
        others: how many further layers the same line made that are concerned as well.
        is_note: whether it is often meant so, such as a hidden layer.
        description: the same as ``str()``.
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
