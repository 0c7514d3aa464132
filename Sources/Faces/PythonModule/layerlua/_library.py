# SPDX-License-Identifier: MIT
"""Finds liblayerlua.so and declares the types of its functions."""

from __future__ import annotations

import ctypes
import os
from types import SimpleNamespace
from typing import Any, List, Optional, Tuple

from ._declarations import ABI_VERSION, FUNCTIONS

_NAME = f"liblayerlua.so.{ABI_VERSION}"


def _beside_the_module() -> Optional[str]:
    """Returns the path of the library installed with this module: lib/liblayerlua.so.2 in its own folder, as in a
    wheel, else PREFIX/lib/liblayerlua.so.2 for PREFIX/lib/python3.11/site-packages/layerlua.
    """
    folder = os.path.dirname(os.path.realpath(__file__))
    inside = os.path.join(folder, "lib", _NAME)
    if os.path.exists(inside):
        return inside
    while folder != os.path.dirname(folder):
        # Only this folder: those further up may belong to anyone.
        if os.path.basename(folder) in ("lib", "lib64"):
            return os.path.join(folder, _NAME)
        folder = os.path.dirname(folder)
    return None


def _open() -> Tuple[str, ctypes.CDLL]:
    named = os.environ.get("LAYERLUA_LIBRARY")
    if named:
        places = [named]
    else:
        beside = _beside_the_module()
        places = [_NAME] if beside is None or not os.path.exists(beside) else [beside, _NAME]
    failures: List[str] = []
    for place in places:
        try:
            return place, ctypes.CDLL(place)
        except OSError as error:
            failures.append(str(error))
    sought = "in LAYERLUA_LIBRARY" if named else "next to this module, then by the system's loader"
    raise ImportError(
        f"layerlua needs the C library {_NAME}, sought {sought}: {'; '.join(failures)}. {_remedy()}",
        name="layerlua",
    )


def _remedy() -> str:
    """Returns how this module gets its library, by the way in which it was installed."""
    folder = os.path.dirname(os.path.realpath(__file__))
    if os.path.isdir(os.path.join(folder, "lib")):
        return (
            "This wheel has the library inside, for x86-64 and glibc 2.36 or later (ldd --version prints yours); "
            "if its files are damaged, install it again: pip install --force-reinstall WHEEL"
        )
    if folder.startswith("/usr/lib/python3/"):
        return f"Install it: apt-get install liblayerlua{ABI_VERSION}"
    return (
        "Install layerlua's wheel, which has the library inside, or both by scripts/install of the project's sources; "
        "or set LAYERLUA_LIBRARY to its path"
    )


def _load() -> Any:
    place, releasing = _open()
    # A second handle to the library, whose calls keep the GIL.
    keeping = ctypes.PyDLL(place)
    functions = SimpleNamespace()
    try:
        for name, (result, parameters, is_brief) in FUNCTIONS.items():
            function = getattr(keeping if is_brief else releasing, name)
            function.restype = result
            function.argtypes = parameters
            setattr(functions, name, function)
            if name == "layerlua_abi_version" and function() != ABI_VERSION:
                raise ImportError(
                    f"{place} has version {function()} of the binary interface, "
                    f"and this module of layerlua needs {ABI_VERSION}: "
                    "install the module and the library of the same release",
                    name="layerlua",
                )
    except AttributeError as error:
        raise ImportError(
            f"{place} is older than this module of layerlua, or another library: {error}. "
            "Install the module and the library of the same release",
            name="layerlua",
        ) from None
    return functions


#: Functions of layerlua.h, by name.
c = _load()
