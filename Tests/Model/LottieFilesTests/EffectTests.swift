// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import LottieFiles
import Testing

/// Effects that become filters.
struct EffectTests {
  /// A solid of one colour with an effect: its layer, and the file to draw it.
  private func made(_ type: Int, _ values: [String], color: String = "#808080") throws -> (LottieFile, Layer) {
    let list = values.map { $0.isEmpty ? "{}" : #"{"v":\#($0)}"# }.joined(separator: ",")
    let file = try LottieFile(
      layers: #"{"ty":1,"nm":"S","sw":100,"sh":100,"sc":"\#(color)","ef":[{"ty":\#(type),"nm":"E","ef":[\#(list)]}]}"#)
    return (file, try file.layer())
  }

  private static let fade = #"{"k":[{"t":0,"s":[0]},{"t":30,"s":[1]}]}"#

  @Test func `the colour and the amount of a fill move`() throws {
    let colors = #"{"k":[{"t":0,"s":[1,0,0]},{"t":30,"s":[0,0,1]}]}"#
    let (file, root) = try made(21, ["", "", colors])
    #expect(root.keyframes("filters.effect1.inputBiasVector")?.values?.count == 2)
    #expect(try file.pixel(root, 50, 50) == 0xFF00_00FF && file.pixel(root, 50, 50, at: 1) == 0xFFFF_0000)
    #expect(try file.pixel(root, 50, 50, at: 0.5) == 0xFF80_0080)
    let (other, faded) = try made(21, ["", "", colors, "", "", "", Self.fade])
    #expect(try other.pixel(faded, 50, 50) == 0xFF80_8080 && other.pixel(faded, 50, 50, at: 1) == 0xFFFF_0000)
  }

  @Test func `the colours and the amount of a tint move`() throws {
    let white = #"{"k":[{"t":0,"s":[1,1,1]},{"t":30,"s":[1,0,0]}]}"#
    let (file, root) = try made(20, [#"{"k":[0,0,0]}"#, white, #"{"k":100}"#], color: "white")
    #expect(try file.pixel(root, 50, 50) == 0xFFFF_FFFF && file.pixel(root, 50, 50, at: 1) == 0xFF00_00FF)
    let (other, faded) = try made(
      20, [#"{"k":[0,0,1]}"#, "", #"{"k":[{"t":0,"s":[0]},{"t":30,"s":[100]}]}"#], color: "black")
    #expect(try other.pixel(faded, 50, 50) == 0xFF00_0000 && other.pixel(faded, 50, 50, at: 1) == 0xFFFF_0000)
  }

  @Test func `a blur has its directions, and moves`() throws {
    func names(_ direction: Int) throws -> [String] {
      let (_, root) = try made(29, [#"{"k":20}"#, #"{"k":\#(direction)}"#])
      return try #require(root.find("S")).filters?.map(\.className) ?? []
    }
    #expect(try names(1) == ["CIGaussianBlur"])
    #expect(try names(2) == Array(repeating: "CIMotionBlur", count: 3) && names(3) == names(2))
    let (_, root) = try made(29, [Self.fade])
    #expect(root.keyframes("filters.effect1.inputRadius")?.values == [0, 0.3])
    let (file, across) = try made(29, [#"{"k":20}"#, #"{"k":2}"#])
    // Beside the edges at the left only: the film's own bounds cut what lies outside.
    #expect(try file.pixel(across, 50, 0) == file.pixel(across, 50, 50) && file.pixel(across, 0, 50) != 0xFF80_8080)
  }

  @Test func `levels map the range of the input by a power to that of the output`() throws {
    func pixel(_ values: [String], _ color: String = "#808080") throws -> UInt32 {
      let (file, root) = try made(24, ["", "", ""] + values.map { #"{"k":\#($0)}"# }, color: color)
      return try file.pixel(root, 50, 50)
    }
    #expect(try pixel(["0", "1", "1", "0", "1"]) == 0xFF80_8080)
    #expect(try pixel(["0.6", "1", "1", "0", "1"]) == 0xFF00_0000)
    #expect(try pixel(["0", "0.5", "1", "0", "1"]) == 0xFFFF_FFFF)
    #expect(try pixel(["0", "1", "1", "1", "0"], "white") == 0xFF00_0000)
    // √(128 / 255) · 255 = 180.7
    #expect(try pixel(["0", "1", "2", "0", "1"]) == 0xFFB5_B5B5)
  }

  @Test func `levels of single colours map each by its own range`() throws {
    /// The values of an effect, of which those from a place on are given.
    func made(_ first: Int, _ values: [String], _ color: String = "#808080") throws -> (LottieFile, Layer) {
      try self.made(24, Array(repeating: "", count: first) + values.map { #"{"k":\#($0)}"# }, color: color)
    }
    func pixel(_ first: Int, _ values: [String], _ color: String = "#808080") throws -> UInt32 {
      let (file, root) = try made(first, values, color)
      return try file.pixel(root, 50, 50)
    }
    #expect(try pixel(10, ["0.6", "1", "1", "0", "1"]) == 0xFF80_8000)
    #expect(try pixel(17, ["0", "0.5", "1", "0", "1"]) == 0xFF80_FF80)
    #expect(try pixel(24, ["0", "1", "1", "1", "0"], "white") == 0xFF00_FFFF)
    #expect(try pixel(31, ["0", "1", "1", "0", "0.5"], "white") == 0x8080_8080)
    let (usual, _) = try made(10, ["0", "1", "1", "0", "1"])
    let (gamma, _) = try made(10, ["0", "1", "2", "0", "1"])
    #expect(usual.messages.isEmpty)
    #expect(gamma.messages == ["film.json: effects are not drawn: gamma of single colours (S.Effects.E)"])
  }

  @Test func `a tritone maps dark, middle and light colours to three, which move`() throws {
    let light = #"{"k":[1,0,0]}"#, middle = #"{"k":[0,1,0]}"#
    let dark = #"{"k":[{"t":0,"s":[0,0,1]},{"t":30,"s":[1,1,1]}]}"#
    func pixel(_ color: String, at time: Double = 0) throws -> UInt32 {
      let (file, root) = try made(23, [light, middle, dark], color: color)
      return try file.pixel(root, 50, 50, at: time)
    }
    #expect(try pixel("white") == 0xFF00_00FF && pixel("black") == 0xFFFF_0000 && pixel("black", at: 1) == 0xFFFF_FFFF)
    // The brightness 0.5 within a level, and halfway to dark.
    #expect(try pixel("#808080") & 0xF0FF_F0F0 == 0xF0FD_0000 || pixel("#808080") >> 8 & 255 > 250)
    #expect(try pixel("#404040") >> 16 & 255 > 120)
    let (file, _) = try made(23, [light, middle, dark, #"{"k":50}"#])
    #expect(file.messages == ["film.json: the original is not mixed into tritones (S.Effects.E)"])
  }

  @Test func `a matte by effect masks a layer where another is, or is not`() throws {
    func shown(_ channel: Int, _ isInverted: Int, source: String = "white") throws -> [Bool] {
      let file = try LottieFile(
        layers: #"{"ty":1,"nm":"M","ind":3,"td":1,"sw":50,"sh":100,"sc":"\#(source)"},"#
          + #"{"ty":1,"nm":"S","sw":100,"sh":100,"sc":"red","ef":[{"ty":28,"nm":"E","ef":[{"v":{"k":3}},"#
          + #"{"v":{"k":\#(channel)}},{"v":{"k":\#(isInverted)}}]}]}"#)
      let root = try file.layer()
      return try [25, 75].map { try file.pixel(root, $0, 50) == 0xFF00_00FF }
    }
    #expect(try shown(4, 0) == [true, false] && shown(4, 1) == [false, true])
    #expect(try shown(5, 0) == [true, false] && shown(5, 0, source: "black") == [false, false])
    #expect(try shown(5, 1, source: "black") == [true, true])
  }

  @Test func `a radial shadow falls away from its light`() throws {
    func made(_ light: String) throws -> (LottieFile, Layer) {
      let file = try LottieFile(
        layers: #"{"ty":1,"nm":"S","sw":40,"sh":20,"sc":"red","ef":[{"ty":5,"mn":"ADBE Radial Shadow","nm":"E","ef":["#
          + #"{"v":{"k":[0,0,1]}},{"v":{"k":80}},{"v":\#(light)},{"v":{"k":50}},{"v":{"k":10}}]}]}"#)
      return (file, try file.layer())
    }
    let (file, root) = try made(#"{"k":[0,-10]}"#)
    let layer = try #require(root.find("S"))
    #expect(layer.shadowOffset == Size(10, 10) && layer.shadowOpacity == 0.8 && layer.shadowRadius == 2)
    #expect(file.messages == ["film.json: radial shadows are drawn as shadows at an offset (S.Effects.E)"])
    let (_, moving) = try made(#"{"k":[{"t":0,"s":[0,-10]},{"t":30,"s":[40,-10]}]}"#)
    #expect(moving.keyframes("shadowOffset")?.values == [.size(Size(10, 10)), .size(Size(-10, 10))])
  }

  @Test func `a stroke paints along masks, over the content, alone, or as what shows it`() throws {
    func made(_ style: Int, _ isOfAll: Int = 0, end: String = "100") throws -> (LottieFile, Layer) {
      func mask(_ y: Int) -> String {
        #"{"mode":"n","nm":"M","pt":{"k":{"v":[[0,\#(y)],[100,\#(y)]],"i":[],"o":[],"c":false}}}"#
      }
      let values = ["2", "\(isOfAll)", "0", "[0,0,1]", "5", "75", "1", "0", end, "15", "\(style)"]
      let file = try LottieFile(
        layers: #"{"ty":1,"nm":"S","sw":100,"sh":100,"sc":"red","masksProperties":[\#(mask(20)),\#(mask(80))],"#
          + #""ef":[{"ty":22,"nm":"E","ef":[\#(values.map { #"{"v":{"k":\#($0)}}"# }.joined(separator: ","))]}]}"#)
      return (file, try file.layer())
    }
    func pixels(_ made: (LottieFile, Layer)) throws -> [UInt32] {
      try [20, 50, 80].map { try made.0.pixel(made.1, 50, $0) }
    }
    let (red, blue): (UInt32, UInt32) = (0xFF00_00FF, 0xFFFF_0000)
    #expect(try pixels(made(1)) == [red, red, blue] && pixels(made(1, 1)) == [blue, red, blue])
    #expect(try pixels(made(2)) == [0, 0, blue] && pixels(made(3)) == [0, 0, red])
    let (_, root) = try made(1, end: #"[{"t":0,"s":[0]},{"t":30,"s":[100]}]"#)
    let line = try #require(root.first(ShapeLayer.self))
    #expect(line.lineWidth == 10 && line.lineCap == .round && line.trimMode == .length)
    #expect(root.keyframes("strokeEnd")?.values == [0, 1])
  }

  @Test func `effects without a type of the format are told once`() throws {
    let file = try LottieFile(
      layers: #"{"ty":1,"nm":"S","sw":9,"sh":9,"sc":"red","ef":[{"ty":5,"nm":"Glow","mn":"ADBE Glo2"},"#
        + #"{"ty":5,"nm":"Slider","mn":"ADBE Slider Control"},{"ty":5,"nm":"Mine","mn":"Pseudo/1"}]}"#)
    _ = try file.layer()
    #expect(
      file.messages == ["film.json: effects are not drawn: those that the format has no type for (S.Effects.Glow)"])
  }
}
