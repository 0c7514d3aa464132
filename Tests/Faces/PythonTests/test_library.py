# SPDX-License-Identifier: MIT
"""How the module finds the library."""

import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from support import MODULE, ROOT, python

import layerlua


def without_library(**more):
    return {"LAYERLUA_LIBRARY": "", "LD_LIBRARY_PATH": "", **more}


class LibraryTests(unittest.TestCase):
    def test_the_version_is_the_projects(self):
        swift = (ROOT / "Sources/Lua/LuaBinding/LuaBinding.swift").read_text()
        version = re.search(r'static let version = "([^"]*)"', swift).group(1)
        self.assertEqual(layerlua.__version__, version)
        project = (MODULE / "pyproject.toml").read_text()
        self.assertEqual(re.search(r'^version = "([^"]*)"', project, re.M).group(1), version)

    def test_an_installed_module_takes_the_library_beside_it(self):
        for packages in ("lib/python3.11/site-packages", "lib/python3/dist-packages", "lib64/python3.9/site-packages"):
            with tempfile.TemporaryDirectory() as prefix, self.subTest(packages):
                shutil.copytree(
                    MODULE / "layerlua",
                    Path(prefix, packages, "layerlua"),
                    ignore=shutil.ignore_patterns("__pycache__"),
                )
                library = Path(prefix, packages.split("/")[0], "liblayerlua.so.2")
                library.symlink_to(os.environ["LAYERLUA_LIBRARY"])
                code = "import layerlua; print(layerlua._library._open()[0])"
                result = python(code, environment=without_library(PYTHONPATH=str(Path(prefix, packages))))
                self.assertEqual((result.stdout, result.stderr), (f"{library}\n", ""))

    def test_a_library_that_is_not_there_is_an_import_error_with_the_remedy(self):
        result = python("import layerlua", environment={"LAYERLUA_LIBRARY": "/nowhere/liblayerlua.so.2"})
        self.assertIn(
            "ImportError: layerlua needs the C library liblayerlua.so.2, sought in LAYERLUA_LIBRARY: /nowhere/",
            result.stderr,
        )
        self.assertIn("scripts/install", result.stderr)

    def test_a_wheel_whose_library_does_not_open_names_glibc_and_pip(self):
        with tempfile.TemporaryDirectory() as packages:
            module = Path(packages, "layerlua")
            shutil.copytree(MODULE / "layerlua", module, ignore=shutil.ignore_patterns("__pycache__"))
            (module / "lib").mkdir()
            (module / "lib/liblayerlua.so.2").write_text("no library")
            code = "import layerlua._library as library; print(library._remedy())"
            # The environment's library opens, so that the module is there.
            result = python(code, environment={"PYTHONPATH": packages})
            self.assertIn("glibc 2.36", result.stdout, result.stderr)
            self.assertIn("pip install --force-reinstall", result.stdout)
            self.assertNotIn("scripts/install", result.stdout)

    def test_a_folder_further_up_is_not_searched(self):
        # Folders above the installation may belong to anybody.
        with tempfile.TemporaryDirectory() as folder:
            packages = Path(folder, "somewhere")
            shutil.copytree(MODULE / "layerlua", packages / "layerlua", ignore=shutil.ignore_patterns("__pycache__"))
            Path(folder, "lib").mkdir()
            Path(folder, "lib/liblayerlua.so.2").symlink_to(os.environ["LAYERLUA_LIBRARY"])
            code = """
try: import layerlua
except ImportError as error: print(error)
else: print(open('/proc/self/maps').read())
"""
            result = python(code, environment=without_library(PYTHONPATH=str(packages)))
            self.assertNotIn(folder, result.stdout)

    @unittest.skipUnless(shutil.which("cc") or shutil.which("clang"), "needs a C compiler")
    def test_another_library_is_refused(self):
        compiler = shutil.which("cc") or shutil.which("clang")
        for source, expected in [
            (
                "unsigned layerlua_abi_version(void) { return 3; }",
                "has version 3 of the binary interface, and this module of layerlua needs 2",
            ),
            (
                "unsigned layerlua_abi_version(void) { return 2; }",
                "is older than this module of layerlua, or another library",
            ),
            ("int nothing;", "is older than this module of layerlua, or another library"),
        ]:
            with tempfile.TemporaryDirectory() as folder, self.subTest(source):
                library = str(Path(folder, "other.so"))
                subprocess.run(
                    [compiler, "-shared", "-fPIC", "-x", "c", "-", "-o", library], input=source.encode(), check=True
                )
                result = python("import layerlua", environment={"LAYERLUA_LIBRARY": library})
                self.assertIn("ImportError: ", result.stderr)
                self.assertIn(expected, result.stderr)
                self.assertIn("install the module and the library of the same release", result.stderr.lower())

    def test_importing_needs_neither_numpy_nor_pillow(self):
        result = python("import sys, layerlua; print([name for name in ('numpy', 'PIL') if name in sys.modules])")
        self.assertEqual((result.stdout, result.stderr), ("[]\n", ""))

    def test_public_names_are_of_the_package(self):
        for name in layerlua.__all__:
            public = getattr(layerlua, name)
            self.assertTrue(public.__doc__ if isinstance(public, type) else isinstance(public, int), name)
            self.assertEqual(getattr(public, "__module__", "layerlua"), "layerlua")
        self.assertEqual(
            sorted(layerlua.__all__),
            sorted(name for name in vars(layerlua) if name[0] != "_" and name != "annotations"),
        )


if __name__ == "__main__":
    unittest.main()
