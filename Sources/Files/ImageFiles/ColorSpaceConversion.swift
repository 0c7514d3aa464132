// SPDX-License-Identifier: MIT
import CImageCodecs
import Numbers
import SystemC

/// The conversion from a file's RGB to sRGB: a curve to linear light for each channel, then a matrix in linear light.
struct ColorSpaceConversion {
  /// One per channel; map samples 0…1 to linear light 0…1.
  var curves: [ToneCurve]
  /// From the file's linear RGB to linear sRGB.
  var matrix: Matrix3

  init?(curves: [ToneCurve], matrix: Matrix3) {
    guard curves.count == 3, matrix.isFinite else { return nil }
    self.curves = curves
    self.matrix = matrix
  }

  /// Makes the conversion for the values of gAMA and cHRM chunks; nil if these mean sRGB or are unusable.
  ///
  /// A gamma within 5 % of 1/2.2 is taken for sRGB's curve, as writers mean it.
  init?(gamma: Double?, primaries: ColorPrimaries?) {
    let curve: ToneCurve = gamma.map { abs($0 * 2.2 - 1) < 0.05 ? .sRGB : .power(1 / $0) } ?? .sRGB
    let matrix = primaries.flatMap { $0.isNearSRGB ? nil : $0.toSRGB } ?? .identity
    if curve == .sRGB && matrix == .identity { return nil }
    self.init(curves: [curve, curve, curve], matrix: matrix)
  }

  /// Converts unpremultiplied samples to unpremultiplied sRGB bytes. 8-bit samples may be converted in place.
  func convert(_ input: UnsafeRawPointer?, sixteen: Bool, to rgba: UnsafeMutableRawBufferPointer) {
    guard let input, let out = rgba.baseAddress else { return }
    let count = sixteen ? 65536 : 256
    let last = Double(count - 1)
    var tables: [[Float]] = []
    for (i, curve) in curves.enumerated() {
      if let same = curves[..<i].firstIndex(of: curve) {
        tables.append(tables[same])
      } else {
        tables.append((0..<count).map { Float(curve.linear(Double($0) / last)) })
      }
    }
    let encode = (0..<65536).map {
      UInt8(clamping: min(max(ToneCurve.encodeSRGB(Double($0) / 65535) * 255 + 0.5, 0), 255))
    }
    let m = matrix.rows.map(Float.init)
    tables[0].withUnsafeBufferPointer { r in
      tables[1].withUnsafeBufferPointer { g in
        tables[2].withUnsafeBufferPointer { b in
          let pointers = [r.baseAddress, g.baseAddress, b.baseAddress]
          llua_convert(
            input, sixteen ? 1 : 0, out.assumingMemoryBound(to: UInt8.self), rgba.count / 4, pointers, m, encode)
        }
      }
    }
  }
}

/// The curve from a sample to linear light.
enum ToneCurve: Equatable {
  case sRGB
  case power(Double)
  /// Samples at equal intervals over 0…1.
  case table([Double])
  /// ICC's parametric curve: (a·x + b)^g + e where x ≥ d, else c·x + f.
  case parametric(g: Double, a: Double, b: Double, c: Double, d: Double, e: Double, f: Double)

  func linear(_ x: Double) -> Double {
    let v: Double
    switch self {
    case .sRGB: v = x <= 0.04045 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4)
    case .power(let g): v = pow(x, g)
    case .table(let values):
      let position = x * Double(values.count - 1)
      let i = min(max(Int(clamping: position), 0), max(values.count - 2, 0))
      let next = values[min(i + 1, values.count - 1)]
      v = values[i] + (next - values[i]) * (position - Double(i))
    case .parametric(let g, let a, let b, let c, let d, let e, let f):
      v = x >= d ? pow(max(a * x + b, 0), g) + e : c * x + f
    }
    return v.isFinite ? min(max(v, 0), 1) : 0
  }

  static func encodeSRGB(_ v: Double) -> Double { v <= 0.0031308 ? v * 12.92 : 1.055 * pow(v, 1 / 2.4) - 0.055 }
}

/// A 3×3 matrix, row by row.
struct Matrix3: Equatable {
  var rows: [Double]
  static let identity = Matrix3(rows: [1, 0, 0, 0, 1, 0, 0, 0, 1])

  var isFinite: Bool { rows.count == 9 && rows.allSatisfy { $0.isFinite && abs($0) < 1e6 } }

  static func * (l: Matrix3, r: Matrix3) -> Matrix3 {
    Matrix3(
      rows: (0..<9).map { i in
        let row = i / 3 * 3, column = i % 3
        return l.rows[row] * r.rows[column] + l.rows[row + 1] * r.rows[column + 3] + l.rows[row + 2]
          * r.rows[column + 6]
      })
  }

  static func * (l: Matrix3, v: (Double, Double, Double)) -> (Double, Double, Double) {
    let m = l.rows
    return (
      m[0] * v.0 + m[1] * v.1 + m[2] * v.2, m[3] * v.0 + m[4] * v.1 + m[5] * v.2, m[6] * v.0 + m[7] * v.1 + m[8] * v.2
    )
  }

  var inverse: Matrix3? {
    let m = rows
    let c0 = m[4] * m[8] - m[5] * m[7], c1 = m[5] * m[6] - m[3] * m[8], c2 = m[3] * m[7] - m[4] * m[6]
    let d = m[0] * c0 + m[1] * c1 + m[2] * c2
    guard abs(d) > 1e-12 else { return nil }
    let adjugate = [
      c0, m[2] * m[7] - m[1] * m[8], m[1] * m[5] - m[2] * m[4],
      c1, m[0] * m[8] - m[2] * m[6], m[2] * m[3] - m[0] * m[5],
      c2, m[1] * m[6] - m[0] * m[7], m[0] * m[4] - m[1] * m[3],
    ]
    let result = Matrix3(rows: adjugate.map { $0 / d })
    return result.isFinite ? result : nil
  }

  /// Linear sRGB to XYZ adapted to D50, as in ICC profiles.
  static let sRGBToD50 = Matrix3(
    rows: [0.4360747, 0.3850649, 0.1430804, 0.2225045, 0.7168786, 0.0606169, 0.0139322, 0.0971045, 0.7141733])
}

/// The chromaticities (x, y) of the white point and the primaries.
struct ColorPrimaries {
  var white: (Double, Double)
  var red: (Double, Double)
  var green: (Double, Double)
  var blue: (Double, Double)

  static let sRGB = ColorPrimaries(white: (0.3127, 0.329), red: (0.64, 0.33), green: (0.3, 0.6), blue: (0.15, 0.06))

  var isNearSRGB: Bool {
    let pairs = [(white, Self.sRGB.white), (red, Self.sRGB.red), (green, Self.sRGB.green), (blue, Self.sRGB.blue)]
    return pairs.allSatisfy { abs($0.0.0 - $0.1.0) < 0.003 && abs($0.0.1 - $0.1.1) < 0.003 }
  }

  /// Linear RGB of these primaries to XYZ, with white at Y = 1.
  var toXYZ: Matrix3? {
    func xyz(_ p: (Double, Double)) -> (Double, Double, Double) { (p.0 / p.1, 1, (1 - p.0 - p.1) / p.1) }
    guard [white.1, red.1, green.1, blue.1].allSatisfy({ $0 > 1e-4 }) else { return nil }
    let r = xyz(red), g = xyz(green), b = xyz(blue)
    let lights = Matrix3(rows: [r.0, g.0, b.0, r.1, g.1, b.1, r.2, g.2, b.2])
    guard let inverse = lights.inverse else { return nil }
    let s = inverse * xyz(white)
    let scaled = lights * Matrix3(rows: [s.0, 0, 0, 0, s.1, 0, 0, 0, s.2])
    return scaled.isFinite ? scaled : nil
  }

  /// Linear RGB of these primaries to linear sRGB, with Bradford adaptation of the white point.
  var toSRGB: Matrix3? {
    guard let source = toXYZ, let destination = Self.sRGB.toXYZ?.inverse else { return nil }
    func xyz(_ p: (Double, Double)) -> (Double, Double, Double) { (p.0 / p.1, 1, (1 - p.0 - p.1) / p.1) }
    let bradford = Matrix3(rows: [0.8951, 0.2664, -0.1614, -0.7502, 1.7135, 0.0367, 0.0389, -0.0685, 1.0296])
    guard let back = bradford.inverse else { return nil }
    let from = bradford * xyz(white), to = bradford * xyz(Self.sRGB.white)
    guard abs(from.0) > 1e-6, abs(from.1) > 1e-6, abs(from.2) > 1e-6 else { return nil }
    let adapted = back * Matrix3(rows: [to.0 / from.0, 0, 0, 0, to.1 / from.1, 0, 0, 0, to.2 / from.2]) * bradford
    let result = destination * adapted * source
    return result.isFinite ? result : nil
  }
}
