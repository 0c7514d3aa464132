// SPDX-License-Identifier: MIT
import Foundation
import Geometry
import Messages
import Testing
import TestSupport
import Timing

/// Named easings and CSS's timing functions.
@Suite struct EasingTests {
  private func function(_ text: String) throws -> TimingFunction {
    try #require(try TimingFunction(text: text), "\(text)")
  }

  @Test func `every easing begins at 0 and ends at 1, and its parts mirror each other`() throws {
    for family in Easing.Family.allCases {
      let (start, end) = (Easing(family, .in), Easing(family, .out))
      let (both, middle) = (Easing(family, .inOut), Easing(family, .outIn))
      for easing in [start, end, both, middle] {
        #expect(easing(0) == 0 && easing(1) == 1 && easing(-3) == 0 && easing(7) == 1, "\(easing.name)")
        #expect(Easing(named: easing.name) == easing)
      }
      for i in 1..<64 {
        let t = Double(i) / 64
        #expect(abs(end(t) - (1 - start(1 - t))) < 1e-12)
        #expect(abs(both(t) - (1 - both(1 - t))) < 1e-12)
        #expect(abs(middle(t) - (1 - middle(1 - t))) < 1e-12)
        if t < 0.5 { #expect(abs(both(t) - start(2 * t) / 2) < 1e-12) }
      }
    }
  }

  @Test func `easings have the values of their formulas`() throws {
    let expected: [(String, Double, Double)] = [
      ("sineIn", 0.5, 1 - cos(Double.pi / 4)), ("quadOut", 0.5, 0.75), ("cubicInOut", 0.25, 0.0625),
      ("quartIn", 0.5, 0.0625), ("quintOut", 0.5, 0.96875), ("expoIn", 0.5, pow(2, -5)),
      ("circOut", 0.5, (1 - 0.25).squareRoot()), ("backIn", 0.5, 0.25 * (2.70158 * 0.5 - 1.70158)),
      ("bounceOut", 0.5, 0.765625), ("bounceOut", 0.2, 7.5625 * 0.04),
      ("bounceOut", 0.8, 7.5625 * pow(0.8 - 9 / 11.0, 2) + 0.9375),
      ("elasticOut", 0.3, pow(2, -3) * sin((3 - 0.75) * 2 * Double.pi / 3) + 1),
    ]
    for (name, t, value) in expected { #expect(abs(try function(name)(t) - value) < 1e-12, "\(name)") }
  }

  /// The cubic curves that files of Core Animation get.
  @Test func `close cubic curves are close`() throws {
    for family in Easing.Family.allCases {
      for part in Easing.Part.allCases {
        let easing = TimingFunction.easing(family, part)
        let (a, b, isClose) = easing.nearestCubic
        guard isClose else { continue }
        let cubic = try TimingFunction(controlPoints: a, b)
        let error = (0...1000).map { abs(easing(Double($0) / 1000) - cubic(Double($0) / 1000)) }.max() ?? 1
        #expect(error < 0.003, "\(family) \(part): \(error)")
      }
    }
    #expect(TimingFunction.easing(.cubic, .out).nearestCubic.isClose)
    #expect(!TimingFunction.easing(.elastic, .out).nearestCubic.isClose)
  }

  @Test func `steps jump where CSS says`() throws {
    let expected: [(String, [Double])] = [
      ("steps(4)", [0, 0, 0.25, 0.5, 0.75, 1]), ("steps(4, start)", [0.25, 0.25, 0.5, 0.75, 1, 1]),
      ("steps(4, jump-none)", [0, 0, 1 / 3.0, 2 / 3.0, 1, 1]),
      ("steps(4, jump-both)", [0.2, 0.2, 0.4, 0.6, 0.8, 1]),
    ]
    for (text, values) in expected {
      let f = try function(text)
      let times: [Double] = [0, 0.1, 0.3, 0.6, 0.9, 1]
      for (t, value) in zip(times, values) { #expect(abs(f(t) - value) < 1e-12, "\(text) \(t)") }
    }
    #expect(try function("step-start")(0) == 1)
    #expect(try function("step-end")(0.99) == 0)
  }

  @Test func `linear spreads stops, raises times and holds the later of two`() throws {
    let even = try function("linear(0, 0.25, 1)")
    #expect(even(0.25) == 0.125 && even(0.5) == 0.25 && even(0.75) == 0.625)
    let held = try function("linear(0, 0.5 25% 75%, 1)")
    #expect(held(0.25) == 0.5 && held(0.5) == 0.5 && held(0.75) == 0.5 && held(0.875) == 0.75)
    let jump = try function("linear(0, 0.3 50%, 0.8 50%, 1)")
    #expect(jump(0.5) == 0.8 && abs(jump(0.49999) - 0.3) < 1e-4)
    let late = try function("linear(0, 1 60%, 0.5 40%, 1)")
    #expect(late(0.6) == 0.5)
    let outside = try function("linear(20% 0.2, 0.8 80%)")
    #expect(abs(outside(0) - 0) < 1e-12 && abs(outside(1) - 1) < 1e-12)
  }

  @Test func `texts are read back as they are written`() throws {
    for text in ["elasticInOut", "steps(3)", "steps(3, jump-both)", "linear(0 0%, 0.8 30%, 1 100%)"] {
      let f = try function(text)
      #expect(f.text == text)
      #expect(try function(f.text ?? "") == f)
    }
    #expect(try TimingFunction(text: "cubic-bezier(0.3, 0, 0.7, 1)")?.control2 == Point(0.7, 1))
    #expect(try TimingFunction(text: "nonsense") == nil)
    #expect(try TimingFunction(text: "ease-in-out") == .easeInEaseOut)
  }

  @Test(arguments: [
    ("steps(0)", "whole number from 1"), ("steps(1, jump-none)", "from 2"), ("steps(2.5)", "whole number"),
    ("steps(4, jump-ned)", "did you mean \"jump-end\"?"), ("linear(1)", "2 to 10000 stops"),
    ("linear(0, x, 1)", "got x"), ("linear(0,, 1)", "got an empty one"), ("cubic-bezier(1, 2)", "four numbers"),
    ("cubic-bezier(2, 0, 0, 1)", "c1x must lie between 0 and 1"), ("linear(0, 1 1% 2% 3%)", "up to two percentages"),
  ]) func `wrong arguments are explained`(text: String, part: String) {
    #expect {
      _ = try TimingFunction(text: text)
    } throws: { error in
      "\(error)".contains(part)
    }
  }

  @Test func `names of other libraries lead to the easing they mean`() {
    for (name, meant) in [
      ("easeOutCubic", "cubicOut"), ("easeInOutSine", "sineInOut"), ("power2.inOut", "cubicInOut"),
      ("back.out(1.7)", "backOut"), ("bounce", "bounceOut"), ("elastic-in", "elasticIn"),
    ] { #expect(TimingFunction.easingMeant(by: name) == meant) }
    #expect(TimingFunction.easingMeant(by: "wobble") == nil)
  }

  /// Any text is either a function that gives finite numbers, an unknown name, or an error.
  @Test func `no text ends the process`() {
    var random = SeededRandom(11)
    let parts = [
      "linear", "steps", "(", ")", ",", " ", "0", "1", "-1e9", "50%", "jump-none", "%", ".", "e", "quadIn", "é",
    ]
    for _ in 0..<4000 {
      let text = (0..<Int.random(in: 0...12, using: &random)).map { _ in parts.randomElement(using: &random) ?? "" }
        .joined()
      guard let f = try? TimingFunction(text: text) else { continue }
      for t in [-1, 0, 0.3, 0.5, 1, 2] { #expect(f(t).isFinite, "\(text)") }
    }
  }
}
