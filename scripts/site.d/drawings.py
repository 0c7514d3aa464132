# SPDX-License-Identifier: MIT
"""Draws the pictures and films of the site with the program: properties and filters one by one, scenes as stills and
films. Drawings are kept in .build/site-drawings as long as the program and their scripts stay the same."""
import hashlib
import re
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
SCENES = ROOT / "scripts/scenes"
# The width of a still in pixels: a card of the gallery is 320 points wide, a scene's page shows it at up to 720.
STILL_PIXELS = 1080
FILM_PIXELS = 720


class Fault(Exception):
    """A drawing that failed, in words for whoever made its script."""


def run(program, *arguments, folder=ROOT):
    done = subprocess.run([program, *map(str, arguments)], cwd=folder, capture_output=True, text=True, timeout=300)
    if done.returncode:
        raise Fault(f"{' '.join(map(str, arguments))}: {done.stderr.strip() or done.returncode}")
    return done.stdout


def digest(*files):
    """The digest of files, by their bytes; of the program by its size and time, which is enough here."""
    sha = hashlib.sha256()
    for file in files:
        if file.is_dir():
            inside = sorted(part for part in file.rglob("*") if part.is_file())
        else:
            inside = [file]
        for part in inside:
            sha.update(f"{part} ".encode())
            if part.stat().st_size > 1 << 20:
                sha.update(f"{part.stat().st_size} {part.stat().st_mtime_ns}".encode())
            else:
                sha.update(part.read_bytes())
    return sha.hexdigest()


class Scene:
    """A script of scripts/scenes: its name, its sentence, and the options that its comments and its test give."""

    def __init__(self, file):
        self.file, self.name = file, file.stem
        self.title = self.name[0].upper() + self.name[1:].replace("-", " ")
        self.source = file.read_text()
        head = []
        for line in self.source.splitlines():
            if not line.startswith("--"):
                break
            head.append(line[2:].strip())
        said = [line for line in head if line and not re.match(r"(film|pages|needs):|layerlua ", line)]
        self.about = " ".join(said).split(". ")[0].split("? ")[0].rstrip(".:") + "." if said else ""
        film = re.search(r"^-- film: *(.*)$", self.source, re.M)
        self.film = film[1].split() if film else None
        arguments = ROOT / "Tests/Scenes" / f"{self.name}.args"
        self.arguments = arguments.read_text().split() if arguments.exists() else []
        # Files beside the script without which a copy of it does not run.
        needs = set(re.findall(r'require "(lib\.[a-z-]+)"', self.source))
        needs |= {f"{folder}/" for folder in ("icons", "sprites", "fonts") if f'"{folder}/' in self.source}
        needs |= {word for word in ("badge.json",) if word in self.source}
        self.needs = sorted(f"{word.replace('.', '/')}.lua" if word.startswith("lib.") else word for word in needs)


def scenes():
    return [Scene(file) for file in sorted(SCENES.glob("*.lua"))]


def size_of(webp):
    """The width and height of a WebP file in pixels."""
    data = webp.read_bytes()[:40]
    kind = data[12:16]
    if kind == b"VP8X":
        return 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little")
    if kind == b"VP8L":
        bits = int.from_bytes(data[21:25], "little")
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    return int.from_bytes(data[26:28], "little") & 0x3FFF, int.from_bytes(data[28:30], "little") & 0x3FFF


def draw_scene(program, scene, folder):
    """A still as wide as the site shows it, and the film."""
    still = folder / f"{scene.name}.webp"
    options = [*scene.arguments, "--quiet", "--allow-write", folder]
    while "--scale" in options:
        at = options.index("--scale")
        del options[at:at + 2]
    run(program, scene.file, *options, "--scale", 1, "-o", still)
    width, _ = size_of(still)
    scale = min(3, max(1, round(STILL_PIXELS / width * 4) / 4))
    if scale != 1:
        run(program, scene.file, *options, "--scale", scale, "-o", still)
    if scene.film is not None and shutil.which("ffmpeg"):
        scale = min(2, max(1, round(FILM_PIXELS / width * 2) / 2))
        run(program, scene.file, *scene.film, "--scale", scale, "--quiet", "--allow-write", folder, "-o",
            folder / f"{scene.name}.mp4")


def draw_class(program, name, folder):
    folder.mkdir()
    lines = run(program, ROOT / "docs/reference/pictures.lua", "-D", f"class={name}", "-D", f"folder={folder}",
                "--allow-write", folder, "--quiet")
    (folder / "lines.txt").write_text(lines)


def draw_rest(program, folder):
    """The pictures of properties that need more than a line: returns the lines of each class."""
    script, options = ROOT / "scripts/site.d/properties.lua", ["--allow-write", folder, "--quiet"]
    for name in re.findall(r'^(?:strip|still)\("(\w+)"|^  still\("(\w+)"', script.read_text(), re.M):
        (folder / "".join(name)).mkdir(parents=True, exist_ok=True)
    clip = []
    if shutil.which("ffmpeg"):
        film = folder / "clip.mp4"
        run(program, script, "-D", "film=1", "--duration", 3, "--fps", 10, "--scale", 2, *options, "-o", film)
        clip = ["-D", f"clip={film}", "--allow-read", folder]
    found = {}
    for line in run(program, script, "-D", f"folder={folder}", *clip, *options).splitlines():
        name, _, rest = line.partition("\t")
        found.setdefault(name, []).append(rest)
    return found


def draw_filters(program, folder):
    folder.mkdir()
    run(program, SCENES / "filters.lua", "-D", f"folder={folder}", "--allow-write", folder, "--quiet")
    made = folder.parent / "filters-script"
    made.mkdir()
    for file in (ROOT / "scripts/site.d/filters.lua", SCENES / "lib/landscape.lua"):
        shutil.copy(file, made)
    run(program, made / "filters.lua", "-D", f"folder={folder}", "--allow-write", folder, "--quiet")
    shutil.rmtree(made)


def classes_with_pictures():
    text = (ROOT / "docs/reference/properties.md").read_text()
    return re.findall(r"\]\(properties/(\w+)\.webp\)", text)


def draw(program, folder, jobs):
    """Fills a folder with scenes/, properties/CLASS/ and filters/, unless it has them of these scripts already."""
    stamp = folder / "stamp"
    now = digest(program, SCENES, ROOT / "docs/reference/pictures.lua", ROOT / "scripts/site.d/filters.lua",
                 ROOT / "scripts/site.d/properties.lua", Path(__file__))
    if stamp.exists() and stamp.read_text() == now:
        return False
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "scenes").mkdir(parents=True)
    (folder / "properties").mkdir()
    rest = {}
    work = [lambda: draw_filters(program, folder / "filters"), lambda: rest.update(draw_rest(program, folder / "rest"))]
    work += [lambda name=name: draw_class(program, name, folder / "properties" / name)
             for name in classes_with_pictures()]
    # Films first: they take longest.
    work += [lambda scene=scene: draw_scene(program, scene, folder / "scenes")
             for scene in sorted(scenes(), key=lambda scene: scene.film is None)]
    with ThreadPoolExecutor(jobs) as pool:
        for done in [pool.submit(each) for each in work]:
            done.result()
    for name, lines in rest.items():
        target = folder / "properties" / name
        target.mkdir(exist_ok=True)
        for line in lines:
            file = line.split("\t")[1]
            (folder / "rest" / name / file).rename(target / file)
        with open(target / "lines.txt", "a") as listed:
            listed.write("".join(line + "\n" for line in lines))
    shutil.rmtree(folder / "rest")
    stamp.write_text(now)
    return True
