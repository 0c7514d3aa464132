// SPDX-License-Identifier: MIT
import Numbers
import Pixels

/// Converts pixels between sRGB and the colour space of a graph primitive.
struct FilterGraphSpace: Sendable {
  let isLinear: Bool

  private static let tables = Tables()

  /// Lookup tables between sRGB and linearRGB with even steps and linear interpolation: of the component, and of its
  /// square root, since the second curve is steep at 0. The error is below 1e-6.
  private final class Tables: @unchecked Sendable {
    // Unchecked: written only by the initialiser.
    static let steps = 1024
    let toLinear: UnsafeMutablePointer<Float>
    let toEncoded: UnsafeMutablePointer<Float>

    init() {
      let n = Tables.steps
      toLinear = .allocate(capacity: n + 2)
      toEncoded = .allocate(capacity: n + 2)
      for i in 0...n + 1 {
        let v = Double(min(i, n)) / Double(n)
        toLinear[i] = Float(FilterGraphSpace.linear(v))
        toEncoded[i] = Float(FilterGraphSpace.encoded(v * v))
      }
    }
  }

  static func linear(_ v: Double) -> Double { v <= 0.04045 ? v / 12.92 : FilterMath.pow((v + 0.055) / 1.055, 2.4) }
  static func encoded(_ v: Double) -> Double {
    v <= 0.0031308 ? v * 12.92 : 1.055 * FilterMath.pow(v, 1 / 2.4) - 0.055
  }

  @inline(__always) private static func look(_ table: UnsafeMutablePointer<Float>, _ v: SIMD4<Float>) -> SIMD4<Float> {
    let place = v * Float(Tables.steps)
    let index = whole(place)
    let part = place - SIMD4<Float>(index)
    let (a, b, c) = (Int(index.x), Int(index.y), Int(index.z))
    let low = SIMD4(table[a], table[b], table[c], 0)
    let high = SIMD4(table[a + 1], table[b + 1], table[c + 1], 0)
    return low + (high - low) * part
  }

  /// Returns the integer part of numbers from 0 to 2²², by a conversion that cannot trap.
  @inline(__always) private static func whole(_ v: SIMD4<Float>) -> SIMD4<UInt32> {
    let nearest = (v + 8_388_608) - 8_388_608
    let floor = nearest.replacing(with: nearest - 1, where: nearest .> v)
    return unsafeBitCast(floor + 8_388_608, to: SIMD4<UInt32>.self) & 0x7F_FFFF
  }

  /// Returns components with straight alpha in the space; transparent black if alpha is 0.
  @inline(__always) func straight(_ pixel: UInt32) -> SIMD4<Float> {
    let v = FilterPixel.straight(bytes: pixel)
    if !isLinear { return v }
    let limited = pointwiseMin(v, SIMD4(repeating: 1))
    var result = Self.look(Self.tables.toLinear, limited)
    result.w = v.w
    return result
  }

  @inline(__always) func premultiplied(_ pixel: UInt32) -> SIMD4<Float> {
    if pixel == 0 { return SIMD4(repeating: 0) }
    if !isLinear { return FilterPixel.floats(pixel) }
    return FilterPixel.premultiplied(straight(pixel))
  }

  /// Returns the pixel of components with straight alpha, which are clamped.
  @inline(__always) func pixel(straight given: SIMD4<Float>) -> UInt32 {
    // The comparison is false for NaN.
    var v = SIMD4<Float>(repeating: 0).replacing(with: given, where: given .> 0)
    v = pointwiseMin(v, SIMD4(repeating: 1))
    if isLinear {
      let alpha = v.w
      v = Self.look(Self.tables.toEncoded, v.squareRoot())
      v.w = alpha
    }
    return FilterPixel.bytes(FilterPixel.premultiplied(v))
  }

  /// Returns the pixel of premultiplied components, which are clamped to alpha.
  @inline(__always) func pixel(premultiplied v: SIMD4<Float>) -> UInt32 {
    if !isLinear { return FilterPixel.bytes(v) }
    let alpha = min(v.w, 1)
    if !(alpha > 0) { return 0 }
    var straight = v / alpha
    straight.w = alpha
    return pixel(straight: straight)
  }
}

/// Blend modes of components from 0 to 1 with straight alpha (W3C Compositing and Blending Level 1, section 10).
enum FilterGraphBlend {
  typealias Components = SIMD4<Float>

  /// Returns the blended colour where both cover; its alpha is meaningless.
  static func mixed(_ mode: BlendMode, backdrop b: Components, source s: Components) -> Components {
    let one = Components(repeating: 1)
    func each(_ body: (Float, Float) -> Float) -> Components {
      Components(body(b.x, s.x), body(b.y, s.y), body(b.z, s.z), 0)
    }
    func hardLight(_ b: Float, _ s: Float) -> Float { s <= 0.5 ? 2 * b * s : 1 - 2 * (1 - b) * (1 - s) }
    switch mode {
    case .multiply: return b * s
    case .screen: return b + s - b * s
    case .overlay: return each { hardLight($1, $0) }
    case .darken: return pointwiseMin(b, s)
    case .lighten: return pointwiseMax(b, s)
    case .colorDodge: return each { b, s in b <= 0 ? 0 : s >= 1 ? 1 : min(1, b / (1 - s)) }
    case .colorBurn: return each { b, s in b >= 1 ? 1 : s <= 0 ? 0 : 1 - min(1, (1 - b) / s) }
    case .hardLight: return each(hardLight)
    case .softLight:
      return each { b, s in
        if s <= 0.5 { return b - (1 - 2 * s) * b * (1 - b) }
        let d = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : b.squareRoot()
        return b + (2 * s - 1) * (d - b)
      }
    case .difference: return pointwiseMax(b, s) - pointwiseMin(b, s)
    case .exclusion: return b + s - 2 * b * s
    case .hue: return luminous(saturated(s, saturation(b)), luminosity(b))
    case .saturation: return luminous(saturated(b, saturation(s)), luminosity(b))
    case .color: return luminous(s, luminosity(b))
    case .luminosity: return luminous(b, luminosity(s))
    default: return pointwiseMin(s, one)
    }
  }

  private static func luminosity(_ c: Components) -> Float { 0.3 * c.x + 0.59 * c.y + 0.11 * c.z }
  private static func saturation(_ c: Components) -> Float { max(c.x, c.y, c.z) - min(c.x, c.y, c.z) }

  private static func luminous(_ c: Components, _ l: Float) -> Components {
    let moved = c + (l - luminosity(c))
    let middle = luminosity(moved)
    let (low, high) = (min(moved.x, moved.y, moved.z), max(moved.x, moved.y, moved.z))
    var result = moved
    if low < 0, middle > low { result = (result - middle) * (middle / (middle - low)) + middle }
    if high > 1, high > middle { result = (result - middle) * ((1 - middle) / (high - middle)) + middle }
    return result
  }

  private static func saturated(_ c: Components, _ s: Float) -> Components {
    let (low, high) = (min(c.x, c.y, c.z), max(c.x, c.y, c.z))
    return high > low ? (c - low) * (s / (high - low)) : Components(repeating: 0)
  }
}
