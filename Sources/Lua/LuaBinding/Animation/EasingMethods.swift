// SPDX-License-Identifier: MIT
import CLuaBinding
import LayerModel
import Messages

/// Timing functions and interpolation for scripts that compute values themselves.
extension Method {
  static let easingMethods: [Method] = [
    Method(
      "ca", "ease", signature: "(timing: ca.TimingFunction, fraction: number): number",
      summary: "The progress of a timing function at a fraction of time, 0 to 1: `ca.ease(\"bounceOut\", 0.5)`."
    ) { call in
      let argument = call.next()
      guard let value = argument?.plain, !value.isNull else {
        throw call.mismatch("a timing function such as \"cubicOut\"", argument)
      }
      let function: TimingFunction
      do { function = try TimingFunction(value: value, for: .author) } catch let error as LayerError {
        throw call.error(error.message)
      }
      call.binding.push(function(try call.number("the fraction of time")))
    },
    Method(
      "ca", "lerp", signature: "(from: any, to: any, fraction: number): any",
      summary: "The value between two others of one kind, as an animation shows it: numbers, points, sizes, rects, "
        + "colours, transforms, paths, and lists of these."
    ) { call in
      let (first, second) = (call.next(), call.next())
      guard let first, let second, !first.isNil, !second.isNil else {
        throw call.mismatch("two values", first.flatMap { $0.isNil ? $0 : second })
      }
      let (start, end): (PropertyValue, PropertyValue)
      do {
        start = try first.propertyValue(in: nil, for: nil, key: "from")
        end = try second.propertyValue(in: nil, for: nil, key: "to")
      } catch let error as LayerError { throw call.error(error.message, kind: error.kind) }
      let fraction = try call.number("the fraction")
      do {
        var reading = call.reading("the paths")
        let value = try PropertyValue.lerp(start, end, fraction, &reading)
        if case .path(let path) = value { return call.binding.push(ScriptPath(path, call.binding.memory)) }
        call.binding.push(value)
      } catch let error as LayerError { throw call.error(error.message, kind: error.kind) }
    },
  ]
}
