// SPDX-License-Identifier: MIT
import Messages
import Timing

extension TimingFunction {
  /// Creates the function of a name or of CSS's text.
  ///
  /// ```swift
  /// let fall = BasicAnimation(keyPath: "position.y", to: 160, duration: 1, timing: try TimingFunction("bounceOut"))
  /// try TimingFunction("steps(4, jump-none)")(0.5)  // 0.6666666666666666
  /// ```
  /// - Parameter text: `easeIn` and the like, an easing such as `cubicInOut`, or CSS's `ease-in`, `steps(…)`,
  ///   `linear(…)`, `cubic-bezier(…)`.
  /// - Throws: `LayerError` that lists the existing names.
  public init(_ text: String) throws { try self.init(named: text) }

  /// Creates a function from a name or four control point coordinates, as in scripts; null means linear.
  package init(value: PropertyValue, for reader: MessageReader) throws(LayerError) {
    self = try Property.timingFunction(value, "timingFunction", reader) ?? .linear
  }

  /// Creates the function of a name or of CSS's text: `easeIn`, `bounceOut`, `steps(4)`.
  ///
  /// - Throws: `LayerError` that lists the existing names.
  package init(named name: String, for reader: MessageReader = MessageReader()) throws(LayerError) {
    if let named = NamedTimingFunction(named: name) {
      self = named.function
      return
    }
    if let function = try TimingFunction(text: name) {
      self = function
      return
    }
    let known = NamedTimingFunction.names.map(\.raw)
    let near = TimingFunction.easingMeant(by: name) ?? nearest(name, among: known + TimingFunction.textNames)
    throw LayerError(
      "timingFunction: expected one of \(known.joined(separator: ", ")), an easing such as cubicOut or elasticOut "
        + "(sine, quad, cubic, quart, quint, expo, circ, back, elastic, bounce with In, Out, InOut or OutIn), CSS's "
        + "steps(…), linear(…) or cubic-bezier(…), or {c1x, c1y, c2x, c2y}, got \"\(name)\""
        + (reader.language?.value(name, of: "timingFunction", for: reader).map { "; \($0)" }
          ?? near.map { "; did you mean \"\($0)\"?" } ?? ""))
  }

  /// The function's name or text, such as `easeIn`, `bounceOut`, `steps(4)`; nil for other curves.
  public var name: String? {
    text ?? NamedTimingFunction.allCases.first { $0.function == self }?.optionName.raw
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
