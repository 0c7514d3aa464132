// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import LuaBinding
import Messages
import Numbers
import Pixels

extension Manual {
  /// The classes with a sheet of pictures in the reference, made by `docs/reference/pictures.lua`.
  package static let picturedClasses = [
    "Layer", "TextLayer", "ShapeLayer", "GradientLayer", "ReplicatorLayer", "EmitterLayer", "ScrollLayer",
    "EmitterCell", "Animation", "PropertyAnimation", "BasicAnimation", "KeyframeAnimation", "SpringAnimation",
    "AnimationGroup", "Transition", "ConstraintLayoutManager", "StackLayoutManager", "GridLayoutManager",
  ]

  /// The manual's page of all classes, properties, methods and functions, in Markdown, generated from the registries.
  package static var propertyReference: String {
    var text = """
      <!-- Made from the property registry by scripts/regenerate; do not edit. -->
      # Classes, properties, methods

      Every class with its properties, in Core Animation's order, and its methods; then the other objects and the \
      functions of `ca`. Lengths are in points, angles in
      radians, times in seconds. A property marked *animatable* animates by its key and, as far as it has parts, by \
      key paths into it. The pictures are drawn by
      [pictures.lua](pictures.lua); the line under each is what is written. Of
      animations they show seven times of a second and the value over time. Filters have [a page of their \
      own](filters.md).


      """
    for keyedClass in KeyedClass.builtIn {
      let name = keyedClass.name
      text += "## ca.\(name)\n\n"
      if let superclass = keyedClass.superclass {
        text += "A subclass of `ca.\(superclass.name)`, with all its properties.\n\n"
      }
      if picturedClasses.contains(name) { text += "![What the properties of \(name) do](properties/\(name).webp)\n\n" }
      let own = ownProperties(of: keyedClass)
      if !own.isEmpty { text += "| Property | Takes | Default | |\n|---|---|---|---|\n" }
      for property in own {
        var notes = property.summary
        if property.isReadOnly { notes += " Read-only." }
        if isAnimatable(property) { notes += " *Animatable.*" }
        if let range = property.range { notes += " \(rangeText(range))" }
        text += "| `\(property.name)` | \(cell(takes(property))) | \(cell(defaultText(property))) | \(cell(notes)) |\n"
      }
      if !own.isEmpty { text += "\n" }
      text += methodTable([name, "ca.\(name)"])
    }
    text += "## Animations, cells, filters, layout managers and states\n\n" + methodTable(["KeyedObject"])
    for owner in [
      "Point", "Size", "Rect", "Color", "Transform", "Path", "Image", "Sprite", "Package", "AttributedString",
      "Constraint", "TimeLine", "GraphicsContext", "Drawable",
    ] {
      text += "## \(owner)\n\n" + methodTable(["ca.\(owner)", owner])
    }
    text += "## ca.Transaction\n\n" + methodTable(["ca.Transaction"])
    text += "## ca\n\n" + methodTable(["ca"])
    text += "## Hooks\n\nFunctions that scripts write and the engine calls.\n\n| Hook | Of | |\n|---|---|---|\n"
    for hook in ScriptHook.all {
      text += "| `\(hook.name)\(hook.signature)` | \(hook.owner.rawValue) | \(cell(hook.summary)) |\n"
    }
    return text
  }

  /// Returns the table of methods and attributes of some classes.
  private static func methodTable(_ owners: [String]) -> String {
    let functions = owners.flatMap { owner in LuaBinding.manual.filter { $0.owner == owner && !$0.onlyRefuses } }
    if functions.isEmpty { return "" }
    var text = "| Method | |\n|---|---|\n"
    for function in functions {
      let head = title(of: function)
      let forms = function.isField ? ["\(head): \(function.signature ?? "")"] : function.signatures.map { head + $0 }
      let code = forms.map { "`\($0)`" }.joined(separator: "<br>")
      let others =
        function.aliases.isEmpty ? "" : " Also \(function.aliases.map { "`\($0)`" }.joined(separator: ", "))."
      text += "| \(cell(code)) | \(cell(function.summary))\(others) |\n"
    }
    return text + "\n"
  }

  /// The manual's page of warning rules.
  package static var warningReference: String {
    var text = """
      <!-- Made from the list of rules by scripts/regenerate; do not edit. -->
      # Warnings

      What is allowed but seldom meant is a warning: the script goes on. It names the script's line, what is meant by \
      it, and its rule at the end. `--allow RULE` silences the
      warnings of a rule, in a script `ca.allow("RULE")` from there on, in Swift \
      `Engine.Configuration.allowedWarnings`, in C `layerlua_config.allowed_warnings`. Names of rules
      stay the same from version to version.

      | Rule | Warns of |
      |---|---|

      """
    func rows(_ isFinding: Bool) -> String {
      LayerWarning.Rule.allCases.filter { $0.isFinding == isFinding }.map {
        "| `\($0.rawValue)` | \(cell($0.summary)) |\n"
      }.joined()
    }
    text += rows(false)
    text += """

      ## Findings

      What `layerlua diagnose`, `ca.diagnose` and `Engine.diagnose` look for in a picture; what is certain without \
      looking closely is said
      after each still too. [How](../guide/diagnosis.md). A note is no failure with `--strict`.

      | Rule | Finds |
      |---|---|

      """
    text += rows(true)
    return text
  }

  /// The manual's page of the filters.
  package static var filterReference: String {
    var text = """
      <!-- Made from the registry of filters by scripts/regenerate; do not edit. -->
      # Filters

      Every filter with its keys: `ca.Filter("CIGaussianBlur", { inputRadius = 6 })`.
      [Where they go, and what they cost](../guide/filters.md).
      Lengths and places are in points of the layer's bounds, angles in radians. All have `name` and `enabled` besides.


      """
    for category in FilterCategory.allCases {
      let infos = FilterInfo.all.filter { $0.category == category }
      if infos.isEmpty { continue }
      let word = category.rawValue
      text +=
        "## \(word)\n\n![The filters of the category \(word)](filters/\(word).webp)\n\n"
      for info in infos {
        text += "### \(info.name)\n\n\(info.summary)"
        if !info.otherNames.isEmpty {
          text += " Also named \(info.otherNames.map { "`\($0)`" }.joined(separator: ", "))."
        }
        text += "\n\n"
        if info.keys.isEmpty { continue }
        text += "| Key | Takes | Default | |\n|---|---|---|---|\n"
        for key in info.keys {
          var notes = key.summary
          if let range = key.range { notes += " \(rangeText(range))" }
          if key.isRequired { notes += " *Needed.*" }
          let usual = key.defaultValue.map(digits).joined(separator: ", ")
          text +=
            "| `\(key.name)` | \(key.kind)\(key.unit.map { ", \($0)" } ?? "") | "
            + "\(key.defaultValue.count == 1 ? usual : usual.isEmpty ? "nil" : "{\(usual)}") | \(cell(notes)) |\n"
        }
        text += "\n"
      }
    }
    return String(text.dropLast())
  }

  static func takes(_ property: Property) -> String {
    let names = property.allowedNames
    guard !names.isEmpty else { return property.kind.expectation(for: .author) }
    return names.map { "`\"\($0)\"`" }.joined(separator: " ")
  }

  static func defaultText(_ property: Property) -> String {
    switch property.defaultValue {
    case .null: return "nil"
    case .bool(let flag): return "\(flag)"
    case .number(let number): return digits(number)
    case .string(let text): return "`\"\(text)\"`"
    case .point(let p): return "{\(digits(p.x)), \(digits(p.y))}"
    case .size(let s): return "{\(digits(s.width)), \(digits(s.height))}"
    case .rect(let r): return "{\([r.x, r.y, r.width, r.height].map(digits).joined(separator: ", "))}"
    case .transform(let t): return t == .identity ? "identity" : "a transform"
    case .color(let c): return "{\([c.red, c.green, c.blue, c.alpha].map(digits).joined(separator: ", "))}"
    case .array(let values): return values.isEmpty ? "{}" : property.kind.expectation(for: .author)
    case .dictionary: return "{}"
    default: return ""
    }
  }

  static func rangeText(_ range: ClosedRange<Double>) -> String {
    switch (
      range.lowerBound.isFinite && range.lowerBound > -1e300, range.upperBound.isFinite && range.upperBound < 1e300
    ) {
    case (true, true): "\(digits(range.lowerBound)) to \(digits(range.upperBound))."
    case (true, false): "At least \(digits(range.lowerBound))."
    case (false, true): "At most \(digits(range.upperBound))."
    case (false, false): ""
    }
  }

  static func digits(_ v: Double) -> String {
    v.isInfinite ? (v < 0 ? "−∞" : "∞") : numberText(v)
  }

  static func cell(_ text: String) -> String {
    text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
  }
}
