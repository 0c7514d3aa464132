// SPDX-License-Identifier: MIT
import SystemC

/// The colour spaces of CSS' color() (CSS Color 4, section 10).
enum ColorSpaceName: String {
  case srgb
  case srgbLinear = "srgb-linear"
  case displayP3 = "display-p3"
  case a98 = "a98-rgb"
  case prophoto = "prophoto-rgb"
  case rec2020
  case xyz
  case xyzD65 = "xyz-d65"
  case xyzD50 = "xyz-d50"
}

private typealias Vector = SIMD3<Double>

/// A 3 × 3 matrix, by rows.
private struct Matrix {
  var x, y, z: Vector
  static func * (m: Matrix, v: Vector) -> Vector { Vector((m.x * v).sum(), (m.y * v).sum(), (m.z * v).sum()) }

  /// The inverse; all matrices used here are invertible.
  var inverse: Matrix {
    func cross(_ a: Vector, _ b: Vector) -> Vector {
      Vector(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }
    let columns = (cross(y, z), cross(z, x), cross(x, y))
    let k = 1 / (x * columns.0).sum()
    return Matrix(
      x: Vector(columns.0.x, columns.1.x, columns.2.x) * k, y: Vector(columns.0.y, columns.1.y, columns.2.y) * k,
      z: Vector(columns.0.z, columns.1.z, columns.2.z) * k)
  }
}

// Conversions to sRGB through CIE XYZ with the white point D65, after the sample code of CSS Color 4 (section 18).
extension Color {
  /// - Parameters:
  ///   - lightness: 0…100 in CIE Lab, 0…1 in Oklab.
  ///   - a: green to red axis.
  ///   - b: blue to yellow axis.
  init(lightness: Double, _ a: Double, _ b: Double, isOklab: Bool, alpha: Double) {
    self.init(linear: Color.linearComponents(lightness: lightness, a, b, isOklab: isOklab), alpha: alpha)
  }

  /// Creates a colour of Lab or Oklab; one outside of sRGB loses chroma, instead of being clamped.
  init(mapping lightness: Double, _ a: Double, _ b: Double, isOklab: Bool, alpha: Double) {
    var lab = SIMD3(lightness, a, b)
    if !isOklab {
      let cones = xyzToCones * Color.xyz(lightness: lightness, a, b, isOklab: false)
      lab = rootsToOklab * SIMD3(cbrt(cones.x), cbrt(cones.y), cbrt(cones.z))
    }
    let chroma = (lab.y * lab.y + lab.z * lab.z).squareRoot()
    self.init(
      OKLCHColor(lightness: lab.x, chroma: chroma, hue: chroma > 0 ? atan2(lab.z, lab.y) : 0, alpha: alpha))
  }

  /// Returns the linear components of sRGB, which may lie outside of 0…1.
  static func linearComponents(lightness: Double, _ a: Double, _ b: Double, isOklab: Bool) -> SIMD3<Double> {
    xyzToSRGB * xyz(lightness: lightness, a, b, isOklab: isOklab)
  }

  private static func xyz(lightness: Double, _ a: Double, _ b: Double, isOklab: Bool) -> SIMD3<Double> {
    if isOklab {
      let roots = oklabToRoots * Vector(lightness, a, b)
      return conesToXYZ * (roots * roots * roots)
    }
    let kappa = 24389.0 / 27
    let epsilon = 216.0 / 24389
    let fy = (lightness + 16) / 116
    let fx = a / 500 + fy
    let fz = fy - b / 200
    func component(_ f: Double) -> Double { f * f * f > epsilon ? f * f * f : (116 * f - 16) / kappa }
    let y = lightness > kappa * epsilon ? fy * fy * fy : lightness / kappa
    return whiteD50ToD65 * (Vector(component(fx), y, component(fz)) * whiteD50)
  }

  init(_ space: ColorSpaceName, _ components: [Double], alpha: Double) {
    guard components.count == 3 else {
      self.init(white: 0, alpha: alpha)
      return
    }
    let c = Vector(components[0], components[1], components[2])
    func linear(_ decode: (Double) -> Double) -> Vector {
      func signed(_ v: Double) -> Double { v < 0 ? -decode(-v) : decode(v) }
      return Vector(signed(c.x), signed(c.y), signed(c.z))
    }
    switch space {
    case .srgb: self.init(clipping: c, alpha: alpha)
    case .srgbLinear: self.init(linear: c, alpha: alpha)
    case .displayP3: self.init(xyz: displayP3ToXYZ * linear(decodedSRGB), alpha: alpha)
    case .a98: self.init(xyz: a98ToXYZ * linear { pow($0, 563.0 / 256) }, alpha: alpha)
    case .prophoto:
      self.init(
        xyz: whiteD50ToD65 * (prophotoToXYZ50 * linear { $0 <= 16.0 / 512 ? $0 / 16 : pow($0, 1.8) }), alpha: alpha)
    case .rec2020:
      let offset = 1.09929682680944
      let knee = 0.018053968510807
      self.init(
        xyz: rec2020ToXYZ * linear { $0 < knee * 4.5 ? $0 / 4.5 : pow(($0 + offset - 1) / offset, 1 / 0.45) },
        alpha: alpha)
    case .xyz, .xyzD65: self.init(xyz: c, alpha: alpha)
    case .xyzD50: self.init(xyz: whiteD50ToD65 * c, alpha: alpha)
    }
  }

  private init(xyz: SIMD3<Double>, alpha: Double) { self.init(linear: xyzToSRGB * xyz, alpha: alpha) }

  private init(linear v: SIMD3<Double>, alpha: Double) {
    func encoded(_ v: Double) -> Double { v > 0.0031308 ? 1.055 * pow(v, 1 / 2.4) - 0.055 : 12.92 * v }
    self.init(clipping: SIMD3(encoded(v.x), encoded(v.y), encoded(v.z)), alpha: alpha)
  }

  /// Clamps a colour outside sRGB to it, component by component.
  private init(clipping v: SIMD3<Double>, alpha: Double) {
    func clipped(_ v: Double) -> Double { v == v ? Swift.min(Swift.max(v, 0), 1) : 0 }
    self.init(red: clipped(v.x), green: clipped(v.y), blue: clipped(v.z), alpha: alpha)
  }
}

// Conversions from sRGB, for mixing.
extension Color {
  private var xyz: SIMD3<Double> { sRGBToXYZ * SIMD3(decodedSRGB(red), decodedSRGB(green), decodedSRGB(blue)) }

  /// Returns lightness, a (green to red) and b (blue to yellow).
  func lab(isOklab: Bool) -> [Double] {
    if isOklab {
      let cones = xyzToCones * xyz
      let lab = rootsToOklab * SIMD3(cbrt(cones.x), cbrt(cones.y), cbrt(cones.z))
      return [lab.x, lab.y, lab.z]
    }
    let kappa = 24389.0 / 27
    let epsilon = 216.0 / 24389
    let v = (whiteD65ToD50 * xyz) / whiteD50
    func f(_ v: Double) -> Double { v > epsilon ? cbrt(v) : (kappa * v + 16) / 116 }
    return [116 * f(v.y) - 16, 500 * (f(v.x) - f(v.y)), 200 * (f(v.y) - f(v.z))]
  }

  /// Returns the components in a colour space of `color()`.
  func components(in space: ColorSpaceName) -> [Double] {
    func encoded(_ v: SIMD3<Double>, _ encode: (Double) -> Double) -> [Double] {
      [v.x, v.y, v.z].map { $0 < 0 ? -encode(-$0) : encode($0) }
    }
    func sRGB(_ v: Double) -> Double { v > 0.0031308 ? 1.055 * pow(v, 1 / 2.4) - 0.055 : 12.92 * v }
    switch space {
    case .srgb: return [red, green, blue]
    case .srgbLinear: return [decodedSRGB(red), decodedSRGB(green), decodedSRGB(blue)]
    case .displayP3: return encoded(xyzToDisplayP3 * xyz, sRGB)
    case .a98: return encoded(xyzToA98 * xyz) { pow($0, 256.0 / 563) }
    case .prophoto:
      return encoded(xyz50ToProphoto * (whiteD65ToD50 * xyz)) { $0 >= 1.0 / 512 ? pow($0, 1 / 1.8) : 16 * $0 }
    case .rec2020:
      let offset = 1.09929682680944
      let knee = 0.018053968510807
      return encoded(xyzToRec2020 * xyz) { $0 > knee ? offset * pow($0, 0.45) - (offset - 1) : 4.5 * $0 }
    case .xyz, .xyzD65: return [xyz.x, xyz.y, xyz.z]
    case .xyzD50:
      let v = whiteD65ToD50 * xyz
      return [v.x, v.y, v.z]
    }
  }
}

private func decodedSRGB(_ v: Double) -> Double { v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4) }

private let whiteD50 = Vector(0.3457 / 0.3585, 1, (1 - 0.3457 - 0.3585) / 0.3585)

private let xyzToSRGB = Matrix(
  x: Vector(12831.0 / 3959, -329.0 / 214, -1974.0 / 3959),
  y: Vector(-851781.0 / 878810, 1_648_619.0 / 878810, 36519.0 / 878810),
  z: Vector(705.0 / 12673, -2585.0 / 12673, 705.0 / 667))

private let displayP3ToXYZ = Matrix(
  x: Vector(608311.0 / 1_250_200, 189793.0 / 714400, 198249.0 / 1_000_160),
  y: Vector(35783.0 / 156275, 247089.0 / 357200, 198249.0 / 2_500_400),
  z: Vector(0, 32229.0 / 714400, 5_220_557.0 / 5_000_800))

private let a98ToXYZ = Matrix(
  x: Vector(573536.0 / 994567, 263643.0 / 1_420_810, 187206.0 / 994567),
  y: Vector(591459.0 / 1_989_134, 6_239_551.0 / 9_945_670, 374412.0 / 4_972_835),
  z: Vector(53769.0 / 1_989_134, 351524.0 / 4_972_835, 4_929_758.0 / 4_972_835))

private let rec2020ToXYZ = Matrix(
  x: Vector(63_426_534.0 / 99_577_255, 20_160_776.0 / 139_408_157, 47_086_771.0 / 278_816_314),
  y: Vector(26_158_966.0 / 99_577_255, 472_592_308.0 / 697_040_785, 8_267_143.0 / 139_408_157),
  z: Vector(0, 19_567_812.0 / 697_040_785, 295_819_943.0 / 278_816_314))

private let prophotoToXYZ50 = Matrix(
  x: Vector(0.79776664490064230, 0.13518129740053308, 0.03134773412839220),
  y: Vector(0.28807482881940130, 0.71183523424187300, 0.00008993693872564), z: Vector(0, 0, 0.82510460251046020))

/// Bradford chromatic adaptation from D50 to D65.
private let whiteD50ToD65 = Matrix(
  x: Vector(0.955473421488075, -0.02309845494876471, 0.06325924320057072),
  y: Vector(-0.0283697093338637, 1.0099953980813041, 0.021041441191917323),
  z: Vector(0.012314014864481998, -0.020507649298898964, 1.330365926242124))

private let oklabToRoots = Matrix(
  x: Vector(1, 0.3963377773761749, 0.2158037573099136), y: Vector(1, -0.1055613458156586, -0.0638541728258133),
  z: Vector(1, -0.0894841775298119, -1.2914855480194092))

private let conesToXYZ = Matrix(
  x: Vector(1.2268798758459243, -0.5578149944602171, 0.2813910456659647),
  y: Vector(-0.0405757452148008, 1.1122868032803170, -0.0717110580655164),
  z: Vector(-0.0763729366746601, -0.4214933324022432, 1.5869240198367816))

private let sRGBToXYZ = xyzToSRGB.inverse
private let xyzToDisplayP3 = displayP3ToXYZ.inverse
private let xyzToA98 = a98ToXYZ.inverse
private let xyzToRec2020 = rec2020ToXYZ.inverse
private let xyz50ToProphoto = prophotoToXYZ50.inverse
private let whiteD65ToD50 = whiteD50ToD65.inverse
private let xyzToCones = conesToXYZ.inverse
private let rootsToOklab = oklabToRoots.inverse
