// SPDX-License-Identifier: MIT
import CLuaBinding
import Formats
import Geometry
import LayerModel
import LuaRuntime
import Messages
import Numbers
import Parsing
import Pixels
import RenderTree

extension Method {
  static let imageMethods: [Method] = [
    Method(
      "ca.Image", "()", flags: LLUA_REFERENCES,
      signature: "(name: string, options?: ca.ImageFileOptions): ca.Image; (pixels: ca.ImageInit): ca.Image",
      summary: "An image of a PNG, JPEG, WebP or SVG file, of a page of a PDF file, or of pixels."
    ) { call in
      if let name = call.peek?.string {
        _ = call.next()
        guard !name.isEmpty else { throw call.error("expected a file name, got an empty string") }
        return call.binding.push(try call.binding.services.image(atPath: name, try call.imageFileOptions()))
      }
      if let image = call.peek?.image {
        _ = call.next()
        return call.binding.push(image)
      }
      try call.makeImage()
    },
    Method(
      "ca.Image", "named", signature: "(name: string): ca.Image",
      summary: "The image of this name with its `@2x` and `@3x` files; the picture's scale chooses."
    ) { call in
      let name = try call.string("the name")
      guard !name.isEmpty else { throw call.error("expected a name, got an empty string") }
      call.binding.push(try call.binding.services.image(named: name))
    },
    Method(
      "ca.Image", "draw", flags: LLUA_REFERENCES,
      signature:
        "(width: number, height: number, draw: fun(ctx: ca.GraphicsContext)): ca.Image; (width: number, height: "
        + "number, scale: number, draw: fun(ctx: ca.GraphicsContext)): ca.Image",
      summary: "An image that a function draws, in points; `scale` is pixels per point."
    ) { call in
      let width = try call.number("the width")
      let height = try call.number("the height")
      var scale = 1.0
      if call.peek?.type == LLUA_NODE_NUMBER {
        scale = try call.number("the scale")
      } else if call.peek?.isNil == true {
        _ = call.next()
      }
      let argument = call.next()
      guard let function = argument?.function else {
        throw call.mismatch("a function that draws: function(ctx) … end", argument)
      }
      guard width > 0, height > 0, scale > 0 else {
        throw call.error(
          "width, height and scale must be greater than 0, got \(numberText(width)), \(numberText(height)), "
            + "\(numberText(scale))"
        )
      }
      try call.checkRoom(width: width * scale, height: height * scale)
      let services = call.binding.services
      let context = GraphicsContext(
        bounds: Rect(0, 0, width, height), scale: scale, services: services,
        memoryBudget: call.binding.scene.memoryBudget,
        budget: GraphicsContext.budget(of: call.binding.scene))
      let scene = call.binding.scene
      context.onTextProblem = { scene.warn(aboutTextOf: "ca.Image.draw", $0) }
      defer { context.close() }
      try call.binding.call(function: function, of: call.references, context)
      if let imbalance = context.imbalance { scene.warn(.unbalancedState, "ca.Image.draw: \(imbalance)") }
      call.binding.push(Image(try services.rasterize(context.finish(), size: Size(width, height), scale: scale)))
    },
    Method("Image", ".width", signature: "integer", summary: "The width in pixels.") { call in
      call.binding.push(Double(try call.image.width))
    },
    Method("Image", ".height", signature: "integer", summary: "The height in pixels.") { call in
      call.binding.push(Double(try call.image.height))
    },
    Method("Image", ".scale", signature: "number", summary: "Pixels per point.") { call in
      call.binding.push(try call.image.scale)
    },
    Method("Image", ".size", signature: "ca.Size", summary: "The size in points.") { call in
      call.binding.push(try call.image.size)
    },
    Method("Image", ".name", signature: "string?", summary: "The name or file that it was read from.") { call in
      if let name = try call.image.name { call.binding.push(name) } else { call.binding.pushNil() }
    },
    Method("Image", ".tostring", signature: "string", summary: "Its size.") { call in
      let image = try call.image
      call.binding.push(
        "Image \(image.width)×\(image.height)\(image.scale == 1 ? "" : " @\(numberText(image.scale))x")")
    },
    Method(
      "Image", "pixel", signature: "(x: integer, y: integer): number, number, number, number",
      summary: "Red, green, blue and alpha of a pixel, from 0 to 1; x and y count from 0 at the top left."
    ) { call in
      let image = try call.image
      let x = try call.number("x")
      let y = try call.number("y")
      guard x == x.rounded(), y == y.rounded(), x >= 0, y >= 0, x < Double(image.width), y < Double(image.height) else {
        throw call.error(
          "(\(numberText(x)), \(numberText(y))) is not a pixel of the image: x is 0 to \(image.width - 1), y is 0 to "
            + "\(image.height - 1)"
        )
      }
      let c = image.bitmap.color(x: Int(clamping: x), y: Int(clamping: y))
      for v in [c.red, c.green, c.blue, c.alpha] { call.binding.push(v) }
    },
    Method("Image", "crop", signature: "(rect: ca.RectLike): ca.Image", summary: "A part of the image, in pixels.") {
      call in
      let image = try call.image
      let given = try call.rect().standardized
      let r = Rect(
        given.minX.rounded(.down), given.minY.rounded(.down), given.maxX.rounded(.up) - given.minX.rounded(.down),
        given.maxY.rounded(.up) - given.minY.rounded(.down))
      guard r.width >= 1, r.height >= 1, r.minX >= 0, r.minY >= 0, r.maxX <= Double(image.width),
        r.maxY <= Double(image.height)
      else {
        throw call.error(
          "{\(numberText(given.x)), \(numberText(given.y)), \(numberText(given.width)), \(numberText(given.height))} "
            + "is not a part of the image; the rect is in pixels, from {0, 0} to {\(image.width), \(image.height)}")
      }
      for variant in image.variants {
        let k = Double(variant.width) / Double(image.width)
        try call.checkRoom(width: r.width * k + 1, height: r.height * k + 1)
      }
      call.binding.push(try call.made { try image.cropped(to: r) })
    },
    Method("Image", "pixels", signature: "(): string", summary: "Straight RGBA bytes, top row first.") { call in
      let bitmap = try call.image.bitmap
      try call.binding.checkRoom(bitmap.width * bitmap.height * 8, call)
      call.binding.push(bytes: bitmap.straightBytes)
    },
    Method(
      "Image", "encode", signature: "(format?: string, options?: ca.EncodingOptions): string",
      summary: "The bytes of a file in a format such as \"png\"."
    ) { call in
      let image = try call.image
      var format = try call.optionalString("the format") ?? "png"
      if format.hasPrefix(".") { format.removeFirst() }
      let given = try call.options(EncodingOptions.names)
      let known = try FileFormat(ofPictureNamed: format)
      let options = try call.pictureOptions(given, for: known)
      let bytes = try call.binding.services.encode(image.bitmap, as: known, options)
      // The file exists twice until Lua has it.
      var reading = call.reading("the file's bytes")
      try reading.take(bytes.count)
      call.binding.push(bytes: bytes)
      reading.giveBack(bytes.count)
    },
    Method(
      "Image", "write", signature: "(path: string, options?: ca.EncodingOptions)",
      summary: "Writes the image into a file, whose format its extension names."
    ) { call in
      let image = try call.image
      let path = try call.string("the file name")
      let format = try call.pictureFormat(of: path)
      let options = try call.pictureOptions(try call.options(EncodingOptions.names), for: format)
      call.binding.hasMadePictures = true
      try call.binding.services.write(image.bitmap, to: path, as: format, options)
    },
  ]
}

extension LuaBinding {
  func checkRoom(_ bytes: Int, _ call: Call) throws {
    if !memory.hasRoom(for: bytes) { throw LayerError.noMemory("\(bytes) bytes", memory, at: call.name) }
  }
}

extension Call {
  /// Refuses an impossible picture size before memory is allocated.
  func checkRoom(width: Double, height: Double) throws {
    let w = width.rounded(.up)
    let h = height.rounded(.up)
    guard w >= 1, h >= 1, w <= Double(Bitmap.maximumSide), h <= Double(Bitmap.maximumSide),
      w * h <= Double(Bitmap.maximumPixels)
    else {
      throw error(
        "an image of \(numberText(w))×\(numberText(h)) pixels is not possible: each side must be 1 to "
          + "\(Bitmap.maximumSide), "
          + "\(Bitmap.maximumPixels) pixels in all", kind: w >= 1 && h >= 1 ? .limit : .invalid)
    }
    let limit = binding.scene.limits.imagePixels
    guard Int(clamping: w) * Int(clamping: h) <= limit else {
      throw error(
        "an image of \(numberText(w))×\(numberText(h)) pixels is too large: at most \(limit) pixels in all; make it "
          + "smaller",
        kind: .limit)
    }
    try binding.checkRoom(Int(clamping: w) * Int(clamping: h) * 4, self)
  }

  /// Runs a body that makes something from bitmaps; reports its errors as the call's.
  func made<T>(_ body: () throws -> T) throws -> T {
    do { return try body() } catch let failure as BitmapError { throw error(failure.message) }
  }

  /// Reads the options of `ca.Image("file.svg", { color =, page = })`.
  fileprivate mutating func imageFileOptions() throws -> ImageFileOptions {
    let given = try options(["color", "page"])
    var options = ImageFileOptions()
    options.color = try color(given, "color")
    if let page = try number(given, "page") {
      guard page == page.rounded(), page >= 1, page <= 1_000_000 else {
        throw error("page must be a whole number from 1, got \(numberText(page))")
      }
      options.page = Int(clamping: page)
    }
    return options
  }

  /// Implements `ca.Image { width =, height =, scale =, pixels = }`.
  fileprivate mutating func makeImage() throws {
    guard let table = peek, table.type == LLUA_NODE_TABLE else {
      throw mismatch("a file name, or a table with width, height and pixels", peek)
    }
    let options = try options(["width", "height", "scale", "pixels"])
    guard let width = try number(options, "width"), let height = try number(options, "height") else {
      throw error("width and height in pixels are needed")
    }
    let scale = try number(options, "scale") ?? 1
    guard scale > 0 else { throw error("scale must be greater than 0, got \(numberText(scale))") }
    guard width == width.rounded(), height == height.rounded() else {
      throw error("width and height must be whole numbers of pixels, got \(numberText(width))×\(numberText(height))")
    }
    try checkRoom(width: width, height: height)
    let w = Int(clamping: width)
    let h = Int(clamping: height)
    let pixels: [UInt8]
    switch options["pixels"] {
    case .some(let argument) where argument.function != nil:
      var bytes = [UInt8](repeating: 0, count: w * h * 4)
      let function = argument.function ?? 0
      let kind = bytes.withUnsafeMutableBufferPointer {
        llua_fill_pixels(binding.pointer, "ca.Image", references, function, UInt32(w), UInt32(h), $0.baseAddress)
      }
      try binding.state.check(kind)
      pixels = bytes
    case .some(let argument) where argument.bytes != nil:
      pixels = argument.bytes ?? []
      guard pixels.count == w * h * 4 else {
        throw error("pixels must be \(w * h * 4) bytes, four for each of \(w)×\(h) pixels, got \(pixels.count)")
      }
    default:
      throw error("pixels must be a string of RGBA bytes or a function, got \(options["pixels"]?.described ?? "nil")")
    }
    binding.push(Image(try made { try Bitmap(width: w, height: h, scale: scale, straightBytes: pixels) }))
  }
}
