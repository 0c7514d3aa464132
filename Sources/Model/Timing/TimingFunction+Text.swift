// SPDX-License-Identifier: MIT
import Geometry
import Messages
import Numbers

extension TimingFunction {
  /// Creates the function of a text: a name of `Easing`, or CSS's words and functions, such as `ease-in-out`,
  /// `steps(4, jump-none)`, `linear(0, 0.8 30%, 1)`, `cubic-bezier(0.3, 0, 0.7, 1)`. nil for any other name.
  ///
  /// - Throws: `LayerError` for a function with wrong arguments.
  package init?(text: String) throws(LayerError) {
    if let easing = Easing(named: text) {
      self.init(.easing(easing))
      return
    }
    switch text {
    case "ease": self = .default
    case "ease-in": self = .easeIn
    case "ease-out": self = .easeOut
    case "ease-in-out": self = .easeInEaseOut
    case "step-start": self.init(.steps(StepFunction(count: 1, jump: .start)))
    case "step-end": self.init(.steps(StepFunction(count: 1, jump: .end)))
    default:
      guard text.utf8.count <= TimingFunction.longestText, let open = text.firstIndex(of: "("), text.last == ")" else {
        return nil
      }
      let name = text[..<open]
      let inside = text[text.index(after: open)...].dropLast()
      let parts = inside.isEmpty ? [] : inside.split(separator: ",", omittingEmptySubsequences: false).map(trimmed)
      switch name {
      case "cubic-bezier": try self.init(bezier: parts, text)
      case "steps": try self.init(steps: parts, text)
      case "linear": try self.init(stops: parts, text)
      default: return nil
      }
    }
  }

  /// The most bytes of a text.
  private static let longestText = 262_144

  private init(bezier parts: [Substring], _ text: String) throws(LayerError) {
    let numbers = parts.compactMap(number)
    guard numbers.count == 4, parts.count == 4 else {
      throw LayerError(
        "timingFunction: cubic-bezier() takes four numbers, as in cubic-bezier(0.3, 0, 0.7, 1), got \(text)")
    }
    try self.init(controlPoints: Point(numbers[0], numbers[1]), Point(numbers[2], numbers[3]))
  }

  private init(steps parts: [Substring], _ text: String) throws(LayerError) {
    var jump = StepFunction.Jump.end
    if parts.count > 1 {
      switch parts[1] {
      case "start": jump = .start
      case "end": jump = .end
      default:
        guard let named = StepFunction.Jump(rawValue: String(parts[1])) else {
          throw LayerError(
            "timingFunction: steps() jumps at jump-start, jump-end, jump-none or jump-both, got \(text)"
              + suggestion(for: String(parts[1]), among: StepFunction.Jump.allCases.map(\.rawValue)))
        }
        jump = named
      }
    }
    let least = jump == .none ? 2.0 : 1
    guard (1...2).contains(parts.count), let count = number(parts[0]), count >= least,
      count <= Double(StepFunction.limit), count == count.rounded()
    else {
      throw LayerError(
        "timingFunction: steps() takes a whole number from \(numberText(least)) to \(StepFunction.limit), and where it "
          + "jumps, as in steps(4, jump-end), got \(text)")
    }
    self.init(.steps(StepFunction(count: Int(clamping: count), jump: jump)))
  }

  /// Reads the stops of CSS's `linear()`. Those without a time are spread evenly between their neighbours.
  private init(stops parts: [Substring], _ text: String) throws(LayerError) {
    var stops: [(progress: Double, time: Double?)] = []
    for part in parts {
      var progress: Double?
      var times: [Double] = []
      for word in part.split(separator: " ") {
        if word.last == "%", let time = number(word.dropLast()) {
          times.append(time / 100)
        } else if progress == nil, let value = number(word) {
          progress = value
        } else {
          progress = nil
          break
        }
      }
      guard let progress, times.count <= 2 else {
        throw LayerError(
          "timingFunction: linear() takes numbers with up to two percentages each, as in linear(0, 0.8 30%, 1), got "
            + (part.isEmpty ? "an empty one" : String(part)))
      }
      if times.isEmpty { stops.append((progress, nil)) }
      for time in times { stops.append((progress, time)) }
    }
    guard stops.count >= 2, stops.count <= PiecewiseFunction.limit else {
      throw LayerError(
        "timingFunction: linear() takes 2 to \(PiecewiseFunction.limit) stops, as in linear(0, 0.8 30%, 1), got "
          + "\(stops.count)")
    }
    stops[0].time = stops[0].time ?? 0
    stops[stops.count - 1].time = stops[stops.count - 1].time ?? 1
    var latest = -Double.infinity
    for i in stops.indices {
      guard let time = stops[i].time else { continue }
      latest = max(latest, time)
      stops[i].time = latest
    }
    var result: [PiecewiseFunction.Stop] = []
    var i = 0
    while i < stops.count {
      if let time = stops[i].time {
        result.append(PiecewiseFunction.Stop(time: time, progress: stops[i].progress))
        i += 1
        continue
      }
      // The first and the last stop have times.
      var next = i
      while next < stops.count - 1, stops[next].time == nil { next += 1 }
      let (from, to) = (result.last?.time ?? 0, stops[next].time ?? 1)
      for k in i..<next {
        let share = Double(k - i + 1) / Double(next - i + 1)
        result.append(PiecewiseFunction.Stop(time: from + (to - from) * share, progress: stops[k].progress))
      }
      i = next
    }
    self.init(.pieces(PiecewiseFunction(stops: result)))
  }

  /// The text of a function that is no cubic curve, which `init(text:)` reads; nil for a cubic curve.
  package var text: String? {
    switch form {
    case .cubic: nil
    case .easing(let easing): easing.name
    case .steps(let steps): steps.text
    case .pieces(let pieces):
      "linear(" + pieces.stops.map { "\(exact($0.progress)) \(exact($0.time * 100))%" }.joined(separator: ", ") + ")"
    }
  }

  /// The names that `init(text:)` knows, for messages: each easing, and CSS's words.
  package static let textNames: [String] =
    Easing.names + ["ease", "ease-in", "ease-out", "ease-in-out", "step-start", "step-end"]

  /// Returns the easing function that a name of another library probably means: easings.net's and anime.js's
  /// `easeOutCubic`, GSAP's `power2.out`. nil if none.
  package static func easingMeant(by name: String) -> String? {
    let lower = name.lowercased()
    for part in [Easing.Part.inOut, .outIn, .in, .out] {
      let start = "ease" + part.rawValue.lowercased()
      if lower.hasPrefix(start), let easing = family(lower.dropFirst(start.count)) { return Easing(easing, part).name }
    }
    let words = lower.split { $0 == "." || $0 == "-" || $0 == "_" || $0 == "(" }
    guard let first = words.first, let family = family(first) else { return nil }
    let part = words.count > 1 ? Easing.Part.allCases.first { $0.rawValue.lowercased() == words[1] } : nil
    return Easing(family, part ?? .out).name
  }

  private static func family(_ word: Substring) -> Easing.Family? {
    switch word {
    case "sin": .sine
    case "power1": .quad
    case "power2": .cubic
    case "power3": .quart
    case "power4", "strong": .quint
    case "exponential": .expo
    case "circular": .circ
    default: Easing.Family(rawValue: String(word))
    }
  }
}

private func exact(_ v: Double) -> String {
  let text = "\(v)"
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}

private func trimmed(_ text: Substring) -> Substring {
  var text = text.drop { $0 == " " || $0 == "\n" || $0 == "\t" }
  while let last = text.last, last == " " || last == "\n" || last == "\t" { text.removeLast() }
  return text
}

/// Parses a decimal number; nil for anything else, such as hexadecimal digits and infinities.
private func number(_ text: Substring) -> Double? {
  guard !text.isEmpty,
    text.utf8.allSatisfy({
      $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")
        || $0 == UInt8(ascii: "+") || $0 | 0x20 == UInt8(ascii: "e")
    }), let value = Double(String(text)), value.isFinite
  else { return nil }
  return value
}
