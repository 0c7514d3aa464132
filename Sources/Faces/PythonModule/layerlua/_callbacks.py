# SPDX-License-Identifier: MIT
"""Callbacks that the library calls.

No exception leaves these functions: ctypes would print and drop it. An exception of a host function becomes an error of
the script, which may catch it. An exception that ends programs (KeyboardInterrupt, SystemExit), or one of a listener,
cancels the work and is raised again from the engine call.
"""

from __future__ import annotations

import ctypes
import weakref
from typing import TYPE_CHECKING, Any, Callable, List, Optional, Tuple

from . import _tokens
from ._conversion import Given, taken
from ._declarations import (
    CALLBACK,
    DRAW,
    FILTER,
    ON_FINDING,
    ON_PIXELS,
    ON_PRINT,
    ON_PROGRESS,
    ON_WARNING,
    RELEASE,
    CDrawable,
    CFilterRow,
    CFinding,
    CValue,
    CWarning,
)
from ._drawable import Drawable
from ._errors import Error, LayerWarning
from ._filter import FilterKeys, FilterRow
from ._finding import Finding
from ._library import c

if TYPE_CHECKING:
    from ._handle import EngineHandle


def _described(exception: BaseException) -> str:
    """Returns the error message for the script."""
    try:
        text = str(exception)
    except Exception:
        text = "(it has no text)"
    if isinstance(exception, Error) and text:
        # The error's own text already states the problem and position.
        return text
    name = type(exception).__name__
    return f"{name}: {text}" if text else name


def _c_text(text: str) -> bytes:
    return text.replace("\0", "\\0").encode("utf-8", "backslashreplace")


class Host:
    """A host function or drawable. Its engine owns it as long as scripts may call it."""

    __slots__ = ("_engine", "name", "function", "token", "__weakref__")

    def __init__(self, handle: EngineHandle, name: str, function: Callable[..., Any]) -> None:
        # Weak, so that an engine is freed with its last user, without waiting for cyclic garbage collection.
        self._engine = weakref.ref(handle)
        self.name = name
        self.function = function
        self.token = _tokens.token(self)
        handle.hosts[self.token] = self

    @property
    def handle(self) -> EngineHandle:
        handle = self._engine()
        assert handle is not None, "an engine calls what it has"
        return handle


class FilterHost(Host):
    """A host filter, with the names and kinds of its keys."""

    __slots__ = ("keys",)

    def __init__(self, handle: EngineHandle, name: str, function: Callable[..., Any], keys: FilterKeys) -> None:
        super().__init__(handle, name, function)
        self.keys = keys


class Listener:
    """Callbacks for the progress of a film and for rasterised layers of pages."""

    __slots__ = ("handle", "progress", "pixels", "token", "__weakref__")

    def __init__(
        self,
        handle: EngineHandle,
        progress: Optional[Callable[[int, int], Any]],
        pixels: Optional[Callable[[str, str], Any]],
    ) -> None:
        self.handle = handle
        self.progress = progress
        self.pixels = pixels
        self.token = _tokens.token(self)


class Findings:
    """Collects the findings of a diagnosis as they arrive."""

    __slots__ = ("handle", "found", "token", "__weakref__")

    def __init__(self, handle: EngineHandle) -> None:
        self.handle = handle
        self.found: List[Finding] = []
        self.token = _tokens.token(self)


def _call(context: int, number: int) -> None:
    host = _tokens.find(number)
    if host is None:
        return
    handle = host.handle
    try:
        try:
            arguments = [
                taken(handle, CValue.from_address(c.layerlua_call_argument(context, index)))
                for index in range(c.layerlua_call_argument_count(context))
            ]
            result = handle.call_host(host.function, *arguments)
            if result is not None:
                results: Tuple[Any, ...] = result if type(result) is tuple else (result,)
                given = Given(handle, results, "the result" if len(results) == 1 else "result ")
                for index in range(given.count):
                    handle.check(c.layerlua_call_return(context, ctypes.byref(given.items[index])))
        except Exception as exception:
            text = _described(exception)
            handle.fail(text, exception)
            c.layerlua_call_fail(context, _c_text(text))
    except BaseException as exception:
        handle.end(exception)
        c.layerlua_call_fail(context, b"the host's function ended the script")


def _draw(drawable: ctypes._Pointer[CDrawable], number: int) -> bool:
    host = _tokens.find(number)
    if host is None:
        return False
    handle = host.handle
    try:
        try:
            pixels = Drawable(drawable.contents)
            try:
                handle.call_host(host.function, pixels)
                pixels._finish()
            finally:
                pixels._close()
            return True
        except Exception as exception:
            handle.fail(f'the host could not draw "{host.name}"', exception)
    except BaseException as exception:
        handle.end(exception)
    return False


def _filter(row: ctypes._Pointer[CFilterRow], number: int) -> bool:
    host = _tokens.find(number)
    if host is None:
        return False
    handle = host.handle
    try:
        try:
            pixels = FilterRow(row.contents, host.keys)
            try:
                with handle.filtering():
                    host.function(pixels)
                pixels._finish()
            finally:
                pixels._close()
            return True
        except Exception as exception:
            handle.fail(f"the filter {host.name} of the host could not fill row", exception)
    except BaseException as exception:
        handle.end(exception)
    return False


def _release(number: int) -> None:
    host = _tokens.find(number)
    if host is not None:
        handle = host._engine()
        if handle is not None:
            handle.hosts.pop(number, None)


def _print(number: int, text: int, count: int) -> None:
    handle = _tokens.find(number)
    if handle is None:
        return
    try:
        handle.call_host(handle.on_print, ctypes.string_at(text, count))
    except BaseException as exception:
        handle.end(exception)


def _warn(number: int, pointer: ctypes._Pointer[CWarning]) -> None:
    handle = _tokens.find(number)
    if handle is None:
        return
    try:
        warning = pointer.contents
        handle.call_host(
            handle.on_warning,
            LayerWarning(
                warning.message.decode("utf-8", "replace"),
                rule=warning.rule.decode("utf-8", "replace"),
                script=None if warning.script is None else warning.script.decode("utf-8", "replace"),
                line=warning.line or None,
                repeats=warning.repeats,
                description=warning.description.decode("utf-8", "replace"),
            ),
        )
    except BaseException as exception:
        handle.end(exception)


def _progress(number: int, finished: int, total: int) -> bool:
    listener = _tokens.find(number)
    if listener is None:
        return True
    try:
        return listener.handle.call_host(listener.progress, finished, total) is not False
    except BaseException as exception:
        listener.handle.end(exception)
        return False


def _pixels(number: int, layer: bytes, reason: bytes) -> None:
    listener = _tokens.find(number)
    if listener is None:
        return
    try:
        listener.handle.call_host(listener.pixels, layer.decode("utf-8", "replace"), reason.decode("utf-8", "replace"))
    except BaseException as exception:
        listener.handle.end(exception)


def _text(bytes_: Optional[bytes]) -> str:
    return (bytes_ or b"").decode("utf-8", "replace")


def _find(number: int, pointer: ctypes._Pointer[CFinding]) -> None:
    findings = _tokens.find(number)
    if findings is None:
        return
    try:
        finding = pointer.contents
        findings.found.append(
            Finding(
                rule=_text(finding.rule),
                message=_text(finding.message),
                hint=None if finding.hint is None else _text(finding.hint),
                layer=None if finding.layer is None else findings.handle.layer(finding.layer),
                script=None if finding.script is None else _text(finding.script),
                line=finding.line or None,
                others=finding.others,
                is_note=finding.is_note,
                description=_text(finding.description),
            )
        )
    except BaseException as exception:
        findings.handle.end(exception)


# The ctypes functions, which must live as long as the module, and their addresses.
_functions: List[Any] = [
    CALLBACK(_call),
    DRAW(_draw),
    FILTER(_filter),
    RELEASE(_release),
    ON_PRINT(_print),
    ON_WARNING(_warn),
    ON_PROGRESS(_progress),
    ON_PIXELS(_pixels),
    ON_FINDING(_find),
]
CALL, DRAWING, FILTERING, RELEASING, PRINT, WARN, PROGRESS, PIXELS, FINDING = [
    ctypes.cast(function, ctypes.c_void_p).value or 0 for function in _functions
]
