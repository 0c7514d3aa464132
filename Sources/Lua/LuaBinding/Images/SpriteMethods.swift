// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Messages

/// Methods of sprites.
extension Method {
  static let spriteMethods: [Method] = [
    Method("Sprite", ".name", signature: "string", summary: "Its name in the sheet.") { call in
      call.binding.push(try call.sprite.name)
    },
    Method("Sprite", ".image", signature: "ca.Image", summary: "The image of the whole sheet.") { call in
      call.binding.push(try call.sprite.image)
    },
    Method("Sprite", ".contentsRect", signature: "ca.Rect", summary: "Its part of that image, in unit coordinates.") {
      call in call.binding.push(try call.sprite.contentsRect)
    },
    Method("Sprite", ".rotated", signature: "boolean", summary: "True if it is rotated in the sheet.") { call in
      call.binding.push(try call.sprite.isRotated)
    },
    Method("Sprite", ".trimmed", signature: "boolean", summary: "True if its transparent edges were cut off.") { call in
      call.binding.push(try call.sprite.isTrimmed)
    },
    Method("Sprite", ".size", signature: "ca.Size", summary: "Its size in points.") { call in
      call.binding.push(try call.sprite.size)
    },
    Method(
      "Sprite", ".offset", signature: "ca.Point",
      summary: "The offset of its centre from that of the untrimmed picture, in points."
    ) { call in call.binding.push(try call.sprite.offset) },
    Method("Sprite", ".frame", signature: "ca.Rect", summary: "Its place in the untrimmed picture, in points.") {
      call in call.binding.push(try call.sprite.frame)
    },
    Method("Sprite", ".sourceSize", signature: "ca.Size", summary: "The size of the untrimmed picture in points.") {
      call in call.binding.push(try call.sprite.sourceSize)
    },
    Method(
      "Sprite", ".duration", signature: "number?",
      summary: "The time for which an animation shows it, in seconds; nil if the sheet states none."
    ) { call in
      if let duration = try call.sprite.duration { call.binding.push(duration) } else { call.binding.pushNil() }
    },
    Method("Sprite", ".upright", signature: "ca.Image", summary: "An image of it alone, turned upright.") { call in
      let sprite = try call.sprite
      let (width, height) = sprite.uprightPixels
      try call.checkRoom(width: Double(width), height: Double(height))
      call.binding.push(try call.made { try sprite.upright() })
    },
    Method("Sprite", ".tostring", signature: "string", summary: "Its name and size.") { call in
      let sprite = try call.sprite
      call.binding.push(
        "Sprite \(sprite.name) "
          + "\(numberText(sprite.size.width))×\(numberText(sprite.size.height))\(sprite.isRotated ? " rotated" : "")"
      )
    },
  ]
}

extension Call {
  fileprivate var sprite: Sprite { get throws { try receiver(as: Sprite.self) } }
}
