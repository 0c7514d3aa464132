// SPDX-License-Identifier: MIT
import LayerEngine
import LuaBinding
import Messages

/// The parameters that the scripts of an engine read by `ca.parameter`, in order; of equal names, the last one.
package final class ParameterList {
  private(set) var parameters: [ScriptParameter] = []
  private var places: [String: Int] = [:]
  private var bytes = 0

  /// Maximum number of parameters and of bytes of their texts; further ones are left out.
  private static let most = 1000
  private static let mostBytes = 1 << 20

  /// Listens to the scripts of an engine from now on.
  package init(of engine: Engine) {
    engine.onParameter = { [weak self] parameter in self?.add(parameter) }
  }

  package var names: [String] { parameters.map(\.name) }

  private func add(_ parameter: ScriptParameter) {
    if let place = places[parameter.name] { return parameters[place] = parameter }
    bytes += parameter.byteCount
    guard parameters.count < Self.most, bytes <= Self.mostBytes else { return }
    places[parameter.name] = parameters.count
    parameters.append(parameter)
  }
}

extension ScriptParameter {
  /// The bytes of its texts.
  fileprivate var byteCount: Int {
    var count = name.utf8.count + choices.reduce(0) { $0 + $1.utf8.count }
    for text in [title, description, pattern] { count += text?.utf8.count ?? 0 }
    for case .string(let text) in examples + [fallback, value] { count += text.utf8.count }
    return count
  }
}
