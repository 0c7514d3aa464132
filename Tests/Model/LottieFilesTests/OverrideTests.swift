// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import LottieFiles
import Pixels
import Testing

struct OverrideTests {
  private static let card =
    #"{"ty":0,"nm":"Card","refId":"card","w":100,"h":100},{"ty":1,"nm":"Back","sw":100,"sh":100,"sc":"blue"}"#
  private static let assets =
    #""assets":[{"id":"card","layers":[{"ty":4,"nm":"Box","shapes":[{"ty":"gr","nm":"Group 1","it":["#
    + #"{"ty":"rc","nm":"Rect","s":{"k":[20,20]},"p":{"k":[10,10]}},"#
    + #"{"ty":"fl","nm":"Fill 1","c":{"k":[1,0,0,1]},"o":{"k":100}},{"ty":"tr"}]}]}]},"#
    + #"{"id":"image_0","w":10,"h":10,"p":"none.png","u":"images/"}],"#

  private func file() throws -> LottieFile { try LottieFile(layers: Self.card, more: Self.assets) }

  @Test func `key paths are the names of layers, groups and items, and then of the property`() throws {
    let paths = try file().animation.keyPaths
    for path in [
      "Card.Transform.Position", "Card.Box.Group 1.Fill 1.Color", "Card.Box.Group 1.Rect.Size", "Card.Time Remap",
      "Card.Box.Group 1.Transform.Rotation", "Back.Color", "Back.Transform.Opacity",
    ] { #expect(paths.contains(path), "\(path)") }
    #expect(Set(paths).count == paths.count)
  }

  @Test(arguments: [
    "Card.Box.Group 1.Fill 1.Color", "**.Fill 1.Color", "Card.*.*.Fill 1.Color", "Card.**.Color", "**.Color",
  ])
  func `a value replaces those that its pattern matches`(pattern: String) throws {
    let file = try file()
    #expect(try file.pixel(try file.layer(), 5, 5) == 0xFF00_00FF)
    #expect(try file.pixel(try file.layer { $0.values = [(pattern, "lime")] }, 5, 5) == 0xFF00_FF00)
    #expect(try file.pixel(try file.layer { $0.values = [(pattern, [0, 1, 0])] }, 5, 5) == 0xFF00_FF00)
  }

  @Test(arguments: ["Fill 1.Color", "*.Fill 1.Color", "Card", "card.Box.Group 1.Fill 1.Color", "**.Fill 2.Color"])
  func `a pattern that matches nothing is an error that names the nearest`(pattern: String) throws {
    let file = try file()
    var options = LottieOptions()
    options.values = [(pattern, "red")]
    let error = try #require(file.error(options))
    #expect(error.message.contains("matches no key path of film.json"))
    #expect(error.message.contains("did you mean") || error.message.contains("the nearest are"))
  }

  @Test func `an error says the value that it got, and a picture without a file is a warning`() throws {
    var options = LottieOptions()
    options.values = [("**.Fill 1.Color", "redd")]
    #expect(try file().error(options)?.message.hasSuffix(", got string \"redd\"") == true)
    let lost = try LottieFile(layers: #"{"ty":2,"nm":"Pic","refId":"none"}"#)
    _ = try lost.layer()
    #expect(lost.messages == ["film.json: pictures that the file lacks are not shown (Pic)"])
  }

  @Test func `a value with keys moves`() throws {
    let file = try file()
    let root = try file.layer {
      $0.values = [
        (
          "Back.Transform.Opacity",
          ["keyframes": [["time": 0, "value": 0], ["time": 1, "value": 100]]]
        )
      ]
    }
    let animation = try #require(root.keyframes("opacity"))
    #expect(animation.values == [0, 1] && animation.duration == 1)
  }

  @Test func `a colour of two numbers is none`() throws {
    let file = try file()
    let wrong: [PropertyValue] = [
      .array([1, 0]), .array([1]), .array([]), .array([1, 0, 0, 1, 0]), 5, "redd", .point(Point(1, 0)),
    ]
    for value in wrong + wrong.map({ ["keyframes": .array([["time": 0, "value": $0]])] }) {
      var options = LottieOptions()
      options.values = [("**.Fill 1.Color", value)]
      #expect(file.error(options)?.message.contains("expected a colour such as") == true, "\(value)")
    }
  }

  @Test func `key frames in falling order are an error, and two at one time a jump`() throws {
    func keys(_ times: [Double]) -> PropertyValue {
      ["keyframes": .array(times.map { ["time": .number($0), "value": 50] })]
    }
    var options = LottieOptions()
    options.values = [("Back.Transform.Opacity", keys([0, 1, 0.5]))]
    let message = try #require(try file().error(options)?.message)
    #expect(message.hasSuffix(".keyframes: expected times that grow, got 0.5 after 1"), "\(message)")
    options.values = [("Back.Transform.Opacity", keys([0, 0.5, 0.5, 1]))]
    #expect(try file().error(options) == nil)
  }

  @Test func `a value of another kind is an error`() throws {
    let file = try file()
    for (path, value) in [
      ("**.Color", PropertyValue.bool(true)), ("**.Opacity", "x"), ("Card.Transform.Position", 5),
      ("Back.Transform.Opacity", ["keyframes": 3]),
    ] {
      var options = LottieOptions()
      options.values = [(path, value)]
      #expect(file.error(options)?.message.contains("expected") == true, "\(path)")
    }
  }

  @Test func `every key path takes a value`() throws {
    let file = try file()
    for path in file.animation.keyPaths where path != "Card.Time Remap" {
      let value: PropertyValue =
        path.hasSuffix("Color")
        ? "red" : ["Position", "Anchor Point", "Scale", "Size"].contains { path.hasSuffix($0) } ? [3, 4] : 5
      _ = try file.layer { $0.values = [(path, value)] }
    }
  }

  @Test func `a missing picture is told and may be replaced`() throws {
    let file = try LottieFile(layers: #"{"ty":2,"nm":"Photo","refId":"image_0"}"#, more: Self.assets)
    _ = try file.layer()
    #expect(file.messages == ["film.json: pictures that are missing are not shown (Photo: \"images/none.png\")"])
    let image = Image(try Bitmap(width: 1, height: 1, scale: 1, straightBytes: [255, 0, 0, 255]))
    #expect(try file.pixel(try file.layer { $0.images = [("image_0", image)] }, 5, 5) == 0xFF00_00FF)
    #expect(try file.pixel(try file.layer { $0.images = [("*", image)] }, 5, 5) == 0xFF00_00FF)
    var options = LottieOptions()
    options.images = [("image_1", image)]
    #expect(file.error(options)?.message.contains("did you mean \"image_0\"?") == true)
    #expect(file.animation.info.pictures.map(\.id) == ["image_0"])
  }

  @Test(arguments: ["../x.png", "/etc/passwd", "http://example.com/a.png"])
  func `pictures elsewhere are not read`(name: String) throws {
    let file = try LottieFile(
      layers: #"{"ty":2,"nm":"P","refId":"i"}"#, more: #""assets":[{"id":"i","p":"\#(name)"}],"#)
    _ = try file.layer()
    #expect(file.messages.count == 1 && file.messages[0].contains("cannot be read"))
  }

  @Test func `the viewport fits a part into the whole`() throws {
    let file = try file()
    let root = try file.layer { $0.viewport = Rect(0, 0, 50, 50) }
    #expect(try file.pixel(root, 35, 35) == 0xFF00_00FF && file.pixel(root, 45, 45) == 0xFFFF_0000)
    var options = LottieOptions()
    options.viewport = Rect(0, 0, 0, 5)
    #expect(file.error(options)?.message.contains("viewport") == true)
  }

  // MARK: Left out

  @Test func `what is not drawn is told once a kind, with a count and the first place`() throws {
    let file = try LottieFile(
      layers: #"{"ty":13,"nm":"Cam"},{"ty":1,"nm":"A","sw":1,"sh":1,"sc":"red","ks":{"r":{"k":1,"x":"foo()"},"#
        + #""o":{"k":1,"x":"bar()"}},"ef":[{"ty":34,"nm":"Pin"}]}"#)
    _ = try file.layer()
    #expect(
      file.messages == [
        "film.json: cameras are ignored: layers turn without perspective (Cam)",
        "film.json: expressions are not run: the properties keep their own keys (2 places, first A.Transform.Rotation)",
        "film.json: effects are not drawn: puppet pins (A.Effects.Pin)",
      ])
    #expect(file.animation.info.notDrawn.map(\.count) == [1, 2, 1])
  }

  // MARK: Expressions

  private func values(_ expression: String, _ keys: String = #"[{"t":0,"s":[0]},{"t":10,"s":[10]}]"#, more: String = "")
    throws -> [Double]
  {
    let file = try LottieFile(
      layers: #"{"ty":1,"nm":"A","sw":9,"sh":9,"sc":"red","ks":{"p":{"s":true,"x":{"k":\#(keys),"x":"\#(expression)"},"#
        + #""y":{"k":0}}}\#(more)}"#)
    let root = try file.layer()
    return try [0, 5, 12, 25, 33].map {
      let layer = try #require(try root.presentation(at: $0 / 30).find("A"))
      return (layer.position.x * 1000).rounded() / 1000
    }
  }

  @Test func `a part ends at its end, and stays there unless it is repeated`() throws {
    let moving =
      #"{"ty":1,"nm":"Box","sw":10,"sh":10,"sc":"red","ks":{"p":{"k":[{"t":0,"s":[0,0]},"#
      + #"{"t":60,"s":[60,0]}]}}}"#
    let file = try LottieFile(
      layers: moving, more: #""markers":[{"cm":"part","tm":15,"dr":15},{"cm":"rest","tm":30}],"#)
    func isAt(_ x: Int, _ layer: Layer, _ time: Double) throws -> Bool {
      try file.pixel(layer, x + 5, 5, at: time) != 0 && file.pixel(layer, x + 12, 5, at: time) == 0
        && (x < 3 || file.pixel(layer, x - 3, 5, at: time) == 0)
    }
    let part = try file.layer { $0.marker = "part" }
    for (time, x) in [(0, 15), (0.25, 22), (0.49, 29), (0.5, 30), (0.6, 30), (5, 30)] as [(Double, Int)] {
      #expect(try isAt(x, part, time), "\(time)")
    }
    let repeated = try file.layer { ($0.marker, $0.loop) = ("part", .forever) }
    #expect(try isAt(15, repeated, 1) && isAt(22, repeated, 1.25))
    let rest = try file.layer { $0.marker = "rest" }
    #expect(try isAt(30, rest, 0) && isAt(45, rest, 0.5) && isAt(60, rest, 3))
    let whole = try file.layer { _ in }
    #expect(try isAt(15, whole, 0.5) && isAt(60, whole, 3))
  }

  @Test func `a loop goes on with the speed at its last or first key`() throws {
    #expect(try values("loopOut('continue')") == [0, 5, 12, 25, 33])
    let late = #"[{"t":20,"s":[0]},{"t":30,"s":[10]}]"#
    #expect(try values("loopIn('continue')", late) == [-20, -15, -8, 5, 10])
    // An end without speed stays; one with three times the mean speed goes on with that.
    func eased(_ y: Double, _ hold: String = "") -> String {
      #"[{"t":0,"s":[0],"o":{"x":[0.5],"y":[0.5]},"i":{"x":[0.5],"y":[\#(y)]}\#(hold)},{"t":10,"s":[10],"h":1}]"#
    }
    #expect(try values("loopOut('continue')", eased(1))[2...] == [10, 10, 10])
    #expect(try values("loopOut('continue')", eased(-0.5))[2...] == [16, 55, 79])
    #expect(try values("loopOut('continue')", eased(1, #","h":1"#))[2...] == [10, 10, 10])
    #expect(try values("loopOut('continue')", #"[{"t":3,"s":[4]}]"#) == [4, 4, 4, 4, 4])
  }

  @Test func `a curved way goes on straight, and bounded values stop at their bounds`() throws {
    let file = try LottieFile(
      layers:
        #"{"ty":4,"nm":"A","ks":{"p":{"x":"loopOut('continue')","k":[{"t":0,"s":[0,0],"to":[0,0],"ti":[-10,-20]},"#
        + #"{"t":30,"s":[30,30]}]},"o":{"x":"loopOut('continue')","k":[{"t":0,"s":[100]},{"t":30,"s":[50]}]}},"#
        + #""shapes":[{"ty":"rc","s":{"k":[9,9]}},{"ty":"fl","nm":"F","c":{"x":"loopOut('continue')","#
        + #""k":[{"t":0,"s":[0,1,0]},{"t":20,"s":[0.5,0.5,0]}]}}]}"#)
    let root = try file.layer()
    let layer = try #require(try root.presentation(at: 1.5).find("A"))
    #expect(abs(layer.position.x - 45) < 1e-6 && abs(layer.position.y - 60) < 1e-6)
    #expect(abs(layer.opacity - 0.25) < 1e-6)
    func color(at time: Double) throws -> Color? {
      guard case .color(let color)? = try root.presentation(at: time).first(ShapeLayer.self)?.fillColor else {
        return nil
      }
      return color
    }
    let fill = try #require(try color(at: 1))
    #expect(abs(fill.red - 0.75) < 1e-6 && abs(fill.green - 0.25) < 1e-6 && fill.blue == 0)
    let last = try #require(try color(at: 1.9))
    #expect(last.red == 1 && last.green == 0)
    #expect(file.messages.isEmpty, "\(file.messages)")
  }

  @Test func `a loop of seconds repeats them to the frame`() throws {
    // Four frames of ten, which begin between two keys.
    #expect(try values("loopOutDuration('cycle', 0.133333)")[2...] == [8, 9, 9])
    let late = #"[{"t":20,"s":[0]},{"t":30,"s":[10]}]"#
    #expect(try values("loopInDuration('cycle', 0.3)", late)[..<3] == [7, 3, 1])
    // Longer than the keys: the first value stays before them.
    #expect(
      try values("loopOutDuration('cycle', 0.666667)", #"[{"t":0,"s":[0]},{"t":10,"s":[10]}]"#)[2...] == [0, 5, 0])
    // Without a number from the layer's first frame.
    #expect(
      try values("loopOutDuration()", #"[{"t":5,"s":[0]},{"t":10,"s":[10]}]"#, more: #","ip":0"#)[2...] == [0, 0, 0])
  }

  /// The repeated part of an eased way is that of the way itself.
  @Test(arguments: [0.05, 0.1, 0.21, 0.33, 0.5])
  func `a loop of seconds follows an eased way`(seconds: Double) throws {
    let keys = #"[{"t":0,"s":[0],"o":{"x":[0.7],"y":[0]},"i":{"x":[0.3],"y":[1]}},{"t":20,"s":[100]}]"#
    func at(_ frames: [Double], _ expression: String) throws -> [Double] {
      let file = try LottieFile(
        layers: #"{"ty":1,"nm":"A","sw":9,"sh":9,"sc":"red","ks":{"p":{"s":true,"x":{"k":\#(keys),"#
          + #""x":"\#(expression)"},"y":{"k":0}}}}"#)
      let root = try file.layer()
      return try frames.map { try #require(try root.presentation(at: $0 / 30).find("A")).position.x }
    }
    let length = seconds * 30
    let times = (1...40).map { 20 + Double($0) * 0.83 }
    let looped = try at(times, "loopOutDuration('cycle', \(seconds))")
    let own = try at(times.map { 20 - length + ($0 - 20).truncatingRemainder(dividingBy: length) }, "")
    for (a, b) in zip(looped, own) { #expect(abs(a - b) < 2.5, "\(a) \(b)") }
  }

  @Test func `loops repeat the keys, forward, back and onward`() throws {
    #expect(try values("loopOut()") == [0, 5, 2, 5, 3])
    #expect(try values("var $bm_rt;\\n$bm_rt = loopOut('cycle');") == [0, 5, 2, 5, 3])
    #expect(try values("loopOut('pingpong')") == [0, 5, 8, 5, 7])
    #expect(try values("loopOut('offset')") == [0, 5, 12, 25, 33])
    let late = #"[{"t":20,"s":[0]},{"t":30,"s":[10]}]"#
    #expect(try values("loopIn('cycle')", late) == [0, 5, 2, 5, 10])
    #expect(
      try values("loopOut('cycle', 1)", #"[{"t":0,"s":[0]},{"t":5,"s":[3]},{"t":10,"s":[10]}]"#)[2...] == [5.8, 3, 7.2])
  }

  @Test func `time and links to controls are followed`() throws {
    #expect(try values("$bm_mul(time, 30)") == [0, 5, 12, 25, 33])
    #expect(try values("time * 60") == [0, 10, 24, 50, 66])
    let slider = #","ef":[{"ty":5,"nm":"Speed","ef":[{"ty":0,"nm":"Slider","v":{"k":7}}]}]"#
    #expect(try values("effect('Speed')('Slider')", more: slider) == [7, 7, 7, 7, 7])
    #expect(try values("thisComp.layer('A').effect('Speed')('Slider')", more: slider) == [7, 7, 7, 7, 7])
    #expect(try values("thisComp.layer('B').transform.position") == [0, 5, 10, 10, 10])
  }

  @Test func `a wiggle stays within its amount and is always the same`() throws {
    let a = try values("wiggle(5, 20)", "50"), b = try values("wiggle(5, 20)", "50")
    #expect(a == b && Set(a).count > 2 && a.allSatisfy { abs($0 - 50) <= 20 })
  }
}
