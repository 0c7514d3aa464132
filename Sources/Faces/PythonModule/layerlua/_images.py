# SPDX-License-Identifier: MIT
"""Pictures in memory."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, Optional, Tuple

from ._checks import positive, text, type_name, whole
from ._errors import UsageError
from ._library import c
from ._settings import Settings

if TYPE_CHECKING:
    import numpy
    import numpy.typing
    import PIL.Image

    from ._engine import Engine

#: Pixel formats in memory, four bytes per pixel; unpremultiplied unless the name contains "premultiplied".
FORMATS = {"rgba": 0, "rgba_premultiplied": 1, "bgra_premultiplied": 2, "bgra": 3}
_MOST = 0x7FFF_FFFF
_new_bytes = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_char_p, ctypes.c_ssize_t)(
    ("PyBytes_FromStringAndSize", ctypes.pythonapi)
)


def pixel_format(name: Any) -> int:
    number = FORMATS.get(name) if isinstance(name, str) else None
    if number is None:
        raise ValueError(f"format must be one of {', '.join(FORMATS)}, got {name!r}")
    return number


def numpy_module(user: str) -> Any:
    try:
        import numpy
    except ImportError as error:
        raise ImportError(
            f"{user} needs numpy, which is not installed: pip install numpy, or python3-numpy of Debian", name="numpy"
        ) from error
    return numpy


def pillow_module(user: str) -> Any:
    try:
        import PIL.Image
    except ImportError as error:
        raise ImportError(
            f"{user} needs Pillow, which is not installed: pip install Pillow, or python3-pil of Debian", name="PIL"
        ) from error
    return PIL.Image


def pixel_array(np: Any, width: int, height: int, out: Any) -> Tuple[Any, int, int, int]:
    """Returns the array to draw into (`out`, or a new one), its address, its size in bytes, and the bytes from one row
    to the next.
    """
    if out is None:
        out = np.empty((height, width, 4), np.uint8)
    elif not isinstance(out, np.ndarray) or out.dtype != np.uint8 or out.shape != (height, width, 4):
        got = (
            f"{' × '.join(map(str, out.shape))} of {out.dtype}" if isinstance(out, np.ndarray) else type(out).__name__
        )
        raise ValueError(f"out must be an array of {height} × {width} × 4 of uint8, got {got}")
    elif (
        out.strides[2] != 1
        or width > 1
        and out.strides[1] != 4
        or height > 1
        and out.strides[0] < width * 4
        or not out.flags.writeable
    ):
        raise ValueError("out must be writable, and the pixels of a row side by side")
    stride = out.strides[0] if height > 1 else width * 4
    return out, out.__array_interface__["data"][0], (height - 1) * stride + width * 4, stride


def readable(buffer: Any, name: str) -> Tuple[int, int, Any]:
    """Returns the address and size in bytes of a buffer, and an object that must live while they are read."""
    view = _view(buffer, name)
    if not view.c_contiguous or view.readonly or view.nbytes == 0 or view.format != "B":
        data = buffer if type(buffer) is bytes else view.tobytes()
        return ctypes.cast(ctypes.c_char_p(data), ctypes.c_void_p).value or 0, len(data), data
    memory = (ctypes.c_char * view.nbytes).from_buffer(view)
    return ctypes.addressof(memory), view.nbytes, memory


def writable(buffer: Any, name: str) -> Tuple[int, int, Any]:
    view = _view(buffer, name)
    if view.readonly:
        raise TypeError(f"{name} cannot be written: expected memory such as a bytearray, got {type_name(buffer)}")
    if not view.c_contiguous:
        raise ValueError(f"{name} has gaps: expected memory in one piece; bytes_per_row says where rows begin")
    if view.nbytes == 0:
        return 0, 0, view
    memory = (ctypes.c_char * view.nbytes).from_buffer(view)
    return ctypes.addressof(memory), view.nbytes, memory


def _view(buffer: Any, name: str) -> memoryview:
    try:
        return memoryview(buffer)
    except TypeError:
        raise TypeError(f"{name} must be bytes or memory such as a bytearray, got {type_name(buffer)}") from None


def picture_memory(width: int, height: int) -> Any:
    """Returns uninitialised memory for unpremultiplied pixels; a bytearray would be zeroed first."""
    return (ctypes.c_char * (width * height * 4))()


def picture_pillow(size: Tuple[int, int], memory: Any) -> PIL.Image.Image:
    """Returns a Pillow image that shares memory of unpremultiplied RGBA pixels; Pillow copies it before the first
    change.
    """
    picture: PIL.Image.Image = pillow_module("pillow()").frombuffer("RGBA", size, memory, "raw", "RGBA", 0, 1)
    return picture


class Image:
    """An immutable picture in memory, independent of any engine; any thread may use it."""

    __slots__ = ("_pointer", "_width", "_height", "_scale", "__weakref__")

    _pointer: int
    _width: int
    _height: int
    _scale: float

    def __init__(self) -> None:
        raise TypeError(
            "an Image is made by Image.decode, from_pixels, from_numpy or from_pillow, or drawn by Layer.image"
        )

    @classmethod
    def _of(cls, pointer: int) -> Image:
        """Wraps an image that the caller has already retained."""
        self = object.__new__(cls)
        self._pointer = pointer
        self._width = c.layerlua_image_width(pointer)
        self._height = c.layerlua_image_height(pointer)
        self._scale = c.layerlua_image_scale(pointer)
        return self

    def __del__(self, _release: Any = c.layerlua_image_release) -> None:
        # Safe on any thread: images may be released anywhere.
        pointer = getattr(self, "_pointer", None)
        if pointer is not None:
            _release(pointer)

    # ---- making

    @classmethod
    def decode(cls, engine: Engine, data: Any) -> Image:
        """Decodes a PNG, JPEG, WebP or SVG file, or the first page of a PDF file, within the limits of an engine."""
        address, count, kept = readable(data, "data")
        handle = engine._handle
        with handle as pointer:
            image = ctypes.c_void_p()
            handle.check(c.layerlua_image_decode(pointer, address, count, ctypes.byref(image)))
            del kept
            return cls._of(image.value or 0)

    @classmethod
    def from_pixels(
        cls, pixels: Any, width: int, height: int, *, format: str = "rgba", scale: float = 1, bytes_per_row: int = 0
    ) -> Image:
        """Returns an image with a copy of pixels: rows from the top, four bytes per pixel.

        Args:
            pixels: bytes, or any contiguous memory.
            width: width in pixels.
            height: height in pixels.
            format: ``rgba``, ``bgra``, ``rgba_premultiplied`` or ``bgra_premultiplied``.
            scale: pixels per point.
            bytes_per_row: bytes from one row to the next; 0 for rows without gaps.
        """
        width, height = whole(width, "width", 1, _MOST), whole(height, "height", 1, _MOST)
        address, count, kept = readable(pixels, "pixels")
        row = width * 4
        stride = whole(bytes_per_row, "bytes_per_row", row, _MOST) if bytes_per_row else row
        needed = (height - 1) * stride + row
        if count < needed:
            raise ValueError(f"{width} × {height} pixels need {needed} bytes, got {count}")
        return cls._create(format, address, stride, width, height, scale, kept)

    @classmethod
    def from_numpy(cls, array: numpy.typing.NDArray[numpy.uint8], *, format: str = "rgba", scale: float = 1) -> Image:
        """Returns an image with a copy of an array of numpy.uint8: height × width × 4, or × 3 for opaque colours, or
        height × width for grey.

        Args:
            format: as in ``from_pixels``. For three channels, ``rgba`` means red first, and ``bgra`` blue first as in
                OpenCV.
            scale: pixels per point.
        """
        np = numpy_module("Image.from_numpy")
        if not isinstance(array, np.ndarray):
            raise TypeError(f"expected a numpy array, got {type_name(array)}")
        if array.dtype != np.uint8:
            raise TypeError(
                f"expected an array of uint8, got {array.dtype}; "
                "for numbers from 0 to 1 use (array * 255).round().astype(numpy.uint8)"
            )
        if not (array.ndim == 2 or array.ndim == 3 and array.shape[2] in (3, 4)):
            raise ValueError(
                "expected an array of height × width × 4, × 3, or height × width, got "
                f"{' × '.join(map(str, array.shape))}"
            )
        height, width = array.shape[:2]
        if not array.size:
            raise ValueError(f"an image of {width} × {height} pixels is not possible")
        if array.ndim == 2 or array.shape[2] == 3:
            opaque = np.empty((height, width, 4), np.uint8)
            opaque[:, :, :3] = array[:, :, None] if array.ndim == 2 else array
            opaque[:, :, 3] = 255
            array = opaque
        # Rows may have any stride, but the pixels of a row must be contiguous.
        if array.strides[2] != 1 or array.strides[1] != 4 or array.strides[0] < width * 4:
            array = np.ascontiguousarray(array)
        stride = array.strides[0] if height > 1 else width * 4
        return cls._create(format, array.__array_interface__["data"][0], stride, width, height, scale, array)

    @classmethod
    def from_pillow(cls, picture: PIL.Image.Image, *, scale: float = 1) -> Image:
        """Returns an image with a copy of a Pillow image."""
        module = pillow_module("Image.from_pillow")
        if not isinstance(picture, module.Image):
            raise TypeError(f"expected a PIL.Image.Image, got {type_name(picture)}")
        if picture.mode in ("I", "F") or picture.mode.startswith("I;"):
            # Pillow would clamp such values to 255.
            raise ValueError(
                f"a picture of mode {picture.mode} has no colours from 0 to 255: "
                'scale its values, and convert it to "L"'
            )
        straight = picture if picture.mode == "RGBA" else picture.convert("RGBA")
        return cls.from_pixels(straight.tobytes(), *straight.size, scale=scale)

    @classmethod
    def _create(
        cls, format: str, address: int, stride: int, width: int, height: int, scale: float, kept: object
    ) -> Image:
        pointer = c.layerlua_image_create(
            pixel_format(format), address, stride, width, height, positive(scale, "scale")
        )
        del kept
        if not pointer:
            raise MemoryError(
                f"there is no memory for an image of {width} × {height} pixels, or it is larger than an image can be"
            )
        return cls._of(pointer)

    # ---- writing

    def encode(
        self,
        engine: Engine,
        format: str,
        *,
        background: Optional[str] = None,
        quality: Optional[float] = None,
        lossless: Optional[bool] = None,
        compression: Optional[int] = None,
        effort: Optional[int] = None,
        dpi: Optional[float] = None,
    ) -> bytes:
        """Returns the bytes of a picture file, encoded within the limits of an engine. The arguments are those of
        ``Layer.encode``.

        Args:
            format: ``png``, ``jpg``, ``webp``, ``pdf`` or ``svg``.
        """
        settings = Settings(1, None, None, background)
        settings.set_file(quality, lossless, compression, effort, dpi)
        name = text(format, "format")
        handle = engine._handle
        with handle.working() as pointer:
            data, count = ctypes.c_void_p(), ctypes.c_size_t()
            handle.check(
                c.layerlua_image_encode(
                    pointer, self._pointer, settings.reference, name, ctypes.byref(data), ctypes.byref(count)
                )
            )
            try:
                return ctypes.string_at(data, count.value)
            finally:
                c.layerlua_free_bytes(data)

    # ---- reading

    @property
    def width(self) -> int:
        """The width in pixels."""
        return self._width

    @property
    def height(self) -> int:
        """The height in pixels."""
        return self._height

    @property
    def scale(self) -> float:
        """The number of pixels per point."""
        return self._scale

    def _read(self, format: str, address: int, count: int) -> None:
        if c.layerlua_image_read(self._pointer, pixel_format(format), address, count, 0) != 0:
            raise UsageError("the pixels could not be read")

    def pixels(self, format: str = "rgba") -> bytes:
        """Returns the pixels: rows from the top without gaps, four bytes per pixel."""
        count = self.width * self.height * 4
        # Python's C API allows this: an uninitialised bytes object, filled before any other code sees it.
        data: bytes = _new_bytes(None, count)
        self._read(format, ctypes.cast(ctypes.c_char_p(data), ctypes.c_void_p).value or 0, count)
        return data

    def numpy(self, format: str = "rgba") -> numpy.typing.NDArray[numpy.uint8]:
        """Returns a copy of the pixels as an array of height × width × 4."""
        array: numpy.typing.NDArray[numpy.uint8] = numpy_module("Image.numpy").empty(
            (self.height, self.width, 4), "uint8"
        )
        self._read(format, array.__array_interface__["data"][0], array.nbytes)
        return array

    def pillow(self) -> PIL.Image.Image:
        """Returns a Pillow image of mode RGBA."""
        pillow_module("Image.pillow")
        memory = picture_memory(self.width, self.height)
        self._read("rgba", ctypes.addressof(memory), len(memory))
        return picture_pillow((self.width, self.height), memory)

    # ---- what Python expects

    def __repr__(self) -> str:
        return f"<layerlua.Image of {self.width} × {self.height} pixels at scale {self.scale:g}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Image) and self._pointer == other._pointer

    def __hash__(self) -> int:
        return hash(self._pointer)

    def __copy__(self) -> Image:
        return self

    def __deepcopy__(self, _: object) -> Image:
        return self

    def __reduce__(self) -> Tuple[Any, ...]:
        return _unpickled, (self.pixels("rgba_premultiplied"), self.width, self.height, self.scale)


def _unpickled(pixels: bytes, width: int, height: int, scale: float) -> Image:
    return Image.from_pixels(pixels, width, height, format="rgba_premultiplied", scale=scale)
