// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import TestSupport
import Testing

@Suite struct StackLayoutTests {
  let warned = WarnedScene()
  var scene: Scene { warned.scene }

  /// A stack of plain layers with these sizes; `options` by index.
  private func stack(
    _ size: Size, _ sizes: [Size], _ options: [Int: [(String, PropertyValue)]] = [:],
    _ configure: (StackLayoutManager) -> Void = { _ in }
  ) throws -> Layer {
    let p = Layer(in: scene)
    p.bounds = Rect(origin: .zero, size: size)
    let manager = StackLayoutManager(in: scene)
    configure(manager)
    p.layoutManager = manager
    for (i, s) in sizes.enumerated() {
      let l = Layer(in: scene)
      l.name = "\(i + 1)"
      l.bounds = Rect(origin: .zero, size: s)
      if let own = options[i] {
        try l.setValue(.dictionary(own.map { (key: $0.0, value: $0.1) }), forKey: "layoutOptions")
      }
      try p.addSublayer(l)
    }
    return p
  }

  private func frames(_ p: Layer) throws -> [Rect] {
    try p.layoutIfNeeded()
    return p.sublayers.map(\.frame)
  }

  private let three = [Size(10, 10), Size(20, 20), Size(30, 30)]

  @Test(
    arguments: [
      (.start, [0, 15, 40], [10, 20, 30]), (.center, [15, 30, 55], [10, 20, 30]), (.end, [30, 45, 70], [10, 20, 30]),
      (.fill, [0, 15, 40], [10, 20, 60]), (.fillEqually, [0, 35, 70], [30, 30, 30]),
      (.fillProportionally, [0, 20, 55], [15, 30, 45]),
      (.equalSpacing, [0, 30, 70], [10, 20, 30]), (.equalCentering, [0, 35, 70], [10, 20, 30]),
      (.spaceAround, [5, 30, 65], [10, 20, 30]), (.spaceEvenly, [7.5, 30, 62.5], [10, 20, 30]),
    ] as [(StackDistribution, [Double], [Double])])
  func `a distribution says what becomes of the room`(_ how: StackDistribution, _ xs: [Double], _ widths: [Double])
    throws
  {
    let p = try stack(Size(100, 50), three) {
      $0.spacing = 5
      $0.distribution = how
    }
    let f = try frames(p)
    #expect(f.map(\.x) == xs)
    #expect(f.map(\.width) == widths)
    #expect(f.map(\.y) == [0, 0, 0] && f.map(\.height) == [50, 50, 50])
    // Those values along a column.
    let q = try stack(Size(50, 100), three) {
      $0.spacing = 5
      $0.distribution = how
      $0.axis = .vertical
    }
    let g = try frames(q)
    #expect(g.map(\.y) == xs && g.map(\.height) == widths)
    #expect(g.map(\.x) == [0, 0, 0] && g.map(\.width) == [50, 50, 50])
  }

  @Test func `alignment, padding, own spacing, own sizes and the bounds' origin`() throws {
    let p = try stack(
      Size(200, 60), three,
      [0: [("spacingAfter", .number(1))], 1: [("alignment", .string("trailing"))], 2: [("width", .number(50))]]
    ) {
      $0.spacing = 4
      $0.padding = LayoutInsets(top: 5, left: 10, bottom: 15, right: 20)
      $0.alignment = .center
    }
    p.bounds.origin = Point(100, 1000)
    #expect(try frames(p) == [Rect(110, 1020, 10, 10), Rect(121, 1025, 20, 20), Rect(145, 1010, 50, 30)])
  }

  @Test func `flexible layers share what is left, hidden and ignored ones take nothing`() throws {
    let p = try stack(
      Size(100, 10), [Size(10, 1), Size(5, 1), Size(7, 1), Size(9, 9), Size(50, 1)],
      [1: [("flex", .number(1))], 2: [("flex", .number(3))], 3: [("ignored", .bool(true))]])
    p.sublayers[4].isHidden = true
    #expect(try frames(p)[0...3].map(\.width) == [10, 22.5, 67.5, 9])
    p.sublayers[4].isHidden = false
    #expect(try frames(p).map(\.width) == [10, 10, 30, 9, 50])
    p.bounds.size.width = 20
    #expect(try frames(p).map(\.width) == [10, 0, 0, 9, 50])
  }

  @Test func `a layer that was stretched keeps its own size in mind`() throws {
    let p = try stack(Size(100, 50), [Size(10, 20)]) { $0.distribution = .fill }
    #expect(try frames(p) == [Rect(0, 0, 100, 50)])
    #expect(try p.preferredFrameSize() == Size(10, 20))
    let manager = try #require(p.layoutManager as? StackLayoutManager)
    manager.distribution = .start
    manager.alignment = .leading
    #expect(try frames(p) == [Rect(0, 0, 10, 20)])
    // A size assigned explicitly applies from then on.
    p.sublayers[0].bounds.size = Size(33, 44)
    #expect(try frames(p) == [Rect(0, 0, 33, 44)])
    #expect(try p.preferredFrameSize() == Size(33, 44))
  }

  @Test func `sizes flow up through nested stacks, also when something deep down changes`() throws {
    let inner = try stack(.zero, [Size(30, 10), Size(20, 10)]) {
      $0.axis = .vertical
      $0.padding = LayoutInsets(top: 1, left: 1, bottom: 1, right: 1)
    }
    let outer = try stack(Size(300, 100), [Size(5, 5)]) {
      $0.sizeToFit = .width
      $0.alignment = .leading
    }
    try outer.addSublayer(inner)
    #expect(try frames(outer) == [Rect(0, 0, 5, 5), Rect(5, 0, 32, 22)])
    #expect(outer.bounds.width == 37)
    inner.sublayers[1].bounds.size = Size(60, 30)
    #expect(try frames(outer)[1] == Rect(5, 0, 62, 42))
    #expect(outer.bounds.width == 67)
    inner.sublayers[1].removeFromSuperlayer()
    #expect(try frames(outer)[1] == Rect(5, 0, 32, 12))
    #expect(!outer.needsLayout && !inner.needsLayout)
  }

  @Test func `a layer that fits its sublayers keeps the top left corner of its frame, or the one that is named`() throws
  {
    func box(_ corner: LayoutFitCorner, _ anchor: Point, _ transform: Transform3D = .identity) throws -> Layer {
      let p = try stack(Size(100, 100), [Size(30, 10)]) {
        $0.sizeToFit = .both
        $0.sizeToFitCorner = corner
      }
      p.anchorPoint = anchor
      p.transform = transform
      p.frame = Rect(10, 20, 100, 100)
      try p.layoutIfNeeded()
      return p
    }
    for anchor in [Point(0.5, 0.5), .zero, Point(1, 0), Point(0.25, -2)] {
      #expect(try box(.minXMinY, anchor).frame == Rect(10, 20, 30, 10))
      #expect(try box(.maxXMinY, anchor).frame == Rect(80, 20, 30, 10))
      #expect(try box(.minXMaxY, anchor).frame == Rect(10, 110, 30, 10))
      #expect(try box(.maxXMaxY, anchor).frame == Rect(80, 110, 30, 10))
    }
    #expect(try box(.anchorPoint, Point(0.5, 0.5)).frame == Rect(45, 65, 30, 10))
    #expect(try box(.anchorPoint, Point(0.25, 1)).position == Point(35, 120))
    // Reflected and stretched, the frame's corner is another corner of the layer.
    #expect(try box(.minXMinY, Point(0.5, 0.5), .scale(-2, 0.5)).frame == Rect(10, 20, 60, 5))
    // Initially without a size, and updated whenever the sublayers change.
    let p = try stack(.zero, [Size(30, 10), Size(10, 10)]) { $0.sizeToFit = .both }
    p.frame = Rect(origin: Point(7, 8), size: .zero)
    try p.layoutIfNeeded()
    #expect(p.frame == Rect(7, 8, 40, 10))
    p.sublayers[1].bounds.size.width = 70
    try p.layoutIfNeeded()
    #expect(p.frame == Rect(7, 8, 100, 10))
    #expect(try p.explainLayout().map(\.rule) == [.set, .set, .sizeToFit, .sizeToFit])
  }

  @Test func `a stack sizes a layer in it that fits its sublayers`() throws {
    let tag = try stack(.zero, [Size(30, 10)]) {
      $0.padding = LayoutInsets(top: 8, left: 8, bottom: 8, right: 8)
      $0.sizeToFit = .both
    }
    let row = try stack(Size(500, 50), []) { $0.axis = .horizontal }
    try row.addSublayer(tag)
    // Along the stack the preferred size, across it what `fill` gives.
    #expect(try frames(row) == [Rect(0, 0, 46, 50)])
    #expect(try tag.explainLayout().map(\.rule) == [.manager, .manager, .manager, .manager])
    (row.layoutManager as? StackLayoutManager)?.alignment = .center
    #expect(try frames(row) == [Rect(0, 12, 46, 26)])
    tag.sublayers[0].bounds.size = Size(50, 20)
    #expect(try frames(row) == [Rect(0, 7, 66, 36)])
    // Outside the stack it fits its sublayers itself.
    try tag.setValue(.dictionary([(key: "ignored", value: .bool(true))]), forKey: "layoutOptions")
    tag.sublayers[0].bounds.size = Size(10, 20)
    try row.layoutIfNeeded()
    #expect(tag.bounds.size == Size(26, 36))
    tag.removeFromSuperlayer()
    tag.sublayers[0].bounds.size = Size(30, 10)
    try tag.layoutIfNeeded()
    #expect(tag.bounds.size == Size(46, 26))
  }

  /// Trees of up to four levels with random managers, alignments and fits, each laid out and changed five times.
  @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
  func `stacks and grids within each other settle`(seed: UInt64) throws {
    var random = SeededRandom(seed)
    func number(_ low: Double, _ high: Double) -> Double { Double.random(in: low...high, using: &random) }
    func one<T>(_ list: [T]) -> T { list[Int.random(in: 0..<list.count, using: &random)] }
    let alignments: [LayoutAlignment] = [.fill, .leading, .center, .trailing, .firstBaseline]
    let fits: [LayoutFit] = [.none, .width, .height, .both]
    let corners: [LayoutFitCorner] = [.minXMinY, .maxXMinY, .minXMaxY, .maxXMaxY, .anchorPoint]
    let distributions: [StackDistribution] = [
      .start, .center, .end, .fill, .fillEqually, .fillProportionally, .equalSpacing, .spaceEvenly,
    ]
    var leaves: [Layer] = []
    func tree(_ depth: Int) throws -> Layer {
      let layer = Layer(in: scene)
      layer.bounds = Rect(0, 0, number(0, 200), number(0, 200))
      if Int.random(in: 0..<3, using: &random) == 0 {
        let options: [(key: String, value: PropertyValue)] = [
          one([
            (key: "flex", value: .number(1)), (key: "width", value: .number(40)), (key: "ignored", value: .bool(true)),
          ])
        ]
        try layer.setValue(.dictionary(options), forKey: "layoutOptions")
      }
      guard depth > 0 else {
        leaves.append(layer)
        return layer
      }
      if Int.random(in: 0..<3, using: &random) == 0 {
        let grid = GridLayoutManager(
          columns: one([[.automatic, .automatic], [.fraction(1)], [.automatic, .fraction(2)]]), rowSpacing: 3,
          sizeToFit: one(fits), sizeToFitCorner: one(corners))
        grid.xAlignment = one(alignments)
        grid.yAlignment = one(alignments)
        layer.layoutManager = grid
      } else {
        layer.layoutManager = StackLayoutManager(
          axis: one([.horizontal, .vertical]), spacing: 3, padding: LayoutInsets(top: 1, left: 2, bottom: 3, right: 4),
          alignment: one(alignments), distribution: one(distributions), sizeToFit: one(fits),
          sizeToFitCorner: one(corners))
      }
      for _ in 0..<Int.random(in: 0...3, using: &random) { try layer.addSublayer(try tree(depth - 1)) }
      return layer
    }
    for _ in 0..<60 {
      leaves = []
      let root = try tree(4)
      for _ in 0..<5 {
        try root.layoutIfNeeded()
        #expect(!root.needsLayout)
        if !leaves.isEmpty { one(leaves).bounds.size = Size(number(0, 300), number(0, 300)) }
      }
    }
  }

  /// 400 layers with random classes, anchors, origins, transforms, managers and sublayers, each laid out five times.
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `no layer that fits its sublayers moves the corner that it keeps`(seed: UInt64) throws {
    var random = SeededRandom(seed)
    func number(_ low: Double, _ high: Double) -> Double { Double.random(in: low...high, using: &random) }
    for _ in 0..<100 {
      let layer: Layer =
        switch Int.random(in: 0..<6, using: &random) {
        case 0: ScrollLayer(in: scene)
        case 1: ShapeLayer(in: scene)
        case 2: TextLayer(in: scene)
        case 3: ReplicatorLayer(in: scene)
        case 4: TransformLayer(in: scene)
        default: Layer(in: scene)
        }
      let corners: [LayoutFitCorner] = [.minXMinY, .maxXMinY, .minXMaxY, .maxXMaxY, .anchorPoint]
      let corner = corners.randomElement(using: &random) ?? .minXMinY
      let fit = [LayoutFit.width, .height, .both].randomElement(using: &random) ?? .both
      if Bool.random(using: &random) {
        layer.layoutManager = StackLayoutManager(axis: .vertical, spacing: 3, sizeToFit: fit, sizeToFitCorner: corner)
      } else {
        layer.layoutManager = GridLayoutManager(
          columns: [.automatic, .automatic], sizeToFit: fit, sizeToFitCorner: corner)
      }
      layer.bounds = Rect(number(-50, 50), number(-50, 50), number(0, 200), number(0, 200))
      layer.position = Point(number(-500, 500), number(-500, 500))
      layer.anchorPoint = Point(number(-1, 2), number(-1, 2))
      layer.isGeometryFlipped = Bool.random(using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0: layer.transform = .scale(number(-3, 3), number(-3, 3))
      case 1: layer.transform = .rotation(number(-4, 4))
      case 2: layer.transform = Transform3D(m11: number(-2, 2), m12: number(-2, 2), m21: number(-2, 2), m22: 1, m41: 9)
      case 3: layer.transform = Transform3D.rotation(number(-1, 1), x: 1, y: 2, z: 0).concat(.perspective(5000))
      default: break
      }
      if Bool.random(using: &random) {
        let parent = Layer(in: scene)
        parent.isGeometryFlipped = Bool.random(using: &random)
        try parent.addSublayer(layer)
      }
      func kept() -> Point {
        let f = layer.frame
        return switch corner {
        case .minXMinY: Point(f.x, f.y)
        case .maxXMinY: Point(f.x + f.width, f.y)
        case .minXMaxY: Point(f.x, f.y + f.height)
        case .maxXMaxY: Point(f.x + f.width, f.y + f.height)
        case .anchorPoint: layer.position
        }
      }
      let before = kept()
      for _ in 0..<5 {
        let sublayer = Layer(in: scene)
        sublayer.bounds.size = Size(number(1, 90), number(1, 90))
        try layer.addSublayer(sublayer)
        try layer.layoutIfNeeded()
        let after = kept()
        let distance = max(abs(after.x - before.x), abs(after.y - before.y))
        #expect(distance < 1e-8, "\(corner) of \(layer): \(before) \(after)")
      }
    }
  }

  @Test func `nesting takes time in proportion, and too deep nesting is an error`() throws {
    func nested(_ depth: Int) throws -> Layer {
      var l = try stack(.zero, [Size(1, 1)])
      for _ in 1..<depth {
        let above = try stack(.zero, [])
        try above.addSublayer(l)
        l = above
      }
      return l
    }
    let deep = try nested(100)
    #expect(try deep.preferredFrameSize() == Size(1, 1))
    try deep.layoutIfNeeded()
    let tooDeep = try nested(102)
    #expect(message { _ = try tooDeep.preferredFrameSize() }?.contains("nested more than 100 deep") == true)
  }

  @Test func `a change of the manager lays out every layer that has it`() throws {
    let manager = StackLayoutManager(in: scene)
    let layers = try (0..<3).map { _ in
      let p = try stack(Size(100, 10), [Size(10, 10), Size(10, 10)])
      p.layoutManager = manager
      try p.layoutIfNeeded()
      return p
    }
    manager.spacing = 7
    for p in layers { #expect(try frames(p)[1].x == 17) }
    layers[0].layoutManager = nil
    try layers[0].layoutIfNeeded()
    manager.spacing = 8
    #expect(!layers[0].needsLayout && layers[1].needsLayout)
  }
}

@Suite struct GridLayoutTests {
  let warned = WarnedScene()
  var scene: Scene { warned.scene }

  private func grid(
    _ size: Size, _ sizes: [Size], _ options: [Int: [(String, PropertyValue)]] = [:],
    _ configure: (GridLayoutManager) -> Void
  ) throws -> Layer {
    let p = Layer(in: scene)
    p.bounds = Rect(origin: .zero, size: size)
    let manager = GridLayoutManager(in: scene)
    configure(manager)
    p.layoutManager = manager
    for (i, s) in sizes.enumerated() {
      let l = Layer(in: scene)
      l.name = "\(i + 1)"
      l.bounds = Rect(origin: .zero, size: s)
      if let own = options[i] {
        try l.setValue(.dictionary(own.map { (key: $0.0, value: $0.1) }), forKey: "layoutOptions")
      }
      try p.addSublayer(l)
    }
    return p
  }

  private func frames(_ p: Layer) throws -> [Rect] {
    try p.layoutIfNeeded()
    return p.sublayers.map(\.frame)
  }

  @Test func `fixed, automatic and shared columns, rows as needed`() throws {
    let p = try grid(Size(300, 200), [Size(10, 20), Size(30, 10), Size(5, 5), Size(1, 1), Size(40, 12)]) {
      $0.columns = [.fixed(50), .automatic, .fraction(1)]
      $0.columnSpacing = 10
      $0.rowSpacing = 5
      $0.padding = LayoutInsets(top: 1, left: 2, bottom: 3, right: 4)
    }
    #expect(
      try frames(p) == [
        Rect(2, 1, 50, 20), Rect(62, 1, 40, 20), Rect(112, 1, 184, 20), Rect(2, 26, 50, 12), Rect(62, 26, 40, 12),
      ])
    #expect(try p.preferredFrameSize() == Size(2 + 50 + 10 + 40 + 10 + 5 + 4, 1 + 20 + 5 + 12 + 3))
  }

  @Test func `spans cover cells, and others go around what has a place`() throws {
    let p = try grid(
      Size(90, 90), Array(repeating: Size(1, 1), count: 5),
      [
        0: [("columnSpan", .number(2))], 2: [("rowSpan", .number(2)), ("columnSpan", .number(2))],
        4: [("row", .number(2)), ("column", .number(1))],
      ]
    ) {
      $0.columns = [.fraction(1), .fraction(1), .fraction(1)]
      $0.rows = [.fraction(1), .fraction(1), .fraction(1)]
    }
    // 1 1 2 / 5 3 3 / 4 3 3
    #expect(
      try frames(p) == [
        Rect(0, 0, 60, 30), Rect(60, 0, 30, 30), Rect(30, 30, 60, 60), Rect(0, 60, 30, 30), Rect(0, 30, 30, 30),
      ])
  }

  @Test func `alignment within the cells, of all and of one`() throws {
    let p = try grid(
      Size(100, 40), [Size(10, 10), Size(10, 10)],
      [1: [("xAlignment", .string("center")), ("yAlignment", .string("fill"))]]
    ) {
      $0.columns = [.fraction(1), .fraction(1)]
      $0.rows = [.fraction(1)]
      $0.xAlignment = .trailing
      $0.yAlignment = .center
    }
    #expect(try frames(p) == [Rect(40, 15, 10, 10), Rect(70, 0, 10, 40)])
  }

  @Test func `a span wider than the grid is said, and laid out as far as it goes`() throws {
    let p = try grid(Size(100, 40), [Size(10, 10)], [0: [("columnSpan", .number(3))]]) {
      $0.columns = [.fraction(1), .fraction(1)]
    }
    #expect(message { try p.layoutIfNeeded() } == "Layer/1: columnSpan 3 in a grid of 2 columns")
    #expect(p.sublayers[0].frame == Rect(0, 0, 100, 10))
  }

  @Test func `spans cannot eat the memory`() throws {
    let big: [(String, PropertyValue)] = [("columnSpan", .number(1000)), ("rowSpan", .number(10_000))]
    let p = try grid(Size(100, 40), [Size(1, 1)], [0: big]) { $0.columns = Array(repeating: .fraction(1), count: 1000) }
    #expect(message { try p.layoutIfNeeded() }?.contains("at most a million cells") == true)
  }
}
