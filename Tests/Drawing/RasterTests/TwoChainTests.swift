// SPDX-License-Identifier: MIT
import Foundation
import Geometry
import Pixels
import Raster
import Testing

/// Outlines of one descending and one ascending chain are filled row by row between the chains, with the same bytes as
/// the general path.
struct TwoChainTests {
  static let all = canvas(160, 150)

  /// A rotated ellipse, rectangle, rounded rectangle or triangle; some very thin, some partly or wholly outside the
  /// canvas.
  static func shape(_ numbers: inout Numbers, maySteepen: Bool = false) -> Outline {
    let thin = numbers.next() < 0.3 ? 0.02 : 1.0
    let width = numbers.next(0.2...90)
    let height = numbers.next(0.2...90) * thin
    let rect = Rect(-width / 2, -height / 2, width, height)
    let kind = numbers.next()
    var path = Path()
    if kind < 0.3 {
      path.addEllipse(in: rect)
    } else if kind < 0.6 {
      path.addRoundedRect(rect, rx: min(width, height) / 3, ry: min(width, height) / 3)
    } else if kind < 0.8 {
      path.addRect(rect)
    } else {
      path = Path(polygon: [rect.origin, Point(rect.maxX, rect.midY), Point(rect.minX, rect.maxY)])
    }
    let angle = numbers.next() < 0.2 ? 0 : numbers.next(0...6.3)
    let center = numbers.point(in: Rect(-20, -20, 200, 190))
    let map = Geometry.AffineTransform(
      a: cos(angle), b: sin(angle), c: -sin(angle), d: cos(angle), tx: center.x, ty: center.y)
    var builder = OutlineBuilder(canvas: all)
    builder.promiseSimple()
    builder.isReversed = numbers.next() < 0.3
    builder.add(path, through: Homography(map))
    return builder.finish(steepness: maySteepen && numbers.next() < 0.2 ? 3 : 1)
  }

  @Test func `pixels of areas with two sides are those that any outline has`() throws {
    var numbers = Numbers(21)
    var count = 0
    for _ in 0..<1500 {
      let outline = Self.shape(&numbers)
      if outline.isTwoChains { count += 1 }
      let rule = numbers.next() < 0.3 ? FillRule.evenOdd : .nonZero
      let expected = try coverageBytes(outline, rule: rule, in: Self.all)
      for bandHeight: Int32 in [1, 23, 64, 150] {
        for instructions in [InstructionSet.best, .baseline] {
          let pixels = try draw(in: Self.all, bandHeight: bandHeight, instructions: instructions) { band, scratch in
            fill(outline, rule: rule, source: .solid(.max), into: band, scratch: scratch)
          }
          #expect(pixels.map { UInt8($0 >> 24) }.elementsEqual(expected))
        }
      }
    }
    #expect(count > 500)
  }

  @Test func `colours over pixels are the same with every instruction set and in every part of the canvas`() throws {
    var numbers = Numbers(22)
    for _ in 0..<300 {
      let outline = Self.shape(&numbers, maySteepen: true)
      let color = numbers.pixel()
      var start = Numbers(5)
      let background = (0..<Self.all.width * Self.all.height).map { _ in start.pixel() }
      func drawn(_ instructions: InstructionSet, from left: Int32, height: Int32) throws -> [UInt32] {
        try draw(
          in: Self.all, bandHeight: height, instructions: instructions, background: { background[$1 * 160 + $0] }
        ) { band, scratch in
          for part in [
            DeviceRect(x0: 0, y0: 0, x1: left, y1: 150), DeviceRect(x0: left, y0: 0, x1: 160, y1: 150),
          ] { fill(outline, source: .solid(color), into: band.cropped(to: part), scratch: scratch) }
        }
      }
      let expected = try drawn(.scalar, from: 0, height: 150)
      #expect(try drawn(.best, from: 0, height: 17) == expected)
      #expect(try drawn(.baseline, from: 0, height: 64) == expected)
      #expect(try drawn(.best, from: 71, height: 31) == expected)
    }
  }

  @Test func `memory is left clean for the outlines that follow`() throws {
    var numbers = Numbers(23)
    let circle = outline(Path(circle: Point(80, 70), radius: 50), in: Self.all)
    let expected = try coverageBytes(circle, in: Self.all)
    let surface = try CoverageSurface(rect: Self.all)
    let scratch = BandScratch()
    let pixels = try PixelSurface(rect: Self.all)
    for _ in 0..<200 {
      fill(Self.shape(&numbers), source: .solid(.max), into: pixels.band, scratch: scratch)
      coverage(circle, into: surface.band, combining: .set, scratch: scratch)
      #expect(Array(UnsafeBufferPointer(start: surface.band.base, count: expected.count)) == expected)
    }
  }

  @Test func `shapes of several sides are not taken for two`() {
    var path = Path(circle: Point(80, 70), radius: 50)
    path.addEllipse(in: Rect(60, 50, 40, 40))
    #expect(!outline(path, in: Self.all).isTwoChains)
    #expect(outline(Path(circle: Point(80, 70), radius: 50), in: Self.all).isTwoChains)
    // Left of the canvas, edges are moved to its side; right of it, one chain is missing.
    #expect(!outline(Path(circle: Point(0, 70), radius: 50), in: Self.all).isTwoChains)
    #expect(!outline(Path(circle: Point(160, 70), radius: 50), in: Self.all).isTwoChains)
  }
}
