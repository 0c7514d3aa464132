// SPDX-License-Identifier: MIT
import LayerModel

/// What the parts of a renderer share: the configuration, the scene, the memory that is left, and the log of files.
final class RenderingContext {
  let configuration: LayerRenderer.Configuration
  weak var scene: Scene?
  weak var memoryBudget: (any MemoryBudget)?
  var isStopped: (@Sendable () -> Bool)?
  var inputs: InputLog?
  /// Decoded pictures, which are dropped for needed memory.
  var decoded: ImageCache

  init(_ configuration: LayerRenderer.Configuration) {
    self.configuration = configuration
    decoded = ImageCache(byteLimit: configuration.imageCacheLimit)
  }

  var limits: SceneLimits { scene?.limits ?? SceneLimits() }

  func hasRoom(_ bytes: Int) -> Bool {
    guard let memoryBudget else { return true }
    if memoryBudget.hasRoom(for: bytes) { return true }
    decoded.removeAll()
    return memoryBudget.hasRoom(for: bytes)
  }

  func checkStop() throws {
    if isStopped?() == true { throw LayerError(.cancelled, "the film was given up") }
  }

  func warn(_ rule: LayerWarning.Rule, _ message: String) { scene?.warn(rule, message) }

  /// Runs a service of the model's. What fails names its file, font or limit itself.
  func serving<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch var error as LayerError {
      error.isOfServices = true
      throw error
    }
  }
}
