// SPDX-License-Identifier: MIT
// Conversions of floating-point values to integers by clamping. A number from a script or a file may be infinite, NaN,
// or far beyond any integer, and the standard library's conversions then end the process. So these are shadowed here by
// deprecated ones that warn at compile time; `init(exactly:)` remains. `scripts/check` ensures that every file that
// converts numbers imports this module.
extension FixedWidthInteger {
  /// Rounds toward zero and clamps to the range of the type; NaN becomes 0.
  @inlinable @inline(__always) package init(clamping value: Double) {
    // The first value above the range, a power of two and thus exact.
    let end = Double(sign: .plus, exponent: Self.isSigned ? Self.bitWidth - 1 : Self.bitWidth, significand: 1)
    if value >= end {
      self = .max
    } else if value > (Self.isSigned ? -end : 0) {
      // Convert through a type that the processor supports: the library's generic conversion takes ten times as long.
      let whole = value.rounded(.towardZero)
      if Self.isSigned || Self.bitWidth < 64 {
        self.init(truncatingIfNeeded: Int64(exactly: whole) ?? 0)
      } else {
        self.init(truncatingIfNeeded: UInt64(exactly: whole) ?? 0)
      }
    } else {
      self = value.isNaN ? 0 : .min
    }
  }

  @inlinable @inline(__always) package init(clamping value: Float) { self.init(clamping: Double(value)) }
}

extension Int {
  @available(*, deprecated, message: "ends the process outside of the range; write Int(clamping: value)")
  @inlinable package init(_ value: Double) { self.init(clamping: value) }
  @available(*, deprecated, message: "ends the process outside of the range; write Int(clamping: value)")
  @inlinable package init(_ value: Float) { self.init(clamping: value) }
}

extension Int8 {
  @available(*, deprecated, message: "ends the process outside of the range; write Int8(clamping: value)")
  @inlinable package init(_ value: Double) { self.init(clamping: value) }
  @available(*, deprecated, message: "ends the process outside of the range; write Int8(clamping: value)")
  @inlinable package init(_ value: Float) { self.init(clamping: value) }
}

extension Int16 {
  @available(*, deprecated, message: "ends the process outside of the range; write Int16(clamping: value)")
  @inlinable package init(_ value: Double) { self.init(clamping: value) }
  @available(*, deprecated, message: "ends the process outside of the range; write Int16(clamping: value)")
  @inlinable package init(_ value: Float) { self.init(clamping: value) }
}

extension Int32 {
  @available(*, deprecated, message: "ends the process outside of the range; write Int32(clamping: value)")
  @inlinable package init(_ value: Double) { self.init(clamping: value) }
  @available(*, deprecated, message: "ends the process outside of the range; write Int32(clamping: value)")
  @inlinable package init(_ value: Float) { self.init(clamping: value) }
}

extension Int64 {
  @available(*, deprecated, message: "ends the process outside of the range; write Int64(clamping: value)")
  @inlinable package init(_ value: Double) { self.init(clamping: value) }
  @available(*, deprecated, message: "ends the process outside of the range; write Int64(clamping: value)")
  @inlinable package init(_ value: Float) { self.init(clamping: value) }
}

extension UInt {
  @available(*, deprecated, message: "ends the process outside of the range; write UInt(clamping: value)")
  @inlinable package init(_ value: Double) { self.init(clamping: value) }
  @available(*, deprecated, message: "ends the process outside of the range; write UInt(clamping: value)")
  @inlinable package init(_ value: Float) { self.init(clamping: value) }
}

extension UInt8 {
  @available(*, deprecated, message: "ends the process outside of the range; write UInt8(clamping: value)")
  @inlinable package init(_ value: Double) { self.init(clamping: value) }
  @available(*, deprecated, message: "ends the process outside of the range; write UInt8(clamping: value)")
  @inlinable package init(_ value: Float) { self.init(clamping: value) }
}

extension UInt16 {
  @available(*, deprecated, message: "ends the process outside of the range; write UInt16(clamping: value)")
  @inlinable package init(_ value: Double) { self.init(clamping: value) }
  @available(*, deprecated, message: "ends the process outside of the range; write UInt16(clamping: value)")
  @inlinable package init(_ value: Float) { self.init(clamping: value) }
}

extension UInt32 {
  @available(*, deprecated, message: "ends the process outside of the range; write UInt32(clamping: value)")
  @inlinable package init(_ value: Double) { self.init(clamping: value) }
  @available(*, deprecated, message: "ends the process outside of the range; write UInt32(clamping: value)")
  @inlinable package init(_ value: Float) { self.init(clamping: value) }
}

extension UInt64 {
  @available(*, deprecated, message: "ends the process outside of the range; write UInt64(clamping: value)")
  @inlinable package init(_ value: Double) { self.init(clamping: value) }
  @available(*, deprecated, message: "ends the process outside of the range; write UInt64(clamping: value)")
  @inlinable package init(_ value: Float) { self.init(clamping: value) }
}
