// SPDX-License-Identifier: MIT
import Numbers
import Pixels

/// Alpha and colour factors for everything that a node and its children paint.
package struct Tone: Equatable, Sendable {
  package var alpha = 1.0
  /// Red, green and blue from 0 to 255, red in the lowest byte; the highest byte is ignored.
  package var tint = UInt32.max

  package init(alpha: Double = 1, tint: UInt32 = .max) {
    self.alpha = alpha
    self.tint = tint
  }

  package var isVisible: Bool { alpha > 0 }

  /// Factor of each channel of a premultiplied pixel.
  package var multiplier: UInt32 {
    let a = UInt32(byte(alpha))
    return Tone.product(tint | 0xFF00_0000, a << 24 | a << 16 | a << 8 | a)
  }

  package func multiplied(by color: Color) -> Tone {
    let pixel = Tone.pixel(color)
    return Tone(
      alpha: alpha * unit(color.alpha), tint: pixel == .max ? tint : tint == .max ? pixel : Tone.product(tint, pixel))
  }

  /// Returns a colour as a tint; its alpha is ignored.
  package static func pixel(_ color: Color) -> UInt32 {
    0xFF00_0000 | UInt32(byte(color.blue)) << 16 | UInt32(byte(color.green)) << 8 | UInt32(byte(color.red))
  }

  /// Multiplies bytewise, rounded as in the kernels.
  package static func product(_ a: UInt32, _ b: UInt32) -> UInt32 {
    var result: UInt32 = 0
    for shift in stride(from: UInt32(0), to: 32, by: 8) {
      let v = ((a >> shift) & 255) * ((b >> shift) & 255) + 128
      result |= ((v + (v >> 8)) >> 8) << shift
    }
    return result
  }
}

/// Clamps a number to 0…1; NaN becomes 0.
package func unit(_ v: Double) -> Double { v > 0 ? min(v, 1) : 0 }

/// Maps 0…1 to 0…255, rounded to nearest.
package func byte(_ v: Double) -> UInt8 { UInt8(clamping: unit(v) * 255 + 0.5) }
