import Pixels
import RenderTree

/// A layer that shows text: `CATextLayer`. The first line stands at the top.
public final class TextLayer: Layer {
  var storedText: AttributedString?
  var storedFont: String? = "Helvetica"
  var storedFontSize = 36.0
  var storedForegroundColor: Color? = .white
  var storedTruncationMode = TextRequest.Truncation.none
  var storedAlignmentMode = TextRequest.Alignment.natural
  var storedVerticalAlignment = TextVerticalAlignment.top

  /// The last layout, so that a text that does not change is laid out once.
  var laidOutText: (request: TextRequest, frame: TextFrame)?

  public convenience init(in scene: Scene) { self.init(in: scene, class: .text) }
}
