// SPDX-License-Identifier: MIT
import Raster
import RenderTree

/// A cache of glyph masks between pictures. Thread-safe: a picture takes exclusive ownership of a font's masks and
/// returns them when it is done. Fonts used by several pictures at once have several entries.
package final class GlyphAtlas: Sendable {
  private struct Entry {
    /// Retains the font whose identity is in the key.
    var font: any GlyphSource
    var masks: GlyphMasks
    var lastUse: Int
  }

  private struct State {
    // Iterated only to evict the least recently used entries.
    var entries: [GlyphOutlines.Key: [Entry]] = [:]
    var bytes = 0
    var uses = 0
  }

  private let state = Monitor(State())
  private let limit: Int

  /// - Parameter limit: maximum memory of cached masks, in bytes; 0 disables the cache.
  package init(limit: Int = 8 << 20) { self.limit = limit }

  /// Memory of the cached masks, in bytes.
  package var bytes: Int { state.update { $0.bytes } }

  package func removeAll() {
    state.update { state in
      state.entries.removeAll()
      state.bytes = 0
    }
  }

  func take(_ key: GlyphOutlines.Key) -> GlyphMasks? {
    state.update { state in
      guard let entry = state.entries[key]?.popLast() else { return nil }
      if state.entries[key]?.isEmpty == true { state.entries[key] = nil }
      state.bytes -= entry.masks.bytes
      return entry.masks
    }
  }

  /// Returns the masks of a finished picture to the cache; evicts the least recently used ones above the limit.
  func give(_ used: [(key: GlyphOutlines.Key, font: any GlyphSource, masks: GlyphMasks)]) {
    state.update { state in
      state.uses += 1
      for one in used {
        state.entries[one.key, default: []].append(Entry(font: one.font, masks: one.masks, lastUse: state.uses))
        state.bytes += one.masks.bytes
      }
      guard state.bytes > limit else { return }
      let oldest = state.entries.flatMap { key, list in list.map { (key: key, entry: $0) } }.sorted {
        $0.entry.lastUse < $1.entry.lastUse
      }
      for (key, entry) in oldest where state.bytes > limit {
        state.entries[key]?.removeAll { $0.masks === entry.masks }
        if state.entries[key]?.isEmpty == true { state.entries[key] = nil }
        state.bytes -= entry.masks.bytes
      }
    }
  }
}
