# SPDX-License-Identifier: MIT
"""Writes the site's Markdown from docs/: the start page, the gallery, the guide, and the reference split by class and
by category of filters, with a heading and a picture for each entry. Links that leave docs/ become copies of the
files. Without drawings, which take a minute, the pages are the same but for their pictures."""
import html
import itertools
import json
import os
import re
import shutil
from pathlib import Path

import drawings
from drawings import ROOT, SCENES

HERE = Path(__file__).resolve().parent
DOCS = ROOT / "docs"
LINK = re.compile(r"(!?\[(?:[^\]\[]|\[[^\]]*\])*\]\()([^)\s]+)(\))")
FENCE = re.compile(r"^( *)(```+|~~~+)")
# A public type of Swift with its comment.
TYPE = re.compile(r"((?:^/// .*\n|^///\n)+)(?:^@.*\n)*^(?:@\w+ )*(?:public|open) (?:final |indirect )?"
                  r"(?:class|struct|enum|protocol|actor|typealias) (\w+)", re.M)
# The beginning of a page that the search leaves out.
HIDDEN = "---\nsearch:\n  exclude: true\n---\n"
# The headings of tables' kinds, by the head of their first column.
KINDS = {"Property": "Properties", "Method": "Methods", "Function": "Functions", "Field": "Fields"}
# Folders of reference/properties.md by its headings: each section is a page; the others stand on pages of their group.
GROUPS = {"Point": "values", "Size": "values", "Rect": "values", "Color": "values", "Transform": "values",
          "Path": "Path", "Image": "values", "Sprite": "values", "Package": "values", "AttributedString": "values",
          "Constraint": "values", "GraphicsContext": "GraphicsContext", "Drawable": "values",
          "ca.Transaction": "functions", "ca": "functions", "Hooks": "functions"}
TITLES = {"values": "Values and other objects", "functions": "Functions and hooks", "Path": "Path",
          "GraphicsContext": "GraphicsContext",
          "Animations, cells, filters, layout managers and states": "Methods of animations and others"}


def anchor_of(title):
    """A heading's anchor as forges make it: lower case, without punctuation, spaces as hyphens."""
    title = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", title)
    return re.sub(r"[^\w\- ]", "", title.strip().lower()).replace(" ", "-")


def outside_code(text, change):
    """Changes the lines of a page that stand in no code block."""
    done, fence, lines = [], None, text.split("\n")
    for number, line in enumerate(lines, 1):
        match = FENCE.match(line)
        if fence:
            if match and match[2].startswith(fence) and not line.strip().strip("`~"):
                fence = None
        elif match:
            fence = match[2]
            # A second word, such as blank, is for the tests.
            line = re.sub(r"^(\s*[`~]+\w+) .*", r"\1", line)
            if line.strip() == fence:
                line += kind_of(lines[number:])
        else:
            line = change(line)
        done.append(line)
    return "\n".join(done)


def kind_of(lines):
    """The kind to write after a fence without one: Lua, or messages of programs, which wrap if they are long."""
    if re.match(r"\s*(local|return|for|ca\.\w+)\b", lines[0]):
        return "lua"
    block = itertools.takewhile(lambda line: not FENCE.match(line), lines)
    return " { .text .messages }" if max(map(len, block), default=0) > 100 else ""


class Entry:
    """A row of the reference: `bounds`, `image.width: integer` or `path:move(x: number, y: number): self`, with its
    heading, its anchor, and its signatures. Pages of several objects name the object in the heading; those of one do
    only for functions of `ca`."""

    def __init__(self, cell, is_alone):
        codes = re.findall(r"`([^`]*)`", cell) or [cell]
        before, word, after = re.match(r"((?:\w+[.:])*)(\w+)(.*)", codes[0]).groups()
        self.is_field = after.startswith(":")
        is_named = before and not (is_alone and not before.startswith("ca."))
        name = before + word if is_named else word
        self.heading = name.replace("_", r"\_") + ("()" if after.startswith("(") else "")
        self.anchor = re.sub(r"[.:]", "-", name.removeprefix("ca."))
        self.signatures = codes if after else []


class Site:
    def __init__(self, source, drawn, repository="", swift=False):
        """`source` is the folder to write; `drawn` the folder of drawings, or None for pages without them."""
        self.source, self.repository, self.swift = source, repository, swift
        self.is_drawn, self.drawn = drawn is not None, drawn or source / "drawn"
        # Files outside of docs/ that pages name, by their names in the site: those to copy, and Markdown.
        self.copied, self.others = {}, {}
        self.moved = {}
        lines = (HERE / "unseen.txt").read_text().splitlines()
        self.unseen = {name for line in lines if line.startswith(" ") for name in line.split()}

    def size(self, name):
        """The width and height of a drawing in pixels; any, where nothing was drawn."""
        return drawings.size_of(self.drawn / name) if self.is_drawn else (4, 3)

    def write(self, name, text):
        file = self.source / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def copy(self, file, name):
        target = self.source / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, target)

    # Links

    def leaving(self, path, page):
        """A link to a file of the repository outside of docs/: its address there, else a copy beside the pages; None
        for what cannot be shown."""
        name = path.relative_to(ROOT).as_posix()
        if path.parent == SCENES and path.suffix == ".lua":
            return self.relative(f"gallery/{path.stem}.md", page)
        if name in ("scripts/scenes", "scripts/scenes/"):
            return self.relative("gallery/index.md", page)
        if path.parent.suffix == ".docc":
            return self.relative(f"reference/swift/{path.parent.stem}/{path.stem}.md", page)
        if self.repository:
            return f"{self.repository}/{'tree' if path.is_dir() else 'blob'}/main/{name}"
        if name == "README.md":
            return self.relative("index.md", page)
        if path.is_dir() or path.stat().st_size > 100_000:
            return None
        if path.suffix == ".md":
            self.others.setdefault(f"source/{name}", path)
            return self.relative(f"source/{name}", page)
        self.copied[name] = path
        return self.relative(f"source/{name}.txt", page)

    @staticmethod
    def relative(name, page):
        return os.path.relpath(name, os.path.dirname(page) or ".")

    def links(self, line, page, folder):
        """A line with its links set for the site: `page` is its name there, `folder` the one where it lies."""
        def replaced(match):
            before, target, after = match.groups()
            if re.match(r"[a-z]+:|#", target):
                return match[0]
            path, _, anchor = target.partition("#")
            file = (folder / path).resolve()
            if not file.exists():
                return match[0]
            if file.is_relative_to(DOCS):
                name = file.relative_to(DOCS).as_posix()
                if file.is_dir() or not name.endswith((".md", ".webp", ".png")):
                    link = self.leaving(file, page)
                else:
                    name = "pages.md" if name == "README.md" else name
                    name, anchor = self.moved.get((name, anchor), (name, anchor))
                    link = self.relative(name, page)
            else:
                link = self.leaving(file, page)
            if link is None:
                return before.rstrip("(").rstrip("]").lstrip("[") if not before.startswith("!") else match[0]
            return before + link + ("#" + anchor if anchor else "") + after
        return LINK.sub(replaced, line)

    def page(self, text, name, folder):
        """A page of docs/ for Python-Markdown: anchors as forges make them, lists and tables as it reads them."""
        seen = {}

        def change(line):
            line = self.links(line, name, folder)
            heading = re.match(r"(#{1,6}) (.*?)\s*$", line)
            if heading and not heading[2].endswith("}"):
                anchor = anchor_of(heading[2])
                count = seen.get(anchor, 0)
                seen[anchor] = count + 1
                return f"{heading[1]} {heading[2]} {{ #{anchor}{f'-{count}' if count else ''} }}"
            if line.startswith("|"):
                # In a cell's code a forge wants \|, Python-Markdown does not.
                line = re.sub(r"`[^`]*`", lambda code: code[0].replace("\\|", "|"), line)
            if line.startswith("<!-- picture:"):
                return ""
            return line
        text = re.sub(r"^<!-- Made .*?-->\n", "", text)
        text = outside_code(text, change)
        return apart(text)

    # The pages

    def guide(self):
        project = (DOCS / "README.md").read_text().split("## For developers\n")[1].split("\n## ")[0]
        project = re.findall(r"\]\(([^)]+\.md)\)", project)
        for file in sorted(DOCS.rglob("*.md")):
            name = file.relative_to(DOCS).as_posix()
            if name in ("reference/properties.md", "reference/filters.md"):
                continue
            name = "pages.md" if name == "README.md" else name
            # Pages for developers would come before those that users look for.
            is_searched = name not in project and not name.startswith("decisions/")
            self.write(name, ("" if is_searched else HIDDEN) + self.page(file.read_text(), name, file.parent))
        for file in sorted(DOCS.rglob("*")):
            if file.suffix in (".webp", ".png"):
                if file.parent.name in ("properties", "filters"):
                    continue
                self.copy(file, file.relative_to(DOCS))

    def classes(self):
        """The reference of properties.md as a page for each class."""
        text = (DOCS / "reference/properties.md").read_text()
        head, *sections = re.split(r"^## ", text, flags=re.M)
        pages, order = {}, []
        for section in sections:
            title, _, body = section.partition("\n")
            key = GROUPS.get(title, title.removeprefix("ca."))
            if key not in TITLES:
                name = key
            else:
                name = re.sub(r"\W+", "-", key).lower() if " " in key else key
            if name not in pages:
                pages[name] = []
                order.append((name, TITLES.get(key, title)))
            pages[name].append((title, body))
        for name, _ in order:
            for title, _ in pages[name]:
                place = anchor_of(title) if len(pages[name]) > 1 else ""
                self.moved[("reference/properties.md", anchor_of(title))] = (f"reference/classes/{name}.md", place)
        for name, heading in order:
            parts, single = [f"# {heading} {{ #top }}\n"], len(pages[name]) == 1
            for title, body in pages[name]:
                if not single:
                    parts.append(f"## {title} {{ #{anchor_of(title)} }}\n")
                parts.append(self.entries(title, body, f"reference/classes/{name}.md", "##" if single else "###"))
            self.write(f"reference/classes/{name}.md", "\n".join(parts))
        rows = []
        for name, heading in order:
            picture = self.sample(name)
            shown = f'<img src="{picture}" alt="" loading="lazy" width="124">' if picture else f"<code>{heading}</code>"
            entries = sum(body.count("\n| `") for _, body in pages[name])
            count = f"<small>{entries} entries</small>" if entries else ""
            rows.append(f'<a class="tile" href="classes/{name}.md"><span class="stage">{shown}</span>'
                        f"<b>{heading}</b>{count}</a>")
        intro = head.split("\n# ", 1)[1].split("\n\n", 1)[1].split("The pictures are drawn by")[0].strip()
        intro = self.page(intro, "reference/properties.md", DOCS / "reference")
        self.write("reference/properties.md", "# Classes, properties, methods\n\n" + intro +
                   "\n\nFilters have [pages of their own](filters.md).\n\n" +
                   '<div class="tiles small">\n' + "\n".join(rows) + "\n</div>\n")
        self.class_pages = order

    def sample(self, name):
        for wanted in ("fontWeight", "cornerRadius", "lineDashPattern", "colors", "emitterShape", "keyTimes"):
            if (self.drawn / "properties" / name / f"{wanted}.webp").exists():
                return f"../images/properties/{name}/{wanted}.webp"
        lines = self.drawn / "properties" / name / "lines.txt"
        if not lines.exists():
            return None
        return f"../images/properties/{name}/" + lines.read_text().split("\n")[0].split("\t")[1]

    def entries(self, title, body, page, level):
        """A section's tables as headings: each property or method with its sentence, facts and pictures."""
        name = title.removeprefix("ca.")
        shown = {}
        lines = self.drawn / "properties" / name / "lines.txt"
        if lines.exists():
            for line in lines.read_text().splitlines():
                key, file, code = line.split("\t")
                shown.setdefault(key, []).append((file, code))
        done, fields, header, used = [], [], None, set()
        for line in body.split("\n"):
            if line.startswith("!["):
                continue
            if not line.startswith("|"):
                header = None
                done.append(self.links(line, page, DOCS / "reference"))
                continue
            cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
            cells = [cell.replace("\\|", "|") for cell in cells]
            if header is None:
                header = cells
                kind = None
                continue
            if set("".join(cells)) <= set("-: "):
                continue
            entry = Entry(cells[0], is_alone=level == "##")
            part = fields if entry.is_field else done
            if kind is None and not entry.is_field:
                kind = KINDS.get(header[0], "")
                if kind and level == "##":
                    done.append(f"## {kind} {{ #{kind.lower()} .kind }}\n")
            anchor, count = entry.anchor, 1
            while entry.anchor in used:
                count += 1
                entry.anchor = f"{anchor}-{count}"
            used.add(entry.anchor)
            part.append(self.entry(entry, name, header, cells, shown, level + "#" if level == "##" else "####"))
        if fields and level == "##":
            fields.insert(0, "## Fields { #fields .kind }\n")
        return "\n".join(done + fields)

    def entry(self, entry, name, header, cells, shown, level):
        parts = [f"{level} {entry.heading} {{ #{entry.anchor} .entry }}\n"]
        if entry.signatures:
            parts.append("\n".join(f'<p class="signature"><code>{html.escape(each)}</code></p>'
                                   for each in entry.signatures) + "\n")
        about = cells[-1]
        facts, animatable = [], []
        if "*Animatable.*" in about:
            about = about.replace(" *Animatable.*", "")
            animatable = ["<span>animatable</span>"]
        for label, cell in zip(header[1:-1], cells[1:-1]):
            if cell:
                cell = re.sub(r"`([^`]*)`", lambda code: f"<code>{html.escape(code[1], quote=False)}</code>", cell)
                facts.append(f"<span>{label.lower()} {cell}</span>")
        facts += animatable
        parts.append(about + "\n")
        if facts:
            parts.append('<p class="facts">' + " ".join(facts) + "</p>\n")
        # Films are drawn where ffmpeg is.
        if self.is_drawn and header[0] == "Property" and (shown or name != "PlayerLayer"):
            is_seen, place = entry.anchor in shown, f"{name}.{entry.anchor}"
            if not is_seen and place not in self.unseen:
                raise drawings.Fault(f"{place} has no picture: draw it in scripts/site.d/properties.lua")
            if is_seen and place in self.unseen:
                raise drawings.Fault(f"{place} has a picture: take it out of scripts/site.d/unseen.txt")
        if not entry.signatures and shown.get(entry.anchor):
            figures = []
            for file, line in shown[entry.anchor]:
                picture = f"../../images/properties/{name}/{file}"
                width, height = self.size(f"properties/{name}/{file}")
                figures.append(f'<figure><span class="stage"><img src="{picture}" width="{width // 2}" '
                               f'height="{height // 2}" loading="lazy" alt="{html.escape(entry.anchor)}"></span>'
                               f"<figcaption><code>{html.escape(line)}</code></figcaption></figure>")
            parts.append('<div class="shown">' + "".join(figures) + "</div>\n")
        return "\n".join(parts)

    def filters(self):
        """The reference of filters.md as a page for each category."""
        text = (DOCS / "reference/filters.md").read_text()
        head, *sections = re.split(r"^## ", text, flags=re.M)
        intro = head.split("\n# ", 1)[1].split("\n", 1)[1].strip()
        intro = self.page(intro, "reference/filters.md", DOCS / "reference")
        tiles = []
        self.filter_pages = []
        for section in sections:
            title, _, body = section.partition("\n")
            page = f"reference/filters/{title}.md"
            self.moved[("reference/filters.md", anchor_of(title))] = (page, "")
            self.filter_pages.append((title, title))
            parts = [f"# Filters: {title} {{ #top }}\n"]
            first, *each = re.split(r"^### ", body, flags=re.M)
            names = []
            for entry in each:
                name, _, rest = entry.partition("\n")
                names.append(name)
                picture = self.drawn / "filters" / f"{name}.webp"
                parts.append(f"## {name} {{ #{name} .entry }}\n")
                if picture.exists():
                    parts.append(f'<img class="filter" src="../../images/filters/{name}.webp" width="144" height="108" '
                                 f'loading="lazy" alt="A landscape with {name}">\n')
                parts.append(self.page(rest.strip(), page, DOCS / "reference") + "\n\n<div class=\"clear\"></div>\n")
                self.moved[("reference/filters.md", name.lower())] = (page, name)
            self.write(page, "\n".join(parts))
            sample = names[len(names) // 2]
            tiles.append(f'<a class="tile" href="filters/{title}.md"><img src="../images/filters/{sample}.webp" '
                         f'width="144" height="108" loading="lazy" alt=""><b>{title}</b>'
                         f"<small>{len(names)} filters</small></a>")
        self.write("reference/filters.md", "# Filters\n\n" + intro + '\n\n<div class="tiles small">\n' +
                   "\n".join(tiles) + "\n</div>\n")

    def products(self):
        """The Swift products by their DocC catalogues: the overview with its topics, and the articles."""
        self.product_pages = []
        sentences = swift_sentences()
        for catalogue in sorted((ROOT / "Sources").glob("*/*/*.docc")):
            product, titles = catalogue.stem, {}
            for file in catalogue.glob("*.md"):
                titles[file.stem] = file.read_text().split("\n", 1)[0].removeprefix("# ").strip("`")

            def symbol(match):
                # Without the part that tells overloads apart.
                return "`" + re.sub(r"-[(\w].*", "", match[1]).replace("/", ".") + "`"

            def change(line):
                topic = re.fullmatch(r"- ``(\w+)``", line)
                if topic and topic[1] in sentences:
                    return f"- `{topic[1]}`: {sentences[topic[1]]}"
                line = re.sub(r"^# ``(\w+)``", r"# \1", line)
                line = re.sub(r"<doc:(\w+)>", lambda match: f"[{titles[match[1]]}]({match[1]}.md)", line)
                return re.sub(r"``([^`]+)``", symbol, line)

            for file in sorted(catalogue.glob("*.md")):
                name = f"reference/swift/{product}/{file.stem}.md"
                text = outside_code(file.read_text(), change)
                if file.stem == product:
                    text += "\n## All symbols\n\n" + (
                        f"[DocC's pages]({self.relative(f'swift/{product}/documentation/{product.lower()}', name)}/) "
                        "have each symbol with its declaration.\n" if self.swift else
                        "`scripts/docs FOLDER` makes DocC's pages of each symbol with its declaration, and Xcode and "
                        "sourcekit-lsp show them while you type.\n")
                self.write(name, self.page(text, name, file.parent))
            order = [product, *re.findall(r"<doc:(\w+)>", (catalogue / f"{product}.md").read_text())]
            articles = [{titles[stem]: f"reference/swift/{product}/{stem}.md"} for stem in order]
            self.product_pages.append({product: articles})

    def gallery(self):
        """The gallery by kind, and a page for each scene with its source."""
        scenes = {scene.name: scene for scene in drawings.scenes()}
        groups, kind = {}, None
        for line in (HERE / "gallery.txt").read_text().splitlines():
            if line.startswith("#") or not line.strip():
                continue
            if not line.startswith(" "):
                kind = line.strip()
                groups[kind] = []
                continue
            groups[kind] += line.split()
        listed = [name for names in groups.values() for name in names]
        for name in sorted(set(scenes) ^ set(listed)):
            raise drawings.Fault(f"gallery.txt and scripts/scenes differ: {name}")
        parts = ["---\nhide:\n  - navigation\n  - toc\n---\n# Gallery\n",
                 "Every picture and film here is drawn by the script that its page shows. "
                 "Films move when they are pointed at.\n"]
        for kind, names in groups.items():
            title, _, about = kind.partition(": ")
            parts.append(f"## {title} {{ #{anchor_of(title)} }}\n\n{about}\n\n<div class=\"tiles\">")
            parts += [self.tile(scenes[name], "") for name in names]
            parts.append("</div>\n")
        self.write("gallery/index.md", "\n".join(parts))
        row = [None] + [scenes[name] for name in listed] + [None]
        for before, scene, after in zip(row, row[1:], row[2:]):
            self.scene(scene, before, after)

    def tile(self, scene, up):
        """A card of the gallery: the picture, as a film if there is one, and the name."""
        still = f"{up}../images/scenes/{scene.name}.webp"
        width, height = self.size(f"scenes/{scene.name}.webp")
        size = f'width="{width}" height="{height}"'
        if (self.drawn / "scenes" / f"{scene.name}.mp4").exists():
            shown = (f'<video src="{up}../images/scenes/{scene.name}.mp4" poster="{still}" {size} muted loop '
                     f'playsinline preload="none" data-play="point"></video>')
        else:
            shown = f'<img src="{still}" {size} loading="lazy" alt="">'
        words = scene.title
        marks = ("<small>film</small>" if "<video" in shown else "") + (
            "<small>with other files</small>" if scene.needs else "")
        return (f'<a class="tile" href="{up}{scene.name}.md" title="{html.escape(scene.about)}">'
                f'<span class="stage">{shown}</span><b>{words}</b>{marks}</a>')

    def scene(self, scene, before, after):
        words = scene.title
        width, height = self.size(f"scenes/{scene.name}.webp")
        still = f"../images/scenes/{scene.name}.webp"
        ratio = min(480 / width, 560 / height)
        size = f'width="{round(width * ratio)}" height="{round(height * ratio)}"'
        parts = [f"---\nhide:\n  - navigation\n  - toc\ntitle: {words}\n---\n# {words} {{ #top }}\n",
                 scene.about + "\n",
                 '<div class="scene" markdown>\n<div class="seen" markdown>\n']
        if (self.drawn / "scenes" / f"{scene.name}.mp4").exists():
            parts.append(f'<div class="show"><video src="../images/scenes/{scene.name}.mp4" poster="{still}" {size} '
                         f'muted loop playsinline preload="none" controls data-play="seen"></video></div>\n')
            options = " ".join(scene.film + ["-o", f"{scene.name}.mp4"])
        else:
            parts.append(f'<div class="show"><img src="{still}" {size} alt="{html.escape(scene.about)}"></div>\n')
            options = " ".join(scene.arguments)
            options = re.sub(r" ?--scale [\d.]+", "", options).strip()
        parts.append(f"```sh\nlayerlua {scene.name}.lua{' ' + options if options else ''}\n```\n")
        if scene.needs:
            files = []
            for need in scene.needs:
                path = SCENES / need
                if path.is_dir():
                    inside = sorted(part for part in path.iterdir() if part.is_file())
                else:
                    inside = [path]
                for part in inside:
                    name = part.relative_to(SCENES).as_posix()
                    # As text, which browsers show instead of fetching it.
                    link = f"files/{name}" + (".txt" if part.suffix in (".lua", ".json", ".svg") else "")
                    self.copy(part, f"gallery/{link}")
                    files.append(f'<a href="{link}">{name}</a>')
            parts.append('<p class="needs"><b>Needs other files beside it:</b> ' + ", ".join(files) + "</p>\n")
        parts.append("</div>\n<div class=\"source\" data-search-exclude markdown>\n\n"
                     f"```lua\n{scene.source.rstrip()}\n```\n\n</div>\n</div>\n")
        ways = [f'<a href="{before.name}.md">← {before.title}</a>'] if before else []
        ways.append('<a href="index.md">All scenes</a>')
        ways += [f'<a href="{after.name}.md">{after.title} →</a>'] if after else []
        parts.append('<p class="ways">' + " ".join(ways) + "</p>\n")
        self.write(f"gallery/{scene.name}.md", "\n".join(parts))

    def start(self):
        text = (HERE / "start.md").read_text()
        scenes = {scene.name: scene for scene in drawings.scenes()}
        text = re.sub(r"<!-- scene: ([a-z0-9-]+) -->",
                      lambda match: self.tile(scenes[match[1]], "gallery/").replace('"gallery/../', '"'), text)
        readme = (ROOT / "README.md").read_text()
        hello = re.search(r"<!-- picture: hello .*?-->\n(```lua\n.*?```)", readme, re.S)
        text = text.replace("<!-- hello -->", hello[1])
        self.write("index.md", text)

    def images(self):
        if not self.is_drawn:
            return
        images = self.source / "images"
        for name in ("scenes", "properties", "filters"):
            shutil.copytree(self.drawn / name, images / name, ignore=shutil.ignore_patterns("*.txt"))

    def navigation(self):
        """The tabs and their pages: the tables of docs/README.md, with the gallery and the split reference."""
        text = (DOCS / "README.md").read_text()
        nav = [{"Start": "index.md"}, {"Gallery": "gallery/index.md"}]
        for section in re.split(r"^## ", text, flags=re.M)[1:]:
            title, _, body = section.partition("\n")
            pages = []
            for name, link in re.findall(r"^\| \[([^\]]+)\]\(([^)]+\.md)\)", body, re.M):
                if link.startswith(".."):
                    continue
                if link == "reference/properties.md":
                    pages.append({"Classes": [{"All classes": link}] + [
                        {head.removeprefix("ca."): f"reference/classes/{page}.md"} for page, head in self.class_pages]})
                elif link == "reference/filters.md":
                    pages.append({name: [{"All filters": link}] + [{head: f"reference/filters/{page}.md"}
                                                  for page, head in self.filter_pages]})
                else:
                    pages.append({name: link})
            if title == "Embedding":
                pages += self.product_pages
            if pages:
                nav.append({{"Using the program": "Guide", "For developers": "Project"}.get(title, title): pages})
        return nav

    def make(self):
        shutil.rmtree(self.source, ignore_errors=True)
        self.source.mkdir(parents=True)
        self.images()
        self.classes()
        self.filters()
        self.products()
        self.gallery()
        self.start()
        self.guide()
        written = set()
        while left := set(self.others) - written:
            for name in sorted(left):
                self.write(name, HIDDEN + self.page(self.others[name].read_text(), name, self.others[name].parent))
            written |= left
        for name, path in self.copied.items():
            self.copy(path, f"source/{name}.txt")
        for file in (HERE / "assets").iterdir():
            self.copy(file, f"assets/{file.name}")
        return self.navigation()


def apart(text):
    """Puts an empty line between a paragraph and a list below it, where Python-Markdown needs one."""
    done, fence, before = [], None, ""
    for line in text.split("\n"):
        match = FENCE.match(line)
        if fence:
            fence = None if match and match[2].startswith(fence) else fence
        elif match:
            fence = match[2]
        elif re.match(r"(- |1\. )", line) and before and not re.match(r"(- |\d+\. |\s|\||#)", before):
            done.append("")
        done.append(line)
        before = line
    return "\n".join(done)


def swift_sentences():
    """The first sentence of the comment of each public type, by its name."""
    found = {}
    for file in sorted((ROOT / "Sources").glob("*/*/**/*.swift")):
        text = file.read_text()
        for match in TYPE.finditer(text):
            words = " ".join(line[4:] for line in match[1].split("///\n")[0].splitlines())
            sentence = re.match(r"(.*?)(?:, e\.g\.|[.:])(?: |$)", re.sub(r"``([^`]+)``", r"`\1`", words))
            if sentence:
                found[match[2]] = sentence[1] + "."
    return found


def configuration(nav):
    """The text of mkdocs.yml, as JSON, which is YAML too."""
    return json.dumps({
        "site_name": "layerlua", "docs_dir": "docs", "site_dir": "site", "use_directory_urls": False,
        "site_description": "Core Animation's layers without a screen, scripted in Lua: pictures, films and pages",
        "copyright": "MIT licence",
        "theme": {
            "name": "material", "variant": "modern", "language": "en", "font": False,
            "logo": "assets/icon.svg", "favicon": "assets/icon.svg",
            "icon": {"repo": "lucide/git-branch"},
            "features": ["navigation.tabs", "navigation.top", "navigation.footer", "navigation.indexes",
                         "navigation.prune", "content.code.copy", "toc.follow", "search.highlight"],
            "palette": [
                {"media": "(prefers-color-scheme)", "toggle": {"icon": "lucide/sun-moon", "name": "Use light colours"}},
                {"media": "(prefers-color-scheme: light)", "scheme": "default",
                 "toggle": {"icon": "lucide/sun", "name": "Use dark colours"}},
                {"media": "(prefers-color-scheme: dark)", "scheme": "slate",
                 "toggle": {"icon": "lucide/moon", "name": "Use the system's colours"}},
            ],
        },
        "extra": {"generator": False,
                  "polyfills": [{"path": "assets/iframe-worker.js", "type": "text/javascript", "async": False,
                                 "defer": False}]},
        "extra_css": ["assets/site.css"], "extra_javascript": ["assets/site.js"],
        "plugins": ["search", "offline"],
        "markdown_extensions": ["attr_list", "md_in_html", "tables", {"toc": {"permalink": True, "toc_depth": "2-3"}},
                                {"pymdownx.highlight": {"anchor_linenums": False}}, "pymdownx.superfences"],
        "nav": nav,
    }, indent=1)
