# SPDX-License-Identifier: MIT
"""The page in a real browser: edit, error, mend, scrub, click, slide. What a test waits for is an attribute of the page."""
import json
import os
import re
import tempfile
import unittest

import webdriver
from watching import Watched

LIVE = "document.body.dataset.state === 'live'"
CONTRAST = """
const parse = text => (text.match(/[\\d.]+/g) ?? [0, 0, 0, 0]).map(Number)
const over = (top, under) => { const a = top[3] ?? 1; return [0, 1, 2].map(i => top[i] * a + under[i] * (1 - a)) }
const light = c => c.slice(0, 3).map(v => v / 255).map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
  .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0)
const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true })
const rgb = text => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = text; canvas.fillRect(0, 0, 1, 1)
  const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data; return [r, g, b, a / 255] }
const poor = []
for (const element of document.querySelectorAll("body *")) {
  const words = [...element.childNodes].filter(node => node.nodeType === 3 && node.data.trim())
    .map(node => node.data.trim()).join(" ")
  const text = words || (element.matches("input:not([type=range], [type=color], [type=checkbox], [type=file])") && element.value)
  if (!text || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
  if (element.closest("option, #help, .defs, [popover], #marks")) continue
  const chain = []
  for (let each = element; each; each = each.parentElement) chain.unshift(rgb(getComputedStyle(each).backgroundColor))
  const back = chain.reduce((under, top) => over(top, under), [255, 255, 255])
  const ink = over(rgb(getComputedStyle(element).color), back)
  const [a, b] = [light(ink), light(back)].sort((x, y) => y - x)
  const ratio = (a + 0.05) / (b + 0.05)
  if (ratio < 4.5) poor.push(`${ratio.toFixed(2)} ${element.className || element.id || element.tagName}: ${text.slice(0, 30)}`)
}
return poor
"""

# Finds controls and text that are covered by something else, or clipped where nothing scrolls.
COVERED = """
const bad = [], tools = [...document.querySelectorAll(".tool .seg")].filter(e => e.checkVisibility())
const name = e => e.id || e.getAttribute("aria-label") || e.className.baseVal || e.className || e.tagName
const all = "button, input, select, summary, .pill, h1, h2, h3, kbd, .clock, .row .nm, #labels .nm, .place, .grp label, .o"
for (const element of document.querySelectorAll(all)) {
  if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
  if (element.closest("[popover], dialog, .defs")) continue
  let box = element.getBoundingClientRect()
  if (!box.width || !box.height) continue
  // Content that is scrolled away, and words that end in dots, are not cut off.
  let isAway = false
  for (let each = element.parentElement; each; each = each.parentElement) {
    const style = getComputedStyle(each), room = each.getBoundingClientRect()
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
    if (/auto|scroll/.test(style.overflowY + style.overflowX)) {
      if (x < room.left || x > room.right || y < room.top || y > room.bottom) isAway = true
    } else if (/hidden|clip/.test(style.overflowX) && !/ellipsis/.test(getComputedStyle(element).textOverflow)
      && (box.left < room.left - 1 || box.right > room.right + 1 || box.top < room.top - 1 || box.bottom > room.bottom + 1)) {
      bad.push(`${name(element)} is cut off by ${name(each)}`)
      isAway = true
    }
    if (isAway) break
  }
  if (isAway) continue
  if (box.left < 0 || box.top < 0 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1)
    bad.push(`${name(element)} is outside of the window`)
  if (getComputedStyle(element).pointerEvents === "none") continue
  const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
  if (top && top !== element && !element.contains(top) && !top.contains(element) && !element.labels?.[0]?.contains(top))
    bad.push(`${name(element)} is covered by ${name(top)}`)
}
// Whole, the picture lies between the tools and what is read below it.
const pic = document.getElementById("pic").getBoundingClientRect()
if (document.querySelector("[data-zoom=fit]").getAttribute("aria-pressed") === "true" && !document.body.classList.contains("exploded"))
  for (const tool of [...tools, document.getElementById("read")]) {
    if (!tool.checkVisibility()) continue
    const box = tool.getBoundingClientRect()
    if (box.left < pic.right && pic.left < box.right && box.top < pic.bottom && pic.top < box.bottom)
      bad.push(`the picture is covered by ${name(tool)}`)
  }
return bad
"""


@unittest.skipUnless(webdriver.are_there(), "chromium and chromium-driver are not installed")
class Page(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.downloads = tempfile.TemporaryDirectory()
        cls.browser = webdriver.Browser(downloads=cls.downloads.name)

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        cls.downloads.cleanup()

    def tearDown(self):
        self.browser.open("about:blank")
        # The console reports lost connections too; no other message is allowed.
        said = [text for text in self.browser.messages() if "ERR_CONNECTION" not in text
                and "ERR_INCOMPLETE_CHUNKED" not in text and not re.search(r"status of (400|503|404)", text)]
        self.assertEqual(said, [])

    def open(self, source="color #2266cc", **more):
        watched = Watched(source, **more)
        self.addCleanup(watched.close)
        self.browser.open(watched.address)
        self.browser.wait("document.body.dataset.tree >= 1 && document.body.dataset.shown && " + LIVE)
        return watched

    def data(self, name):
        return self.browser.run("return document.body.dataset[arguments[0]]", name)

    def text(self, selector):
        return self.browser.run("return document.querySelector(arguments[0])?.textContent", selector)

    def pixel(self, x, y):
        """The colour that the picture has at a point."""
        return self.browser.run(
            "const c = document.getElementById('base'), p = layerlua.picture.points, one = new OffscreenCanvas(1, 1)"
            ".getContext('2d', { willReadFrequently: true }); one.drawImage(c, Math.floor(arguments[0] / p[0] * c.width),"
            "Math.floor(arguments[1] / p[1] * c.height), 1, 1, 0, 0, 1, 1); return [...one.getImageData(0, 0, 1, 1).data]",
            x, y)[:3]

    def place(self, x, y):
        """Where a point of the picture is in the window."""
        return self.browser.run(
            "const box = document.getElementById('pic').getBoundingClientRect(), p = layerlua.picture.points;"
            "return [box.left + arguments[0] / p[0] * box.width, box.top + arguments[1] / p[1] * box.height]", x, y)

    def select(self, path):
        self.browser.click(f'.row[data-path="{path}"]')
        self.browser.wait("(document.body.dataset.properties ?? '').startsWith(arguments[0] + ' ')", path)

    def set(self, selector, value, event="input"):
        """As a slider's handle, or a picker of colours, sets a value."""
        self.browser.run("const e = document.querySelector(arguments[0]); e.value = arguments[1];"
                         "e.dispatchEvent(new Event(arguments[2], { bubbles: true }))", selector, value, event)

    def test_edit_error_mend(self):
        watched = self.open()
        self.assertEqual(self.pixel(5, 5), [0x22, 0x66, 0xcc])
        for save, hue in ((watched.write, "11aa33"), (watched.replace, "cc8811")):
            rev = int(self.data("rev"))
            save(f"color #{hue}\nprint saved {hue}")
            self.browser.wait("+document.body.dataset.picture > arguments[0]", rev)
            self.assertEqual(self.pixel(5, 5), list(bytes.fromhex(hue)))
            self.browser.wait("document.getElementById('prints').textContent === arguments[0]", f"saved {hue}")
        picture = self.data("picture")
        watched.write("color #000000\nerror 2 <b>wrong</b> value")
        self.browser.wait("document.body.dataset.state === 'error'")
        self.assertEqual(self.text("#status"), "Error on line 2")
        self.assertEqual(self.text("#error p"), "<b>wrong</b> value")
        self.assertIn("error 2", self.text("#error pre .at"))
        self.assertEqual(self.text("#error .top button"), "compass.lua:2")
        self.assertIn("✕ compass.lua:2", self.browser.run("return document.title"))
        # The last good picture stays, and its worker still answers.
        self.assertEqual(self.data("picture"), picture)
        self.assertEqual(self.pixel(5, 5), list(bytes.fromhex("cc8811")))
        self.browser.run("layerlua.seek(1)")
        self.browser.wait("document.body.dataset.shown.endsWith(' 1.0000')")
        watched.write("color #abcdef")
        self.browser.wait(LIVE + " && document.getElementById('error').hidden")
        self.assertEqual(self.pixel(5, 5), [0xab, 0xcd, 0xef])
        # The selected time is kept too.
        self.browser.wait("document.body.dataset.shown.endsWith(' 1.0000')")

    def test_first_error_then_a_picture(self):
        watched = Watched("error 1 no picture yet")
        self.addCleanup(watched.close)
        self.browser.open(watched.address)
        self.browser.wait("document.body.dataset.state === 'error'")
        self.assertIn("There is no picture yet", self.text("#error"))
        watched.write("color #123456")
        self.browser.wait(LIVE + " && document.body.dataset.shown")
        self.assertEqual(self.pixel(5, 5), [0x12, 0x34, 0x56])

    def test_a_loop_shows_its_seconds_and_stops(self):
        watched = self.open()
        watched.write("loop")
        self.browser.wait("document.body.dataset.state === 'drawing' && /Drawing… \\d/.test(document.getElementById('status').textContent)")
        self.browser.click("#stop")
        self.browser.wait("document.body.dataset.state === 'error'")
        self.assertIn("stopped", self.text("#error p"))
        watched.write("color #123456")
        self.browser.wait(LIVE)

    def test_the_page_connects_again(self):
        watched = self.open()
        watched.kill()
        self.browser.wait("document.body.dataset.state === 'lost'")
        self.assertIn("layerlua watch compass.lua", self.text("#lost"))
        watched.write("color #445566")
        watched.start()
        self.browser.wait(LIVE + " && document.body.dataset.shown.startsWith('1 ')")
        self.browser.wait("layerlua.picture.rev === 1 && layerlua.edition > 1")
        self.assertEqual(self.pixel(5, 5), [0x44, 0x55, 0x66])

    def test_click_selects_and_outlines(self):
        self.open()
        self.browser.click_at(*self.place(150, 90))
        self.browser.wait("(document.body.dataset.properties ?? '').startsWith('compass/arrow ')")
        self.assertEqual(self.text("#who h3"), "arrowca.Layer")
        self.assertEqual(self.browser.run("return document.querySelector('.row[aria-selected=true]').dataset.path"),
                         "compass/arrow")
        # The outline is at the layer's position: 130, 70, 40 wide, 100 high.
        stage = self.browser.run("const b = document.getElementById('stage').getBoundingClientRect(); return [b.left, b.top]")
        points = self.browser.run("return document.querySelector('#marks .sel').getAttribute('points')")
        corners = [[float(v) for v in pair.split(",")] for pair in points.split()]
        for corner, point in zip(corners, ((130, 70), (170, 70), (170, 170), (130, 170))):
            expected = self.place(*point)
            self.assertAlmostEqual(corner[0] + stage[0], expected[0], delta=0.5)
            self.assertAlmostEqual(corner[1] + stage[1], expected[1], delta=0.5)
        # Clicking the same place again selects the layer below; next to it is the circle.
        self.browser.click_at(*self.place(150, 90))
        self.browser.wait("(document.body.dataset.properties ?? '').startsWith('compass/circle ')")
        self.browser.click_at(*self.place(60, 200))
        self.browser.wait("layerlua.selected === 'compass/circle'")
        self.browser.pointer(("move", *self.place(150, 90)))
        self.browser.wait("document.querySelector('#marks .hover') && document.getElementById('under').textContent.startsWith('arrow')")
        # A masked layer also shows its mask's outline.
        self.select("compass/shine")
        self.browser.wait("document.querySelector('#marks .mask') && document.querySelector('#marks .unseen')")

    def test_editing_a_value_and_undoing_it(self):
        watched = self.open()
        self.select("compass/arrow")
        before = self.pixel(140, 100)
        self.set("#k-opacity", "0.5", "change")
        self.browser.wait("layerlua.edits.length === 1 && document.body.dataset.shown.split(' ')[1] === String(layerlua.edition)")
        self.assertNotEqual(self.pixel(140, 100), before)
        self.assertIn("1 edit, until the next save", self.text("#edits"))
        self.browser.wait("document.querySelector('#k-opacity').closest('.p').querySelector('.o').textContent === 'undo'")
        self.browser.click("#copylua")
        self.browser.wait("document.getElementById('toast').textContent === 'Copied: layer.opacity = 0.5'")
        # An error of the engine is shown at the value.
        self.set("#k-cornerRadius", "\"x\"", "change")
        self.browser.wait("document.querySelector('#k-cornerRadius').getAttribute('aria-invalid') === 'true'")
        self.assertIn("expected something else", self.text(".wrong"))
        self.browser.run("document.getElementById('tree').focus()")
        self.browser.press("Escape")
        self.browser.wait("layerlua.edits.length === 0 && document.body.dataset.shown.split(' ')[1] === String(layerlua.edition)")
        self.assertEqual(self.pixel(140, 100), before)
        # The next save discards edits.
        self.browser.press("h")
        self.browser.wait("layerlua.edits.length === 1")
        watched.write("color #2266cc")
        self.browser.wait("layerlua.edits.length === 0 && layerlua.picture.rev > 1 && document.getElementById('edits').hidden")
        # The selection is kept.
        self.assertEqual(self.browser.run("return layerlua.selected"), "compass/arrow")

    def test_where_a_value_came_from(self):
        self.open()
        self.select("compass/arrow")
        origin = "return document.querySelector('#k-' + arguments[0]).closest('.p').querySelector('.o').textContent"
        for key, words in (("bounds", ":41"), ("position", "moves"), ("anchorPoint", "default"), ("shadowRadius", "style")):
            self.assertEqual(self.browser.run(origin, key), words, key)

    def test_what_moves_or_was_set_is_shown_whatever_its_value_is(self):
        self.open()
        self.select("compass/arrow")
        shown = self.browser.run("return [...document.querySelectorAll('#props label')].map(l => l.textContent)")
        # Both have their default values; the third has never been touched.
        self.assertIn("strokeEnd", shown)
        self.assertIn("lineWidth", shown)
        self.assertNotIn("miterLimit", shown)
        self.assertEqual(self.text(".more"), "2 more, as they always are")

    def test_layers_without_a_name_say_their_text_or_what_they_paint(self):
        self.open("color #2266cc\nunnamed")
        self.browser.wait("document.querySelector('.row[data-path=\"compass/unnamed/#3\"]')")
        rows = self.browser.run("return [1, 2, 3].map(i => document.querySelector(`.row[data-path=\"compass/unnamed/#${i}\"]`)).map(r => "
                                "[r.querySelector('.nm').textContent, r.querySelector('.cls').textContent, r.querySelector('.swatch')?.style.background])")
        self.assertEqual(rows, [["“Some text”", "Text", None], ["#123456", "", "rgb(18, 52, 86)"],
                                ["Layer", "", None]])
        self.select("compass/unnamed/#1")
        self.assertEqual(self.text("#who h3"), "“Some text”ca.TextLayer")
        self.select("compass/unnamed/#2")
        self.assertEqual(self.text("#who h3"), "background #123456ca.Layer")

    def test_an_error_at_a_time_is_a_card_with_its_line(self):
        self.open("color #2266cc\nfails 1 2 what is wrong at this time")
        self.browser.run("layerlua.seek(2)")
        self.browser.wait("document.body.dataset.state === 'error'")
        self.assertEqual(self.text("#status"), "Error on line 2")
        self.assertEqual(self.text("#error p"), "what is wrong at this time")
        self.assertIn("fails 1 2", self.text("#error pre .at"))
        self.assertEqual(self.text("#error .top button"), "compass.lua:2")
        self.assertIn("At 2 s there is no picture", self.text("#error .foot"))
        # At another time there is a picture.
        self.browser.run("layerlua.seek(0.5)")
        self.browser.wait(LIVE + " && document.getElementById('error').hidden && document.body.dataset.shown.endsWith(' 0.5000')")
        # Playback ends at the error.
        self.browser.run("document.getElementById('tree').focus()")
        self.browser.press("Space")
        self.browser.wait("!layerlua.isPlaying && document.body.dataset.state === 'error'")
        self.assertGreater(self.browser.run("return layerlua.t"), 1)
        self.browser.click("#passed")
        self.browser.wait(LIVE + " && document.getElementById('error').hidden")
        # A film that cannot be made shows the same error.
        self.browser.run("layerlua.seek(0.5)")
        self.browser.wait("document.body.dataset.shown.endsWith(' 0.5000') && !layerlua.busy")
        self.browser.click("#film")
        self.browser.click("#films [data-format=gif]")
        self.browser.wait("document.body.dataset.state === 'error'")
        self.assertIn("fails 1 2", self.text("#error pre .at"))
        self.assertIn("The GIF was not saved", self.text("#error .foot"))

    def test_a_film_opens_where_something_shows_until_a_time_is_chosen(self):
        watched = self.open("color #2266cc\nopens 2")
        self.browser.wait("document.body.dataset.shown.endsWith(' 2.0000')")
        self.assertEqual(self.text("#now"), "2.000")
        for opens in (3, 0):
            watched.write(f"color #2266cc\nopens {opens}")
            self.browser.wait("document.body.dataset.shown.endsWith(arguments[0])", f" {opens}.0000")
        self.browser.run("layerlua.seek(1)")
        self.browser.wait("document.body.dataset.shown.endsWith(' 1.0000')")
        rev = int(self.data("rev"))
        watched.write("color #2266cc\nopens 2")
        self.browser.wait("+document.body.dataset.rev > arguments[0] && document.body.dataset.shown.endsWith(' 1.0000')", rev)

    def test_nothing_is_covered_in_narrow_and_wide_windows(self):
        watched = self.open("color #2266cc\nunnamed\nprint a line\nstates Locked Unlock Sleep\ntilts",
                            name="a-scene-with-quite-a-long-name-of-its-own.lua")
        self.addCleanup(self.browser.resize, 1440, 900)
        self.browser.wait("document.body.dataset.findings === '2' && document.body.dataset.tracks")
        self.select("compass/arrow")
        for width, height in ((800, 600), (800, 1000), (900, 700), (1024, 768), (1280, 800), (1920, 1080)):
            where = f"{width} × {height}"
            self.browser.resize(width, height)
            self.browser.wait("innerWidth === arguments[0]", width)
            self.settle()
            self.assertEqual(self.browser.run(COVERED), [], where)
            self.browser.run("return layerlua.edit('compass/arrow', 'opacity', '0.5')")
            self.browser.wait("layerlua.edits.length === 1")
            self.browser.pointer(("move", *self.place(60, 200)))
            self.browser.wait("document.getElementById('under').textContent.startsWith('circle')")
            self.settle()
            self.assertEqual(self.browser.run(COVERED), [], where + ", edited")
            self.browser.run("return layerlua.undo('compass/arrow', 'opacity')")
            self.browser.wait("layerlua.edits.length === 0")
            self.browser.run("document.getElementById('explode').click()")
            self.browser.wait("document.body.dataset.exploded === document.body.dataset.picture")
            self.assertEqual(self.browser.run(COVERED), [], where + ", exploded")
            self.browser.run("document.getElementById('flat').click()")
        self.browser.resize(800, 600)
        watched.write("loop")
        self.browser.wait("document.body.dataset.state === 'drawing'")
        self.settle()
        self.assertEqual(self.browser.run(COVERED), [], "drawing")
        watched.write("still\ncolor #2266cc")
        self.browser.wait(LIVE + " && document.body.classList.contains('no-film')")
        self.settle()
        self.assertEqual(self.browser.run(COVERED), [], "still")

    def settle(self):
        """Until the page has laid out what changed."""
        self.browser.run("return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def test_scrub_step_and_play(self):
        self.open()
        self.assertEqual(self.data("tracks"), "2")
        red = [0xd9, 0x35, 0x2b]
        self.assertEqual(self.pixel(135, 80), red)
        self.set("#scrub", "1")
        self.browser.wait("document.body.dataset.shown.endsWith(' 1.0000')")
        # A quarter of the film later the arrow is 60 points further right.
        self.assertNotEqual(self.pixel(135, 80), red)
        self.assertEqual(self.pixel(195, 80), red)
        self.assertEqual(self.text("#now"), "1.000")
        self.assertEqual(self.text("#frame"), "frame 60 of 240")
        self.browser.run("document.getElementById('tree').focus()")
        self.browser.press(".", ".", ",")
        self.browser.wait("document.getElementById('frame').textContent === 'frame 61 of 240'")
        self.browser.press("Home")
        self.browser.wait("document.body.dataset.shown.endsWith(' 0.0000')")
        self.browser.press("Space")
        self.browser.wait("layerlua.isPlaying && layerlua.t > 0.2")
        self.browser.wait("/frames\\/s/.test(document.getElementById('rate').textContent)")
        self.browser.press("Space")
        self.browser.wait("!layerlua.isPlaying && document.body.dataset.shown.endsWith(' ' + layerlua.t.toFixed(4))")

    def test_all_that_a_parameter_says(self):
        watched = self.open("color #2266cc\nform")
        row = "return document.querySelector('.par[data-name=' + arguments[0] + ']')"
        self.assertEqual(self.browser.run(row + ".querySelector('label').textContent", "headline"), "Headline")
        self.assertEqual(
            self.browser.run(row + ".querySelector('label').title", "headline"),
            "headline, at most 20 characters, as the Lua pattern %a[%a ]*, default Tea at four")
        self.assertIn("The large line", self.browser.run(row + ".querySelector('.about').textContent", "headline"))
        self.assertEqual(self.browser.run(
            "const e = document.querySelector('#par-headline'); return [e.maxLength, e.list.options.length,"
            "document.getElementById(e.getAttribute('aria-describedby')).textContent.length > 9]"), [20, 2, True])
        self.assertEqual(self.browser.run("return document.querySelector('#par-day').type"), "date")
        self.set("#par-day", "2027-01-02", "change")
        self.browser.wait("layerlua.picture.set.day === '2027-01-02'")
        self.assertIn("day=2027-01-02", watched.starts()[-1])
        self.assertEqual(self.browser.run(row + ".querySelector('label').title", "seats"),
                         "seats, from 2, in steps of 2, default 4")
        self.assertEqual(self.browser.run(row + ".querySelector('label').title", "host"), "host, required")
        self.assertIs(self.browser.run("return document.querySelector('#par-host').required"), True)
        # All of them are seen without scrolling.
        self.browser.resize(1440, 1400)
        self.addCleanup(self.browser.resize, 1440, 900)
        self.assertEqual(self.browser.run(CONTRAST), [])
        self.assertEqual(self.browser.run(COVERED), [])
        if os.environ.get("SCREENSHOTS"):
            self.browser.screenshot(os.path.join(os.environ["SCREENSHOTS"], "parameters.png"))

    def test_sliding_a_parameter(self):
        watched = self.open()
        for value in ("30", "60", "90"):
            self.set("#par-heading", value)
        self.browser.wait("layerlua.picture.set.heading === '90'")
        self.assertEqual(self.pixel(195, 80), [0xd9, 0x35, 0x2b])
        self.assertIn("heading=90", watched.starts()[-1])
        self.set("#par-accent", "#00ff00", "change")
        self.browser.wait("layerlua.picture.set.accent === '#00ff00'")
        self.assertEqual(self.pixel(195, 80), [0, 255, 0])
        self.browser.click("#par-shadow")
        self.browser.wait("layerlua.picture.set.shadow === 'false'")
        self.browser.click('.par[data-name="heading"] .reset')
        self.browser.wait("layerlua.picture.set.heading === undefined")
        self.assertEqual(self.pixel(135, 80), [0, 255, 0])
        with tempfile.NamedTemporaryFile(suffix=".png") as file:
            file.write(b"bytes")
            file.flush()
            self.browser.run("document.querySelector('[data-parameter=picture]').hidden = false")
            self.browser.type("[data-parameter=picture]", file.name)
            self.browser.wait("layerlua.picture.set.picture?.endsWith('.png')")
            self.assertEqual(self.text("#par-picture span"), os.path.basename(file.name))

    def test_a_state_plays_its_transition_and_outlasts_a_save(self):
        watched = self.open("color #2266cc\nstates Locked Unlock")
        buttons = self.browser.run("return [...document.querySelectorAll('#statelist button')].map(b => b.textContent)")
        self.assertEqual(buttons, ["Base", "Locked", "Unlock"])
        self.assertEqual(self.data("scene"), "")
        self.browser.run("layerlua.seek(1.5)")
        self.browser.wait("document.body.dataset.shown.endsWith(' 1.5000')")
        self.browser.click('[data-state="Locked"]')
        # It plays from the shown time on, and repeats what moves besides.
        self.browser.wait("document.body.dataset.scene === 'Locked' && document.body.dataset.playing === 'true'")
        self.assertEqual(self.browser.run("return layerlua.picture.film"),
                         {"from": 1.5, "opens": 1.5, "duration": 5, "fps": 60, "loop": 4})
        self.browser.wait("layerlua.t > 2.6")
        self.browser.click("#play")
        self.browser.run("layerlua.seek(2)")
        self.browser.wait("document.body.dataset.shown.endsWith(' 2.0000')")
        self.assertEqual(self.pixel(5, 5), [26, 81, 202])
        self.browser.run("layerlua.seek(3)")
        self.browser.wait("document.body.dataset.shown.endsWith(' 3.0000')")
        self.assertEqual(self.pixel(5, 5), [17, 60, 200])
        self.assertEqual(self.browser.run("return document.querySelector('#statelist [aria-pressed=true]').textContent"),
                         "Locked")
        # The next picture has the state from the start, at rest.
        rev = int(self.data("rev"))
        watched.write("color #2266cc\nstates Locked Unlock Sleep\nstill")
        self.browser.wait("+document.body.dataset.rev > arguments[0] && " + LIVE, rev)
        self.assertEqual((self.data("scene"), self.pixel(5, 5)), ("Locked", [17, 60, 200]))
        self.assertEqual(self.browser.run("return document.querySelectorAll('#statelist button').length"), 4)
        # So has another page.
        self.browser.open(watched.address)
        self.browser.wait("document.body.dataset.shown && document.body.dataset.scene === 'Locked'")
        self.assertEqual(self.pixel(5, 5), [17, 60, 200])
        # Where nothing else moves, the transition is all there is to play.
        self.browser.click('[data-state="Unlock"]')
        self.browser.wait("document.body.dataset.playing === 'false' && layerlua.t === 1")
        self.browser.wait("document.body.dataset.shown.endsWith(' 1.0000')")
        self.assertEqual(self.pixel(5, 5), [34, 120, 144])
        # A state that is gone is forgotten.
        watched.write("color #2266cc\nstates Other")
        self.browser.wait("document.body.dataset.scene === '' && " + LIVE)
        self.assertEqual(self.pixel(5, 5), [0x22, 0x66, 0xcc])
        watched.write("color #2266cc")
        self.browser.wait("document.getElementById('states').hidden")

    def test_a_swipe_lies_between_two_states_and_a_tilt_moves(self):
        watched = self.open("color #2266cc\nstates Locked Unlock\ntilts\nstill")
        self.browser.click('[data-state="Locked"]')
        self.browser.wait("document.body.dataset.scene === 'Locked'")
        self.assertEqual(self.browser.run("return document.getElementById('towards').value"), "Unlock")
        self.set("#fraction", "0.5")
        settled = " && !layerlua.busy && document.body.dataset.shown.split(' ')[1] === String(layerlua.edition)"
        self.browser.wait("document.body.dataset.scene === 'Locked:Unlock@0.5'" + settled)
        self.assertEqual(self.pixel(5, 5), [26, 90, 172])
        self.set("#towards", "", "change")
        self.browser.wait("document.body.dataset.scene === 'Locked:@0.5'" + settled)
        self.set("#tilty", "1")
        self.browser.wait("layerlua.picture.chosen.tilt?.[1] === 1" + settled)
        self.assertEqual(self.pixel(175, 150), [255, 244, 250])
        rev = int(self.data("rev"))
        watched.write("color #ffffff\nstates Locked Unlock\ntilts\nstill")
        self.browser.wait("+document.body.dataset.rev > arguments[0] && " + LIVE, rev)
        self.assertEqual(self.pixel(175, 150), [255, 244, 250])
        self.assertEqual(self.browser.run("return [fraction.value, towards.value, tilty.value]"), ["0.5", "", "1"])

    def test_findings_lead_to_their_layers(self):
        self.open()
        self.browser.wait("document.body.dataset.findings === '2'")
        self.browser.run("document.getElementById('tree').focus()")
        self.browser.press("n")
        self.browser.wait("layerlua.selected === 'compass/heading'")
        self.browser.press("n")
        self.browser.wait("layerlua.selected === 'compass/shine'")
        self.browser.click('.find[data-path="compass/heading"]')
        self.browser.wait("layerlua.selected === 'compass/heading' && document.querySelector('.find.on')")
        self.browser.wait("document.querySelector('.row[data-path=\"compass/heading\"] [aria-label=\"is not seen\"]')")
        clean = self.open("clean")
        self.browser.wait("document.body.dataset.findings === '0'")
        self.assertIn("Every layer that can paint is seen", self.text("#findings"))
        clean.write("still\nclean")
        self.browser.wait("document.body.classList.contains('no-film')")

    def test_scrubbing_draws_the_newest_time_only(self):
        self.open("color #2266cc\nslow 0.05")
        said = self.browser.run("""
            const scrub = document.getElementById("scrub"), real = window.fetch
            const wait = ms => new Promise(done => setTimeout(done, ms))
            let flying = 0, most = 0
            const times = []
            window.fetch = async (...words) => {
              if (!String(words[0]).startsWith("frame?")) return real(...words)
              times.push(new URLSearchParams(String(words[0]).split("?")[1]).get("t"))
              most = Math.max(most, flying += 1)
              try { return await real(...words) } finally { flying -= 1 }
            }
            for (let k = 1; k <= 200; k += 1) {
              scrub.value = k * 0.01
              scrub.dispatchEvent(new Event("input", { bubbles: true }))
              await wait(2)
            }
            const released = times.length
            while (!document.body.dataset.shown.endsWith(" 2.0000")) await wait(1)
            window.fetch = real
            return { times, most, released }""")
        # Requests are sequential, each for the newest time: at most one follows the last move.
        self.assertEqual(said["times"][-1], "2")
        self.assertEqual(said["most"], 1, said)
        self.assertEqual(said["times"], sorted(said["times"], key=float), said)
        self.assertLessEqual(len(said["times"]) - said["released"], 1, said)
        self.assertGreater(len(said["times"]), 1, said)

    def test_a_part_is_asked_for_where_the_picture_is_large_and_is_sharp(self):
        self.open("color #2266cc")
        for zoom in (7.3, 11.7):
            self.browser.run("layerlua.stage.zoom(arguments[0] - 0.5); layerlua.stage.zoom(arguments[0])", zoom)
            self.browser.run("const s = document.getElementById('sharp');"
                             "if (s.getAttribute('aria-pressed') !== 'true') s.click()")
            self.browser.run("performance.clearResourceTimings(); layerlua.stage.pan(31.3, 17.9)")
            self.browser.wait("performance.getEntriesByType('resource').some(e => e.name.includes('/frame?'))"
                              " && !document.getElementById('part').hidden && !layerlua.busy")
            # Its pixels match the screen's one to one, and it has no more than are visible.
            part = self.browser.run("const p = document.getElementById('part'), box = p.getBoundingClientRect(),"
                                    "room = document.getElementById('stage').getBoundingClientRect();"
                                    "return { at: [box.left, box.top], size: [box.width, box.height],"
                                    "pixels: [p.width, p.height], room: [room.width, room.height] }")
            for side in (0, 1):
                self.assertAlmostEqual(part["size"][side], part["pixels"][side], delta=0.01)
                self.assertAlmostEqual(part["at"][side], round(part["at"][side]), delta=0.01)
                self.assertLessEqual(part["pixels"][side], part["room"][side] + 2)

    def test_the_tree_by_keys_and_search(self):
        self.open("layers 5000")
        self.browser.run("document.getElementById('tree').focus()")
        self.browser.press("ArrowDown", "ArrowDown", "ArrowDown")
        self.browser.wait("layerlua.selected === 'compass/circle'")
        self.browser.press("ArrowLeft")
        self.browser.wait("document.querySelector('.row[aria-selected=true]').getAttribute('aria-expanded') === 'false'")
        self.browser.press("ArrowRight")
        self.browser.wait("document.querySelector('.row[aria-selected=true]').getAttribute('aria-expanded') === 'true'")
        self.browser.press("ArrowRight")
        self.browser.wait("layerlua.selected === 'compass/circle/ticks'")
        self.browser.press("/")
        self.browser.wait("document.activeElement.id === 'search'")
        self.browser.type("#search", "arr")
        self.browser.wait("document.body.dataset.search === 'arr' && document.querySelectorAll('.row').length === 1")
        self.browser.press("Enter")
        self.browser.wait("layerlua.selected === 'compass/arrow'")
        self.browser.press("/")
        self.browser.press("Escape")
        self.browser.wait("document.body.dataset.search === ''")
        # Five thousand sublayers take few rows, and few requests.
        self.browser.run("performance.clearResourceTimings()")
        self.browser.run("layerlua.select('compass/many/#4000')")
        self.browser.wait("document.querySelector('.row[data-path=\"compass/many/#4000\"]')")
        self.assertLess(self.browser.run("return document.querySelectorAll('.row').length"), 80)
        sizes = self.browser.run("return performance.getEntriesByType('resource').filter(e => e.name.includes('/tree'))"
                                 ".map(e => e.decodedBodySize)")
        self.assertTrue(0 < len(sizes) <= 8 and max(sizes) < 100_000, sizes)
        self.browser.run("document.getElementById('tree').scrollTop = 27 * 2100")
        self.browser.wait("document.querySelector('.row[data-path=\"compass/many/#2090\"]')"
                          " && !document.querySelector('.row.gap')")
        # Moves by the keyboard into rows that have not been requested yet.
        self.browser.run("layerlua.select('compass/many/#3000')")
        self.browser.wait("document.querySelector('.row[data-path=\"compass/many/#3000\"]')")
        self.browser.press("ArrowDown", "ArrowDown")
        self.browser.wait("layerlua.selected === 'compass/many/#3002'")
        for row in self.browser.run("return [...document.querySelectorAll('.row')].map(r => [r.getAttribute('role'), "
                                    "r.getAttribute('aria-level'), r.getAttribute('aria-setsize')])"):
            self.assertEqual(row[0], "treeitem")
            self.assertTrue(row[1] and row[2])

    def test_zoom_and_exploded_view(self):
        self.open()
        self.browser.run("document.getElementById('tree').focus()")
        self.browser.press("1")
        self.browser.wait("document.getElementById('pic').getBoundingClientRect().width === 300")
        self.browser.press("8")
        self.browser.wait("document.getElementById('pic').getBoundingClientRect().width === 2400")
        self.assertIn("pixels", self.browser.run("return document.getElementById('base').className"))
        self.browser.press("p")
        # Sharp: the visible part is drawn at eight pixels per point.
        self.browser.wait("!document.getElementById('part').hidden && document.getElementById('part').width > 600")
        self.browser.press("0", "e")
        self.browser.wait("document.body.dataset.exploded === document.body.dataset.picture")
        self.assertEqual(self.data("planes"), "13")
        self.assertEqual(self.browser.run("return document.querySelectorAll('.plane.unseen').length"), 2)
        turn = "return document.getElementById('solid').style.transform"
        before = self.browser.run(turn)
        self.browser.press("Shift+ArrowRight")
        self.assertNotEqual(self.browser.run(turn), before)
        self.browser.press("e")
        self.browser.wait("document.getElementById('space').hidden")

    def test_saving_files(self):
        self.open()
        for name, selector in (("compass.png", "[data-format=png]"), ("compass.pdf", "[data-format=pdf]")):
            self.browser.run("delete document.body.dataset.saved")
            self.browser.click(selector)
            self.browser.wait("document.body.dataset.saved")
            self.assertIn(name, self.text("#toast"))
        self.browser.click("#film")
        self.browser.wait("document.getElementById('films').matches(':popover-open')")
        self.browser.run("delete document.body.dataset.saved")
        self.browser.click("#films [data-format=mp4]")
        self.browser.wait("document.body.dataset.saved?.startsWith('mp4 ')")

    def test_names_contrast_and_no_foreign_request(self):
        self.open("color #2266cc\nprint hello\nstates Locked Unlock\ntilts")
        self.select("compass/arrow")
        self.browser.wait("document.body.dataset.findings === '2' && document.body.dataset.tracks")
        unnamed = self.browser.run(
            "return [...document.querySelectorAll('button, input, select, [role]')].filter(e => !['presentation', 'img'].includes("
            "e.role) && !e.closest('[hidden]') && !(e.ariaLabel || e.getAttribute('aria-label') || e.textContent.trim() || e.labels?.length"
            " || e.role === 'status' || e.title)).map(e => e.outerHTML.slice(0, 90))")
        self.assertEqual(unnamed, [])
        for theme in ("light", "dark"):
            self.browser.run("document.documentElement.dataset.theme = arguments[0]", theme)
            self.assertEqual(self.browser.run(CONTRAST), [], theme)
        foreign = self.browser.run("return performance.getEntriesByType('resource').map(e => e.name).filter(n => !n.startsWith(location.origin + '/') && !n.startsWith('blob:'))")
        self.assertEqual(foreign, [])
        self.assertEqual(self.browser.run("return document.querySelectorAll('[style*=\"url(\"]').length"), 0)
        # Every control is reachable by the Tab key, and visible when focused.
        self.browser.run("document.activeElement.blur(); document.body.focus()")
        reached = set()
        for _ in range(12):
            self.browser.press("Tab")
            reached.add(self.browser.run("const e = document.activeElement; return e.id || e.textContent"))
            self.assertNotEqual(self.browser.run("return getComputedStyle(document.activeElement).outlineStyle"), "none")
        self.assertGreaterEqual(len(reached), 10)

    def test_what_a_script_names_is_text(self):
        watched = self.open()
        watched.write("print <img src=x onerror=alert(1)>\nerror 1 <script>alert(1)</script>")
        self.browser.wait("document.body.dataset.state === 'error'")
        self.browser.wait("document.getElementById('prints').textContent.includes('<img')")
        self.assertEqual(self.browser.run("return document.querySelectorAll('#prints img, #error script').length"), 0)


if __name__ == "__main__":
    unittest.main()
