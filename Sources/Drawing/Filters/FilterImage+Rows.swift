// SPDX-License-Identifier: MIT
import Numbers
import Raster

extension FilterImage {
  /// Reads part of a row in floating point; pixels outside the rectangle are transparent.
  func load(_ y: Int32, from x: Int32, count: Int, to row: UnsafeMutablePointer<SIMD4<Float>>, _ work: FilterWork) {
    let end = Int(x) + count
    let c0 = min(max(Int(rect.x0), Int(x)), end)
    let c1 = max(c0, min(Int(rect.x1), end))
    guard y >= rect.y0, y < rect.y1, c0 < c1 else {
      row.update(repeating: SIMD4(repeating: 0), count: count)
      return
    }
    row.update(repeating: SIMD4(repeating: 0), count: c0 - Int(x))
    (row + (c1 - Int(x))).update(repeating: SIMD4(repeating: 0), count: end - c1)
    let to = row + (c0 - Int(x))
    let first = c0 - Int(rect.x0)
    if format == .floats {
      to.update(from: floats(y) + first, count: c1 - c0)
    } else {
      work.loadFloats(bytes(y) + first, to, c1 - c0)
    }
  }

  /// Returns the picture in floating point: itself if it is already, else a copy, to be released.
  ///
  /// - Parameter area: the needed part, to which a copy is limited; nil for all.
  func inFloats(_ work: FilterWork, within area: DeviceRect? = nil) throws -> FilterImage {
    let part = area.map { rect.intersection($0) } ?? rect
    if format == .floats, part == rect { return self }
    let target = try work.image(.floats, part.isEmpty ? .empty : part)
    let first = Int(part.x0) - Int(rect.x0)
    work.rows(of: target.rect) { y in
      if format == .floats {
        target.floats(y).update(from: floats(y) + first, count: part.width)
      } else {
        work.loadFloats(bytes(y) + first, target.floats(y), part.width)
      }
    }
    return target
  }

  /// Returns part of a row in floating point: the picture's own memory if it holds all pixels, else a copy in `room`.
  func row(
    _ y: Int32, from x: Int32, count: Int, _ room: UnsafeMutablePointer<SIMD4<Float>>, _ work: FilterWork
  ) -> UnsafeMutablePointer<SIMD4<Float>> {
    if format == .floats, y >= rect.y0, y < rect.y1, x >= rect.x0, Int(x) + count <= Int(rect.x1) {
      return floats(y) + (Int(x) - Int(rect.x0))
    }
    load(y, from: x, count: count, to: room, work)
    return room
  }

  /// Writes pixels to a row of the rectangle, starting at x.
  func store(_ row: UnsafeMutablePointer<SIMD4<Float>>, _ y: Int32, from x: Int32, count: Int, _ work: FilterWork) {
    let first = Int(x) - Int(rect.x0)
    if format == .floats {
      (floats(y) + first).update(from: row, count: count)
    } else {
      work.storeBytes(row, bytes(y) + first, count)
    }
  }
}

extension AreaKernel {
  /// Returns a kernel whose body reads and writes pictures of either format.
  static func ofAnyFormat(
    extent: @escaping @Sendable (DeviceRect) -> DeviceRect = { $0 },
    need: @escaping @Sendable (DeviceRect) -> DeviceRect, mayLeaveRange: Bool = false,
    _ body: @escaping @Sendable (FilterImage, FilterImage, FilterWork) throws -> Void
  ) -> AreaKernel {
    AreaKernel(extent: extent, need: need, mayLeaveRange: mayLeaveRange, bytes: body, body)
  }
}
