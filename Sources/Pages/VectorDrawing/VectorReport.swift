// SPDX-License-Identifier: MIT

/// The parts of a page that were rasterised, and why, and the links that were left out.
package final class VectorReport {
  package struct Entry: Hashable, Sendable {
    /// The layer's path.
    package var label: String
    package var reason: VectorReason
  }

  /// Rasterised parts in drawing order, each layer and reason once; at most the first thousand.
  package private(set) var entries: [Entry] = []
  /// Total number of entries, including those past the first thousand.
  package private(set) var count = 0
  // Lookup only; never iterated, as hash order is not deterministic.
  private var known: Set<Entry> = []

  /// A link that was left out.
  package struct Link: Hashable, Sendable {
    /// The layer's path.
    package var label: String
    package var address: String
  }

  /// Links left out, in drawing order, each once; at most the first hundred.
  package private(set) var links: [Link] = []

  package init() {}

  func noteLeftOut(_ link: Link) {
    if links.count < 100, !links.contains(link) { links.append(link) }
  }

  func note(_ label: String, _ reason: VectorReason) {
    let entry = Entry(label: label, reason: reason)
    guard known.count < 1000, known.insert(entry).inserted else {
      if known.count >= 1000 { count += 1 }
      return
    }
    entries.append(entry)
    count += 1
  }
}

/// The reason why part of a page was rasterised.
package enum VectorReason: String, CaseIterable, Sendable {
  case perspective = "it is seen in perspective"
  case crossing = "layers cross one another in depth"
  case filters = "it has filters"
  case luminance = "the luminance of a drawing in it masks another"
  case backdrop = "a layer in it filters its backdrop"
  case blending = "a layer in it has a blend mode that pages lack"
  case shadow = "its shadow is blurred"
  case rasterized = "it is drawn through a bitmap (shouldRasterize)"
  case slices = "its image is stretched in parts (contentsCenter)"
  case edges = "the edges of its image are extended (contentsRect)"
  case magnified = "its image is enlarged so much that viewers smooth it differently"
  case tiles = "it is drawn in tiles"
  case particles = "it has particles"
  case drawing = "its drawing clears or has a blend mode that pages lack"
  case gradient = "its gradient is of a kind that pages lack"
  case colors = "its copies are tinted and blend"
  case huge = "its numbers exceed the range of pages"
}
