// SPDX-License-Identifier: MIT
import Numbers

/// An ICC profile with three curves and a matrix, or with one grey curve, as cameras, screens and editors embed them.
///
/// Any other profile, above all one with lookup tables, is left to the colour library: see `FileColors`.
struct ColorProfile {
  private var curves: [ToneCurve]
  private var toD50: Matrix3?

  /// Parses a profile; nil if it is of another kind, or has a lookup table (`A2B0`), which is more exact than the
  /// matrix.
  init?(_ bytes: UnsafeRawBufferPointer) {
    let reader = BigEndianBytes(bytes: bytes)
    guard bytes.count >= 132, reader.name(36) == "acsp", let count = reader.u32(128), count <= 1000 else { return nil }
    var tags: [String: Range<Int>] = [:]
    for i in 0..<count {
      let at = 132 + 12 * i
      guard let name = reader.name(at), let offset = reader.u32(at + 4), let size = reader.u32(at + 8) else {
        return nil
      }
      guard offset <= bytes.count, size <= bytes.count - offset else { continue }
      tags[name] = offset..<offset + size
    }
    if tags["A2B0"] != nil { return nil }
    switch reader.name(16) {
    case "RGB ":
      var matrix = [Double](repeating: 0, count: 9)
      curves = []
      for (column, channel) in ["r", "g", "b"].enumerated() {
        guard let point = tags[channel + "XYZ"], let tone = tags[channel + "TRC"], let curve = reader.curve(tone) else {
          return nil
        }
        curves.append(curve)
        for row in 0..<3 {
          guard let v = reader.fixed(point.lowerBound + 8 + 4 * row), point.count >= 20 else { return nil }
          matrix[3 * row + column] = v
        }
      }
      toD50 = Matrix3(rows: matrix)
    case "GRAY":
      guard let tone = tags["kTRC"], let curve = reader.curve(tone) else { return nil }
      curves = [curve, curve, curve]
    default: return nil
    }
  }

  /// The conversion to sRGB; nil if the profile equals sRGB within the precision of eight bits.
  var conversion: ColorSpaceConversion? {
    var matrix = Matrix3.identity
    if let toD50, let back = Matrix3.sRGBToD50.inverse {
      matrix = back * toD50
      if zip(matrix.rows, Matrix3.identity.rows).allSatisfy({ abs($0 - $1) < 0.004 }) { matrix = .identity }
    }
    let isStandard = curves.allSatisfy { curve in
      (0...32).allSatisfy { abs(ToneCurve.encodeSRGB(curve.linear(Double($0) / 32)) - Double($0) / 32) < 0.004 }
    }
    if isStandard && matrix == .identity { return nil }
    return ColorSpaceConversion(curves: curves, matrix: matrix)
  }
}

/// Bounds-checked reads of big-endian numbers.
private struct BigEndianBytes {
  var bytes: UnsafeRawBufferPointer

  func u16(_ at: Int) -> Int? {
    guard at >= 0, at <= bytes.count - 2 else { return nil }
    return Int(bytes[at]) << 8 | Int(bytes[at + 1])
  }

  func u32(_ at: Int) -> Int? {
    guard let high = u16(at), let low = u16(at + 2) else { return nil }
    return high << 16 | low
  }

  /// A signed 16.16 fixed-point number.
  func fixed(_ at: Int) -> Double? { u32(at).map { Double(Int32(truncatingIfNeeded: $0)) / 65536 } }

  func name(_ at: Int) -> String? {
    guard at >= 0, at <= bytes.count - 4 else { return nil }
    return String(decoding: bytes[at..<at + 4], as: UTF8.self)
  }

  func curve(_ tag: Range<Int>) -> ToneCurve? {
    let at = tag.lowerBound
    switch name(at) {
    case "curv":
      guard let count = u32(at + 8), count <= 65536 else { return nil }
      if count == 0 { return .power(1) }
      if count == 1 { return u16(at + 12).map { .power(Double($0) / 256) } }
      var values: [Double] = []
      values.reserveCapacity(count)
      for i in 0..<count {
        guard let v = u16(at + 12 + 2 * i) else { return nil }
        values.append(Double(v) / 65535)
      }
      return .table(values)
    case "para":
      let counts = [1, 3, 4, 5, 7]
      guard let kind = u16(at + 8), kind < counts.count else { return nil }
      var p: [Double] = []
      for i in 0..<counts[kind] {
        guard let v = fixed(at + 12 + 4 * i) else { return nil }
        p.append(v)
      }
      switch kind {
      case 0: return .power(p[0])
      case 1, 2:
        guard p[1] != 0 else { return nil }
        let e = kind == 2 ? p[3] : 0
        return .parametric(g: p[0], a: p[1], b: p[2], c: 0, d: -p[2] / p[1], e: e, f: e)
      case 3: return .parametric(g: p[0], a: p[1], b: p[2], c: p[3], d: p[4], e: 0, f: 0)
      default: return .parametric(g: p[0], a: p[1], b: p[2], c: p[3], d: p[4], e: p[5], f: p[6])
      }
    default: return nil
    }
  }
}
