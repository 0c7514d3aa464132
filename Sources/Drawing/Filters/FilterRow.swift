// SPDX-License-Identifier: MIT
import Raster

/// A kind of filter: its names, its keys, and its kernel. `FilterRow.all` is the only list of them: a new filter is a
/// row with its kernel, in a file of `Rows`, and an entry in that list.
package final class FilterRow: Sendable {
  package enum Category: String, CaseIterable, Sendable {
    case blur, sharpen, colorAdjustment, colorEffect, distortion, geometryAdjustment, halftone, stylize, generator,
      transition, custom
  }

  /// The pixel grids on which a filter can be evaluated. On all other grids it is evaluated in the layer's own plane.
  package enum Grid: Int, Comparable, Sendable {
    /// The layer's plane, upright: for cells and edges along its axes.
    case plane
    /// Rotated and mirrored grids as well: centres and angles are mapped.
    case turns
    /// Any grid, even stretched: the filter depends on no direction, or only on the pixel.
    case any

    package static func < (a: Grid, b: Grid) -> Bool { a.rawValue < b.rawValue }
  }

  /// Core Image's name, such as `CIGaussianBlur`.
  package let name: String
  /// Aliases, such as Core Animation's `gaussianBlur`.
  package let otherNames: [String]
  package let category: Category
  package let summary: String
  /// Keys in documentation order, without those that all filters have (`name`, `enabled`).
  package let keys: [FilterKey]
  /// Offset of each key's numbers among all numbers; for an image or data key, its index among images or data.
  package let offsets: [Int]
  package let grid: Grid
  /// True if it must run on the scene's thread.
  package let runsOnSceneThread: Bool
  /// True if equal inputs always give the same result.
  package let isPure: Bool
  package let kernel: FilterKernel
  /// Returns an error message if the inputs, though individually valid, are inconsistent (e.g. a cube's data does not
  /// match its dimension), else nil. An inconsistent filter fails the render.
  package let mismatch: (@Sendable (FilterStep) -> String?)?

  package init(
    _ name: String, otherNames: [String] = [], _ category: Category, _ summary: String, keys: [FilterKey] = [],
    grid: Grid = .any, runsOnSceneThread: Bool = false, isPure: Bool = true,
    mismatch: (@Sendable (FilterStep) -> String?)? = nil, _ kernel: FilterKernel
  ) {
    self.name = name
    self.otherNames = otherNames
    self.category = category
    self.summary = summary
    self.keys = keys
    self.grid = grid
    self.runsOnSceneThread = runsOnSceneThread
    self.isPure = isPure
    self.kernel = kernel
    self.mismatch = mismatch
    var numbers = 0
    var images = 0
    var data = 0
    var offsets: [Int] = []
    for key in keys {
      switch key.kind {
      case .image:
        offsets.append(images)
        images += 1
      case .data:
        offsets.append(data)
        data += 1
      default:
        offsets.append(numbers)
        numbers += key.kind.count
      }
    }
    self.offsets = offsets
  }

  /// Default values of all numeric keys.
  package var defaultNumbers: [Double] { keys.flatMap(\.defaultValue) }
  package var imageCount: Int { keys.count { $0.kind == .image } }
  package var dataCount: Int { keys.count { $0.kind == .data } }

  /// Returns the row with a name, with or without Core Image's prefix; nil if there is none.
  package static func named(_ name: String) -> FilterRow? { byName[name] }

  private static let byName: [String: FilterRow] = {
    var result: [String: FilterRow] = [:]
    for row in all {
      for name in [row.name] + row.otherNames { result[name] = row }
    }
    return result
  }()
}
