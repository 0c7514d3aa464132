// SPDX-License-Identifier: MIT
import Raster
import RenderTree

/// Keeps the masks of glyphs for the next pictures. For any number of threads: a picture takes the masks of a font as
/// its own, and gives them back when it is done. Of fonts that several pictures at once have used there are several.
package final class GlyphAtlas: Sendable {
  private struct Entry {
    /// What the identity in the key belongs to.
    var font: any GlyphSource
    var masks: GlyphMasks
    var lastUse: Int
  }

  private struct State {
    // Looked up, and gone through for those that were used longest ago.
    var entries: [GlyphOutlines.Key: [Entry]] = [:]
    var bytes = 0
    var uses = 0
  }

  private let state = Monitor(State())
  private let limit: Int

  /// - Parameter limit: the most bytes of masks that are kept; 0 keeps none.
  package init(limit: Int = 8 << 20) { self.limit = limit }

  /// The bytes of masks that are kept.
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

  /// Keeps the masks of a picture that is done; those used longest ago go where there are too many.
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
