// SPDX-License-Identifier: MIT
import Messages

/// Groups findings by the calls that made their layers. A call that makes several layers (a loop) yields one finding.
/// Each call of a function is judged separately, and the finding names the calling line.
///
/// A layer's `madeAt` is the line that made it, with its call stack. If all layers that this line made have the
/// finding, the finding points to the line. Otherwise it points to the nearest caller whose layers all have it. For a
/// module with a single caller outside of it, it points to that caller.
package struct FindingGroups {
  /// The number of layers made, by mark, and of the visible ones among them, by row.
  private var made: [UInt32: Int] = [:]
  private var seen: [Row: Int] = [:]
  private var last: (row: Row?, isSeen: Bool, count: Int) = (nil, false, 0)
  private let scene: Scene

  /// Layers that a call in a loop may have made: of one class, and either all in layers that the same call made or
  /// none. A line that makes a layer with its sublayers makes two rows.
  private struct Row: Hashable {
    var mark: UInt32
    let layerClass: ObjectIdentifier
    let isInner: Bool

    init(_ layer: Layer) {
      mark = layer.madeAt
      layerClass = ObjectIdentifier(layer.layerClass)
      isInner = layer.parent?.madeAt == layer.madeAt
    }

    func at(_ mark: UInt32) -> Row {
      var row = self
      row.mark = mark
      return row
    }
  }

  package init(_ scene: Scene) { self.scene = scene }

  /// Counts a layer that a finding might concern.
  package mutating func note(_ layer: Layer, isSeen: Bool) {
    // Consecutive layers are most often made by the same call.
    let row = Row(layer)
    if row == last.row, isSeen == last.isSeen { return last.count += 1 }
    settle()
    last = (row, isSeen, 1)
  }

  private mutating func settle() {
    guard let row = last.row, row.mark != 0 else { return }
    made[row.mark, default: 0] += last.count
    if last.isSeen { seen[row, default: 0] += last.count }
    last.row = nil
  }

  /// The rules about layers that are invisible at their position. If the same call also makes visible layers of their
  /// row, the others are intentional, such as a row that continues beyond the edge.
  private static let ofRows: Set<LayerWarning.Rule> = [
    .outsideCanvas, .cutAway, .occluded, .sameColor, .backFace, .edgeOn, .scaleZero, .offTime,
  ]

  /// True if a layer with this finding may be intentional when the same call makes visible ones.
  package static func isOfRows(_ rule: LayerWarning.Rule) -> Bool { ofRows.contains(rule) }

  /// The number of callers above which findings of one line are merged into one, which points to the line itself.
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

  /// Returns the findings in their order, merging those of one call into one that counts the others. Findings of rows
  /// are left out.
  ///
  /// - Parameter isStray: returns true if a layer does not belong to a row, although the same call made visible layers.
  package mutating func grouped(_ findings: [Finding], isStray: (Layer, LayerWarning.Rule) -> Bool) -> [Finding] {
    settle()
    var lists: [UInt32: [UInt32]] = [:]
    func prefixes(_ mark: UInt32) -> [UInt32] {
      if let known = lists[mark] { return known }
      let list = scene.callPrefixes(of: mark)
      lists[mark] = list
      return list
    }
    // The counts of all layers that the calls above them made.
    var (made, seen): ([UInt32: Int], [Row: Int]) = ([:], [:])
    if !findings.isEmpty {
      for (mark, count) in self.made { for prefix in prefixes(mark) { made[prefix, default: 0] += count } }
      for (row, count) in self.seen { for prefix in prefixes(row.mark) { seen[row.at(prefix), default: 0] += count } }
    }
    var concerned: [Key: Int] = [:]
    for finding in findings {
      guard let mark = finding.mark else { continue }
      for prefix in prefixes(mark) { concerned[Key(rule: finding.rule, mark: prefix), default: 0] += 1 }
    }
    var result: [Finding] = []
    var places: [PlaceKey: Int] = [:]
    var groups: [Key: Int] = [:]
    // The indices of the findings with callers, by rule and line.
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
      let row = Row(layer)
      if isOfRows, seen[row.at(list[list.count - 1])] ?? 0 > 0, !isStray(layer, rule) { continue }
      var depth =
        list.firstIndex { prefix in
          isOfRows
            ? seen[row.at(prefix)] ?? 0 == 0
            : made[prefix] ?? 0 <= concerned[Key(rule: rule, mark: prefix)] ?? 0
        } ?? list.count - 1
      // A module's line with one caller outside of the module: the finding points to that caller.
      if scene.isInScript(list[depth], of: list[0]), !scene.isInScript(list[list.count - 1], of: list[0]),
        let outside = list.indices.first(where: { $0 > depth && !scene.isInScript(list[$0], of: list[0]) }),
        made[list[outside]] == made[list[depth]]
      {
        depth = outside
      }
      // Layers of one call are one finding, regardless of the inner lines that made them.
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
    // A function that fails for many callers is itself at fault.
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
  /// The mark of the call that made the finding's layer, if its place is that of the layer; else nil.
  fileprivate var mark: UInt32? {
    guard let layer, layer.madeAt != 0, place == layer.scene.place(of: layer) else { return nil }
    return layer.madeAt
  }
}
