// SPDX-License-Identifier: MIT
import Numbers

/// One box of a chain of boxes through which a text flows.
package struct TextFlow: Hashable, Sendable {
  /// The byte of the laid-out text at which the box begins: 0, or the last box's `TextFrame.end`.
  package var start: Int
  /// The height in points beyond which the text goes on in the next box; nil in the last box, which takes the rest.
  package var height: Double?
  /// The least number of a paragraph's lines at the bottom of a box, and at the top of the next one; from 1.
  package var orphans: Int
  package var widows: Int

  package init(start: Int = 0, height: Double? = nil, orphans: Int = 2, widows: Int = 2) {
    self.start = start
    self.height = height
    self.orphans = orphans
    self.widows = widows
  }
}

extension TextRequest {
  /// The size of the largest run in points; 0 without runs.
  package var largestFontSize: Double { runs.reduce(0) { max($0, $1.fontSize) } }

  /// Returns the request with every length that follows the font's size scaled by `size / base`: sizes of fonts, letter
  /// spacing, line heights and spacing, baseline offsets. Indents, tabs, shadows and attachments stay.
  package func scaled(from base: Double, to size: Double) -> TextRequest {
    guard base > 0, size != base else { return self }
    let scale = size / base
    var result = self
    for i in result.runs.indices {
      let own = result.runs[i].fontSize
      // A size equal to the base becomes exactly the given one, so that its glyphs are shared.
      result.runs[i].fontSize = own == base ? size : own * scale
      guard var a = result.runs[i].attributes else { continue }
      a.kern = a.kern.map { $0 * scale }
      a.baselineOffset = a.baselineOffset.map { $0 * scale }
      a.lineSpacing = a.lineSpacing.map { $0 * scale }
      a.lineHeight = a.lineHeight.map { $0 * scale }
      a.paragraphSpacing = a.paragraphSpacing.map { $0 * scale }
      a.paragraphSpacingBefore = a.paragraphSpacingBefore.map { $0 * scale }
      result.runs[i].attributes = a
    }
    return result
  }

  /// Finds the largest of some font sizes at which the text fits.
  ///
  /// The sizes are `base`, then each half a point smaller, and last `minimum`. A binary search finds one that fits;
  /// then up to four larger ones are tried, since hyphens and long words can make a larger size fit where a smaller
  /// one does not.
  ///
  /// - Parameter fits: returns true if the text fits at a size; called some ten times.
  /// - Returns: the size; nil if the text does not fit even at `minimum`.
  package static func largestSize(
    from base: Double, to minimum: Double, fits: (Double) throws -> Bool
  ) rethrows -> Double? {
    if try fits(base) { return base }
    guard minimum < base else { return nil }
    let steps = Int(clamping: ((base - minimum) * 2).rounded(.up))
    func size(_ step: Int) -> Double { step >= steps ? minimum : base - Double(step) / 2 }
    // Invariant: `low` does not fit, `high` does.
    var low = 0, high = steps
    guard try fits(size(high)) else { return nil }
    while high - low > 1 {
      let middle = (low + high) / 2
      if try fits(size(middle)) { high = middle } else { low = middle }
    }
    for step in stride(from: high - 2, through: max(high - 4, 1), by: -1) where try fits(size(step)) { high = step }
    return size(high)
  }
}
