# SPDX-License-Identifier: MIT
"""Runs the tables of docs/guide/from-*.md: the right column of each, read down, is one script. rows.py PROGRAM"""
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
# The names that the pages say stand for something.
BEGINNING = """local ca = require "layerlua"
local box, layer, group, film = ca.Layer { bounds = { 0, 0, 60, 40 } }, ca.Layer { bounds = { 0, 0, 60, 40 } },
  ca.Layer { bounds = { 0, 0, 60, 40 } }, ca.Layer {}
local text, shape = ca.TextLayer { bounds = { 0, 0, 60, 40 }, string = "Text" }, ca.ShapeLayer {}
local function rows(ctx)
"""
END = "\nend\nca.Image.draw(100, 100, rows)\nreturn layer\n"


def check(program):
    """Returns the faults, as sentences."""
    faults = []
    for page in sorted((ROOT / "docs/guide").glob("from-*.md")):
        table = re.search(r"^\| [^|\n]* \| layerlua \|\n\|---\|---\|\n((?:\|.*\n)+)", page.read_text(), re.M)
        if not table:
            faults.append(f"{page.name} has no table whose second column is layerlua")
            continue
        rows = [re.fullmatch(r"\| .* \| `([^`]*)` \|", row) for row in table[1].splitlines()]
        if not all(rows) or len(rows) < 10:
            faults.append(f"{page.name}: its table has fewer than ten rows, or one without code")
            continue
        with tempfile.TemporaryDirectory() as made:
            folder = Path(made)
            shutil.copy(ROOT / "scripts/scenes/badge.json", folder)
            (folder / "photo.lua").write_text('return require "layerlua".Layer { bounds = { 0, 0, 60, 40 } }')
            subprocess.run([program, "photo.lua", "-o", "photo.jpg", "--quiet"], cwd=folder, check=True)
            script = BEGINNING + "\n".join(row[1] for row in rows) + END
            (folder / f"{page.stem}.lua").write_text(script)
            done = subprocess.run([program, f"{page.stem}.lua", "--quiet"], cwd=folder, capture_output=True, text=True)
            if done.returncode or done.stderr.strip():
                faults.append(f"{page.name}: {done.stderr.strip()}")
    return faults


if __name__ == "__main__":
    found = check(Path(sys.argv[1]).resolve())
    for fault in found:
        print(f"rows: {fault}", file=sys.stderr)
    sys.exit(bool(found))
