// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Messages
import Numbers
import Parsing
import Pixels

/// A walk over an animation's JSON that lists key paths and what is not drawn, without making layers.
///
/// Each composition is walked at each of its places, up to the limits of layers.
final class LottieSurvey {
  private let document: LottieDocument
  private var reading: Reading
  private var paths: [String] = []
  private var seenPaths: Set<String> = []
  private var texts: [String] = []
  private var parameters = ParameterList()
  private var notes = LottieNotes()
  private var slotNames: Set<String> = []
  private var open: Set<String> = []
  private var layerCount = 0
  private var isWalked = false
  /// The most key paths that are listed.
  private static let pathLimit = 100_000

  init(_ document: LottieDocument, _ account: Account) {
    self.document = document
    notes = document.notes
    reading = Reading(
      account, name: "", purpose: "the key paths of a Lottie file", workLimit: LottieLimits.work)
  }

  // MARK: Results

  func keyPaths() throws -> [String] {
    try walk()
    return paths
  }

  func textPaths() throws -> [String] {
    try walk()
    return texts
  }

  func notDrawn() throws -> [LottieInfo.NotDrawn] {
    try walk()
    return notes.rows.map { LottieInfo.NotDrawn(kind: $0.kind, count: $0.count, first: $0.first) }
  }

  var pictureNames: [String] { document.assets.filter { $0.value["layers"] == nil }.keys.sorted() }
  var fontNames: [String] { fontNodes.compactMap { $0["fName"]?.text } }
  private var fontNodes: [Node] { (document.root["fonts"]?.items("list") ?? []).map { Node($0) } }

  /// Returns the nearest of some names in the form of a message's end: those that are similar, or the first of all.
  static func nearest(_ name: String, among candidates: [String]) -> String {
    if candidates.isEmpty { return "; it has none" }
    if let near = Messages.nearest(name, among: candidates) { return "; did you mean \"\(near)\"?" }
    // Those with the same last name, or the same first one.
    let parts = name.split(separator: ".")
    let near = candidates.filter { path in
      let own = path.split(separator: ".")
      return own.last == parts.last || own.first == parts.first
    }
    let shown = (near.isEmpty ? candidates : near).prefix(6).map { "\"\($0)\"" }
    return "; the nearest are \(listed(Array(shown)))"
  }

  func info(fonts installed: [FontDescription]) throws -> LottieInfo {
    try walk()
    var info = LottieInfo()
    info.size = document.size
    info.frameRate = document.frameRate
    info.frames = document.endFrame - document.startFrame
    info.duration = document.duration
    info.markers = document.markers
    info.layers = document.layers.prefix(10_000).map { node in
      func seconds(_ key: String, _ missing: Double) -> Double {
        (node.number(key, missing) - document.startFrame) / document.frameRate
      }
      return LottieInfo.LayerRow(
        name: node.name, kind: Self.kind(node), start: seconds("ip", document.startFrame),
        end: seconds("op", document.endFrame))
    }
    let outlined = Set(document.root.items("chars").compactMap { Node($0)["fFamily"]?.text })
    info.fonts = fontNodes.map { node in
      let family = node["fFamily"]?.text ?? ""
      return LottieInfo.Font(
        name: node["fName"]?.text ?? "", family: family, style: node["fStyle"]?.text ?? "",
        isFound: FontChoice.isInstalled(family, installed), hasOutlines: outlined.contains(family))
    }
    info.pictures = pictureNames.compactMap { id in
      guard let asset = document.assets[id] else { return nil }
      return LottieInfo.Picture(
        id: id, file: asset.fileName,
        size: Size(asset.number("w", 0), asset.number("h", 0)))
    }
    info.parameters = parameters.named
    info.leftOut = parameters.leftOut
    info.slots = slotNames.union(document.slots.keys).sorted()
    info.notDrawn = try notDrawn()
    return info
  }

  private static func kind(_ node: Node) -> String {
    let kinds = [
      "composition", "solid", "picture", "null", "shapes", "text", "audio", "video", "picture sequence", "video",
      "picture", "guide", "adjustment", "camera", "light", "data",
    ]
    let type = node.integer("ty", -1)
    return kinds.indices.contains(type) ? kinds[type] : "unknown"
  }

  // MARK: The walk

  private func walk() throws {
    if isWalked { return }
    isWalked = true
    try walk(document.layers, Place(), depth: 0)
  }

  private func walk(_ layers: [Node], _ place: Place, depth: Int) throws {
    let indices = Set(layers.compactMap { $0["ind"]?.integer })
    for (i, node) in layers.enumerated() {
      layerCount += 1
      try reading.step(100)
      guard layerCount <= LottieLimits.layers else {
        throw LayerError(.limit, "\(place.text): it makes more than \(LottieLimits.layers) layers: simplify the file")
      }
      let path = place + node.name
      try walkTransform(node["ks"], path + "Transform")
      if node.flag("hd") { continue }
      noteReferences(of: node, path, isFirst: i == 0, indices)
      try walkContent(node, path, depth: depth)
      try walkMasks(node, path)
      try walkEffects(node, path)
    }
  }

  /// Notes what a layer names and its composition lacks.
  private func noteReferences(of node: Node, _ path: Place, isFirst: Bool, _ indices: Set<Int>) {
    if let parent = node["parent"]?.integer, !indices.contains(parent) {
      notes.add("parents that the file lacks move nothing", path.text)
    }
    noteMode(of: node, path)
    guard let matte = node["tt"]?.integer, matte != 0 else { return }
    guard MatteKind(rawValue: matte) != nil else {
      return notes.add("mattes of an unknown kind mask nothing", path.text)
    }
    let source = node["tp"]?.integer
    if let source, indices.contains(source) { return }
    if isFirst {
      notes.add("mattes that the file lacks mask nothing", path.text)
    } else if source != nil {
      notes.add("mattes that the file lacks are the layers above", path.text)
    }
  }

  private func noteMode(of node: Node, _ path: Place) {
    if !BlendModeNames.isKnown(node.integer("bm", 0)) {
      notes.add("blend modes of an unknown number are the normal one", path.text)
    }
  }

  private func walkContent(_ node: Node, _ path: Place, depth: Int) throws {
    switch node.integer("ty", -1) {
    case 0:
      try add(node["tm"], path + "Time Remap")
      guard let id = node.identifier("refId"), let asset = document.assets[id] else {
        return notes.add("compositions that the file lacks are not drawn", path.text)
      }
      guard open.insert(id).inserted else { return }
      defer { open.remove(id) }
      guard depth < LottieLimits.nesting else { return }
      try walk(asset.items("layers").map { Node($0) }, path, depth: depth + 1)
    case 1:
      try add(nil, path + "Color")
      let color = (node["sc"]?.text).flatMap { PropertyValue.string($0).asColor } ?? .black
      try offer(.color, path + "Color", [node.name], color.css)
    case 2:
      guard let id = node.identifier("refId"), let asset = document.assets[id] else {
        return notes.add("pictures that the file lacks are not shown", path.text)
      }
      if let slot = asset.identifier("sid") { slotNames.insert(slot) }
      try offer(.image, Place() + id, [node.name], asset.fileName)
    case 3: break
    case 4: try walkShapes(node.items("shapes").map { Node($0) }, path)
    case 5:
      texts.append(path.text)
      if let slot = node["t"]?["d"]?.identifier("sid") { slotNames.insert(slot) }
      try walkBaseline(node, path)
      try offer(.text, path, [node.name], document.constantText(of: node))
      for animator in node["t"]?.items("a").map({ Node($0) }) ?? [] { try walkAnimator(animator, path) }
    case 6: notes.add("sounds are not played", path.text)
    case 13: notes.add("cameras are ignored: layers turn without perspective", path.text)
    case 14: notes.add("lights are ignored", path.text)
    case 12: break
    default: notes.add("layers of an unknown kind are not drawn", path.text)
    }
  }

  private func walkBaseline(_ node: Node, _ path: Place) throws {
    guard let options = node["t"]?["p"], options["m"]?.integer != nil else { return }
    guard let mask = CurvedBaseline.mask(of: node), mask["pt"] != nil else {
      return notes.add("texts along a path that the file lacks are drawn straight", path.text)
    }
    for row in CurvedBaseline.names { try add(options[row.key], path + row.name) }
    // Masks without a mode are listed nowhere else.
    if mask["mode"]?.text == "n" { try add(mask["pt"], path + "Masks" + mask.name + "Path") }
    if options["l"].map(Self.isSet) == true {
      notes.add("last margins of texts along a path are not followed", path.text)
    }
  }

  /// True for a property that moves or is another number than 0.
  private static func isSet(_ node: Node) -> Bool {
    let k = node["k"] ?? node
    return k.items.first?["t"] != nil || k.numbers?.contains { $0 != 0 } == true
  }

  private func walkAnimator(_ animator: Node, _ place: Place) throws {
    let path = place + animator.name
    for (key, value) in animator["a"]?.entries ?? [] {
      if let name = TextAnimator.ignored[key] {
        if Self.isSet(Node(value)) { notes.add("animators of text are not followed: \(name)", path.text) }
      } else {
        try add(Node(value), path + (TextAnimator.names[key] ?? key))
      }
    }
    if let selector = animator["s"], selector.integer("t", 0) == 1 {
      notes.add("selectors of text by expressions are not followed", path.text)
    }
  }

  private func walkMasks(_ node: Node, _ place: Place) throws {
    for mask in node.items("masksProperties").map({ Node($0) }) where mask["mode"]?.text != "n" {
      let path = place + "Masks" + mask.name
      try add(mask["pt"], path + "Path")
      try add(mask["o"], path + "Opacity")
      try add(mask["x"], path + "Expansion")
    }
  }

  private static let effectNames = [
    26: "radial wipes", 27: "displacement maps", 30: "twirls", 31: "mesh warps", 32: "waves", 33: "spheres",
    34: "puppet pins",
  ]
  /// The types of effects that become filters.
  private static let filterTypes: Set = [20, 21, 23, 24, 29]
  /// The types of effects that are drawn with a layer's content, and not on an adjustment layer.
  private static let contentTypes: Set = [22, 25]

  private func walkEffects(_ node: Node, _ place: Place) throws {
    for effect in node.items("ef").map({ Node($0) }) where effect.isEnabled {
      try reading.step(20)
      let path = place + "Effects" + effect.name
      let type = effect.integer("ty", -1)
      if let name = Self.effectNames[type] { notes.add("effects are not drawn: \(name)", path.text) }
      noteLimits(of: effect, type, path, on: node)
      for value in effect.items("ef").map({ Node($0) }) { try add(value["v"], path + value.name) }
    }
    if node.isAdjustment, !node.items("sy").isEmpty {
      notes.add("layer styles of adjustment layers are not drawn", place.text)
    }
    for style in node.items("sy").map({ Node($0) }) where style.integer("ty", -1) != 1 {
      notes.add("layer styles other than drop shadows are not drawn", (place + style.name).text)
    }
  }

  /// Notes what of an effect is not drawn, or not as the file means it.
  private func noteLimits(of effect: Node, _ type: Int, _ path: Place, on node: Node) {
    func value(_ i: Int) -> Node? {
      let values = effect.items("ef")
      return i < values.count ? Node(values[i])["v"]?["k"] : nil
    }
    /// True if a value moves, or is another than one.
    func differs(_ i: Int, from usual: Double) -> Bool {
      value(i).map { $0.items.first?["t"] != nil || $0.number ?? usual != usual } ?? false
    }
    if node.isAdjustment, Self.contentTypes.contains(type) || effect.isRadialShadow {
      notes.add("shadows and strokes of adjustment layers are not drawn", path.text)
    }
    if node.integer("ty", -1) == 3, Self.filterTypes.contains(type) {
      notes.add("effects of null layers change nothing: some exporters write adjustment layers as such", path.text)
    }
    switch type {
    case 5 where effect.isRadialShadow:
      notes.add("radial shadows are drawn as shadows at an offset", path.text)
    case 5:
      // Groups of controls have names of their own; other effects keep Adobe's.
      let name = effect["mn"]?.text ?? ""
      if name.hasPrefix("ADBE ") || name.hasPrefix("CC "), !name.hasSuffix(" Control") {
        notes.add("effects are not drawn: those that the format has no type for", path.text)
      }
    case 23 where differs(3, from: 0): notes.add("the original is not mixed into tritones", path.text)
    case 24 where [12, 19, 26, 33].contains(where: { differs($0, from: 1) }):
      notes.add("effects are not drawn: gamma of single colours", path.text)
    case 28 where differs(1, from: 4) && differs(1, from: 5):
      notes.add("mattes by effect other than alpha and luminance are those of alpha", path.text)
    default: break
    }
  }

  private func walkTransform(_ ks: Node?, _ place: Place) throws {
    let split = ks?["p"].flatMap { $0.flag("s") ? $0 : nil }
    try add(ks?["a"], place + "Anchor Point")
    try add(split == nil ? ks?["p"] : nil, place + "Position")
    if let split {
      try add(split["x"], place + "X Position")
      try add(split["y"], place + "Y Position")
    }
    try add(ks?["s"], place + "Scale")
    try add(ks?["r"] ?? ks?["rz"], place + "Rotation")
    if let rx = ks?["rx"] { try add(rx, place + "X Rotation") }
    if let ry = ks?["ry"] { try add(ry, place + "Y Rotation") }
    try add(ks?["o"], place + "Opacity")
    if let sk = ks?["sk"] {
      try add(sk, place + "Skew")
      try add(ks?["sa"], place + "Skew Axis")
    }
  }

  /// The properties of items of shapes, by their type: their keys and names.
  private static let rows: [String: [(key: String, name: String)]] = [
    "sh": [("ks", "Path")], "el": [("p", "Position"), ("s", "Size")],
    "rc": [("p", "Position"), ("s", "Size"), ("r", "Roundness")],
    "sr": [
      ("p", "Position"), ("r", "Rotation"), ("pt", "Points"), ("or", "Outer Radius"), ("os", "Outer Roundness"),
      ("ir", "Inner Radius"), ("is", "Inner Roundness"),
    ],
    "fl": [("c", "Color"), ("o", "Opacity")], "st": [("c", "Color"), ("o", "Opacity"), ("w", "Stroke Width")],
    "gf": [("s", "Start Point"), ("e", "End Point"), ("o", "Opacity")],
    "gs": [("s", "Start Point"), ("e", "End Point"), ("o", "Opacity"), ("w", "Stroke Width")],
    "tm": [("s", "Start"), ("e", "End"), ("o", "Offset")], "rd": [("r", "Radius")],
    "rp": [("c", "Copies"), ("o", "Offset")],
  ]

  private static let notMade = [
    "pb": "pucker and bloat", "tw": "twists", "op": "offset paths", "zz": "zigzags",
  ]

  private func walkShapes(_ items: [Node], _ place: Place) throws {
    var hasPath = false
    for item in items where !item.flag("hd") {
      try reading.step(50)
      let path = place + item.name
      guard let type = item["ty"]?.text else { continue }
      noteMode(of: item, path)
      if ["gr", "sh", "el", "rc", "sr"].contains(type) { hasPath = true }
      let isStyle = ["fl", "st", "gf", "gs"].contains(type)
      // Styles above all paths paint nothing, so their values are not asked for.
      for row in Self.rows[type] ?? [] where hasPath || !isStyle {
        if type == "sr", item.integer("sy", 1) == 2, row.key.hasPrefix("i") { continue }
        try add(item[row.key], path + row.name)
      }
      switch type {
      case "gr":
        let inner = item.items("it").map { Node($0) }
        try walkShapes(inner, path)
        if let tr = inner.last(where: { $0["ty"]?.text == "tr" }) { try walkTransform(tr, path + "Transform") }
      case "fl", "st":
        if hasPath { try offer(.color, path + "Color", Array(place.names.suffix(2)) + [item.name], color(item["c"])) }
      case "gf", "gs":
        if hasPath { try add(item["g"]?["k"], path + "Colors") }
        if let slot = item["g"]?.identifier("sid") { slotNames.insert(slot) }
      case "rp": try walkTransform(item["tr"], path)
      default: break
      }
      if let name = Self.notMade[type] { notes.add("shapes are not changed by \(name)", path.text) }
      if type == "st" || type == "gs" {
        for (i, dash) in item.items("d").map({ Node($0) }).enumerated() {
          try add(
            dash["v"], path + (dash["n"]?.text == "o" ? "Dash Phase" : "Dashes"), dash["n"]?.text == "o" ? nil : i + 1)
        }
      }
    }
  }

  /// Lists a parameter; one without a value, or with several, cannot be set.
  private func offer(
    _ kind: LottieInfo.Parameter.Kind, _ place: Place, _ names: [String], _ value: String?
  ) throws {
    try reading.step(50)
    if parameters.add(kind, place, names, value) { try reading.take(4 * place.text.utf8.count + 400) }
  }

  private func color(_ node: Node?) -> String? { document.constantColor(node)?.css }

  /// Lists a property.
  private func add(_ node: Node?, _ place: Place, _ number: Int? = nil) throws {
    let place = number.map { place + "\($0)" } ?? place
    try reading.step(8)
    let text = place.text
    if paths.count < Self.pathLimit, seenPaths.insert(text).inserted {
      try reading.take(2 * text.utf8.count + 96)
      paths.append(text)
    }
    if let id = node?.identifier("sid") { slotNames.insert(id) }
    if let source = node?["x"]?.text, !Expression(source).isKnown {
      notes.add("expressions are not run: the properties keep their own keys", text)
    }
  }
}
