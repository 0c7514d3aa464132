// SPDX-License-Identifier: MIT
import CLuaBinding
import Geometry
import LayerModel
import LuaRuntime
import Messages
import Noise
import Numbers
import Parsing

/// A stream of random numbers held by scripts.
final class ScriptRandom {
  var numbers: RandomNumbers
  private let mark: LiveMark

  init(_ numbers: RandomNumbers, _ live: LiveObjects) {
    self.numbers = numbers
    mark = LiveMark(live, .callbacks)
  }
}

private func random(
  _ name: String, flags: Int = 0, signature: String, summary: String,
  _ body: @escaping @Sendable (inout Call, inout RandomNumbers) throws -> Void
) -> Method {
  Method("Random", name, flags: flags, signature: signature, summary: summary) { call in
    try body(&call, &call.receiver(as: ScriptRandom.self).numbers)
  }
}

extension Method {
  static let randomMethods: [Method] =
    [
      Method(
        "ca", "random", signature: "(seed?: integer): ca.Random",
        summary:
          "A stream of random numbers of its own, the same for a seed on every machine; by default of the script's."
      ) { call in
        let seed =
          call.peek.map { !$0.isNil } == true ? try call.seed(try call.number("the seed")) : call.binding.state.seed
        let stream = ScriptRandom(RandomNumbers(seed: seed), call.binding.memory.live)
        call.binding.push(stream, as: LLUA_KIND_RANDOM, bytes: 160)
      },
      Method("Random", ".tostring", signature: "string", summary: "Its name.") { call in call.binding.push("Random") },
      random(
        "()", signature: "(): number; (high: integer): integer; (low: integer, high: integer): integer",
        summary: "As `math.random`: from 0 up to 1, or a whole number from 1 or `low` to `high`."
      ) { call, random in
        guard call.peek.map({ !$0.isNil }) == true else { return call.binding.push(random.number()) }
        var low = 1.0
        var high = try call.number("high")
        if call.peek.map({ !$0.isNil }) == true { (low, high) = (high, try call.number("high")) }
        guard low == low.rounded(), high == high.rounded(), abs(low) <= 0x1p53, abs(high) <= 0x1p53 else {
          throw call.error(
            "expected whole numbers, got \(numberText(low)) and \(numberText(high)); number() gives others")
        }
        guard low <= high else {
          throw call.error("low \(numberText(low)) is greater than high \(numberText(high))")
        }
        call.binding.push(Double(random.integer(from: Int(clamping: low), to: Int(clamping: high))))
      },
      random(
        "number", signature: "(low?: number, high?: number): number",
        summary: "A number from `low` up to `high`; from 0 up to 1 without them, from 0 with one."
      ) { call, random in
        guard call.peek.map({ !$0.isNil }) == true else { return call.binding.push(random.number()) }
        let first = try call.number("low")
        let second = call.peek.map { !$0.isNil } == true ? try call.number("high") : nil
        call.binding.push(second.map { random.number(from: first, to: $0) } ?? random.number(from: 0, to: first))
      },
      random(
        "normal", signature: "(mean?: number, deviation?: number): number",
        summary: "A number of the normal distribution; 0 and 1 by default."
      ) { call, random in
        let mean = try call.number("the mean", default: 0)
        let deviation = try call.number("the deviation", default: 1)
        call.binding.push(random.normal(mean: mean, deviation: deviation))
      },
      random("choose", flags: LLUA_ITEMS, signature: "(list: any[]): any", summary: "An item of a list.") {
        call, random in
        let count = try call.listLength()
        call.binding.push(Double(random.integer(from: 1, to: count)))
      },
      random(
        "shuffle", flags: LLUA_ITEMS, signature: "(list: any[]): any[]",
        summary: "A new list of the same items in a random order."
      ) { call, random in
        let count = try call.length()
        var reading = call.reading("the list")
        try reading.take(count * 16)
        call.binding.push(random.shuffled(count).map { Double($0 + 1) })
      },
      random(
        "sample", flags: LLUA_ITEMS, signature: "(list: any[], count: integer): any[]",
        summary: "A new list of some of the items, each at most once, in a random order."
      ) { call, random in
        let length = try call.length()
        let count = try call.number("the count")
        guard count >= 0, count == count.rounded(), count <= Double(length) else {
          throw call.error("the count must be from 0 to the list's \(length), got \(numberText(count))")
        }
        var reading = call.reading("the list")
        try reading.take(length * 16)
        call.binding.push(random.shuffled(length, first: Int(clamping: count)).map { Double($0 + 1) })
      },
      random(
        "weighted", flags: LLUA_ITEMS, signature: "(list: any[], weights: number[]): any",
        summary: "An item of a list, with a probability in proportion to its weight."
      ) { call, random in
        let count = try call.listLength()
        let weights = try call.numbers("the weights")
        guard weights.count == count else {
          throw call.error("the list has \(count) items and there are \(weights.count) weights; give one for each")
        }
        if let bad = weights.first(where: { $0 < 0 }) {
          throw call.error("a weight must be 0 or more, got \(numberText(bad))")
        }
        guard let index = random.index(weights: weights) else { throw call.error("no weight is above 0") }
        call.binding.push(Double(index + 1))
      },
      random(
        "onCircle", signature: "(radius?: number): ca.Point", summary: "A point of a circle about {0, 0}, of radius 1."
      ) { call, random in
        let radius = try call.number("the radius", default: 1)
        call.binding.push(random.pointOnCircle(radius: radius))
      },
      random(
        "inCircle", signature: "(radius?: number): ca.Point",
        summary: "A point inside a circle about {0, 0}, of radius 1."
      ) { call, random in
        let radius = try call.number("the radius", default: 1)
        call.binding.push(random.pointInCircle(radius: radius))
      },
      random("inRect", signature: "(rect: ca.RectLike): ca.Point", summary: "A point inside a rect.") { call, random in
        let rect = try call.rect()
        call.binding.push(random.point(in: rect))
      },
      random(
        "inPath", signature: "(path: ca.PathLike, fillRule?: ca.PathFillRule): ca.Point",
        summary: "A point inside a path."
      ) { call, random in
        let path = try call.anyPath()
        let rule = try call.fillRule()
        guard let p = random.point(in: path, rule: rule) else {
          throw call.error("none of 10000 points of the path's box lies inside: the path is open, thin or empty")
        }
        call.binding.push(p)
      },
    ] + pointSets

  private static let pointSets: [Method] = [
    Method(
      "ca", "poissonDiscs", signature: "(rect: ca.RectLike, radius: number, seed?: integer): ca.Point[]",
      summary: "Random points of a rect, no two nearer than the radius, without gaps."
    ) { call in
      let rect = try call.rect()
      let radius = try call.number("the radius")
      let seed =
        call.peek.map { !$0.isNil } == true ? try call.seed(try call.number("the seed")) : call.binding.state.seed
      var reading = call.reading("the points")
      let points = try PointSets.poissonDiscs(in: rect, radius: radius, seed: seed, &reading)
      try reading.take(points.count * MemoryLayout<PropertyValue>.stride)
      call.binding.push(.array(points.map { .point($0) }))
    },
    Method(
      "ca", "halton", signature: "(index: integer, base: integer): number",
      summary: "A number of Halton's sequence, from 0 up to 1, that fills the gaps between those before."
    ) { call in
      let index = try call.whole("the index", 0)
      let base = try call.whole("the base", 2)
      call.binding.push(PointSets.halton(index, base: base))
    },
    Method(
      "ca", "r2", signature: "(index: integer): ca.Point",
      summary: "A point of the R2 sequence in the unit square, that fills the gaps between those before."
    ) { call in
      let index = try call.whole("the index", 0)
      call.binding.push(PointSets.r2(index))
    },
  ]
}

extension Call {
  /// The length of the list of a method that has `LLUA_ITEMS`.
  fileprivate mutating func listLength() throws -> Int {
    let count = try length()
    guard count > 0 else { throw error("the list is empty") }
    return count
  }

  fileprivate mutating func length() throws -> Int {
    let count = try number("the length")
    guard count >= 0, count <= 10_000_000 else {
      throw error("a list of \(numberText(count)) items is too long; at most 10000000", kind: .limit)
    }
    return Int(clamping: count)
  }

  fileprivate mutating func whole(_ what: String, _ least: Double) throws -> Int {
    let value = try number(what)
    guard value >= least, value == value.rounded(), value <= 0x1p53 else {
      throw error("\(what) must be a whole number from \(numberText(least)), got \(numberText(value))")
    }
    return Int(clamping: value)
  }
}
