// SPDX-License-Identifier: MIT
import CLuaBinding
import Geometry
import LayerModel
import LuaRuntime
import Numbers
import Pixels

extension Call {
  fileprivate var drawable: Drawable { get throws { try receiver(as: Drawable.self) } }
}

extension Method {
  static let drawableMethods: [Method] = [
    Method(
      "DrawableLayer", "nextDrawable", signature: "(): ca.Drawable?",
      summary: "The next picture to fill and present; nil where the layer has no pixels."
    ) { call in
      call.binding.push(try call.layer(as: DrawableLayer.self).nextDrawable())
    },
    Method("Drawable", ".width", signature: "integer", summary: "The width in pixels.") { call in
      call.binding.push(Double(try call.drawable.width))
    },
    Method("Drawable", ".height", signature: "integer", summary: "The height in pixels.") { call in
      call.binding.push(Double(try call.drawable.height))
    },
    Method("Drawable", ".layer", signature: "ca.Layer", summary: "The layer whose picture it is.") { call in
      call.binding.push(try call.drawable.layer)
    },
    Method(
      "Drawable", ".isPresented", signature: "boolean",
      summary: "True if it was presented and cannot be changed any more."
    ) { call in call.binding.push(try call.drawable.isPresented) },
    Method("Drawable", ".tostring", signature: "string", summary: "Its name and size.") { call in
      let drawable = try call.drawable
      call.binding.push("Drawable \(drawable.width)×\(drawable.height)")
    },
    Method(
      "Drawable", "setPixels", flags: LLUA_SELF | LLUA_REFERENCES,
      signature: "(pixels: string|ca.Image|(fun(x: integer, y: integer): number, number, number, number)): self",
      summary:
        "Sets all pixels: straight RGBA bytes, top row first, an image of the same size, or what a function returns "
        + "for each, from 0 to 1."
    ) { call in
      let drawable = try call.drawable
      let argument = call.next()
      if let image = argument?.image { return try drawable.setPixels(image) }
      if let bytes = argument?.bytes { return try drawable.setPixels(straight: bytes) }
      guard let function = argument?.function else {
        throw call.mismatch("a function(x, y) that returns r, g, b, a, a string of RGBA bytes, or an image", argument)
      }
      if drawable.isPresented { return try drawable.setPixels(straight: []) }
      let count = drawable.width * drawable.height * 4
      try call.binding.checkRoom(count, call)
      var bytes = [UInt8](repeating: 0, count: count)
      let binding = call.binding
      let kind = bytes.withUnsafeMutableBufferPointer {
        llua_fill_pixels(
          binding.pointer, "Drawable:setPixels", call.references, function, UInt32(drawable.width),
          UInt32(drawable.height),
          $0.baseAddress)
      }
      try binding.state.check(kind)
      try drawable.setPixels(straight: bytes)
    },
    Method(
      "Drawable", "clear", flags: LLUA_SELF, signature: "(color?: ca.ColorLike): self",
      summary: "Fills it with a colour, by default transparent."
    ) { call in
      let drawable = try call.drawable
      try drawable.clear(call.peek.map { !$0.isNil } == true ? try call.color() : .clear)
    },
    Method(
      "Drawable", "draw", flags: LLUA_SELF | LLUA_REFERENCES, signature: "(draw: fun(ctx: ca.GraphicsContext)): self",
      summary: "Draws on it with a drawing context of one point a pixel."
    ) { call in
      let drawable = try call.drawable
      let argument = call.next()
      guard let function = argument?.function else {
        throw call.mismatch("a function that draws: function(ctx) … end", argument)
      }
      let binding = call.binding
      let references = call.references
      try binding.checkRoom(drawable.width * drawable.height * 8, call)
      try drawable.draw { try binding.call(function: function, of: references, $0) }
    },
    Method("Drawable", "present", signature: "()", summary: "Shows it in the layer.") { call in
      try call.drawable.present()
    },
  ]

  /// Apple's GPU-backed classes, refused with a pointer to ca.DrawableLayer.
  static let hostDrawnClasses: [Method] = [
    "MetalLayer", "OpenGLLayer", "EAGLLayer", "QCCompositionLayer",
  ].map { name in
    Method(
      "ca", name, flags: LLUA_REFERENCES, signature: Method.onlyRefuses,
      summary: "There is no GPU here, and no composition files: use ca.DrawableLayer."
    ) { call in
      let files = name == "QCCompositionLayer" ? "composition files are not supported; " : ""
      throw call.error(
        "\(files)there is no GPU here; use ca.DrawableLayer, whose pixels come from nextDrawable() or from "
          + "draw = function(layer, drawable, layerTime) … end")
    }
  }
}

/// The function assigned to a drawable layer's `draw`.
final class ScriptSource: DrawableSource {
  @WhileBound private var binding: LuaBinding?
  /// Serial of the layer whose Lua object keeps the function.
  let serial: Int

  private let mark: LiveMark

  init(_ binding: LuaBinding, _ layer: Layer) {
    mark = LiveMark(binding.memory.live, .callbacks)
    self.binding = binding
    serial = layer.serial
  }

  func draw(_ layer: DrawableLayer, in drawable: Drawable, layerTime: Double) throws {
    guard let binding else { return }
    binding.push(drawable)
    binding.push(layerTime)
    try binding.draw(layer) { try binding.call(LLUA_TARGET_VALUE, of: layer, "draw") }
  }
}

extension LuaBinding {
  /// Implements `layer.draw = function(layer, drawable, layerTime) … end`.
  func setSource(_ layer: Layer, _ property: Property, _ argument: Argument) throws {
    switch argument.type {
    case LLUA_NODE_NIL: try property.setValue(layer, .null)
    case LLUA_NODE_BOOLEAN where argument.number == 0: try property.setValue(layer, .null)
    case LLUA_NODE_SCRIPT where argument.scriptType == LLUA_SCRIPT_FUNCTION:
      try property.setValue(layer, .object(ScriptSource(self, layer)))
    case LLUA_NODE_STRING:
      guard let name = argument.string else { fallthrough }
      try property.setValue(layer, .string(name))
    default:
      throw LayerError(
        "\(layer.className).\(property.name): expected a function(layer, drawable, layerTime) or the name of a "
          + "drawable that the host registered, got \(argument.described)")
    }
  }

  func push(_ drawable: Drawable) {
    push(drawable, as: LLUA_KIND_DRAWABLE, bytes: 256)
  }

  /// Calls a hook of a drawable layer with the pushed arguments; returns true if its result is true in Lua's sense.
  func ask(_ target: Target, _ name: String, _ layer: Layer) throws -> Bool {
    let kind = target == .delegate ? LLUA_TARGET_DELEGATE : LLUA_TARGET_CLASS
    try draw(layer) { try call(kind, of: layer, "delegate", name, results: 1) }
    guard llua_in_count(pointer) > 0, let nodes = llua_in_nodes(pointer) else { return false }
    let answer = Argument(nodes: nodes, doubles: llua_in_doubles(pointer), memory: memory, index: 0)
    return !(answer.isNil || (answer.type == LLUA_NODE_BOOLEAN && answer.number == 0))
  }
}
