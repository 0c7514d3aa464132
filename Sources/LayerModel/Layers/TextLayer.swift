// SPDX-License-Identifier: MIT
import Pixels
import RenderTree

/// A layer that shows text: `CATextLayer`. The first line is at the top.
public final class TextLayer: Layer {
  @exclusivity(unchecked) var storedText: LayerText?
  @exclusivity(unchecked) var storedFont: String? = "Helvetica"
  @exclusivity(unchecked) var storedFontSize = 36.0
  @exclusivity(unchecked) var storedForegroundColor: Color? = .white
  @exclusivity(unchecked) var storedTruncationMode = TextRequest.Truncation.none
  @exclusivity(unchecked) var storedAlignmentMode = TextRequest.Alignment.natural
  @exclusivity(unchecked) var storedVerticalAlignment = TextVerticalAlignment.top

  /// The last layout, so that a text that does not change is laid out once.
  var lastLayout: (request: TextRequest, frame: TextFrame, charge: ValueCharge?)?

  public convenience init(in scene: Scene) { self.init(in: scene, class: .text) }
}

extension TextLayer {
  /// The text; for an attributed string, the text of its runs. Assigning one drops attributes.
  public var string: String? {
    get { storedText?.string }
    set { assign(.string, newValue.map { .string($0) } ?? .null) }
  }
  /// The text with its attributes; nil when it is a plain string.
  public var attributedString: AttributedString? {
    get { if case .attributed(let text)? = storedText { text } else { nil } }
    set { assign(.string, newValue.map { .attributedString($0) } ?? .null) }
  }
  public var font: String {
    get { storedFont ?? "Helvetica" }
    set { assign(.font, .string(newValue)) }
  }
  public var fontSize: Double {
    get { storedFontSize }
    set { assign(.fontSize, newValue) }
  }
  public var foregroundColor: Color? {
    get { storedForegroundColor }
    set { attempt { try Property.foregroundColor.setColor(self, newValue) } }
  }
  public var isWrapped: Bool {
    get { flag(.wrapped) }
    set { assign(.wrapped, newValue) }
  }
  public var truncationMode: TextRequest.Truncation {
    get { storedTruncationMode }
    set { assign(.truncationMode, .string(newValue.optionName.raw)) }
  }
  public var alignmentMode: TextRequest.Alignment {
    get { storedAlignmentMode }
    set { assign(.alignmentMode, .string(newValue.optionName.raw)) }
  }
  public var verticalAlignment: TextVerticalAlignment {
    get { storedVerticalAlignment }
    set { assign(.verticalAlignment, .string(newValue.optionName.raw)) }
  }
  public var allowsFontSubpixelQuantization: Bool {
    get { flag(.allowsFontSubpixelQuantization) }
    set { assign(.allowsFontSubpixelQuantization, newValue) }
  }
}
