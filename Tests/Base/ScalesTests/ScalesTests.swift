// SPDX-License-Identifier: MIT
import Glibc
import Messages
import Scales
import TestSupport
import Testing

@Suite struct ContinuousScaleTests {
  private func scale(
    _ kind: ContinuousScale.Kind, _ domain: [Double], _ range: [Double] = [0, 1]
  ) throws -> ContinuousScale { try ContinuousScale(kind, domain: domain, range: range) }

  private func scale(_ domain: [Double], _ range: [Double] = [0, 1]) throws -> ContinuousScale {
    try scale(.linear, domain, range)
  }

  @Test func `values are mapped and mapped back`() throws {
    let kinds: [ContinuousScale.Kind] = [
      .linear, .log, .symlog(constant: 2), .power(exponent: 0.5), .power(exponent: 3), .time(offset: 0),
    ]
    var random = SeededRandom(3)
    for kind in kinds {
      for (domain, range) in [([1.0, 100], [0.0, 10]), ([50, 2], [-5, 5]), ([1, 10, 200], [0, 3, 4])] {
        let s = try scale(kind, domain, range)
        #expect(s(domain[0]) == range[0])
        #expect(abs(s(domain[domain.count - 1]) - range[range.count - 1]) < 1e-12)
        for _ in 0..<200 {
          let v = Double.random(in: (domain.min() ?? 0)...(domain.max() ?? 1), using: &random)
          #expect(abs(s.inverted(s(v)) - v) < 1e-9 * max(abs(v), 1), "\(kind)")
        }
      }
    }
    #expect(try scale(.log, [1, 100])(10) == 0.5)
    #expect(try scale(.log, [-100, -1])(-10) == 0.5)
    #expect(try scale(.power(exponent: 0.5), [0, 100])(25) == 0.5)
    #expect(try scale(.symlog(constant: 1), [-100, 100])(0) == 0.5)
    #expect(try scale([5, 5], [0, 10])(5) == 5)
    #expect(try scale([0, 10], [0, 1])(20) == 2)
    var clamped = try scale([0, 10], [0, 1])
    clamped.isClamped = true
    #expect(clamped(20) == 1 && clamped(-5) == 0 && clamped.inverted(3) == 10)
  }

  @Test(
    arguments: [
      (0.0, 1.0, 5, [0, 0.2, 0.4, 0.6, 0.8, 1]), (0, 1, 10, [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]),
      (-1, 1, 4, [-1, -0.5, 0, 0.5, 1]), (0, 87, 5, [0, 20, 40, 60, 80]), (13, 13, 5, [13]),
      (0, 2.2, 3, [0, 1, 2]), (1e6, 3e6, 2, [1e6, 2e6, 3e6]), (0.001, 0.0032, 3, [0.001, 0.002, 0.003]),
      (10, 0, 2, [10, 5, 0]),
    ] as [(Double, Double, Int, [Double])]) func `ticks are round`(
      _ low: Double, _ high: Double, _ count: Int, _ ticks: [Double]
    ) throws
  { #expect(try scale([low, high]).ticks(count) == ticks) }

  @Test func `ticks lie in the domain at even steps, about as many as wanted`() throws {
    var random = SeededRandom(4)
    for _ in 0..<5000 {
      let low = Double.random(in: -1000...1000, using: &random)
      let size = Double.random(in: 1e-6...1, using: &random)
      let high = low + size * size * 1e4
      let count = Int.random(in: 1...20, using: &random)
      let ticks = try scale([low, high]).ticks(count)
      #expect(ticks.count <= count * 2 + 2)
      #expect(ticks.count * 2 + 2 >= count)
      #expect(ticks.allSatisfy { $0 >= low && $0 <= high })
      let nice = try scale([low, high]).nice(count)
      #expect(nice.domain[0] <= low && nice.domain[1] >= high)
      // A few ticks of a domain about 0 make it much larger.
      guard count >= 5 else { continue }
      #expect(nice.domain[1] - nice.domain[0] <= (high - low) * 3 + 1e-9)
      let round = nice.ticks(count)
      #expect(round.first == nice.domain[0] && round.last == nice.domain[1], "\(low) \(high) \(count)")
    }
  }

  @Test func `domains are made round`() throws {
    #expect(try scale([0.241079, 0.969679]).nice().domain == [0.2, 1])
    #expect(try scale([0, 87], [260, 0]).nice().domain == [0, 90])
    #expect(try scale([87, 0]).nice().domain == [90, 0])
    #expect(try scale(.log, [3, 420]).nice().domain == [1, 1000])
    #expect(try scale(.log, [-420, -3]).nice().domain == [-1000, -1])
    // The step grows with the domain: 50, 100, 200.
    #expect(try scale([70, 210]).nice(2).domain == [0, 400])
  }

  @Test func `log scales have ticks at 1 to 9 or at the powers`() throws {
    #expect(try scale(.log, [1, 100]).ticks(30).count == 19)
    #expect(try scale(.log, [1, 1e12]).ticks(4) == [1, 100, 1e4, 1e6, 1e8, 1e10, 1e12])
    #expect(try scale(.log, [0.1, 1]).ticks(20).first == 0.1)
    #expect(try scale(.log, [-100, -1]).ticks(30).first == -100)
    #expect(try scale(.log, [2, 2.4]).ticks(5) == [2, 2.1, 2.2, 2.3, 2.4])
    let decades = try scale(.log, [1, 1000])
    #expect(decades.ticks() == [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000])
    for count in [3, 4, 5] { #expect(decades.ticks(count) == [1, 10, 100, 1000]) }
    #expect(decades.ticks(28).count == 28)
    #expect(try scale(.log, [1e-3, 1e6]).ticks(10).count == 10)
  }

  @Test func `a symlog scale has powers on both sides of 0`() throws {
    let both = try scale(.symlog(constant: 1), [-1000, 1000])
    #expect(both.ticks(9) == [-1000, -100, -10, -1, 0, 1, 10, 100, 1000])
    #expect(both.labels(both.ticks(9)) == ["-1,000", "-100", "-10", "-1", "0", "1", "10", "100", "1,000"])
    #expect(try scale(.symlog(constant: 1), [0, 1000]).ticks(5) == [0, 1, 10, 100, 1000])
    #expect(try scale(.symlog(constant: 1), [1000, 0]).ticks(5) == [1000, 100, 10, 1, 0])
    #expect(try scale(.symlog(constant: 1), [10, 1000]).ticks(3) == [10, 100, 1000])
    // Near 0 it is linear.
    #expect(try scale(.symlog(constant: 100), [-100, 100]).ticks(4) == [-100, -50, 0, 50, 100])
  }

  @Test(arguments: [1, 2, 3] as [UInt64]) func `log and symlog scales have about as many ticks as wanted`(
    _ seed: UInt64
  )
    throws
  {
    var random = SeededRandom(seed)
    for _ in 0..<1000 {
      let low = pow(10, Double.random(in: -9...9, using: &random))
      let high = low * pow(10, Double.random(in: 0.1...12, using: &random))
      let count = Int.random(in: 1...30, using: &random)
      let constant = pow(10, Double.random(in: -3...3, using: &random))
      let scales = try [
        scale(.log, [low, high]), scale(.log, [-high, -low]), scale(.symlog(constant: constant), [-low, high]),
        scale(.symlog(constant: constant), [-high, high]), scale(.symlog(constant: constant), [low, high]),
      ]
      for s in scales {
        let ticks = s.ticks(count)
        #expect(ticks.count <= count * 2 + 6, "\(s.kind) \(s.domain) \(count) \(ticks)")
        #expect(zip(ticks, ticks.dropFirst()).allSatisfy { $0 < $1 })
        #expect(ticks.allSatisfy { $0 >= s.domain[0] && $0 <= s.domain[1] })
        let labels = s.labels(ticks)
        #expect(labels.count == ticks.count && Set(labels).count == labels.count, "\(labels)")
      }
      if count >= 3 { #expect(scales[0].ticks(count).count * 3 >= count) }
    }
  }

  @Test func `labels of a log scale are those of a linear one`() throws {
    let s = try scale(.log, [1e-3, 1e6])
    #expect(
      s.labels(s.ticks(10)) == ["0.001", "0.01", "0.1", "1", "10", "100", "1,000", "10,000", "100,000", "1,000,000"])
    #expect(s.labels([1, 2.5, 30_000]) == ["1", "2.5", "30,000"])
    #expect(try scale(.log, [1, 1e30]).labels([1, 1e30]) == ["1e+0", "1e+30"])
    #expect(try scale([0, 0]).labels([0]) == ["0"])
    #expect(try scale([0.5, 0.5]).labels([0.5]) == ["0.5"])
  }

  @Test func `time has ticks of the clock and the calendar`() throws {
    let day = 86_400.0
    let start = 1_704_067_200.0  // 1 January 2024
    func labels(_ length: Double, _ count: Int, offset: Double = 0) throws -> [String] {
      let s = try scale(.time(offset: offset), [start, start + length])
      return s.labels(s.ticks(count))
    }
    #expect(try labels(60, 4) == ["2024", ":15", ":30", ":45", "00:01"])
    #expect(try labels(day, 4) == ["2024", "06:00", "12:00", "18:00", "Tue 2"])
    #expect(try labels(366 * day, 4) == ["2024", "April", "July", "October", "2025"])
    #expect(try labels(10 * 366 * day, 5) == ["2024", "2026", "2028", "2030", "2032", "2034"])
    #expect(try labels(3 * 7 * day, 3).first == "2024")
    #expect(try labels(day, 4, offset: 3600).first == "06:00")
    let s = try scale(.time(offset: 0), [start + 3000, start + 50_000])
    #expect(s.nice(5).domain[0] == start)
    #expect(try scale(.time(offset: 0), [0, 1]).labels([0.25, 1e300]).first == ".250")
    var random = SeededRandom(9)
    for _ in 0..<2000 {
      let low = Double.random(in: -4e9...4e9, using: &random)
      let size = Double.random(in: 0...1, using: &random)
      let s = try scale(.time(offset: 0), [low, low + 1e-3 + size * size * size * 4e9])
      let ticks = s.ticks(8)
      #expect(ticks.count <= 24 && zip(ticks, ticks.dropFirst()).allSatisfy { $0 < $1 })
      #expect(ticks.allSatisfy { $0 >= s.domain[0] && $0 <= s.domain[1] })
    }
  }

  @Test func `labels have the decimals of their step`() throws {
    func labels(_ low: Double, _ high: Double, _ count: Int, _ format: String? = nil) throws -> [String] {
      let s = try scale([low, high])
      return s.labels(s.ticks(count), try format.map { try NumberFormat($0) })
    }
    #expect(try labels(0, 1, 5) == ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"])
    #expect(try labels(0, 3000, 3) == ["0", "1,000", "2,000", "3,000"])
    #expect(try labels(0, 0.2, 2, "%") == ["0%", "10%", "20%"])
    let huge = try NumberFormat(".0f").text(1e308)
    #expect(try NumberFormat("+.1%").text(1e308) == "+\(huge)00.0%")
    #expect(try NumberFormat(".0%").text(-1e308).hasSuffix("\(huge)00%"))
    #expect(try labels(0, 2e6, 2, "s") == ["0", "1M", "2M"])
    #expect(try labels(0, 1, 2, ".3f") == ["0.000", "0.500", "1.000"])
    var german = NumberMarks(decimal: ",", group: ".")
    german.percent = " %"
    #expect(try NumberFormat(".1%").text(-0.072, german) == "-7,2 %")
    #expect(try NumberFormat("(.0%").text(-0.5, german) == "(50 %)")
    #expect(try NumberFormat(".2p").text(0.5, german) == "50 %")
  }

  @Test func `mistakes are refused`() {
    for (kind, domain, range) in [
      (ContinuousScale.Kind.linear, [1.0], [0.0]), (.linear, [0, 1], [0]), (.linear, [0, .infinity], [0, 1]),
      (.linear, [0, 2, 1], [0, 1, 2]), (.log, [0, 1], [0, 1]), (.log, [-1, 1], [0, 1]),
      (.symlog(constant: 0), [0, 1], [0, 1]), (.power(exponent: -1), [0, 1], [0, 1]),
    ] {
      #expect(throws: LayerError.self, "\(kind) \(domain)") { try ContinuousScale(kind, domain: domain, range: range) }
    }
  }
}

@Suite struct BandScaleTests {
  @Test func `bands fill the range`() throws {
    let x = try BandScale(count: 4, range: [0, 400], innerPadding: 0.2, outerPadding: 0.1)
    #expect(x.step == 100 && x.bandwidth == 80)
    #expect((0..<4).map { x.position($0) } == [10, 110, 210, 310])
    let reversed = try BandScale(count: 4, range: [400, 0], innerPadding: 0.2, outerPadding: 0.1)
    #expect((0..<4).map { reversed.position($0) } == [310, 210, 110, 10])
    let points = try BandScale(count: 3, range: [0, 100], innerPadding: 1)
    #expect(points.bandwidth == 0 && (0..<3).map { points.position($0) } == [0, 50, 100])
    let round = try BandScale(count: 3, range: [0, 100], isRounded: true)
    #expect(round.step == 33 && round.position(0) == 1)
    #expect(try BandScale(count: 0, range: [0, 100]).bandwidth == 100)
    #expect(throws: LayerError.self) { try BandScale(count: 1, range: [0]) }
    #expect(throws: LayerError.self) { try BandScale(count: 1, range: [0, 1], innerPadding: 2) }
  }
}

@Suite struct NumberFormatTests {
  /// The values of d3-format's documentation, and of Python's `format`.
  @Test(
    arguments: [
      (".0%", 0.123, "12%"), ("($.2f", -3.5, "($3.50)"), ("$,.2f", 1234.567, "$1,234.57"), (".2s", 42e6, "42M"),
      (",.2r", 4223, "4,200"), ("~s", 1500, "1.5k"), (".3s", 43e6, "43.0M"), ("s", 1500, "1.50000k"),
      (".3s", 0.00042, "420µ"), (".2s", 999.9, "1.0k"), ("d", 2.5, "2"), ("d", 3.5, "4"),
      (",d", 1_234_567, "1,234,567"),
      ("+d", 5, "+5"), ("+d", -5, "-5"), (" d", 5, " 5"), ("(d", -5, "(5)"), ("8d", 42, "      42"),
      ("08d", -42, "-0000042"),
      ("08,d", 1234, "0,001,234"), (".2f", 0.005, "0.01"), (".2f", 0.125, "0.12"), (".1f", -0.04, "0.0"),
      ("e", 12345.678, "1.234568e+4"), (".2e", 0, "0.00e+0"), (".0e", 1e-7, "1e-7"), ("g", 0.0001, "0.000100000"),
      ("~g", 1e21, "1e+21"), ("~g", 0.00001, "1e-5"), (".3g", 1234, "1.23e+3"), (".3p", 0.12345, "12.3%"),
      ("", 0.1, "0.1"),
      ("", 1234.5, "1234.5"), (",", 1234.5, "1,234.5"), ("", 1e15, "1e+15"), (".3r", 0.0012345, "0.00123"),
      (".0f", 1e22, "10000000000000000000000"), (".1~f", 3, "3"), (".2s", 0, "0.0"), (".1s", 1e30, "1000000Y"),
    ] as [(String, Double, String)]) func `a format writes a number`(_ spec: String, _ value: Double, _ text: String)
    throws
  {
    #expect(try NumberFormat(spec).text(value) == text)
  }

  @Test(
    arguments: [
      ("m:ss", 83, "1:23"), ("m:ss", 0, "0:00"), ("m:ss", 59.6, "1:00"), ("m:ss", 3683, "61:23"),
      ("h:mm:ss", 83, "0:01:23"), ("h:mm:ss", 3_599.5, "1:00:00"), ("h:mm:ss", 36_000, "10:00:00"),
      ("mm:ss", 83, "01:23"), ("hh:mm:ss", 83, "00:01:23"), ("m:ss", -83, "-1:23"), ("+m:ss", 5, "+0:05"),
      ("m:ss", -0.4, "0:00"), ("m:ss", -1, "-0:01"), (".1m:ss", 83.44, "1:23.4"), (".3~h:mm:ss", 1.5, "0:00:01.5"),
      ("06m:ss", 83, "001:23"), ("8m:ss", 83, "    1:23"), (",m:ss", 60_000_000, "1,000,000:00"),
      ("m:ss", .infinity, "∞"), ("m:ss", 6e21, "100000000000000000000:00"),
    ] as [(String, Double, String)]) func `a format writes seconds as a duration`(
      _ spec: String, _ value: Double, _ text: String
    ) throws
  { #expect(try NumberFormat(spec).text(value) == text) }

  @Test func `a duration agrees with division`() throws {
    for i in 0..<2000 {
      let seconds = i * i * 7
      let (m, s) = (seconds / 60, seconds % 60)
      func two(_ v: Int) -> String { v < 10 ? "0\(v)" : "\(v)" }
      #expect(try NumberFormat("m:ss").text(Double(seconds)) == "\(m):\(two(s))")
      #expect(try NumberFormat("h:mm:ss").text(Double(seconds)) == "\(m / 60):\(two(m % 60)):\(two(s))")
    }
  }

  @Test func `ticks of durations have the decimals of their step`() throws {
    let scale = try ContinuousScale(.linear, domain: [0, 120], range: [0, 300])
    #expect(scale.labels([0, 60, 120], try NumberFormat("m:ss")) == ["0:00", "1:00", "2:00"])
    #expect(scale.labels([0, 0.5, 1], try NumberFormat("m:ss")) == ["0:00.0", "0:00.5", "0:01.0"])
  }

  @Test func `a language's marks are given`() throws {
    var marks = NumberMarks(decimal: ",", group: ".", minus: "\u{2212}")
    #expect(try NumberFormat(",.1f").text(-1_234_567.25, marks) == "\u{2212}1.234.567,2")
    marks.currency = ("", " €")
    #expect(try NumberFormat("$,.2f").text(5, marks) == "5,00 €")
    marks.grouping = [3, 2]
    #expect(try NumberFormat(",d").text(1_234_567, marks) == "12.34.567")
    #expect(try NumberFormat(",d").text(.infinity) == "∞")
    #expect(try NumberFormat(",d").text(.nan) == "NaN")
  }

  @Test(arguments: ["q", ".f", "d2", ".99f", "999d", "+-d", ",,d", "5.2.f", "m:s", "ss", "m:ssd", "h:ss"])
  func `a format that is not one is refused`(
    _ spec: String
  ) { #expect(throws: LayerError.self) { try NumberFormat(spec) } }
}
