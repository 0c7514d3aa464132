# SPDX-License-Identifier: MIT
"""The render service with the program itself: its pictures are those of the command line, to the byte."""
import hashlib
import http.client
import json
import os
import pathlib
import shutil
import signal
import subprocess
import threading
import time
import unittest
import urllib.parse
import zipfile

from test_service import ROOT, Service, together

PROGRAM = os.environ.get("LAYERLUA_PROGRAM", str(ROOT / ".build/release/layerlua"))
CARD = """
-- A card
-- A title on a gradient.
local ca = require "layerlua"
local title = ca.parameter("title", { default = "Hello", maxLength = 40, title = "Title" })
local count = ca.parameter("count", { default = 3, min = 1, max = 9, kind = "integer" })
local accent = ca.parameter("accent", { default = "#ff8800", kind = "color" })
leftover = (leftover or 0) + 1
local card = ca.GradientLayer { bounds = { 0, 0, 300, 160 }, colors = { "#1d2b53", accent } }
for i = 1, count do
  card:addSublayer(ca.Layer { frame = { 20 * i, 100, 12, 12 + 4 * leftover }, backgroundColor = "white" })
end
card:addSublayer(ca.TextLayer { frame = { 20, 20, 260, 60 }, string = title, fontSize = 24 })
return card
"""
FILM = """
local ca = require "layerlua"
local box = ca.Layer { bounds = { 0, 0, 60, 60 }, backgroundColor = "#123" }
local dot = ca.Layer { frame = { 10, 10, 20, 20 }, backgroundColor = "white" }
dot:addAnimation(ca.BasicAnimation { keyPath = "position.x", fromValue = 10, toValue = 50, duration = 1 })
box:addSublayer(dot)
return box
"""

ENDLESS = FILM.replace("duration = 1", "duration = 1, repeatCount = math.huge")
LOTTIE = json.dumps({
    "v": "5.7.0", "fr": 10, "ip": 0, "op": 10, "w": 40, "h": 20, "layers": [
        {"ty": 4, "nm": "Card", "ip": 0, "op": 10, "st": 0, "ks": {}, "shapes": [
            {"ty": "rc", "nm": "Plate", "p": {"k": [20, 10]}, "s": {"k": [40, 20]}, "r": {"k": 0}},
            {"ty": "fl", "nm": "Paint", "c": {"k": [1, 0, 0]}, "o": {"k": 100}}]}]})

# Frames that take time and bytes.
LONG = """
local ca = require "layerlua"
local seed = 7
local function random() seed = (seed * 16807) % 2147483647 return seed / 2147483647 end
local box = ca.Layer { bounds = { 0, 0, 300, 200 }, backgroundColor = "#123" }
for i = 1, 200 do
  local dot = ca.Layer { frame = { random() * 280, random() * 180, 20, 20 }, cornerRadius = 10,
    backgroundColor = { random(), random(), random() } }
  dot:addAnimation(ca.BasicAnimation { keyPath = "position.x", toValue = random() * 300, duration = 3 })
  box:addSublayer(dot)
end
return box
"""


@unittest.skipUnless(os.access(PROGRAM, os.X_OK), "the program is not built")
class Program(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        scripts = {"card.lua": CARD, "film.lua": FILM, "long.lua": LONG, "spin.lua": ENDLESS,
                   "badge.json": LOTTIE}
        cls.service = Service("--allow-scripts", "--time-limit", "2", scripts=scripts,
                              program=PROGRAM).__enter__()

    @classmethod
    def tearDownClass(cls):
        cls.service.__exit__()

    def test_a_script_that_is_being_saved(self):
        with Service(scripts={"card.lua": CARD}, program=PROGRAM) as service:
            file = service.folder / "card.lua"
            before = service.get("/card.png?title=a").body
            for damaged in ("", CARD[:len(CARD) // 2]):
                file.write_text(damaged)
                saved = threading.Timer(0.1, file.write_text, [CARD])
                saved.start()
                answer = service.get("/card.png?title=a&count=3")
                saved.join()
                self.assertEqual((answer.status, answer.body), (200, before))
            # One that stays so is said.
            file.write_text("")
            self.assertEqual(service.get("/card.png?title=b").status, 400)

    def drawn(self, name, *words):
        out = self.service.path / f"own-{hashlib.sha1(repr((name, words)).encode()).hexdigest()}.{name.split('.')[-1]}"
        script = self.service.folder / (name.split(".")[0] + ".lua")
        subprocess.run([PROGRAM, str(script), "-o", str(out), "--quiet", *words], check=True, capture_output=True)
        return out.read_bytes()

    def test_pictures_are_those_of_the_command_line(self):
        for query, words in [("", []), ("?title=A", ["-D", "title=A"]), ("", []), ("?_bg=red", ["--background", "red"]),
                             ("?_scale=2&count=5", ["--scale", "2", "-D", "count=5"])]:
            self.assertEqual(self.service.get(f"/card.png{query}").status, 200)
            own = self.drawn("card.png", *words)
            drawn = self.service.get(f"/card.png{query}").body
            self.assertEqual(hashlib.sha256(drawn).digest(), hashlib.sha256(own).digest(), query)
        self.assertEqual(self.service.get("/card.jpg").body, self.drawn("card.jpg"))
        self.assertEqual(self.service.get("/card.webp").body, self.drawn("card.webp", "--effort", "2"))
        self.assertEqual(self.service.get("/card.svg").body, self.drawn("card.svg"))
        self.assertEqual(self.service.get("/film.gif?_fps=10").body, self.drawn("film.gif", "--fps", "10"))

    def test_a_film_comes_while_it_is_drawn(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.service.port, timeout=60)
        self.addCleanup(connection.close)
        begin = time.monotonic()
        connection.request("GET", "/long.gif?_fps=30")
        answer = connection.getresponse()
        first = answer.read(1)
        early = time.monotonic() - begin
        body = first + answer.read()
        self.assertLess(early, (time.monotonic() - begin) / 2)
        self.assertEqual(answer.headers["Transfer-Encoding"], "chunked")
        self.assertEqual(body, self.drawn("long.gif", "--fps", "30"))
        # Kept as a whole.
        kept = self.service.get("/long.gif?_fps=30")
        self.assertEqual((kept.headers["Content-Length"], kept.body), (str(len(body)), body))

    def test_nothing_is_left_from_one_picture_to_the_next(self):
        first = self.service.get("/card.png?title=first").body
        together(6, lambda n: self.service.get(f"/card.png?title=other{n}&accent=red"))
        self.service.get("/card.png?title=x&_v=1")
        again = Service("--cache-memory", "0", scripts={"card.lua": CARD}, program=PROGRAM)
        with again:
            for _ in range(3):
                self.assertEqual(again.get("/card.png?title=first").body, first)

    def test_parameters_are_typed(self):
        schema = self.service.json("/card")["parameters"]["properties"]
        self.assertEqual((schema["count"]["type"], schema["count"]["maximum"]), ("integer", 9))
        self.assertEqual((schema["accent"]["format"], schema["title"]["maxLength"]), ("color", 40))
        for query in ["count=10", "count=2.5", "title=" + "x" * 41, "accent=blurple", "colour=red", "_bg=blurple"]:
            answer = self.service.get(f"/card.png?{query}")
            self.assertEqual(answer.status, 400, f"{query}: {answer.body}")
        self.assertEqual(self.service.json("/card")["title"], "A card")

    def test_no_address_is_an_error_of_the_service(self):
        colors = [name for name in self.service.json("/badge")["parameters"]["properties"] if name[:6] == "color."]
        self.assertEqual(len(colors), 1)
        for path, word in [("/spin.gif", "_duration"), ("/spin.apng?_from=1", "_duration"),
                           ("/film.gif?_from=1", "_from"), ("/film.gif?_from=7", "_from"),
                           ("/badge.gif?_from=1", "_from"), ("/badge.gif?_from=2.5", "_from"),
                           ("/card.png?_bg=blubb", "_bg"),
                           (f"/badge.png?{urllib.parse.quote(colors[0])}=nocolor", colors[0])]:
            answer = self.service.get(path)
            problem = json.loads(answer.body)
            self.assertEqual((answer.status, problem.get("parameter")), (400, word), f"{path}: {problem}")
        for path in ["/spin.gif?_duration=0.3", "/film.gif?_from=1&_duration=0.3", "/badge.gif?_from=0.5",
                     "/badge.gif?_from=1&_duration=0.2", f"/badge.png?{urllib.parse.quote(colors[0])}=blue"]:
            self.assertEqual(self.service.get(path).status, 200, path)
        self.assertEqual(self.service.json("/spin")["endless"], True)
        self.assertEqual(self.service.json("/film")["endless"], False)

    def test_a_module_is_told_what_to_do(self):
        with Service(scripts={"lib.lua": "return { x = 1 }"}, program=PROGRAM, starts=False) as service:
            self.assertEqual(service.process.wait(20), 1)
            self.assertIn("the name of a module begins with _", service.errors())

    def test_wallpapers_are_drawn(self):
        source = ROOT / "Tests/Packages/slots.wallpaper"
        with Service(scripts={"a.lua": CARD}, program=PROGRAM) as service:
            shutil.copytree(source, service.folder / "slots.wallpaper")
            with zipfile.ZipFile(service.folder / "packed.tendies", "w") as archive:
                for path in source.rglob("*"):
                    archive.write(path, pathlib.Path(source.name) / path.relative_to(source))
            service.process.send_signal(signal.SIGHUP)
            self.assertTrue(service.wait(lambda: service.get("/slots").status == 200), service.errors())
            self.assertEqual([one["name"] for one in service.json("/")["scripts"]], ["a", "packed", "slots"])
            slots, packed = service.get("/slots.png"), service.get("/packed.png")
            self.assertEqual((slots.status, slots.body[:4]), (200, b"\x89PNG"), slots.body[:300])
            self.assertEqual(packed.body, slots.body)

    def test_hostile_scripts_harm_nobody(self):
        reads = "local f = io and io.open and io.open('/etc/passwd'); return f"
        for script, statuses in [
            ("while true do end", [504]), ("local t = {} while true do t[#t + 1] = ('x'):rep(1e6) end", [413]),
            ("local function f(n) return 1 + f(n + 1) end return f(1)", [422, 413, 504]), ("return nil + 1", [422]),
            ("for i = 1, 1e9 do print(('x'):rep(1000)) end", [413, 422]), (reads, [422]), ("os.exit(1)", [422]),
            ("return require 'layerlua'.Layer { bounds = { 0, 0, 1e5, 1e5 } }", [413, 422]), ("\\27Lua", [422]),
            ("return require 'layerlua'.Layer { bounds = { 0, 0, 9, 9 }, contents = '/etc/passwd' }", [422]),
        ]:
            answer = self.service.get("/render.png", method="POST", body=script, headers={"Content-Type": "text/x-lua"})
            self.assertIn(answer.status, statuses, f"{script}: {answer.body}")
        self.assertEqual(self.service.get("/card.png").status, 200)

    def test_strangers_bring_files(self):
        picture = self.service.get("/card.png").body
        script = b"local ca = require 'layerlua' return ca.Layer { bounds = { 0, 0, 30, 16 }, contents = 'card.png' }"
        body = b"".join([
            b"--b\r\nContent-Disposition: form-data; name=\"script\"\r\n\r\n", script, b"\r\n",
            b"--b\r\nContent-Disposition: form-data; name=\"a\"; filename=\"card.png\"\r\n\r\n", picture,
            b"\r\n--b--\r\n"])
        answer = self.service.get("/render.png", method="POST", body=body,
                                  headers={"Content-Type": "multipart/form-data; boundary=b"})
        self.assertEqual((answer.status, answer.body[:4]), (200, b"\x89PNG"), answer.body[:300])

    def test_memory_is_flat(self):
        for number in range(100):
            self.service.get(f"/card.png?title=warm{number}&_scale=2")
        before = self.memory()
        for number in range(300):
            self.service.get(f"/card.png?title=more{number}&_scale=2")
        self.assertLess(self.memory(), before * 1.2 + (8 << 20))

    def memory(self):
        """Of all processes of the service without its cache, in bytes."""
        total = 0
        children = []
        for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = stat.read_text().rsplit(")", 1)[1].split()
            except OSError:
                continue
            if int(fields[1]) == self.service.process.pid:
                children.append(stat.parent.name)
        for process in children:
            text = pathlib.Path(f"/proc/{process}/smaps_rollup").read_text()
            total += sum(int(line.split()[1]) << 10 for line in text.splitlines() if line.startswith("Private_"))
        return total


if __name__ == "__main__":
    unittest.main()
