// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

/// Lottie files on the command line.
struct LottieTests {
  private let folder: TemporaryFolder
  private let badge = Checkout.root + "/scripts/scenes/badge.json"

  init() throws { folder = try TemporaryFolder() }

  private func layerlua(_ arguments: String...) throws -> CommandResult {
    try runCommand(Checkout.program, arguments, in: folder.path)
  }

  private func copyBadge() throws {
    let text = try String(contentsOfFile: badge, encoding: .utf8)
    try folder.write(text, to: "badge.json")
  }

  @Test func `init writes a script that draws what the file does, with its contents as parameters`() throws {
    try copyBadge()
    let made = try layerlua("init", "--lottie", "badge.json")
    #expect(made.status == 0 && made.text.hasSuffix("next: layerlua scene.lua\n"), "\(made.errors)")
    let script = String(decoding: try folder.read("scene.lua"), as: UTF8.self)
    for line in [
      "return ca.Layer.lottie(\"badge.json\", {",
      "[\"Title\"] = ca.parameter(\"title\", { default = \"Level up\" }),",
      "[\"Note\"] = ca.parameter(\"note\", { default = \"You have a new star\" }),",
      "[\"Ring.Progress.Stroke 1.Color\"] = ca.parameter(\"ring_progress_stroke\", { default = ",
    ] { #expect(script.contains(line), "\(script)") }
    for time in ["0", "1.2", "3"] {
      let file = try layerlua("badge.json", "-o", "file.png", "--time", time)
      let scene = try layerlua("scene.lua", "-o", "scene.png", "--time", time)
      #expect(file.status == 0 && scene.status == 0, "\(file.errors)\(scene.errors)")
      #expect(try folder.read("file.png") == folder.read("scene.png"), "at \(time)")
    }
    let other = try layerlua(
      "scene.lua", "-D", "title=Done", "-D", "ring_progress_stroke=lime", "-o", "o.png", "--time", "3")
    #expect(try other.status == 0 && folder.read("o.png") != folder.read("file.png"), "\(other.errors)")
  }

  @Test func `init in another folder names the file from there, and says what the script must read`() throws {
    try copyBadge()
    let made = try layerlua("init", "--lottie", "badge.json", "new")
    #expect(made.text.hasSuffix("next: layerlua new/scene.lua --allow-read .\n"), "\(made.text)\(made.errors)")
    let drawn = try layerlua("new/scene.lua", "--allow-read", ".", "-o", "a.png", "--time", "2")
    #expect(drawn.status == 0, "\(drawn.errors)")
    #expect(try layerlua("badge.json", "-o", "b.png", "--time", "2").status == 0)
    #expect(try folder.read("a.png") == folder.read("b.png"))
    #expect(try layerlua("init", "--lottie", "none.json", "x").status == 4)
    #expect(!folder.exists("x"))
    #expect(try layerlua("badge.json", "--lottie", "badge.json").status == 2)
  }

  @Test func `a picture is a parameter with its file`() throws {
    try folder.write(
      #"{"fr":30,"ip":0,"op":30,"w":9,"h":9,"assets":[{"id":"i","w":9,"h":9,"u":"images/","p":"a.svg"},"#
        + #"{"id":"j","w":9,"h":9,"p":"data:,"}],"layers":[{"ty":2,"nm":"Photo","refId":"i"},"#
        + #"{"ty":2,"nm":"Logo","refId":"j"}]}"#, to: "film.json")
    try folder.write(
      #"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9" fill="red"/></svg>"#,
      to: "images/a.svg")
    #expect(try layerlua("init", "--lottie", "film.json").status == 0)
    let script = String(decoding: try folder.read("scene.lua"), as: UTF8.self)
    #expect(script.contains("[\"i\"] = ca.parameter(\"photo\", { default = \"images/a.svg\" }),"), "\(script)")
    #expect(script.contains("[\"j\"] = ca.parameter(\"logo\"),"), "\(script)")
    let file = try layerlua("film.json", "-o", "a.png"), scene = try layerlua("scene.lua", "-o", "b.png")
    #expect(file.status == 0 && scene.status == 0, "\(file.errors)\(scene.errors)")
    #expect(try folder.read("a.png") == folder.read("b.png"))
  }

  @Test func `inspect prints the information before the tree`() throws {
    let tree = try layerlua("inspect", badge)
    #expect(tree.status == 0, "\(tree.errors)")
    #expect(tree.text.hasPrefix("320 × 200 points, 120 frames, 30 a second, 4 s\n"), "\(tree.text)")
    #expect(tree.text.contains("markers: in at 0 s for 3.333 s, rest at 3.333 s for 0.667 s\n"))
    #expect(tree.text.contains("fonts: sans-serif Regular (") && tree.text.contains("\nLayer badge"), "\(tree.text)")
    let json = try layerlua("inspect", badge, "--json")
    let all = try #require(try JSONSerialization.jsonObject(with: Data(json.output)) as? [String: Any])
    #expect((all["lottie"] as? [String: Any])?["frames"] as? Double == 120)
    #expect((all["layer"] as? [String: Any])?["name"] as? String == "badge")
  }

  @Test func `inspect says what is not drawn`() throws {
    try folder.write(
      #"{"fr":30,"ip":0,"op":30,"w":9,"h":9,"layers":[{"ty":13,"nm":"Cam\u001b"}]}"#, to: "film.json")
    let tree = try layerlua("inspect", "film.json", "--quiet")
    #expect(
      tree.text.contains(
        "not drawn as the file says: cameras are ignored: layers turn without perspective (Cam )\n"), "\(tree.text)")
  }

  @Test func `a font of an archive draws the texts that name it`() throws {
    let film =
      #"{"fr":30,"ip":0,"op":30,"w":90,"h":30,"fonts":{"list":[{"fName":"Own","fFamily":"Own Family","#
      + #""fPath":"/f/own.ttf"}]},"layers":[{"ty":5,"nm":"T","ks":{"p":{"k":[5,20]}},"t":{"d":{"k":[{"t":0,"#
      + #""s":{"t":"Wave","s":20,"f":"Own","fc":[0,0,0]}}]}}}]}"#
    try folder.write(film, to: "a/film.json")
    try folder.write(film, to: "film.json")
    let font = try #require(
      ["dejavu/DejaVuSerif-Bold.ttf", "dejavu/DejaVuSans-Bold.ttf"].map { "/usr/share/fonts/truetype/" + $0 }
        .first { FileManager.default.fileExists(atPath: $0) })
    try FileManager.default.createDirectory(
      atPath: folder.path + "/f", withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: font, toPath: folder.path + "/f/own.ttf")
    let files = ["a/film.json", "f/own.ttf"]
    let packed = try runCommand(
      "/usr/bin/python3",
      [
        "-c",
        "import sys, zipfile\nwith zipfile.ZipFile('film.lottie', 'w') as z:\n"
          + "  for name in sys.argv[1:]: z.write(name)",
      ] + files, in: folder.path)
    #expect(packed.status == 0, "\(packed.errors)")
    let own = try layerlua("film.lottie", "-o", "own.png"), plain = try layerlua("film.json", "-o", "plain.png")
    #expect(own.status == 0 && own.errors.isEmpty && plain.status == 0, "\(own.errors)\(plain.errors)")
    #expect(try folder.read("own.png") != folder.read("plain.png"))
    #expect(plain.errors.contains("Own Family"), "\(plain.errors)")
    #expect(try layerlua("inspect", "film.lottie").text.contains("fonts: Own Family (found)\n"))
    // A damaged font is told, and the text drawn in another.
    try folder.write("no font", to: "f/own.ttf")
    _ = try runCommand(
      "/usr/bin/python3",
      [
        "-c",
        "import sys, zipfile\nwith zipfile.ZipFile('film.lottie', 'w') as z:\n"
          + "  for name in sys.argv[1:]: z.write(name)",
      ] + files, in: folder.path)
    let damaged = try layerlua("film.lottie", "-o", "damaged.png")
    #expect(
      damaged.status == 0 && damaged.errors.contains("fonts of the archive that cannot be read"), "\(damaged.errors)")
    #expect(try folder.read("damaged.png") == folder.read("plain.png"))
  }

  private func pack(_ name: String, _ files: [String]) throws {
    let packed = try runCommand(
      "/usr/bin/python3",
      [
        "-c",
        "import sys, zipfile\nwith zipfile.ZipFile(sys.argv[1], 'w') as z:\n  for name in sys.argv[2:]: z.write(name)",
        name,
      ] + files, in: folder.path)
    #expect(packed.status == 0, "\(packed.errors)")
  }

  @Test func `a picture of an archive is its own, whatever lies beside it`() throws {
    func box(_ color: String) -> String {
      "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect width='9' height='9' fill='\(color)'/></svg>"
    }
    try folder.write(
      #"{"fr":30,"ip":0,"op":30,"w":9,"h":9,"assets":[{"id":"i","w":9,"h":9,"p":"a.svg"}],"layers":"#
        + #"[{"ty":2,"nm":"Photo","refId":"i"}]}"#, to: "a/film.json")
    try folder.write(box("red"), to: "i/a.svg")
    try pack("card.lottie", ["a/film.json", "i/a.svg"])
    try folder.write(box("blue"), to: "a.svg")
    try folder.write(box("blue"), to: "i/a.svg")
    #expect(try layerlua("init", "--lottie", "card.lottie").status == 0)
    let script = String(decoding: try folder.read("scene.lua"), as: UTF8.self)
    #expect(script.contains("[\"i\"] = ca.parameter(\"photo\"),"), "\(script)")
    #expect(try layerlua("card.lottie", "-o", "a.png").status == 0)
    #expect(try layerlua("scene.lua", "-o", "b.png").status == 0)
    #expect(try folder.read("a.png") == folder.read("b.png"))
  }

  @Test func `init sets places of one key path together, and says what is no parameter`() throws {
    func solid(_ name: String, _ color: String, _ x: Int) -> String {
      #"{"ty":1,"nm":"\#(name)","sw":9,"sh":9,"sc":"\#(color)","ks":{"p":{"k":[\#(x),0]}}}"#
    }
    try folder.write(
      #"{"fr":30,"ip":0,"op":30,"w":30,"h":9,"layers":[\#(solid("Box", "red", 0)),\#(solid("Box", "blue", 10)),"#
        + #"\#(solid("A*", "lime", 20))]}"#, to: "film.json")
    let made = try layerlua("init", "--lottie", "film.json")
    let script = String(decoding: try folder.read("scene.lua"), as: UTF8.self)
    #expect(script.contains("[\"Box.Color\"] = ca.parameter(\"box\"),"), "\(script)")
    #expect(script.contains("-- No parameters are:\n--   \"A*.Color\": a * in a key path"), "\(script)")
    #expect(made.errors.contains("no parameter is \"A*.Color\""), "\(made.errors)")
    #expect(try layerlua("film.json", "-o", "a.png").status == 0)
    #expect(try layerlua("scene.lua", "-o", "b.png").status == 0)
    #expect(try folder.read("a.png") == folder.read("b.png"))
    let set = try layerlua("scene.lua", "-D", "box=black", "-o", "c.png")
    let direct = try layerlua("film.json", "-D", "color.Box=black", "-o", "d.png")
    #expect(set.status == 0 && direct.status == 0, "\(set.errors)\(direct.errors)")
    #expect(try folder.read("c.png") == folder.read("d.png") && folder.read("c.png") != folder.read("a.png"))
  }

  @Test func `a Lottie file that moves is a film in a format of films`() throws {
    let box = #""sw":9,"sh":9,"sc":"red""#
    try folder.write(
      #"{"fr":10,"ip":0,"op":5,"w":30,"h":9,"markers":[{"cm":"in","tm":0,"dr":2}],"layers":[{"ty":1,\#(box),"#
        + #""ks":{"p":{"k":[{"t":0,"s":[0,0]},{"t":5,"s":[20,0]}]}}}]}"#, to: "film.json")
    try folder.write(#"{"fr":10,"ip":0,"op":5,"w":30,"h":9,"layers":[{"ty":1,\#(box)}]}"#, to: "still.json")
    try folder.write("return require 'layerlua'.Layer.lottie('film.json')", to: "film.lua")
    func isFilm(_ arguments: String..., file: String = "o.webp") throws -> Bool {
      let result = try runCommand(Checkout.program, arguments + ["-o", file], in: folder.path)
      #expect(result.status == 0, "\(arguments): \(result.errors)")
      let bytes = file.hasSuffix("-") ? result.output : Array(try folder.read(file))
      return String(decoding: bytes.prefix(200), as: UTF8.self).contains("ANIM")
    }
    #expect(try isFilm("film.json") && isFilm("film.json", "--marker", "in"))
    #expect(try isFilm("film.json", file: "webp:-"))
    #expect(try !isFilm("film.json", "--time", "0.2") && !isFilm("still.json") && !isFilm("film.lua"))
    #expect(try !isFilm("still.json", file: "webp:-"))
    #expect(try isFilm("film.lua", "--duration", "0.5"))
    #expect(try layerlua("film.json", "-o", "two.webp", "--scale", "1,2").status == 0 && folder.exists("two@2x.webp"))
  }

  @Test(arguments: [
    ("a.lottie", "<html></html>", "it is HTML or XML"), ("a.json", " \n<!doctype html>", "it is HTML or XML"),
    ("a.json", "[]", "it is a list"), ("a.json", "// words\n{\"layers\":[]}", "it begins with a comment"),
    ("a.json", "", "it is empty"), ("a.tgs", "  \n", "it is empty"), ("a.lot", "\u{1}\u{2}", "neither as JSON nor"),
    ("a.lottie", "return 1", "neither as JSON nor"), ("A.JSON", "x", "neither as JSON nor"),
  ])
  func `a file with the extension of a Lottie file is no script`(name: String, text: String, reason: String) throws {
    try folder.write(text, to: name)
    for words in [["-o", "x.png"], ["--marker", "in", "-o", "x.png"]] {
      let result = try runCommand(Checkout.program, [name] + words, in: folder.path)
      #expect(result.status == 2, "\(result)")
      #expect(
        result.errors.hasPrefix("layerlua: \(name) is no Lottie file: ") && result.errors.contains(reason),
        "\(result.errors)")
    }
  }

  @Test func `a file in UTF-16, and an archive without animations, say so`() throws {
    let text = #"{"fr":30,"ip":0,"op":30,"w":9,"h":9,"layers":[]}"#
    let made = try runCommand(
      "/usr/bin/python3",
      [
        "-c",
        "import sys, zipfile\nopen('wide.json', 'wb').write(sys.argv[1].encode('utf-16'))\n"
          + "zipfile.ZipFile('none.lottie', 'w').close()\n"
          + "with zipfile.ZipFile('late.lottie', 'w') as z:\n"
          + "  z.writestr('i/large.bin', bytes(200000)); z.writestr('a/x.json', sys.argv[1])", text,
      ], in: folder.path)
    #expect(made.status == 0, "\(made.errors)")
    let wide = try layerlua("wide.json", "-o", "x.png")
    #expect(wide.status == 2 && wide.errors.contains("wide.json is no Lottie file: it is in UTF-16"), "\(wide)")
    let none = try layerlua("none.lottie", "-o", "x.png")
    #expect(none.status != 0 && none.errors.contains("the archive holds no animation"), "\(none)")
    #expect(try layerlua("late.lottie", "-o", "x.png").status == 0)
  }

  @Test func `frames of a file go to a folder of its whole name`() throws {
    try copyBadge()
    let result = try layerlua("frames", "badge.json", "--frames", "0-1")
    #expect(result.status == 0 && folder.exists("badge.json-frames/frame-0001.png"), "\(result)")
    let help = try layerlua("--help").text
    #expect(help.contains("FILE-frames/"), "\(help)")
  }

  @Test func `an option for another kind of file is an error`() throws {
    try copyBadge()
    try folder.write("return require 'layerlua'.Layer {}", to: "s.lua")
    let scene = Checkout.root + "/Tests/Packages/keys.ca"
    let ofScenes = [
      ["--wallpaper", "x"], ["--state", "Unlock"], ["--states", "Locked, 1 Unlock"], ["--tilt", "0,0"],
    ]
    let ofLottie = [["--marker", "in"], ["--theme", "x"], ["--animation", "x"]]
    for (files, options, kind) in [
      (["badge.json", "s.lua"], ofScenes, "scene files such as .tendies"),
      ([scene, "s.lua"], ofLottie, "Lottie files"),
    ] {
      for file in files {
        for option in options {
          let result = try runCommand(Checkout.program, [file] + option + ["-o", "x.png"], in: folder.path)
          #expect(
            result.status == 2 && result.errors == "layerlua: \(option[0]) is for \(kind), and \(file) is none\n",
            "\(result)")
        }
      }
    }
    #expect(try layerlua("badge.json", "--marker", "in", "-o", "x.png").status == 0)
  }

  @Test func `messages on a file name no lines`() throws {
    try copyBadge()
    let wrong = try layerlua("badge.json", "-D", "text.Titel=x", "-o", "a.png")
    #expect(wrong.status == 1 && wrong.errors.contains("badge.json: "), "\(wrong.errors)")
    #expect(!wrong.errors.contains("badge.json:1") && !wrong.errors.contains(" | "), "\(wrong.errors)")
    #expect(wrong.errors.contains("texts[\"Titel\"] matches no text layer"), "\(wrong.errors)")
    let json = try layerlua("badge.json", "-D", "text.Titel=x", "-o", "a.png", "--json").errors
    #expect(json.contains("\"script\": \"badge.json\"") && !json.contains("\"line\""), "\(json)")
    #expect(!json.contains("\"source\""), "\(json)")
    try folder.write(
      #"{"fr":30,"ip":0,"op":30,"w":9,"h":9,"layers":[{"ty":13,"nm":"Cam"}]}"#, to: "film.json")
    let warned = try layerlua("film.json", "-o", "b.png").errors
    #expect(
      warned.contains("film.json: warning: cameras are ignored: layers turn without perspective (Cam) [lottie"),
      "\(warned)")
    try folder.write("id,text.Titel\na,x\n", to: "rows.csv")
    let row = try layerlua("badge.json", "--each", "rows.csv", "-o", "{id}.png").errors
    #expect(row.contains("row 1 (id=a): badge.json: ") && !row.contains("badge.json:1"), "\(row)")
    // A script keeps its lines.
    try folder.write("local ca = require 'layerlua'\nreturn ca.Layer.lottie('film.json', { texts = 3 })\n", to: "s.lua")
    #expect(try layerlua("s.lua", "-o", "c.png").errors.hasPrefix("s.lua:2: "))
  }

  @Test func `JSON that is no Lottie file says so`() throws {
    try folder.write(#"{"title": "Hello", "values": [1, 2]}"#, to: "data.json")
    let result = try layerlua("data.json", "-o", "a.png")
    #expect(
      result.status == 2 && result.errors.contains("data.json begins as JSON, but is no Lottie file"), "\(result)")
  }
}
