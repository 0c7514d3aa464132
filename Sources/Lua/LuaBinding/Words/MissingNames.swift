// SPDX-License-Identifier: MIT
import LayerModel
import Messages

// Names of Core Animation and C that scripts read as globals or fields of `ca`, and that nothing defines.
extension LuaBinding {
  /// Warns once of a name that a script read and nothing defines. It is nil, and a constructor leaves nil out.
  func noteMissing(_ name: String, isOfModule: Bool) {
    let written = isOfModule ? "ca.\(name)" : name
    let advice: String?
    if let known = missingNames[written] {
      advice = known
    } else {
      advice = AppleNames.missing(name, isOfModule: isOfModule)
      if missingNames.count < 1000 { missingNames.updateValue(advice, forKey: written) }
    }
    guard let advice else { return }
    scene.warn(
      .foreignName, "\(written) is not defined, and so is nil\(advice.isEmpty ? "" : "; \(advice)")",
      onceFor: "missing \(written)")
  }
}

extension AppleNames {
  /// Returns advice on a name that nothing defines, or "" if none is known; nil if the name is not another system's, or
  /// is one of a class or function: a call of it is an error, which has the advice.
  static func missing(_ name: String, isOfModule: Bool) -> String? {
    if !isOfModule || isApples(name) {
      guard isApples(name) || isOfC(name) else { return nil }
      if let row = functionRow(name) { return isValue(name) || row.write.isEmpty ? row.words() : nil }
      if isConstant(name) || name.hasPrefix("MTL") { return constant(near: name) }
      return instead(of: name, isMethod: false) == nil ? "" : nil
    }
    for full in ["CA" + name, "CG" + name] where isValue(full) {
      if let row = functionRow(full) { return row.words() }
    }
    return nil
  }

  /// Returns advice on the name of a constant that does not exist: a similar one, or those of its group.
  static func constant(near name: String) -> String {
    let names = AppleConstant.all.map(\.name)
    if let near = nearest(name, among: names) { return "did you mean \(near)?" }
    let shared = names.map { zip($0.utf8, name.utf8).prefix { $0 == $1 }.count }
    // More than a prefix such as kCA.
    if let most = shared.max(), most >= 7 {
      let group = names.indices.filter { shared[$0] == most }.map { names[$0] }
      if group.count <= 16 { return "there \(group.count == 1 ? "is" : "are") \(listed(group))" }
    }
    return "no constant of this name is known"
  }

  /// The row of a function, class or constant.
  static func functionRow(_ name: String) -> ForeignName? {
    ForeignName.function(name, isMethod: false).flatMap { $0.kind == .function ? $0 : nil }
  }

  /// True for names with a prefix of Apple's frameworks: `kCAGravityTop`, `CGRectZero`, not `CACHE`.
  private static func isApples(_ name: String) -> Bool {
    let word = isConstant(name) ? name.dropFirst() : name[...]
    guard let prefix = ["CA", "CG", "CI", "NS", "UI", "MTL"].first(where: { word.hasPrefix($0) }) else { return false }
    let rest = word.dropFirst(prefix.count)
    return rest.count >= 3 && rest.first?.isUppercase == true && rest.contains { $0.isLowercase }
  }

  private static func isConstant(_ name: String) -> Bool {
    ["kCA", "kCG", "kCI"].contains { name.hasPrefix($0) }
  }

  /// True for words of C and Objective-C that stand for values.
  private static func isOfC(_ name: String) -> Bool {
    name.hasPrefix("M_")
      || [
        "YES", "NO", "TRUE", "FALSE", "HUGE_VALF", "HUGE_VAL", "INFINITY", "FLT_MAX", "DBL_MAX", "CGFLOAT_MAX",
      ].contains(name)
  }

  /// True for names of values among the rows of functions, classes and constants.
  private static func isValue(_ name: String) -> Bool {
    isOfC(name) || isConstant(name) || ["Identity", "Zero", "Null"].contains { name.hasSuffix($0) }
  }
}
