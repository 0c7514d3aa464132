// SPDX-License-Identifier: MIT
import Geometry
import Numbers

/// The hook that placed a layer, if its properties do not show it.
enum LayoutHook: UInt8 {
  case subclass, delegate, manager
}

/// The values of a layer's frame that a hook set, with a bit for each of x, y, width and height.
struct LayoutPlacement {
  var hook: LayoutHook
  var values: SIMD4<Double>
  var which: UInt8
}

extension Layer {
  private var placementValues: SIMD4<Double> {
    let f = untransformedFrame
    return SIMD4(f.x, f.y, f.width, f.height)
  }

  /// Runs a hook that places sublayers, and records which of their values it changed, for `explainLayout`.
  func notingPlacements(by hook: LayoutHook, _ body: () throws -> Void) rethrows {
    let before = children.map { ($0.serial, $0.placementValues) }
    var bySerial: [Int: SIMD4<Double>]?
    func earlier(_ i: Int, _ serial: Int) -> SIMD4<Double>? {
      if i < before.count, before[i].0 == serial { return before[i].1 }
      let table = bySerial ?? Dictionary(before, uniquingKeysWith: { first, _ in first })
      bySerial = table
      return table[serial]
    }
    defer {
      if let storage = layout, storage.placements.count > 2 * children.count + 16 {
        let here = Set(children.map(\.serial))
        storage.placements = storage.placements.filter { here.contains($0.key) }
      }
      for (i, child) in children.enumerated() {
        // Sublayers added or moved in the hook also count as placed by it.
        let old = earlier(i, child.serial)
        let new = child.placementValues
        var which: UInt8 = 0
        for k in 0..<4 where old == nil || old?[k] != new[k] { which |= 1 << UInt8(k) }
        guard which != 0 else { continue }
        let storage = madeLayout
        let known = storage.placements[child.serial]
        // A value that the hook set earlier and left unchanged counts as set.
        if let known, known.hook == hook {
          for k in 0..<4 where known.which & 1 << UInt8(k) != 0 && known.values[k] == new[k] { which |= 1 << UInt8(k) }
        }
        storage.placements[child.serial] = LayoutPlacement(hook: hook, values: new, which: which)
      }
    }
    try body()
  }
}
