// SPDX-License-Identifier: MIT
import Formats
import Geometry
import ImageFiles
import LayerModel
import Messages
import Numbers
import Parsing
import Pixels
import Sandbox

extension ImageStore {
  /// Maximum size of a sprite sheet's property list, in bytes.
  private static var sheetSizeLimit: Int { 16 << 20 }

  func sprites(atPath path: String) throws -> (sprites: [Sprite], tags: [SpriteTag]) {
    let real = try context.pathForReading(path, purpose: "sheet")
    // The parsed contents take several times the memory of the text.
    if let identity = FileIdentity(path: real),
      !context.hasRoom(Int(clamping: identity.size).multipliedReportingOverflow(by: 8).partialValue)
    {
      throw LayerError(.limit, "sheet \"\(path)\" is too large for the memory that is left: \(identity.size) bytes")
    }
    context.inputs?.note(real)
    let bytes = try readWholeFile(
      real, name: path, purpose: "sheet", limit: min(Self.sheetSizeLimit, context.configuration.fileSizeLimit))
    var reading = Reading(context.account, name: "", purpose: "the sprites of the sheet")
    let sheet: SpriteSheet
    do {
      // A property list is XML or binary; JSON begins with a bracket.
      if bytes.first(where: { $0 > 32 }) == UInt8(ascii: "{") {
        var json = JSONReader(bytes)
        let value = try json.read(&reading)
        sheet = try SpriteSheet(
          json: PropertyList(value, &reading), names: try frameNames(of: value, &reading), &reading)
      } else {
        sheet = try bytes.withUnsafeBytes { try SpriteSheet(PropertyList($0, &reading), &reading) }
      }
    } catch {
      throw imageError(error, "sheet \"\(path)\"")
    }
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    var texture = sheet.textureName ?? splitExtension(lastName(of: path)).stem + ".png"
    if splitExtension(texture).fileExtension.isEmpty { texture += ".png" }
    if !texture.hasPrefix("/") { texture = folder + texture }
    let image = try image(atPath: texture, isPremultiplied: sheet.isPremultiplied)

    // A sheet made for a larger or smaller variant of its texture has coordinates of that variant.
    var ratio = 1.0
    if let size = sheet.size {
      ratio = Double(image.width) / size.width
      guard abs(Double(image.height) / size.height / ratio - 1) < 0.01 else {
        throw LayerError(
          "sheet \"\(path)\": it is for a texture of \(pixelText(size.width))×\(pixelText(size.height)) pixels, "
            + "but \"\(texture)\" has \(image.width)×\(image.height)")
      }
    }
    let pixels = Size(Double(image.width) / ratio, Double(image.height) / ratio)
    let points = ratio / image.scale
    var sprites: [Sprite] = []
    try reading.take(sheet.frames.count * (MemoryLayout<SpriteFrame>.stride + 128))
    sprites.reserveCapacity(sheet.frames.count)
    for frame in sheet.frames {
      try reading.step()
      let r = frame.textureRect
      guard r.maxX <= pixels.width + 0.01, r.maxY <= pixels.height + 0.01 else {
        throw LayerError(
          "sheet \"\(path)\": frame \"\(frame.name.prefix(80))\" exceeds the texture \"\(texture)\" of "
            + "\(image.width)×\(image.height) pixels"
        )
      }
      let source = frame.sourceRect
      sprites.append(
        Sprite(
          name: frame.name, image: image,
          contentsRect: Rect(r.x / pixels.width, r.y / pixels.height, r.width / pixels.width, r.height / pixels.height),
          isRotated: frame.isRotated,
          frame: Rect(source.x * points, source.y * points, source.width * points, source.height * points),
          sourceSize: Size(frame.sourceSize.width * points, frame.sourceSize.height * points),
          duration: frame.duration))
    }
    var tags: [SpriteTag] = []
    for tag in sheet.tags {
      try reading.take(tag.frames.count * MemoryLayout<Sprite>.stride + MemoryLayout<SpriteTag>.stride)
      try reading.step(tag.frames.count)
      tags.append(SpriteTag(name: tag.name, sprites: tag.frames.map { sprites[$0] }))
    }
    return (sprites, tags)
  }

  /// The names of a sheet's frames in the order of its text; empty if it lists them.
  private func frameNames(of sheet: PropertyValue, _ reading: inout Reading) throws(LayerError) -> [String] {
    guard case .dictionary(let pairs)? = sheet["frames"] else { return [] }
    try reading.take(pairs.count * MemoryLayout<String>.stride)
    try reading.step(pairs.count)
    return pairs.map(\.key)
  }
}

extension PropertyList {
  /// The value of JSON text. Values that a sheet does not use, such as null, become text.
  fileprivate init(_ value: PropertyValue, _ reading: inout Reading) throws(LayerError) {
    try reading.step()
    try reading.take(64)
    switch value {
    case .string(let s): self = .string(s)
    case .number(let n): self = .number(n)
    case .bool(let b): self = .bool(b)
    case .array(let values):
      var list: [PropertyList] = []
      for item in values { list.append(try PropertyList(item, &reading)) }  // bounded: each is paid
      self = .array(list)
    case .dictionary(let pairs):
      var values: [String: PropertyList] = [:]
      for (key, item) in pairs { values[key] = try PropertyList(item, &reading) }  // bounded: each is paid
      self = .dictionary(values)
    default: self = .other("null")
    }
  }
}
