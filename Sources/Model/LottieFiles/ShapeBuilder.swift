// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Messages
import Numbers
import Parsing
import PathBooleans

/// Makes layers of a list of shapes.
///
/// Lists run from front to back. A style paints all paths above it in its list, those in groups above included; a
/// modifier changes all paths above it, also for styles that lie between.
final class ShapeBuilder {
  let builder: LayerBuilder
  let scope: Scope

  init(_ builder: LayerBuilder, _ scope: Scope) {
    self.builder = builder
    self.scope = scope
  }

  var session: LottieSession { builder.session }

  /// The result of a list: layers, front first, and paths for styles below the list.
  struct List {
    var layers: [Layer] = []
    var sources: [ShapeSource] = []
  }

  /// Makes the content of a layer of shapes; nil if it shows nothing.
  func makeShapes(_ node: Node, _ place: Place) throws -> Layer? {
    let list = try list(node.items("shapes").map { Node($0) }, place, at: [], outer: [])
    guard !list.layers.isEmpty else { return nil }
    let layer = try builder.make(place)
    for item in list.layers.reversed() { try layer.addSublayer(item) }
    return layer
  }

  /// Makes the layers of a list.
  ///
  /// - Parameters:
  ///   - address: the places of the groups around the list, from the outside in.
  ///   - outer: the modifiers below the group in the lists around it, which change its paths too.
  ///   - isSurvey: true to find paths only, without layers.
  private func list(
    _ items: [Node], _ place: Place, at address: [Int], outer: [ShapeSource.Step], isSurvey: Bool = false
  ) throws -> List {
    var result = List()
    let modifiers = try modifiers(of: items, place, at: address, isSurvey: isSurvey)
    /// The modifiers below an item.
    func steps(below i: Int) -> [ShapeSource.Step] { modifiers.filter { $0.index > i }.map(\.step) }
    for (i, item) in items.enumerated() where !item.flag("hd") {
      try session.reading.step(100 + modifiers.count + result.sources.count)
      let path = place + item.name
      switch item["ty"]?.text {
      case "gr":
        try addGroup(
          item, path, at: address + [i], outer: steps(below: i) + outer, isSurvey: isSurvey, to: &result)
      case "sh", "el", "rc", "sr":
        if let source = try source(item, path, at: address + [i]) { result.sources.append(source) }
      case "mm": try merge(item, path, at: address + [i], modifiers, &result)
      case "fl", "st", "gf", "gs":
        if isSurvey { break }
        let sources = result.sources.map { source in
          var source = source
          source.steps += steps(below: source.index) + outer
          return source
        }
        if let layer = try makeStyle(item, of: sources, path) { result.layers.append(layer) }
      case "rp":
        let repeater = try repeater(item, path)
        result.layers = try copies(of: result.layers, repeater, path)
        let sources = result.sources
        try session.countPoints(sources.reduce(0) { $0 + $1.count } * repeater.most, path)
        result.sources = (0..<repeater.most).flatMap { copy in
          sources.map { source in
            var source = source
            source.steps.append(.copy(repeater, copy))
            return source
          }
        }
      default: break
      }
    }
    for i in result.sources.indices { result.sources[i].steps += steps(below: result.sources[i].index) }
    return result
  }

  /// Merges the paths above an item to one. Without the library for that they stay one over the other, with a note.
  private func merge(
    _ item: Node, _ place: Place, at address: [Int], _ modifiers: [(index: Int, step: ShapeSource.Step)],
    _ result: inout List
  ) throws {
    let index = address.last ?? 0
    guard let operation = MergedPaths.operation(ofMode: item.integer("mm", 1)), !result.sources.isEmpty else { return }
    do { try PathClipper.load() } catch {
      session.notes.add("merged paths are drawn one over the other: \(error)", place.text)
      return
    }
    let sources = result.sources.map { source in
      var source = source
      source.steps += modifiers.filter { $0.index > source.index && $0.index < index }.map(\.step)
      return source
    }
    let merged = MergedPaths(operation: operation, sources: sources)
    try session.countMerge(merged, place)
    result.sources = [ShapeSource(form: .merged(merged), index: index, place: place, address: address)]
    let isRounded = modifiers.contains { modifier in
      if case .round = modifier.step { modifier.index > index } else { false }
    }
    if isRounded { session.notes.add("the corners of merged paths are not rounded", place.text) }
  }

  private func addGroup(
    _ item: Node, _ place: Place, at address: [Int], outer: [ShapeSource.Step], isSurvey: Bool, to result: inout List
  ) throws {
    let items = item.items("it").map { Node($0) }
    var inner = try list(items, place, at: address, outer: outer, isSurvey: isSurvey)
    let tr = items.last { $0["ty"]?.text == "tr" }
    let path = place + "Transform"
    if !inner.layers.isEmpty {
      let layer = try builder.make(place, named: item.name)
      try builder.addTransform(tr, to: layer, path, scope)
      if let mode = BlendModeNames.filter(item.integer("bm", 0)) {
        try builder.set(layer, "compositingFilter", .string(mode))
      }
      for style in inner.layers.reversed() { try layer.addSublayer(style) }
      result.layers.append(layer)
    }
    guard !inner.sources.isEmpty else { return }
    let transform = try builder.isIdentity(tr, path) ? nil : try builder.transformTracks(tr, path, scope)
    for i in inner.sources.indices {
      if let transform { inner.sources[i].steps.append(.transform(transform)) }
      inner.sources[i].index = address.last ?? 0
    }
    result.sources += inner.sources
  }

  // MARK: Paths

  /// Returns the modifiers of a list, with their places.
  private func modifiers(
    of items: [Node], _ place: Place, at address: [Int], isSurvey: Bool
  ) throws -> [(index: Int, step: ShapeSource.Step)] {
    var result: [(index: Int, step: ShapeSource.Step)] = []
    for (i, item) in items.enumerated() where !item.flag("hd") {
      let path = place + item.name
      switch item["ty"]?.text {
      case "rd":
        result.append((i, .round(try session.numbers(item["r"], path + "Radius", [0], in: scope))))
      case "tm":
        let isSequential = item.integer("m", 1) == 2
        let trim = Trim(
          start: try session.numbers(item["s"], path + "Start", [0], in: scope),
          end: try session.numbers(item["e"], path + "End", [100], in: scope),
          offset: try session.numbers(item["o"], path + "Offset", [0], in: scope),
          isSequential: isSequential,
          sequence: isSequential && !isSurvey ? try sequence(of: items.prefix(i), place, at: address) : nil)
        result.append((i, .trim(trim)))
      default: break
      }
    }
    return result
  }

  /// Returns the paths above a trim, those in groups included, which it cuts one after the other; nil for less than two
  /// of them, and for repeated ones.
  private func sequence(of items: ArraySlice<Node>, _ place: Place, at address: [Int]) throws -> TrimSequence? {
    // Items that are left out are noted where the layers are made.
    let notes = session.notes
    defer { session.notes = notes }
    let sources = try list(Array(items), place, at: address, outer: [], isSurvey: true).sources
    guard sources.count > 1 else { return nil }
    try session.reading.take(sources.count * 200)
    let sequence = TrimSequence(sources)
    return sequence.indices.count == sources.count ? sequence : nil
  }

  /// Returns the path of an item; nil for one without a path.
  private func source(_ item: Node, _ place: Place, at address: [Int]) throws -> ShapeSource? {
    func track(_ key: String, _ name: String, _ missing: [Double], _ kind: ValueKind = .number) throws -> NumberTrack {
      try session.numbers(item[key], place + name, missing, kind, in: scope)
    }
    let form: ShapeSource.Form
    switch item["ty"]?.text {
    case "sh":
      guard let track = try session.shape(item["ks"], place + "Path", in: scope) else { return nil }
      form = .bezier(track)
    case "el":
      form = .ellipse(
        center: try track("p", "Position", [0, 0], .point), size: try track("s", "Size", [0, 0], .point))
    case "rc":
      form = .rectangle(
        center: try track("p", "Position", [0, 0], .point), size: try track("s", "Size", [0, 0], .point),
        radius: try track("r", "Roundness", [0]))
    default:
      let count = try track("pt", "Points", [5])
      let most = count.keys.map { $0.value.first ?? 0 }.max() ?? 0
      guard most <= Double(LottieLimits.starPoints) else {
        throw LayerError(.limit, "\(place.text): a star has at most \(LottieLimits.starPoints) points")
      }
      form = .star(
        ShapeSource.StarTracks(
          center: try track("p", "Position", [0, 0], .point), rotation: try track("r", "Rotation", [0]), count: count,
          outerRadius: try track("or", "Outer Radius", [0]),
          outerRoundness: try track("os", "Outer Roundness", [0]),
          inner: item.integer("sy", 1) == 2
            ? nil : (try track("ir", "Inner Radius", [0]), try track("is", "Inner Roundness", [0]))))
      try session.countPoints(Int(clamping: min(max(most, 0), 1000)) * 2, place)
    }
    return ShapeSource(
      form: form, isReversed: item.integer("d", 1) == 3, index: address.last ?? 0, place: place, address: address)
  }
}
