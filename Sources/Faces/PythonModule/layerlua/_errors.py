# SPDX-License-Identifier: MIT
"""Errors and warnings of an engine."""

from __future__ import annotations

import enum
from typing import Dict, Optional, Type


class Status(enum.IntEnum):
    """The status of a call, numbered like the exit codes of the layerlua program."""

    OK = 0
    SCRIPT = 1
    USAGE = 2
    LIMIT = 3
    FILE = 4
    MISSING = 5
    TEMPORARY = 75
    CANCELLED = 130


# Control characters other than line feeds and tabs, as Lua writes them.
_ESCAPES = {code: f"\\{code}" for code in (*range(9), *range(11, 32), 127)}
_ESCAPES.update({code: f"\\u{{{code:x}}}" for code in range(128, 160)})


def visible(text: str) -> str:
    """Escapes the control characters of a text, so that texts of a script cannot control a terminal."""
    return text.translate(_ESCAPES)


class Error(Exception):
    """A failed call of an engine. ``str()`` is the message with its position, such as ``card.lua:3: …``, its control
    characters escaped as in Lua. If an exception of a host function caused it, that exception is the ``__cause__``.

    Attributes:
        status: a ``Status``.
        message: what happened, without the position.
        script: name of the script in which the error happened, as given; None if there is none.
        line: line in the script, from 1.
        source_line: text of that line; None if unknown.
        traceback: the script's calls that led to the error, innermost first, one per line; None if they add nothing.
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
                add_note(visible("    " + source_line.strip()))
            if traceback is not None:
                add_note(visible(traceback))

    def __str__(self) -> str:
        return visible(self.message if self._description is None else self._description)


class ScriptError(Error):
    """An error in the script, or raised by it."""

    status = Status.SCRIPT


class UsageError(Error):
    """A wrong call: a value that a key does not accept, a layer that does not exist, an engine that is closed or in use
    by another thread.
    """

    status = Status.USAGE


class LimitError(Error):
    """An exceeded limit of memory, time or size; the message names the limit and its value."""

    status = Status.LIMIT


class FileError(Error):
    """A file that could not be read or written."""

    status = Status.FILE


class MissingError(Error):
    """A required program or library is not installed, such as ffmpeg."""

    status = Status.MISSING


class TemporaryError(Error):
    """A temporary failure, such as a full disk; retrying may help."""

    status = Status.TEMPORARY


class CancelledError(Error):
    """The call was cancelled by ``Engine.cancel`` or a film's progress function."""

    status = Status.CANCELLED


ERRORS: Dict[int, Type[Error]] = {
    error.status: error
    for error in (ScriptError, UsageError, LimitError, FileError, MissingError, TemporaryError, CancelledError)
}


class LayerWarning(UserWarning):
    """A warning about something that is allowed but probably unintended. ``str()`` is the message without its position,
    its control characters escaped as in Lua.

    Attributes:
        rule: name of the rule, such as ``missing-font``; docs/reference/warnings.md lists them.
        message: what happened, without the position.
        script: name of the script whose line ran, or made the layer concerned; None if there is none.
        line: line in the script, from 1.
        repeats: 0 for the first report, else the number of repetitions: see ``Engine.report_repeated_warnings``.
        description: the message with its position.
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
        self.description = visible(message) if description is None else description

    def __str__(self) -> str:
        return visible(self.message)
