# SPDX-License-Identifier: MIT
"""Engines."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterable, Iterator, Mapping, MutableMapping, Sequence
from typing import Any, Callable, Dict, List, Optional, Tuple, TypeVar, Union, overload

from . import _callbacks
from ._checks import function as checked_function
from ._checks import number, positive, short, text, type_name, whole
from ._checks import path as path_bytes
from ._conversion import Given, call, taken
from ._declarations import NO_CACHE, CConfig, CIsolation, CPackage, CValue
from ._drawable import Drawable
from ._errors import ERRORS, Error, LayerWarning, Status
from ._filter import FilterKey, FilterKeys, FilterRow, FilterValue
from ._function import Function
from ._handle import EngineHandle
from ._images import Image, readable
from ._layer import Layer
from ._library import c
from ._listening import listening
from ._output import print_bytes, show_warning
from ._package import Package, taken_package
from ._page import Page
from ._settings import Pixels, Settings
from ._values import Path

#: Value of a limit that disables it.
UNLIMITED = (1 << 64) - 1

AnyPath = Union[str, "os.PathLike[str]"]
_HostFunction = TypeVar("_HostFunction", bound=Callable[..., Any])
_Draw = TypeVar("_Draw", bound=Callable[[Drawable], Any])
_Fill = TypeVar("_Fill", bound=Callable[[FilterRow], Any])


class Engine:
    """Runs scripts, and draws the layers they make. Engines share nothing; each belongs to one thread at a time.

    ::

        with layerlua.Engine() as engine:
            card = engine.run('return ca.Layer { bounds = {0, 0, 240, 120}, backgroundColor = "teal" }')
            card.write("card.png", scale=2)

    An engine that is not closed is freed with the last reference to it, its layers and its functions.

    Args:
        memory_limit: bytes of Lua's heap plus the script's pixels, layers and paths. Default 2 GiB.
        time_limit: wall time in seconds for a script together with the pictures drawn after it. Only ``run``,
            ``run_file`` and ``call`` restart it; pictures do not. Default no limit.
        call_time_limit: wall time in seconds for each call: a script, a picture, a film. Default no limit.
        seed: seed of ``math.random``.
        threads: number of drawing threads, including the caller's. Default one per processor. Does not affect pictures.
        trusted: disables the sandbox, for scripts as trustworthy as the program itself.
        script_directory: base directory of file names that scripts read, which they may also read; ``"."`` is the
            process's working directory. By default ``run`` lets a script read no folder, and ``run_file`` lets it read
            its own.
        working_directory: base directory of file names that are written, in which scripts may write; ``"."`` is the
            process's working directory. By default scripts write no files, and paths passed to ``write`` are relative
            to the process's working directory.
        readable_directories: directories that scripts may read in addition to `script_directory`.
        writable_directories: directories that may be written in addition to `working_directory`.
        writable_files: single files that scripts may write, in any directory, relative to `working_directory`; a name
            such as ``"frame-{0000}.png"`` allows all files of that numbering.
        font_directories: directories searched before the installed fonts.
        hyphen_directories: directories searched for hyphenation files before the installed one.
        svg_program: path of the program layerlua-svg, which draws SVG files with more than shapes and reads pages of
            PDF files. By default it is searched for next to the library and in ``libexec/layerlua`` of its prefix.
        on_print: receives the text that scripts print, including line breaks. Bytes that are not UTF-8 are surrogates,
            as with ``errors="surrogateescape"``. Default ``sys.stdout``.
        on_print_bytes: receives the printed bytes, in place of `on_print`.
        on_warning: receives each ``LayerWarning``. By default warnings are issued by Python's ``warnings``, with the
            script's name and line.
        allowed_warnings: rules whose warnings are suppressed.
        allow_links: allows layers' links to any address in PDF and SVG files. Otherwise only http, https, mailto, tel,
            # and relative addresses are written, and a warning names the others.
        pixel_limit: pixels of one picture. This and the limits below have large defaults; ``UNLIMITED`` selects the
            largest possible value.
        surface_pixel_limit: pixels of all off-screen surfaces of one picture.
        layer_limit: layers alive at once.
        replicated_layer_limit: layers shown in one picture, counting each instance of a replicator.
        particle_limit: particles of one emitter layer at a time.
        path_segment_limit: segments of one path.
        drawing_operation_limit: operations recorded by one drawing.
        image_pixel_limit: pixels of one image that is read or made.
        text_length_limit: UTF-8 bytes of one text that is laid out.
        frame_limit: frames of one film.
        file_size_limit: bytes of one file that is read.
        printed_byte_limit: bytes that scripts may output by print and ``warn`` between one ``run``, ``run_file`` or
            ``call`` and the next, including the pictures in between. Default 64 MiB; no limit with `trusted`.
        kept_picture_limit: size in bytes of the cache of rendered pictures, which lets the next picture of the same
            layers repaint only what changed. Default 64 MiB; 0 disables it. Does not affect pictures.

    An exception of `on_print` or `on_warning` cancels the engine call that caused it, and is raised from that call.
    """

    def __init__(
        self,
        *,
        memory_limit: Optional[int] = None,
        time_limit: Optional[float] = None,
        call_time_limit: Optional[float] = None,
        seed: int = 0,
        threads: Optional[int] = None,
        trusted: bool = False,
        script_directory: Optional[AnyPath] = None,
        working_directory: Optional[AnyPath] = None,
        readable_directories: Iterable[AnyPath] = (),
        writable_directories: Iterable[AnyPath] = (),
        writable_files: Iterable[AnyPath] = (),
        font_directories: Iterable[AnyPath] = (),
        hyphen_directories: Iterable[AnyPath] = (),
        svg_program: Optional[AnyPath] = None,
        on_print: Optional[Callable[[str], object]] = None,
        on_print_bytes: Optional[Callable[[bytes], object]] = None,
        on_warning: Optional[Callable[[LayerWarning], object]] = None,
        allowed_warnings: Iterable[str] = (),
        pixel_limit: Optional[int] = None,
        surface_pixel_limit: Optional[int] = None,
        layer_limit: Optional[int] = None,
        replicated_layer_limit: Optional[int] = None,
        particle_limit: Optional[int] = None,
        path_segment_limit: Optional[int] = None,
        drawing_operation_limit: Optional[int] = None,
        image_pixel_limit: Optional[int] = None,
        text_length_limit: Optional[int] = None,
        frame_limit: Optional[int] = None,
        file_size_limit: Optional[int] = None,
        printed_byte_limit: Optional[int] = None,
        kept_picture_limit: Optional[int] = None,
        allow_links: bool = False,
    ) -> None:
        limits = {
            "memory_limit": memory_limit,
            "pixel_limit": pixel_limit,
            "surface_pixel_limit": surface_pixel_limit,
            "layer_limit": layer_limit,
            "replicated_layer_limit": replicated_layer_limit,
            "particle_limit": particle_limit,
            "path_segment_limit": path_segment_limit,
            "drawing_operation_limit": drawing_operation_limit,
            "image_pixel_limit": image_pixel_limit,
            "text_length_limit": text_length_limit,
            "frame_limit": frame_limit,
            "file_size_limit": file_size_limit,
            "printed_byte_limit": printed_byte_limit,
        }
        config = CConfig(
            seed=whole(seed, "seed", 0, UNLIMITED),
            trusted=bool(trusted),
            allow_links=bool(allow_links),
            language=b"python",
        )
        for name, limit in limits.items():
            if limit is not None:
                setattr(config, name, whole(limit, name, 1, UNLIMITED))
        if kept_picture_limit is not None:
            # 0 would select the library's default.
            config.kept_picture_limit = whole(kept_picture_limit, "kept_picture_limit", 0, UNLIMITED) or NO_CACHE
        if time_limit is not None:
            config.time_limit = positive(time_limit, "time_limit")
        if call_time_limit is not None:
            config.call_time_limit = positive(call_time_limit, "call_time_limit")
        if threads is not None:
            config.threads = whole(threads, "threads", 1, 1024)
        if script_directory is not None:
            config.script_directory = path_bytes(script_directory, "script_directory")
        if working_directory is not None:
            config.working_directory = path_bytes(working_directory, "working_directory")
        if svg_program is not None:
            config.svg_program = path_bytes(svg_program, "svg_program")
        for name, count, paths in (
            ("readable_directories", "readable_directory_count", readable_directories),
            ("writable_directories", "writable_directory_count", writable_directories),
            ("writable_files", "writable_file_count", writable_files),
            ("font_directories", "font_directory_count", font_directories),
            ("hyphen_directories", "hyphen_directory_count", hyphen_directories),
        ):
            given = [path_bytes(path, f"{name}[{index}]") for index, path in enumerate(_listed(paths, name))]
            setattr(config, name, _array(given))
            setattr(config, count, len(given))
        rules = [
            text(rule, f"allowed_warnings[{index}]")
            for index, rule in enumerate(_listed(allowed_warnings, "allowed_warnings"))
        ]
        config.allowed_warnings = _array(rules)
        config.allowed_warning_count = len(rules)

        handle = EngineHandle(Layer._of, Function._of)
        if on_print is not None:
            if on_print_bytes is not None:
                raise ValueError("on_print and on_print_bytes are the same in two forms; give one of them")
            listener = checked_function(on_print, "on_print")
            handle.on_print = lambda data: listener(data.decode("utf-8", "surrogateescape"))
        else:
            handle.on_print = (
                print_bytes if on_print_bytes is None else checked_function(on_print_bytes, "on_print_bytes")
            )
        handle.on_warning = show_warning if on_warning is None else checked_function(on_warning, "on_warning")
        config.on_print = _callbacks.PRINT
        config.on_warning_details = _callbacks.WARN
        config.user_data = handle.token

        engine = ctypes.c_void_p()
        message = ctypes.create_string_buffer(4096)
        status = c.layerlua_create(ctypes.byref(config), ctypes.byref(engine), message, len(message))
        if engine.value is None:
            raise ERRORS.get(status, Error)(message.value.decode("utf-8", "replace"))
        handle.adopt(engine.value)
        self._handle = handle
        self._images = _Images(handle)

    # ---- its life

    def close(self) -> None:
        """Frees the engine and makes its layers and functions unusable. Within a function that the engine calls, it is
        freed when the engine call returns. Does nothing if the engine is already closed.
        """
        self._handle.close()

    @property
    def closed(self) -> bool:
        return self._handle.is_closed

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<layerlua.Engine at {id(self):#x}{', closed' if self.closed else ''}>"

    def __reduce__(self) -> Any:
        raise TypeError("an Engine cannot be copied or pickled; make another one")

    # ---- scripts

    def run(
        self,
        source: Union[str, bytes],
        name: str = "script.lua",
        *,
        arguments: Union[Sequence[str], Mapping[Any, str], None] = None,
    ) -> Optional[Layer]:
        """Runs a script and returns the layer that it returns, or None. Globals of earlier scripts are kept. The script
        reads and writes only the folders that the engine was given.

        Args:
            source: Lua text.
            name: the script's name in error messages.
            arguments: the contents of ``ca.args``. A list of texts becomes ``ca.args[1]``, ``ca.args[2]`` …, a dict
                ``ca.args.NAME``. Integer keys of a dict, from 1, stand for positional arguments.
        """
        if isinstance(source, str):
            try:
                source = source.encode()
            except UnicodeEncodeError:
                raise ValueError("source has surrogates and is not text") from None
        elif not isinstance(source, bytes):
            raise TypeError(f"source must be str or bytes, got {type_name(source)} {short(source)}")
        script = text(name, "name")
        positional, named = _arguments(arguments)
        handle = self._handle
        with handle.working() as engine:
            self._set_arguments(engine, positional, named)
            layer = ctypes.c_void_p()
            handle.check(c.layerlua_run(engine, source, len(source), script, ctypes.byref(layer)))
            return self._layer(layer.value)

    def run_file(
        self, path: AnyPath, *, arguments: Union[Sequence[str], Mapping[Any, str], None] = None
    ) -> Optional[Layer]:
        """Runs a script file, in any directory. Unless the engine has a `script_directory`, the script may read its own
        folder, to which its file names are relative.
        """
        file = path_bytes(path, "path")
        positional, named = _arguments(arguments)
        handle = self._handle
        with handle.working() as engine:
            self._set_arguments(engine, positional, named)
            layer = ctypes.c_void_p()
            handle.check(c.layerlua_run_file(engine, file, ctypes.byref(layer)))
            return self._layer(layer.value)

    def _set_arguments(self, engine: int, positional: List[bytes], named: Dict[bytes, bytes]) -> None:
        handle = self._handle
        handle.check(c.layerlua_set_positional_arguments(engine, _array(positional), len(positional)))
        for name in handle.argument_names - named.keys():
            handle.check(c.layerlua_set_argument(engine, name, None))
        handle.argument_names = set(named)
        for name, value in named.items():
            handle.check(c.layerlua_set_argument(engine, name, value))

    def _layer(self, pointer: Optional[int]) -> Optional[Layer]:
        return None if pointer is None else self._handle.layer(pointer)

    def call(self, name: str, *values: Any) -> Any:
        """Calls a global function that a script defined. Returns None for no result, the result, or a tuple of several
        results.
        """
        callee = text(name, "the function's name")
        handle = self._handle
        with handle.working() as engine:
            return call(handle, c.layerlua_call, engine, callee, values)

    def cancel(self) -> None:
        """Cancels the work of the engine, from any thread: a script in an endless loop, a picture, a film. The call
        raises ``CancelledError``, and the engine can be used again. Does nothing if the engine is idle.
        """
        self._handle.cancel()

    def isolate(
        self, *, required: bool = False, starts_ffmpeg: bool = False, written_files: Iterable[AnyPath] = ()
    ) -> Optional[str]:
        """Sandboxes the process permanently, before it runs an untrusted script. The process gives up all files except
        those that the engine was given, fonts and the system's libraries; sockets, new programs and other processes;
        and more memory and time than the engine's limits allow. Python itself can then import further modules only from
        ``/usr``.

        For processes of one job, such as children of a server that make their engine after ``os.fork``. Call it before
        the engine runs anything, while the process has a single thread. Returns the mechanisms that this system lacks,
        as text; None if it lacks none.

        Args:
            required: raise ``MissingError`` if this system lacks a mechanism.
            starts_ffmpeg: allow ffmpeg to be started, for films.
            written_files: files that the program itself writes later; their folders stay accessible.

        Raises:
            UsageError: the process has several threads, or ``/`` is among the folders.
        """
        files = [
            path_bytes(file, f"written_files[{index}]")
            for index, file in enumerate(_listed(written_files, "written_files"))
        ]
        how = CIsolation(required=bool(required), starts_ffmpeg=bool(starts_ffmpeg))
        how.written_files = _array(files)
        how.written_file_count = len(files)
        handle = self._handle
        with handle as engine:
            missing = ctypes.c_char_p()
            handle.check(c.layerlua_isolate(engine, ctypes.byref(how), ctypes.byref(missing)))
            return None if missing.value is None else missing.value.decode("utf-8", "replace")

    def report_repeated_warnings(self) -> None:
        """Reports once more each warning repeated since its last report, with the number of repetitions."""
        handle = self._handle
        with handle as engine:
            handle.check(c.layerlua_report_repeated_warnings(engine))

    # ---- layers and time

    @property
    def root(self) -> Optional[Layer]:
        """The layer that the last script returned; None if it returned none."""
        with self._handle as engine:
            return self._layer(c.layerlua_root(engine))

    def layer(self, name: str) -> Layer:
        """Returns the first layer of a name in the root's tree, depth first, or the layer at a path of names from the
        root's sublayers, such as ``dial/needle``.

        Raises:
            UsageError: there is no such layer.
        """
        key = text(name, "the layer's name")
        handle = self._handle
        with handle as engine:
            pointer = c.layerlua_layer_named(engine, key)
            if pointer is None:
                raise handle.error(Status.USAGE)
            layer: Layer = handle.layer(pointer)
            return layer

    def layer_svg(self, data: Any, *, color: Optional[str] = None) -> Layer:
        """Makes a layer of the bytes of an SVG file, in the file's size. Groups and shapes become sublayers, named by
        their ids; a warning names what is left out. As a picture, ``Image.decode`` draws a file whole.

        Args:
            color: the CSS colour that stands for the file's ``currentColor``. Default black.

        Raises:
            UsageError: the bytes are not SVG.
        """
        address, count, kept = readable(data, "data")
        current = None if color is None else text(color, "color")
        handle = self._handle
        with handle.working() as engine:
            pointer = ctypes.c_void_p()
            was_reading = handle.begin_reading()
            try:
                handle.check(c.layerlua_layer_svg(engine, address, count, current, ctypes.byref(pointer)))
                layer: Layer = handle.layer(pointer.value or 0)
            finally:
                handle.end_reading(was_reading)
            del kept
            return layer

    def layer_lottie(self, path: AnyPath, **options: Any) -> Layer:
        """Makes a layer of a Lottie file's size that plays its animation: ``.json``, ``.lottie`` or ``.tgs``, known by
        its content. Warnings name what is not drawn as the file says::

            card = engine.layer_lottie("card.json", texts={"Title": "Hello"}, values={"**.Fill 1.Color": "red"})
            card.write("card.gif")

        Args:
            path: in any directory; a relative one begins in the engine's `script_directory`, else in the process's
                working directory.
            options: ``animation``, ``theme``, ``slots``, ``values``, ``texts``, ``images``, ``imageGravity``,
                ``fonts``, ``viewport``, ``loop``, as for ``ca.Layer.lottie``.

        Raises:
            UsageError: the file holds no animation, or it has no place for an option.
        """
        file = path_bytes(path, "path")
        handle = self._handle
        given = Given(handle, (options,), "options") if options else None
        with handle.working() as engine:
            pointer = ctypes.c_void_p()
            was_reading = handle.begin_reading()
            try:
                items = None if given is None else given.items
                handle.check(c.layerlua_layer_lottie(engine, file, items, ctypes.byref(pointer)))
                layer: Layer = handle.layer(pointer.value or 0)
            finally:
                handle.end_reading(was_reading)
            return layer

    def lottie_info(self, path: AnyPath, *, animation: Optional[str] = None) -> Dict[str, Any]:
        """Returns what a Lottie file says of an animation: ``width``, ``height``, ``frameRate``, ``frames``,
        ``duration``, ``markers``, ``layers``, ``fonts``, ``pictures``, ``slots``, ``themes``, ``animations``,
        ``notDrawn`` (what is not drawn as the file says) and ``keyPaths`` (the names that `values` takes).

        Args:
            animation: the identifier of one of several. Default the file's choice.

        Raises:
            UsageError: the file holds no animation.
        """
        file = path_bytes(path, "path")
        name = None if animation is None else text(animation, "animation")
        handle = self._handle
        value = CValue()
        with handle.working() as engine:
            was_reading = handle.begin_reading()
            try:
                handle.check(c.layerlua_lottie_info(engine, file, name, ctypes.byref(value)))
                info: Dict[str, Any] = taken(handle, value)
            finally:
                handle.end_reading(was_reading)
            return info

    def path_svg(self, data: Any) -> Path:
        """Returns the outlines of all shapes in the bytes of an SVG file, in the file's coordinates, in points.

        Raises:
            UsageError: the bytes are not SVG.
        """
        address, count, kept = readable(data, "data")
        handle = self._handle
        value = CValue()
        with handle.working() as engine:
            was_reading = handle.begin_reading()
            try:
                handle.check(c.layerlua_path_svg(engine, address, count, ctypes.byref(value)))
                path: Path = taken(handle, value)
            finally:
                handle.end_reading(was_reading)
            del kept
            return path

    def package(self, path: AnyPath, *, wallpaper: Optional[str] = None) -> Package:
        """Reads a scene of Core Animation: a ``.caml`` document, a ``.ca`` bundle, a ``.wallpaper`` or a ``.tendies``
        archive, known by its content::

            package = engine.package("wallpaper.tendies")
            package.root_layer.set_state("Unlock", transition_speed=0)
            package.root_layer.write("wallpaper.png", scale=3)

        Warnings of the rules ``caml-…`` report the notes too.

        Args:
            path: in any directory; a relative one begins in the engine's `script_directory`, else in the process's
                working directory.
            wallpaper: name of the wallpaper to read of several. Default the first.

        Raises:
            UsageError: the file holds no scene, or not the wallpaper.
        """
        file = path_bytes(path, "path")
        name = None if wallpaper is None else text(wallpaper, "wallpaper")
        handle = self._handle
        with handle.working() as engine:
            read = CPackage()
            was_reading = handle.begin_reading()
            try:
                handle.check(c.layerlua_read_package(engine, file, name, ctypes.byref(read)))
                return taken_package(handle, read)
            finally:
                handle.end_reading(was_reading)

    def font_names(self) -> List[str]:
        """Returns the full names of the available fonts, sorted."""
        handle = self._handle
        names, count = ctypes.POINTER(ctypes.c_char_p)(), ctypes.c_size_t()
        with handle.working() as engine:
            was_reading = handle.begin_reading()
            try:
                handle.check(c.layerlua_font_names(engine, ctypes.byref(names), ctypes.byref(count)))
                return [(names[index] or b"").decode("utf-8", "replace") for index in range(count.value)]
            finally:
                handle.end_reading(was_reading)

    def write_pages(
        self,
        path: AnyPath,
        layers: Iterable[Layer],
        *,
        scale: float = 1,
        time: Optional[float] = None,
        background: Optional[str] = None,
        dpi: Optional[float] = None,
        page: Optional[Page] = None,
        on_rasterized: Optional[Pixels] = None,
    ) -> None:
        """Writes layers as the pages of a pdf, each of its layer's size, or all on the paper of `page`. The other
        arguments are those of ``Layer.write``.
        """
        file = path_bytes(path, "path")
        self._pages(layers, scale, time, background, dpi, page, on_rasterized, file, None)

    def encode_pages(
        self,
        layers: Iterable[Layer],
        format: str = "pdf",
        *,
        scale: float = 1,
        time: Optional[float] = None,
        background: Optional[str] = None,
        dpi: Optional[float] = None,
        page: Optional[Page] = None,
        on_rasterized: Optional[Pixels] = None,
    ) -> bytes:
        """Returns the bytes of the file that ``write_pages`` writes; a single layer may also be ``svg``."""
        name = text(format, "format")
        return self._pages(layers, scale, time, background, dpi, page, on_rasterized, None, name)

    def _pages(
        self,
        layers: Iterable[Layer],
        scale: float,
        time: Optional[float],
        background: Optional[str],
        dpi: Optional[float],
        page: Optional[Page],
        on_rasterized: Optional[Pixels],
        file: Optional[bytes],
        format: Optional[bytes],
    ) -> bytes:
        settings = Settings(scale, time, None, background)
        settings.set_file(None, None, None, None, dpi)
        settings.set_page(page)
        given = list(layers)
        for layer in given:
            if not isinstance(layer, Layer):
                raise TypeError(f"pages must be layers, got {type_name(layer)} {short(layer)}")
        handle = self._handle
        listener = listening(handle, settings, None, on_rasterized)
        pointers = (ctypes.c_void_p * max(len(given), 1))(*[layer._pointer for layer in given])
        result = b""
        with handle.working() as engine:
            if file is not None:
                handle.check(c.layerlua_write_pages(engine, pointers, len(given), settings.reference, file))
            else:
                data, count = ctypes.c_void_p(), ctypes.c_size_t()
                handle.check(
                    c.layerlua_encode_pages(
                        engine,
                        pointers,
                        len(given),
                        settings.reference,
                        format,
                        ctypes.byref(data),
                        ctypes.byref(count),
                    )
                )
                try:
                    result = ctypes.string_at(data, count.value)
                finally:
                    c.layerlua_free_bytes(data)
        del listener, given
        return result

    @property
    def current_time(self) -> float:
        """The scripts' clock, in seconds from 0. It moves only when it is set, and only forward: finished animations
        then end, and their delegates are notified.
        """
        handle = self._handle
        with handle as engine:
            time = ctypes.c_double()
            handle.check(c.layerlua_current_time(engine, ctypes.byref(time)))
            return time.value

    @current_time.setter
    def current_time(self, time: float) -> None:
        seconds = number(time, "current_time")
        handle = self._handle
        with handle.working() as engine:
            handle.check(c.layerlua_set_current_time(engine, seconds))

    # ---- what scripts are offered

    @property
    def images(self) -> MutableMapping[str, Image]:
        """Images by name, which ``ca.Image.named(name)`` and ``layer.contents = name`` look up before any file."""
        return self._images

    def define(self, name: str, value: Any) -> None:
        """Makes a value available to scripts as ``ca.host.NAME``; None removes the name."""
        key = text(name, "the value's name")
        handle = self._handle
        given = Given(handle, (value,), f"ca.host.{name}")
        with handle as engine:
            handle.check(c.layerlua_define(engine, key, given.items))

    def register(self, name: str, function: Callable[..., Any]) -> None:
        """Makes a function available to scripts as ``ca.host.NAME``. It receives the script's arguments, and returns
        None for no result, a value, or a tuple of several results.

        It runs on the engine's thread and may use the engine. An exception becomes an error of the script at its line,
        which the script may catch; otherwise the engine call raises a ``ScriptError`` whose ``__cause__`` is the
        exception. ``define(name, None)`` removes the function.
        """
        self._offer(
            c.layerlua_register,
            _callbacks.CALL,
            text(name, "the function's name"),
            name,
            checked_function(function, "function"),
        )

    @overload
    def function(self, function: _HostFunction) -> _HostFunction: ...

    @overload
    def function(self, function: Optional[str] = None) -> Callable[[_HostFunction], _HostFunction]: ...

    def function(self, function: Any = None) -> Any:
        """Decorator that registers a function, under its own name or the given one::

            @engine.function
            def price(name, count): ...

        See ``register``.
        """

        def register(decorated: Any, name: Optional[str] = None) -> Any:
            if name is None:
                name = getattr(decorated, "__name__", None)
            if name is None:
                raise TypeError(f"{short(decorated)} has no name; engine.function(name) gives it one")
            self.register(name, decorated)
            return decorated

        if callable(function):
            return register(function)
        if function is not None:
            text(function, "the function's name")
        return lambda decorated: register(decorated, function)

    def set_drawable(self, name: str, function: Optional[Callable[[Drawable], Any]]) -> None:
        """Registers a pixel source under a name; the function draws into a ``Drawable``. A layer that names the source
        calls it for each picture if it is asynchronous: ``ca.DrawableLayer { draw = "camera", asynchronous = true }``.
        None removes the name; layers that already use the source keep it. An exception fails the render and is the
        ``__cause__`` of the error.
        """
        key = text(name, "the drawable's name")
        if function is None:
            handle = self._handle
            with handle as engine:
                handle.check(c.layerlua_set_drawable(engine, key, None, None, None))
        else:
            self._offer(c.layerlua_set_drawable, _callbacks.DRAWING, key, name, checked_function(function, "function"))

    def drawable(self, name: str) -> Callable[[_Draw], _Draw]:
        """Decorator that registers a function as a pixel source: see ``set_drawable``."""

        def set_drawable(decorated: _Draw) -> _Draw:
            self.set_drawable(name, decorated)
            return decorated

        return set_drawable

    def define_filter(
        self,
        name: str,
        function: Callable[[FilterRow], Any],
        *,
        keys: Optional[Mapping[str, Union[FilterKey, FilterValue]]] = None,
        reach: float = 0,
    ) -> None:
        """Defines a filter that scripts use by its name: ``ca.Filter("invert", { inputAmount = 0.5 })``. The function
        fills a ``FilterRow``, and is called for each row of the output::

            def invert(row):
                pixels = row.source_numpy()[0]
                pixels[:, :3] = pixels[:, 3:] - pixels[:, :3]
                row.set_pixels(pixels)

            engine.define_filter("invert", invert)

        It is called on several threads, one at a time, must not use the engine, and must depend only on the row. A
        later filter of the same name replaces it; layers that already use the first one keep it. An exception fails the
        render and is the ``__cause__`` of the error. Each call takes tens of microseconds; only numpy makes it fast.

        Args:
            keys: the filter's keys, each with its default value or a ``FilterKey``.
            reach: the largest distance, in points, from an output pixel to the input pixels it depends on; the output
                is larger than the input by the same amount. Below 0 the function has the whole input, and the output
                has the input's size.
        """
        key = text(name, "the filter's name")
        described = FilterKeys({} if keys is None else keys)
        distance = number(reach, "reach")
        fill = checked_function(function, "function")
        handle = self._handle
        with handle as engine:
            host = _callbacks.FilterHost(handle, name, fill, described)
            # The library releases the object exactly once, even if the call fails.
            handle.check(
                c.layerlua_define_filter(
                    engine,
                    key,
                    described.array,
                    len(described.array),
                    distance,
                    _callbacks.FILTERING,
                    host.token,
                    _callbacks.RELEASING,
                )
            )

    def filter(
        self, name: str, *, keys: Optional[Mapping[str, Union[FilterKey, FilterValue]]] = None, reach: float = 0
    ) -> Callable[[_Fill], _Fill]:
        """Decorator that defines a filter by a function: see ``define_filter``."""

        def define_filter(decorated: _Fill) -> _Fill:
            self.define_filter(name, decorated, keys=keys, reach=reach)
            return decorated

        return define_filter

    def _offer(self, offer: Any, caller: int, key: bytes, name: str, function: Callable[..., Any]) -> None:
        handle = self._handle
        with handle as engine:
            host = _callbacks.Host(handle, name, function)
            # The library releases the object exactly once, even if the call fails.
            handle.check(offer(engine, key, caller, host.token, _callbacks.RELEASING))


class _Images(MutableMapping[str, Image]):
    """The mapping of image names to the images that an engine offers its scripts."""

    def __init__(self, handle: EngineHandle) -> None:
        self._handle = handle
        self._images: Dict[str, Image] = {}

    def __getitem__(self, name: str) -> Image:
        return self._images[name]

    def __setitem__(self, name: str, image: Image) -> None:
        if not isinstance(image, Image):
            raise TypeError(
                f"expected an Image, got {type_name(image)}; "
                "Image.from_pillow, from_numpy, from_pixels and decode make one"
            )
        self._set(name, image._pointer)
        self._images[name] = image

    def __delitem__(self, name: str) -> None:
        if name not in self._images:
            raise KeyError(name)
        self._set(name, None)
        del self._images[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._images)

    def __len__(self) -> int:
        return len(self._images)

    def _set(self, name: str, pointer: Optional[int]) -> None:
        key = text(name, "the image's name")
        handle = self._handle
        with handle as engine:
            handle.check(c.layerlua_set_image(engine, key, pointer))


def _listed(values: Iterable[Any], name: str) -> List[Any]:
    if isinstance(values, (str, bytes, os.PathLike)) or not isinstance(values, Iterable):
        raise TypeError(f"{name} must be a list, got {type_name(values)} {short(values)}")
    return list(values)


def _array(texts: List[bytes]) -> Any:
    return (ctypes.c_char_p * len(texts))(*texts) if texts else None


def _arguments(arguments: Any) -> Tuple[List[bytes], Dict[bytes, bytes]]:
    if arguments is None:
        return [], {}
    if isinstance(arguments, Mapping):
        words = {key: value for key, value in arguments.items() if isinstance(key, int)}
        if sorted(words) != list(range(1, len(words) + 1)):
            raise ValueError(
                f"arguments: the numbers among the keys must be 1, 2 … without a gap, got {short(sorted(words))}"
            )
        positional = [_argument(words[index], f"argument {index}") for index in sorted(words)]
        named = {
            text(key, "an argument's name"): _argument(value, f"argument {key}")
            for key, value in arguments.items()
            if not isinstance(key, int)
        }
        return positional, named
    return [_argument(value, f"argument {index}") for index, value in enumerate(_listed(arguments, "arguments"), 1)], {}


def _argument(value: Any, name: str) -> bytes:
    if not isinstance(value, str):
        raise TypeError(
            f"{name} must be str, got {type_name(value)} {short(value)}; "
            "str() makes one, and Engine.define gives scripts values of other types"
        )
    return text(value, name)
