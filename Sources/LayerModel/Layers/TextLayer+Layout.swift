import Geometry
import Pixels
import RenderTree

extension TextLayer {
  /// The size of the text alone, in the layer's own points: the widest line and the height of all lines; zero without text.
  ///
  /// - Parameter width: what lines are broken at when the layer is `wrapped`; nil is the bounds' width. Where it is 0 nothing is broken.
  /// - Throws: when the text cannot be laid out, such as for lack of any font.
  public func preferredTextSize(width: Double? = nil) throws -> Size {
    let width = width ?? storedBounds.width
    guard let request = textRequest(width: flag(.wrapped) && width > 0 ? width : nil, height: nil) else { return .zero }
    return try laidOutText(request, label).size
  }

  /// What is laid out for a box; nil when there is nothing to show.
  func textRequest(width: Double?, height: Double?) -> TextRequest? {
    guard let text = storedText else { return nil }
    var runs: [TextRun] = []
    for run in text.runs where !run.string.isEmpty {
      // Without a colour text shows nothing.
      guard let color = run.foregroundColor ?? storedForegroundColor else { continue }
      runs.append(
        TextRun(
          string: run.string, font: run.font ?? storedFont ?? "Helvetica", fontSize: run.fontSize ?? storedFontSize,
          color: color))
    }
    guard !runs.isEmpty else { return nil }
    let truncation = height == nil ? .none : storedTruncationMode
    return TextRequest(
      runs: runs, width: width, height: truncation == .none ? nil : height, wraps: flag(.wrapped) && width != nil,
      alignment: storedAlignmentMode, truncation: truncation)
  }

  /// The text laid out, kept until something about it changes.
  func laidOutText(_ request: TextRequest, _ label: @autoclosure () -> String) throws -> TextFrame {
    if let known = lastLayout, known.request == request { return known.frame }
    let frame = try scene.services.layoutText(request)
    for missing in frame.substitutions { warnAboutFont(missing, label: label()) }
    lastLayout = (request, frame)
    return frame
  }
}
