import Geometry
import Pixels
import RenderTree

/// How `drawText` sets text.
public struct DrawingTextAttributes: Sendable {
  /// A family, a full name, or a font file's path.
  public var font: String
  /// In points.
  public var fontSize: Double
  /// nil is the context's fill colour (black when it is a pattern).
  public var foregroundColor: Color?
  public var alignment: TextRequest.Alignment
  public var truncation: TextRequest.Truncation

  public init(
    font: String = "Helvetica", fontSize: Double = 12, foregroundColor: Color? = nil, alignment: TextRequest.Alignment = .natural,
    truncation: TextRequest.Truncation = .none
  ) {
    self.font = font
    self.fontSize = fontSize
    self.foregroundColor = foregroundColor
    self.alignment = alignment
    self.truncation = truncation
  }
}

extension GraphicsContext {
  /// Draws an image stretched over a rectangle of the user space, upright also when y is up.
  public func draw(_ image: Image, in r: Rect) throws {
    try check("draw")
    let r = try rect(r, "rect", "draw")
    guard !r.isEmpty else { return }
    let turn = isFlipped ? AffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: r.minY + r.maxY) : .identity
    try record(.image(image.bitmap(forScale: imageScale), r, state.quality.filter), transform: turn.concat(state.ctm), "draw")
  }

  /// Draws text with the left end of its first baseline at a point of the user space; newlines break lines.
  public func drawText(_ string: String, at p: Point, attributes: DrawingTextAttributes = DrawingTextAttributes()) throws {
    try check("drawText")
    try point(p, "the point", "drawText")
    guard let frame = try layout(string, attributes, box: nil), let first = frame.lines.first else { return }
    let up: Double = isFlipped ? -1 : 1
    let place = AffineTransform(a: 1, b: 0, c: 0, d: up, tx: p.x - first.left, ty: p.y - up * first.baseline)
    try glyphs(of: frame, place)
  }

  /// Draws text in a rectangle of the user space, wrapped to its width, the first line at its visual top. It may be longer than the
  /// rectangle is high, unless a truncation ends it.
  public func drawText(_ string: String, in r: Rect, attributes: DrawingTextAttributes = DrawingTextAttributes()) throws {
    try check("drawText")
    let r = try rect(r, "rect", "drawText")
    guard let frame = try layout(string, attributes, box: r.size) else { return }
    let up: Double = isFlipped ? -1 : 1
    try glyphs(of: frame, AffineTransform(a: 1, b: 0, c: 0, d: up, tx: r.minX, ty: isFlipped ? r.maxY : r.minY))
  }

  private func layout(_ string: String, _ attributes: DrawingTextAttributes, box: Size?) throws -> TextFrame? {
    try number(attributes.fontSize, "fontSize", "drawText")
    guard attributes.fontSize > 0 else { throw failure("drawText", "fontSize must be greater than 0, got \(attributes.fontSize)") }
    guard let services else { throw failure("drawText", "this context cannot lay out text") }
    if string.isEmpty { return nil }
    var color = Color.black
    if let given = attributes.foregroundColor {
      color = try finite(given, "drawText")
    } else if case .color(let fill) = state.fill {
      color = fill
    }
    let run = TextRun(string: string, font: attributes.font, fontSize: attributes.fontSize, color: color)
    let frame = try services.layoutText(
      TextRequest(
        runs: [run], width: box?.width, height: attributes.truncation == .none ? nil : box?.height, wraps: box != nil,
        alignment: attributes.alignment, truncation: attributes.truncation))
    for missing in frame.substitutions { onSubstitution?(missing) }
    return frame
  }

  private func glyphs(of frame: TextFrame, _ place: AffineTransform) throws {
    let transform = place.concat(state.ctm)
    for piece in frame.pieces {
      try count(segments: piece.run.glyphs.count, "drawText")
      try record(.glyphs(piece.run, .color(piece.color)), transform: transform, "drawText")
    }
  }
}

/// From tile points of a bitmap (top left origin, y down) onto a rectangle; `upsideDown` where y is up, so that it is upright.
func patternPlacement(of bitmap: Bitmap, in tile: Rect, upsideDown: Bool) -> AffineTransform {
  let sx = tile.width / bitmap.pointWidth
  let sy = tile.height / bitmap.pointHeight
  return upsideDown
    ? AffineTransform(a: sx, b: 0, c: 0, d: -sy, tx: tile.minX, ty: tile.maxY)
    : AffineTransform(a: sx, b: 0, c: 0, d: sy, tx: tile.minX, ty: tile.minY)
}
