#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes signatures.json: cases of signed addresses. The codes are openssl's, and the escapes are made here by hand."""
import base64
import json
import subprocess
from pathlib import Path

KEYS = {
    "k1": bytes(range(32)).hex(),
    "k2": (b"\xff" * 32).hex(),
    "rotated-2026": bytes(range(255, 191, -1)).hex(),  # 64 bytes: the block of SHA-256
    "long": bytes(range(100)).hex(),  # longer than the block
}
CASES = [
    ("one parameter", "/og.png", [("title", "Hello World")], "k1"),
    ("no parameter", "/og.png", [], "k1"),
    ("sorted by name", "/og.png", [("title", "b"), ("count", "3"), ("_scale", "2"), ("Title", "A")], "k1"),
    ("capitals, digits and signs in names", "/og.png",
     [("a1", "1"), ("a", "2"), ("a-b", "3"), ("a_b", "4"), ("B", "5")], "k1"),
    ("unreserved signs", "/og.png", [("title", "AZaz09-._~")], "k1"),
    ("reserved signs", "/og.png", [("title", " !\"#$%&'()*+,/:;<=>?@[\\]^`{|}")], "k1"),
    ("UTF-8 of two, three and four bytes", "/og.png", [("title", "Grüße → 東京 🎉")], "k1"),
    ("names that are not ASCII come after z", "/og.png", [("ä", "1"), ("z", "2"), ("Z", "3")], "k1"),
    ("a letter with a combining sign stays two", "/og.png", [("title", "e\u0301 é")], "k1"),
    ("an empty value", "/og.png", [("title", ""), ("subtitle", "")], "k1"),
    ("a percent sign and a plus are text", "/og.png", [("title", "100% a+b %20")], "k1"),
    ("line feeds", "/og.png", [("title", "one\ntwo\r\n")], "k1"),
    ("an equals sign in a value", "/og.png", [("title", "a=b=c")], "k1"),
    ("expiry", "/cards/event.jpg", [("title", "Hello"), ("_exp", "1800000000")], "k2"),
    ("deep path", "/a/b-c/d_e/f.2.webp", [("_w", "640")], "k2"),
    ("a key of a whole block", "/og.png", [("title", "Hello")], "rotated-2026"),
    ("a key longer than a block", "/og.png", [("title", "Hello")], "long"),
]
PLAIN = set(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")


def escape(text):
    return "".join(chr(byte) if byte in PLAIN else f"%{byte:02X}" for byte in text.encode())


def main():
    made = []
    for name, path, pairs, id in CASES:
        ordered = sorted(pairs, key=lambda pair: pair[0].encode())
        query = "&".join(f"{escape(word)}={escape(value)}" for word, value in ordered)
        text = f"layerlua1\n{path}\n{query}"
        code = subprocess.run(
            ["openssl", "dgst", "-sha256", "-mac", "HMAC", "-macopt", f"hexkey:{KEYS[id]}", "-binary"],
            input=text.encode(), capture_output=True, check=True).stdout
        signature = f"{id}.{base64.urlsafe_b64encode(code).decode().rstrip('=')}"
        made.append({"name": name, "path": path, "parameters": pairs, "key": id, "text": text, "signature": signature,
                     "address": f"{path}?{query}{'&' if query else ''}_sig={signature}"})
    target = Path(__file__).with_name("signatures.json")
    target.write_text(json.dumps({"keys": KEYS, "cases": made}, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
