// SPDX-License-Identifier: MIT
import Geometry
import Pixels

// The rows of scroll, tiled and drawable layers.

extension Property {
  // MARK: Scroll

  static let scrollMode = Property(
    of: ScrollLayer.self, "scrollMode", .enumeration(ScrollMode.names),
    .option(get: { $0.storedScrollMode.rawValue }, set: { $0.storedScrollMode = ScrollMode(rawValue: $1) ?? .both }),
    default: .string("both"), invalidates: [],
    "In which directions scrollToPoint, scrollToRect and their like move the bounds' origin.")

  // MARK: Tiled

  static let levelsOfDetail = Property(
    of: TiledLayer.self, "levelsOfDetail", .number,
    .number(get: { $0.storedLevelsOfDetail }, set: { $0.storedLevelsOfDetail = $1 }),
    default: .number(1), range: 1...1024, traits: .whole,
    "How many levels of detail there are, each with half the resolution of the one before; those without a whole pixel are left out."
  )
  static let levelsOfDetailBias = Property(
    of: TiledLayer.self, "levelsOfDetailBias", .number,
    .number(get: { $0.storedLevelsOfDetailBias }, set: { $0.storedLevelsOfDetailBias = $1 }),
    default: .number(0), range: 0...32, traits: .whole,
    "How many of the levels of detail are finer than one pixel per point: 2, 4, … times.")
  static let tileSize = Property(
    of: TiledLayer.self, "tileSize", .size, .size(get: { $0.storedTileSize }, set: { $0.storedTileSize = $1 }),
    default: .size(Size(256, 256)), traits: .positive, "The size of a tile in pixels of its level.")

  static var tiledRows: [Property] { [levelsOfDetail, levelsOfDetailBias, tileSize] }

  // MARK: Drawable

  static let drawableSize = Property(
    of: DrawableLayer.self, "drawableSize", .size,
    .value(
      get: { .size($0.drawableSize) },
      set: { layer, value, row in
        if value.isNull || value == .bool(false) {
          if layer.storedDrawableSize == nil { return }
          layer.storedDrawableSize = nil
          return row.didChange(layer)
        }
        guard let size = value.asSize else { throw row.mismatch(layer, value) }
        guard size.isFinite else { throw row.notFinite(layer, [("width", size.width), ("height", size.height)]) }
        guard size.width >= 0, size.height >= 0, size.width == size.width.rounded(),
          size.height == size.height.rounded()
        else {
          throw LayerError(row, layer, ": expected whole numbers of pixels, got \(value.described)")
        }
        if layer.storedDrawableSize == size { return }
        layer.storedDrawableSize = size
        row.didChange(layer)
      }, copy: { $1.storedDrawableSize = $0.storedDrawableSize }),
    "The size of drawables in pixels; nil, the default, is the bounds' size times contentsScale.")
  static let pixelFormat = Property(
    of: DrawableLayer.self, "pixelFormat", .enumeration(PixelFormat.names),
    .option(
      get: { $0.storedPixelFormat.rawValue }, set: { $0.storedPixelFormat = PixelFormat(rawValue: $1) ?? .rgba8Unorm }),
    default: .string("rgba8Unorm"), invalidates: [], "In which order the host writes the bytes of a pixel.")
  static let colorspace = Property(
    of: DrawableLayer.self, "colorspace", .enumeration(DrawableColorSpace.names),
    .option(
      get: { $0.storedColorSpace.rawValue }, set: { $0.storedColorSpace = DrawableColorSpace(rawValue: $1) ?? .sRGB }),
    default: .string("sRGB"), invalidates: [], "What the numbers of a pixel mean: sRGB is the only space.")
  static let asynchronous = drawableFlag(
    "asynchronous", .asynchronous, false, aliases: ["isAsynchronous"],
    "Whether the layer is drawn for every picture, instead of only after setNeedsDisplay.")
  static let draw = Property(
    of: DrawableLayer.self, "draw", .function,
    .value(
      get: { layer in
        guard let source = layer.storedSource else { return .null }
        return (source as? NamedDrawableSource).map { .string($0.name) } ?? .object(source)
      },
      set: { layer, value, row in
        switch value {
        case .null, .bool(false): layer.storedSource = nil
        case .object(let object):
          guard let source = object as? any DrawableSource else { throw row.mismatch(layer, value) }
          layer.storedSource = source
        case .string(let name):
          do {
            layer.storedSource = NamedDrawableSource(name, try layer.scene.services.drawableSource(named: name))
          } catch let e
            as LayerError
          {
            throw LayerError(row, layer, e.kind, ": \(e.message)")
          }
        default: throw row.mismatch(layer, value)
        }
        row.didChange(layer)
      }, copy: { $1.storedSource = $0.storedSource }), invalidates: [.compositing, .display],
    "Draws a frame: function(layer, drawable, layerTime), or the name of a drawable that the host registered; after setNeedsDisplay, or for every "
      + "picture when asynchronous.")
  static let drawableProperties = Property(
    of: DrawableLayer.self, "drawableProperties", .dictionary,
    .value(
      get: { $0.storedFlags.contains(.retainedBacking) ? .dictionary([("retainedBacking", .bool(true))]) : .null },
      set: { layer, value, row in
        var isRetained = false
        switch value {
        case .null, .bool(false): break
        case .array(let a) where a.isEmpty: break
        case .dictionary(let entries):
          for (key, value) in entries {
            switch (key, value) {
            case ("retainedBacking", .bool(let on)), ("kEAGLDrawablePropertyRetainedBacking", .bool(let on)):
              isRetained = on
            case ("colorFormat", .string("RGBA8")), ("colorFormat", .string("kEAGLColorFormatRGBA8")): break
            case ("colorFormat", _):
              throw LayerError(
                row, layer, ".colorFormat: expected \"RGBA8\", the only format there is, got \(value.described)")
            case ("retainedBacking", _):
              throw LayerError(row, layer, ".retainedBacking: expected true or false, got \(value.described)")
            default:
              throw LayerError(row, layer, " has no entry \(key); there are retainedBacking and colorFormat")
            }
          }
        default: throw row.mismatch(layer, value)
        }
        if layer.storedFlags.contains(.retainedBacking) == isRetained { return }
        layer.set(.retainedBacking, isRetained)
        row.didChange(layer)
      }, copy: { $1.set(.retainedBacking, $0.storedFlags.contains(.retainedBacking)) }), invalidates: [],
    "With retainedBacking = true, a drawable starts with what was presented last.")
  static let maximumDrawableCount = Property(
    of: DrawableLayer.self, "maximumDrawableCount", .number,
    .number(get: { $0.storedMaximumDrawableCount }, set: { $0.storedMaximumDrawableCount = $1 }), default: .number(3),
    range: 2...3,
    invalidates: [], traits: .whole, "Without effect here: as many drawables can be had as memory allows.")
  static let framebufferOnly = drawableFlag(
    "framebufferOnly", .framebufferOnly, true, aliases: ["isFramebufferOnly"],
    "Without effect here: what was presented can always be read."
  )
  static let presentsWithTransaction = drawableFlag(
    "presentsWithTransaction", .presentsWithTransaction, false,
    "Without effect here: what is presented is seen in the next picture.")
  static let allowsNextDrawableTimeout = drawableFlag(
    "allowsNextDrawableTimeout", .allowsNextDrawableTimeout, true,
    "Without effect here: there is no waiting for a drawable.")
  static let displaySyncEnabled = drawableFlag(
    "displaySyncEnabled", .displaySyncEnabled, true, "Without effect here: there is no display to wait for.")

  static var drawableRows: [Property] {
    [
      drawableSize, pixelFormat, colorspace, asynchronous, draw, drawableProperties, maximumDrawableCount,
      framebufferOnly,
      presentsWithTransaction, allowsNextDrawableTimeout, displaySyncEnabled,
    ]
  }

  private static func drawableFlag(
    _ name: String, _ flag: DrawableFlags, _ defaultValue: Bool, aliases: [String] = [], _ summary: String
  ) -> Property {
    Property(
      of: DrawableLayer.self, name, .bool, .bool(get: { $0.storedFlags.contains(flag) }, set: { $0.set(flag, $1) }),
      default: .bool(defaultValue), invalidates: [], aliases: aliases, summary)
  }
}
