// SPDX-License-Identifier: MIT
// Floating values become integers by clamping, or by `exactly:`: a number from a script or a file may be infinite, not
// a number, or far beyond any integer, and the conversions of the standard library then end the process. So those are
// hidden here behind ones that warn at compile time; `scripts/check` ensures that every file that converts numbers
// imports this.
extension FixedWidthInteger {
  /// The value rounded toward zero, and the nearest end of the range where it lies outside; 0 for what is not a number.
  @inlinable @inline(__always) package init(clamping value: Double) {
    // 2 to the number of bits that hold the size: the first value above the range, and exact.
    let end = Double(sign: .plus, exponent: Self.isSigned ? Self.bitWidth - 1 : Self.bitWidth, significand: 1)
    if value >= end {
      self = .max
    } else if value > (Self.isSigned ? -end : 0) {
      // By way of a type that the processor converts: the library's generic conversion takes ten times as long.
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
