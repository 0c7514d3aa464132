// SPDX-License-Identifier: MIT
import Archives
import Formats
import ImageFiles
import LayerModel
import Messages
import Numbers
import Parsing
import Sandbox
import SceneFiles
import SystemC

extension ImageStore {
  /// Reads a scene of Core Animation at a path: a document, a bundle or a wallpaper, as a file or a folder.
  ///
  /// - Parameter wallpaper: the name of the wallpaper to read of several; nil for the first.
  func package(atPath path: String, wallpaper: String?) throws -> Package {
    guard let scene = context.scene else { throw LayerError("packages are read into a scene, which does not exist") }
    let real = try context.pathForReading(path, purpose: "package")
    do {
      var reader = PackageReader(scene) { bytes, name, isDeferred in
        try self.image(ofPackage: bytes, name: name, isDeferred)
      }
      reader.wallpaperName = wallpaper
      let isLogged = scene.settings != nil
      reader.diagnoses = isLogged
      let package =
        isFolder(real)
        ? try reader.read(FolderFiles(real, name: path, context), name: lastName(of: real))
        : try read(reader, real, path)
      for note in package.notes {
        if isLogged {
          context.packageNotes.append((path, note))
        } else {
          context.warn(note.rule.warning, "\(path): \(note)")
        }
      }
      return package
    } catch { throw imageError(error, "package \"\(path)\"") }
  }

  private func read(_ reader: PackageReader, _ real: String, _ path: String) throws -> Package {
    let size = FileIdentity(path: real)?.size ?? 0
    guard context.hasRoom(Int(clamping: size)) else {
      throw LayerError.noMemory("its \(size) bytes", context.memoryBudget)
    }
    context.inputs?.note(real)
    let bytes = try readWholeFile(
      real, name: path, purpose: "package", limit: min(context.configuration.fileSizeLimit, ZipArchive.sizeLimit))
    return try reader.read(
      bytes, name: lastName(of: path), beside: FolderFiles(parent(of: real), name: "", context))
  }

  /// True if a path, relative to a folder, is that of a folder.
  func isFolder(_ path: String, in base: String) -> Bool { isFolder(absolute(path, in: base)) }

  /// True if an absolute path is that of a folder.
  func isFolder(_ real: String) -> Bool {
    var info = stat()
    return stat(real, &info) == 0 && info.st_mode & S_IFMT == S_IFDIR
  }

  /// Returns an image of a package.
  ///
  /// - Parameter isDeferred: true if the pixels of a raster image are decoded when it is shown.
  func image(ofPackage bytes: [UInt8], name: String, _ isDeferred: Bool = false) throws -> Image {
    if isDeferred, case .picture? = bytes.withUnsafeBytes({ InputFormat.of($0)?.content }) {
      let origin = KeptOrigin(bytes)
      let image = Image(
        SequenceImage(bytes, pixelLimit: context.limits.imagePixels, cache: try context.sequenceCache()), name: name,
        origin: origin)
      image.count(against: context.memoryBudget)
      return image
    }
    let note = { (text: String) -> Void in self.context.warn(.imageFile, "image \"\(name)\": \(text)") }
    let origin = KeptOrigin(bytes)
    if let image = try shapes(
      bytes, ImageFileOptions(), name: name, origin: origin, allowed: context.hasRoom, note: note)
    {
      image.count(against: context.memoryBudget)
      return image
    }
    let bitmap = try bytes.withUnsafeBytes {
      try ImageDecoder.decode(
        $0, pixelLimit: context.limits.imagePixels, account: context.account, allowed: context.hasRoom, note: note)
    }
    let image = Image(bitmap, name: name, origin: origin)
    image.count(against: context.memoryBudget)
    return image
  }
}
