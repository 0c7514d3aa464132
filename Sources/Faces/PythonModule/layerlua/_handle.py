# SPDX-License-Identifier: MIT
"""A handle of a library engine that prevents misuse: by two threads, in a child process, after it was closed."""

from __future__ import annotations

import contextlib
import os
import threading
import weakref
from collections import deque
from typing import Any, Callable, Deque, Dict, Iterator, Optional, Set, Tuple

from . import _interrupts
from ._declarations import CError
from ._errors import ERRORS, Error, UsageError
from ._library import c
from ._tokens import token

# Maximum number of host function exceptions remembered until it is known which of them the script did not catch.
_FAILURES = 16


def _text(bytes_: Optional[bytes]) -> Optional[str]:
    return None if bytes_ is None else bytes_.decode("utf-8", "replace")


class EngineHandle:
    """Owns a ``layerlua_engine``. ``with handle as pointer:`` uses it for a short call, ``with handle.working() as
    pointer:`` for one that may take long.
    """

    def __init__(
        self, make_layer: Callable[[EngineHandle, int], Any], make_function: Callable[[EngineHandle, int], Any]
    ) -> None:
        self._make_layer = make_layer
        self._make_function = make_function
        #: The `layerlua_engine` pointer; 0 once the engine is freed.
        self.pointer = 0
        #: Held by the thread that uses the engine. Recursive, since host functions use the engine too.
        self._owner = threading.RLock()
        #: Prevents the pointer from being freed while another thread cancels.
        self._guard = threading.RLock()
        self.depth = 0
        #: True while the engine or Python uses memory that the engine's next use would invalidate: a finalizer or
        #: signal handler that runs meanwhile must not use the engine. Host code called by the engine may.
        self._is_reading = False
        #: True if the next use must check something first. A single flag, since layers are set thousands of times.
        self._needs_care = True
        #: Exception of a callback that cancelled the running work, to be raised from it.
        self.ending: Optional[BaseException] = None
        #: Exceptions of host functions during the running work, with their texts.
        self.failures: Deque[Tuple[str, BaseException]] = deque(maxlen=_FAILURES)
        #: Number of watched uses: see _interrupts.
        self.watched = 0
        self._is_closing = False
        self._why_unusable = "the engine is closed"
        #: Queue of objects that Python has released, with the library function that releases each. Finalizers run on
        #: any thread at any time, so the objects wait here for the engine's next use.
        self.released: Deque[Tuple[Callable[[Any, Any], int], int]] = deque()
        #: Live Layer objects by pointer, so that a layer always has the same Python object.
        self.layers: Dict[int, weakref.ref[Any]] = {}
        #: Functions and drawables that the engine may call, by token.
        self.hosts: Dict[int, Any] = {}
        #: Names in ca.args during the previous run.
        self.argument_names: Set[bytes] = set()
        self.on_print: Callable[[bytes], object]
        self.on_warning: Callable[[Any], object]
        self.token = token(self)

    def adopt(self, pointer: int) -> None:
        """Takes ownership of a new engine, which is freed with this handle."""
        self.pointer = pointer
        self._needs_care = False
        self._finalizer = weakref.finalize(self, _free, weakref.ref(self), pointer)
        _handles.add(self)

    # ---- uses

    def __enter__(self) -> int:
        if not self._owner.acquire(False):
            raise UsageError(
                "the engine is in use by another thread; an engine belongs to one thread at a time, "
                "and only cancel() may be called from others"
            )
        if self._needs_care or self.released:
            try:
                self._prepare()
            except BaseException:
                self._owner.release()
                raise
        self.depth += 1
        return self.pointer

    def __exit__(self, *_: object) -> None:
        self.depth -= 1
        try:
            if self.depth == 0 and (self.failures or self.ending is not None or self._is_closing):
                self.ending = None
                self.failures.clear()
                if self._is_closing:
                    self._finalizer()
        finally:
            self._owner.release()

    def _prepare(self) -> None:
        if self.is_closed:
            raise UsageError(self._why_unusable)
        if self._is_reading:
            raise UsageError(
                "the engine is handing out a value or filtering a picture; a finalizer, a signal handler or a filter "
                "cannot use it meanwhile"
            )
        while self.released:
            function, released = self.released.popleft()
            known = self.layers.get(released)
            if known is not None and known() is None:
                del self.layers[released]
            function(self.pointer, released)

    def begin_reading(self) -> bool:
        """Blocks other uses of the engine until ``end_reading``, to which the result must be passed."""
        was_reading = self._is_reading
        self._is_reading = self._needs_care = True
        return was_reading

    def end_reading(self, was_reading: bool) -> None:
        self._is_reading = was_reading
        self._needs_care = was_reading or self.is_closed

    def call_host(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Calls host code within a use of the engine."""
        was_reading = self._is_reading
        if was_reading:
            self.end_reading(False)
        try:
            if not self.watched:
                return function(*arguments)
            with _interrupts.HostCode():
                return function(*arguments)
        finally:
            if was_reading:
                self.begin_reading()

    @contextlib.contextmanager
    def filtering(self) -> Iterator[None]:
        """Blocks uses of the engine by a filter's function. Other threads than the engine's have no access anyway."""
        if not self._owner.acquire(False):
            yield
            return
        was_reading = self.begin_reading()
        try:
            yield
        finally:
            self.end_reading(was_reading)
            self._owner.release()

    def working(self) -> Any:
        """Returns a context manager for a use that may take long. Ctrl-C cancels it if Python's own handler is
        installed.
        """
        return _interrupts.Watched(self) if _interrupts.may_watch() else self

    # ---- what it hands out

    def layer(self, pointer: int) -> Any:
        """Returns the Layer object of a layer, always the same one, and keeps the layer alive for it."""
        known = self.layers.get(pointer)
        layer: Any = None if known is None else known()
        if layer is None:
            self._check_kept(c.layerlua_keep_layer(self.pointer, pointer))
            layer = self._make_layer(self, pointer)
            self.layers[pointer] = weakref.ref(layer)
        return layer

    def function(self, pointer: int) -> Any:
        self._check_kept(c.layerlua_keep_function(self.pointer, pointer))
        return self._make_function(self, pointer)

    def _check_kept(self, status: int) -> None:
        if status != 0:
            raise self.error(status)

    # ---- errors

    def check(self, status: int) -> None:
        """Raises the error of a failed call, or the exception of a callback that cancelled it."""
        if self.ending is not None:
            raise self.ending
        if status != 0:
            raise self.error(status)

    def error(self, status: int) -> Error:
        """Returns the error of the last call that failed."""
        error: CError = c.layerlua_last_error(self.pointer).contents
        kind = ERRORS.get(status, Error)
        result = kind(
            _text(error.message) or "",
            script=_text(error.script),
            line=error.line or None,
            source_line=_text(error.source_line),
            traceback=_text(error.traceback),
            description=_text(error.description),
        )
        if kind is Error:
            result.status = status
        # The script's error contains the text of the exception that caused it. The script may also have caught that
        # exception.
        for text, exception in reversed(self.failures):
            if text in result.message:
                result.__cause__ = exception
                break
        return result

    def fail(self, text: str, exception: BaseException) -> None:
        """Records an exception of a host function."""
        self.failures.append((text, exception))

    def end(self, exception: BaseException) -> None:
        """Cancels the running work; the exception of a callback is raised from it."""
        if self.ending is None:
            self.ending = exception
        self.cancel()

    # ---- ending

    def cancel(self) -> None:
        with self._guard:
            if self.pointer:
                c.layerlua_cancel(self.pointer)

    @property
    def is_closed(self) -> bool:
        return not self.pointer or self._is_closing

    def close(self) -> None:
        if self.is_closed:
            return
        if not self._owner.acquire(False):
            raise UsageError("the engine is in use by another thread and cannot be closed; cancel() ends what it does")
        try:
            if self._is_reading:
                raise UsageError(
                    "the engine is handing out a value or filtering a picture; a finalizer, a signal handler or a "
                    "filter cannot close it meanwhile"
                )
            self._is_closing = self._needs_care = True
            # Within a callback the outermost use frees the engine: the callback's results and error must still be
            # reported.
            if self.depth == 0:
                self._finalizer()
        finally:
            self._owner.release()

    def leave_to_the_parent(self) -> None:
        """Abandons the engine in a child process, which does not have the engine's threads."""
        self.pointer = 0
        self._needs_care = True
        self._why_unusable = "the engine belongs to the parent process; after fork() make one of the child's own"
        self._finalizer.detach()
        # In a forked child, the locks may be held by another thread of the parent.
        self._owner = threading.RLock()
        self._guard = threading.RLock()
        self.depth = 0

    def _give_up(self) -> bool:
        """Returns True if the engine may be freed; False if a thread is using it, such as a daemon thread at
        interpreter exit.
        """
        if not self._owner.acquire(False):
            return False
        try:
            with self._guard:
                self.pointer = 0
            self._needs_care = True
        finally:
            self._owner.release()
        return True


def _free(handle: weakref.ref[EngineHandle], pointer: int) -> None:
    living = handle()
    if living is None or living._give_up():
        c.layerlua_free(pointer)


_handles: weakref.WeakSet[EngineHandle] = weakref.WeakSet()


def _after_fork_in_child() -> None:
    for handle in list(_handles):
        handle.leave_to_the_parent()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork_in_child)
