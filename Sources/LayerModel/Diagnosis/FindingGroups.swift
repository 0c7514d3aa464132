// SPDX-License-Identifier: MIT
import Wording

/// Groups findings by the calls that made their layers. One call that makes several layers (a loop) is one finding. Each
/// call of a function is judged by itself, and the finding names the line that called.
///
/// A layer's `madeAt` is the line that made it, with the lines that called the functions in which that lies. The first
/// of these that made no layer without the finding is where to look: the line itself where all it made is concerned,
/// else the nearest caller; of what a module made for one caller outside of it, that caller.
package struct FindingGroups {
  /// The layers made, by mark, and those of them that are seen.
  private var made: [UInt32: Int] = [:]
  private var seen: [UInt32: Int] = [:]
  private var last: (mark: UInt32, isSeen: Bool, count: Int) = (0, false, 0)
  private let scene: Scene

  package init(_ scene: Scene) { self.scene = scene }

  /// Counts a layer that a finding might concern.
  package mutating func note(_ layer: Layer, isSeen: Bool) {
    // Neighbours are most often made by the same call.
    if layer.madeAt == last.mark, isSeen == last.isSeen { return last.count += 1 }
    settle()
    last = (layer.madeAt, isSeen, 1)
  }

  private mutating func settle() {
    if last.mark == 0 { return }
    made[last.mark, default: 0] += last.count
    if last.isSeen { seen[last.mark, default: 0] += last.count }
    last.mark = 0
  }

  /// Rules of layers that are not seen where they are. A call that makes layers that are seen as well makes the others on
  /// purpose: a row that goes on beyond the edge.
  private static let ofRows: Set<LayerWarning.Rule> = [
    .outsideCanvas, .cutAway, .occluded, .sameColor, .backFace, .edgeOn, .scaleZero, .offTime,
  ]

  /// True if layers with this finding may be meant to be as they are, where the same call makes others.
  package static func isOfRows(_ rule: LayerWarning.Rule) -> Bool { ofRows.contains(rule) }

  /// More callers of one line than these are one finding, which is the line's.
  private static let mostCallers = 5

  private struct Key: Hashable {
    let rule: LayerWarning.Rule
    let mark: UInt32
  }

  private struct PlaceKey: Hashable {
    let rule: LayerWarning.Rule
    let script: String
    let line: Int
  }

  /// The findings in their order, those of one call as one with the number of the others. Without those of rows.
  ///
  /// - Parameter isStray: whether a layer is none of a row, although the same call made others that are seen.
  package mutating func grouped(_ findings: [Finding], isStray: (Layer, LayerWarning.Rule) -> Bool) -> [Finding] {
    settle()
    var lists: [UInt32: [UInt32]] = [:]
    func prefixes(_ mark: UInt32) -> [UInt32] {
      if let known = lists[mark] { return known }
      let list = scene.callPrefixes(of: mark)
      lists[mark] = list
      return list
    }
    func spread(_ counts: [UInt32: Int]) -> [UInt32: Int] {
      var all: [UInt32: Int] = [:]
      for (mark, count) in counts { for prefix in prefixes(mark) { all[prefix, default: 0] += count } }
      return all
    }
    let (made, seen) = findings.isEmpty ? ([:], [:]) : (spread(made), spread(seen))
    var concerned: [Key: Int] = [:]
    for finding in findings {
      guard let mark = finding.mark else { continue }
      for prefix in prefixes(mark) { concerned[Key(rule: finding.rule, mark: prefix), default: 0] += 1 }
    }
    var result: [Finding] = []
    var places: [PlaceKey: Int] = [:]
    var groups: [Key: Int] = [:]
    // The callers of each line under each rule.
    var callers: [Key: [Int]] = [:]
    for var finding in findings {
      guard let layer = finding.layer, let mark = finding.mark else {
        if let place = finding.place {
          let key = PlaceKey(rule: finding.rule, script: place.script, line: place.line)
          if let known = places[key] {
            result[known].others += 1
            continue
          }
          places[key] = result.count
        }
        result.append(finding)
        continue
      }
      let rule = finding.rule
      let list = prefixes(mark)
      let isOfRows = Self.isOfRows(rule)
      if isOfRows, seen[list[list.count - 1]] ?? 0 > 0, !isStray(layer, rule) { continue }
      var depth =
        list.firstIndex { prefix in
          isOfRows
            ? seen[prefix] ?? 0 == 0
            : made[prefix] ?? 0 <= concerned[Key(rule: rule, mark: prefix)] ?? 0
        } ?? list.count - 1
      // A module's line with one caller outside of the module: that is where to look.
      if scene.isInScript(list[depth], of: list[0]), !scene.isInScript(list[list.count - 1], of: list[0]),
        let outside = list.indices.first(where: { $0 > depth && !scene.isInScript(list[$0], of: list[0]) }),
        made[list[outside]] == made[list[depth]]
      {
        depth = outside
      }
      // Layers of one call are one finding, whatever lines below it made them.
      let key = Key(rule: rule, mark: scene.host.callOfMark?(list[depth])?.caller ?? list[depth])
      if let known = groups[key] {
        result[known].others += 1
        continue
      }
      groups[key] = result.count
      if depth > 0 { callers[Key(rule: rule, mark: list[0]), default: []].append(result.count) }
      finding.callers = list[...depth].dropFirst().compactMap { scene.callerPlace(of: $0) }
      result.append(finding)
    }
    // A function that goes wrong for many is at fault itself.
    var gone: Set<Int> = []
    for (_, indices) in callers where indices.count > Self.mostCallers {
      for index in indices.dropFirst() {
        result[indices[0]].others += result[index].others + 1
        gone.insert(index)
      }
      result[indices[0]].callers = []
    }
    return result.indices.filter { !gone.contains($0) }.map { result[$0] }
  }
}

extension Finding {
  /// The mark of the call that made its layer, where its place is that layer's.
  fileprivate var mark: UInt32? {
    guard let layer, layer.madeAt != 0, place == layer.scene.place(of: layer) else { return nil }
    return layer.madeAt
  }
}
