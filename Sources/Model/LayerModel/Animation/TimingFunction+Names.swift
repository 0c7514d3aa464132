// SPDX-License-Identifier: MIT
import Timing

extension TimingFunction {
  /// Creates a function from a name or four control point coordinates, as in scripts; null means linear.
  package init(value: PropertyValue, for reader: MessageReader) throws(LayerError) {
    self = try Property.timingFunction(value, "timingFunction", reader) ?? .linear
  }

  /// - Throws: `LayerError` that lists the existing names.
  package init(named name: String, for reader: MessageReader = MessageReader()) throws(LayerError) {
    guard let named = NamedTimingFunction(named: name) else {
      throw LayerError(
        "timingFunction: expected one of \(NamedTimingFunction.names.map(\.raw).joined(separator: ", ")) or "
          + "{c1x, c1y, c2x, c2y}, "
          + "got \"\(name)\""
          + (reader.language?.value(name, of: "timingFunction", for: reader).map { "; \($0)" } ?? ""))
    }
    self = named.function
  }

  /// The function's name; nil for other curves.
  public var name: String? {
    NamedTimingFunction.allCases.first { $0.function == self }?.optionName.raw
  }
}

/// The timing functions with a name.
package enum NamedTimingFunction: UInt8, NamedOption, CaseIterable {
  case linear, easeIn, easeOut, easeInEaseOut, `default`

  package static let names = [
    OptionName("linear", "kCAMediaTimingFunctionLinear"), OptionName("easeIn", "kCAMediaTimingFunctionEaseIn"),
    OptionName("easeOut", "kCAMediaTimingFunctionEaseOut"),
    OptionName("easeInEaseOut", "kCAMediaTimingFunctionEaseInEaseOut"),
    OptionName("default", "kCAMediaTimingFunctionDefault"),
  ]

  var function: TimingFunction {
    switch self {
    case .linear: .linear
    case .easeIn: .easeIn
    case .easeOut: .easeOut
    case .easeInEaseOut: .easeInEaseOut
    case .default: .default
    }
  }
}
