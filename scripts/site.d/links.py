# SPDX-License-Identifier: MIT
"""Checks the built site: each link, picture, film and anchor is there, no id is there twice, no attributes of Markdown
are shown as text, and nothing is loaded from another host."""
import re
from html.parser import HTMLParser
from urllib.parse import unquote, urlsplit


class Reader(HTMLParser):
    """The ids of a page, those that it has twice, the addresses that it names, and attributes shown as text."""

    CODE = ("code", "script", "style")
    LOADED = {"img": ("src",), "script": ("src",), "video": ("src", "poster"), "source": ("src",), "iframe": ("src",)}

    def __init__(self):
        super().__init__()
        self.ids, self.repeated, self.named, self.loaded, self.raw = set(), [], [], [], []
        self.code = 0

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if tag in self.CODE:
            self.code += 1
        if "id" in given:
            if given["id"] in self.ids:
                self.repeated.append(given["id"])
            self.ids.add(given["id"])
        if tag == "a" and "href" in given:
            self.named.append(given["href"])
        if tag == "link" and given.get("rel") != "canonical" and "href" in given:
            self.loaded.append(given["href"])
        self.loaded += [given[key] for key in self.LOADED.get(tag, ()) if given.get(key)]

    def handle_endtag(self, tag):
        if tag in self.CODE:
            self.code -= 1

    def handle_data(self, data):
        if not self.code and re.search(r"\{ ?[#:.] ?[\w.-]", data):
            self.raw.append(data.strip())


def check(folder):
    """Returns the faults, as sentences."""
    pages = {}
    for file in folder.rglob("*.html"):
        # DocC's pages are made by their scripts, and checked by scripts/docs.
        if file.relative_to(folder).parts[0] == "swift":
            continue
        reader = Reader()
        reader.feed(file.read_text())
        pages[file.resolve()] = reader
    faults = set()
    for file, page in pages.items():
        if file.name == "404.html":
            continue
        name = file.relative_to(folder.resolve())
        faults |= {f"{name} has two places #{anchor}" for anchor in page.repeated}
        faults |= {f"{name} shows attributes as text: {text[:80]}" for text in page.raw}
        for address in page.loaded + page.named:
            parts = urlsplit(address)
            if parts.scheme or parts.netloc:
                if address in page.loaded and parts.scheme != "data":
                    faults.add(f"{name} loads {address}")
                continue
            target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
            if target.is_dir():
                target = target / "index.html"
            if not target.exists():
                faults.add(f"{name}: there is no {address}")
            elif parts.fragment and target in pages and not parts.fragment.startswith("__"):
                if unquote(parts.fragment) not in pages[target].ids:
                    faults.add(f"{name}: {address} names no place of its page")
    for sheet in folder.rglob("*.css"):
        if sheet.relative_to(folder).parts[0] == "swift":
            continue
        for address in re.findall(r"(?:url\(|@import )[\"']?(https?:[^\"')]+)", sheet.read_text()):
            faults.add(f"{sheet.relative_to(folder)} loads {address}")
    return sorted(faults)
