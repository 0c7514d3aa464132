// SPDX-License-Identifier: MIT
import Foundation
import Geometry
import LayerModel
import LottieFiles
import Pixels
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

  // MARK: Animators

  /// The layers of the units of an animated text.
  private func units(_ file: LottieFile) throws -> [Layer] {
    let text = try #require(try file.layer().find("T"))
    return try #require(text.sublayers.first?.sublayers.first).sublayers
  }

  private func animated(_ values: String, selector: String = "{}", _ document: String = #""t":"abcd","j":0"#) throws
    -> LottieFile
  {
    try film(document, #","a":[{"nm":"A","s":\#(selector),"a":{\#(values)}}]"#)
  }

  @Test func `an animator paints characters`() throws {
    let plain = try units(try animated(#""r":{"k":0}"#))
    #expect(plain.allSatisfy { $0.first(TextLayer.self) != nil })
    let half = #"{"b":1,"s":{"k":0},"e":{"k":50}}"#
    let red = try units(try animated(#""fc":{"k":[1,0,0,1]}"#, selector: half))
    #expect(red.map { $0.first(ShapeLayer.self)?.fillColor?.color?.red } == [1, 1, 0, 0])
    let boxes = try red.map { try #require($0.first(ShapeLayer.self)?.path).boundingBox }
    #expect(boxes.allSatisfy { $0.maxY < 3 && $0.minY > -10 && $0.width > 2 && $0.minX < 3 }, "\(boxes)")
  }

  @Test func `an animator strokes characters, also where the document does not`() throws {
    func lines(_ values: String, _ document: String = "") throws -> [ShapeLayer] {
      try units(try animated(values, #""t":"ab"\#(document)"#)).compactMap { unit in
        var found: ShapeLayer?
        func walk(_ layer: Layer) {
          if let shape = layer as? ShapeLayer, shape.strokeColor != nil { found = shape }
          layer.sublayers.forEach(walk)
        }
        walk(unit)
        return found
      }
    }
    let own = try lines(#""sw":{"k":3},"sc":{"k":[0,0,1]}"#, #","sc":[0,1,0],"sw":2"#)
    #expect(own.map(\.lineWidth) == [5, 5])
    #expect(own.allSatisfy { $0.strokeColor == .color(.init(red: 0, green: 0, blue: 1)) && $0.fillColor == nil })
    let colored = try lines(#""sc":{"k":[0,0,1]}"#)
    #expect(colored.map(\.lineWidth) == [1, 1] && colored.allSatisfy { $0.fillColor != nil })
    #expect(try lines(#""sw":{"k":-4}"#).allSatisfy { $0.lineWidth == 0 })
    let moving = try animated(#""sw":{"k":[{"t":0,"s":[0]},{"t":30,"s":[4]}]}"#).layer()
    #expect(moving.keyframes("lineWidth")?.values?.last == 4)
  }

  @Test func `an animator slants characters along an axis, and shifts them from their anchors`() throws {
    let slanted = try units(try animated(#""sk":{"k":45},"sa":{"k":0}"#))
    let m = slanted[0].transform
    #expect(abs(m.m11 - 1) < 1e-9 && abs(m.m12) < 1e-9 && abs(m.m21 + 1) < 1e-9 && abs(m.m22 - 1) < 1e-9, "\(m)")
    let along = try units(try animated(#""sk":{"k":45},"sa":{"k":90}"#))[0].transform
    #expect(abs(along.m12 - 1) < 1e-9 && abs(along.m21) < 1e-9, "\(along)")
    let plain = try units(try animated(#""r":{"k":0}"#))[1], moved = try units(try animated(#""a":{"k":[3,4]}"#))[1]
    #expect(moved.position == plain.position)
    let (a, b) = (plain.sublayers[0].position, moved.sublayers[0].position)
    #expect(abs(a.x - b.x - 3) < 1e-9 && abs(a.y - b.y - 4) < 1e-9)
  }

  @Test(arguments: [0, 1, 2])
  func `tracking is in points, and keeps text where it is aligned`(justification: Int) throws {
    let document = #""t":"abcd","j":\#(justification)"#
    let plain = try units(try animated(#""r":{"k":0}"#, document)).map(\.position.x)
    let wide = try units(try animated(#""t":{"k":10}"#, document)).map(\.position.x)
    let moved = zip(plain, wide).map { (($1 - $0) * 1000).rounded() / 1000 }
    let expected: [[Double]] = [[0, 10, 20, 30], [-30, -20, -10, 0], [-15, -5, 5, 15]]
    #expect(moved == expected[justification])
    // Each character takes its own part of the tracking.
    let part = try units(
      try animated(#""t":{"k":10}"#, selector: #"{"s":{"k":50},"e":{"k":100}}"#, #""t":"abcd","j":0"#))
    let steps = zip(try units(try animated(#""r":{"k":0}"#)), part).map { ($1.position.x - $0.position.x).rounded() }
    #expect(steps == [0, 0, 10, 20])
  }

  @Test func `values of animators that are not followed are warnings`() throws {
    let file = try animated(#""bl":{"k":[5,5]},"fh":{"k":90},"rx":{"k":0}"#)
    _ = try file.layer()
    #expect(file.messages.contains { $0.contains("animators of text are not followed: blur (T.A)") })
    #expect(file.messages.contains { $0.contains("not followed: fill hue") })
    #expect(!file.messages.contains { $0.contains("rotation about x") }, "\(file.messages)")
  }

  // MARK: Paths

  /// A text along the mask `P` of its layer, an open line from (10, 20) down to (10, 120) unless another is given.
  private func along(
    _ options: String, _ document: String = #""t":"ab","j":0"#, animators: String = "",
    path: String = #"{"v":[[10,20],[10,120]],"i":[[0,0],[0,0]],"o":[[0,0],[0,0]],"c":false}"#, mask: String = "0"
  ) throws -> LottieFile {
    try LottieFile(
      layers: #"{"ty":5,"nm":"T","hasMask":true,"masksProperties":[{"mode":"n","nm":"P","pt":{"k":\#(path)}}],"#
        + #""t":{"p":{"m":\#(mask)\#(options)}\#(animators),"d":{"k":[{"t":0,"s":{"s":10,"f":"DejaVu Sans","#
        + #""fc":[0,0,0],\#(document)}}]}}}"#)
  }

  private func turn(_ layer: Layer) -> Double { atan2(layer.transform.m12, layer.transform.m11) }

  @Test func `text runs along the path of a mask`() throws {
    let widths = try runs(try film(#""t":"ab""#).layer()).count
    #expect(widths == 1)
    let file = try along(#","f":{"k":5},"p":{"k":1}"#)
    let letters = try units(file)
    #expect(file.messages.isEmpty, "\(file.messages)")
    #expect(letters.count == 2 && letters.allSatisfy { abs($0.position.x - 10) < 1e-6 })
    #expect(
      letters[0].position.y > 25 && letters[0].position.y < 30 && letters[1].position.y > letters[0].position.y + 4)
    #expect(letters.allSatisfy { abs(turn($0) - .pi / 2) < 1e-9 })
    let upright = try units(try along(""))
    #expect(
      upright.allSatisfy { abs(turn($0)) < 1e-9 } && abs(upright[0].position.y + 5 - letters[0].position.y) < 1e-6)
    let back = try units(try along(#","r":{"k":1},"p":{"k":1}"#))
    #expect(back[0].position.y > 110 && back[1].position.y < back[0].position.y && abs(turn(back[0]) + .pi / 2) < 1e-9)
    let right = try units(try along("", #""t":"ab","j":1"#)), middle = try units(try along("", #""t":"ab","j":2"#))
    #expect(right[1].position.y > 115 && right[1].position.y < 120)
    #expect(abs((middle[0].position.y + middle[1].position.y) / 2 - 70) < 1)
    let filled = try units(try along(#","a":{"k":1}"#, #""t":"aba","j":0"#))
    #expect(abs(filled[1].position.y - 70) < 1e-6 && filled[0].position.y < 25 && filled[2].position.y > 115)
  }

  @Test func `margins and paths of texts move, and closed paths go round`() throws {
    let ring =
      #"{"v":[[50,10],[90,50],[50,90],[10,50]],"i":[[-22,0],[0,-22],[22,0],[0,22]],"#
      + #""o":[[22,0],[0,22],[-22,0],[0,-22]],"c":true}"#
    let moving = try along(
      #","p":{"k":1},"f":{"k":[{"t":0,"s":[0]},{"t":60,"s":[500]}]}"#, #""t":"a""#, path: ring)
    let root = try moving.layer()
    let places = try #require(root.keyframes("position")?.values)
    #expect(places.count == 61)
    for case .point(let p) in places { #expect(abs((p - Point(50, 50)).length - 40) < 1, "\(p)") }
    let turns = try #require(root.keyframes("transform.rotation.z")?.values).compactMap(\.asNumber)
    #expect(zip(turns, turns.dropFirst()).allSatisfy { $1 > $0 && $1 - $0 < 1 } && turns[60] > 4 * .pi - 1)
    let animators = #","a":[{"s":{},"a":{"p":{"k":[10,-5]},"fc":{"k":[1,0,0]}}}]"#
    let moved = try units(try along(#","p":{"k":1}"#, animators: animators)),
      plain = try units(try along(#","p":{"k":1}"#))
    #expect(abs(moved[0].position.y - plain[0].position.y - 10) < 1e-6 && abs(moved[0].position.x - 15) < 1e-6)
    #expect(moved[0].first(ShapeLayer.self) != nil)
  }

  @Test func `a path that a text lacks is a warning, and odd ones draw straight`() throws {
    let lost = try along("", mask: "3")
    #expect(try runs(try lost.layer()).first?.y == 0)
    #expect(lost.messages.contains { $0.contains("texts along a path that the file lacks are drawn straight") })
    for path in ["{}", #"{"v":[[1,1]],"c":true}"#, #"{"v":[[1,1],[1,1]],"c":false}"#] {
      #expect(try !units(try along("", path: path)).isEmpty)
    }
    let last = try along(#","l":{"k":-20}"#)
    _ = try last.layer()
    #expect(last.messages.contains { $0.contains("last margins") })
    #expect(last.animation.keyPaths.contains("T.First Margin") && last.animation.keyPaths.contains("T.Masks.P.Path"))
    let given = try last.layer { $0.values = [("T.First Margin", 30)] }
    #expect(try runs(given).count == 2)
  }
}
