// SPDX-License-Identifier: MIT
import ConstraintLayout
import Pixels

/// A constant of Core Animation's headers, or of Core Graphics' if functions here take it. Scripts have it by its
/// original name, with this engine's value: `kCAGravityResizeAspect` is `"resizeAspect"`, `kCALayerWidthSizable` is 2.
package struct AppleConstant: Sendable {
  package enum Value: Equatable, Sendable {
    /// A name that a property, a function or a table takes.
    case name(String)
    /// A bit of a mask; scripts combine bits by `|`.
    case bit(UInt32)
  }

  package let name: String
  package let value: Value

  /// All constants, each once: first those of rows that take names or masks, then those that no row has.
  package static let all: [AppleConstant] = {
    var list = ConstantList()
    for keyedClass in KeyedClass.builtIn {
      for row in keyedClass.properties where row.owner == keyedClass.name {
        switch row.kind {
        case .enumeration(let names): list.add(names)
        case .nameSet(let set):
          for member in set.members { list.add(member.constant, .bit(member.bit)) }
          for name in set.emptyNames where name.hasPrefix("kCA") { list.add(name, .bit(0)) }
        default: break
        }
      }
    }
    // Names of rows that also take other values.
    list.add(NamedTimingFunction.names)
    list.add(ValueFunction.names)
    list.add(RotationMode.names)
    list.add(TransitionSubtype.names)
    for attribute in ConstraintAttribute.names {
      list.add("kCAConstraint\(capitalized(attribute))", .name(attribute))
    }
    // Keys of actions and of transactions.
    for (name, key) in [
      ("kCAOnOrderIn", "onOrderIn"), ("kCAOnOrderOut", "onOrderOut"), ("kCATransition", "transition"),
      ("kCATransactionAnimationDuration", "animationDuration"),
      ("kCATransactionAnimationTimingFunction", "animationTimingFunction"),
      ("kCATransactionCompletionBlock", "completionBlock"), ("kCATransactionDisableActions", "disableActions"),
    ] { list.add(name, .name(key)) }
    // Arguments of drawing contexts.
    for mode in BlendMode.graphicsModes {
      list.add("kCGBlendMode\(mode == .xor ? "XOR" : capitalized(mode.name))", .name(mode.name))
    }
    for quality in InterpolationQuality.allCases {
      list.add("kCGInterpolation\(capitalized(quality.rawValue))", .name(quality.rawValue))
    }
    for mode in PathDrawingMode.allCases {
      let name = mode.rawValue
      list.add("kCGPath\(name.hasPrefix("eo") ? "EO\(name.dropFirst(2))" : capitalized(name))", .name(name))
    }
    return list.all
  }()
}

private func capitalized(_ name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }

/// Collects constants, each name once.
private struct ConstantList {
  private(set) var all: [AppleConstant] = []
  private var known: Set<String> = []

  mutating func add(_ name: String, _ value: AppleConstant.Value) {
    if !name.isEmpty, known.insert(name).inserted { all.append(AppleConstant(name: name, value: value)) }
  }

  mutating func add(_ names: [OptionName]) {
    for option in names {
      add(option.constant, .name(option.raw))
      for alias in option.aliases where alias.hasPrefix("kCG") { add(alias, .name(option.raw)) }
    }
  }
}
