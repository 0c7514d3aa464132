// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import LottieFiles
import Testing

/// Texts in lines and in units.
struct TextTests {
  private func film(_ document: String, _ more: String = "") throws -> LottieFile {
    try LottieFile(
      layers: #"{"ty":5,"nm":"T","t":{"d":{"k":[{"t":0,"s":{"s":10,"f":"DejaVu Sans","fc":[0,0,0],\#(document)}}]}"#
        + "\(more)}}")
  }

  /// The text layers with the places of their left ends and baselines.
  private func runs(_ layer: Layer, at offset: Point = .zero) throws -> [(text: String, x: Double, y: Double)] {
    var result: [(text: String, x: Double, y: Double)] = []
    for item in layer.sublayers {
      let place = Point(offset.x + item.position.x, offset.y + item.position.y)
      if case .attributedString(let string) = item.value(forKey: "string") {
        result.append((string.string, place.x, place.y))
      }
      result += try runs(item, at: place)
    }
    return result
  }

  @Test(arguments: [3, 4, 5, 6])
  func `lines fill their box, the last as its kind says`(kind: Int) throws {
    let file = try film(#""t":"aa bb cc dd","j":\#(kind),"sz":[50,90],"ps":[0,0]"#)
    let layer = try file.layer()
    let found = try runs(layer)
    #expect(found.first?.text == "aa" && found.first?.x == 0, "\(found)")
    let lines = Set(found.map(\.y)).sorted()
    #expect(lines.count == 2, "\(found)")
    let last = found.filter { $0.y == lines[lines.count - 1] }
    switch kind {
    case 3: #expect(last.count == 1 && last[0].x == 0, "\(last)")
    case 4, 5: #expect(last.count == 1 && last[0].x > 0, "\(last)")
    default: #expect(last.count > 1 || last[0].x == 0, "\(last)")
    }
  }

  @Test func `units turn about the middles of their groups`() throws {
    func anchors(_ options: String) throws -> [Double] {
      let file = try film(
        #""t":"ab cd""#, #","m":\#(options),"a":[{"s":{"b":1,"s":{"k":0}},"a":{"r":{"k":90}}}]"#)
      let text = try #require(try file.layer().find("T"))
      return try #require(text.sublayers.first?.sublayers.first).sublayers.map(\.position.x)
    }
    let characters = try anchors(#"{"g":1}"#), words = try anchors(#"{"g":2}"#), all = try anchors(#"{"g":4}"#)
    #expect(characters.count == 4 && characters == characters.sorted() && Set(characters).count == 4)
    #expect(Set(words).count == 2 && words[0] > characters[0] && words[0] < characters[1])
    let lines = try anchors(#"{"g":3}"#)
    #expect(Set(all).count == 1 && Set(lines) == Set(all))
    let shifted = try anchors(#"{"g":4,"a":{"k":[100,0]}}"#)
    #expect(shifted[0] > characters[3])
    #expect(try anchors("{}") == characters)
  }

  @Test func `characters stand by their advances, without the font's kerning`() throws {
    func width(_ text: String) throws -> Double {
      let root = try film(#""t":"\#(text)","j":0"#).layer()
      return try #require(root.first(TextLayer.self)).bounds.width
    }
    #expect(abs(try width("AV") - width("A") - width("V")) < 1e-9)
  }
}
