// SPDX-License-Identifier: MIT
import RenderTree

/// The stops of a paragraph's tabs. Lengths are in 1/1024 point, from the side where writing begins.
struct TabStops {
  /// In the order of their places.
  let stops: [(location: Int, alignment: TextTab.Alignment)]
  /// Between stops after the last; above 0.
  let interval: Int
  /// The least gap before a stop that nobody set.
  let gap: Int

  /// - Parameter space: the width of a space of the paragraph's first font.
  init(_ setting: LineSetting, space: Int) {
    // Of two at one place the first counts.
    stops = setting.tabStops.enumerated().map { (textUnits($0.element.location), $0.element.alignment, $0.offset) }
      .sorted { ($0.0, $0.2) < ($1.0, $1.2) }.map { (location: $0.0, alignment: $0.1) }
    let given = textUnits(setting.defaultTabInterval)
    interval = given > 0 ? given : max(8 * space, 1)
    gap = given > 0 || !stops.isEmpty ? 0 : space
  }

  /// The first stop behind `x`.
  func next(after x: Int) -> (location: Int, alignment: TextTab.Alignment) {
    if let stop = stops.first(where: { $0.location > x }) { return stop }
    return ((max(x + gap, 0) / interval + 1) * interval, .left)
  }
}

/// A tab of a paragraph; its own width is in no advance. Advances are counted from the paragraph's start.
struct PlacedTab {
  /// The byte at which it stands.
  var at: Int
  /// The advance before it.
  var x: Int
  /// The advance before the decimal separator of the text after it; `.max` where there is none.
  var point = Int.max
}

extension TabStops {
  /// The widths of tabs in a line, and the line's whole width.
  ///
  /// - Parameters:
  ///   - start, end: the advances where the line begins and ends.
  ///   - indent: of the line.
  func place(_ tabs: ArraySlice<PlacedTab>, from start: Int, to end: Int, indent: Int) -> (widths: [Int], width: Int) {
    var widths: [Int] = []
    var x = indent, last = start
    for (i, tab) in zip(tabs.indices, tabs) {
      x += tab.x - last
      last = tab.x
      let after = i + 1 < tabs.endIndex ? tabs[i + 1].x : end
      let stop = next(after: x)
      let target: Int =
        switch stop.alignment {
        case .left: stop.location
        case .center: stop.location - (after - tab.x) / 2
        case .right: stop.location - (after - tab.x)
        case .decimal: stop.location - (min(tab.point, after) - tab.x)
        }
      widths.append(max(target - x, 0))
      x = max(target, x)
    }
    return (widths, x + end - last - indent)
  }
}
