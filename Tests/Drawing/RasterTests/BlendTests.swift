// SPDX-License-Identifier: MIT
import Geometry
import Pixels
import Raster
import Testing

struct BlendTests {
  /// The blend formulas on channels 0…1, in double precision.
  func blended(_ mode: BlendMode, _ s: [Double], _ d: [Double]) -> [Double] {
    let sa = s[3]
    let da = d[3]
    func duff(_ fs: Double, _ fd: Double) -> [Double] { (0..<4).map { s[$0] * fs + d[$0] * fd } }
    func plain(_ p: [Double], _ a: Double) -> [Double] { (0..<3).map { a > 0 ? p[$0] / a : 0 } }
    func mixed(_ b: [Double]) -> [Double] {
      (0..<3).map { s[$0] * (1 - da) + d[$0] * (1 - sa) + sa * da * b[$0] } + [sa + da - sa * da]
    }
    let cs = plain(s, sa)
    let cb = plain(d, da)
    func each(_ f: (Double, Double) -> Double) -> [Double] { mixed((0..<3).map { f(cb[$0], cs[$0]) }) }
    func screen(_ b: Double, _ s: Double) -> Double { b + s - b * s }
    func hard(_ b: Double, _ s: Double) -> Double { s <= 0.5 ? 2 * b * s : screen(b, 2 * s - 1) }
    func dodge(_ b: Double, _ s: Double) -> Double { b <= 0 ? 0 : s >= 1 ? 1 : min(1, b / (1 - s)) }
    func burn(_ b: Double, _ s: Double) -> Double { b >= 1 ? 1 : s <= 0 ? 0 : 1 - min(1, (1 - b) / s) }
    func lum(_ c: [Double]) -> Double { 0.3 * c[0] + 0.59 * c[1] + 0.11 * c[2] }
    func sat(_ c: [Double]) -> Double { (c.max() ?? 0) - (c.min() ?? 0) }
    func setLum(_ c: [Double], _ l: Double) -> [Double] {
      let k = l - lum(c)
      var r = c.map { $0 + k }
      let m = lum(r)
      let low = r.min() ?? 0
      let high = r.max() ?? 0
      if low < 0 { r = r.map { m + ($0 - m) * m / (m - low) } }
      if high > 1 { r = r.map { m + ($0 - m) * (1 - m) / (high - m) } }
      return r
    }
    func setSat(_ c: [Double], _ k: Double) -> [Double] {
      let low = c.min() ?? 0
      let range = sat(c)
      return c.map { range > 0 ? ($0 - low) / range * k : 0 }
    }
    switch mode {
    case .normal: return duff(1, 1 - sa)
    case .multiply: return each { $0 * $1 }
    case .screen: return each(screen)
    case .overlay: return each { hard($1, $0) }
    case .darken: return each { min($0, $1) }
    case .lighten: return each { max($0, $1) }
    case .colorDodge: return each(dodge)
    case .colorBurn: return each(burn)
    case .softLight:
      return each { b, s in
        if s <= 0.5 { return b - (1 - 2 * s) * b * (1 - b) }
        let g = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : b.squareRoot()
        return b + (2 * s - 1) * (g - b)
      }
    case .hardLight: return each(hard)
    case .difference: return each { abs($0 - $1) }
    case .exclusion: return each { $0 + $1 - 2 * $0 * $1 }
    case .hue: return mixed(setLum(setSat(cs, sat(cb)), lum(cb)))
    case .saturation: return mixed(setLum(setSat(cb, sat(cs)), lum(cb)))
    case .color: return mixed(setLum(cs, lum(cb)))
    case .luminosity: return mixed(setLum(cb, lum(cs)))
    case .clear: return [0, 0, 0, 0]
    case .copy: return s
    case .sourceIn: return duff(da, 0)
    case .sourceOut: return duff(1 - da, 0)
    case .sourceAtop: return duff(da, 1 - sa)
    case .destinationOver: return duff(1 - da, 1)
    case .destinationIn: return duff(0, sa)
    case .destinationOut: return duff(0, 1 - sa)
    case .destinationAtop: return duff(1 - da, sa)
    case .xor: return duff(1 - da, 1 - sa)
    case .plusDarker:
      let a = min(1, sa + da)
      return (0..<3).map { max(0, a - ((sa - s[$0]) + (da - d[$0]))) } + [a]
    case .plusLighter: return (0..<4).map { min(1, s[$0] + d[$0]) }
    case .subtract: return each { max(0, $0 - $1) }
    case .divide: return each { b, s in s == 0 ? 1 : min(1, b / s) }
    case .linearBurn: return each { max(0, $0 + $1 - 1) }
    case .linearDodge: return each { min(1, $0 + $1) }
    case .pinLight: return each { b, s in s <= 0.5 ? min(b, 2 * s) : max(b, 2 * s - 1) }
    case .linearLight: return each { min(max($0 + 2 * $1 - 1, 0), 1) }
    case .vividLight: return each { b, s in s <= 0.5 ? burn(b, 2 * s) : dodge(b, 2 * s - 1) }
    case .maximum: return (0..<4).map { max(s[$0], d[$0]) }
    case .minimum: return (0..<4).map { min(s[$0], d[$0]) }
    case .product: return (0..<4).map { s[$0] * d[$0] }
    }
  }

  @Test(arguments: BlendMode.allCases) func `modes follow their formulas`(_ mode: BlendMode) throws {
    let c = canvas(64, 40)
    var numbers = Numbers(77)
    let source = (0..<(64 * 40)).map { _ in numbers.pixel() }
    let target = (0..<(64 * 40)).map { _ in numbers.pixel() }
    let picture = try PixelSurface(rect: c)
    for i in source.indices { picture.band.base[i] = source[i] }
    // Full coverage above, then half coverage below.
    let result = try draw(in: c, background: { target[$1 * 64 + $0] }) { band, scratch in
      composite(picture.band.cropped(to: canvas(64, 20)), onto: band, blend: mode, scratch: scratch)
      guard let clip = try? CoverageSurface(rect: c) else { return }
      clear(clip.band, to: 128)
      composite(
        picture.band.cropped(to: DeviceRect(x0: 0, y0: 20, x1: 64, y1: 40)), onto: band, clip: clip.band, blend: mode,
        scratch: scratch)
    }
    var worst = 0.0
    for i in result.indices {
      let s = channels(source[i]).map { $0 / 255 }
      let d = channels(target[i]).map { $0 / 255 }
      let k = i < 64 * 20 ? 1 : 128.0 / 255
      let e = zip(d, blended(mode, s, d)).map { ($0 + ($1 - $0) * k) * 255 }
      for (a, b) in zip(channels(result[i]), e) { worst = max(worst, abs(a - b)) }
      let v = channels(result[i])
      #expect(v[0] <= v[3] && v[1] <= v[3] && v[2] <= v[3])
    }
    #expect(worst <= 2, "\(worst)")
  }

  @Test func `opacity multiplies the source`() throws {
    let c = canvas(9, 1)
    let result = try draw(in: c, background: { _, _ in 0xFFFF_FFFF }) { band, scratch in
      fill(c, source: .solid(0xFF00_0000), opacity: 51, into: band, scratch: scratch)
    }
    #expect(result.allSatisfy { $0 == 0xFFCC_CCCC })
    let copied = try draw(in: c, background: { _, _ in 0xFFFF_FFFF }) { band, scratch in
      fill(c, source: .solid(0xFF00_00FF), opacity: 51, blend: .copy, into: band, scratch: scratch)
    }
    #expect(copied.allSatisfy { $0 == 0x3300_0033 })
  }

  @Test func `outside the clip nothing changes`() throws {
    let c = canvas(20, 4)
    let clip = try CoverageSurface(rect: DeviceRect(x0: 5, y0: 1, x1: 15, y1: 3))
    clear(clip.band, to: 255)
    for mode in BlendMode.allCases {
      let result = try draw(in: c, background: { _, _ in 0xFF10_2030 }) { band, scratch in
        fill(
          outline(Path(rect: Rect(0, 0, 20, 4)), in: c), source: .solid(0x8040_2010), blend: mode, into: band,
          clip: clip.band,
          scratch: scratch)
      }
      for y in 0..<4 {
        for x in 0..<20 where !(x >= 5 && x < 15 && y >= 1 && y < 3) { #expect(result[y * 20 + x] == 0xFF10_2030) }
      }
    }
  }

  @Test func `alpha multiplies and copies`() throws {
    let picture = try PixelSurface(rect: DeviceRect(x0: 2, y0: 0, x1: 6, y1: 1))
    clear(picture.band, to: 0x8000_0000)
    let mask = try CoverageSurface(rect: canvas(8, 1))
    clear(mask.band, to: 100)
    let scratch = BandScratch()
    multiplyAlpha(of: picture.band, into: mask.band, scratch: scratch)
    #expect((0..<8).map { mask.band.base[$0] } == [0, 0, 50, 50, 50, 50, 0, 0])
    copyAlpha(of: picture.band, into: mask.band, scratch: scratch)
    #expect((0..<8).map { mask.band.base[$0] } == [0, 0, 128, 128, 128, 128, 0, 0])
    clear(picture.band, to: 0xFF40_8020)
    multiply(picture.band, by: mask.band, scratch: scratch)
    #expect(picture.band.base[0] == 0x8020_4010)
  }

  @Test func `a mask paints its colour where it is moved`() throws {
    let c = canvas(20, 10)
    let mask = try CoverageSurface(rect: canvas(3, 2))
    clear(mask.band, to: 128)
    let result = try draw(in: c) { band, scratch in
      fillMask(mask.band, dx: 4, dy: 5, color: 0xFF00_00FF, into: band, scratch: scratch)
    }
    for y in 0..<10 {
      for x in 0..<20 { #expect(result[y * 20 + x] == (x >= 4 && x < 7 && y >= 5 && y < 7 ? 0x8000_0080 : 0)) }
    }
  }

  @Test func `a nine slice repeats its middle`() throws {
    let mask = try CoverageSurface(rect: canvas(5, 5))
    for i in 0..<25 { mask.band.base[i] = UInt8(i * 10) }
    let c = canvas(12, 9)
    let result = try draw(in: c) { band, scratch in
      fillNineSlice(
        mask.band, left: 2, right: 2, top: 2, bottom: 2, over: DeviceRect(x0: 1, y0: 1, x1: 11, y1: 8),
        color: 0xFF00_0000, into: band,
        scratch: scratch)
    }
    for y in 0..<7 {
      for x in 0..<10 {
        let sx = x < 2 ? x : x >= 8 ? x - 5 : 2
        let sy = y < 2 ? y : y >= 5 ? y - 2 : 2
        #expect(Int(result[(y + 1) * 12 + x + 1] >> 24) == (sy * 5 + sx) * 10)
      }
    }
  }
}
