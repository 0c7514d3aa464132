// SPDX-License-Identifier: MIT
import CImageCodecs
import Messages
import Numbers

/// The conversion of an image file's samples to sRGB.
enum FileColors {
  /// None: the samples are sRGB.
  case standard
  case curves(ColorSpaceConversion)
  case library(LibraryConversion)

  /// The kinds of samples before conversion.
  enum Samples {
    case rgba, rgba16
    /// Cyan, magenta, yellow and black; 255 means no ink.
    case inks
  }

  /// Makes the conversion of an ICC profile. A profile with only curves and a matrix, as nearly all are, is converted
  /// here, exactly in 16 bits; any other by the colour library.
  ///
  /// - Returns: nil if the profile is unusable; `note` receives the reason.
  init?(profile: UnsafeRawBufferPointer, of samples: Samples, note: (String) -> Void) {
    if samples == .rgba || samples == .rgba16, let own = ColorProfile(profile) {
      self = own.conversion.map { .curves($0) } ?? .standard
      return
    }
    var status: Int32 = 0
    if let conversion = LibraryConversion(profile, samples, &status) {
      self = .library(conversion)
      return
    }
    switch status {
    case Int32(LLUA_NO_LIBRARY):
      note("its colours may differ, since its colour profile needs \(RuntimeDependency.littleCMS.missing())")
    default: note("its colour profile is damaged or for another kind of picture and is left out")
    }
    return nil
  }

  var isStandard: Bool { if case .standard = self { true } else { false } }

  /// Converts samples to unpremultiplied sRGB bytes. Works in place, except for 16-bit samples.
  func convert(_ input: UnsafeRawPointer?, sixteen: Bool = false, to rgba: UnsafeMutableRawBufferPointer) {
    guard let input, let out = rgba.baseAddress else { return }
    switch self {
    case .standard: break
    case .curves(let conversion): conversion.convert(input, sixteen: sixteen, to: rgba)
    case .library(let conversion):
      llua_color_convert(conversion.pointer, input, out.assumingMemoryBound(to: UInt8.self), rgba.count / 4)
    }
  }
}

/// A profile opened by the colour library.
final class LibraryConversion {
  let pointer: OpaquePointer

  init?(_ profile: UnsafeRawBufferPointer, _ samples: FileColors.Samples, _ status: inout Int32) {
    let kind =
      switch samples {
      case .rgba: LLUA_SAMPLES_RGBA
      case .rgba16: LLUA_SAMPLES_RGBA16
      case .inks: LLUA_SAMPLES_INKS
      }
    guard
      let opened = llua_color_open(profile.bindMemory(to: UInt8.self).baseAddress, profile.count, Int32(kind), &status)
    else { return nil }
    pointer = opened
  }

  deinit { llua_color_close(pointer) }
}
