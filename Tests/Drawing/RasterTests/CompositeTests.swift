// SPDX-License-Identifier: MIT
import Geometry
import Pixels
import Raster
import Testing

/// Compositing a surface clipped by an outline.
struct CompositeTests {
  @Test(arguments: BlendMode.allCases)
  func `a surface within an outline has the bytes of one through its coverage`(_ blend: BlendMode) throws {
    let all = canvas(120, 100)
    var numbers = Numbers(UInt64(blend.rawValue) + 31)
    for _ in 0..<12 {
      let kind = numbers.next()
      let shape: Outline
      if kind < 0.3 {
        shape = outline(Path(circle: numbers.point(in: Rect(0, 0, 120, 100)), radius: numbers.next(2...70)), in: all)
      } else if kind < 0.6 {
        let points = (0..<9).map { _ in numbers.point(in: Rect(-20, -20, 160, 140)) }
        shape = outline(Path(polygon: points), in: all)
      } else if kind < 0.9 {
        var path = Path()
        path.addRect(Rect(numbers.next(-5...60), numbers.next(-5...60), numbers.next(0.2...80), numbers.next(0.2...80)))
        shape = outline(path, in: all)
      } else {
        shape = .empty
      }
      let rule = numbers.next() < 0.5 ? FillRule.evenOdd : .nonZero
      let part = DeviceRect(x0: 13, y0: 9, x1: 101, y1: 83)
      let source = try PixelSurface(rect: part)
      for i in 0..<part.width * part.height { source.band.base[i] = numbers.pixel() }
      let opacity = UInt8(numbers.next(1...255))
      let tint: UInt32 = numbers.next() < 0.5 ? .max : 0xFF80_C0E0
      var start = numbers
      let background = (0..<all.width * all.height).map { _ in start.pixel() }
      func drawn(_ body: (PixelBand, BandScratch) -> Void) throws -> [UInt32] {
        try draw(in: all, bandHeight: 37, background: { background[$1 * 120 + $0] }, body)
      }
      let expected = try drawn { band, scratch in
        let area = band.rect.intersection(part)
        guard !area.isEmpty, let clip = try? CoverageSurface(rect: area) else { return }
        coverage(shape, rule: rule, into: clip.band, combining: .set, scratch: scratch)
        composite(
          source.band, onto: band, opacity: opacity, tint: tint, clip: clip.band, blend: blend, scratch: scratch)
      }
      let within = try drawn { band, scratch in
        composite(
          source.band, onto: band, within: CachedOutline(shape), rule: rule, opacity: opacity, tint: tint, blend: blend,
          scratch: scratch)
      }
      #expect(within == expected)
    }
  }
}
