import CLuaShim
import Geometry
import LayerModel
import LuaRuntime
import Pixels

private let imageExtensions = ["png", "jpg", "jpeg", "webp"]
private let laterExtensions = ["apng", "gif", "mp4", "webm", "pdf", "svg"]
private let filmOptions = ["fps", "from", "duration", "frames"]

extension Method {
  static let renderMethods: [Method] = [
    Method("ca", "render") { call in
      let layer = try call.layer("a layer to render")
      var path: String?
      if let argument = call.peek, argument.type == LLUA_NODE_STRING || (!argument.isNil && argument.type != LLUA_NODE_TABLE) {
        path = try call.string("the file name")
      } else if call.peek?.isNil == true {
        _ = call.next()
      }
      let options = try call.renderOptions()
      if let path { try call.checkFormat(of: path) }
      let services = call.binding.scene.services
      let bitmap = try services.render(layer, options)
      if let path { return try services.write(bitmap, toPath: path) }
      call.binding.push(Image(bitmap))
    },
    Method("ca", "dump") { call in call.binding.push(try call.layer("a layer").dump()) },
    Method("ca", "dumpJSON") { call in call.binding.push(try call.layer("a layer").dumpJSON()) },
    Method("ca", "compare") { call in
      let a = try call.anyImage()
      let b = try call.anyImage()
      let result = try call.made(comparing: a.bitmap, b.bitmap)
      call.binding.push(
        .dictionary([
          ("share", .number(result.share)), ("largest", .number(result.largest)), ("mean", .number(result.mean)),
          ("image", .image(Image(result.image))),
        ]))
    },
    Method("ca", "currentTime") { call in call.binding.push(call.binding.scene.currentTime) },
    Method("ca", "setCurrentTime") { call in
      let time = try call.number("the time in seconds")
      let now = call.binding.scene.currentTime
      guard time >= now else { throw call.error("time only goes forward: it is \(short(now)), got \(short(time))") }
      call.binding.scene.currentTime = time
    },
  ]
}

extension Call {
  fileprivate mutating func renderOptions() throws -> RenderOptions {
    let given = try options(["scale", "time", "size", "background"] + filmOptions)
    if let film = filmOptions.first(where: { given[$0] != nil }) {
      throw LayerError.unsupported("ca.render's option \(film)", remedy: "render single pictures with time")
    }
    var options = RenderOptions()
    if let scale = given["scale"] {
      guard scale.type == LLUA_NODE_NUMBER, scale.number.isFinite, scale.number > 0 else {
        throw error("scale must be a number greater than 0, got \(scale.described)")
      }
      options.scale = scale.number
    }
    options.time = try number(given, "time")
    if let size = given["size"] {
      guard let value = size.size, value.isFinite, value.width > 0, value.height > 0 else {
        throw error("size must be a size such as {300, 200}, got \(size.described)")
      }
      options.size = value
    }
    options.background = try color(given, "background")
    return options
  }

  /// Refuses before anything is rendered.
  fileprivate func checkFormat(of path: String) throws {
    guard !path.isEmpty else { throw error("expected a file name, got an empty string") }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else {
      throw error("\"\(path)\" has no extension to tell the format by; use .png, .jpg or .webp")
    }
    let fileExtension = name[name.index(after: dot)...].lowercased()
    if laterExtensions.contains(fileExtension) {
      throw LayerError.unsupported("the format .\(fileExtension)", remedy: "use .png, .jpg or .webp")
    }
    guard imageExtensions.contains(fileExtension) else {
      throw error("unknown format .\(fileExtension); use .png, .jpg or .webp")
    }
  }

  fileprivate func made(comparing a: Bitmap, _ b: Bitmap) throws -> (share: Double, largest: Double, mean: Double, image: Bitmap) {
    guard a.width == b.width, a.height == b.height else {
      throw error("the images differ in size: \(a.width)×\(a.height) and \(b.width)×\(b.height) pixels")
    }
    try checkRoom(width: Double(a.width), height: Double(a.height))
    var differing = 0
    var largest = 0
    var sum = 0
    let image = try made {
      try Bitmap(width: a.width, height: a.height, scale: a.scale) { out in
        let p = a.pixels
        let q = b.pixels
        for i in 0..<out.count {
          if p[i] == q[i] {
            out[i] = 0xFF00_0000
            continue
          }
          differing += 1
          var difference: UInt32 = 0xFF00_0000
          for shift in [UInt32(0), 8, 16, 24] {
            let d = abs(Int(p[i] >> shift & 255) - Int(q[i] >> shift & 255))
            sum += d
            largest = max(largest, d)
            // What differs in alpha alone shows as grey.
            if shift < 24 { difference |= UInt32(d) << shift } else if difference == 0xFF00_0000 { difference |= UInt32(d) * 0x0001_0101 }
          }
          out[i] = difference
        }
      }
    }
    let count = Double(a.width * a.height)
    return (Double(differing) / count, Double(largest) / 255, Double(sum) / (count * 4 * 255), image)
  }
}
