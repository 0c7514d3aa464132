// SPDX-License-Identifier: MIT
import Geometry
import RenderTree

/// The placement of an image in a layer: `contentsGravity`, `contentsRect`, `contentsCenter` and the flips, as numbers.
package struct ContentsMapping {
  /// The size of the whole image in pixels.
  package var pixels: Size
  /// Image pixels per point: the image's size is its pixels divided by this.
  package var scale: Double
  /// The visible part, in unit coordinates of the image from its visual top.
  package var rect = Rect.unit
  /// The stretchable part, in unit coordinates of the visible part.
  package var center = Rect.unit
  package var gravity = ContentsGravity.resize
  /// The layer's bounds.
  package var bounds: Rect
  /// The layer's own `geometryFlipped`: its min y is the plane's max y.
  package var isFlipped = false
  /// True if the plane is seen upside down, since an odd number of its superlayers is flipped: the visual top is its
  /// max y.
  package var isPlaneMirrored = false

  package init(
    pixels: Size, scale: Double, rect: Rect = .unit, center: Rect = .unit, gravity: ContentsGravity = .resize,
    bounds: Rect, isFlipped: Bool = false, isPlaneMirrored: Bool = false
  ) {
    self.pixels = pixels
    self.scale = scale
    self.rect = rect
    self.center = center
    self.gravity = gravity
    self.bounds = bounds
    self.isFlipped = isFlipped
    self.isPlaneMirrored = isPlaneMirrored
  }

  /// The visible part's size in points.
  package var logicalSize: Size { Size(pixels.width * rect.width / scale, pixels.height * rect.height / scale) }

  /// The rectangle that the visible part covers, in the plane; empty if there is nothing to draw.
  package var destination: Rect {
    let l = logicalSize
    let b = bounds
    guard l.width > 0, l.height > 0, !b.isEmpty else { return Rect(b.x, b.y, 0, 0) }
    var size = l
    switch gravity {
    case .resize: return b
    case .resizeAspect, .resizeAspectFill:
      let kx = b.width / l.width
      let ky = b.height / l.height
      let k = gravity == .resizeAspect ? min(kx, ky) : max(kx, ky)
      size = Size(l.width * k, l.height * k)
    default: break
    }
    var x = b.midX - size.width / 2
    var y = b.midY - size.height / 2
    switch gravity {
    case .left, .topLeft, .bottomLeft: x = b.minX
    case .right, .topRight, .bottomRight: x = b.maxX - size.width
    default: break
    }
    switch gravity {
    case .bottom, .bottomLeft, .bottomRight: y = b.minY
    case .top, .topLeft, .topRight: y = b.maxY - size.height
    default: break
    }
    if isFlipped { y = b.minY + b.maxY - y - size.height }
    return Rect(x, y, size.width, size.height)
  }

  /// True if the image is cut into nine slices: only with resizing gravities, and a centre that leaves edges.
  package var isNineSlice: Bool {
    (gravity == .resize || gravity == .resizeAspect || gravity == .resizeAspectFill) && center != .unit
  }

  /// The slices of the image and their places in the plane. A source is in image pixels; its height is negative in
  /// mirrored planes.
  package var pieces: [Contents.Piece] {
    let d = destination
    guard !d.isEmpty else { return [] }
    let source = Rect(
      rect.x * pixels.width, rect.y * pixels.height, rect.width * pixels.width, rect.height * pixels.height)
    guard isNineSlice else {
      return [Contents.Piece(source: turned(source), destination: d)]
    }
    let columns = Self.slices(
      source: source.width, from: center.x, length: center.width, scale: scale, destination: d.width)
    let rows = Self.slices(
      source: source.height, from: center.y, length: center.height, scale: scale, destination: d.height)
    var result: [Contents.Piece] = []
    result.reserveCapacity(9)
    for row in rows {
      let y = isPlaneMirrored ? d.maxY - row.destination - row.destinationLength : d.minY + row.destination
      for column in columns {
        result.append(
          Contents.Piece(
            source: turned(
              Rect(source.x + column.source, source.y + row.source, column.sourceLength, row.sourceLength)),
            destination: Rect(d.minX + column.destination, y, column.destinationLength, row.destinationLength)))
      }
    }
    return result
  }

  private func turned(_ r: Rect) -> Rect { isPlaneMirrored ? Rect(r.x, r.maxY, r.width, -r.height) : r }

  package struct Slice: Equatable {
    package var source: Double
    package var sourceLength: Double
    package var destination: Double
    package var destinationLength: Double
  }

  /// Returns up to three slices of one axis: edges keep their size in points, the centre takes the rest; empty slices
  /// are left out.
  package static func slices(source: Double, from: Double, length: Double, scale: Double, destination: Double)
    -> [Slice]
  {
    var start = from
    var part = length
    if part <= 0 {
      part = 1 / source
      start -= part / 2
    }
    let first = min(max(start * source, 0), source)
    let last = min(max(source - (start + part) * source, 0), source - first)
    var firstPoints = first / scale
    var lastPoints = last / scale
    if firstPoints + lastPoints > destination, firstPoints + lastPoints > 0 {
      let k = destination / (firstPoints + lastPoints)
      firstPoints *= k
      lastPoints = destination - firstPoints
    }
    let all = [
      Slice(source: 0, sourceLength: first, destination: 0, destinationLength: firstPoints),
      Slice(
        source: first, sourceLength: source - first - last, destination: firstPoints,
        destinationLength: destination - firstPoints - lastPoints),
      Slice(
        source: source - last, sourceLength: last, destination: destination - lastPoints,
        destinationLength: lastPoints),
    ]
    // A sliver left by rounding would sample an empty source.
    return all.filter { $0.destinationLength > 1e-9 && $0.sourceLength > 1e-9 }
  }
}
