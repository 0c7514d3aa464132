import Pixels
import RenderTree

/// A layer that shows text: `CATextLayer`. The first line stands at the top.
public final class TextLayer: Layer {
  @exclusivity(unchecked) var storedText: AttributedString?
  @exclusivity(unchecked) var storedFont: String? = "Helvetica"
  @exclusivity(unchecked) var storedFontSize = 36.0
  @exclusivity(unchecked) var storedForegroundColor: Color? = .white
  @exclusivity(unchecked) var storedTruncationMode = TextRequest.Truncation.none
  @exclusivity(unchecked) var storedAlignmentMode = TextRequest.Alignment.natural
  @exclusivity(unchecked) var storedVerticalAlignment = TextVerticalAlignment.top

  /// The last layout, so that a text that does not change is laid out once.
  var laidOutText: (request: TextRequest, frame: TextFrame)?

  public convenience init(in scene: Scene) { self.init(in: scene, class: .text) }
}
