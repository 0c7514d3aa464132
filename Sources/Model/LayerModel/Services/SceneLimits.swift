// SPDX-License-Identifier: MIT
/// The limits of one picture, path, image or text. Exceeding one is an error of kind `limit` that names the limit and
/// its value; it is raised before any memory is allocated.
///
/// ```swift
/// scene.limits.particles = 10_000
/// scene.limits.pixels = 1 << 24
/// ```
public struct SceneLimits: Sendable, Equatable {
  /// Maximum pixels of one picture. Default 4,294,967,296, which is also the largest value. Only PNG and JPEG files can
  /// reach it, since they are written in strips; any other picture has at most 268,435,456.
  public var pixels = 4_294_967_296
  /// Maximum total pixels of all off-screen surfaces of one picture (shadows, rasterised layers). Default 134,217,728.
  public var surfacePixels = 134_217_728
  /// Maximum layers in one picture, counting every replicator instance. Default 1,000,000.
  public var replicatedLayers = 1_000_000
  /// Maximum live particles of one emitter layer. Default 1,000,000.
  public var particles = 1_000_000
  /// Maximum segments of one path: lines, curves, moves and closings. Default 10,000,000.
  public var pathSegments = 10_000_000
  /// Maximum operations recorded by one drawing. Default 1,000,000.
  public var drawingOperations = 1_000_000
  /// Maximum pixels of one image that is read or created. Default 268,435,456, which is also the largest value.
  public var imagePixels = 268_435_456
  /// Maximum length of one laid-out text, in UTF-8 bytes. Default 4,194,304, which is also the largest value.
  public var textLength = 4_194_304

  /// Creates the default limits.
  public init() {}
}
