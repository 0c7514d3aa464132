// SPDX-License-Identifier: MIT
import Formats
import Geometry
import Messages
import Numbers
import Parsing

/// A sprite sheet, which describes the sprites in a texture: Cocos2D's `.plist` of format 0, 1, 2 or 3, and the JSON of
/// TexturePacker and Aseprite. All numbers are in pixels of the texture.
package struct SpriteSheet {
  /// The texture's file name, relative to the sheet's folder; nil if the sheet names none.
  package var textureName: String?
  /// The size of the texture that the sheet was made for; nil if the sheet does not state it.
  package var size: Size?
  /// True if the texture's colours are already multiplied by alpha.
  package var isPremultiplied = false
  /// Sorted by name, aliases included.
  package var frames: [SpriteFrame] = []
  /// The animations that Aseprite's sheets name (`meta.frameTags`), in the sheet's order.
  package var tags: [Tag] = []

  /// An animation of a sheet.
  package struct Tag {
    package var name: String
    /// Indices in `frames` of one cycle.
    package var frames: [Int]
  }

  /// - Throws: `LayerError`, which names the sprite and the key but not the file.
  package init(_ list: PropertyList, _ reading: inout Reading) throws(LayerError) {
    guard case .dictionary = list else {
      throw LayerError("expected a dictionary with frames, got \(list.kind)")
    }
    guard case .dictionary(let frames)? = list["frames"] else {
      throw LayerError(
        list["frames"].map { "frames: expected a dictionary, got \($0.kind)" }
          ?? "it has no frames; is it a Cocos2D sheet?")
    }
    let metadata = list["metadata"]
    let format = try Self.format(metadata)
    textureName = try Self.textureName(metadata)
    if case .string(let text)? = metadata?["size"], let numbers = numbers(text, 2), numbers[0] > 0, numbers[1] > 0 {
      size = Size(numbers[0], numbers[1])
    } else if let texture = list["texture"], case .number(let w)? = texture["width"],
      case .number(let h)? = texture["height"], w > 0, h > 0
    {
      size = Size(w, h)
    }
    if case .bool(let flag)? = metadata?["premultiplyAlpha"] { isPremultiplied = flag }
    var aliases = Grown<(alias: String, frame: SpriteFrame)>()
    // Charges the sorting by name, and the second sorting with the aliases.
    try reading.take(frames.count * 3 * MemoryLayout<SpriteFrame>.stride)
    try reading.step(frames.count * 8)
    for (name, entry) in frames.sorted(by: { $0.key < $1.key }) {  // bounded: paid above
      guard case .dictionary = entry else {
        throw LayerError("frame \"\(name.prefix(80))\": expected a dictionary, got \(entry.kind)")
      }
      let frame = try SpriteFrame(
        name: name, Entry(name: name, values: entry), format: format ?? Self.format(of: entry))
      self.frames.append(frame)
      for alias in try Entry(name: name, values: entry).strings("aliases") {
        try aliases.append((alias, frame), &reading)
      }
    }
    // A frame's own name takes precedence over an alias, the first alias before a later one.
    var taken = Set(frames.keys)  // bounded: paid above
    try reading.take(aliases.count * 3 * (MemoryLayout<SpriteFrame>.stride + 32))
    try reading.step(aliases.count * 8)
    for (alias, frame) in aliases.finish() where taken.insert(alias).inserted {
      var copy = frame
      copy.name = alias
      self.frames.append(copy)  // bounded: paid above
    }
    if !aliases.isEmpty { self.frames.sort { $0.name < $1.name } }
  }

  /// Reads a sheet of TexturePacker or Aseprite in JSON: frames by name, or a list of frames with file names.
  ///
  /// - Parameter names: the names of `frames` in the order of the text, to which tags refer; unused for a list.
  /// - Throws: `LayerError`, which names the sprite and the key but not the file.
  package init(json list: PropertyList, names: [String], _ reading: inout Reading) throws(LayerError) {
    var entries = Grown<(name: String, entry: PropertyList, index: Int)>()
    switch list["frames"] {
    case .dictionary(let frames)?:
      for name in names {
        guard let frame = frames[name] else { continue }
        try entries.append((name, frame, entries.count), &reading)
      }
    case .array(let frames)?:
      for frame in frames {
        guard case .string(let name)? = frame["filename"] else {
          throw LayerError("frame \(entries.count + 1): it has no filename")
        }
        try entries.append((name, frame, entries.count), &reading)
      }
    case nil: throw LayerError("it has no frames; is it a sheet of TexturePacker or Aseprite?")
    case let other?: throw LayerError("frames: expected an object or a list, got \(other.kind)")
    }
    let metadata = list["meta"]
    if case .string(let name)? = metadata?["image"], !name.isEmpty { textureName = name }
    if case .number(let w)? = metadata?["size"]?["w"], case .number(let h)? = metadata?["size"]?["h"], w > 0, h > 0 {
      size = Size(w, h)
    }
    try reading.step(entries.count * 8)
    var made = Grown<SpriteFrame>()
    var sorted = entries.finish()
    sorted.sort { ($0.name, $0.index) < ($1.name, $1.index) }
    var places = Grown<Int>()
    for _ in sorted { try places.append(0, &reading) }
    for (name, entry, index) in sorted {
      guard case .dictionary = entry else {
        throw LayerError("frame \"\(name.prefix(80))\": expected an object, got \(entry.kind)")
      }
      let frame = try SpriteFrame(name: name, Entry(name: name, values: entry), format: SpriteFrame.jsonFormat)
      places[index] = made.count
      try made.append(frame, &reading)
    }
    frames = made.finish()
    tags = try Self.tags(metadata?["frameTags"], places.finish(), &reading)
  }

  /// Maximum number of frames of all tags together.
  private static let mostTagged = 100_000

  /// - Parameter places: indices in `frames` by the index in the file.
  private static func tags(
    _ list: PropertyList?, _ places: [Int], _ reading: inout Reading
  ) throws(LayerError) -> [Tag] {
    guard let list else { return [] }
    guard case .array(let items) = list else { throw LayerError("meta.frameTags: expected a list, got \(list.kind)") }
    var tags = Grown<Tag>()
    var shown = 0
    for item in items {
      guard case .string(let name)? = item["name"] else {
        throw LayerError("meta.frameTags: tag \(tags.count + 1) has no name")
      }
      guard case .number(let from)? = item["from"], case .number(let to)? = item["to"], from >= 0, from <= to,
        to < Double(places.count), from == from.rounded(), to == to.rounded()
      else {
        throw LayerError(
          "tag \"\(name.prefix(80))\": from and to must be numbers of frames, from 0 to \(places.count - 1)")
      }
      var direction = TagDirection.forward
      if let word = item["direction"] {
        guard case .string(let text) = word, let known = TagDirection(rawValue: text) else {
          throw LayerError("tag \"\(name.prefix(80))\": direction: expected \(TagDirection.words)")
        }
        direction = known
      }
      let (first, last) = (Int(clamping: from), Int(clamping: to))
      shown = shown + last - first + 1
      guard shown <= Self.mostTagged else {
        throw LayerError(.limit, "meta.frameTags: the tags show more than \(Self.mostTagged) frames together")
      }
      // A cycle shows each frame at most twice.
      try reading.take((last - first + 1) * 4 * MemoryLayout<Int>.stride)
      var frames = Grown<Int>()
      for index in direction.order(of: last - first + 1) { try frames.append(places[first + index], &reading) }
      try tags.append(Tag(name: name, frames: frames.finish()), &reading)
    }
    return tags.finish()
  }

  private static func format(_ metadata: PropertyList?) throws(LayerError) -> Int? {
    switch metadata?["format"] {
    case nil: return nil
    case .number(let v)? where v >= 0 && v <= 3 && v == v.rounded(): return Int(clamping: v)
    case .number(let v)?: throw LayerError("metadata.format: expected one of formats 0 to 3, got \(v)")
    case let other?: throw LayerError("metadata.format: expected a number from 0 to 3, got \(other.kind)")
    }
  }

  /// Infers the format from a frame's keys, for a sheet that does not state it.
  private static func format(of entry: PropertyList) -> Int {
    entry["textureRect"] != nil ? 3 : entry["frame"] != nil ? 2 : 0
  }

  private static func textureName(_ metadata: PropertyList?) throws(LayerError) -> String? {
    for key in ["realTextureFileName", "textureFileName"] {  // bounded: 2
      guard let value = metadata?[key] else { continue }
      guard case .string(let name) = value else {
        throw LayerError("metadata.\(key): expected a file name, got \(value.kind)")
      }
      if !name.isEmpty { return name }
    }
    if let target = metadata?["target"] {
      if case .string(let name) = target, !name.isEmpty { return name }
      if case .string(let name)? = target["textureFileName"] ?? target["name"], !name.isEmpty {
        if case .string(let tail)? = target["textureFileExtension"] { return name.hasSuffix(tail) ? name : name + tail }
        return name
      }
    }
    return nil
  }
}

/// A sprite's position in the texture and in the untrimmed picture.
package struct SpriteFrame {
  package var name: String
  /// The top left corner in the texture.
  package var origin: Point
  /// The upright size; a rotated sprite is as wide in the texture as this is high.
  package var size: Size
  /// True if the sprite is rotated 90° clockwise in the texture.
  package var isRotated: Bool
  /// The offset from the centre of the untrimmed picture to the sprite's centre, y down.
  package var offset: Point
  /// The size of the untrimmed picture, including its transparent margin.
  package var sourceSize: Size
  /// The time for which an animation shows it, in seconds; nil if the sheet states none.
  package var duration: Double?

  /// The number of the form of frames in JSON, beside Cocos2D's formats 0 to 3.
  fileprivate static let jsonFormat = -1

  /// The rectangle that the sprite covers in the texture.
  package var textureRect: Rect {
    Rect(origin.x, origin.y, isRotated ? size.height : size.width, isRotated ? size.width : size.height)
  }

  /// The rectangle of the sprite in the untrimmed picture, from the top left.
  package var sourceRect: Rect {
    Rect(
      (sourceSize.width - size.width) / 2 + offset.x, (sourceSize.height - size.height) / 2 + offset.y, size.width,
      size.height)
  }

  fileprivate init(name: String, _ entry: Entry, format: Int) throws(LayerError) {
    self.name = name
    var source: Size?
    var up = Point(0, 0)
    switch format {
    case SpriteFrame.jsonFormat:
      let frame = try entry.box("frame", ["x", "y", "w", "h"])
      origin = Point(frame[0], frame[1])
      size = Size(frame[2], frame[3])
      isRotated = try entry.bool("rotated")
      if entry.values["sourceSize"] != nil {
        let whole = try entry.box("sourceSize", ["w", "h"])
        source = Size(whole[0], whole[1])
        if entry.values["spriteSourceSize"] != nil {
          let inside = try entry.box("spriteSourceSize", ["x", "y", "w", "h"])
          // The pictures' y axis leads down, Cocos2D's up.
          up = Point(inside[0] + size.width / 2 - whole[0] / 2, whole[1] / 2 - inside[1] - size.height / 2)
        }
      }
      let milliseconds = try entry.number("duration", or: 0)
      if milliseconds > 0 { duration = min(milliseconds, 1e9) / 1000 }
    case 0:
      origin = Point(try entry.number("x"), try entry.number("y"))
      size = Size(try entry.number("width"), try entry.number("height"))
      up = Point(try entry.number("offsetX", or: 0), try entry.number("offsetY", or: 0))
      // Some writers mark pictures without a margin by a negative size.
      let original = Size(abs(try entry.number("originalWidth", or: 0)), abs(try entry.number("originalHeight", or: 0)))
      if original.width > 0, original.height > 0 { source = original }
      isRotated = false
    case 1, 2:
      let frame = try entry.rect("frame")
      origin = Point(frame[0], frame[1])
      size = Size(frame[2], frame[3])
      if let v = try entry.numbers("offset", 2, "a point such as {0,1}") { up = Point(v[0], v[1]) }
      if let v = try entry.numbers("sourceSize", 2, "a size such as {10,20}") { source = Size(v[0], v[1]) }
      isRotated = format == 2 ? try entry.bool("rotated") : false
    default:
      let frame = try entry.rect("textureRect")
      origin = Point(frame[0], frame[1])
      size = Size(frame[2], frame[3])
      if let v = try entry.numbers("spriteSize", 2, "a size such as {10,20}") { size = Size(v[0], v[1]) }
      if let v = try entry.numbers("spriteOffset", 2, "a point such as {0,1}") { up = Point(v[0], v[1]) }
      if let v = try entry.numbers("spriteSourceSize", 2, "a size such as {10,20}") { source = Size(v[0], v[1]) }
      isRotated = try entry.bool("textureRotated")
    }
    offset = Point(up.x, up.y == 0 ? 0 : -up.y)
    sourceSize = source ?? size
    let numbers = [
      origin.x, origin.y, size.width, size.height, offset.x, offset.y, sourceSize.width, sourceSize.height,
    ]
    for v in numbers where abs(v) > 1_000_000 {  // bounded: 8
      throw entry.error("a number is beyond a million pixels")
    }
    guard size.width > 0, size.height > 0 else {
      throw entry.error("its size must be greater than 0, got \(short(size))")
    }
    guard origin.x >= 0, origin.y >= 0 else { throw entry.error("it starts outside of the texture") }
    let inside = sourceRect
    guard inside.minX >= -1, inside.minY >= -1, inside.maxX <= sourceSize.width + 1,
      inside.maxY <= sourceSize.height + 1
    else {
      throw entry.error("its offset puts it outside of the picture of \(short(sourceSize)) pixels that it was cut from")
    }
  }
}

/// One frame's dictionary.
private struct Entry {
  let name: String
  let values: PropertyList

  func error(_ message: String) -> LayerError {
    LayerError("frame \"\(name.prefix(80))\": \(message)")
  }

  func number(_ key: String, or other: Double? = nil) throws(LayerError) -> Double {
    switch values[key] {
    case .number(let v)?: return v
    case .string(let text)?:
      if let v = Double(trimmedText(text)), v.isFinite { return v }
      throw error("\(key): expected a number, got \"\(text.prefix(40))\"")
    case let value?: throw error("\(key): expected a number, got \(value.kind)")
    case nil:
      guard let other else { throw error("it has no \(key)") }
      return other
    }
  }

  func numbers(_ key: String, _ count: Int, _ expected: String) throws(LayerError) -> [Double]? {
    guard let value = values[key] else { return nil }
    guard case .string(let text) = value else { throw error("\(key): expected \(expected), got \(value.kind)") }
    guard let result = ImageFiles.numbers(text, count) else {
      throw error("\(key): expected \(expected), got \"\(text.prefix(40))\"")
    }
    return result
  }

  /// The numbers of an object with one-letter names.
  func box(_ key: String, _ names: [String]) throws(LayerError) -> [Double] {
    guard let value = values[key] else { throw error("it has no \(key)") }
    return try names.map { name throws(LayerError) in
      guard case .number(let v)? = value[name] else { throw error("\(key).\(name): expected a number") }
      return v
    }
  }

  func rect(_ key: String) throws(LayerError) -> [Double] {
    guard let rect = try numbers(key, 4, "a rect such as {{0,0},{10,20}}") else { throw error("it has no \(key)") }
    return rect
  }

  func bool(_ key: String) throws(LayerError) -> Bool {
    switch values[key] {
    case nil: return false
    case .bool(let flag)?: return flag
    case .number(let v)? where v == 0 || v == 1: return v == 1
    case let value?: throw error("\(key): expected true or false, got \(value.kind)")
    }
  }

  func strings(_ key: String) throws(LayerError) -> [String] {
    guard let value = values[key] else { return [] }
    guard case .array(let items) = value else { throw error("\(key): expected an array of names, got \(value.kind)") }
    var result: [String] = []
    for item in items {  // bounded: the values of the list, paid as it was read
      guard case .string(let text) = item else {
        throw error("\(key): expected an array of names, got \(item.kind) in it")
      }
      result.append(text)  // bounded: the values of the list
    }
    return result
  }
}

/// Parses the numbers in text such as `{{1,2},{3,4}}`; nil if the count differs.
private func numbers(_ text: String, _ count: Int) -> [Double]? {
  let opening = text.utf8.count { $0 == UInt8(ascii: "{") }
  guard opening == text.utf8.count(where: { $0 == UInt8(ascii: "}") }), opening == (count == 4 ? 3 : 1),
    text.utf8.count <= 400
  else {
    return nil
  }
  var result: [Double] = []
  for part in text.split(separator: ",", omittingEmptySubsequences: false) {  // bounded: paid as it was read
    let digits = part.filter { $0 != "{" && $0 != "}" && $0 != " " }
    guard let v = Double(digits), v.isFinite else { return nil }
    result.append(v)  // bounded: the numbers of a text
  }
  return result.count == count ? result : nil
}

private func short(_ size: Size) -> String { "\(numberText(size.width))×\(numberText(size.height))" }
