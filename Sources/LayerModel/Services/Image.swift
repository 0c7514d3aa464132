// SPDX-License-Identifier: MIT
import Geometry
import Numbers
import Pixels
import RenderTree

/// A picture for `contents` and pattern colours: immutable, shared by reference, in one or more resolutions.
public final class Image: TextPicture, Sendable {
  /// The variants, at least one, by ascending scale.
  public let variants: [Bitmap]
  /// The file or registered name of its origin, if any.
  public let name: String?
  private let charge = PixelCharge()

  /// An image of one resolution.
  public init(_ bitmap: Bitmap, name: String? = nil) {
    variants = [bitmap]
    self.name = name
  }

  /// An image of several resolutions of the same picture; nil without any.
  public init?(variants: [Bitmap], name: String? = nil) {
    guard !variants.isEmpty else { return nil }
    self.variants = variants.sorted { $0.scale < $1.scale }
    self.name = name
  }

  /// Charges the pixels to a budget as long as the image lives; only the first call has an effect.
  package func count(against budget: (any MemoryBudget)?) {
    charge.begin(budget, bytes: variants.reduce(0) { $0 + $1.width * $1.height * 4 })
  }

  /// The variant of the lowest resolution, to which `width`, `height` and `scale` refer.
  public var bitmap: Bitmap { variants[0] }
  /// The width in pixels.
  public var width: Int { bitmap.width }
  /// The height in pixels.
  public var height: Int { bitmap.height }
  /// Pixels per point.
  public var scale: Double { bitmap.scale }
  /// The size in points.
  public var size: Size { Size(bitmap.pointWidth, bitmap.pointHeight) }

  /// The variant for a canvas of `scale` pixels per point: the smallest that needs no enlarging, else the largest.
  public func bitmap(forScale scale: Double) -> Bitmap {
    variants.first { $0.scale >= scale - 1e-6 } ?? variants[variants.count - 1]
  }
}

extension Image {
  /// A part, in pixels of `bitmap`; the same part of each variant.
  ///
  /// - Parameter rect: within the image, on whole pixels.
  /// - Throws: `BitmapError`.
  package func cropped(to rect: Rect) throws -> Image {
    let parts = try variants.map { variant in
      let kx = Double(variant.width) / Double(width)
      let ky = Double(variant.height) / Double(height)
      let x = Int(clamping: (rect.minX * kx).rounded())
      let y = Int(clamping: (rect.minY * ky).rounded())
      let right = Int(clamping: (rect.maxX * kx).rounded())
      let top = Int(clamping: (rect.maxY * ky).rounded())
      return try variant.cropped(x: x, y: y, width: max(right - x, 1), height: max(top - y, 1))
    }
    return Image(variants: parts) ?? self
  }

  /// Whether both show the same pixels at the same scales; their origin is ignored.
  package func isEqual(to other: Image) -> Bool {
    self === other || variants.elementsEqual(other.variants) { $0.isEqual(to: $1) }
  }
}

/// Unchecked: begun and freed on the thread of the image's scene.
private final class PixelCharge: @unchecked Sendable {
  private weak var budget: (any MemoryBudget)?
  private var bytes = 0

  func begin(_ budget: (any MemoryBudget)?, bytes: Int) {
    guard self.bytes == 0, let budget else { return }
    self.budget = budget
    self.bytes = bytes
    budget.charge(bytes)
  }

  deinit { if bytes > 0 { budget?.release(bytes) } }
}
