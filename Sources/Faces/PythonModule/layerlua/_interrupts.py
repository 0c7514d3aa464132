# SPDX-License-Identifier: MIT
"""Ctrl-C while the main thread is in the library.

Python runs its SIGINT handler in the main thread between two bytecode instructions, which a script in an endless loop
never reaches. So while the main thread works in an engine, and only if SIGINT has Python's own handler and
``signal.set_wakeup_fd`` is unused, the signal also writes to a pipe. A thread that reads the pipe cancels the engine,
and the call ends with KeyboardInterrupt. The handler installed meanwhile does not raise in the functions that the
library calls back, whose exceptions ctypes would drop, but within the host code that they run.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import threading
from types import FrameType
from typing import TYPE_CHECKING, Any, List, Optional

if TYPE_CHECKING:
    from ._handle import EngineHandle

# The C implementation of the signal module, without its enums: converting results to them took longer than a call of a
# script function.
_signal: Any = sys.modules.get("_signal", signal)

# Stack of the engines that the main thread is in, innermost last. Only the main thread changes it.
_stack: List[EngineHandle] = []
# True while the main thread runs host code called by the innermost engine, where an exception may be raised.
_is_in_host = False
# True if a signal has arrived, and if it has not been raised yet.
_was_signalled = False
_was_interrupted = False
_main = threading.main_thread().ident
# Shared by the main thread and the watcher. Each call has its own generation, so that an old signal does not end a new
# call.
_lock = threading.Lock()
_generation = 0
_reader = _writer = -1
_SIGINT = int(signal.SIGINT)


def may_watch() -> bool:
    """Returns True if this is the main thread and Ctrl-C has Python's own handler."""
    return threading.get_ident() == _main and (bool(_stack) or _signal.getsignal(_SIGINT) is signal.default_int_handler)


class Watched:
    """A use of an engine by the main thread that Ctrl-C cancels."""

    __slots__ = ("_handle", "_is_outermost", "_is_watched", "_was_in_host")

    def __init__(self, handle: EngineHandle) -> None:
        self._handle = handle

    def __enter__(self) -> int:
        global _is_in_host
        pointer = self._handle.__enter__()
        try:
            self._is_outermost = not _stack
            self._was_in_host = _is_in_host
            self._is_watched = not self._is_outermost or _begin()
            if self._is_watched:
                _is_in_host = False
                _stack.append(self._handle)
                self._handle.watched += 1
        except BaseException:
            self._handle.__exit__()
            raise
        return pointer

    def __exit__(self, *error: object) -> None:
        global _is_in_host
        if self._is_watched:
            self._handle.watched -= 1
            _stack.pop()
            _is_in_host = self._was_in_host
        try:
            self._handle.__exit__(*error)
        finally:
            # Must come last: from here on Python's own handler may raise anywhere.
            if self._is_watched and self._is_outermost and _end():
                raise KeyboardInterrupt from None


class HostCode:
    """A context in which a watched engine runs host code."""

    __slots__ = ("_was_in_host",)

    def __enter__(self) -> None:
        global _is_in_host
        self._was_in_host = _is_in_host
        _is_in_host = True

    def __exit__(self, *_: object) -> None:
        global _is_in_host
        _is_in_host = self._was_in_host


def _begin() -> bool:
    try:
        if _writer < 0:
            _start_watcher()
        other = _signal.set_wakeup_fd(_writer, warn_on_full_buffer=False)
        if other not in (-1, _writer):
            _signal.set_wakeup_fd(other)
            return False
        _signal.signal(_SIGINT, _on_interrupt)
    except (OSError, RuntimeError, ValueError):  # no files or threads available, or not the main interpreter
        return False
    return True


def _end() -> bool:
    """Stops watching. Returns True if there was a Ctrl-C that was not raised in host code."""
    global _generation, _was_signalled, _was_interrupted
    other = _signal.set_wakeup_fd(-1)
    if other not in (-1, _writer):  # a function of the host set its own, and left it
        _signal.set_wakeup_fd(other)
    # A pending handler runs before this call returns.
    if _signal.getsignal(_SIGINT) is _on_interrupt:
        _signal.signal(_SIGINT, signal.default_int_handler)
    if not _was_signalled:
        return False
    with _lock:
        _generation += 1
        _drain()
    was_interrupted, _was_interrupted, _was_signalled = _was_interrupted, False, False
    return was_interrupted


def _on_interrupt(number: int, frame: Optional[FrameType]) -> None:
    global _was_interrupted, _was_signalled
    _was_signalled = True
    if _is_in_host:
        signal.default_int_handler(number, frame)
    _was_interrupted = True
    for handle in _stack:
        handle.cancel()


def _start_watcher() -> None:
    global _reader, _writer
    reader, writer = os.pipe()
    try:
        os.set_blocking(reader, False)
        os.set_blocking(writer, False)
        threading.Thread(target=_watch, args=(reader,), name="layerlua: Ctrl-C", daemon=True).start()
    except BaseException:
        os.close(reader)
        os.close(writer)
        raise
    _reader, _writer = reader, writer


def _drain() -> bool:
    """Empties the pipe. Returns True if it contained SIGINT."""
    try:
        return _SIGINT in os.read(_reader, 4096)
    except BlockingIOError:
        return False


def _watch(reader: int) -> None:
    poll = select.poll()
    poll.register(reader, select.POLLIN)
    interrupted = -1
    while True:
        # The signal may have arrived just before the call began, when there was nothing to cancel. So cancel
        # repeatedly, every 50 ms, until the call is over.
        poll.poll(50 if interrupted == _generation else None)
        with _lock:
            try:
                if _drain():
                    interrupted = _generation
            except OSError:  # all files were closed
                return
            # In host code the handler itself raises.
            if interrupted == _generation and not _is_in_host:
                for handle in list(_stack):
                    handle.cancel()


def _after_fork_in_child() -> None:
    global _is_in_host, _was_signalled, _was_interrupted, _main, _lock, _reader, _writer
    _main = threading.get_ident()
    _lock = threading.Lock()
    if _writer < 0:
        return
    if _stack:
        _end()
    for file in (_reader, _writer):
        os.close(file)
    _reader = _writer = -1
    _is_in_host = _was_signalled = _was_interrupted = False
    _stack.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork_in_child)
