// SPDX-License-Identifier: MIT
import Messages
import Pixels

/// Pictures to be packed into a sprite sheet.
package struct SheetRequest {
  package struct Picture {
    package var name: String
    package var bitmap: Bitmap
    /// The time for which an animation shows it, in seconds; nil for none.
    package var duration: Double?

    package init(name: String, bitmap: Bitmap, duration: Double? = nil) {
      (self.name, self.bitmap, self.duration) = (name, bitmap, duration)
    }
  }

  /// An animation of consecutive pictures.
  package struct Tag {
    package var name: String
    /// Indices in `pictures`.
    package var pictures: ClosedRange<Int>
    package var direction: TagDirection

    package init(name: String, pictures: ClosedRange<Int>, direction: TagDirection = .forward) {
      (self.name, self.pictures, self.direction) = (name, pictures, direction)
    }
  }

  package var pictures: [Picture]
  package var tags: [Tag] = []
  /// Transparent pixels between pictures, 0…64. Default 2, so that filtering mixes no neighbours.
  package var padding = 2
  /// True if transparent borders are cut off. Default true.
  package var isTrimmed = true
  /// Largest width and height of the texture, in pixels. Default 4,096.
  package var maximumSide = 4096

  /// Maximum number of pictures.
  package static let most = 1 << 14

  package init(_ pictures: [Picture]) { self.pictures = pictures }
}

/// The order in which a tag of a sprite sheet plays its frames, as Aseprite names it.
package enum TagDirection: String, CaseIterable, Sendable {
  case forward, reverse, pingpong
  case pingpongReverse = "pingpong_reverse"

  /// The directions for messages.
  package static var words: String { alternatives(allCases.map(\.rawValue)) }

  /// Returns the indices of one cycle over a number of frames. `pingpong` shows the first and the last frame once.
  package func order(of count: Int) -> [Int] {
    let forward = Array(0..<count)
    switch self {
    case .forward: return forward
    case .reverse: return forward.reversed()
    case .pingpong: return forward + forward.dropFirst().dropLast().reversed()
    case .pingpongReverse: return forward.reversed() + forward.dropFirst().dropLast()
    }
  }
}
