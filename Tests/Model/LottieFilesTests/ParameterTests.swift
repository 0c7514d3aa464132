// SPDX-License-Identifier: MIT
import Foundation
import LayerModel
import LayerRendering
import LottieFiles
import Testing

/// The texts, colours and pictures that a template sets.
struct ParameterTests {
  /// Options that give all parameters their present values.
  private func options(_ info: LottieInfo) -> LottieOptions {
    var options = LottieOptions()
    for row in info.parameters {
      if row.isShared { continue }
      switch row.kind {
      case .text: options.texts.append((row.path, row.value))
      case .color: options.values.append((row.path, .string(row.value)))
      case .image: break
      }
    }
    return options
  }

  private static let box = #"{"ty":"rc","s":{"k":[9,9]}}"#

  @Test func `texts, colours and pictures that do not change are parameters with their values`() throws {
    let file = try LottieFile(
      layers: #"{"ty":4,"nm":"Card","shapes":[{"ty":"gr","nm":"Plate","it":[\#(Self.box),"#
        + #"{"ty":"fl","nm":"Fill 1","c":{"k":[0.2,0.4,1,1]}},{"ty":"st","nm":"Stroke 1","c":{"k":[0.15,0,0]}},"#
        + #"{"ty":"tr"}]}]},{"ty":5,"nm":"The Title!","t":{"d":{"k":[{"t":0,"s":{"t":"Hello","s":9,"f":"X"}}]}}},"#
        + #"{"ty":1,"nm":"Back","sw":9,"sh":9,"sc":"springgreen"},{"ty":2,"nm":"Photo","refId":"i"}"#,
      more: #""assets":[{"id":"i","u":"images","p":"a.png","w":3,"h":4}],"#)
    let rows = file.animation.parameters
    #expect(rows.map(\.name) == ["the_title", "card_plate", "card_plate_stroke", "back", "photo"])
    #expect(rows.map(\.kind) == [.text, .color, .color, .color, .image])
    #expect(
      rows.map(\.path) == [
        "The Title!", "Card.Plate.Fill 1.Color", "Card.Plate.Stroke 1.Color", "Back.Color", "i",
      ])
    #expect(rows.map(\.value) == ["Hello", "#3366ff", "color(srgb 0.15 0 0)", "#00ff7f", "images/a.png"])
    guard case .array(let items)? = file.animation.info.value["parameters"] else { throw LayerError("no list") }
    #expect(items.count == 5 && items[0]["name"] == "the_title" && items[0]["kind"] == "text")
  }

  @Test func `what moves is none, and places of one key path with several values are set together`() throws {
    let keys = #"{"k":[{"t":0,"s":[1,0,0]},{"t":9,"s":[0,0,1]}]}"#
    let file = try LottieFile(
      layers: #"{"ty":4,"nm":"A","shapes":[\#(Self.box),{"ty":"fl","nm":"F","c":\#(keys)}]},"#
        + #"{"ty":1,"nm":"S","sw":9,"sh":9,"sc":"red"},{"ty":1,"nm":"S","sw":9,"sh":9,"sc":"blue"},"#
        + #"{"ty":1,"nm":"T","sw":9,"sh":9,"sc":"red"},{"ty":1,"nm":"T","sw":9,"sh":9,"sc":"red"},"#
        + #"{"ty":1,"nm":"T ","sw":9,"sh":9,"sc":"red"},{"ty":1,"nm":"*","sw":9,"sh":9,"sc":"red"}"#)
    #expect(file.animation.parameters.map(\.name) == ["s", "t", "t_2"])
    #expect(file.animation.parameters.map(\.path) == ["S.Color", "T.Color", "T .Color"])
    #expect(file.animation.parameters.map(\.isShared) == [true, false, false])
    #expect(file.animation.parameters[0].value.isEmpty)
    #expect(file.animation.info.leftOut.map(\.path) == ["*.Color"])
    let set = try file.layer { $0.values = [("S.Color", "lime")] }
    let colors = set.sublayers.filter { $0.name == "S" }.map { $0.sublayers.first?.backgroundColor }
    #expect(colors.count == 2 && Set(colors.map { "\(String(describing: $0))" }).count == 1)
  }

  @Test func `texts of one key path are set together, and none that would change another is a parameter`() throws {
    func text(_ name: String, _ value: String) -> String {
      #"{"ty":5,"nm":"\#(name)","t":{"d":{"k":[{"t":0,"s":{"t":"\#(value)","s":9,"f":"X"}}]}}}"#
    }
    let file = try LottieFile(
      layers: text("Title", "a") + "," + text("Title", "b") + "," + text("Note", "c")
        + #",{"ty":0,"nm":"Card","refId":"c","w":9,"h":9}"#,
      more: #""assets":[{"id":"c","layers":[\#(text("Note", "d")),\#(text("Note", "e"))]}],"#)
    #expect(file.animation.parameters.map(\.path) == ["Title", "Card.Note"])
    #expect(file.animation.parameters.allSatisfy { $0.isShared && $0.value.isEmpty })
    #expect(file.animation.info.leftOut.map(\.path) == ["Note"])
  }

  @Test func `a text by its whole key path comes before one by its last names`() throws {
    func text(_ name: String) -> String {
      #"{"ty":5,"nm":"\#(name)","t":{"d":{"k":[{"t":0,"s":{"t":"\#(name)","s":9,"f":"X"}}]}}}"#
    }
    let file = try LottieFile(
      layers: text("Title") + #",{"ty":0,"nm":"Card","refId":"c","w":9,"h":9}"#,
      more: #""assets":[{"id":"c","layers":[\#(text("Title"))]}],"#)
    let root = try file.layer { $0.texts = [("Card.Title", "inner"), ("Title", "outer")] }
    var strings: [String] = []
    func walk(_ layer: Layer) throws {
      if let text = layer as? TextLayer { strings.append("\(text.value(forKey: "string"))") }
      for item in layer.sublayers { try walk(item) }
    }
    try walk(root)
    #expect(strings.count == 2 && strings[0].contains("inner") && strings[1].contains("outer"), "\(strings)")
  }

  @Test(arguments: LimitTests.samples)
  func `the present values of a sample make equal layers`(path: String) throws {
    guard let data = FileManager.default.contents(atPath: path), data.count < 200_000 else { return }
    let file = try LottieFile(Array(data))
    let given = options(file.animation.info)
    guard !given.texts.isEmpty || !given.values.isEmpty else { return }
    let set = try file.layer(given), plain = try file.layer()
    // Layers of parents that do nothing are made only where values may change them: then the pictures are equal.
    if set.dumpJSON() == plain.dumpJSON() { return }
    for time in [0, file.animation.info.duration / 2] {
      let options = RenderOptions(time: time)
      let (a, b) = (try file.renderer.render(set, options), try file.renderer.render(plain, options))
      #expect((0..<a.height).allSatisfy { y in (0..<a.width).allSatisfy { a[$0, y] == b[$0, y] } })
    }
  }
}
