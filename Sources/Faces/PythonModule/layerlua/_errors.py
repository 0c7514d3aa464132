# SPDX-License-Identifier: MIT
"""Errors and warnings of an engine."""

from __future__ import annotations

import enum
from typing import Dict, Optional, Type


class Status(enum.IntEnum):
    """What a call came to: the exit codes of the layerlua program."""

    OK = 0
    SCRIPT = 1
    USAGE = 2
    LIMIT = 3
    FILE = 4
    MISSING = 5
    PASSING = 75
    CANCELLED = 130


class Error(Exception):
    """A call of an engine failed. ``str()`` is the message with its place, such as ``card.lua:3: …``; an exception of a
    host function that was not caught by the script is the ``__cause__``.

    Attributes:
        status: a ``Status``.
        message: what happened, without the place.
        script: the script's name as it was given, when the error has a place in one.
        line: of the script, from 1.
        source_line: the text of that line, where it is known.
        traceback: the script's calls that led there, innermost first, one a line; None where they tell nothing more.
    """

    status: int = Status.USAGE

    def __init__(
        self,
        message: str = "",
        *,
        script: Optional[str] = None,
        line: Optional[int] = None,
        source_line: Optional[str] = None,
        traceback: Optional[str] = None,
        description: Optional[str] = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.script = script
        self.line = line
        self.source_line = source_line
        self.traceback = traceback
        self._description = description
        # Python 3.11 and later print these notes below the message of an uncaught error.
        add_note = getattr(self, "add_note", None)
        if add_note is not None:
            if source_line is not None:
                add_note("    " + source_line.strip())
            if traceback is not None:
                add_note(traceback)

    def __str__(self) -> str:
        return self.message if self._description is None else self._description


class ScriptError(Error):
    """The script is wrong, or raised an error."""

    status = Status.SCRIPT


class UsageError(Error):
    """The call was wrong: a value that a key does not take, a layer that is not there, an engine that is closed or in
    use by another thread.
    """

    status = Status.USAGE


class LimitError(Error):
    """A limit of memory, time or size was hit; the message names it and its value."""

    status = Status.LIMIT


class FileError(Error):
    """A file could not be read or written."""

    status = Status.FILE


class MissingError(Error):
    """Something that must be installed is not, such as ffmpeg."""

    status = Status.MISSING


class PassingError(Error):
    """A passing fault, such as a full disk: trying again may help."""

    status = Status.PASSING


class CancelledError(Error):
    """``Engine.cancel`` ended the call, or a film's progress function did."""

    status = Status.CANCELLED


ERRORS: Dict[int, Type[Error]] = {
    error.status: error
    for error in (ScriptError, UsageError, LimitError, FileError, MissingError, PassingError, CancelledError)
}


class LayerWarning(UserWarning):
    """Something that a script did is allowed but probably not meant. ``str()`` is the message without its place.

    Attributes:
        rule: its name, such as ``missing-font``; docs/reference/warnings.md lists them.
        message: what happened, without the place.
        script: whose line ran, or made the layer that it is about, if any.
        line: of the script, from 1.
        repeats: 0 when it is given for the first time, else how often it came again: see
            ``Engine.report_repeated_warnings``.
        description: the message with its place.
    """

    def __init__(
        self,
        message: str = "",
        *,
        rule: str = "",
        script: Optional[str] = None,
        line: Optional[int] = None,
        repeats: int = 0,
        description: Optional[str] = None,
    ) -> None:
        super().__init__(message)
        self.rule = rule
        self.message = message
        self.script = script
        self.line = line
        self.repeats = repeats
        self.description = message if description is None else description
