import Geometry
import Pixels

/// A picture as `contents` and pattern colours take it: immutable, shared by reference, in one or more resolutions.
public final class Image: Sendable {
  /// At least one, by ascending scale.
  public let variants: [Bitmap]
  /// The file or registered name it came from, if any.
  public let name: String?

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

  /// The variant of the lowest resolution, which `width`, `height` and `scale` speak of.
  public var bitmap: Bitmap { variants[0] }
  /// In pixels.
  public var width: Int { bitmap.width }
  public var height: Int { bitmap.height }
  /// Pixels per point.
  public var scale: Double { bitmap.scale }
  /// In points.
  public var size: Size { Size(bitmap.pointWidth, bitmap.pointHeight) }

  /// The variant for a canvas of `scale` pixels per point: the smallest that needs no enlarging, else the largest.
  public func bitmap(forScale scale: Double) -> Bitmap {
    variants.first { $0.scale >= scale - 1e-6 } ?? variants[variants.count - 1]
  }
}
