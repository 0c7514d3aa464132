// SPDX-License-Identifier: MIT
import CPixelKernels
import Numbers
import Raster

/// The pixel operation of a filter. Its closures are made once per picture, from the inputs. They are called from
/// several threads and depend on nothing but grid coordinates, so the bytes do not depend on bands or threads.
package enum FilterKernel: Sendable {
  /// Maps each pixel by its colour and position. Neighbours in a chain run in one pass. Nil for no change.
  case color(@Sendable (FilterInputs) -> ColorKernel?)
  /// Computes each pixel from other pixels. Nil for no change.
  case area(@Sendable (FilterInputs) -> AreaKernel?)
  /// Computes each pixel from two pictures: the second is the backdrop, or a transition's target.
  case pair(@Sendable (FilterInputs) -> PairKernel?)
}

/// Adjacent pixels of a grid row, starting at (x, y): red, green, blue (straight alpha) and alpha, in planes of
/// `ColorBlock.size` numbers; not clamped.
package struct ColorBlock {
  /// Maximum number of pixels.
  package static let size = Int(LLUA_COLORS)

  let planes: UnsafeMutablePointer<Float>
  package let count: Int32
  package let x: Int32
  package let y: Int32
  /// The pixel loops of the instruction set.
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

/// A kernel that changes pixels in place, a block at a time.
package struct ColorKernel: Sendable {
  package typealias Body = @Sendable (_ block: ColorBlock) -> Void
  let body: Body
  /// True if values from 0 to 1 may be mapped outside; such a chain continues in floating point.
  let mayLeaveRange: Bool
  /// True if transparent pixels may become visible, within the input's extent.
  let paintsTransparent: Bool
  /// Area filled by a generator, which hides its input; nil for other filters, whose area is the input's.
  let fills: DeviceRect?
  /// The matrix, if the kernel is a single one that keeps alpha; neighbours are multiplied together.
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

/// A kernel that computes a picture from another, both premultiplied floating point.
package struct AreaKernel: Sendable {
  /// Returns the area of the result for the input's area.
  let extent: @Sendable (_ input: DeviceRect) -> DeviceRect
  /// Returns the area of the input needed for an area of the result. It may extend beyond the input, which is
  /// transparent there.
  let need: @Sendable (_ output: DeviceRect) -> DeviceRect
  /// True if values from 0 to 1 may be mapped outside.
  let mayLeaveRange: Bool
  /// True if the kernel amplifies differences, so that rounding to bytes before it would be visible.
  let amplifies: Bool
  /// Approximate cost, in nanoseconds per pixel; expensive results are cached between frames.
  let cost: Double
  /// True if the whole target is written, whatever the source.
  let fillsTarget: Bool
  /// Fills the target, which is initially transparent, or uninitialised with `fillsTarget`. The source covers `need` of
  /// the target's rectangle, as far as pixels exist; outside its rectangle it is transparent.
  let body: @Sendable (_ source: FilterImage, _ target: FilterImage, _ work: FilterWork) throws -> Void
  /// A faster version of `body` between pictures of bytes; nil for none.
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

  /// Returns a kernel of either format that reads `dx`, `dy` pixels around each pixel and extends the result by as
  /// much.
  package static func around(
    _ dx: Int32, _ dy: Int32, grows: Bool = true, mayLeaveRange: Bool = false, amplifies: Bool = true,
    _ body: @escaping @Sendable (FilterImage, FilterImage, FilterWork) throws -> Void
  ) -> AreaKernel {
    AreaKernel(
      extent: { grows ? $0.outset(dx: dx, dy: dy) : $0 }, need: { $0.outset(dx: dx, dy: dy) },
      mayLeaveRange: mayLeaveRange, amplifies: amplifies, bytes: body, body)
  }
}

/// A kernel that computes a picture from two, all premultiplied, of any format. The result has the area of both.
package struct PairKernel: Sendable {
  /// Returns the area of both pictures needed for an area of the result.
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
