// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

/// Scene files on the command line, in place of scripts.
struct ScenePackageTests {
  private let packages = Checkout.root + "/Tests/Packages/"

  private func run(_ arguments: [String], in folder: TemporaryFolder) throws -> CommandResult {
    try runCommand(Checkout.program, arguments, in: folder.path)
  }

  @Test func `a scene file is drawn beside its name, a state and a tilt chosen`() throws {
    let folder = try TemporaryFolder()
    let still = try run([packages + "keys.ca", "-o", "k.png", "--isolate"], in: folder)
    #expect(still.status == 0 && folder.exists("k.png"), "\(still.errors)")
    #expect(still.errors.contains("main.caml:6: zPosition=\"undefined\""))
    let locked = try run([packages + "slots.wallpaper/", "-o", "a.png"], in: folder)
    #expect(locked.status == 0, "\(locked.errors)")
    for (name, options) in [
      ("same", ["--state", "Locked"]), ("other", ["--state", "Unlock"]), ("between", ["--state", "Locked:Unlock@0.5"]),
      ("tilted", ["--tilt", "1,0"]),
    ] {
      let result = try run([packages + "slots.wallpaper", "-o", name + ".png"] + options, in: folder)
      #expect(result.status == 0, "\(result.errors)")
      #expect(try (folder.read(name + ".png") == folder.read("a.png")) == (name == "same"), "\(name)")
    }
  }

  @Test func `commands that take scripts take scenes`() throws {
    let folder = try TemporaryFolder()
    let tree = try run(["inspect", packages + "turned.ca/main.caml"], in: folder)
    #expect(tree.status == 0 && tree.text.contains("100"), "\(tree.errors)")
    #expect(try run(["diagnose", packages + "states.ca"], in: folder).status == 0)
    let film = try run([packages + "turned.ca", "-o", "f-{000}.png", "--fps", "2", "--duration", "2"], in: folder)
    #expect(film.status == 0 && folder.exists("f-003.png"), "\(film.errors)")
  }

  @Test func `options of pictures are refused for scenes`() throws {
    let folder = try TemporaryFolder()
    for option in [["--size", "9x9"], ["--background", "red"], ["--time", "1"], ["--fps", "2"]] {
      let result = try run(["-e", "return ca.Layer { bounds = {0, 0, 9, 9} }", "-o", "a.ca"] + option, in: folder)
      #expect(result.status == 2 && result.errors.contains("holds layers"), "\(option): \(result.errors)")
    }
    #expect(folder.contents.isEmpty)
  }

  @Test func `a bundle in which the program works is not replaced`() throws {
    let folder = try TemporaryFolder()
    let words = ["-e", "return ca.Layer { bounds = {0, 0, 9, 9} }", "-o"]
    #expect(try run(words + ["a.ca"], in: folder).status == 0)
    let inner = try runCommand(Checkout.program, words + ["../a.ca"], in: folder.path + "/a.ca")
    #expect(inner.status != 0 && inner.errors.contains("working directory"), "\(inner.errors)")
    #expect(folder.exists("a.ca/main.caml") && folder.contents == ["a.ca"])
  }

  @Test func `a film changes states at their times`() throws {
    let folder = try TemporaryFolder()
    let options = ["--fps", "4", "--duration", "1", "--states", "Sleep, 0.5 Locked"]
    let film = try run([packages + "slots.wallpaper", "-o", "f-{0}.png"] + options, in: folder)
    #expect(film.status == 0, "\(film.errors)")
    let sleep = try run([packages + "slots.wallpaper", "-o", "s.png", "--state", "Sleep"], in: folder)
    #expect(try sleep.status == 0 && folder.read("s.png") == folder.read("f-1.png"), "\(sleep.errors)")
    #expect(try folder.read("f-3.png") != folder.read("f-1.png"))
    for wrong in ["", "0.5", "1 Locked, 0.5 Sleep", "Sleep, Locked", "a, inf b"] {
      let result = try run([packages + "slots.wallpaper", "--states", wrong, "-o", "x.mp4"], in: folder)
      #expect(result.status == 2 && result.errors.contains("--states expects"), "\(wrong): \(result.errors)")
    }
  }

  @Test func `diagnose lists the remarks with their files and lines`() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      <caml xmlns="http://www.apple.com/CoreAnimation/1.0"><CALayer id="a" bounds="0 0 100 100" backgroundColor="1 0 0">
      <sublayers><CALayer id="a" bounds="0 0 9 9" position="-99 0" backgroundColor="0 0 1" nosuch="1"/></sublayers>
      <states><LKState name="Locked"><elements>
      <LKStateSetValue targetId="b" keyPath="opacity"><value type="real" value="0"/></LKStateSetValue>
      </elements></LKState></states></CALayer></caml>
      """, to: "w.ca/main.caml")
    try folder.write("", to: "w.ca/assets/old.png")
    let found = try run(["diagnose", "w.ca"], in: folder)
    #expect(found.status == 0 && found.errors.isEmpty, "\(found.errors)")
    for place in [
      "w.ca/main.caml:2: warning: Layer has no key \"nosuch\"", "w.ca/main.caml:2: warning: several layers have the id",
      "w.ca/main.caml:4: warning: no layer has the id \"b\"", "w.ca/main.caml:2: note: the layer",
      "w.ca/assets/old.png:1: warning: the file is shown by no layer",
    ] { #expect(found.text.contains(place), "\(found.text)") }
    for rule in ["unknown", "duplicate-id", "no-target", "parked", "unused-asset"] {
      #expect(found.text.contains("[caml-\(rule)]"), "\(found.text)")
    }
    let allowed = try run(["diagnose", "w.ca", "--allow", "caml-unknown"], in: folder)
    #expect(!allowed.text.contains("nosuch") && allowed.text.contains("[caml-no-target]"))
    let drawn = try run(["w.ca", "-o", "w.png"], in: folder)
    #expect(drawn.errors.contains("[caml-no-target]") && !drawn.errors.contains("caml-parked"), "\(drawn.errors)")
  }

  @Test func `what is no scene is an error with its exit code`() throws {
    let folder = try TemporaryFolder()
    try folder.write("PK\u{3}\u{4} and no more", to: "a.tendies")
    try folder.write("return nil", to: "a.lua")
    let damaged = try run(["a.tendies", "-o", "a.png"], in: folder)
    #expect(damaged.status == 1 && damaged.errors.contains("not a whole zip archive"), "\(damaged.errors)")
    #expect(try run(["a.lua", "--state", "Locked"], in: folder).status == 2)
    #expect(try run([packages + "keys.ca", "--tilt", "2,0"], in: folder).status == 2)
    let missing = try run([packages + "slots.wallpaper", "--wallpaper", "other", "-o", "a.png"], in: folder)
    #expect(missing.status == 1 && missing.errors.contains("there are slots"), "\(missing.errors)")
  }
}
