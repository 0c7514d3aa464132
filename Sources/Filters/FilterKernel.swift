// SPDX-License-Identifier: MIT
import CPixelKernels
import Numbers
import Raster

/// What a filter does to pixels. Its closures are made once for a picture, from the inputs; they are called from
/// several threads and depend on nothing but grid coordinates, so bytes do not depend on bands or threads.
package enum FilterKernel: Sendable {
  /// Each pixel from itself and its place. Neighbours in a chain run in one pass. Nil is no change.
  case color(@Sendable (FilterInputs) -> ColorKernel?)
  /// Each pixel from others. Nil is no change.
  case area(@Sendable (FilterInputs) -> AreaKernel?)
  /// Each pixel from two pictures: the second is the backdrop, or a transition's target.
  case pair(@Sendable (FilterInputs) -> PairKernel?)
}

/// Pixels side by side in a row of the grid, from (x, y) on: red, green and blue not premultiplied, and alpha, in
/// planes of `ColorBlock.size` numbers; not clamped.
package struct ColorBlock {
  /// At most so many pixels.
  package static let size = Int(LLUA_COLORS)

  let planes: UnsafeMutablePointer<Float>
  package let count: Int32
  package let x: Int32
  package let y: Int32
  /// The loops over pixels of the instruction set.
  let loops: UnsafePointer<llua_kernels>
  var kernels: llua_color_kernels { loops.pointee.color }

  init(
    planes: UnsafeMutablePointer<Float>, count: Int32, x: Int32, y: Int32, loops: UnsafePointer<llua_kernels>
  ) {
    self.planes = planes
    self.count = count
    self.x = x
    self.y = y
    self.loops = loops
  }

  package var red: UnsafeMutablePointer<Float> { planes }
  package var green: UnsafeMutablePointer<Float> { planes + ColorBlock.size }
  package var blue: UnsafeMutablePointer<Float> { planes + 2 * ColorBlock.size }
  package var alpha: UnsafeMutablePointer<Float> { planes + 3 * ColorBlock.size }
}

/// Changes pixels in place, a block at a time.
package struct ColorKernel: Sendable {
  package typealias Body = @Sendable (_ block: ColorBlock) -> Void
  let body: Body
  /// Whether results of values from 0 to 1 may lie outside: such a chain goes on in floating point.
  let mayLeaveRange: Bool
  /// Whether transparent pixels may become others, within the input's extent.
  let paintsTransparent: Bool
  /// The area of the result where that is not the input's: what was there before is not seen. A generator's.
  let fills: DeviceRect?
  /// What the kernel does, where that is one matrix and alpha is kept: neighbours are joined.
  let matrix: ColorMatrix?

  package init(
    mayLeaveRange: Bool = false, paintsTransparent: Bool = false, fills: DeviceRect? = nil, matrix: ColorMatrix? = nil,
    _ body: @escaping Body
  ) {
    self.body = body
    self.mayLeaveRange = mayLeaveRange
    self.paintsTransparent = paintsTransparent || fills != nil
    self.fills = fills
    self.matrix = matrix
  }
}

/// Makes a picture from another, both premultiplied floating point.
package struct AreaKernel: Sendable {
  /// The area of the result, from the input's.
  let extent: @Sendable (_ input: DeviceRect) -> DeviceRect
  /// The area that has to be known of the input for an area of the result. May reach beyond the input, where it is
  /// transparent.
  let need: @Sendable (_ output: DeviceRect) -> DeviceRect
  /// Whether results of values from 0 to 1 may lie outside.
  let mayLeaveRange: Bool
  /// Whether it makes differences larger, so that those between bytes would show.
  let amplifies: Bool
  /// How many nanoseconds a pixel takes, about: a dear result is kept from frame to frame.
  let cost: Double
  /// Whether all of a target is written, whatever the source.
  let fillsTarget: Bool
  /// Fills the target, which is transparent at first, or holds anything with `fillsTarget`. The source covers `need` of
  /// the target's rectangle, as far as there are pixels; outside of the
  /// source's rectangle it is transparent.
  let body: @Sendable (_ source: FilterImage, _ target: FilterImage, _ work: FilterWork) throws -> Void
  /// The same between pictures of bytes, for filters that have a faster way there.
  let bytes: (@Sendable (_ source: FilterImage, _ target: FilterImage, _ work: FilterWork) throws -> Void)?

  package init(
    extent: @escaping @Sendable (DeviceRect) -> DeviceRect = { $0 },
    need: @escaping @Sendable (DeviceRect) -> DeviceRect,
    mayLeaveRange: Bool = false, amplifies: Bool = false, cost: Double = 15, fillsTarget: Bool = false,
    bytes: (@Sendable (FilterImage, FilterImage, FilterWork) throws -> Void)? = nil,
    _ body: @escaping @Sendable (FilterImage, FilterImage, FilterWork) throws -> Void
  ) {
    self.extent = extent
    self.need = need
    self.mayLeaveRange = mayLeaveRange
    self.amplifies = amplifies
    self.cost = cost
    self.fillsTarget = fillsTarget
    self.bytes = bytes
    self.body = body
  }

  /// A kernel that reads so many pixels around each, and whose result reaches as far, of either format.
  package static func around(
    _ dx: Int32, _ dy: Int32, grows: Bool = true, mayLeaveRange: Bool = false, amplifies: Bool = true,
    _ body: @escaping @Sendable (FilterImage, FilterImage, FilterWork) throws -> Void
  ) -> AreaKernel {
    AreaKernel(
      extent: { grows ? $0.outset(dx: dx, dy: dy) : $0 }, need: { $0.outset(dx: dx, dy: dy) },
      mayLeaveRange: mayLeaveRange, amplifies: amplifies, bytes: body, body)
  }
}

/// Makes a picture from two, all premultiplied, of any format. The result's area is that of both.
package struct PairKernel: Sendable {
  /// The area that has to be known of both for an area of the result.
  let need: @Sendable (_ output: DeviceRect) -> DeviceRect
  let body:
    @Sendable (_ first: FilterImage, _ second: FilterImage, _ target: FilterImage, _ work: FilterWork) throws -> Void

  package init(
    need: @escaping @Sendable (DeviceRect) -> DeviceRect = { $0 },
    _ body: @escaping @Sendable (FilterImage, FilterImage, FilterImage, FilterWork) throws -> Void
  ) {
    self.need = need
    self.body = body
  }
}
