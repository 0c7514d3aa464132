# SPDX-License-Identifier: MIT
"""Scenes of Core Animation that were read from files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, NamedTuple, Optional

from ._values import Size

if TYPE_CHECKING:
    from ._declarations import CPackage
    from ._handle import EngineHandle
    from ._layer import Layer


class PackageNote(NamedTuple):
    """A remark about a part of a scene file that is not shown as the file says. ``str()`` is the place and the message.

    Attributes:
        rule: name of the rule, such as ``caml-unknown``, stable across versions.
        file: path of the file in the package.
        line: line in the file, from 1; None if the remark is about the whole file.
        message: what is wrong and what is shown instead.
        description: the text of ``str()``.
    """

    rule: str
    file: str
    line: Optional[int]
    message: str
    description: str

    def __str__(self) -> str:
        return self.description


class Package(NamedTuple):
    """A scene of Core Animation that was read from a file: see ``Engine.package``.

    Attributes:
        root_layer: the layer to draw: of a wallpaper the host of its floors, of a scene its root, below a layer that
            turns the y axis where the file has y up.
        kind: ``scene`` or ``wallpaper``.
        size: size of the root layer in points.
        floors: the roots of a wallpaper's scenes by name, from behind to the front: ``Background``, ``Floating`` and
            ``Foreground``, or ``Wallpaper`` for a wallpaper of one scene. Empty for a scene.
        notes: what is not shown as the file says; at most 1,000.
        wallpaper_names: names of the wallpapers in the file, in the order of their paths; empty for a scene.
        wallpaper_name: name of the wallpaper that was read; None for a scene.
    """

    root_layer: Layer
    kind: str
    size: Size
    floors: Dict[str, Layer]
    notes: List[PackageNote]
    wallpaper_names: List[str]
    wallpaper_name: Optional[str]


def taken_package(handle: EngineHandle, package: CPackage) -> Package:
    """Converts a package of the library, whose memory the engine's next use may free."""
    floors = [package.floors[index] for index in range(package.floor_count)]
    notes = [package.notes[index] for index in range(package.note_count)]
    return Package(
        handle.layer(package.root_layer),
        _text(package.kind),
        Size(package.width, package.height),
        {_text(floor.name): handle.layer(floor.layer) for floor in floors},
        [
            PackageNote(
                _text(note.rule), _text(note.file), note.line or None, _text(note.message), _text(note.description)
            )
            for note in notes
        ],
        [_text(package.wallpaper_names[index]) for index in range(package.wallpaper_name_count)],
        None if package.wallpaper_name is None else _text(package.wallpaper_name),
    )


def _text(bytes_: Any) -> str:
    result: str = bytes_.decode("utf-8", "replace")
    return result
