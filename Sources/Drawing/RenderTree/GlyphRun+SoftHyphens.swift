// SPDX-License-Identifier: MIT
import Numbers

extension GlyphRun {
  /// Removes soft hyphens (U+00AD) from the text, so that searching and copying find the word as it is spelt.
  package mutating func leaveOutSoftHyphens() {
    guard text.unicodeScalars.contains("\u{AD}") else { return }
    var places: [Int] = []
    var at = 0
    var rest = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar == "\u{AD}" { places.append(at) } else { rest.append(scalar) }
      at += UTF8.width(scalar)
    }
    text = String(rest)
    var before = 0
    var last: Int32 = 0
    // Clusters are ascending, or descending in right-to-left runs.
    clusters = clusters.map { cluster in
      if cluster < last { before = 0 }
      last = cluster
      while before < places.count, places[before] < Int(cluster) { before += 1 }
      return cluster - 2 * Int32(clamping: before)
    }
  }
}
