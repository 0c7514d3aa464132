// SPDX-License-Identifier: MIT
import CLuaBinding
import Formats
import Geometry
import LayerModel
import LuaRuntime
import Messages
import Numbers

/// Reading, playing and writing sprite sheets.
extension Method {
  static let sheetMethods: [Method] = [
    Method(
      "ca.Image", "sprites", signature: "(path: string): table<string, ca.Sprite>",
      summary: "The sprites of a sheet of Cocos2D (`.plist`), TexturePacker or Aseprite (`.json`), by name."
    ) { call in
      let sprites = try call.sheet().sprites
      call.binding.push(.dictionary(sprites.map { ($0.name, .object($0)) }))
    },
    Method(
      "ca.Image", "spriteTags", signature: "(path: string): table<string, ca.Sprite[]>",
      summary: "The sprites of each of a sheet's tags, which Aseprite's sheets have, in the order of one cycle."
    ) { call in
      let tags = try call.sheet().tags
      call.binding.push(.dictionary(tags.map { ($0.name, .array($0.sprites.map { .object($0) })) }))
    },
    Method(
      "ca.Image", "spriteAnimation",
      signature: "(sprites: ca.Sprite[], options?: {duration?: number}): ca.KeyframeAnimation",
      summary: "An endless animation of `contents` that shows sprites one after another, each for its own `duration`, "
        + "or for the one given, or 0.1 s."
    ) { call in try call.answerSpriteAnimation() },
    Method(
      "ca", "writeSheet",
      signature:
        "(path: string, pictures: table<string, ca.Image>|ca.SheetPicture[], options?: ca.SheetOptions): ca.Size",
      summary: "Packs images into one texture, writes it, and its description beside it as `.json`, which "
        + "`ca.Image.sprites` reads; returns the texture's size in pixels."
    ) { call in try call.answerSheet() },
  ]
}

extension Call {
  /// Reads the sheet that the next argument names.
  fileprivate mutating func sheet() throws -> (sprites: [Sprite], tags: [SpriteTag]) {
    let path = try string("the sheet's file name")
    guard !path.isEmpty else { throw error("expected a file name, got an empty string") }
    return try binding.services.sprites(atPath: path)
  }

  /// Implements `ca.Image.spriteAnimation(sprites, { duration = })`.
  fileprivate mutating func answerSpriteAnimation() throws {
    let argument = next()
    guard let items = argument?.items, !items.isEmpty else {
      throw mismatch("a list of sprites, such as a tag of ca.Image.spriteTags", argument)
    }
    let sprites = try items.map { item in
      guard let sprite = item.sprite else { throw mismatch("sprites in the list", item) }
      return sprite
    }
    let given = try number(try options(["duration"]), "duration")
    if let given, given <= 0 { throw error("duration must be greater than 0, got \(numberText(given))") }
    var images: [PropertyValue] = []
    var ends = [0.0]
    for sprite in sprites {
      let (width, height) = sprite.uprightPixels
      try checkRoom(width: Double(width), height: Double(height))
      images.append(.image(try made { try sprite.upright() }))
      ends.append(ends[ends.count - 1] + (given ?? sprite.duration ?? 0.1))
    }
    let length = ends[ends.count - 1]
    let animation = KeyframeAnimation(in: binding.scene)
    let values: [(String, PropertyValue)] = [
      ("keyPath", .string("contents")), ("calculationMode", .string("discrete")), ("values", .array(images)),
      ("keyTimes", .array(ends.map { .number(min($0 / length, 1)) })), ("duration", .number(length)),
      ("repeatCount", .number(.infinity)),
    ]
    for (key, value) in values { try animation.setValue(value, forKey: key) }
    binding.push(.keyed(animation))
  }

  /// Implements `ca.writeSheet(path, pictures, options)`.
  fileprivate mutating func answerSheet() throws {
    let path = try string("the texture's file name")
    let format = try pictureFormat(of: path)
    guard case .codec? = format.picture else {
      throw error("a sheet's texture has pixels, so it cannot be a .\(format.fileExtension); use .png or .webp")
    }
    var request = SheetRequest(try sheetPictures())
    // Only `trim` can be false; elsewhere that stands for nil.
    let given = try options(["padding", "trim", "maxSize", "tags"] + EncodingOptions.names, keepsFalse: true).filter {
      $0.key == "trim" || $0.value.type != LLUA_NODE_BOOLEAN || $0.value.number != 0
    }
    let file = try pictureOptions(given.filter { EncodingOptions.names.contains($0.key) }, for: format)
    if let padding = try number(given, "padding") {
      guard padding == padding.rounded(), (0...64).contains(padding) else {
        throw error("padding must be a whole number of pixels from 0 to 64, got \(numberText(padding))")
      }
      request.padding = Int(clamping: padding)
    }
    if let side = try number(given, "maxSize") {
      guard side == side.rounded(), (1...16384).contains(side) else {
        throw error("maxSize must be a whole number of pixels from 1 to 16384, got \(numberText(side))")
      }
      request.maximumSide = Int(clamping: side)
    }
    if let trim = given["trim"] {
      guard trim.type == LLUA_NODE_BOOLEAN else { throw error("trim must be true or false, got \(trim.described)") }
      request.isTrimmed = trim.number != 0
    }
    if let tags = given["tags"] { request.tags = try sheetTags(tags, count: request.pictures.count) }
    binding.hasMadePictures = true
    do {
      let size = try binding.services.writeSheet(request, to: path, as: format, file)
      binding.push(Size(Double(size.width), Double(size.height)))
    } catch let failure as LayerError where failure.kind == .limit {
      throw error(failure.message, kind: .limit)
    }
  }

  /// Reads the pictures: a table of images by name, in the order of their names, or a list of tables, in its order.
  private mutating func sheetPictures() throws -> [SheetRequest.Picture] {
    let argument = next()
    let expected = "images by name, or a list of { name =, image =, duration = }"
    guard let argument, argument.type == LLUA_NODE_TABLE, argument.node.count + argument.node.pairs > 0 else {
      throw mismatch(expected, argument)
    }
    guard Int(argument.node.count) + Int(argument.node.pairs) <= SheetRequest.most else {
      throw error("at most \(SheetRequest.most) pictures fit into a sheet", kind: .limit)
    }
    if let items = argument.items {
      var names: Set<String> = []
      return try items.map { item in
        guard item.type == LLUA_NODE_TABLE, item.node.count == 0, let entries = item.entries else {
          throw mismatch(expected, item)
        }
        var picture: (name: String?, image: Image?, duration: Double?)
        for (key, value) in entries {
          switch key {
          case "name":
            guard let name = value.string, !name.isEmpty else {
              throw error("name must be a string, got \(value.described)")
            }
            picture.name = name
          case "image": picture.image = try sheetImage(value, "image")
          case "duration":
            guard value.type == LLUA_NODE_NUMBER, value.number > 0, value.number <= 1e6 else {
              throw error("duration must be a number of seconds above 0, got \(value.described)")
            }
            picture.duration = value.number
          default: throw error("unknown key \(key)\(suggestionOrList(for: key, among: ["name", "image", "duration"]))")
          }
        }
        guard let name = picture.name, let image = picture.image else { throw mismatch(expected, item) }
        guard names.insert(name).inserted else { throw error("two pictures have the name \"\(name)\"") }
        return SheetRequest.Picture(name: name, bitmap: image.bitmap, duration: picture.duration)
      }
    }
    guard argument.node.count == 0, argument.unnamedKey == nil, let entries = argument.entries else {
      throw mismatch(expected, argument)
    }
    return try entries.map { name, value in
      guard !name.isEmpty else { throw error("a picture's name must not be empty") }
      return SheetRequest.Picture(name: name, bitmap: try sheetImage(value, name).bitmap)
    }
  }

  private func sheetImage(_ value: Argument, _ key: String) throws -> Image {
    if let image = value.image { return image }
    let remedy =
      value.isSprite
      ? "; a sprite's image is sprite.upright"
      : value.layer != nil ? "; ca.render(layer) returns a layer's image" : ""
    throw error("\(key) must be an image, got \(value.described)\(remedy)")
  }

  /// Reads `{ walk = { 1, 4, "pingpong" } }`: each tag's first and last picture, counted from 1, and its direction.
  private func sheetTags(_ argument: Argument, count: Int) throws -> [SheetRequest.Tag] {
    guard argument.type == LLUA_NODE_TABLE, argument.node.count == 0, let entries = argument.entries else {
      throw error("tags must be a table such as { walk = { 1, 4 } }, got \(argument.described)")
    }
    return try entries.map { name, value in
      var ends = value.numbers ?? []
      var direction = TagDirection.forward
      if ends.isEmpty, let items = value.items {
        ends = items.count > 3 ? [] : items.prefix(2).filter { $0.type == LLUA_NODE_NUMBER }.map(\.number)
        if items.count == 3 {
          guard let known = items[2].string.flatMap(TagDirection.init(rawValue:)) else {
            throw error(
              "tags.\(name): expected \(TagDirection.words), got \(items[2].described)"
            )
          }
          direction = known
        }
      }
      guard ends.count == 2, ends.allSatisfy({ $0 == $0.rounded() }), ends[0] >= 1, ends[0] <= ends[1],
        ends[1] <= Double(count)
      else {
        throw error(
          "tags.\(name): expected the numbers of its first and last picture, from 1 to \(count), such as "
            + "{ 1, \(count) }"
        )
      }
      return SheetRequest.Tag(
        name: name, pictures: Int(clamping: ends[0]) - 1...Int(clamping: ends[1]) - 1, direction: direction)
    }
  }
}
