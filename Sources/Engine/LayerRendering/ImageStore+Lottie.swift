// SPDX-License-Identifier: MIT
import Archives
import ImageFiles
import LayerModel
import LottieFiles
import Messages
import Numbers
import Sandbox

extension ImageStore {
  /// Reads a Lottie file at a path.
  ///
  /// - Parameter text: lists the installed fonts, and takes those of an archive.
  func lottie(atPath path: String, _ text: TextStore) throws -> LottieAnimation {
    guard context.scene != nil else { throw LayerError("Lottie files are read into a scene, which does not exist") }
    let real = try context.pathForReading(path, purpose: "Lottie file")
    do {
      let size = FileIdentity(path: real)?.size ?? 0
      guard context.hasRoom(Int(clamping: size)) else {
        throw LayerError.noMemory("its \(size) bytes", context.memoryBudget)
      }
      context.inputs?.note(real)
      let bytes = try readWholeFile(
        real, name: path, purpose: "Lottie file",
        limit: min(context.configuration.fileSizeLimit, LottieLimits.fileSize))
      let context = context
      let services = LottieAnimation.Services(
        makeImage: { try self.image(ofPackage: $0, name: $1) }, fonts: text.fonts,
        addFont: { bytes, path in
          let name = "\(real)/\(path)"
          try text.addFont(bytes, named: name)
          return name
        },
        warn: { context.warn($0, $1) })
      return try LottieAnimation(
        bytes, name: path, beside: FolderFiles(parent(of: real), name: "", context), services, context.account)
    } catch { throw imageError(error, "Lottie file \"\(path)\"") }
  }
}
