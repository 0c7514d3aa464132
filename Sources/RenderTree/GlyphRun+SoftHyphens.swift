// SPDX-License-Identifier: MIT
import Numbers

extension GlyphRun {
  /// Takes the soft hyphens, U+00AD, out of the text: what is found and copied is the word as it is written.
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
    // Clusters come in order, or last first.
    clusters = clusters.map { cluster in
      if cluster < last { before = 0 }
      last = cluster
      while before < places.count, places[before] < Int(cluster) { before += 1 }
      return cluster - 2 * Int32(clamping: before)
    }
  }
}
