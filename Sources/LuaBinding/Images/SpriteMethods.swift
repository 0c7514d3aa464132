// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Wording

/// Sprites that scripts hold.
extension Method {
  static let spriteMethods: [Method] = [
    Method("Sprite", ".name") { call in call.binding.push(try call.sprite.name) },
    Method("Sprite", ".image") { call in call.binding.push(try call.sprite.image) },
    Method("Sprite", ".contentsRect") { call in call.binding.push(try call.sprite.contentsRect) },
    Method("Sprite", ".rotated") { call in call.binding.push(try call.sprite.isRotated) },
    Method("Sprite", ".trimmed") { call in call.binding.push(try call.sprite.isTrimmed) },
    Method("Sprite", ".size") { call in call.binding.push(try call.sprite.size) },
    Method("Sprite", ".offset") { call in call.binding.push(try call.sprite.offset) },
    Method("Sprite", ".frame") { call in call.binding.push(try call.sprite.frame) },
    Method("Sprite", ".sourceSize") { call in call.binding.push(try call.sprite.sourceSize) },
    Method("Sprite", ".upright") { call in
      let sprite = try call.sprite
      let (width, height) = sprite.uprightPixels
      try call.checkRoom(width: Double(width), height: Double(height))
      call.binding.push(try call.made { try sprite.upright() })
    },
    Method("Sprite", ".tostring") { call in
      let sprite = try call.sprite
      call.binding.push(
        "Sprite \(sprite.name) \(numberText(sprite.size.width))×\(numberText(sprite.size.height))\(sprite.isRotated ? " rotated" : "")"
      )
    },
  ]
}

extension Call {
  fileprivate var sprite: Sprite { get throws { try receiver(as: Sprite.self) } }
}
