// SPDX-License-Identifier: MIT
import Geometry
import RenderTree
import Testing

import LayerModel

// The numbers were measured with Core Animation.
struct ContentsMappingTests {
  func destination(
    _ gravity: ContentsGravity, pixels: Size = Size(20, 10), bounds: Rect = Rect(0, 0, 80, 60), flipped: Bool = false
  ) -> Rect {
    ContentsMapping(pixels: pixels, scale: 1, gravity: gravity, bounds: bounds, isFlipped: flipped).destination
  }

  @Test(
    arguments: [
      (ContentsGravity.resize, Rect(0, 0, 80, 60)), (.resizeAspect, Rect(0, 10, 80, 40)),
      (.resizeAspectFill, Rect(-20, 0, 120, 60)), (.center, Rect(30, 25, 20, 10)), (.top, Rect(30, 50, 20, 10)),
      (.bottom, Rect(30, 0, 20, 10)), (.left, Rect(0, 25, 20, 10)), (.right, Rect(60, 25, 20, 10)),
      (.topLeft, Rect(0, 50, 20, 10)), (.topRight, Rect(60, 50, 20, 10)), (.bottomLeft, Rect(0, 0, 20, 10)),
      (.bottomRight, Rect(60, 0, 20, 10)),
    ]) func `each gravity places a 20×10 image in 80×60`(gravity: ContentsGravity, expected: Rect)
  {
    #expect(destination(gravity) == expected)
  }

  @Test func `a flipped layer's min y is at the other end of its plane`() {
    #expect(destination(.bottom, flipped: true) == Rect(30, 50, 20, 10))
    #expect(destination(.topLeft, flipped: true) == Rect(0, 0, 20, 10))
    #expect(destination(.center, flipped: true) == Rect(30, 25, 20, 10))
  }

  @Test func `contentsRect and contentsScale divide the image's size`() {
    let m = ContentsMapping(
      pixels: Size(12, 8), scale: 2, rect: Rect(0.5, 0, 0.5, 1), gravity: .center, bounds: Rect(0, 0, 10, 10))
    #expect(m.destination == Rect(3.5, 3, 3, 4))
    #expect(m.pieces.map(\.source) == [Rect(6, 0, 6, 8)])
  }

  @Test func `the bounds' origin carries the contents along`() {
    #expect(destination(.right, bounds: Rect(5, 7, 80, 60)) == Rect(65, 32, 20, 10))
  }

  @Test func `nothing is drawn in empty bounds`() {
    #expect(ContentsMapping(pixels: Size(4, 4), scale: 1, gravity: .center, bounds: Rect(0, 0, 0, 9)).pieces.isEmpty)
  }

  @Test func `a nine-slice of half an 8×4 image fills 8×8 with its centre`() throws {
    let m = ContentsMapping(
      pixels: Size(8, 4), scale: 1, rect: Rect(0.5, 0, 0.5, 1), center: Rect(0.25, 0.25, 0.5, 0.5),
      bounds: Rect(0, 0, 8, 8))
    let pieces = m.pieces
    #expect(pieces.count == 9)
    let centre = try #require(pieces.dropFirst(4).first)
    #expect(centre.destination == Rect(1, 1, 6, 6))
    #expect(centre.source == Rect(0.625 * 8, 0.25 * 4, 0.25 * 8, 0.5 * 4))
  }

  @Test func `fixed edges are as many points as their pixels divided by contentsScale`() throws {
    let m = ContentsMapping(
      pixels: Size(8, 8), scale: 2, center: Rect(0.25, 0.25, 0.5, 0.5), bounds: Rect(0, 0, 10, 10))
    #expect(m.pieces.first?.destination == Rect(0, 0, 1, 1))
    #expect(m.pieces.last?.destination == Rect(9, 9, 1, 1))
  }

  @Test func `the arrow gets wider but only its shaft longer`() {
    let m = ContentsMapping(
      pixels: Size(40, 100), scale: 1, center: Rect(0, 0.4, 1, 0.6), gravity: .resizeAspect, bounds: Rect(0, 0, 80, 140)
    )
    #expect(m.destination == Rect(12, 0, 56, 140))
    #expect(m.pieces.map(\.destination) == [Rect(12, 0, 56, 40), Rect(12, 40, 56, 100)])
    #expect(m.pieces.map(\.source) == [Rect(0, 0, 40, 40), Rect(0, 40, 40, 60)])
  }

  @Test func `edges wider than the bounds shrink together and leave no centre`() {
    let slices = ContentsMapping.slices(source: 40, from: 0.25, length: 0.5, scale: 1, destination: 10)
    #expect(slices.map(\.destinationLength) == [5, 5])
  }

  @Test func `a centre of no width is one source pixel about its place`() {
    let slices = ContentsMapping.slices(source: 9, from: 0.5, length: 0, scale: 1, destination: 20)
    #expect(slices.map(\.sourceLength) == [4, 1, 4])
    #expect(slices.map(\.destinationLength) == [4, 12, 4])
  }

  @Test func `in a mirrored plane rows are taken upside down, so that the image stays upright`() {
    let m = ContentsMapping(pixels: Size(20, 10), scale: 1, bounds: Rect(0, 0, 20, 10), isPlaneMirrored: true)
    #expect(m.pieces.map(\.source) == [Rect(0, 10, 20, -10)])
    let nine = ContentsMapping(
      pixels: Size(40, 100), scale: 1, center: Rect(0, 0.4, 1, 0.6), bounds: Rect(0, 0, 40, 200), isPlaneMirrored: true)
    #expect(nine.pieces.map(\.destination) == [Rect(0, 160, 40, 40), Rect(0, 0, 40, 160)])
  }
}
