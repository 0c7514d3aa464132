/// How a layer is drawn.
public struct RenderSettings: Sendable {
  /// Pixels per point. Default 1.
  public var scale: Double
  /// The time the picture shows, in seconds; nil is the script's current time.
  public var time: Double?
  /// The picture's number in a film, which `ca.onFrame` is told. Default 0.
  public var frame = 0
  /// The picture's size in points from the bounds' origin; nil is the bounds' own.
  public var width: Double?
  public var height: Double?
  /// A CSS colour that lies under the layer; nil is transparent.
  public var background: String?

  public init(scale: Double = 1, time: Double? = nil, width: Double? = nil, height: Double? = nil, background: String? = nil) {
    self.scale = scale
    self.time = time
    self.width = width
    self.height = height
    self.background = background
  }
}
