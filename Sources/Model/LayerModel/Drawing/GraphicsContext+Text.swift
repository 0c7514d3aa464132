// SPDX-License-Identifier: MIT
import Geometry
import Pixels
import RenderTree

extension GraphicsContext {
  /// Draws text with the left end of its first baseline at a point in user space; newlines break lines.
  ///
  /// ```swift
  /// try context.drawText("Dawn", at: Point(8, 20), attributes: TextAttributes(font: "DejaVu Serif", fontSize: 14))
  /// ```
  ///
  /// - Parameter attributes: the default is Helvetica of 12 points in the context's fill colour (black if that is a
  ///   pattern).
  public func drawText(_ string: String, at p: Point, attributes: TextAttributes = TextAttributes()) throws {
    try drawText(AttributedString(string), at: p, attributes: attributes)
  }

  /// Draws text in a rectangle in user space, wrapped to its width, the first line at its visual top. It may overflow
  /// the rectangle's height, unless `truncation` limits it.
  ///
  /// ```swift
  /// try context.drawText("A long line", in: Rect(0, 0, 60, 40), truncation: .end, maximumNumberOfLines: 2)
  /// ```
  ///
  /// - Parameter maximumNumberOfLines: 0 for no limit.
  public func drawText(
    _ string: String, in r: Rect, attributes: TextAttributes = TextAttributes(),
    truncation: TextRequest.Truncation = .none, maximumNumberOfLines: Int = 0
  ) throws {
    try drawText(
      AttributedString(string), in: r, attributes: attributes, truncation: truncation,
      maximumNumberOfLines: maximumNumberOfLines)
  }

  /// Draws attributed text at a point, like `drawText(_:at:attributes:)` for a string.
  ///
  /// ```swift
  /// let red = AttributedString.Run(string: "red", font: nil, foregroundColor: .red)
  /// try context.drawText(AttributedString(runs: [AttributedString.Run(string: "A "), red]), at: Point(8, 20))
  /// ```
  ///
  /// - Parameter attributes: the defaults for the runs.
  public func drawText(_ text: AttributedString, at p: Point, attributes: TextAttributes = TextAttributes()) throws {
    try check("drawText")
    try point(p, "the point", "drawText")
    guard let frame = try layout(text, attributes: attributes, box: nil), let first = frame.lines.first else { return }
    let up: Double = isFlipped ? -1 : 1
    try draw(frame, AffineTransform(a: 1, b: 0, c: 0, d: up, tx: p.x - first.left, ty: p.y - up * first.baseline))
  }

  /// Draws attributed text in a rectangle, like `drawText(_:in:attributes:truncation:maximumNumberOfLines:)` for a
  /// string.
  ///
  /// ```swift
  /// try context.drawText(AttributedString("A long line"), in: Rect(0, 0, 60, 40), truncation: .middle)
  /// ```
  ///
  /// - Parameter attributes: the defaults for the runs.
  public func drawText(
    _ text: AttributedString, in r: Rect, attributes: TextAttributes = TextAttributes(),
    truncation: TextRequest.Truncation = .none, maximumNumberOfLines: Int = 0
  ) throws {
    try check("drawText")
    let r = try rect(r, "rect", "drawText")
    guard
      let frame = try layout(
        text, attributes: attributes, box: r.size, truncation: truncation, maximumLines: maximumNumberOfLines)
    else { return }
    let up: Double = isFlipped ? -1 : 1
    try draw(frame, AffineTransform(a: 1, b: 0, c: 0, d: up, tx: r.minX, ty: isFlipped ? r.maxY : r.minY))
  }

  private func layout(
    _ text: AttributedString, attributes: TextAttributes, box: Size?, truncation: TextRequest.Truncation = .none,
    maximumLines: Int = 0
  ) throws -> TextFrame? {
    var base = attributes
    if base.foregroundColor == nil, case .color(let fill) = state.fill { base.foregroundColor = fill }
    do {
      try attributes.check()
      try text.check(nil)
      try text.checkHasNoSublayers()
    } catch { throw failure("drawText", error.message) }
    guard let services else { throw failure("drawText", "this context cannot lay out text") }
    guard let runs = text.textRuns(base: base) else { return nil }
    let frame = try services.layoutText(
      TextRequest(
        runs: runs, width: box?.width, height: truncation == .none ? nil : box?.height, wraps: box != nil,
        truncation: truncation, maximumLines: max(maximumLines, 0)))
    if frame.hasProblems { onTextProblem?(frame) }
    return frame
  }

  /// Draws a recorded drawing through a transform to user space. The context's opacity, blend mode and shadow apply to
  /// the whole.
  func draw(_ drawing: RecordedDrawing, _ place: AffineTransform, _ call: String) throws {
    try check(call)
    guard !drawing.operations.isEmpty else { return }
    let operations = TextFrame.operations(of: drawing, through: place.concat(state.ctm), opacity: 1)
    try beginTransparencyLayer()
    defer { popLayer() }
    for operation in operations {
      switch operation.kind {
      case .glyphs(let run, _): try count(segments: run.glyphs.count, call)
      case .fill(let path, _, _), .stroke(let path, _, _): try count(segments: path.verbs.count, call)
      default: break
      }
      try record(operation, call)
    }
  }

  private func draw(_ frame: TextFrame, _ place: AffineTransform) throws {
    let transform = place.concat(state.ctm)
    // A shadow in the text's attributes takes precedence over the context's.
    let shadow = state.shadow
    defer { state.shadow = shadow }
    for step in frame.steps(scale: imageScale) {
      switch step {
      case .paint(let kind, let own, _, let glyphs):
        switch kind {
        case .glyphs(let run, _):
          try count(segments: run.glyphs.count, "drawText")
          // The run's own arrays.
          try grow(by: 128, "drawText")
        case .stroke(let path, _, _):
          try count(segments: path.verbs.count, "drawText")
          if glyphs != nil { try grow(by: 256, "drawText") }
        default: break
        }
        state.shadow = own?.drawing ?? shadow
        try record(kind, transform: transform, of: glyphs, "drawText")
      case .picture(let drawing, let place, let opacity):
        let operations = TextFrame.operations(of: drawing, through: place.concat(transform), opacity: opacity)
        if operations.count == 1, operations[0].clip == nil {
          let alpha = state.alpha
          defer { state.alpha = alpha }
          state.alpha *= operations[0].alpha
          try record(operations[0].kind, transform: operations[0].transform, "drawText")
          continue
        }
        // The context's opacity, blend mode and shadow apply to the whole.
        try beginTransparencyLayer()
        defer { popLayer() }
        for operation in operations { try record(operation, "drawText") }
      case .beginShadow(let own):
        state.shadow = own.drawing
        try beginTransparencyLayer()
      case .endShadow: popLayer()
      }
    }
  }
}
