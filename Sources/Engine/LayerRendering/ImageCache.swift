// SPDX-License-Identifier: MIT
import Formats
import ImageFiles
import LayerModel
import Pixels
import Sandbox

/// Caches the decoded images of one renderer by resolved path, so that a file is decoded once. A file that changed is
/// decoded again. Evicts the oldest images first.
struct ImageCache {
  private var entries: [String: (identity: FileIdentity, image: Image)] = [:]
  /// The keys, oldest first.
  private var order: [String] = []
  private var byteCount = 0
  /// Images with variants for several scales, by name.
  private var named: [String: Image] = [:]
  let byteLimit: Int

  init(byteLimit: Int) { self.byteLimit = byteLimit }

  /// Returns the image of the file at a resolved path.
  ///
  /// - Parameters:
  ///   - way: a key that distinguishes different ways of decoding the same file.
  ///   - decode: decodes the file's bytes on a cache miss.
  mutating func image(
    at path: String, name: String, way: String, fileLimit: Int, decode: ([UInt8]) throws -> Image
  ) throws -> Image {
    let key = path + "\u{0}" + way
    let identity = FileIdentity(path: path)
    if let entry = entries[key], entry.identity == identity { return entry.image }
    let bytes = try readWholeFile(path, name: name, purpose: "image", limit: fileLimit)
    let image: Image
    do { image = try decode(bytes) } catch { throw imageError(error, "image \"\(name)\"") }
    if let identity { keep(image, identity, key) }
    return image
  }

  /// Returns an image of the given variants, or the previous image if its variants are identical.
  mutating func image(named name: String, variants: [Bitmap]) -> Image? {
    guard let new = Image(variants: variants, name: name) else { return nil }
    if let old = named[name], old.variants.elementsEqual(new.variants, by: ===) { return old }
    if named.count >= 1000 { named = [:] }
    named[name] = new
    return new
  }

  mutating func removeAll() {
    entries = [:]
    order = []
    named = [:]
    byteCount = 0
  }

  private mutating func keep(_ image: Image, _ identity: FileIdentity, _ path: String) {
    remove(path)
    let size = image.byteCount
    guard size <= byteLimit else { return }
    while byteCount + size > byteLimit, let oldest = order.first { remove(oldest) }
    entries[path] = (identity, image)
    order.append(path)
    byteCount += size
  }

  private mutating func remove(_ path: String) {
    guard let old = entries.removeValue(forKey: path) else { return }
    byteCount -= old.image.byteCount
    order.removeAll { $0 == path }
  }
}

/// Returns the pixels per point from a file name's suffix: `snowman@2x.png` has 2.
func scale(ofImageNamed name: String) -> Double {
  let stem = splitExtension(name).stem
  for (ending, scale) in [("@2x", 2.0), ("@3x", 3.0)] where stem.hasSuffix(ending) { return scale }
  return 1
}
