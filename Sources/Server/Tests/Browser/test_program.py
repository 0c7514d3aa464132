# SPDX-License-Identifier: MIT
"""The page with the real program. LAYERLUA_PROGRAM names it; with LAYERLUA_LATENCY=1 times are measured too."""
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import unittest
import unittest.mock

import webdriver
from watching import ROOT, SERVE, Watched

PROGRAM = os.environ.get("LAYERLUA_PROGRAM", os.path.join(ROOT, ".build", "release", "layerlua"))
SCENES = os.path.join(ROOT, "scripts", "scenes")
LIVE = "document.body.dataset.state === 'live'"


@unittest.skipUnless(webdriver.are_there(), "chromium and chromium-driver are not installed")
@unittest.skipUnless(os.path.exists(PROGRAM), f"{PROGRAM} is not built")
class RealProgram(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = webdriver.Browser()

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()

    def open(self, source, name="scene.lua", **more):
        watched = Watched(source, program=PROGRAM, name=name, **more)
        self.addCleanup(watched.close)
        self.addCleanup(self.browser.open, "about:blank")
        self.browser.open(watched.address)
        self.browser.wait("document.body.dataset.tree >= 1 && document.body.dataset.shown && " + LIVE)
        return watched

    def scene(self, name):
        """A scene's text, and a folder with what the scenes share."""
        with open(os.path.join(SCENES, name), encoding="utf-8") as file:
            source = file.read()
        folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, folder, True)
        shutil.copytree(os.path.join(SCENES, "lib"), os.path.join(folder, "lib"))
        return source, folder

    def drawn(self, watched, *options, suffix=".png"):
        """The bytes that the program writes."""
        out = watched.path("drawn" + suffix)
        subprocess.run([PROGRAM, watched.script, "--quiet", "-o", out, *options], cwd=watched.folder, check=True,
                       timeout=60)
        with open(out, "rb") as file:
            return file.read()

    def test_the_picture_and_what_is_saved_are_the_programs(self):
        source, folder = self.scene("compass.lua")
        watched = self.open(source, name="compass.lua", folder=folder)
        self.assertEqual(watched.get("frame.png")[2], self.drawn(watched))
        # The canvas has exactly the pixels of the file.
        self.browser.run("layerlua.stage.zoom('1')")
        self.browser.wait("document.getElementById('base').width === layerlua.picture.pixels[0] && !layerlua.busy")
        same = self.browser.run("""
            const base = document.getElementById("base"), { width, height } = base
            const blob = await (await fetch("frame.png")).blob()
            const bitmap = await createImageBitmap(blob, { colorSpaceConversion: "none" })
            const read = image => {
              const canvas = new OffscreenCanvas(width, height).getContext("2d")
              canvas.fillStyle = "white"
              canvas.fillRect(0, 0, width, height)
              canvas.drawImage(image, 0, 0)
              return canvas.getImageData(0, 0, width, height).data
            }
            const [ours, theirs] = [read(base), read(bitmap)]
            return bitmap.width === width && bitmap.height === height
              && ours.every((value, index) => Math.abs(value - theirs[index]) <= 1)""")
        self.assertTrue(same)
        for kind, suffix in (("png", ".png"), ("pdf", ".pdf"), ("svg", ".svg")):
            status, _, data = watched.get(f"export?format={kind}&scale=1")
            self.assertEqual(status, 200, data[:300])
            self.assertEqual(data, self.drawn(watched, suffix=suffix), kind)

    def test_an_isolated_worker_saves_film_after_film(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        with unittest.mock.patch.dict(os.environ, TMPDIR=place.name):
            watched = self.open("local l = ca.Layer { bounds = {0, 0, 40, 30}, backgroundColor = 'white' }\n"
                                "l:addAnimation(ca.BasicAnimation { keyPath = 'opacity', toValue = 0, duration = 1 })\n"
                                "return l\n", arguments=["--isolate"])
        for kind in ("gif", "gif", "apng", "webp", "gif"):
            status, _, data = watched.get(f"export?format={kind}&scale=1")
            self.assertEqual(status, 200, data[:300])
        self.assertEqual(len(os.listdir(place.name)), 1)
        # Nothing is left at the end.
        watched.process.terminate()
        deadline = time.monotonic() + 20
        while os.listdir(place.name) and time.monotonic() < deadline:
            time.sleep(0.05)
        self.assertEqual(os.listdir(place.name), [])

    def test_a_click_on_the_arrow_selects_it_and_says_its_line(self):
        source, folder = self.scene("compass.lua")
        self.open(source, name="compass.lua", folder=folder)
        x, y = self.browser.run("const b = document.getElementById('pic').getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2]")
        self.browser.click_at(x, y)
        self.browser.wait("(document.body.dataset.properties ?? '').startsWith('compass/arrow ')")
        line = int(self.browser.run("return document.querySelector('#who .place b').textContent").lstrip(":"))
        # The layer is created in the module that the scene requires.
        with open(os.path.join(folder, "lib", "compass.lua"), encoding="utf-8") as file:
            self.assertIn("arrow", "".join(file.readlines()[line - 3:line + 3]))

    def test_editing_makes_the_picture_that_the_script_would_and_undo_the_first(self):
        watched = self.open("local root = ca.Layer { name = 'root', bounds = {0, 0, 80, 60}, backgroundColor = 'white',\n"
                            "  ca.Layer { name = 'box', frame = {10, 10, 40, 30}, backgroundColor = 'red' } }\nreturn root\n")
        first = watched.get("frame.png?t=0&scale=1")[2]
        self.browser.run("return layerlua.edit('root/box', 'backgroundColor', '\"blue\"')")
        self.browser.wait("layerlua.edits.length === 1")
        edited = watched.get("frame.png?t=0&scale=1")[2]
        self.assertNotEqual(edited, first)
        self.assertIn("backgroundColor", self.browser.run("return [...layerlua.lua.values()][0]"))
        self.browser.run("return layerlua.undo('root/box', 'backgroundColor')")
        self.browser.wait("layerlua.edits.length === 0")
        self.assertEqual(watched.get("frame.png?t=0&scale=1")[2], first)
        with self.assertRaises(RuntimeError):
            self.browser.run("return layerlua.edit('root/box', 'opacity', '\"half\"')")

    def test_a_moving_scene_scrubs_as_time_does(self):
        watched = self.open(
            "local root = ca.Layer { name = 'root', bounds = {0, 0, 80, 60}, backgroundColor = 'white' }\n"
            "local box = ca.Layer { name = 'box', frame = {0, 10, 20, 20}, backgroundColor = 'red' }\n"
            "root:addSublayer(box)\n"
            "box:addAnimation(ca.BasicAnimation { keyPath = 'position.x', fromValue = 10, toValue = 70, duration = 2 }, 'move')\n"
            "return root\n")
        self.browser.wait("document.body.dataset.tracks === '1'")
        self.assertEqual(watched.get("frame.png?t=1&scale=1")[2], self.drawn(watched, "--time", "1"))
        self.browser.run("layerlua.seek(1)")
        self.browser.wait("document.body.dataset.shown.endsWith(' 1.0000')")

    def test_an_error_shows_its_line_and_is_mended(self):
        watched = self.open("return ca.Layer { bounds = {0, 0, 20, 20}, backgroundColor = 'red' }\n")
        watched.write("local a = 1\nreturn ca.Layer { bounds = {0, 0, 20, 20}, backgroundColor = 'nocolour' }\n")
        self.browser.wait("document.body.dataset.state === 'error'")
        self.assertEqual(self.browser.run("return document.getElementById('status').textContent"), "Error on line 2")
        self.assertIn("nocolour", self.browser.run("return document.querySelector('#error .at').textContent"))
        watched.write("while true do end\n")
        self.browser.wait("document.body.dataset.state === 'drawing'")
        watched.write("return ca.Layer { bounds = {0, 0, 20, 20}, backgroundColor = 'green' }\n")
        self.browser.wait(LIVE)

    def test_an_error_in_a_film_marks_the_line_of_the_typo(self):
        watched = self.open("local root = ca.Layer { bounds = {0, 0, 40, 40}, backgroundColor = 'white' }\n"
                            "ca.onFrame(function(t)\n"
                            "  if t > 1 then\n"
                            "    root.sublayers = { ca.ShapeLayer {\n"
                            "      frame = {0, 0, 9, 9},\n"
                            "      fillColour = 'red',\n"
                            "    } }\n"
                            "  end\n"
                            "end)\n"
                            "return root\n")
        self.browser.run("layerlua.seek(2)")
        self.browser.wait("document.body.dataset.state === 'error'")
        self.assertEqual(self.browser.run("return document.querySelector('#error .at').textContent"),
                         "6      fillColour = 'red',")
        self.browser.run("layerlua.seek(0.5)")
        self.browser.wait(LIVE)
        watched.write("local root = ca.Layer { bounds = {0, 0, 40, 40} }\n"
                      "local fade = ca.BasicAnimation { keyPath = 'opacty', fromValue = 0, duration = 2 }\n"
                      "root:addAnimation(fade, 'fade')\nreturn root\n")
        self.browser.wait("document.body.dataset.state === 'error'")
        self.assertIn("opacty", self.browser.run("return document.querySelector('#error .at').textContent"))

    def test_a_film_that_fades_in_opens_where_something_shows(self):
        self.open("local root = ca.Layer { bounds = {0, 0, 40, 40}, backgroundColor = 'red' }\n"
                  "root:addAnimation(ca.BasicAnimation { keyPath = 'opacity', fromValue = 0, duration = 4 }, 'in')\n"
                  "return root\n")
        self.browser.wait("layerlua.t > 1.9 && document.body.dataset.shown.endsWith(' ' + layerlua.t.toFixed(4))")
        alpha = self.browser.run("const c = document.getElementById('base'); return c.getContext('2d').getImageData(5, 5, 1, 1).data[3]")
        self.assertGreater(alpha, 120)

    def test_a_parameter_is_slid(self):
        watched = self.open("local side = ca.parameter('side', { default = 20, min = 10, max = 60 })\n"
                            "return ca.Layer { bounds = {0, 0, side, 20}, backgroundColor = 'red' }\n")
        self.browser.run("const e = document.getElementById('par-side'); e.value = 40; e.dispatchEvent(new Event('input'))")
        self.browser.wait("layerlua.picture.points[0] === 40")
        rev = self.browser.run("return document.body.dataset.picture")
        self.assertEqual(watched.get("frame.png")[2], self.drawn(watched, "-D", "side=40"))

    def test_a_module_and_a_missing_picture_are_watched(self):
        watched = self.open("local hue = require('hue')\nreturn ca.Layer { bounds = {0, 0, 20, 20}, backgroundColor = hue }\n",
                            folder=self.folder_with("hue.lua", "return 'red'\n"))
        rev = int(self.browser.run("return document.body.dataset.picture"))
        watched.write("return 'blue'\n", "hue.lua")
        self.browser.wait("+document.body.dataset.picture > arguments[0]", rev)
        watched.write("return ca.Layer { bounds = {0, 0, 20, 20}, contents = 'late.png' }\n")
        self.browser.wait("document.body.dataset.state === 'error'")
        shutil.copyfile(os.path.join(ROOT, "docs", "compass.png"), watched.path("late.png"))
        self.browser.wait(LIVE + " && document.getElementById('error').hidden")

    def folder_with(self, name, text):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        with open(os.path.join(folder.name, name), "w", encoding="utf-8") as file:
            file.write(text)
        return folder.name

    def test_a_package_is_watched_and_its_states_are_chosen(self):
        folder = self.folder_with("none.txt", "")
        for name in ("slots.wallpaper", "states.ca"):
            shutil.copytree(os.path.join(ROOT, "Tests", "Packages", name), os.path.join(folder, name))
        watched = self.open(None, name="slots.wallpaper", folder=folder)
        self.assertEqual(self.browser.run("return document.body.dataset.scene"), "Locked")
        self.assertEqual(watched.get("frame.png")[2], self.drawn(watched))
        self.browser.click('[data-state="Unlock"]')
        self.browser.wait("document.body.dataset.scene === 'Unlock' && document.body.dataset.playing === 'false'")
        at_end = watched.get(f"frame.png?t={self.browser.run('return layerlua.t')}")[2]
        self.assertEqual(at_end, self.drawn(watched, "--state", "Unlock"))
        self.browser.run("fraction.value = 0.4; fraction.dispatchEvent(new Event('input'))")
        self.browser.wait("document.body.dataset.scene.endsWith('@0.4')")
        fraction = self.browser.run("return document.body.dataset.scene")
        self.assertEqual(watched.get("frame.png")[2], self.drawn(watched, "--state", fraction))
        self.browser.run("tiltx.value = 1; tiltx.dispatchEvent(new Event('input'))")
        self.browser.wait("layerlua.picture.chosen.tilt?.[0] === 1")
        self.assertEqual(watched.get("frame.png")[2], self.drawn(watched, "--state", fraction, "--tilt", "1,0"))
        # The choice outlasts a change of any file in the folder.
        rev = int(self.browser.run("return document.body.dataset.rev"))
        watched.write("", "slots.wallpaper/new.txt")
        self.browser.wait("+document.body.dataset.rev > arguments[0] && " + LIVE, rev)
        self.assertEqual(watched.get("frame.png")[2], self.drawn(watched, "--state", fraction, "--tilt", "1,0"))
        # A package with mistakes lists them with their places.
        self.open(None, name="states.ca", folder=folder)
        self.browser.wait("document.body.dataset.findings >= 3")
        self.assertIn("main.caml:", self.browser.run("return document.getElementById('findings').textContent"))

    def test_the_command_becomes_the_server(self):
        folder = self.folder_with("a.lua", "return ca.Layer { bounds = {0, 0, 20, 20} }\n")
        environment = dict(os.environ, LAYERLUA_SERVE=SERVE, XDG_RUNTIME_DIR="")
        process = subprocess.Popen([PROGRAM, "watch", "--port", "0", "--scale", "2", "a.lua"], cwd=folder, text=True,
                                   stdout=subprocess.PIPE, env=environment)
        try:
            self.assertRegex(process.stdout.readline(), r"^http://127\.0\.0\.1:\d+/[0-9a-f]{32}/$")
        finally:
            process.terminate()
            self.assertEqual(process.wait(10), 0)
            process.stdout.close()
        for words, code, said in ((["watch", "-e", "return 1"], 2, "a script file"),
                                  (["watch", "a.lua", "-o", "x.png"], 2, "takes no -o"),
                                  (["watch", "a.lua", "--port", "x"], 2, "0 to 65535"),
                                  (["a.lua", "--open"], 2, "layerlua watch")):
            ended = subprocess.run([PROGRAM, *words], cwd=folder, capture_output=True, text=True, env=environment,
                                   timeout=20, check=False)
            self.assertEqual((ended.returncode, said in ended.stderr), (code, True), ended.stderr)
        environment["LAYERLUA_SERVE"] = "/nonexistent"
        ended = subprocess.run([PROGRAM, "watch", "a.lua"], cwd=folder, capture_output=True, text=True, env=environment,
                               timeout=20, check=False)
        self.assertEqual(ended.returncode, 5)
        self.assertIn("scripts/build serve", ended.stderr)

    @unittest.skipUnless(os.environ.get("LAYERLUA_LATENCY"), "LAYERLUA_LATENCY=1 measures")
    def test_latency(self):
        for name in ["compass.lua", "dashboard.lua", *os.environ.get("LAYERLUA_LATENCY_SCRIPTS", "").split()]:
            source, folder = self.scene(name)
            watched = self.open(source, name=os.path.basename(name), folder=folder)
            # When the picture is on the canvas, by the page's clock, which is the machine's.
            self.browser.run("layerlua.on('picture', () => { window.seen = performance.timeOrigin + performance.now() })")
            times = []
            for count in range(20):
                rev = int(self.browser.run("return document.body.dataset.picture"))
                began = time.time()
                watched.replace(source + "\n" * (count + 1))
                self.browser.wait("+document.body.dataset.picture > arguments[0]", rev)
                times.append(self.browser.run("return window.seen") - began * 1000)
                self.browser.wait("+document.body.dataset.tree === layerlua.picture.rev")
            print(f"{os.path.basename(name)}: median {statistics.median(times):.0f} ms, "
                  f"{min(times):.0f} to {max(times):.0f}", file=sys.stderr)


if __name__ == "__main__":
    unittest.main()
