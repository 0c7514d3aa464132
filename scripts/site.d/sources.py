# SPDX-License-Identifier: MIT
"""Checks the Markdown that pages.py writes, before Zensical makes pages of it: headings, ids and links. Run as a
program it writes the pages without their pictures and checks them, which takes a second and needs only Python."""
import os
import re
import sys
import tempfile
from pathlib import Path

import pages

# Types of Lua, which are headings only of properties with such a name.
TYPES = {"any", "boolean", "fun", "function", "integer", "nil", "number", "self", "string", "table"}
HEADING = re.compile(r"(#{1,6}) (.+?)(?: \{ #([\w-]+)((?: \.[\w-]+)*) \})?")


def lines_outside_code(text):
    """The lines of a page that stand in no code block, with their numbers."""
    fence = None
    for number, line in enumerate(text.split("\n"), 1):
        match = pages.FENCE.match(line)
        if fence:
            if match and match[2].startswith(fence) and not line.strip().strip("`~"):
                fence = None
        elif match:
            fence = match[2]
        else:
            yield number, line


class Page:
    """The ids of a page, the addresses that it names, and what is wrong with its headings."""

    def __init__(self, name, text):
        self.name, self.ids, self.links, self.faults = name, set(), [], []
        entry = None
        for number, line in lines_outside_code(text):
            plain = re.sub(r"`[^`]*`", "", line)
            if line.startswith("#"):
                match = HEADING.fullmatch(line.rstrip())
                title, anchor, classes = match[2], match[3], match[4] or ""
                if re.search(r"\{ ?[#:.]", re.sub(r"`[^`]*`", "", title)):
                    self.faults.append(f"{name}:{number}: the heading shows its attributes: {line}")
                entry = title.removesuffix("()").replace("\\", "") if ".entry" in classes else None
                self.named(number, anchor or pages.anchor_of(title))
                if entry in TYPES and 'class="facts"' not in text.split(line, 1)[1].split("\n#", 1)[0]:
                    self.faults.append(f"{name}:{number}: the heading {entry} is a type, and no property's name")
            elif re.search(r"\{ ?[#:] ?[\w.-]", plain):
                self.faults.append(f"{name}:{number}: attributes of Markdown are shown: {line}")
            if re.search(r"``\w|<doc:", line):
                self.faults.append(f"{name}:{number}: marks of DocC are shown: {line}")
            signature = re.match(r'<p class="signature"><code>([\w.:]+)', line)
            if signature and entry and not re.search(r"(^|[.:])" + re.escape(entry) + r":?$", signature[1]):
                self.faults.append(f"{name}:{number}: the heading {entry} is not the name in {signature[1]}")
            for anchor in re.findall(r'\bid="([^"]+)"', plain):
                self.named(number, anchor)
            self.links += [(number, link) for link in re.findall(r"\]\(([^)\s]+)\)", plain)]
            self.links += [(number, link) for link in re.findall(r'\b(?:href|src|poster)="([^"]+)"', plain)]

    def named(self, number, anchor):
        if anchor in self.ids:
            self.faults.append(f"{self.name}:{number}: there are two places #{anchor}")
        self.ids.add(anchor)


def check(folder, is_drawn=True):
    """Returns the faults of the pages of a folder, as sentences; links to drawings only where there are some."""
    found = {file.relative_to(folder).as_posix(): None for file in sorted(folder.rglob("*")) if file.is_file()}
    read = {name: Page(name, (folder / name).read_text()) for name in found if name.endswith(".md")}
    faults = []
    for name, page in read.items():
        faults += page.faults
        for number, link in page.links:
            if re.match(r"[a-z]+:", link):
                continue
            path, _, anchor = link.partition("#")
            target = os.path.normpath(os.path.join(os.path.dirname(name), path)) if path else name
            if target.startswith("images/") and not is_drawn or target.startswith("swift/"):
                continue
            if target.endswith(".md.txt"):
                faults.append(f"{name}:{number}: {link} is a page as raw text")
            if target not in found:
                faults.append(f"{name}:{number}: there is no {link}")
            elif anchor and target in read and anchor not in read[target].ids:
                faults.append(f"{name}:{number}: {link} names no place of its page")
    return faults


def main():
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made) / "docs"
        try:
            pages.Site(folder, None).make()
        except pages.drawings.Fault as fault:
            sys.exit(f"site: {fault}")
        faults = check(folder, is_drawn=False)
    for fault in faults:
        print(f"site: {fault}", file=sys.stderr)
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
