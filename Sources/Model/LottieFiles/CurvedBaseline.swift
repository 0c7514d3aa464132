// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Numbers

/// The baseline of a text that runs along the path of one of its layer's masks.
///
/// The middles of characters lie on it, at their distances from the path's start. Text that is centred or aligned
/// right is so within the path's length. An open path goes on straight, a closed one begins again.
final class CurvedBaseline {
  private let session: LottieSession
  private let place: Place
  private let shape: Track<Bezier>
  private let isReversed: NumberTrack
  /// 0 for upright characters.
  private let isPerpendicular: NumberTrack
  /// The distance from the path's start to the text, in points.
  private let margin: NumberTrack
  /// Other than 0 for a line that fills the path.
  private let isForced: NumberTrack
  private var paths: [Double: TextPath?] = [:]

  /// The names of the properties in key paths, by their keys.
  static let names = [
    (key: "f", name: "First Margin"), (key: "r", name: "Reverse Path"), (key: "p", name: "Perpendicular To Path"),
    (key: "a", name: "Force Alignment"),
  ]

  /// Returns the mask along which a text layer's text runs; nil for straight text, and for a mask that is missing.
  static func mask(of node: Node) -> Node? {
    let masks = node.items("masksProperties")
    guard let number = node["t"]?["p"]?["m"]?.integer, masks.indices.contains(number) else { return nil }
    return Node(masks[number])
  }

  /// Reads the baseline of a text layer; nil for straight text.
  init?(of node: Node, _ place: Place, _ scope: Scope, _ session: LottieSession) throws {
    guard let options = node["t"]?["p"], let mask = CurvedBaseline.mask(of: node),
      let shape = try session.shape(mask["pt"], place + "Masks" + mask.name + "Path", in: scope)
    else { return nil }
    func numbers(_ i: Int) throws -> NumberTrack {
      let row = CurvedBaseline.names[i]
      return try session.numbers(options[row.key], place + row.name, [0], in: scope)
    }
    self.session = session
    self.place = place
    self.shape = shape
    margin = try numbers(0)
    isReversed = try numbers(1)
    isPerpendicular = try numbers(2)
    isForced = try numbers(3)
  }

  /// The spans of the properties that change.
  var spans: [ClosedRange<Double>] {
    let spans = [margin, isReversed, isPerpendicular, isForced].filter(\.isAnimated).map(\.span)
    return shape.isAnimated ? spans + [shape.span] : spans
  }

  /// Returns the path at a frame; nil for one without length.
  func path(at frame: Double) throws -> TextPath? {
    let key = shape.isAnimated || isReversed.isAnimated ? frame : 0
    if let known = paths[key] { return known }
    var bezier = shape.value(at: key)
    if isReversed.number(at: key) != 0 { bezier = bezier.reversed }
    try session.countSampled(bezier.points.count, place)
    try session.reading.step(200 * bezier.points.count)
    try session.reading.take(200 * bezier.points.count + 200)
    let path = TextPath(bezier.path())
    paths[key] = .some(path)
    return path
  }

  func isPerpendicular(at frame: Double) -> Bool { isPerpendicular.number(at: frame) != 0 }

  /// Returns the distance along the path of a place in a line.
  ///
  /// - Parameters:
  ///   - x: the place, in points from the line's left end.
  ///   - part: the place of its character in the line from the first, 0, to the last, 1, by which it is spread if the
  ///     line fills the path.
  func distance(
    _ x: Double, _ part: Double, in line: TextRow, _ document: TextDocument, along path: TextPath, at frame: Double
  ) -> Double {
    let first = margin.number(at: frame)
    if isForced.number(at: frame) != 0 {
      let (head, tail) = (line.firstWidth / 2, line.lastWidth / 2)
      return first + head + (path.length - first - head - tail) * part
    }
    let room = path.length - line.width
    switch document.justification {
    case 1, 4: return first + room + x
    case 2, 5: return first + room / 2 + x
    default: return first + x
    }
  }
}
