# SPDX-License-Identifier: MIT
"""What pages are like."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional

from ._checks import number, text
from ._declarations import CSettings


@dataclass(frozen=True)
class Page:
    """What the pages of a pdf or svg are like, besides what is drawn on them; lengths are points of 1/72 inch::

        layer.write("poster.pdf", page=layerlua.Page(paper="A4", margin=36, title="Tea"))

    Args:
        paper: such as ``"A4"`` or ``"letter"``, on which the layer is fitted; without it a page is as large as its
            layer.
        keeps_scale: on paper the scale holds, and the layer is not fitted.
        landscape: paper with its longer side across.
        margin: the space around the layer.
        bleed: of pdf, how far a page reaches beyond where it is cut.
        outlines: text as areas, which need no font but cannot be searched.
        headings: of pdf, the names of layers as its outline.
        title: what the document is called.
        author: of pdf, who made it.
        subject: of pdf, what it is about.
        keywords: of pdf, words to find it by.
        date: of pdf, when it was made: ``"2025-01-31"`` or ``"2025-01-31T12:00:00Z"``. None unless it is given.
    """

    paper: Optional[str] = None
    keeps_scale: bool = False
    landscape: bool = False
    margin: float = 0
    bleed: float = 0
    outlines: bool = False
    headings: bool = False
    title: Optional[str] = None
    author: Optional[str] = None
    subject: Optional[str] = None
    keywords: Optional[str] = None
    date: Optional[str] = None

    def _set(self, settings: CSettings) -> None:
        for name in ("keeps_scale", "landscape", "outlines", "headings"):
            setattr(settings, name, bool(getattr(self, name)))
        for name in ("margin", "bleed"):
            setattr(settings, name, number(getattr(self, name), name))
        for name in ("paper", "title", "author", "subject", "keywords", "date"):
            value: Any = getattr(self, name)
            if value is not None:
                setattr(settings, name, text(value, name))
