// SPDX-License-Identifier: MIT
import RenderTree

/// The tab stops of a paragraph. Lengths are in 1/1024 point, from the side where writing begins.
struct TabStops {
  /// Sorted by location.
  let stops: [(location: Int, alignment: TextTab.Alignment, leader: String?)]
  /// The distance between the default stops after the last one; above 0.
  let interval: Int
  /// The minimum gap before a default stop.
  let gap: Int

  /// - Parameter space: the width of a space of the paragraph's first font.
  init(_ setting: LineSetting, space: Int) {
    // Stable sort: of two stops at one location the first counts.
    let placed = setting.tabStops.enumerated().map { (at: textUnits($0.element.location), stop: $0) }
    stops = placed.sorted { ($0.at, $0.stop.offset) < ($1.at, $1.stop.offset) }.map {
      (location: $0.at, alignment: $0.stop.element.alignment, leader: $0.stop.element.leader)
    }
    let given = textUnits(setting.defaultTabInterval)
    interval = given > 0 ? given : max(8 * space, 1)
    gap = given > 0 || !stops.isEmpty ? 0 : space
  }

  /// Returns the first stop after `x`.
  func next(after x: Int) -> (location: Int, alignment: TextTab.Alignment, leader: String?) {
    if let stop = stops.first(where: { $0.location > x }) { return stop }
    return ((max(x + gap, 0) / interval + 1) * interval, .left, nil)
  }
}

/// A tab of a paragraph. The advances, counted from the paragraph's start, exclude the widths of tabs.
struct PlacedTab {
  /// The byte offset of the tab.
  var at: Int
  /// The advance before it.
  var x: Int
  /// The advance before the decimal separator in the text after the tab; `.max` if there is none.
  var point = Int.max
}

extension TabStops {
  /// Returns the widths of a line's tabs with their leaders, and the width of the whole line.
  ///
  /// - Parameters:
  ///   - start, end: the advances at the line's start and end.
  ///   - indent: the line's indent.
  func place(_ tabs: ArraySlice<PlacedTab>, from start: Int, to end: Int, indent: Int) -> (
    widths: [(Int, leader: String?)], width: Int
  ) {
    var widths: [(Int, leader: String?)] = []
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
      widths.append((max(target - x, 0), stop.leader))
      x = max(target, x)
    }
    return (widths, x + end - last - indent)
  }
}
