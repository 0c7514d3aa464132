// SPDX-License-Identifier: MIT
import LayerModel
import Messages
import Numbers

extension TimeLine {
  /// A place in a time line.
  ///
  /// A number is seconds from its start. A text is `end` (of everything so far), `after` or `with` (the end or the
  /// start of the entry before), `start`, or a label, each also with an offset: `with+0.2`. A bare offset, `-0.2`, is
  /// one from `after`. A place before the start is the start.
  public enum Position: Sendable, ExpressibleByStringLiteral, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
    case seconds(Double)
    case words(String)

    public init(stringLiteral value: String) { self = .words(value) }
    public init(floatLiteral value: Double) { self = .seconds(value) }
    public init(integerLiteral value: Int) { self = .seconds(Double(value)) }
  }

  /// The place and the course of an entry.
  public struct Options: Sendable {
    /// The start. Default: the end of everything so far.
    public var at: Position
    /// The length in seconds; nil for the time line's default. With a spring, its perceptual duration: the entry lasts
    /// until the spring rests.
    public var duration: Double?
    /// The timing function; nil for the time line's default.
    public var timing: TimingFunction?
    /// The bounce of a spring that moves the values instead, from above −1 through 0 to below 1; nil for none.
    public var bounce: Double?
    /// The delays of the layers after the first one to start; nil for none.
    public var stagger: Stagger?
    /// The values of a function outside its entry: `both` calls it with 0 before and 1 after, `forwards` only after.
    /// Default `both`.
    public var fillMode: FillMode

    /// Creates options; see the properties.
    public init(
      at: Position = "end", duration: Double? = nil, timing: TimingFunction? = nil, bounce: Double? = nil,
      stagger: Stagger? = nil, fillMode: FillMode = .both
    ) {
      (self.at, self.duration, self.timing, self.bounce, self.stagger, self.fillMode) =
        (at, duration, timing, bounce, stagger, fillMode)
    }
  }

  /// The delays between the starts of an entry's layers.
  public struct Stagger: Sendable {
    /// The layer that starts first.
    public enum Origin: Sendable, Equatable {
      case first, last, center, edges, random
      /// A layer's number, from 0.
      case index(Int)
    }

    /// The seconds from one layer to the next; nil if `total` or `share` gives them.
    public var each: Double?
    /// The seconds between the first and the last start.
    public var total: Double?
    /// The delay from one layer to the next as a share of the entry's duration.
    public var share: Double?
    /// The layer that starts first. Default `first`. `random` has an order of its own for each time line's name.
    public var from = Origin.first
    /// The columns and rows in which the layers stand, row by row: the delay then grows with the distance. nil for a
    /// line of layers.
    public var grid: (columns: Int, rows: Int)?
    /// The course of the delays. Default `linear`.
    public var timing = TimingFunction.linear

    /// Creates a stagger by the seconds from one layer to the next.
    public static func each(_ seconds: Double, from: Origin = .first) -> Stagger {
      var stagger = Stagger()
      (stagger.each, stagger.from) = (seconds, from)
      return stagger
    }

    /// Creates a stagger by the seconds between the first and the last start.
    public static func total(_ seconds: Double, from: Origin = .first) -> Stagger {
      var stagger = Stagger()
      (stagger.total, stagger.from) = (seconds, from)
      return stagger
    }

    package init() {}

    /// Returns the delay of each layer in seconds; the first to start has 0.
    ///
    /// - Parameters:
    ///   - duration: the entry's, for a share.
    ///   - name: seeds the random order.
    func delays(of count: Int, duration: Double, name: String) throws -> [Double] {
      if case .index(let first) = from, count > 0, !(0..<count).contains(first) {
        throw LayerError(
          "stagger.from: expected the number of a layer, from 1 to \(count), got \(first == .max ? first : first + 1)")
      }
      guard count > 1 else { return Array(repeating: 0, count: count) }
      if let grid, grid.columns < 1 || grid.rows < 1 || grid.columns * grid.rows < count {
        throw LayerError(
          "stagger.grid: expected columns and rows for \(count) layers, got \(grid.columns) and \(grid.rows)")
      }
      var distances = (0..<count).map { distance($0, count) }
      if from == .random { distances = shuffled(count, name) }
      let least = distances.min() ?? 0
      distances = distances.map { $0 - least }
      let most = distances.max() ?? 0
      guard most > 0 else { return distances }
      let all = total ?? (each ?? (share ?? 0) * duration) * most
      guard all >= 0, all.isFinite else {
        throw LayerError("stagger: expected 0 or more seconds, got \(numberText(all)); from = \"last\" turns the order")
      }
      return distances.map { all * timing($0 / most) }
    }

    private func distance(_ i: Int, _ count: Int) -> Double {
      guard let grid else {
        let (i, last) = (Double(i), Double(count - 1))
        switch from {
        case .first, .random: return i
        case .last: return last - i
        case .center: return abs(i - last / 2)
        case .edges: return last / 2 - abs(i - last / 2)
        case .index(let k): return abs(i - Double(k))
        }
      }
      let (x, y) = (Double(i % grid.columns), Double(i / grid.columns))
      let (right, bottom) = (Double(grid.columns - 1), Double(grid.rows - 1))
      func length(_ a: Double, _ b: Double) -> Double { (a * a + b * b).squareRoot() }
      switch from {
      case .first, .random: return length(x, y)
      case .last: return length(right - x, bottom - y)
      case .center: return length(x - right / 2, y - bottom / 2)
      case .edges: return min(min(x, right - x), min(y, bottom - y))
      case .index(let k): return length(x - Double(k % grid.columns), y - Double(k / grid.columns))
      }
    }

    /// Returns 0…count − 1 in an order that depends on the name alone: Fisher and Yates' shuffle, by SplitMix64 seeded
    /// with the name's FNV-1a hash.
    private func shuffled(_ count: Int, _ name: String) -> [Double] {
      var seed: UInt64 = 0xCBF2_9CE4_8422_2325
      for byte in name.utf8 { seed = (seed ^ UInt64(byte)) &* 0x100_0000_01B3 }
      var order = (0..<count).map { Double($0) }
      var i = count - 1
      while i > 0 {
        seed &+= 0x9E37_79B9_7F4A_7C15
        var z = seed
        z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
        z ^= z >> 31
        order.swapAt(i, Int(truncatingIfNeeded: z % UInt64(i + 1)))
        i -= 1
      }
      return order
    }
  }
}
