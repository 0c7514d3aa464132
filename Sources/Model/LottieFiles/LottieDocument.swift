// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Messages
import Numbers
import Parsing

/// A Lottie animation's JSON, with the values that the parts of a file share.
struct LottieDocument {
  let root: Node
  /// The identifier of the animation in its archive; empty for a file of its own.
  let id: String
  let size: Size
  /// In frames per second.
  let frameRate: Double
  let startFrame: Double
  let endFrame: Double
  /// Pictures and compositions, by identifier.
  let assets: [String: Node]
  /// The slots of the file.
  let slots: [String: Node]
  /// The theme that was chosen; nil for none.
  var theme: LottieTheme?
  /// Notes on files that the archive lacks, and on numbers of the file that are not used.
  var notes = LottieNotes()

  var layers: [Node] { root.items("layers").map { Node($0) } }
  /// Returns the row of a font that texts name; nil if there is none.
  func font(named name: String) -> Node? {
    root["fonts"]?.items("list").map { Node($0) }.first { $0["fName"]?.text == name }
  }

  /// The length, in seconds.
  var duration: Double { (endFrame - startFrame) / frameRate }

  /// Parses an animation.
  ///
  /// - Throws: `LayerError` for text that is not JSON or holds no animation. Its message does not name the file.
  init(_ bytes: [UInt8], id: String, _ account: Account) throws(LayerError) {
    guard bytes.count <= LottieLimits.fileSize else {
      throw LayerError(.limit, "it is \(bytes.count) bytes long, at most \(LottieLimits.fileSize) are read")
    }
    var reading = Reading(account, name: "", purpose: "a Lottie file", depthLimit: LottieLimits.depth)
    var reader = JSONReader(bytes)
    try self.init(Node(try reader.read(&reading)), id: id, &reading)
  }

  private init(_ root: Node, id: String, _ reading: inout Reading) throws(LayerError) {
    guard root.isObject, case .array? = root["layers"]?.value else {
      throw LayerError("it is no Lottie file: expected an object with \"layers\"")
    }
    self.root = root
    self.id = id
    var notes = LottieNotes()
    /// Notes a number of the file that another takes the place of.
    func note(_ kind: String, _ key: String) {
      let given = root[key]?.number.map { "= " + numberText($0) } ?? "is missing"
      notes.add(kind, "\(key) \(given)")
    }
    func size(_ key: String, _ name: String) -> Double {
      let value = root.number(key, 0)
      if value > LottieLimits.size {
        note("\(name) above \(numberText(LottieLimits.size)) points are cut to them", key)
      } else if value < 1 {
        note("\(name) below 1 are replaced by 512 points", key)
      }
      return value >= 1 ? min(value, LottieLimits.size) : 512
    }
    self.size = Size(size("w", "widths"), size("h", "heights"))
    let rate = root.number("fr", 0)
    frameRate = rate > 0 ? min(max(rate, 0.001), LottieLimits.frameRate) : 60
    if rate <= 0 { note("frame rates of 0 and less are replaced by 60 frames a second", "fr") }
    if rate > LottieLimits.frameRate {
      note("frame rates above \(numberText(LottieLimits.frameRate)) frames a second are cut to it", "fr")
    }
    startFrame = root.number("ip", 0)
    let end = root.number("op", 0)
    endFrame = end > startFrame ? end : startFrame + 1
    if end <= startFrame { note("ends that are not after the first frame are replaced by a film of one frame", "op") }
    self.notes = notes
    guard endFrame - startFrame <= LottieLimits.frames else {
      throw LayerError(
        .limit,
        "it is \(numberText(endFrame - startFrame)) frames long, at most \(numberText(LottieLimits.frames)) "
          + "are shown")
    }
    assets = try LottieDocument.table(root.items("assets"), by: "id", &reading)
    slots = LottieDocument.slots(of: root)
  }

  private static func table(
    _ items: [PropertyValue], by key: String, _ reading: inout Reading
  ) throws(LayerError) -> [String: Node] {
    try reading.step(items.count * 4)
    try reading.take(items.count * 160)
    var result: [String: Node] = [:]
    for item in items {
      let item = Node(item)
      if let id = item.identifier(key), result[id] == nil { result[id] = item }
    }
    return result
  }

  /// Returns the properties of a file's slots, by identifier.
  private static func slots(of root: Node) -> [String: Node] {
    var result: [String: Node] = [:]
    for (id, slot) in root["slots"]?.entries ?? [] { result[id] = Node(slot)["p"] ?? Node(slot) }
    return result
  }

  /// The named parts of the film.
  var markers: [LottieInfo.Marker] {
    root.items("markers").prefix(10_000).compactMap { item in
      let item = Node(item)
      guard let frame = item["tm"]?.number else { return nil }
      return LottieInfo.Marker(
        name: item["cm"]?.text ?? "", time: (frame - startFrame) / frameRate,
        duration: max(item.number("dr", 0), 0) / frameRate)
    }
  }
}
