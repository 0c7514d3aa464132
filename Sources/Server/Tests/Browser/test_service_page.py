# SPDX-License-Identifier: MIT
"""The page of the render service in a real browser: a form, its picture, and the address to copy."""
import os
import pathlib
import sys
import tempfile
import unittest

import webdriver

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Service"))
from test_service import Service  # noqa: E402

DRAWN = ("!document.querySelector('#stage').classList.contains('busy')"
         " && document.querySelector('#url').value.endsWith(arguments[0])")
WIDE = """
return [...document.querySelectorAll('body *')].filter(e => e.checkVisibility() && !e.closest('ul, select')
  && e.getBoundingClientRect().right > innerWidth + 1).map(e => e.id || e.tagName)
"""


@unittest.skipUnless(webdriver.are_there(), "Chromium and its driver are not installed")
class ServicePage(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        scripts = {"card.lua": "plain", "film.lua": "moves", "tea.lua": "form", "spin.lua": "moves endlessly"}
        cls.service = Service(environment={"FAKE_PICTURE": "1"}, scripts=scripts).__enter__()
        cls.browser = webdriver.Browser()
        cls.browser.open(cls.service.address)

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        cls.service.__exit__()

    def ready(self, end):
        self.browser.wait(DRAWN, end)

    def set(self, index, value):
        self.browser.run(
            "const e = document.querySelectorAll('#form label')[arguments[0]]"
            ".querySelector('input[type=text], input[type=number], select');"
            "e.value = arguments[1]; e.dispatchEvent(new Event('input'))", index, value)

    def find(self, text):
        self.browser.run("const e = document.querySelector('#find'); e.value = arguments[0];"
                         "e.dispatchEvent(new Event('input'))", text)

    def test_the_form_makes_the_address(self):
        self.browser.run("location.hash = 'card'; location.reload()")
        self.ready("/card.png")
        self.assertEqual(self.browser.run("return document.querySelector('#picture').naturalWidth"), 1)
        self.assertEqual(self.browser.run("return document.querySelector('#title').textContent"), "Card")
        self.set(0, "Zwei Wörter & more")
        self.ready("/card.png?title=Zwei%20W%C3%B6rter%20%26%20more")
        self.set(1, "5")
        self.ready("/card.png?count=5&title=Zwei%20W%C3%B6rter%20%26%20more")
        # An empty text is another card than the default.
        self.set(0, "")
        self.ready("/card.png?count=5&title=")
        self.set(0, "Hello")
        self.ready("/card.png?count=5")
        self.assertEqual(
            self.browser.run("return document.querySelector('#open').getAttribute('href')"), "/card.png?count=5")
        self.set(1, "50")
        self.browser.wait("!document.querySelector('#problem').hidden")
        self.assertIn("from 1 to 10", self.browser.run("return document.querySelector('#problem').textContent"))
        self.assertTrue(self.browser.run("return document.querySelector('#picture').hidden"))
        self.set(1, "3")
        self.ready("/card.png")

    def test_all_that_a_schema_says(self):
        self.browser.run("location.hash = 'tea'; location.reload()")
        # A required parameter begins with its example.
        self.ready("/tea.png?host=Ada")
        labels = self.browser.run("return [...document.querySelectorAll('#form label')].map(e => e.textContent)")
        self.assertIn("Who asks for tea.", labels[0])
        self.assertIn("at most 20 characters, as the Lua pattern %a+", labels[0])
        self.assertIn("required", labels[0])
        self.assertIn("in steps of 0.5", labels[1])
        self.assertEqual(self.browser.run(
            "const e = document.querySelector('#form input'); return [e.required, e.list.options.length]"), [True, 2])
        # Characters beyond U+FFFF count once.
        self.set(0, "\U0001F375" * 25)
        self.ready("/tea.png?host=" + "%F0%9F%8D%B5" * 20)
        self.set(self.field("ink"), "#ff0000")
        self.assertEqual(self.browser.run("return document.querySelector('input[type=color]').value"), "#ff0000")
        self.assertEqual(self.browser.run(
            "return [...document.querySelectorAll('#form div input')].filter(e => !e.ariaLabel).length"), 0)
        self.set(self.field("ink"), "")
        self.set(0, "Grace")
        self.ready("/tea.png?host=Grace")
        self.browser.run("const e = document.querySelector('input[type=date]'); e.value = '2027-01-02';"
                         "e.dispatchEvent(new Event('input'))")
        self.ready("/tea.png?day=2027-01-02&host=Grace")
        self.assertEqual(self.browser.run(WIDE), [])
        if os.environ.get("SCREENSHOTS"):
            self.browser.screenshot(os.path.join(os.environ["SCREENSHOTS"], "service.png"))

    def choose_format(self, name):
        self.browser.run(
            "const e = [...document.querySelectorAll('#form label')].find(e => e.textContent.startsWith('Format'))"
            ".querySelector('select'); e.value = arguments[0]; e.dispatchEvent(new Event('input'))", name)

    def field(self, title):
        labels = self.browser.run("return [...document.querySelectorAll('#form label')].map(e => e.textContent)")
        return next(index for index, text in enumerate(labels) if text.startswith(title))

    def test_films_have_their_length(self):
        self.browser.run("location.hash = 'spin'; location.reload()")
        self.ready("/spin.png")
        self.set(self.field("Time"), "0.5")
        self.ready("/spin.png?_t=0.5")
        self.choose_format("gif")
        # A length of its own, and no word of pictures.
        self.ready("/spin.gif?_duration=2")
        self.set(self.field("Length"), "3")
        self.set(self.field("Frames"), "10")
        self.ready("/spin.gif?_duration=3&_fps=10")
        self.choose_format("png")
        self.ready("/spin.png?_t=0.5")
        self.browser.run("location.hash = 'film'; location.reload()")
        self.ready("/film.png")
        self.choose_format("gif")
        self.ready("/film.gif")

    def test_the_hash_names_the_script(self):
        self.browser.run("location.hash = 'card'; location.reload()")
        self.ready("/card.png")
        self.browser.run("location.hash = 'film'")
        self.ready("/film.png")
        # No escape, so no name: the first script.
        self.browser.run("location.hash = '%'")
        self.ready("/card.png")

    def test_scripts_are_found(self):
        self.find("fil")
        self.assertEqual(self.browser.run("return document.querySelectorAll('#scripts button').length"), 1)
        self.browser.click("#scripts button")
        self.ready("/film.png")
        self.assertIn("gif", self.browser.run("return document.querySelector('#form').textContent"))
        self.find("")

    def test_nothing_is_wider_than_the_window(self):
        for width in [1400, 1000, 700, 390]:
            self.browser.resize(width, 800)
            self.assertEqual(self.browser.run(WIDE), [], width)
        self.browser.resize(1440, 900)

    def test_the_console_is_quiet(self):
        # Refused values are answers of 400, which the browser notes.
        severe = [one for one in self.browser.messages() if "400" not in str(one)]
        self.assertEqual(severe, [])


@unittest.skipUnless(webdriver.are_there(), "Chromium and its driver are not installed")
class TokenPage(unittest.TestCase):
    def test_the_page_sends_the_token_that_is_typed(self):
        with tempfile.TemporaryDirectory() as folder:
            tokens = pathlib.Path(folder, "tokens")
            tokens.write_text("shop:0123456789abcdef0123\n")
            options = ["--token-file", str(tokens), "--scales", "1,1.5"]
            with Service(*options, environment={"FAKE_PICTURE": "1"}) as service:
                browser = webdriver.Browser()
                try:
                    browser.open(service.address)
                    for token, isGood in [("wrong", False), ("0123456789abcdef0123", True)]:
                        browser.wait("!document.querySelector('#access').hidden")
                        browser.run("document.querySelector('#token').value = arguments[0];"
                                    "document.querySelector('#access').requestSubmit()", token)
                        if not isGood:
                            browser.wait("document.querySelector('#problem').textContent.includes('not know')")
                    browser.wait(DRAWN, "/card.png")
                    browser.wait("document.querySelector('#picture').naturalWidth === 1")
                    self.assertTrue(browser.run("return document.querySelector('#access').hidden"))
                    self.assertTrue(browser.run("return document.querySelector('#open').href.startsWith('blob:')"))
                    self.assertIn("1.5", browser.run("return document.querySelector('#form').textContent"))
                finally:
                    browser.close()


if __name__ == "__main__":
    unittest.main()
