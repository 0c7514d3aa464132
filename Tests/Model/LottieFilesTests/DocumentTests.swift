// SPDX-License-Identifier: MIT
import Archives
import Foundation
import Geometry
import ImageFiles
import LayerModel
import LottieFiles
import Pixels
import RenderTree
import Testing

struct DocumentTests {
  static let square =
    #"{"ty":4,"nm":"Box","ip":0,"op":60,"ks":{},"shapes":[{"ty":"rc","s":{"k":[50,50]},"p":{"k":[50,50]}},"#
    + #"{"ty":"fl","nm":"Fill 1","c":{"k":[1,0,0,1]},"o":{"k":100}}]}"#

  @Test func `a file gives its size, rate, length and markers`() throws {
    let file = try LottieFile(
      layers: Self.square, more: #""markers":[{"cm":"in","tm":15,"dr":30},{"tm":"x"}],"#)
    let info = file.animation.info
    #expect(info.size == Size(100, 100) && info.frameRate == 30 && info.frames == 60 && info.duration == 2)
    #expect(info.markers.map(\.name) == ["in"] && info.markers[0].time == 0.5 && info.markers[0].duration == 1)
    #expect(info.layers.map(\.name) == ["Box"] && info.layers[0].kind == "shapes" && info.layers[0].end == 2)
    let layer = try file.layer()
    #expect(layer.bounds == Rect(0, 0, 100, 100))
    #expect(layer.value(forKey: "lottie")["duration"] == 2)
    #expect(try file.pixel(layer, 50, 50) == 0xFF00_00FF && file.pixel(layer, 10, 10) == 0)
  }

  @Test(arguments: ["", "[]", "{}", #"{"layers":3}"#, "null", "{", #"{"layers":[}"#])
  func `other text is an error`(text: String) { #expect(throws: LayerError.self) { try LottieFile(text) } }

  @Test(arguments: [
    #""fr":0,"w":0,"h":0"#, #""fr":null,"ip":"a""#, #""fr":[30],"w":[100],"h":[100]"#, #""ip":10,"op":5"#,
    #""fr":1e300,"w":1e300"#,
  ])
  func `wrong numbers become defaults`(parts: String) throws {
    let file = try LottieFile(#"{\#(parts),"layers":[\#(Self.square)]}"#)
    let layer = try file.layer()
    #expect(layer.bounds.width >= 1 && layer.bounds.width <= 16_384)
    #expect(file.animation.info.duration > 0)
  }

  @Test(arguments: [
    (#""w":0,"h":100,"fr":30,"ip":0,"op":9"#, "widths below 1 are replaced by 512 points (w = 0)"),
    (#""w":100,"fr":30,"ip":0,"op":9"#, "heights below 1 are replaced by 512 points (h is missing)"),
    (#""w":20000,"h":10,"fr":30,"ip":0,"op":9"#, "widths above 16384 points are cut to them (w = 20000)"),
    (#""w":9,"h":9,"fr":0,"ip":0,"op":9"#, "frame rates of 0 and less are replaced by 60 frames a second (fr = 0)"),
    (#""w":9,"h":9,"fr":2000,"ip":0,"op":9"#, "frame rates above 1000 frames a second are cut to it (fr = 2000)"),
    (
      #""w":9,"h":9,"fr":30,"ip":9,"op":9"#,
      "ends that are not after the first frame are replaced by a film of one frame (op = 9)"
    ),
  ])
  func `a number that another takes the place of is a warning`(parts: String, message: String) throws {
    let file = try LottieFile(#"{\#(parts),"layers":[\#(Self.square)]}"#)
    _ = try file.layer()
    #expect(file.messages == ["film.json: " + message])
    #expect(file.animation.info.notDrawn.count == 1)
  }

  @Test(
    arguments: [
      (#""parent":99"#, "parents that the file lacks move nothing (A)"),
      (#""bm":99"#, "blend modes of an unknown number are the normal one (A)"),
      (#""bm":-1"#, "blend modes of an unknown number are the normal one (A)"),
      (#""tt":1"#, "mattes that the file lacks mask nothing (A)"),
      (#""tt":1,"tp":99"#, "mattes that the file lacks mask nothing (A)"),
      (#""tt":9"#, "mattes of an unknown kind mask nothing (A)"),
      (
        #""shapes":[{"ty":"rc","nm":"R","s":{"k":[9,9]}},{"ty":"fl","nm":"F","bm":99}]"#,
        "blend modes of an unknown number are the normal one (A.F)"
      ),
      (#""parent":2"#, nil), (#""bm":16"#, nil), (#""tt":1,"tp":2"#, nil), (#""parent":null,"tt":0,"bm":0"#, nil),
      (#""hd":true,"parent":99"#, nil),
    ] as [(String, String?)])
  func `a reference to what the file lacks is a warning`(parts: String, message: String?) throws {
    let file = try LottieFile(layers: #"{"ty":4,"nm":"A","ind":1,\#(parts)},{"ty":3,"nm":"B","ind":2}"#)
    _ = try file.layer()
    #expect(file.messages == (message.map { ["film.json: " + $0] } ?? []))
  }

  @Test(arguments: [
    #"{"ty":4}"#, #"{"ty":4,"shapes":[{"ty":"sh","ks":{"k":[]}},{"ty":"fl"}]}"#,
    #"{"ty":4,"shapes":[{"ty":"sh","ks":{"k":{"v":[[0,0],[1]],"i":[],"o":[[1,1]],"c":1}}},{"ty":"fl","c":{"k":[]}}]}"#,
    #"{"ty":99}"#, #"{"ty":"x"}"#, "3", "null", #"{"ty":0,"refId":"none"}"#, #"{"ty":2,"refId":"none"}"#,
    #"{"ty":5,"t":{}}"#, #"{"ty":5,"t":{"d":{"k":[{"s":{},"t":0}]}}}"#,
    #"{"ty":1,"sw":-5,"sh":"a","sc":"?"}"#, #"{"ty":4,"ks":{"p":{"k":[{"t":5}]},"s":{"k":[3]},"o":{"k":[]}}}"#,
    #"{"ty":4,"ks":{"p":{"a":0,"k":[{"t":5,"s":[1,2]},{"t":2,"s":[3,4]},{"t":2}]}},"parent":7,"shapes":[]}"#,
    #"{"ty":4,"shapes":[{"ty":"gf","g":{"p":3,"k":{"k":[0,1]}}},{"ty":"el"},{"ty":"gf","g":{"p":3,"k":{"k":[0,1]}}}]}"#,
    #"{"ty":4,"shapes":[{"ty":"el","s":{"k":[1,2]}},{"ty":"st","d":[{"n":"d","v":{"k":0}}]},{"ty":"tm","e":{"k":5}}]}"#,
    #"{"ty":1,"sw":5,"sh":5,"sc":"red","masksProperties":[{},{"mode":"s"},{"mode":"i","pt":{"k":3}}],"tt":1}"#,
  ])
  func `oddities of files make layers`(layer: String) throws {
    let file = try LottieFile(layers: layer + "," + Self.square)
    #expect(try file.pixel(try file.layer(), 50, 50) == 0xFF00_00FF)
  }

  @Test func `keys out of order, with old ends and without handles are read`() throws {
    let file = try LottieFile(
      layers: #"{"ty":1,"sw":9,"sh":9,"sc":"blue","ks":{"o":{"k":[{"t":30,"s":[20]},{"t":0,"s":[80],"e":[40]}]},"#
        + #""r":{"k":[{"t":0,"s":[0],"e":[90]},{"t":30}]}}}"#)
    let layer = try file.layer()
    #expect(layer.keyframes("opacity")?.values == [0.8, 0.2])
    let turn = try #require(layer.keyframes("transform.rotation.z"))
    #expect(turn.values == [0, .number(.pi / 2)] && turn.beginTime == 0 && turn.duration == 1)
  }

  // MARK: Archives

  private func archive(_ files: [String: String]) throws -> [UInt8] {
    try ZipWriter.archive(of: files.map { ($0.key, Array($0.value.utf8)) })
  }

  private static func solid(_ color: String) -> String {
    LottieFile.json(layers: #"{"ty":1,"nm":"Solid","sw":100,"sh":100,"sc":"\#(color)"}"#)
  }

  @Test func `an archive of the first version has animations of which one is active`() throws {
    let file = try LottieFile(
      try archive([
        "manifest.json": #"{"animations":[{"id":"a"},{"id":"b"}],"activeAnimationId":"b"}"#,
        "animations/a.json": Self.solid("#ff0000"), "animations/b.json": Self.solid("#00ff00"),
      ]))
    #expect(file.animation.animationNames == ["a", "b"] && file.animation.info.animations == ["a", "b"])
    #expect(try file.pixel(try file.layer(), 5, 5) == 0xFF00_FF00)
    #expect(try file.pixel(try file.layer { $0.animation = "a" }, 5, 5) == 0xFF00_00FF)
    var options = LottieOptions()
    options.animation = "c"
    #expect(file.error(options)?.message.contains("no animation \"c\"") == true)
  }

  @Test func `an archive of the second version has themes that set slots`() throws {
    let animation = LottieFile.json(
      layers: #"{"ty":4,"shapes":[{"ty":"rc","s":{"k":[200,200]}},{"ty":"fl","c":{"k":[1,0,0],"sid":"brand"}}]}"#)
    let file = try LottieFile(
      try archive([
        "manifest.json":
          #"{"version":"2","animations":[{"id":"x"}],"themes":[{"id":"dark"}],"initial":{"animation":"x"}}"#,
        "a/x.json": animation, "t/dark.json": #"{"rules":[{"id":"brand","type":"Color","value":[0,0,1]}]}"#,
        "s/state.json": "{}",
      ]))
    #expect(file.animation.info.themes == ["dark"] && file.animation.info.slots == ["brand"])
    #expect(file.animation.info.notDrawn.map(\.kind) == ["state machines are interactive and not run"])
    #expect(try file.pixel(try file.layer(), 5, 5) == 0xFF00_00FF)
    #expect(try file.pixel(try file.layer { $0.theme = "dark" }, 5, 5) == 0xFFFF_0000)
    #expect(try file.pixel(try file.layer { $0.slots = [("brand", "lime")] }, 5, 5) == 0xFF00_FF00)
    var options = LottieOptions()
    options.slots = [("brnd", "red")]
    #expect(file.error(options)?.message.contains("did you mean \"brand\"?") == true)
    options = LottieOptions()
    options.theme = "light"
    #expect(file.error(options)?.message.contains("no theme \"light\"") == true)
  }

  @Test(arguments: ["initialTheme", "defaultTheme"])
  func `the manifest chooses a theme for each animation`(key: String) throws {
    let animation = LottieFile.json(
      layers: #"{"ty":4,"nm":"L","shapes":[{"ty":"rc","s":{"k":[200,200]}},"#
        + #"{"ty":"fl","nm":"F","c":{"k":[1,0,0],"sid":"brand"}}]}"#)
    let file = try LottieFile(
      try archive([
        "manifest.json":
          #"{"animations":[{"id":"x","\#(key)":"dark"},{"id":"y"},{"id":"z","\#(key)":"none"}],"#
          + #""themes":[{"id":"dark"},{"id":"lime"}]}"#,
        "a/x.json": animation, "a/y.json": animation, "a/z.json": animation,
        "t/dark.json": #"{"rules":[{"id":"brand","type":"Color","value":[0,0,1]}]}"#,
        "t/lime.json": #"{"rules":[{"id":"brand","type":"Color","value":[0,1,0]}]}"#,
      ]))
    #expect(try file.pixel(try file.layer(), 5, 5) == 0xFFFF_0000)
    #expect(file.animation.parameters.map(\.value) == ["#0000ff"])
    #expect(try file.pixel(try file.layer { $0.theme = "lime" }, 5, 5) == 0xFF00_FF00)
    #expect(try file.pixel(try file.layer { $0.theme = "" }, 5, 5) == 0xFF00_00FF)
    #expect(try file.pixel(try file.layer { $0.animation = "y" }, 5, 5) == 0xFF00_00FF)
    #expect(file.messages.isEmpty, "\(file.messages)")
    #expect(try file.pixel(try file.layer { $0.animation = "z" }, 5, 5) == 0xFF00_00FF)
    #expect(file.messages == ["film.json: themes of the manifest that cannot be read are left out (none)"])
    var options = LottieOptions()
    (options.animation, options.theme) = ("z", "none")
    #expect(file.error(options)?.message.contains("no theme \"none\"") == true)
  }

  @Test func `an animation that the manifest names and the archive lacks is a warning`() throws {
    let file = try LottieFile(
      try archive([
        "manifest.json": #"{"animations":[{"id":"gone"},{"id":"b"}],"initial":{"animation":"lost"}}"#,
        "a/b.json": Self.solid("#00ff00"),
      ]))
    #expect(try file.pixel(try file.layer(), 5, 5) == 0xFF00_FF00)
    #expect(
      file.messages == [
        "film.json: animations of the manifest that the archive lacks are left out (gone)",
        "film.json: the manifest's choice is missing: b is played (lost)",
      ])
    #expect(file.animation.info.notDrawn.count == 2)
  }

  /// An archive with a theme of some rules.
  private func themed(_ rules: String, layers: String, more: String = "", _ files: [String: String] = [:]) throws
    -> LottieFile
  {
    var all = files
    all["manifest.json"] = #"{"version":"2","animations":[{"id":"x"}],"themes":[{"id":"t"}]}"#
    all["a/x.json"] = LottieFile.json(layers: layers, more: more)
    all["t/t.json"] = #"{"rules":[\#(rules)]}"#
    return try LottieFile(try archive(all))
  }

  private static let title =
    #"{"ty":5,"nm":"T","t":{"d":{"sid":"txt","k":[{"t":0,"s":{"t":"Old","s":20,"f":"X","fc":[1,0,0],"j":2}}]}}}"#

  private func text(_ file: LottieFile, _ change: (inout LottieOptions) -> Void) throws -> LayerModel.AttributedString?
  {
    guard case .attributedString(let text)? = try file.layer(change).first(TextLayer.self)?.value(forKey: "string")
    else { return nil }
    return text
  }

  @Test func `a theme replaces the text of a layer, and what of its style it names`() throws {
    let file = try themed(
      #"{"id":"txt","type":"Text","value":{"text":"New","fontSize":30,"fillColor":[0,0,1],"justify":"Right"}}"#,
      layers: Self.title)
    #expect(file.animation.info.slots == ["txt"])
    #expect(try text(file) { _ in }?.string == "Old")
    let new = try #require(try text(file) { $0.theme = "t" })
    #expect(new.string == "New" && new.runs[0].attributes.fontSize == 30)
    #expect(new.runs[0].attributes.foregroundColor == .init(red: 0, green: 0, blue: 1))
    #expect(file.messages.allSatisfy { !$0.contains("theme") && !$0.contains("slot") }, "\(file.messages)")
    let plain = try themed(#"{"id":"txt","type":"Text","value":{"text":"New"}}"#, layers: Self.title)
    let kept = try #require(try text(plain) { $0.theme = "t" })
    #expect(kept.string == "New" && kept.runs[0].attributes.fontSize == 20)
    #expect(kept.runs[0].attributes.foregroundColor == .init(red: 1, green: 0, blue: 0))
    let keyed = try themed(
      #"{"id":"txt","type":"Text","keyframes":[{"frame":0,"value":{"text":"A"}},{"frame":30,"value":{"text":"B"}}]}"#,
      layers: Self.title)
    #expect(try text(keyed) { $0.theme = "t" }?.string == "A")
    #expect(try text(file) { $0.slots = [("txt", "Mine")] }?.string == "Mine")
    #expect(try text(file) { $0.slots = [("txt", ["text": "Own", "fontSize": 8])] }?.runs[0].attributes.fontSize == 8)
    var options = LottieOptions()
    options.slots = [("txt", 5)]
    #expect(file.error(options)?.message.hasPrefix("slots[\"txt\"]: expected a text, or a style") == true)
  }

  private static let green =
    "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>"
    + "<rect width='9' height='9' fill='lime'/></svg>"

  @Test(arguments: [
    #""path":"b.svg""#, #""path":"/i/b.svg""#, #""url":"i/b.svg""#, #""id":"b""#, #""id":"other""#, "data",
  ])
  func `a theme replaces a picture`(value: String) throws {
    let data = #""src":"data:image/svg+xml;base64,\#(Data(Self.green.utf8).base64EncodedString())""#
    let file = try themed(
      #"{"id":"img","type":"Image","value":{\#(value == "data" ? data : value),"width":50,"height":60}}"#,
      layers: #"{"ty":2,"nm":"Pic","refId":"i0"}"#,
      more: #""assets":[{"id":"i0","sid":"img","w":9,"h":9,"u":"","p":"a.svg"},{"id":"other","u":"i/","p":"b.svg"}],"#,
      ["i/a.svg": Self.green.replacing("lime", with: "red"), "i/b.svg": Self.green])
    #expect(file.animation.info.slots == ["img"])
    #expect(try file.pixel(try file.layer(), 5, 5) == 0xFF00_00FF)
    let themed = try file.layer { $0.theme = "t" }
    #expect(try file.pixel(themed, 5, 5) == 0xFF00_FF00 && file.pixel(themed, 48, 58) == 0xFF00_FF00)
    #expect(try file.pixel(themed, 52, 5) == 0)
    var options = LottieOptions()
    options.slots = [("img", "b.svg")]
    #expect(file.error(options)?.message.contains("give images[\"i0\"] instead") == true)
  }

  @Test(arguments: [
    ("/images/", "images/a.svg"), ("/i/", "i/a.svg"), ("/", "a.svg"), ("//i//", "i/a.svg"), ("/i/./b/..", "i/a.svg"),
    ("", "i/a.svg"),
  ])
  func `a path of an archive's picture that begins with a slash is from the archive's root`(
    folder: String, path: String
  ) throws {
    let film = LottieFile.json(
      layers: #"{"ty":2,"nm":"Pic","refId":"i0"}"#,
      more: #""assets":[{"id":"i0","w":9,"h":9,"u":"\#(folder)","p":"a.svg"}],"#)
    let file = try LottieFile(try archive(["a/x.json": film, path: Self.green]))
    #expect(try file.pixel(try file.layer(), 5, 5) == 0xFF00_FF00)
    #expect(file.messages.isEmpty, "\(file.messages)")
    // Beside a file of its own it is absolute.
    guard folder.hasPrefix("/") else { return }
    let alone = try LottieFile(film, files: [path: Array(Self.green.utf8)])
    #expect(try alone.pixel(try alone.layer(), 5, 5) == 0)
    #expect(alone.messages.contains { $0.contains("outside of the animation's folder") }, "\(alone.messages)")
  }

  @Test func `a path of an archive's picture stays in the archive`() throws {
    let film = LottieFile.json(
      layers: #"{"ty":2,"refId":"i0"}"#, more: #""assets":[{"id":"i0","w":9,"h":9,"u":"/../","p":"a.svg"}],"#)
    let file = try LottieFile(try archive(["a/x.json": film, "a.svg": Self.green]))
    _ = try file.layer()
    #expect(file.messages.contains { $0.contains("outside of the animation's folder") }, "\(file.messages)")
  }

  @Test(arguments: [
    #""g":{"p":2,"sid":"g","k":{"k":[0,1,0,0,1,1,0,0]}}"#, #""g":{"p":2,"k":{"sid":"g","k":[0,1,0,0,1,1,0,0]}}"#,
  ])
  func `a theme replaces the stops of a gradient, with their opacities and their number`(gradient: String) throws {
    let file = try themed(
      #"{"id":"g","type":"Gradient","value":[{"offset":0,"color":[0,0,1,0.5]},{"offset":0.5,"color":[0,0,1,0.5]},"#
        + #"{"offset":1,"color":[0,0,1,0.5]}]}"#,
      layers: #"{"ty":4,"shapes":[{"ty":"rc","s":{"k":[200,200]}},{"ty":"gf","s":{"k":[0,0]},"e":{"k":[100,0]},"#
        + #"\#(gradient)}]}"#)
    #expect(try file.pixel(try file.layer(), 50, 5) == 0xFF00_00FF)
    let pixel = try file.pixel(try file.layer { $0.theme = "t" }, 50, 5)
    #expect(abs(Int(pixel >> 24) - 128) <= 1 && pixel & 0xFFFF == 0 && pixel >> 16 & 0xFF > 120, "\(pixel)")
    #expect(file.messages.isEmpty, "\(file.messages)")
    let given = try file.layer { $0.slots = [("g", ["lime", "lime"])] }
    #expect(try file.pixel(given, 50, 5) == 0xFF00_FF00)
  }

  @Test(arguments: [
    (#"{"id":"c","type":"Colour","value":[0,0,1]}"#, "unknown type are left out (t: c: \"Colour\")"),
    (#"{"id":"c","type":"Color","value":0.5}"#, "value of another kind are left out (t: c: no Color)"),
    (#"{"id":"c","type":"Color","value":{"text":"x"}}"#, "no Color"),
    (#"{"id":"c","type":"Color","keyframes":[{"frame":0,"value":"no colour"}]}"#, "no Color"),
    (#"{"id":"c","type":"Color"}"#, "no Color"), (#"{"id":"c","type":"Scalar","value":[1,2]}"#, "no Scalar"),
    (#"{"id":"c","type":"Scalar","value":4}"#, "properties do not take are left out"),
    (#"{"id":"c","type":"Text","value":{"text":"x"}}"#, "properties do not take"),
    (#"{"id":"c","type":"Text","value":{"txt":"x"}}"#, "no Text"),
    (#"{"id":"c","type":"Gradient","value":[{"offset":0}]}"#, "no Gradient"),
    (#"{"id":"c","type":"Image","value":{"width":5}}"#, "no Image"),
    (#"{"id":"c","type":"Image","value":{"path":"a.png"}}"#, "properties do not take"),
    (#"{"type":"Color","value":[0,0,1]}"#, "without an identifier"),
  ])
  func `a rule that a theme cannot set is a warning, and the file's own value stays`(rule: String, part: String) throws
  {
    let file = try themed(
      rule, layers: #"{"ty":4,"shapes":[{"ty":"rc","s":{"k":[200,200]}},{"ty":"fl","c":{"k":[1,0,0],"sid":"c"}}]}"#)
    #expect(try file.pixel(try file.layer { $0.theme = "t" }, 5, 5) == 0xFF00_00FF)
    #expect(file.messages.contains { $0.contains(part) }, "\(file.messages)")
  }

  /// The file's slots differ from the values beside their identifiers.
  @Test func `a rule that a slot does not take leaves the file's slot its value`() throws {
    let slots =
      #""slots":{"c":{"p":{"k":[0,1,0]}},"size":{"p":{"k":[200,200]}},"g":{"p":{"p":2,"k":{"k":[0,0,1,0,1,0,1,0]}}},"#
      + #""path":{"p":{"k":{"v":[[0,0],[200,0],[200,200],[0,200]],"c":true}}},"pic":{"p":{"p":"b.svg"}}},"#
    let size = #"{"ty":"rc","s":{"k":[2,2],"sid":"size"}}"#
    for (id, layer) in [
      ("c", #"{"ty":4,"shapes":[{"ty":"rc","s":{"k":[200,200]}},{"ty":"fl","c":{"k":[1,0,0],"sid":"c"}}]}"#),
      ("size", #"{"ty":4,"shapes":[\#(size),{"ty":"fl","c":{"k":[0,1,0]}}]}"#),
      ("path", #"{"ty":4,"shapes":[{"ty":"sh","ks":{"k":{},"sid":"path"}},{"ty":"fl","c":{"k":[0,1,0]}}]}"#),
      (
        "g",
        #"{"ty":4,"shapes":[{"ty":"rc","s":{"k":[200,200]}},{"ty":"gf","s":{"k":[0,0]},"e":{"k":[100,0]},"#
          + #""g":{"p":2,"sid":"g","k":{"k":[0,1,0,0,1,1,0,0]}}}]}"#
      ),
      ("pic", #"{"ty":2,"refId":"i"}"#),
    ] {
      let file = try themed(
        #"{"id":"\#(id)","type":"Scalar","value":4}"#, layers: layer,
        more: slots + #""assets":[{"id":"i","sid":"pic","w":9,"h":9,"p":"a.svg"}],"#,
        ["a.svg": Self.green.replacing("lime", with: "red"), "b.svg": Self.green])
      let shown = try file.layer { $0.theme = "t" }
      #expect(try file.pixel(shown, 5, 5) == 0xFF00_FF00, "\(id)")
      #expect(file.messages.contains { $0.contains("properties do not take") && $0.contains("\(id): ") }, "\(id)")
    }
    let styled = try themed(
      #"{"id":"txt","type":"Text","value":{"text":"New"}}"#, layers: Self.title,
      more: #""slots":{"txt":{"p":{"k":[{"t":0,"s":{"t":"Slot","s":44,"f":"X","fc":[0,1,0],"j":2}}]}}},"#)
    #expect(try text(styled) { _ in }?.string == "Slot")
    let new = try #require(try text(styled) { $0.theme = "t" })
    #expect(new.string == "New" && new.runs[0].attributes.fontSize == 44)
    let wrong = try themed(
      #"{"id":"txt","type":"Color","value":[0,0,1]}"#, layers: Self.title,
      more: #""slots":{"txt":{"p":{"k":[{"t":0,"s":{"t":"Slot","s":44,"f":"X"}}]}}},"#)
    #expect(try text(wrong) { $0.theme = "t" }?.string == "Slot")
  }

  @Test(arguments: ["text", "img", "g", "path"])
  func `rules of any kind for a slot of any kind make layers`(slot: String) throws {
    let values = [
      "Color": "[0,0,1]", "Scalar": "3", "Position": "[1,2]", "Vector": "[1,2]", "Image": #"{"path":"x.png"}"#,
      "Gradient": #"[{"offset":0,"color":[0,0,1]}]"#, "Text": #"{"text":"x"}"#,
    ]
    for (type, value) in values {
      let file = try themed(
        #"{"id":"\#(slot)","type":"\#(type)","value":\#(value)}"#,
        layers: #"{"ty":5,"t":{"d":{"sid":"text","k":[{"t":0,"s":{"t":"a","s":9,"f":"X"}}]}}},"#
          + #"{"ty":2,"refId":"i"},{"ty":4,"shapes":[{"ty":"sh","ks":{"sid":"path","k":{"v":[[0,0],[9,9]]}}},"#
          + #"{"ty":"gf","g":{"p":1,"sid":"g","k":{"k":[0,1,0,0]}}}]}"#,
        more: #""assets":[{"id":"i","sid":"img","p":"a.png"}],"#)
      _ = try file.layer { $0.theme = "t" }
    }
  }

  @Test func `an archive without a manifest gives its animations by their names`() throws {
    let file = try LottieFile(
      try archive(["__MACOSX/._a.json": "x", "animations/._b.json": "x", "animations/b.json": Self.solid("#0000ff")]))
    #expect(file.animation.animationNames == ["b"])
    #expect(try file.pixel(try file.layer(), 5, 5) == 0xFFFF_0000)
    #expect(throws: LayerError.self) { try LottieFile(try archive(["a.txt": ""])) }
  }

  @Test func `a packed file is read as what it holds`() throws {
    let text = Array(Self.solid("#ff0000").utf8)
    let deflated = try text.withUnsafeBytes { try Deflated.bytes($0) }.dropFirst(2).dropLast(4)
    func number(_ n: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: n >> (8 * $0)) } }
    let checksum = Int(text.withUnsafeBytes { Deflated.checksum($0) })
    let file = try LottieFile(
      [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + Array(deflated) + number(checksum) + number(text.count))
    #expect(try file.pixel(try file.layer(), 5, 5) == 0xFF00_00FF)
    // One that is cut off ends in bytes that are no size.
    let cut = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + Array(deflated) + [200, 200, 200, 200]
    do {
      _ = try LottieFile(cut)
      Issue.record("it was read")
    } catch let error as LayerError { #expect(error.message.contains("damaged or cut off"), "\(error.message)") }
  }
}
