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
  /// What is drawn at any resolution, of a file of shapes; `variants` then holds one bitmap of it.
  package let picture: (any ScalablePicture)?
  private let charge = PixelCharge()
  /// What the picture keeps besides, in bytes.
  private let pictureBytes: Int

  /// An image of one resolution.
  public init(_ bitmap: Bitmap, name: String? = nil) {
    variants = [bitmap]
    self.name = name
    picture = nil
    pictureBytes = 0
  }

  /// An image of a picture that is drawn at any resolution.
  ///
  /// - Parameters:
  ///   - bitmap: the picture with `bitmap.scale` pixels per point, whose pixels are read and written.
  ///   - bytes: what the picture keeps in memory.
  package init(_ picture: any ScalablePicture, bitmap: Bitmap, bytes: Int = 0, name: String? = nil) {
    variants = [bitmap]
    self.name = name
    self.picture = picture
    pictureBytes = bytes
  }

  /// An image of several resolutions of the same picture; nil without any.
  public init?(variants: [Bitmap], name: String? = nil) {
    guard !variants.isEmpty else { return nil }
    self.variants = variants.sorted { $0.scale < $1.scale }
    self.name = name
    picture = nil
    pictureBytes = 0
  }

  /// The memory that it keeps, in bytes.
  package var byteCount: Int { variants.reduce(pictureBytes) { $0 + $1.width * $1.height * 4 } }

  /// Charges the pixels to a budget as long as the image lives; only the first call has an effect.
  package func count(against budget: (any MemoryBudget)?) {
    charge.begin(budget, bytes: byteCount)
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
  public var size: Size { picture?.size ?? Size(bitmap.pointWidth, bitmap.pointHeight) }

  /// The variant for a canvas of `scale` pixels per point: the smallest that needs no enlarging, else the largest. A
  /// picture of shapes is drawn at that scale.
  public func bitmap(forScale scale: Double) -> Bitmap {
    if let picture, scale > 0, scale.isFinite, let made = picture.bitmap(scale: scale) { return made }
    return variants.first { $0.scale >= scale - 1e-6 } ?? variants[variants.count - 1]
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
    if self === other { return true }
    return picture === other.picture && variants.elementsEqual(other.variants) { $0.isEqual(to: $1) }
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
