# SPDX-License-Identifier: MIT
"""The declarations of layerlua.h for ctypes: types in the header's order, then every function."""

from __future__ import annotations

import ctypes
from ctypes import POINTER, c_bool, c_char_p, c_double, c_int32, c_size_t, c_uint32, c_uint64, c_void_p
from typing import Any, Dict, NamedTuple, Sequence

ABI_VERSION = 2

# layerlua_type
(
    NIL,
    BOOLEAN,
    NUMBER,
    STRING,
    BYTES,
    POINT,
    SIZE,
    RECT,
    COLOR,
    TRANSFORM,
    PATH,
    LAYER,
    IMAGE,
    FUNCTION,
    ARRAY,
    DICTIONARY,
    OTHER,
) = range(17)


class CError(ctypes.Structure):
    _fields_ = [
        ("status", c_int32),
        ("line", c_int32),
        ("message", c_char_p),
        ("script", c_char_p),
        ("source_line", c_char_p),
        ("traceback", c_char_p),
        ("description", c_char_p),
    ]


class CWarning(ctypes.Structure):
    _fields_ = [
        ("rule", c_char_p),
        ("message", c_char_p),
        ("script", c_char_p),
        ("line", c_int32),
        ("repeats", c_uint32),
        ("description", c_char_p),
    ]


class CConfig(ctypes.Structure):
    _fields_ = [
        ("size", c_size_t),
        ("memory_limit", c_uint64),
        ("time_limit", c_double),
        ("seed", c_uint64),
        ("threads", c_uint32),
        ("trusted", c_bool),
        ("script_directory", c_char_p),
        ("working_directory", c_char_p),
        ("readable_directories", POINTER(c_char_p)),
        ("readable_directory_count", c_size_t),
        ("writable_directories", POINTER(c_char_p)),
        ("writable_directory_count", c_size_t),
        ("font_directories", POINTER(c_char_p)),
        ("font_directory_count", c_size_t),
        ("on_print", c_void_p),
        ("on_warning", c_void_p),
        ("user_data", c_void_p),
        ("pixel_limit", c_uint64),
        ("surface_pixel_limit", c_uint64),
        ("layer_limit", c_uint64),
        ("replicated_layer_limit", c_uint64),
        ("particle_limit", c_uint64),
        ("path_segment_limit", c_uint64),
        ("drawing_operation_limit", c_uint64),
        ("image_pixel_limit", c_uint64),
        ("text_length_limit", c_uint64),
        ("frame_limit", c_uint64),
        ("file_size_limit", c_uint64),
        ("on_warning_details", c_void_p),
        ("allowed_warnings", POINTER(c_char_p)),
        ("allowed_warning_count", c_size_t),
        ("kept_picture_limit", c_uint64),
        ("hyphen_directories", POINTER(c_char_p)),
        ("hyphen_directory_count", c_size_t),
        ("call_time_limit", c_double),
        ("language", c_char_p),
        ("svg_program", c_char_p),
        ("printed_byte_limit", c_uint64),
        ("allow_links", c_bool),
        ("writable_files", POINTER(c_char_p)),
        ("writable_file_count", c_size_t),
    ]

    def __init__(self, **fields: Any) -> None:
        super().__init__(size=ctypes.sizeof(CConfig), **fields)


class _As(ctypes.Union):
    _fields_ = [
        ("boolean", c_bool),
        ("number", c_double),
        ("numbers", c_double * 4),
        # Declared as addresses, so that ctypes neither copies nor retains the objects.
        ("matrix", c_void_p),
        ("string", c_void_p),
        ("bytes", c_void_p),
        ("layer", c_void_p),
        ("image", c_void_p),
        ("function", c_void_p),
        ("items", c_void_p),
    ]


class CValue(ctypes.Structure):
    _anonymous_ = ["as_"]
    _fields_ = [("type", c_int32), ("reserved", c_int32), ("count", c_size_t), ("as_", _As)]


class CSound(ctypes.Structure):
    _fields_ = [
        ("size", c_size_t),
        ("file", c_char_p),
        ("start", c_double),
        ("from", c_double),
        ("to", c_double),
        ("gain", c_double),
        ("fade_in", c_double),
        ("fade_out", c_double),
        ("loops", c_int32),
        ("pan", c_double),
    ]

    def __init__(self, **fields: Any) -> None:
        super().__init__(size=ctypes.sizeof(CSound), **fields)


class CSettings(ctypes.Structure):
    _fields_ = [
        ("size", c_size_t),
        ("scale", c_double),
        ("has_time", c_bool),
        ("time", c_double),
        ("width", c_double),
        ("height", c_double),
        ("background", c_char_p),
        ("quality", c_double),
        ("lossless", c_int32),
        ("compression", c_int32),
        ("dpi", c_double),
        ("fps", c_double),
        ("has_from", c_bool),
        ("from", c_double),
        ("duration", c_double),
        ("frames", c_char_p),
        ("on_progress", c_void_p),
        ("user_data", c_void_p),
        ("paper", c_char_p),
        ("keeps_scale", c_bool),
        ("landscape", c_bool),
        ("outlines", c_bool),
        ("headings", c_bool),
        ("margin", c_double),
        ("bleed", c_double),
        ("title", c_char_p),
        ("author", c_char_p),
        ("subject", c_char_p),
        ("keywords", c_char_p),
        ("date", c_char_p),
        ("on_rasterized", c_void_p),
        ("has_effort", c_bool),
        ("effort", c_int32),
        ("hold", c_double),
        ("has_sounds", c_bool),
        ("sounds", ctypes.POINTER(CSound)),
        ("sound_count", c_size_t),
    ]

    def __init__(self, **fields: Any) -> None:
        super().__init__(size=ctypes.sizeof(CSettings), **fields)


class CIsolation(ctypes.Structure):
    _fields_ = [
        ("size", c_size_t),
        ("required", c_bool),
        ("starts_ffmpeg", c_bool),
        ("written_files", POINTER(c_char_p)),
        ("written_file_count", c_size_t),
    ]

    def __init__(self, **fields: Any) -> None:
        super().__init__(size=ctypes.sizeof(CIsolation), **fields)


class CFilm(ctypes.Structure):
    _fields_ = [
        ("size", c_size_t),
        ("frame_count", c_size_t),
        ("fps", c_double),
        ("from", c_double),
        ("duration", c_double),
    ]

    def __init__(self, **fields: Any) -> None:
        super().__init__(size=ctypes.sizeof(CFilm), **fields)


class CFinding(ctypes.Structure):
    _fields_ = [
        ("rule", c_char_p),
        ("message", c_char_p),
        ("hint", c_char_p),
        ("layer", c_void_p),
        ("script", c_char_p),
        ("line", c_int32),
        ("others", c_uint32),
        ("is_note", c_bool),
        ("description", c_char_p),
    ]


class CPackageNote(ctypes.Structure):
    _fields_ = [
        ("rule", c_char_p),
        ("file", c_char_p),
        ("line", c_int32),
        ("message", c_char_p),
        ("description", c_char_p),
    ]


class CPackageFloor(ctypes.Structure):
    _fields_ = [("name", c_char_p), ("layer", c_void_p)]


class CPackage(ctypes.Structure):
    _fields_ = [
        ("size", c_size_t),
        ("root_layer", c_void_p),
        ("kind", c_char_p),
        ("width", c_double),
        ("height", c_double),
        ("floors", POINTER(CPackageFloor)),
        ("floor_count", c_size_t),
        ("notes", POINTER(CPackageNote)),
        ("note_count", c_size_t),
        ("wallpaper_names", POINTER(c_char_p)),
        ("wallpaper_name_count", c_size_t),
        ("wallpaper_name", c_char_p),
    ]

    def __init__(self, **fields: Any) -> None:
        super().__init__(size=ctypes.sizeof(CPackage), **fields)


class CDrawable(ctypes.Structure):
    _fields_ = [
        ("width", c_uint32),
        ("height", c_uint32),
        ("bytes_per_row", c_size_t),
        ("bytes", c_void_p),
        ("time", c_double),
    ]


class CFilterKey(ctypes.Structure):
    _fields_ = [
        ("size", c_size_t),
        ("name", c_char_p),
        ("kind", c_char_p),
        ("value", c_double * 6),
        ("has_range", c_bool),
        ("minimum", c_double),
        ("maximum", c_double),
    ]


class CFilterRow(ctypes.Structure):
    _fields_ = [
        ("x", c_int32),
        ("y", c_int32),
        ("width", c_int32),
        ("pixels", c_void_p),
        ("source", c_void_p),
        ("source_x", c_int32),
        ("source_y", c_int32),
        ("source_width", c_int32),
        ("source_height", c_int32),
        ("values", c_void_p),
        ("value_count", c_size_t),
        ("to_points", c_double * 6),
        ("scale", c_double),
    ]


#: Value of ``CConfig.kept_picture_limit`` for no cache; 0 selects the default there.
NO_CACHE = 1

ON_PRINT = ctypes.CFUNCTYPE(None, c_void_p, c_void_p, c_size_t)
ON_WARNING = ctypes.CFUNCTYPE(None, c_void_p, POINTER(CWarning))
ON_FINDING = ctypes.CFUNCTYPE(None, c_void_p, POINTER(CFinding))
ON_PIXELS = ctypes.CFUNCTYPE(None, c_void_p, c_char_p, c_char_p)
ON_PROGRESS = ctypes.CFUNCTYPE(c_bool, c_void_p, c_size_t, c_size_t)
CALLBACK = ctypes.CFUNCTYPE(None, c_void_p, c_void_p)
DRAW = ctypes.CFUNCTYPE(c_bool, POINTER(CDrawable), c_void_p)
FILTER = ctypes.CFUNCTYPE(c_bool, POINTER(CFilterRow), c_void_p)
RELEASE = ctypes.CFUNCTYPE(None, c_void_p)


class Function(NamedTuple):
    result: Any
    parameters: Sequence[Any]
    # True for a short call that runs no script code. It keeps the GIL: releasing and reacquiring the GIL takes longer
    # than the call, and up to milliseconds if other threads are busy.
    is_brief: bool = False


_engine = _layer = _image = _function = _call = c_void_p
_status = c_int32
_values = _value = POINTER(CValue)
_settings = POINTER(CSettings)

FUNCTIONS: Dict[str, Function] = {
    "layerlua_abi_version": Function(c_uint32, [], True),
    "layerlua_version": Function(c_char_p, [], True),
    "layerlua_last_error": Function(POINTER(CError), [_engine], True),
    "layerlua_create": Function(_status, [POINTER(CConfig), POINTER(_engine), c_char_p, c_size_t]),
    "layerlua_free": Function(None, [_engine]),
    "layerlua_set_argument": Function(_status, [_engine, c_char_p, c_char_p], True),
    "layerlua_set_positional_arguments": Function(_status, [_engine, POINTER(c_char_p), c_size_t], True),
    "layerlua_run": Function(_status, [_engine, c_char_p, c_size_t, c_char_p, POINTER(_layer)]),
    "layerlua_run_file": Function(_status, [_engine, c_char_p, POINTER(_layer)]),
    "layerlua_call": Function(_status, [_engine, c_char_p, _values, c_size_t, POINTER(c_void_p), POINTER(c_size_t)]),
    "layerlua_call_function": Function(
        _status, [_engine, _function, _values, c_size_t, POINTER(c_void_p), POINTER(c_size_t)]
    ),
    "layerlua_cancel": Function(None, [_engine], True),
    "layerlua_report_repeated_warnings": Function(_status, [_engine]),
    "layerlua_isolate": Function(_status, [_engine, POINTER(CIsolation), POINTER(c_char_p)]),
    "layerlua_root": Function(_layer, [_engine], True),
    "layerlua_layer_named": Function(_layer, [_engine, c_char_p]),
    "layerlua_keep_layer": Function(_status, [_engine, _layer], True),
    "layerlua_release_layer": Function(_status, [_engine, _layer], True),
    "layerlua_get": Function(_status, [_engine, _layer, c_char_p, _value]),
    "layerlua_set": Function(_status, [_engine, _layer, c_char_p, _value]),
    "layerlua_get_at": Function(_status, [_engine, _layer, c_char_p, c_double, _value]),
    "layerlua_get_number": Function(_status, [_engine, _layer, c_char_p, POINTER(c_double)]),
    "layerlua_set_number": Function(_status, [_engine, _layer, c_char_p, c_double]),
    "layerlua_set_string": Function(_status, [_engine, _layer, c_char_p, c_char_p]),
    "layerlua_layer_lottie": Function(_status, [_engine, c_char_p, POINTER(CValue), POINTER(_layer)]),
    "layerlua_lottie_info": Function(_status, [_engine, c_char_p, c_char_p, POINTER(CValue)]),
    "layerlua_layer_svg": Function(_status, [_engine, c_void_p, c_size_t, c_char_p, POINTER(_layer)]),
    "layerlua_path_svg": Function(_status, [_engine, c_void_p, c_size_t, _value]),
    "layerlua_font_names": Function(_status, [_engine, POINTER(POINTER(c_char_p)), POINTER(c_size_t)]),
    "layerlua_read_package": Function(_status, [_engine, c_char_p, c_char_p, POINTER(CPackage)]),
    "layerlua_set_state": Function(_status, [_engine, _layer, c_char_p, c_double, c_double]),
    "layerlua_set_state_between": Function(_status, [_engine, _layer, c_char_p, c_char_p, c_double]),
    "layerlua_state_names": Function(_status, [_engine, _layer, POINTER(POINTER(c_char_p)), POINTER(c_size_t)]),
    "layerlua_state_name": Function(_status, [_engine, _layer, c_char_p, POINTER(c_char_p)]),
    "layerlua_set_tilt": Function(_status, [_engine, _layer, c_double, c_double]),
    "layerlua_add_wallpaper_states": Function(_status, [_engine, _layer]),
    "layerlua_dump": Function(_status, [_engine, _layer, POINTER(c_char_p)]),
    "layerlua_current_time": Function(_status, [_engine, POINTER(c_double)], True),
    "layerlua_set_current_time": Function(_status, [_engine, c_double]),
    "layerlua_pixel_size": Function(_status, [_engine, _layer, _settings, POINTER(c_uint32), POINTER(c_uint32)]),
    "layerlua_render": Function(_status, [_engine, _layer, _settings, c_int32, c_void_p, c_size_t, c_size_t]),
    "layerlua_render_image": Function(_status, [_engine, _layer, _settings, POINTER(_image)]),
    "layerlua_encode": Function(_status, [_engine, _layer, _settings, c_char_p, POINTER(c_void_p), POINTER(c_size_t)]),
    "layerlua_free_bytes": Function(None, [c_void_p], True),
    "layerlua_write": Function(_status, [_engine, _layer, _settings, c_char_p]),
    "layerlua_write_pages": Function(_status, [_engine, POINTER(_layer), c_size_t, _settings, c_char_p]),
    "layerlua_encode_pages": Function(
        _status, [_engine, POINTER(_layer), c_size_t, _settings, c_char_p, POINTER(c_void_p), POINTER(c_size_t)]
    ),
    "layerlua_film_length": Function(_status, [_engine, _layer, _settings, POINTER(CFilm)]),
    "layerlua_render_frame": Function(
        _status, [_engine, _layer, _settings, c_size_t, c_int32, c_void_p, c_size_t, c_size_t]
    ),
    "layerlua_render_frame_image": Function(_status, [_engine, _layer, _settings, c_size_t, POINTER(_image)]),
    "layerlua_film_frames": Function(_status, [_engine, _layer, _settings, c_void_p, c_void_p]),
    "layerlua_diagnose": Function(_status, [_engine, _layer, _settings, c_void_p, c_void_p]),
    "layerlua_image_width": Function(c_uint32, [_image], True),
    "layerlua_image_height": Function(c_uint32, [_image], True),
    "layerlua_image_scale": Function(c_double, [_image], True),
    "layerlua_image_read": Function(_status, [_image, c_int32, c_void_p, c_size_t, c_size_t]),
    "layerlua_image_create": Function(_image, [c_int32, c_void_p, c_size_t, c_uint32, c_uint32, c_double]),
    "layerlua_image_decode": Function(_status, [_engine, c_void_p, c_size_t, POINTER(_image)]),
    "layerlua_image_encode": Function(
        _status, [_engine, _image, _settings, c_char_p, POINTER(c_void_p), POINTER(c_size_t)]
    ),
    "layerlua_image_retain": Function(None, [_image], True),
    "layerlua_image_release": Function(None, [_image], True),
    "layerlua_set_image": Function(_status, [_engine, c_char_p, _image], True),
    "layerlua_set_drawable": Function(_status, [_engine, c_char_p, c_void_p, c_void_p, c_void_p]),
    "layerlua_define_filter": Function(
        _status, [_engine, c_char_p, POINTER(CFilterKey), c_size_t, c_double, c_void_p, c_void_p, c_void_p]
    ),
    "layerlua_register": Function(_status, [_engine, c_char_p, c_void_p, c_void_p, c_void_p]),
    "layerlua_define": Function(_status, [_engine, c_char_p, _value]),
    "layerlua_call_engine": Function(_engine, [_call], True),
    "layerlua_call_argument_count": Function(c_size_t, [_call], True),
    "layerlua_call_argument": Function(c_void_p, [_call, c_size_t], True),
    "layerlua_call_return": Function(_status, [_call, _value], True),
    "layerlua_call_fail": Function(None, [_call, c_char_p], True),
    "layerlua_keep_function": Function(_status, [_engine, _function], True),
    "layerlua_release_function": Function(_status, [_engine, _function], True),
}
