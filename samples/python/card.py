"""Draws a card by liblayerlua, with nothing but Python's own ctypes: a script makes the layers, Python gives it a function and a value, changes a
layer, and gets the picture as a file and as pixels.

    python3 card.py card.png [card.gif]
"""

import ctypes
import ctypes.util
import os
import sys

ABI_VERSION = 1
NUMBER, STRING, COLOR = 2, 3, 8  # of layerlua_type


class As(ctypes.Union):
    _fields_ = [
        ("boolean", ctypes.c_bool),
        ("number", ctypes.c_double),
        ("numbers", ctypes.c_double * 4),
        ("string", ctypes.c_char_p),
        ("pointer", ctypes.c_void_p),
    ]


class Value(ctypes.Structure):
    _anonymous_ = ["as_"]
    _fields_ = [("type", ctypes.c_int32), ("reserved", ctypes.c_int32), ("count", ctypes.c_size_t), ("as_", As)]


class Error(ctypes.Structure):
    _fields_ = [
        ("status", ctypes.c_int32),
        ("line", ctypes.c_int32),
        ("message", ctypes.c_char_p),
        ("script", ctypes.c_char_p),
        ("source_line", ctypes.c_char_p),
        ("traceback", ctypes.c_char_p),
        ("description", ctypes.c_char_p),
    ]


class Settings(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_size_t),
        ("scale", ctypes.c_double),
        ("has_time", ctypes.c_bool),
        ("time", ctypes.c_double),
        ("width", ctypes.c_double),
        ("height", ctypes.c_double),
        ("background", ctypes.c_char_p),
        ("quality", ctypes.c_double),
        ("lossless", ctypes.c_int32),
        ("compression", ctypes.c_int32),
        ("dpi", ctypes.c_double),
        ("fps", ctypes.c_double),
        ("has_from", ctypes.c_bool),
        ("from", ctypes.c_double),
        ("duration", ctypes.c_double),
        ("frames", ctypes.c_char_p),
        ("on_progress", ctypes.c_void_p),
        ("user_data", ctypes.c_void_p),
    ]

    def __init__(self, **fields):
        super().__init__(size=ctypes.sizeof(Settings), **fields)


CALLBACK = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)

lib = ctypes.CDLL(os.environ.get("LAYERLUA_LIBRARY") or ctypes.util.find_library("layerlua") or "liblayerlua.so.1")
if lib.layerlua_abi_version() != ABI_VERSION:
    sys.exit("card: this liblayerlua is not the one the program was written for")
lib.layerlua_last_error.restype = ctypes.POINTER(Error)
lib.layerlua_last_error.argtypes = [ctypes.c_void_p]
lib.layerlua_layer_named.restype = ctypes.c_void_p
lib.layerlua_layer_named.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
lib.layerlua_call_argument.restype = ctypes.POINTER(Value)
lib.layerlua_call_argument.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
lib.layerlua_call_return.argtypes = [ctypes.c_void_p, ctypes.POINTER(Value)]
lib.layerlua_call_fail.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
lib.layerlua_set_number.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_double]


class Engine:
    def __init__(self):
        self.pointer = ctypes.c_void_p()
        message = ctypes.create_string_buffer(256)
        if lib.layerlua_create(None, ctypes.byref(self.pointer), message, ctypes.c_size_t(len(message))) != 0:
            raise RuntimeError(message.value.decode())
        self.callbacks = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        lib.layerlua_free(self.pointer)

    def check(self, status):
        if status != 0:
            error = lib.layerlua_last_error(self.pointer).contents
            raise RuntimeError(error.description.decode())

    def set_argument(self, name, value):
        self.check(lib.layerlua_set_argument(self.pointer, name.encode(), value.encode()))

    def define(self, name, value):
        self.check(lib.layerlua_define(self.pointer, name.encode(), ctypes.byref(value)))

    def register(self, name, function):
        """Offers scripts a function of strings and numbers that answers a string, as ca.host.NAME."""

        def call(context, _):
            try:
                arguments = []
                for index in range(lib.layerlua_call_argument_count(ctypes.c_void_p(context))):
                    value = lib.layerlua_call_argument(context, index).contents
                    arguments.append(value.string.decode() if value.type == STRING else value.number)
                text = function(*arguments).encode()
                lib.layerlua_call_return(context, Value(type=STRING, count=len(text), string=text))
            except Exception as error:
                lib.layerlua_call_fail(context, str(error).encode())

        self.callbacks.append(CALLBACK(call))  # as long as the engine may call it
        self.check(lib.layerlua_register(self.pointer, name.encode(), self.callbacks[-1], None, None))

    def run(self, script, name):
        """Runs a script and answers the layer that it returns."""
        text, layer = script.encode(), ctypes.c_void_p()
        self.check(lib.layerlua_run(self.pointer, text, ctypes.c_size_t(len(text)), name.encode(), ctypes.byref(layer)))
        return layer

    def set_number(self, layer_name, key_path, number):
        layer = lib.layerlua_layer_named(self.pointer, layer_name.encode())
        self.check(lib.layerlua_set_number(self.pointer, layer, key_path.encode(), number))

    def render_file(self, layer, path, settings):
        self.check(lib.layerlua_render_file(self.pointer, layer, ctypes.byref(settings), path.encode()))

    def pixels(self, layer, settings):
        """Width, height and rows of straight RGBA, as PIL's Image.frombytes takes them."""
        width, height = ctypes.c_uint32(), ctypes.c_uint32()
        self.check(lib.layerlua_picture_size(self.pointer, layer, ctypes.byref(settings), ctypes.byref(width), ctypes.byref(height)))
        memory = ctypes.create_string_buffer(width.value * height.value * 4)
        self.check(lib.layerlua_render(self.pointer, layer, ctypes.byref(settings), 0, memory, ctypes.c_size_t(len(memory)), ctypes.c_size_t(0)))
        return width.value, height.value, memory.raw


SCRIPT = """
local card = ca.Layer {
  name = 'card', bounds = {0, 0, 240, 120}, backgroundColor = 'white', cornerRadius = 12, masksToBounds = true,
  ca.Layer { name = 'stripe', frame = {0, 0, 240, 32}, backgroundColor = ca.host.accent },
  ca.TextLayer { name = 'title', frame = {16, 44, 200, 26}, fontSize = 20, foregroundColor = '#202124', string = ca.args.title },
  ca.TextLayer { name = 'price', frame = {16, 76, 200, 22}, fontSize = 16, foregroundColor = '#5f6368' },
}
card:find('price').string = ca.host.price(ca.args.title, 2)
return card
"""


def price(name, count):
    return f"{count:g} x {name}: {count * 2.5:.2f}"


def main():
    with Engine() as engine:
        engine.set_argument("title", "Tea")
        engine.define("accent", Value(type=COLOR, numbers=(ctypes.c_double * 4)(0.10, 0.45, 0.91, 1)))
        engine.register("price", price)
        card = engine.run(SCRIPT, "card.lua")
        engine.set_number("stripe", "opacity", 0.75)
        settings = Settings(scale=2)
        if len(sys.argv) > 2:  # a film, such as card.gif
            engine.render_file(card, sys.argv[2], Settings(scale=2, fps=25, duration=1))
        engine.render_file(card, sys.argv[1] if len(sys.argv) > 1 else "card.png", settings)
        width, height, pixels = engine.pixels(card, settings)
        middle = (height // 2 * width + width // 2) * 4
        print(f"{width} x {height} pixels, the middle one", *pixels[middle : middle + 4])


main()
