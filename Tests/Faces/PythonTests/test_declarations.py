# SPDX-License-Identifier: MIT
"""The header as ctypes sees it."""

import ctypes
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from support import ROOT

from layerlua import Status, _declarations, _images

INCLUDE = ROOT / "Sources/Faces/CLayerLua/include"
HEADER = re.sub(r"/\*.*?\*/", "", (INCLUDE / "layerlua.h").read_text(), flags=re.S)
STRUCTURES = {
    "layerlua_error": _declarations.CError,
    "layerlua_warning": _declarations.CWarning,
    "layerlua_config": _declarations.CConfig,
    "layerlua_value": _declarations.CValue,
    "layerlua_settings": _declarations.CSettings,
    "layerlua_film": _declarations.CFilm,
    "layerlua_isolation": _declarations.CIsolation,
    "layerlua_finding": _declarations.CFinding,
    "layerlua_package_note": _declarations.CPackageNote,
    "layerlua_package_floor": _declarations.CPackageFloor,
    "layerlua_package": _declarations.CPackage,
    "layerlua_drawable": _declarations.CDrawable,
    "layerlua_filter_key": _declarations.CFilterKey,
    "layerlua_filter_row": _declarations.CFilterRow,
}


def enumerators(name):
    body = re.search(r"typedef enum %s \{(.*?)\}" % name, HEADER, re.S).group(1)
    result, following = {}, 0
    for part in filter(None, (part.strip() for part in body.split(","))):
        key, _, number = (word.strip() for word in part.partition("="))
        following = int(number) if number else following
        result[key] = following
        following += 1
    return result


def fields(structure):
    """Of a structure of ctypes and of its anonymous unions, in C's words."""
    for name, kind in structure._fields_:
        if name == "as_":
            for inner, _ in kind._fields_:
                yield f"as.{inner}", inner
        else:
            yield name, name


class DeclarationTests(unittest.TestCase):
    def test_every_function_is_declared_with_as_many_parameters(self):
        declared = {}
        for name, parameters in re.findall(
            r"\b(layerlua_\w+)\(([^()]*)\);", re.sub(r"\(\*\w*\)\([^()]*\)", "pointer", HEADER)
        ):
            declared[name] = 0 if parameters.strip() == "void" else parameters.count(",") + 1
        self.assertGreater(len(declared), 40)
        self.assertEqual(
            declared, {name: len(function.parameters) for name, function in _declarations.FUNCTIONS.items()}
        )

    def test_numbers_are_the_headers(self):
        types = {name.replace("LAYERLUA_", ""): number for name, number in enumerators("layerlua_type").items()}
        self.assertEqual(types, {name: getattr(_declarations, name) for name in types})
        statuses = {name.replace("LAYERLUA_", ""): number for name, number in enumerators("layerlua_status").items()}
        self.assertEqual(statuses, {status.name: status.value for status in Status})
        pixels = {
            name.replace("LAYERLUA_", "").lower(): number for name, number in enumerators("layerlua_pixels").items()
        }
        self.assertEqual(pixels, _images.FORMATS)
        self.assertIn(f"#define LAYERLUA_NO_CACHE {_declarations.NO_CACHE}\n", HEADER)
        self.assertIn(f"#define LAYERLUA_ABI_VERSION {_declarations.ABI_VERSION}\n", HEADER)

    def test_every_field_is_there(self):
        for name, structure in STRUCTURES.items():
            body = re.search(r"typedef struct %s \{(.*)\} %s;" % (name, name), HEADER, re.S).group(1)
            body = re.sub(r"\(\*(\w+)\)\([^()]*\)", r" \1", body)
            union = re.search(r"union \{(.*?)\} as;", body, re.S)
            body = re.sub(r"union \{(.*?)\} as;", "", body, flags=re.S)
            parts = [part for line in body.split(";") for part in line.split(",") if part.strip()]
            found = [part.split()[-1].lstrip("*").split("[")[0] for part in parts]
            if union:
                found += [f"as.{name}" for name in re.findall(r"(\w+)(?:\[\d+\])?;", union.group(1))]
            self.assertEqual(sorted(found), sorted(c for c, _ in fields(structure)), name)

    @unittest.skipUnless(shutil.which("cc") or shutil.which("clang"), "needs a C compiler")
    def test_fields_are_where_the_compiler_puts_them(self):
        lines, expected = [], []
        for name, structure in STRUCTURES.items():
            lines.append(f'printf("%zu\\n", sizeof({name}));')
            expected.append(ctypes.sizeof(structure))
            for c_name, field in fields(structure):
                lines.append(f'printf("%zu %zu\\n", offsetof({name}, {c_name}), sizeof((({name} *)0)->{c_name}));')
                descriptor = getattr(structure, field)
                expected.append((descriptor.offset, descriptor.size))
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder, "offsets.c")
            source.write_text(
                "#include <layerlua.h>\n#include <stdio.h>\nint main(void) {\n" + "\n".join(lines) + "\nreturn 0;\n}\n"
            )
            program = Path(folder, "offsets")
            subprocess.run(
                [shutil.which("cc") or shutil.which("clang"), "-I", INCLUDE, source, "-o", program], check=True
            )
            output = subprocess.run([program], check=True, stdout=subprocess.PIPE, text=True).stdout
        found = [tuple(map(int, line.split())) if " " in line else int(line) for line in output.splitlines()]
        self.assertEqual(found, expected)


if __name__ == "__main__":
    unittest.main()
