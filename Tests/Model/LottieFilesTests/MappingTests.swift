// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import LottieFiles
import Pixels
import Testing

/// Rows of the mapping from Lottie to layers, by the layers and animations that they make.
struct MappingTests {
  private func solid(_ more: String) -> String { #"{"ty":1,"nm":"S","sw":20,"sh":10,"sc":"red",\#(more)}"# }

  private func shapes(_ items: String, _ more: String = "") -> String {
    #"{"ty":4,"nm":"Shapes",\#(more)"shapes":[\#(items)]}"#
  }

  private func layer(_ text: String, more: String = "") throws -> (file: LottieFile, layer: Layer) {
    let file = try LottieFile(layers: text, more: more)
    return (file, try file.layer())
  }

  // MARK: Time

  @Test func `easing becomes the timing function, and a hold two values at one time`() throws {
    let (_, root) = try layer(
      solid(
        #""ks":{"o":{"k":[{"t":10,"s":[0],"o":{"x":[0.3],"y":[0.1]},"i":{"x":[0.7],"y":[1.2]}},"#
          + #"{"t":20,"s":[50],"h":1},{"t":40,"s":[100]}]}}"#))
    let animation = try #require(root.keyframes("opacity"))
    #expect(animation.values == [0, 0.5, 0.5, 1])
    #expect(animation.keyTimes == [0, 1.0 / 3, 1, 1])
    #expect(animation.timingFunctions?.first?.control1 == Point(0.3, 0.1))
    #expect(animation.timingFunctions?.first?.control2 == Point(0.7, 1.2))
    #expect(animation.beginTime == 10.0 / 30 && animation.duration == 1 && animation.fillMode == .both)
  }

  @Test func `a layer is visible from its first frame to the one before its last`() throws {
    let (file, root) = try layer(solid(#""ip":15,"op":30"#))
    #expect(
      try [0, 0.49, 0.5, 0.99, 1, 1.5].map { try file.pixel(root, 5, 5, at: $0) == 0 } == [
        true, true, false, false, true, true,
      ])
    let (other, last) = try layer(solid(#""ip":0,"op":60"#))
    #expect(try other.pixel(last, 5, 5, at: 2) != 0 && other.pixel(last, 5, 5, at: 9) != 0)
  }

  @Test func `a film that begins at another frame shows that frame first`() throws {
    let file = try LottieFile(
      #"{"fr":10,"ip":20,"op":40,"w":50,"h":50,"layers":["#
        + solid(#""ip":20,"op":30,"ks":{"p":{"k":[{"t":20,"s":[0,0]},{"t":30,"s":[10,0]}]}}"#) + "]}")
    let root = try file.layer()
    let mover = try #require(root.animated("position"))
    #expect(mover.keyframes("position")?.beginTime == 2)
    #expect(try file.pixel(root, 2, 2, at: 0) != 0 && file.pixel(root, 2, 2, at: 0.5) == 0)
    #expect(try file.pixel(root, 7, 2, at: 0.5) != 0 && file.pixel(root, 7, 2, at: 1) == 0)
  }

  @Test func `a composition runs in its own time, stretched and delayed`() throws {
    let assets =
      #""assets":[{"id":"c","layers":["# + solid(#""ip":10,"op":20"#) + "]}],"
    let (file, root) = try layer(
      #"{"ty":0,"nm":"C","refId":"c","w":50,"h":50,"ip":0,"op":60,"st":5,"sr":2}"#, more: assets)
    // Local frame = (f − 5) / 2: visible from frame 25 to 45.
    #expect(try file.pixel(root, 5, 5, at: 24.0 / 30) == 0 && file.pixel(root, 5, 5, at: 25.0 / 30) != 0)
    #expect(try file.pixel(root, 5, 5, at: 44.0 / 30) != 0 && file.pixel(root, 5, 5, at: 45.0 / 30) == 0)
  }

  // MARK: Transforms

  @Test func `anchor, position, scale and rotation are those of a layer of size 1`() throws {
    let (_, root) = try layer(
      solid(#""ks":{"a":{"k":[3,4,0]},"p":{"k":[30,40,0]},"s":{"k":[200,50,100]},"r":{"k":90},"o":{"k":50}}"#))
    let made = try #require(root.find("S"))
    #expect(made.bounds == Rect(0, 0, 1, 1) && made.anchorPoint == Point(3, 4) && made.position == Point(30, 40))
    #expect(try made.value(forKeyPath: "transform.scale.x") == 2)
    #expect(try made.value(forKeyPath: "transform.scale.y") == 0.5)
    #expect(made.opacity == 0.5)
  }

  @Test func `tangents make a motion path with the keys' times`() throws {
    let (_, root) = try layer(
      solid(
        #""ao":1,"ks":{"p":{"k":[{"t":0,"s":[0,0],"to":[10,0],"ti":[0,-10]},"#
          + #"{"t":15,"s":[20,20]},{"t":30,"s":[40,20]}]}}"#
      ))
    let animation = try #require(root.keyframes("position"))
    #expect(animation.path?.svg == "M 0 0 C 10 0 20 10 20 20 L 40 20" && animation.keyTimes == [0, 0.5, 1])
    #expect(animation.rotationMode == .auto)
  }

  @Test func `colour parts above 1 are clamped, and those of old files go to 255`() throws {
    func color(_ k: String) throws -> UInt32 {
      let (file, root) = try layer(shapes(box + #",{"ty":"fl","c":{"k":\#(k)}}"#))
      return try file.pixel(root, 50, 50)
    }
    #expect(try color("[1.0000001,0.4,0]") == color("[1,0.4,0]") && color("[255,102,0]") == color("[1,0.4,0]"))
  }

  @Test func `a position in halves animates each`() throws {
    let (_, root) = try layer(
      solid(#""ks":{"p":{"s":true,"x":{"k":[{"t":0,"s":[1]},{"t":30,"s":[5]}]},"y":{"k":7}}}"#))
    #expect(root.keyframes("position.x")?.values == [1, 5] && root.find("S")?.position.y == 7)
  }

  @Test func `a layer takes the transforms of its parents, not their opacity`() throws {
    let (file, root) = try layer(
      solid(#""parent":1"#) + "," + #"{"ty":3,"ind":1,"parent":2,"ks":{"p":{"k":[30,0]},"o":{"k":0}}},"#
        + #"{"ty":3,"ind":2,"ks":{"p":{"k":[0,50]}}}"#)
    #expect(try file.pixel(root, 35, 55) == 0xFF00_00FF && file.pixel(root, 5, 5) == 0)
  }

  @Test func `a parent whose transform changes nothing has no layer, with values too`() throws {
    let text =
      solid(#""parent":1"#) + "," + #"{"ty":3,"nm":"Idle","ind":1,"ks":{"p":{"k":[0,0]},"s":{"k":[100,100]}}}"#
    let file = try LottieFile(layers: text)
    func place(_ values: [(key: String, value: PropertyValue)]) throws -> Point? {
      let root = try file.layer { $0.values = values }
      let parent = try #require(root.find("S")?.superlayer)
      return parent === root ? nil : parent.position
    }
    #expect(try place([]) == nil && place([("S.Transform.Opacity", 50)]) == nil)
    #expect(try place([("Idle.Transform.Position", .point(Point(1, 2)))]) == Point(1, 2))
  }

  @Test func `plain layers in a row share the layers of their parents`() throws {
    func row(_ second: String, _ between: String = "") throws -> (LottieFile, Layer) {
      try layer(
        #"{"ty":1,"nm":"A","sw":20,"sh":10,"sc":"red","parent":1},\#(between)"#
          + #"{"ty":1,"nm":"B","sw":5,"sh":5,"sc":"lime","parent":1,\#(second)"ip":0,"op":60},"#
          + #"{"ty":3,"ind":1,"ks":{"p":{"k":[30,40]}}}"#)
    }
    let (file, root) = try row("")
    let parent = try #require(root.find("A")?.superlayer)
    #expect(parent === root.find("B")?.superlayer && parent.position == Point(30, 40) && parent.superlayer === root)
    #expect(parent.sublayers.map(\.name) == ["B", "A"] && root.sublayers.count == 1)
    #expect(try file.pixel(root, 32, 42) == 0xFF00_00FF && file.pixel(root, 5, 5) == 0)
    for (second, between) in [
      (#""bm":1,"#, ""), (#""ddd":1,"#, ""), ("", #"{"ty":1,"nm":"C","sw":5,"sh":5,"sc":"blue"},"#),
    ] {
      let (_, root) = try row(second, between)
      #expect(root.find("A")?.superlayer !== root.find("B")?.superlayer, "\(second)\(between)")
    }
  }

  @Test func `a cycle of parents that nothing is drawn below is no error`() throws {
    let (file, root) = try layer(solid(#""ind":3"#) + #",{"ty":3,"ind":1,"parent":1,"ks":{"p":{"k":[3,4]}}}"#)
    #expect(try file.pixel(root, 5, 5) == 0xFF00_00FF)
  }

  @Test func `skew becomes a matrix, along its axis`() throws {
    let (file, root) = try layer(solid(#""ks":{"sk":{"k":-45},"sa":{"k":0}}"#))
    #expect(try file.pixel(root, 25, 8) == 0xFF00_00FF || file.pixel(root, 1, 8) == 0)
    // R(30°) · shear(−tan 20°) · R(−30°), as in lottie-web.
    let (_, turned) = try layer(solid(#""ks":{"sk":{"k":20},"sa":{"k":30}}"#))
    let m = try #require(turned.find("S")).transform
    #expect(abs(m.m11 - 0.842397) < 1e-5 && abs(m.m12 - 0.090993) < 1e-5)
    #expect(abs(m.m21 + 0.272978) < 1e-5 && abs(m.m22 - 1.157603) < 1e-5)
  }

  // MARK: Shapes

  private let box = #"{"ty":"rc","nm":"R","s":{"k":[40,40]},"p":{"k":[50,50]}}"#

  @Test func `a style paints the paths above it, those of groups too`() throws {
    let (file, root) = try layer(
      shapes(#"{"ty":"gr","nm":"G","it":[\#(box),{"ty":"tr","p":{"k":[10,0]}}]},{"ty":"fl","c":{"k":[0,1,0]}}"#))
    #expect(try file.pixel(root, 78, 50) == 0xFF00_FF00 && file.pixel(root, 32, 50) == 0)
  }

  @Test func `a fill has its opacity and rule`() throws {
    let hole = #"{"ty":"rc","s":{"k":[10,10]},"p":{"k":[50,50]}}"#
    let (file, root) = try layer(shapes(box + "," + hole + #",{"ty":"fl","c":{"k":[1,1,1]},"r":2,"o":{"k":100}}"#))
    #expect(try file.pixel(root, 35, 50) == 0xFFFF_FFFF && file.pixel(root, 50, 50) == 0)
  }

  @Test func `a stroke has width, caps, joins and dashes`() throws {
    let (_, root) = try layer(
      shapes(
        box + #",{"ty":"st","c":{"k":[0,0,1]},"w":{"k":6},"lc":2,"lj":3,"ml":7,"#
          + #""d":[{"n":"d","v":{"k":4}},{"n":"g","v":{"k":2}},{"n":"o","v":{"k":1}}]}"#))
    let line = try #require(root.first(ShapeLayer.self))
    #expect(line.lineWidth == 6 && line.lineCap == .round && line.lineJoin == .bevel && line.miterLimit == 7)
    #expect(line.lineDashPattern == [4, 2] && line.lineDashPhase == 1 && line.fillColor == nil)
    // A dash without length counts as a hundredth.
    let dots = #""d":[{"n":"d","v":{"k":0}},{"n":"g","v":{"k":0}},{"n":"d","v":{"k":0}},{"n":"g","v":{"k":2}}]}"#
    let (_, dotted) = try layer(shapes(box + #",{"ty":"st","w":{"k":6},"lc":2,"# + dots))
    #expect(try #require(dotted.first(ShapeLayer.self)).lineDashPattern == [0.01, 0, 0.01, 2])
  }

  @Test func `a trim of one path cuts its stroke by length, with the file's keys`() throws {
    let (_, root) = try layer(
      shapes(
        box + #",{"ty":"st","w":{"k":2}},{"ty":"tm","s":{"k":25},"e":{"k":[{"t":0,"s":[25]},{"t":30,"s":[100]}]}}"#))
    let line = try #require(root.first(ShapeLayer.self))
    #expect(line.strokeStart == 0.25 && line.trimMode == .length)
    #expect(root.keyframes("strokeEnd")?.values == [0.25, 1])
  }

  @Test func `an offset that leads around repeats the path`() throws {
    let (_, root) = try layer(
      shapes(
        box
          + #",{"ty":"st","w":{"k":2}},{"ty":"tm","s":{"k":0},"e":{"k":50},"#
          + #""o":{"k":[{"t":0,"s":[0]},{"t":30,"s":[720]}]}}"#
      ))
    let line = try #require(root.first(ShapeLayer.self))
    #expect(line.path?.verbs.filter { $0 == .move }.count == 3)
    #expect(root.keyframes("strokeStart")?.values == [0, .number(2.0 / 3)])
  }

  @Test func `a fill of a trimmed path has a value for each frame`() throws {
    let (_, root) = try layer(
      shapes(box + #",{"ty":"fl"},{"ty":"tm","e":{"k":[{"t":0,"s":[0]},{"t":30,"s":[100]}]}}"#))
    let animation = try #require(root.keyframes("path"))
    #expect(animation.calculationMode == .discrete && animation.values?.count == 121)
  }

  /// A group of a horizontal line from x = 10 with a stroke.
  private func line(_ y: Int, length: Int = 80, _ more: String = "") -> String {
    #"{"ty":"gr","it":[{"ty":"sh","ks":{"k":{"v":[[10,\#(y)],[\#(10 + length),\#(y)]],"i":[[0,0],[0,0]],"#
      + #""o":[[0,0],[0,0]]}}},{"ty":"st","w":{"k":4},"lc":1,"c":{"k":[1,0,0]}},{"ty":"tr"\#(more)}]}"#
  }

  @Test(arguments: [
    (#""e":{"k":50}"#, [true, true, false, false]), (#""e":{"k":75}"#, [true, true, true, false]),
    (#""s":{"k":25},"e":{"k":50}"#, [false, true, false, false]),
    (#""s":{"k":25},"e":{"k":75}"#, [false, true, true, false]),
    (#""s":{"k":50},"e":{"k":75},"o":{"k":180}"#, [true, false, false, false]),
    (#""s":{"k":50},"e":{"k":100},"o":{"k":90}"#, [true, false, false, true]),
    (#""e":{"k":100}"#, [true, true, true, true]), (#""e":{"k":0}"#, [false, false, false, false]),
  ])
  func `a sequential trim runs over the paths of all groups above it`(trim: String, drawn: [Bool]) throws {
    let parts = line(20) + "," + #"{"ty":"gr","it":[\#(line(60)),{"ty":"tr"}]}"#
    let (file, root) = try layer(shapes(parts + #",{"ty":"tm","m":2,\#(trim)}"#))
    for ((x, y), isDrawn) in zip([(25, 20), (75, 20), (25, 60), (75, 60)], drawn) {
      #expect(try (file.pixel(root, x, y) != 0) == isDrawn, "\(trim) at \(x), \(y)")
    }
  }

  @Test func `a sequential trim over groups takes each path's share of the length, also of one that moves`() throws {
    // A third of the length is the first line's; a group's scale does not count.
    let (file, root) = try layer(
      shapes(
        line(20, length: 40, #","s":{"k":[200,100]},"a":{"k":[10,0]},"p":{"k":[10,0]}"#) + "," + line(60)
          + #",{"ty":"tm","m":2,"e":{"k":[{"t":0,"s":[0]},{"t":30,"s":[100]}]}}"#))
    #expect(try file.pixel(root, 85, 20, at: 0.35) != 0 && file.pixel(root, 12, 60, at: 0.32) == 0)
    #expect(try file.pixel(root, 45, 60, at: 0.68) != 0 && file.pixel(root, 55, 60, at: 0.64) == 0)
    let moving =
      #"{"ty":"gr","it":[{"ty":"rc","s":{"k":[{"t":0,"s":[20,0]},{"t":30,"s":[80,0]}]},"#
      + #""p":{"k":[50,20]}},{"ty":"st","w":{"k":4},"lc":1},{"ty":"tr"}]}"#
    let (other, tree) = try layer(shapes(line(60) + "," + moving + #",{"ty":"tm","m":2,"e":{"k":50}}"#))
    // 80 of 120 points at first, 80 of 240 at last.
    #expect(try other.pixel(tree, 65, 60) != 0 && other.pixel(tree, 75, 60) == 0)
    #expect(try other.pixel(tree, 85, 60, at: 1) != 0)
  }

  @Test func `a trim of paths together cuts each group by itself, and one style's sequence is one path`() throws {
    let (file, root) = try layer(shapes(line(20) + "," + line(60) + #",{"ty":"tm","m":1,"e":{"k":50}}"#))
    #expect(try file.pixel(root, 45, 60) != 0 && file.pixel(root, 55, 20) == 0)
    let (_, one) = try layer(
      shapes(box + "," + box + #",{"ty":"st","w":{"k":2}},{"ty":"tm","m":2,"e":{"k":50}}"#))
    #expect(one.first(ShapeLayer.self)?.strokeEnd == 0.5)
  }

  @Test func `merged paths are combined, the lowest first`() throws {
    func merged(_ mode: Int, _ more: String = "") throws -> Path {
      let (file, root) = try layer(
        shapes(
          #"{"ty":"rc","s":{"k":[20,20]},"p":{"k":[20,10]}},{"ty":"rc","s":{"k":[20,20]},"p":{"k":[10,10]}},"#
            + #"{"ty":"mm","mm":\#(mode)},\#(more){"ty":"fl"}"#))
      #expect(file.messages.isEmpty)
      return try #require(root.first(ShapeLayer.self)?.path)
    }
    func boxes(_ path: Path) -> [Rect] {
      var result: [Rect] = []
      var points: [Point] = []
      path.forEachSegment { segment, starts, _ in
        if starts, !points.isEmpty { result.append(Rect(around: points)) }
        if starts { points = [] }
        points.append(segment.start)
      }
      return result + [Rect(around: points)]
    }
    #expect(boxes(try merged(1)).count == 2)
    #expect(boxes(try merged(2)) == [Rect(0, 0, 30, 20)])
    #expect(boxes(try merged(3)) == [Rect(0, 0, 10, 20)])
    #expect(boxes(try merged(4)) == [Rect(10, 0, 10, 20)])
    #expect(boxes(try merged(5)) == [Rect(0, 0, 10, 20), Rect(20, 0, 10, 20)])
    // Modifiers below change the merged path, and another merge takes it whole.
    #expect(try merged(2, #"{"ty":"tm","e":{"k":50}},"#).length == 50)
    let again = #"{"ty":"rc","s":{"k":[40,4]},"p":{"k":[10,10]}},{"ty":"mm","mm":4},"#
    #expect(boxes(try merged(2, again)) == [Rect(0, 8, 30, 4)])
  }

  @Test func `corners of a merged path are left out with a note`() throws {
    let (file, _) = try layer(
      shapes(box + #",{"ty":"rd","r":{"k":2}},{"ty":"mm","mm":2},{"ty":"rd","r":{"k":3}},{"ty":"fl"}"#))
    #expect(file.messages.count == 1 && file.messages[0].contains("corners of merged paths"), "\(file.messages)")
    let (round, _) = try layer(shapes(box + #",{"ty":"rd","r":{"k":2}},{"ty":"mm","mm":2},{"ty":"fl"}"#))
    #expect(round.messages.isEmpty)
  }

  @Test func `a merged path whose parts move has a value for each frame`() throws {
    let (_, root) = try layer(
      shapes(
        #"{"ty":"rc","s":{"k":[20,20]},"p":{"k":[{"t":0,"s":[60,10]},{"t":30,"s":[10,10]}]}},"#
          + #"{"ty":"rc","s":{"k":[20,20]},"p":{"k":[10,10]}},{"ty":"mm","mm":2},{"ty":"fl"}"#))
    let animation = try #require(root.keyframes("path"))
    #expect(animation.calculationMode == .discrete && animation.values?.count == 121)
  }

  @Test func `a path with keys has equal elements in all of them`() throws {
    func shape(_ handle: Int) -> String {
      #"[{"v":[[0,0],[9,0],[9,9]],"i":[[0,0],[0,0],[0,0]],"o":[[\#(handle),0],[0,0],[0,0]],"c":true}]"#
    }
    let (_, root) = try layer(
      shapes(
        #"{"ty":"sh","ks":{"k":[{"t":0,"s":\#(shape(0))},{"t":30,"s":\#(shape(3))}]}},{"ty":"fl"}"#))
    let values = try #require(root.keyframes("path")?.values)
    #expect(values.count == 2)
    if case .path(let a) = values[0], case .path(let b) = values[1] {
      #expect(a.verbs == b.verbs && a.verbs == [.move, .cubic, .line, .close])
    }
  }

  @Test func `one moving size keeps the file's keys, two values a frame`() throws {
    let keys = #"{"k":[{"t":0,"s":[10,10]},{"t":30,"s":[20,20]}]}"#
    let (_, one) = try layer(shapes(#"{"ty":"el","s":\#(keys)},{"ty":"fl"}"#))
    #expect(one.keyframes("path")?.values?.count == 2)
    let (_, two) = try layer(shapes(#"{"ty":"el","s":\#(keys),"p":\#(keys)},{"ty":"fl"}"#))
    #expect(two.keyframes("path")?.values?.count == 31)
  }

  @Test func `a repeater makes copies with powers of its transform`() throws {
    let dot = #"{"ty":"rc","s":{"k":[4,4]},"p":{"k":[5,5]}},{"ty":"fl","c":{"k":[1,0,0]}}"#
    let (file, root) = try layer(
      shapes(dot + #",{"ty":"rp","c":{"k":3},"o":{"k":0},"tr":{"p":{"k":[20,0]},"so":{"k":100},"eo":{"k":100}}}"#))
    #expect(try [5, 25, 45, 65].map { try file.pixel(root, $0, 5) != 0 } == [true, true, true, false])
  }

  @Test func `copies lie below each other, or above in the other order`() throws {
    let dot = #"{"ty":"rc","s":{"k":[40,40]},"p":{"k":[30,30]}},{"ty":"fl","c":{"k":[1,0,0]}}"#
    func copies(_ order: String) throws -> [Double] {
      let tr = #""tr":{"p":{"k":[20,0]},"so":{"k":100},"eo":{"k":50}}"#
      let (_, root) = try layer(shapes(dot + #",{"ty":"rp","c":{"k":2}\#(order),\#(tr)}"#))
      let shape = try #require(root.first(ShapeLayer.self)?.superlayer?.superlayer)
      return shape.sublayers.map(\.opacity)
    }
    // Sublayers run from back to front; the last copy is faded.
    #expect(try copies("") == [0.5, 1] && copies(#","m":1"#) == [0.5, 1] && copies(#","m":2"#) == [1, 0.5])
  }

  @Test func `copies of unequal scale are turned first`() throws {
    let dot = #"{"ty":"rc","s":{"k":[4,4]}},{"ty":"fl"}"#
    let (_, root) = try layer(
      shapes(dot + #",{"ty":"rp","c":{"k":2},"tr":{"s":{"k":[200,100]},"r":{"k":90}}}"#))
    let matrices = root.first(ShapeLayer.self)?.superlayer?.superlayer?.sublayers.map(\.transform) ?? []
    // (1, 0) turns to (0, 1), whose x stays; (0, 1) turns to (−1, 0) and is then stretched.
    #expect(matrices.contains { abs($0.m12 - 1) < 1e-9 && abs($0.m21 + 2) < 1e-9 && abs($0.m11) < 1e-9 })
  }

  @Test func `a star and a polygon have their points`() throws {
    let (_, star) = try layer(
      shapes(#"{"ty":"sr","sy":1,"pt":{"k":5},"or":{"k":9},"ir":{"k":4}},{"ty":"fl"}"#))
    #expect(star.first(ShapeLayer.self)?.path?.points.count == 10)
    let (_, polygon) = try layer(shapes(#"{"ty":"sr","sy":2,"pt":{"k":6},"or":{"k":9}},{"ty":"fl"}"#))
    #expect(polygon.first(ShapeLayer.self)?.path?.points.count == 6)
  }

  @Test func `a shape run backward begins at the same point`() throws {
    func path(_ item: String) throws -> String? {
      try layer(shapes(item + #",{"ty":"st"}"#)).layer.first(ShapeLayer.self)?.path?.svg
    }
    #expect(try path(#"{"ty":"rc","d":3,"s":{"k":[4,4]}}"#) == "M 2 -2 L -2 -2 L -2 2 L 2 2 Z")
    let round = try #require(try path(#"{"ty":"rc","d":3,"s":{"k":[40,40]},"r":{"k":5}}"#))
    #expect(round.hasPrefix("M 20 -15 C 20 -17.") && round.split(separator: " ").filter { $0 == "C" }.count == 4)
    #expect(try path(#"{"ty":"el","d":3,"s":{"k":[40,40]}}"#)?.hasPrefix("M 0 -20 C -11.") == true)
    let open = #"{"ty":"sh","d":3,"ks":{"k":{"v":[[0,0],[9,0],[9,9]],"i":[],"o":[],"c":false}}}"#
    #expect(try path(open) == "M 9 9 L 9 0 L 0 0")
  }

  @Test func `round corners replace a corner by two points`() throws {
    let (_, root) = try layer(shapes(box + #",{"ty":"rd","r":{"k":5}},{"ty":"fl"}"#))
    #expect(root.first(ShapeLayer.self)?.path?.verbs.filter { $0 == .cubic }.count == 4)
    // Below a trim too, whose ends are no corners.
    let (_, line) = try layer(
      shapes(box + #",{"ty":"st","w":{"k":2}},{"ty":"tm","e":{"k":50}},{"ty":"rd","r":{"k":5}}"#))
    let stroke = try #require(line.first(ShapeLayer.self))
    #expect(stroke.path?.verbs.filter { $0 == .cubic }.count == 4 && stroke.strokeEnd == 0.5)
  }

  @Test func `a stroke without caps and joins has round ones`() throws {
    let line = try #require(try layer(shapes(box + #",{"ty":"st","w":{"k":2}}"#)).layer.first(ShapeLayer.self))
    #expect(line.lineCap == .round && line.lineJoin == .round)
  }

  @Test func `a gradient without length shows its last colour`() throws {
    for keys in ["[50,50]", #"[{"t":0,"s":[50,50]},{"t":30,"s":[40,40]}]"#] {
      let (file, root) = try layer(
        shapes(
          box + #",{"ty":"gf","t":1,"s":{"k":\#(keys)},"e":{"k":\#(keys)},"g":{"p":2,"k":{"k":[0,1,0,0,1,0,0,1]}}}"#))
      #expect(try file.pixel(root, 60, 60) == 0xFFFF_0000)
    }
  }

  @Test func `a mask that crosses itself covers what its path goes around`() throws {
    let star = #""pt":{"k":{"v":[[50,0],[80,95],[2,35],[98,35],[20,95]],"i":[],"o":[],"c":true}}"#
    func middle(_ more: String) throws -> [UInt32] {
      let (file, root) = try layer(
        #"{"ty":1,"sw":100,"sh":100,"sc":"red","nm":"S","masksProperties":[{\#(star),"o":{"k":100}\#(more)}]}"#)
      return try [(50, 50), (50, 20), (5, 5)].map { try file.pixel(root, $0.0, $0.1) }
    }
    let red: UInt32 = 0xFF00_00FF
    #expect(try middle(#","mode":"a""#) == [red, red, 0] && middle(#","mode":"s""#) == [0, 0, red])
    #expect(try middle(#","mode":"a","inv":true"#) == [0, 0, red])
  }

  // MARK: Gradients

  @Test func `a gradient has its colours, places and points, and opacities as a mask`() throws {
    let (_, root) = try layer(
      shapes(
        box + #",{"ty":"gf","t":1,"s":{"k":[30,50]},"e":{"k":[70,50]},"g":{"p":2,"k":{"k":[0,1,0,0,1,0,0,1,0,1,1,0]}}}"#
      ))
    let gradient = try #require(root.first(GradientLayer.self))
    #expect(gradient.colors == [Color(red: 1, green: 0, blue: 0), Color(red: 0, green: 0, blue: 1)])
    #expect(gradient.locations == [0, 1] && gradient.bounds.width == gradient.bounds.height)
    #expect((gradient.mask as? GradientLayer)?.colors == [.black, .clear])
  }

  // MARK: Masks, mattes, blend modes, effects

  private func mask(_ mode: String, _ more: String = "") -> String {
    #"{"mode":"\#(mode)",\#(more)"pt":{"k":{"v":[[0,0],[10,0],[10,10],[0,10]],"i":[],"o":[],"c":true}},"o":{"k":100}}"#
  }

  @Test func `masks add, subtract, intersect and are inverted`() throws {
    func shown(_ masks: String) throws -> [Bool] {
      let (file, root) = try layer(solid(#""hasMask":true,"masksProperties":[\#(masks)]"#))
      return try [5, 15].map { try file.pixel(root, $0, 5) != 0 }
    }
    #expect(try shown(mask("a")) == [true, false] && shown(mask("s")) == [false, true])
    #expect(try shown(mask("a", #""inv":true,"#)) == [false, true] && shown(mask("n")) == [true, true])
    #expect(try shown(mask("i") + "," + mask("s")) == [false, false])
  }

  @Test func `a matte shows a layer where another is, or is not`() throws {
    let source = #"{"ty":1,"td":1,"sw":10,"sh":10,"sc":"white"},"#
    func shown(_ type: Int) throws -> [Bool] {
      let (file, root) = try layer(source + solid(#""tt":\#(type)"#))
      return try [5, 15].map { try file.pixel(root, $0, 5) != 0 }
    }
    #expect(try shown(1) == [true, false] && shown(2) == [false, true])
    #expect(try shown(3) == [true, false] && shown(4) == [false, true])
  }

  @Test func `blend modes and shadows are those of layers`() throws {
    let (_, root) = try layer(
      solid(
        #""bm":1,"ef":[{"ty":25,"nm":"Drop Shadow","ef":[{"v":{"k":[0,0,0]}},{"v":{"k":127.5}},{"v":{"k":180}},"#
          + #"{"v":{"k":10}},{"v":{"k":15}}]}]"#))
    let made = try #require(root.find("S"))
    #expect(made.compositingFilter == "multiplyBlendMode")
    #expect(made.shadowOpacity == 0.5 && made.shadowRadius == 3)
    #expect(abs(made.shadowOffset.width) < 1e-9 && abs(made.shadowOffset.height - 10) < 1e-9)
  }
}
