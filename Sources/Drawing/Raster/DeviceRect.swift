// SPDX-License-Identifier: MIT
import Geometry
import Numbers

/// A half-open rectangle of device pixels: columns x0 ..< x1, rows y0 ..< y1.
package struct DeviceRect: Hashable, Sendable {
  package var x0: Int32
  package var y0: Int32
  package var x1: Int32
  package var y1: Int32

  /// Largest absolute coordinate of a canvas, in pixels.
  package static let limit: Int32 = 131_072

  package init(x0: Int32, y0: Int32, x1: Int32, y1: Int32) {
    self.x0 = x0
    self.y0 = y0
    self.x1 = x1
    self.y1 = y1
  }

  /// The smallest rectangle of pixels that covers a rectangle of device space, clamped to ±`limit`; empty if a
  /// coordinate is NaN.
  package init(around r: Rect) {
    guard r.origin.x == r.origin.x, r.origin.y == r.origin.y, r.size.width == r.size.width,
      r.size.height == r.size.height
    else {
      self = .empty
      return
    }
    func clamped(_ v: Double) -> Int32 {
      Int32(clamping: Swift.min(Swift.max(v, -Double(DeviceRect.limit)), Double(DeviceRect.limit)))
    }
    self.init(
      x0: clamped(r.minX.rounded(.down)), y0: clamped(r.minY.rounded(.down)), x1: clamped(r.maxX.rounded(.up)),
      y1: clamped(r.maxY.rounded(.up)))
  }

  package static var empty: DeviceRect { DeviceRect(x0: 0, y0: 0, x1: 0, y1: 0) }

  package var width: Int { Swift.max(0, Int(x1) - Int(x0)) }
  package var height: Int { Swift.max(0, Int(y1) - Int(y0)) }
  package var isEmpty: Bool { x0 >= x1 || y0 >= y1 }
  package var rect: Rect { Rect(Double(x0), Double(y0), Double(width), Double(height)) }

  /// Returns the intersection; an empty rectangle if the two are disjoint.
  package func intersection(_ r: DeviceRect) -> DeviceRect {
    let c = DeviceRect(
      x0: Swift.max(x0, r.x0), y0: Swift.max(y0, r.y0), x1: Swift.min(x1, r.x1), y1: Swift.min(y1, r.y1))
    return c.isEmpty ? .empty : c
  }

  /// Returns the bounding rectangle of both; empty rectangles are ignored.
  package func union(_ r: DeviceRect) -> DeviceRect {
    if isEmpty { return r }
    if r.isEmpty { return self }
    return DeviceRect(
      x0: Swift.min(x0, r.x0), y0: Swift.min(y0, r.y0), x1: Swift.max(x1, r.x1), y1: Swift.max(y1, r.y1))
  }

  package func contains(_ r: DeviceRect) -> Bool { r.isEmpty || (r.x0 >= x0 && r.y0 >= y0 && r.x1 <= x1 && r.y1 <= y1) }

  /// Returns the rectangle enlarged on each side, clamped to ±`limit`.
  package func outset(dx: Int32, dy: Int32) -> DeviceRect {
    func c(_ v: Int64) -> Int32 { Int32(Swift.min(Swift.max(v, -Int64(DeviceRect.limit)), Int64(DeviceRect.limit))) }
    return DeviceRect(
      x0: c(Int64(x0) - Int64(dx)), y0: c(Int64(y0) - Int64(dy)), x1: c(Int64(x1) + Int64(dx)),
      y1: c(Int64(y1) + Int64(dy)))
  }

  package func offset(dx: Int32, dy: Int32) -> DeviceRect {
    func c(_ a: Int32, _ b: Int32) -> Int32 {
      Int32(Swift.min(Swift.max(Int64(a) + Int64(b), -Int64(DeviceRect.limit)), Int64(DeviceRect.limit)))
    }
    return DeviceRect(x0: c(x0, dx), y0: c(y0, dy), x1: c(x1, dx), y1: c(y1, dy))
  }
}
