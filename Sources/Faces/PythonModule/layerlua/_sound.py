# SPDX-License-Identifier: MIT
"""Sounds of films."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional, Union

from ._checks import number, text, whole
from ._declarations import CSound


@dataclass(frozen=True)
class Sound:
    """A sound file that is heard in an mp4 or webm film; times are in seconds::

        music = layerlua.Sound("music.mp3", loops=True, fade_out=1.5)
        layer.write("card.mp4", duration=8, sounds=[music, layerlua.Sound("bell.wav", start=2)])

    Args:
        file: in a format that ffmpeg reads, such as mp3, wav, flac, ogg or m4a.
        start: time of the film, from its first frame, at which it begins.
        begin: start of the part of the file that is heard.
        end: end of that part. Default the file's end.
        gain: decibels, -60 to 60.
        fade_in: length over which it fades in at its start.
        fade_out: length over which it fades out at its end.
        loops: how often it is heard in succession, up to 10,000; True repeats it until the film ends.
        pan: -1 is left only, 1 right only.
    """

    file: str
    start: float = 0
    begin: float = 0
    end: Optional[float] = None
    gain: float = 0
    fade_in: float = 0
    fade_out: float = 0
    loops: Union[int, bool] = 1
    pan: float = 0

    def _c(self) -> CSound:
        result = CSound(file=text(self.file, "a sound's file"))
        for field in ("start", "gain", "fade_in", "fade_out", "pan"):
            setattr(result, field, number(getattr(self, field), f"a sound's {field}"))
        setattr(result, "from", number(self.begin, "a sound's begin"))
        if self.end is not None:
            # The library reads 0 as the file's end. A part that ends at 0 is refused, as any that ends before its
            # beginning.
            result.to = number(self.end, "a sound's end") or -1
        result.loops = -1 if self.loops is True else whole(self.loops, "a sound's loops", 1, 10_000)
        return result
