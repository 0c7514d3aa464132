// SPDX-License-Identifier: MIT
import Geometry
import Numbers
import Pixels
import RenderTree

/// An image for `contents` and pattern colours: immutable, shared by reference, in one or more resolutions.
///
/// ```swift
/// photo.contents = try scene.image(named: "sun")
/// let own = Image(try Bitmap(width: 1, height: 1, scale: 1, straightBytes: [255, 128, 0, 255]))
/// panel.backgroundColor = .pattern(own)
/// ```
public final class Image: TextPicture, Sendable {
  /// The variants, at least one, by ascending scale. An image of a scene file's sequence is decoded for the call unless
  /// it was shown a moment ago.
  public var variants: [Bitmap] { deferred.map { [$0.bitmap()] } ?? storedVariants }
  /// The variants; none if the pixels are deferred.
  private let storedVariants: [Bitmap]
  /// The pixels of an image that is decoded when it is shown; nil for any other image.
  package let deferred: (any DeferredPixels)?
  /// The file or registered name of its origin, if any.
  public let name: String?
  /// The frames of an animated file, of which each time shows one; nil for a still image. `variants` has the first.
  package let animation: (any TimedPixels)?
  /// The vector picture of a file of shapes, which is drawn at any resolution; `variants` then holds one bitmap of it.
  package let picture: (any ScalablePicture)?
  /// The file that the image was decoded from, as a whole and without options; nil for any other image.
  package let origin: (any ImageOrigin)?
  private let charge = PixelCharge()
  /// The memory of the vector picture and of its file in bytes, in addition to its bitmap.
  private let pictureBytes: Int

  /// Makes an image of one resolution.
  public convenience init(_ bitmap: Bitmap, name: String? = nil) { self.init(bitmap, name: name, origin: nil) }

  /// Makes an image of one resolution that was decoded from a file.
  package init(_ bitmap: Bitmap, name: String?, origin: (any ImageOrigin)?) {
    storedVariants = [bitmap]
    deferred = nil
    animation = nil
    self.name = name
    self.origin = origin
    picture = nil
    pictureBytes = origin?.byteCount ?? 0
  }

  /// Makes an image of several frames, each shown at its time.
  ///
  /// - Parameter first: the first frame.
  package init(_ animation: any TimedPixels, first: Bitmap, name: String?, origin: (any ImageOrigin)?) {
    storedVariants = [first]
    deferred = nil
    self.animation = animation
    self.name = name
    self.origin = origin
    picture = nil
    pictureBytes = (origin?.byteCount ?? 0) + animation.byteCount
  }

  /// Makes an image of one resolution that is decoded when it is shown, since it is one of many that are shown in turn.
  package init(_ deferred: any DeferredPixels, name: String?, origin: any ImageOrigin) {
    storedVariants = []
    animation = nil
    self.deferred = deferred
    self.name = name
    self.origin = origin
    picture = nil
    pictureBytes = origin.byteCount
  }

  /// Makes an image of a picture that is drawn at any resolution.
  ///
  /// - Parameters:
  ///   - bitmap: the picture at `bitmap.scale` pixels per point, for reading and writing pixels.
  ///   - bytes: the memory of the picture.
  ///   - origin: the file that it was read from.
  package init(
    _ picture: any ScalablePicture, bitmap: Bitmap, bytes: Int = 0, name: String? = nil,
    origin: (any ImageOrigin)? = nil
  ) {
    storedVariants = [bitmap]
    deferred = nil
    animation = nil
    self.name = name
    self.picture = picture
    self.origin = origin
    pictureBytes = bytes + (origin?.byteCount ?? 0)
  }

  /// Makes an image of several resolutions of one picture; nil without any.
  ///
  /// ```swift
  /// let small = try Bitmap(width: 8, height: 8, scale: 1) { $0.update(repeating: 0xff00_80ff) }
  /// let large = try Bitmap(width: 16, height: 16, scale: 2) { $0.update(repeating: 0xff00_80ff) }
  /// photo.contents = Image(variants: [small, large], name: "amber")
  /// ```
  public init?(variants: [Bitmap], name: String? = nil) {
    guard !variants.isEmpty else { return nil }
    storedVariants = variants.sorted { $0.scale < $1.scale }
    deferred = nil
    animation = nil
    self.name = name
    origin = nil
    picture = nil
    pictureBytes = 0
  }

  /// The number of variants.
  package var resolutionCount: Int { max(storedVariants.count, 1) }

  /// The memory of the image in bytes, without pixels that are decoded when they are shown.
  package var byteCount: Int { storedVariants.reduce(pictureBytes) { $0 + $1.width * $1.height * 4 } }

  /// Charges the image and its pixels to a budget as long as the image lives; only the first call has an effect.
  package func count(against budget: (any MemoryBudget)?) {
    charge.begin(budget, bytes: byteCount + Image.memoryPerImage)
  }

  /// The approximate memory of an image besides its pixels, in bytes.
  private static let memoryPerImage = 448

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

  /// Returns the variant for a canvas of `scale` pixels per point: the smallest that need not be enlarged, else the
  /// largest. A vector picture is drawn at that scale.
  ///
  /// ```swift
  /// image.bitmap(forScale: 2).scale
  /// ```
  public func bitmap(forScale scale: Double) -> Bitmap {
    if let picture, scale > 0, scale.isFinite, let made = picture.bitmap(scale: scale) { return made }
    let variants = variants
    return variants.first { $0.scale >= scale - 1e-6 } ?? variants[variants.count - 1]
  }
}

/// The frames of an animated image. Any thread may ask for them.
package protocol TimedPixels: Sendable {
  /// The memory of the frames in bytes, without those that are decoded when they are shown.
  var byteCount: Int { get }
  /// The length of one play in seconds, and how often it plays; 0 is forever.
  var duration: Double { get }
  var plays: Int { get }
  /// Returns the frame at a time in seconds: the first one before 0, the last one after the last play. A frame that
  /// cannot be decoded is the last one that could, and so is one that is not reached before `isStopped` returns true.
  func bitmap(at seconds: Double, isStopped: (() -> Bool)?) -> Bitmap
  /// The reason why a frame cannot be decoded; nil if none has failed.
  var failure: String? { get }
}

/// The pixels of an image that is decoded when it is shown. Any thread may ask for them.
package protocol DeferredPixels: Sendable {
  /// Returns the pixels: decoded, or from a cache. A file that cannot be decoded gives one clear pixel.
  func bitmap() -> Bitmap
  /// The reason why the file cannot be decoded; nil if it was decoded or has not been asked for yet.
  var failure: String? { get }
}

/// The file that an image was decoded from, so that a scene can be written with the same file.
package protocol ImageOrigin: Sendable {
  /// The memory of the file's bytes that are kept; 0 if they are read again.
  var byteCount: Int { get }
  /// Returns the bytes of the file; nil if it has changed since.
  func bytes() -> [UInt8]?
}

extension Image {
  /// Returns a part of the image, given in pixels of `bitmap` and cut from each variant.
  ///
  /// - Parameter rect: within the image, on whole pixels.
  /// - Throws: `BitmapError`.
  package func cropped(to rect: Rect) throws -> Image {
    let variants = variants
    let width = Double(variants[0].width), height = Double(variants[0].height)
    let parts = try variants.map { variant in
      let kx = Double(variant.width) / width
      let ky = Double(variant.height) / height
      let x = Int(clamping: (rect.minX * kx).rounded())
      let y = Int(clamping: (rect.minY * ky).rounded())
      let right = Int(clamping: (rect.maxX * kx).rounded())
      let top = Int(clamping: (rect.maxY * ky).rounded())
      return try variant.cropped(x: x, y: y, width: max(right - x, 1), height: max(top - y, 1))
    }
    return Image(variants: parts) ?? self
  }

  /// Returns true if both show equal pixels at equal scales; their origin is ignored.
  package func isEqual(to other: Image) -> Bool {
    if self === other { return true }
    return picture === other.picture && variants.elementsEqual(other.variants) { $0.isEqual(to: $1) }
  }
}

/// The memory charge of an image's pixels. Unchecked: begun and freed on the thread of the image's scene.
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
