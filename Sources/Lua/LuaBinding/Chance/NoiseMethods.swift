// SPDX-License-Identifier: MIT
import CLuaBinding
import LayerModel
import LuaRuntime
import Messages
import Noise
import Numbers
import Parsing
import Pixels

/// A field of noise held by scripts.
final class ScriptNoise {
  let noise: SimplexNoise
  private let mark: LiveMark

  init(_ noise: SimplexNoise, _ live: LiveObjects) {
    self.noise = noise
    mark = LiveMark(live, .callbacks)
  }
}

extension Method {
  static let noiseMethods: [Method] =
    fieldMethods("ca.noise") + fieldMethods("Noise") + [
      Method(
        "ca.noise", "seeded", signature: "(seed: integer): ca.Noise",
        summary: "Noise of another seed, with the same functions."
      ) { call in
        let noise = ScriptNoise(
          SimplexNoise(seed: try call.seed(try call.number("the seed"))), call.binding.memory.live)
        call.binding.push(noise, as: LLUA_KIND_NOISE, bytes: 160)
      },
      Method("Noise", ".tostring", signature: "string", summary: "Its seed.") { call in
        call.binding.push("Noise of seed \(try call.noise.seed)")
      },
    ]

  /// The functions of `ca.noise`, which are methods of a seeded field too.
  private static func fieldMethods(_ owner: String) -> [Method] {
    [
      Method(
        owner, "()",
        signature: "(x: number, y?: number, z?: number, w?: number): number; (x: number[], y?: number|number[], z?: "
          + "number|number[], w?: number|number[]): number[]",
        summary: "Simplex noise of 1 to 4 coordinates, from -1 to 1; of lists a list."
      ) { call in
        let noise = try call.noise
        try call.answerNoise(nil) { place, dimensions, _ in noise.value(at: place, dimensions: dimensions) }
      },
      Method(
        owner, "fractal",
        signature: "(x: number, y?: number, z?: number, w?: number, options?: ca.OctaveOptions): number; (x: number[], "
          + "y?: number|number[], z?: number|number[], w?: number|number[], options?: ca.OctaveOptions): number[]",
        summary: "A sum of noise at several frequencies, from -1 to 1: clouds, hills."
      ) { call in try call.answerSum(.fractal) },
      Method(
        owner, "ridged",
        signature: "(x: number, y?: number, z?: number, w?: number, options?: ca.OctaveOptions): number; (x: number[], "
          + "y?: number|number[], z?: number|number[], w?: number|number[], options?: ca.OctaveOptions): number[]",
        summary: "A sum of noise with sharp crests, from -1 to 1: mountains."
      ) { call in try call.answerSum(.ridged) },
      Method(
        owner, "curl",
        signature: "(x: number, y: number): number, number; (x: number, y: number, z: number): number, number, number",
        summary: "A flow without sources, in two or three dimensions, that turns about the hills of the noise."
      ) { call in
        let noise = try call.noise
        let x = try call.number("x"), y = try call.number("y")
        if call.peek.map({ !$0.isNil }) == true {
          let flow = noise.curl(x, y, try call.number("z"))
          for v in [flow.x, flow.y, flow.z] { call.binding.push(v) }
        } else {
          let flow = noise.curl(x, y)
          call.binding.push(flow.x)
          call.binding.push(flow.y)
        }
      },
      Method(
        owner, "grid", signature: "(options: ca.NoiseGridOptions): number[]",
        summary: "A rectangle of noise as a list, row by row."
      ) { call in
        let options = try call.options(Call.gridOptions)
        let grid = try call.grid(options)
        var reading = call.reading("a grid of \(grid.width) × \(grid.height) numbers")
        call.binding.push(try grid.values(&reading))
      },
      Method(
        owner, "image", signature: "(options: ca.NoiseImageOptions): ca.Image",
        summary: "A picture of noise, from the first of its colours at -1 to the last at 1; black and white by default."
      ) { call in try call.answerNoiseImage() },
    ]
  }
}

extension Call {
  fileprivate static let gridOptions = [
    "width", "height", "scale", "octaves", "gain", "lacunarity", "seed", "x", "y", "z", "tiles", "ridged",
  ]

  /// The receiver's noise; that of the script's seed in functions of `ca.noise`.
  fileprivate var noise: SimplexNoise {
    get throws {
      receiver == nil ? SimplexNoise(seed: binding.state.seed) : try receiver(as: ScriptNoise.self).noise
    }
  }

  /// A whole number as a seed.
  func seed(_ number: Double) throws -> UInt64 {
    guard number == number.rounded(), abs(number) <= 0x1p53 else {
      throw error("the seed must be a whole number, got \(numberText(number))")
    }
    return UInt64(bitPattern: Int64(clamping: number))
  }

  fileprivate mutating func answerSum(_ form: NoiseOctaves.Form) throws {
    let noise = try noise
    let usual = NoiseOctaves(4, form: form)
    try answerNoise(usual) { noise.value(at: $0, dimensions: $1, $2 ?? usual) }
  }

  /// Reads coordinates, numbers or lists, and pushes a value or a list of them.
  ///
  /// - Parameter usual: the octaves, whose options may follow the coordinates; nil if none may.
  fileprivate mutating func answerNoise(
    _ usual: NoiseOctaves?, _ value: (SIMD4<Double>, Int, NoiseOctaves?) -> Double
  ) throws {
    var place = SIMD4<Double>(0, 0, 0, 0)
    var lists: [(axis: Int, numbers: [Double])] = []
    var dimensions = 0
    while dimensions < 4, let argument = peek, !argument.isNil {
      if argument.type == LLUA_NODE_TABLE, argument.node.pairs > 0 { break }
      _ = next()
      if argument.type == LLUA_NODE_NUMBER, argument.number.isFinite {
        place[dimensions] = argument.number
      } else if let numbers = argument.numbers, numbers.allSatisfy({ $0.isFinite }) {
        lists.append((dimensions, numbers))
      } else {
        throw mismatch("a number or a list of numbers for \(["x", "y", "z", "w"][dimensions])", argument)
      }
      dimensions += 1
    }
    guard dimensions > 0 else { throw mismatch("a number or a list of numbers for x", peek) }
    var octaves = usual
    if let usual {
      while let argument = peek, argument.isNil { _ = next() }
      octaves = try self.octaves(try options(["octaves", "gain", "lacunarity"]), usual)
    }
    guard let count = lists.first?.numbers.count else {
      return binding.push(value(place, dimensions, octaves))
    }
    guard lists.allSatisfy({ $0.numbers.count == count }) else {
      throw error(
        "the lists must be of one length, got \(lists.map { "\($0.numbers.count)" }.joined(separator: " and "))")
    }
    var reading = reading("a list of \(count) numbers")
    try reading.take(count * 8)
    var result: [Double] = []
    result.reserveCapacity(count)
    for i in 0..<count {
      try reading.step(8 * (octaves?.count ?? 1))
      for (axis, numbers) in lists { place[axis] = numbers[i] }
      result.append(value(place, dimensions, octaves))
    }
    binding.push(result)
  }

  private func octaves(_ options: [String: Argument], _ usual: NoiseOctaves) throws -> NoiseOctaves {
    var octaves = usual
    if let count = try number(options, "octaves") {
      guard count >= 1, count <= 32, count == count.rounded() else {
        throw error("octaves must be a whole number from 1 to 32, got \(numberText(count))")
      }
      octaves.count = Int(clamping: count)
    }
    octaves.gain = try number(options, "gain") ?? octaves.gain
    octaves.lacunarity = try number(options, "lacunarity") ?? octaves.lacunarity
    return octaves
  }

  fileprivate func grid(_ options: [String: Argument]) throws -> NoiseGrid {
    func side(_ key: String) throws -> Int {
      guard let value = try number(options, key) else { throw error("\(key) is needed, in cells") }
      guard value >= 1, value == value.rounded(), value <= Double(NoiseGrid.cellLimit) else {
        throw error("\(key) must be a whole number from 1, got \(numberText(value))")
      }
      return Int(clamping: value)
    }
    var grid = NoiseGrid(width: try side("width"), height: try side("height"))
    grid.scale = try number(options, "scale") ?? grid.scale
    guard grid.scale != 0 else { throw error("scale must not be 0: it is the size of the noise's features in cells") }
    grid.octaves = try octaves(options, NoiseOctaves(1))
    if try flag(options, "ridged") { grid.octaves.form = .ridged }
    grid.origin = (try number(options, "x") ?? 0, try number(options, "y") ?? 0)
    grid.z = try number(options, "z")
    grid.tiles = try flag(options, "tiles")
    grid.seed = try number(options, "seed").map { try seed($0) } ?? noise.seed
    return grid
  }

  func flag(_ options: [String: Argument], _ key: String) throws -> Bool {
    guard let argument = options[key] else { return false }
    guard argument.type == LLUA_NODE_BOOLEAN else {
      throw error("\(key) must be true or false, got \(argument.described)")
    }
    return argument.number != 0
  }

  fileprivate mutating func answerNoiseImage() throws {
    let options = try options(Call.gridOptions + ["colors"])
    let grid = try grid(options)
    var colors: [Color] = [.black, .white]
    if let given = options["colors"] { colors = try palette(given) }
    try checkRoom(width: Double(grid.width), height: Double(grid.height))
    var reading = reading("a picture of \(grid.width) × \(grid.height) pixels")
    let values = try grid.values(&reading)
    let steps = 1024
    let ramp = (0...steps).map { Color.ramp(colors, at: Double($0) / Double(steps)).premultiplied() }
    let bitmap = try made {
      try Bitmap(width: grid.width, height: grid.height, scale: 1) { pixels in
        for (i, value) in values.enumerated() {
          pixels[i] = ramp[min(max(Int(clamping: ((value + 1) / 2 * Double(steps)).rounded()), 0), steps)]
        }
      }
    }
    binding.push(Image(bitmap))
  }

  /// Reads a list of colours, or the name of a palette.
  func palette(_ argument: Argument) throws -> [Color] {
    if let name = argument.string {
      guard let palette = ColorPalette.named(name) else {
        throw error("unknown palette \"\(name)\"\(suggestionOrList(for: name, among: ColorPalette.names))")
      }
      return palette.colors
    }
    guard let items = argument.items, !items.isEmpty else {
      throw mismatch("a list of colours or the name of a palette such as \"viridis\"", argument)
    }
    return try items.enumerated().map { i, item in
      guard let color = item.color else {
        if let excess = item.colorExcess { throw error("value \(i + 1): \(excess)") }
        throw error("expected a list of colours, got \(item.described) at [\(i + 1)]\(item.colorRemedy)")
      }
      return color
    }
  }
}
