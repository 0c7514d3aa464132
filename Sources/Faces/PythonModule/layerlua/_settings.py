# SPDX-License-Identifier: MIT
"""Settings for drawing pictures and writing files."""

from __future__ import annotations

import ctypes
from typing import Any, Callable, Optional, Sequence, Tuple, Union

from ._checks import number, positive, short, text, type_name, whole
from ._declarations import CSettings, CSound
from ._page import Page
from ._sound import Sound

#: Width and height.
Extent = Tuple[float, float]


class Settings:
    """The library's settings structure. The library reads 0 as the default, so an explicit invalid 0 is rejected here.
    """

    __slots__ = ("c",)

    def __init__(self, scale: float, time: Optional[float], size: Optional[Extent], background: Optional[str]) -> None:
        self.c = CSettings(scale=positive(scale, "scale"))
        if time is not None:
            self.c.has_time = True
            self.c.time = number(time, "time")
        if size is not None:
            try:
                width, height = size
            except (TypeError, ValueError):
                raise TypeError(f"size must be a width and a height, got {size!r}") from None
            self.c.width, self.c.height = positive(width, "the size's width"), positive(height, "the size's height")
        if background is not None:
            self.c.background = text(background, "background")

    def set_file(
        self,
        quality: Optional[float],
        lossless: Optional[bool],
        compression: Optional[int],
        effort: Optional[int],
        dpi: Optional[float],
    ) -> None:
        if quality is not None:
            value = number(quality, "quality")
            # The library reads 0 as the default; this value is as good as 0.
            self.c.quality = value if value != 0 else 1e-9
        if lossless is not None:
            self.c.lossless = 1 if lossless else -1
        if compression is not None:
            self.c.compression = whole(compression, "compression", 1, 12)
        if effort is not None:
            self.c.has_effort = True
            self.c.effort = whole(effort, "effort", 0, 6)
        if dpi is not None:
            self.c.dpi = positive(dpi, "dpi")

    def set_film(
        self,
        fps: Optional[float],
        start: Optional[float],
        duration: Optional[float],
        frames: Optional[str],
        hold: Optional[float] = None,
        sounds: Optional[Sequence[Sound]] = None,
    ) -> None:
        if fps is not None:
            self.c.fps = positive(fps, "fps")
        if start is not None:
            self.c.has_from = True
            setattr(self.c, "from", number(start, "start"))
        if duration is not None:
            self.c.duration = positive(duration, "duration")
        if frames is not None:
            self.c.frames = text(frames, "frames")
        if hold is not None:
            self.c.hold = number(hold, "hold")
        if sounds is not None:
            for sound in sounds:
                if not isinstance(sound, Sound):
                    raise TypeError(f"sounds must be layerlua.Sound, got {type_name(sound)} {short(sound)}")
            self.c.has_sounds = True
            self.c.sounds = (CSound * len(sounds))(*(sound._c() for sound in sounds))
            self.c.sound_count = len(sounds)

    def set_page(self, page: Optional[Page]) -> None:
        if page is None:
            return
        if not isinstance(page, Page):
            raise TypeError(f"page must be a layerlua.Page, got {type_name(page)} {short(page)}")
        page._set(self.c)

    def set_pixels(self, function: int, user_data: int) -> None:
        self.c.on_rasterized = function
        self.c.user_data = user_data

    def set_progress(self, function: int, user_data: int) -> None:
        self.c.on_progress = function
        self.c.user_data = user_data

    @property
    def reference(self) -> Any:
        return ctypes.byref(self.c)


Progress = Callable[[int, int], Union[bool, None]]
Pixels = Callable[[str, str], Any]
