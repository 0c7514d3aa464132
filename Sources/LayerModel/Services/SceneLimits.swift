// SPDX-License-Identifier: MIT
/// The limits of a scene's pictures other than memory. Exceeding one is an error of kind `limit` that names it and its
/// value, before memory is allocated.
public struct SceneLimits: Sendable, Equatable {
  /// Pixels of one picture, also of one that is written in strips; one that is held whole has at most 268,435,456.
  public var pixels = 4_294_967_296
  /// Pixels of all off-screen surfaces of one picture.
  public var surfacePixels = 134_217_728
  /// Layers that one picture shows, each instance of a replicator counted.
  public var replicatedLayers = 1_000_000
  /// Particles of one emitter layer at one time.
  public var particles = 1_000_000
  /// Verbs of one path: lines, curves, moves and closings.
  public var pathSegments = 10_000_000
  /// Operations of one recorded drawing.
  public var drawingOperations = 1_000_000
  /// Pixels of one image that is read or made.
  public var imagePixels = 268_435_456
  /// Bytes in UTF-8 of one text that is laid out; at most 4,194,304.
  public var textLength = 4_194_304

  /// The defaults.
  public init() {}
}
