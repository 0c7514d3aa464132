// SPDX-License-Identifier: MIT
import Foundation
import LayerModel
import LottieFiles
import TestSupport
import Testing

/// Files made to exhaust memory or time.
struct LimitTests {
  private func error(layers: String, more: String = "") throws -> LayerError? {
    let file = try LottieFile(layers: layers, more: more)
    return file.error()
  }

  @Test func `paths are merged 32 deep at most, and copies of merged paths count in full`() {
    let dot = #"{"ty":"rc","s":{"k":[4,4]},"p":{"k":[5,5]}},{"ty":"mm","mm":2},"#
    func error(_ items: String) -> LayerError? {
      do {
        _ = try LottieFile(layers: #"{"ty":4,"shapes":[\#(items){"ty":"fl"}]}"#).layer()
      } catch { return error as? LayerError }
      return nil
    }
    #expect(error(String(repeating: dot, count: 32)) == nil)
    #expect(error(String(repeating: dot, count: 33))?.message.contains("merged more than 32 deep") == true)
    let copies = #"{"ty":"rp","c":{"k":2000}},{"ty":"mm","mm":2},"#
    #expect(error(dot + copies + copies)?.kind == .limit)
  }

  @Test func `compositions that contain one another are an error`() throws {
    let assets = #""assets":[{"id":"a","layers":[{"ty":0,"nm":"B","refId":"a"}]}],"#
    #expect(
      try error(layers: #"{"ty":0,"nm":"A","refId":"a"}"#, more: assets)?.message.contains("contains itself") == true)
  }

  @Test func `compositions used ten times ten times are counted before they are made`() throws {
    var assets: [String] = []
    for i in 0..<9 {
      let use = Array(repeating: #"{"ty":0,"refId":"\#(i + 1)"}"#, count: 10).joined(separator: ",")
      assets.append(#"{"id":"\#(i)","layers":[\#(use)]}"#)
    }
    assets.append(#"{"id":"9","layers":[{"ty":1,"sw":1,"sh":1}]}"#)
    let found = try error(
      layers: #"{"ty":0,"refId":"0"}"#, more: #""assets":[\#(assets.joined(separator: ","))],"#)
    #expect(found?.kind == .limit)
  }

  @Test func `nesting is limited`() throws {
    var assets: [String] = []
    for i in 0..<60 { assets.append(#"{"id":"\#(i)","layers":[{"ty":0,"refId":"\#(i + 1)"}]}"#) }
    let found = try error(
      layers: #"{"ty":0,"refId":"0"}"#,
      more: #""assets":[\#(assets.joined(separator: ",")),{"id":"60","layers":[{}]}],"#)
    #expect(found?.kind == .limit)
    let deep = String(repeating: #"{"a":"#, count: 300) + "1" + String(repeating: "}", count: 300)
    #expect(throws: LayerError.self) { try LottieFile(#"{"layers":[],"x":\#(deep)}"#) }
  }

  @Test func `a cycle of parents is an error`() throws {
    let found = try error(
      layers:
        #"{"ty":1,"sw":1,"sh":1,"ind":1,"parent":2,"ks":{"r":{"k":1}}},{"ty":3,"ind":2,"parent":1,"ks":{"r":{"k":1}}}"#)
    #expect(found?.kind == .limit)
  }

  @Test func `a matte of its own layer is an error`() throws {
    let found = try error(
      layers: #"{"ty":1,"sw":1,"sh":1,"ind":1,"tp":2,"tt":1},{"ty":1,"sw":1,"sh":1,"ind":2,"tp":1,"tt":1}"#)
    #expect(found != nil)
  }

  @Test(arguments: [
    #"{"ty":"rp","c":{"k":100000}}"#, #"{"ty":"sr","pt":{"k":5000}},{"ty":"fl"}"#,
    #"{"ty":"st"},{"ty":"tm","o":{"k":[{"t":0,"s":[0]},{"t":9,"s":[999999999]}]}}"#,
  ])
  func `numbers of copies, points and turns are limited`(items: String) throws {
    let found = try error(
      layers: #"{"ty":4,"shapes":[{"ty":"rc","s":{"k":[1,1]}},{"ty":"fl"},\#(items)]}"#)
    #expect(found?.kind == .limit)
  }

  @Test func `a number of copies is stated as the file has it`() throws {
    let found = try error(
      layers: #"{"ty":4,"shapes":[{"ty":"rc","s":{"k":[1,1]}},{"ty":"fl"},{"ty":"rp","c":{"k":1e9}}]}"#)
    #expect(found?.message.contains("it makes 1000000000 copies, at most 10000") == true, "\(found?.message ?? "")")
  }

  @Test func `the length in frames is limited`() {
    #expect(throws: LayerError.self) { try LottieFile(#"{"ip":0,"op":1e8,"layers":[]}"#) }
  }

  /// The shared samples; empty where they are missing.
  static let samples: [String] = {
    let folder = Checkout.root + "/../shared/artwork/lottie/samples"
    return (FileManager.default.subpaths(atPath: folder) ?? []).filter {
      $0.hasSuffix(".json") || $0.hasSuffix(".lottie")
    }.sorted()
      .map { folder + "/" + $0 }
  }()

  @Test func `every sample is read, and cut at a hundred places is an error or layers`() throws {
    let clock = ContinuousClock()
    // Large samples are cut less often: a test takes a few seconds.
    let end = clock.now + .seconds(20)
    for path in Self.samples {
      guard let data = FileManager.default.contents(atPath: path), data.count < 400_000 else { continue }
      let bytes = Array(data)
      let file = try LottieFile(bytes)
      _ = try file.layer()
      for part in 1..<100 where part % (1 + bytes.count / 20_000) == 0 && clock.now < end {
        guard let cut = try? LottieFile(Array(bytes.prefix(bytes.count * part / 100))) else { continue }
        _ = try? cut.layer()
      }
    }
  }

  @Test func `samples with changed bytes give an error or layers`() throws {
    let clock = ContinuousClock()
    let end = clock.now + .seconds(20)
    var random = SeededRandom(37)
    let films = Self.samples.compactMap { FileManager.default.contents(atPath: $0) }.filter { $0.count < 40_000 }
    for _ in 0..<40 {
      for film in films {
        guard clock.now < end else { return }
        guard let file = try? LottieFile(Self.changed(Array(film), &random)) else { continue }
        _ = try? file.layer()
      }
    }
  }

  /// Returns bytes of which a few were replaced by ones that mean something in JSON.
  private static func changed(_ film: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
    var bytes = film
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let i = Int.random(in: 0..<bytes.count, using: &random)
      bytes[i] = [UInt8(ascii: "9"), 48, 45, 34, 91, 93, 123, 125, 44, 101].randomElement(using: &random) ?? 48
    }
    return bytes
  }

  @Test func `changed bytes give an error or layers`() throws {
    var random = SeededRandom(36)
    let film = Array(
      LottieFile.json(
        layers:
          #"{"ty":4,"nm":"S","shapes":[{"ty":"rc","s":{"k":[{"t":0,"s":[9,9],"o":{"x":0.3,"y":0},"i":{"x":0.6,"y":1}},"#
          + #"{"t":30,"s":[40,20]}]}},{"ty":"gf","g":{"p":2,"k":{"k":[0,1,0,0,1,0,0,1]}}},{"ty":"tm","o":{"k":90}},"#
          + #"{"ty":"rp","c":{"k":3}}]},{"ty":5,"t":{"d":{"k":[{"s":{"t":"ab","s":9,"f":"X"},"t":0}]}}}"#
      ).utf8)
    for _ in 0..<2000 {
      guard let file = try? LottieFile(Self.changed(film, &random)) else { continue }
      _ = try? file.layer()
    }
  }
}
