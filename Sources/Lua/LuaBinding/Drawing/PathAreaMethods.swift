// SPDX-License-Identifier: MIT
import CLuaBinding
import Geometry
import LayerModel
import Messages
import Parsing
import PathBooleans

// Paths out of the areas of paths.
extension Method {
  static let pathAreaMethods: [Method] =
    [
      combining("union", .union, "The area of both paths, with the curves of both."),
      combining("intersection", .intersection, "The area that lies in both paths."),
      combining("subtracting", .difference, "The area of this path without that of the other."),
      combining("symmetricDifference", .exclusion, "The area that lies in exactly one of the two paths."),
      Method(
        "Path", "normalized", signature: "(fillRule?: ca.PathFillRule): ca.Path",
        summary: "The same area without crossings; both fill rules agree on it."
      ) { call in
        let path = try call.path.path
        let rule = try call.fillRule()
        var reading = call.reading("the paths")
        try call.answer(try path.normalized(using: rule, &reading))
      },
      Method(
        "ca.Path", "union", signature: "(paths: ca.PathLike[], fillRule?: ca.PathFillRule): ca.Path",
        summary: "The area of many paths, in one operation."
      ) { call in
        let paths = try call.paths()
        let rule = try call.fillRule()
        var reading = call.reading("the paths")
        try call.answer(try Path.union(paths, using: rule, &reading))
      },
      Method(
        "Path", "offset", signature: "(distance: number, options?: ca.OffsetOptions): ca.Path",
        summary: "The area grown by a distance in points, or shrunk by a negative one."
      ) { call in
        let path = try call.path.path
        let distance = try call.number("the distance")
        let options = try call.options(["join", "miterLimit", "tolerance"])
        let join: LineJoin = try call.option(options, "join") ?? .round
        let miterLimit = try call.number(options, "miterLimit") ?? 2
        let tolerance = try call.positive(options, "tolerance") ?? 0.02
        var reading = call.reading("the outline")
        try call.answer(
          try path.offset(by: distance, join: join, miterLimit: miterLimit, tolerance: tolerance, &reading))
      },
      Method(
        "Path", "stroked", signature: "(style?: ca.StrokeOptions): ca.Path",
        summary: "The area that a stroke of the path covers."
      ) { call in
        let path = try call.path.path
        let options = try call.options([
          "lineWidth", "lineCap", "lineJoin", "miterLimit", "lineDashPattern", "lineDashPhase", "tolerance",
        ])
        var style = StrokeStyle(width: try call.positive(options, "lineWidth") ?? 1)
        style.cap = try call.option(options, "lineCap") ?? .butt
        style.join = try call.option(options, "lineJoin") ?? .miter
        style.miterLimit = try call.number(options, "miterLimit") ?? 10
        style.dashPhase = try call.number(options, "lineDashPhase") ?? 0
        if let pattern = options["lineDashPattern"] {
          guard let lengths = pattern.numbers, lengths.allSatisfy({ $0 >= 0 && $0.isFinite }) else {
            throw call.error("lineDashPattern must be a list of lengths, got \(pattern.described)")
          }
          style.dashPattern = lengths
        }
        let tolerance = try call.positive(options, "tolerance") ?? 0.02
        var reading = call.reading("the outline")
        try call.answer(try path.stroked(style, tolerance: tolerance, &reading))
      },
      Method(
        "Path", "simplified", signature: "(tolerance: number): ca.Path",
        summary: "A path of fewer segments that looks the same at a tolerance in points."
      ) { call in
        let path = try call.path.path
        let tolerance = try call.number("the tolerance")
        var reading = call.reading("the path")
        try call.answer(try path.simplified(tolerance: tolerance, &reading))
      },
      Method(
        "Path", "hull", signature: "(): ca.Path", summary: "The smallest convex polygon around the path."
      ) { call in
        var reading = call.reading("the path")
        try call.answer(try call.path.path.hull(&reading))
      },
    ]

  private static func combining(_ name: String, _ operation: PathOperation, _ summary: String) -> Method {
    Method(
      "Path", name, signature: "(other: ca.PathLike, fillRule?: ca.PathFillRule): ca.Path", summary: summary
    ) { call in
      let path = try call.path.path
      let other = try call.anyPath()
      let rule = try call.fillRule()
      var reading = call.reading("the paths")
      try call.answer(try path.combined(operation, other, using: rule, &reading))
    }
  }
}

extension Call {
  /// A number above 0 among options; nil if it is missing.
  fileprivate func positive(_ options: [String: Argument], _ key: String) throws -> Double? {
    guard let value = try number(options, key) else { return nil }
    guard value > 0 else { throw error("\(key) must be above 0, got \(numberText(value))") }
    return value
  }

  /// A named option among options; nil if it is missing.
  fileprivate func option<Option: NamedOption>(_ options: [String: Argument], _ key: String) throws -> Option? {
    guard let name = try string(options, key) else { return nil }
    guard let option = Option(named: name) else {
      throw error("unknown \(key) \"\(name)\"; expected one of \(Option.names.map(\.raw).joined(separator: ", "))")
    }
    return option
  }

  fileprivate mutating func paths() throws -> [Path] {
    let argument = next()
    guard let items = argument?.items else { throw mismatch("a list of paths", argument) }
    var reading = reading("the paths")
    return try items.enumerated().map { i, item in
      try reading.step()
      if let path = item.path { return path.path }
      guard let text = item.string else { throw mismatch("a path or SVG path data as item \(i + 1)", item) }
      do { return try Path(svg: text, &reading) } catch let error as PathTextError {
        throw self.error("item \(i + 1): \(error)")
      }
    }
  }
}
