// SPDX-License-Identifier: MIT
/// The limits of a scene's renders other than memory. Exceeding one is an error of kind `limit` that names it and its
/// value, before memory is allocated.
public struct SceneLimits: Sendable, Equatable {
  /// Pixels of one rendered image, also if written in strips; one that is held whole has at most 268,435,456.
  public var pixels = 4_294_967_296
  /// Pixels of all off-screen surfaces of one render.
  public var surfacePixels = 134_217_728
  /// Layers shown by one render, each instance of a replicator counted.
  public var replicatedLayers = 1_000_000
  /// Particles of one emitter layer at one time.
  public var particles = 1_000_000
  /// Verbs of one path: lines, curves, moves and closings.
  public var pathSegments = 10_000_000
  /// Operations of one recorded drawing.
  public var drawingOperations = 1_000_000
  /// Pixels of one image that is read or created.
  public var imagePixels = 268_435_456
  /// UTF-8 bytes of one text that is laid out; at most 4,194,304.
  public var textLength = 4_194_304

  /// Makes the default limits.
  public init() {}
}
