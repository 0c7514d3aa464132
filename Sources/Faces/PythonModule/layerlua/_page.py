# SPDX-License-Identifier: MIT
"""Settings of pages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional

from ._checks import number, text
from ._declarations import CSettings


@dataclass(frozen=True)
class Page:
    """The settings of the pages of a pdf or svg; lengths are in points of 1/72 inch::

        layer.write("poster.pdf", page=layerlua.Page(paper="A4", margin=36, title="Tea"))

    Args:
        paper: paper to fit the layer on, such as ``"A4"`` or ``"letter"``. Default: a page of the layer's size.
        keeps_scale: on paper, use `scale` instead of fitting the layer.
        landscape: paper in landscape format.
        margin: margin around the layer.
        bleed: for pdf, extent of the page beyond its trim edge.
        outlines: convert text to outlines, which need no font but cannot be searched.
        headings: for pdf, layer names as the document outline.
        title: document title.
        author: for pdf, document author.
        subject: for pdf, document subject.
        keywords: for pdf, document keywords.
        date: for pdf, creation date: ``"2025-01-31"`` or ``"2025-01-31T12:00:00Z"``. Default none.
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
