# SPDX-License-Identifier: MIT
"""Registers the callbacks for film progress and rasterised layers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Optional

from . import _callbacks
from ._checks import function
from ._settings import Pixels, Progress, Settings

if TYPE_CHECKING:
    from ._handle import EngineHandle


def listening(
    handle: EngineHandle, settings: Settings, progress: Optional[Progress], pixels: Optional[Pixels]
) -> Optional[_callbacks.Listener]:
    """Returns an object that must be kept until the file is written; None without callbacks."""
    if progress is None and pixels is None:
        return None
    listener = _callbacks.Listener(
        handle,
        None if progress is None else function(progress, "progress"),
        None if pixels is None else function(pixels, "on_rasterized"),
    )
    if progress is not None:
        settings.set_progress(_callbacks.PROGRESS, listener.token)
    if pixels is not None:
        settings.set_pixels(_callbacks.PIXELS, listener.token)
    return listener
