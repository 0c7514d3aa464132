// SPDX-License-Identifier: MIT
import HTTPServing
import ServiceContract

/// The command line `layerlua serve FOLDER [options]`.
package struct ServiceOptions: Sendable {
  /// The program that draws.
  package var program = ""
  package var folder = ""
  package var place = HTTPServer.Place.internet(host: "127.0.0.1", port: 8040)
  package var metricsPlace: HTTPServer.Place?
  /// nil is one a processor.
  package var workers: Int?
  package var keyFile: String?
  package var tokenFile: String?
  package var allowsUnsigned = false
  package var allowsScripts = false
  package var cacheFolder: String?
  package var cacheSize = 1 << 30
  package var cacheMemory = 64 << 20
  package var limits = DrawLimits()
  package var queue: Int?
  package var queueTime = 10.0
  package var drainDelay = 5.0
  package var stopTime = 30.0
  package var trustedProxies: [IPRange] = []
  package var unsigned: [String] = []
  package var showsErrors = false
  /// The formats of an address without an extension, the preferred one first.
  package var negotiated: [AnswerFormat] = []
  package var errorImage: ScriptName?
  package var watches = false
  /// The isolation and folders of the drawing processes, as the program's own options.
  package var drawing: [String] = ["--isolate"]
  package var wantsHelp = false

  package struct Mistake: Error, Equatable {
    package var message: String
  }

  struct Rule: Sendable {
    var name: String
    /// The placeholder of its value; nil if it takes none.
    var value: String?
    var help: String
    var apply: @Sendable (inout ServiceOptions, String) throws(Mistake) -> Void
  }

  static let rules: [Rule] = [
    Rule(name: "--listen", value: "PLACE", help: "address:port, [IPv6]:port or unix:PATH; default 127.0.0.1:8040") {
      (o, v) throws(Mistake) in o.place = try place(v, "--listen")
    },
    Rule(
      name: "--metrics-listen", value: "PLACE",
      help: "serves /metrics there; without it /metrics is answered to this machine alone"
    ) { (o, v) throws(Mistake) in o.metricsPlace = try place(v, "--metrics-listen") },
    Rule(name: "--workers", value: "N", help: "number of drawing processes; default one per processor") {
      (o, v) throws(Mistake) in o.workers = try whole(v, 1...256, "--workers")
    },
    Rule(name: "--keys", value: "FILE", help: "keys of signed addresses, id:hex a line, at least 32 bytes each") {
      o, v in o.keyFile = v
    },
    Rule(name: "--token-file", value: "FILE", help: "bearer tokens, name:token a line, instead of signatures") {
      o, v in o.tokenFile = v
    },
    Rule(
      name: "--allow-unsigned", value: nil,
      help: "answers everybody; else requests from other machines must be signed or carry a token"
    ) { o, _ in o.allowsUnsigned = true },
    Rule(name: "--unsigned", value: "LIST", help: "words that may change without a signature, such as _w,_dpr") {
      (o, v) throws(Mistake) in
      for name in v.split(separator: ",").map(String.init) {
        guard DrawRequest.mayBeUnsigned(name) else {
          throw Mistake(message: "--unsigned: expected words such as _w,_dpr, got \(name)")
        }
        o.unsigned.append(name)
      }
    },
    Rule(name: "--allow-scripts", value: nil, help: "draws scripts that requests bring: POST /render.png") { o, _ in
      o.allowsScripts = true
    },
    Rule(name: "--cache", value: "FOLDER", help: "keeps pictures in this folder, which several services may share") {
      o, v in o.cacheFolder = v
    },
    Rule(name: "--cache-size", value: "BYTES", help: "size of that folder; default 1073741824") {
      (o, v) throws(Mistake) in o.cacheSize = try whole(v, 0...(1 << 46), "--cache-size")
    },
    Rule(name: "--cache-memory", value: "BYTES", help: "pictures kept in memory; default 67108864, 0 for none") {
      (o, v) throws(Mistake) in o.cacheMemory = try whole(v, 0...(1 << 40), "--cache-memory")
    },
    Rule(name: "--scales", value: "LIST", help: "scales that _scale and _dpr may ask for; default 1,2,3") {
      (o, v) throws(Mistake) in o.limits.scales = try numbers(v, 0.1...8, "--scales")
    },
    Rule(name: "--widths", value: "LIST", help: "widths in pixels that _w may ask for; default 320,640,1200") {
      (o, v) throws(Mistake) in
      o.limits.widths = try numbers(v, 1...32_768, "--widths").map { Int($0) }
    },
    Rule(name: "--max-pixels", value: "N", help: "largest picture; default 16000000 pixels") {
      (o, v) throws(Mistake) in o.limits.pixels = try whole(v, 1...1_000_000_000, "--max-pixels")
    },
    Rule(name: "--max-frames", value: "N", help: "longest film; default 900 frames") {
      (o, v) throws(Mistake) in o.limits.frames = try whole(v, 1...1_000_000, "--max-frames")
    },
    Rule(name: "--max-duration", value: "SECONDS", help: "longest film; default 30") {
      (o, v) throws(Mistake) in o.limits.duration = try seconds(v, "--max-duration")
    },
    Rule(name: "--time-limit", value: "SECONDS", help: "for a picture, with its script; default 10") {
      (o, v) throws(Mistake) in o.limits.time = try seconds(v, "--time-limit")
    },
    Rule(name: "--film-time-limit", value: "SECONDS", help: "for a film; default 60") {
      (o, v) throws(Mistake) in o.limits.filmTime = try seconds(v, "--film-time-limit")
    },
    Rule(name: "--memory-limit", value: "BYTES", help: "for a script and its layers; default 268435456") {
      (o, v) throws(Mistake) in o.limits.memory = try whole(v, (1 << 20)...(1 << 40), "--memory-limit")
    },
    Rule(name: "--queue", value: "N", help: "pictures that may wait; default 8 for each worker") {
      (o, v) throws(Mistake) in o.queue = try whole(v, 1...100_000, "--queue")
    },
    Rule(name: "--queue-wait", value: "SECONDS", help: "longest wait for a worker; default 10") {
      (o, v) throws(Mistake) in o.queueTime = try seconds(v, "--queue-wait")
    },
    Rule(name: "--drain-delay", value: "SECONDS", help: "from a stop signal until no connection is taken; default 5") {
      (o, v) throws(Mistake) in o.drainDelay = try seconds(v, "--drain-delay", from: 0)
    },
    Rule(name: "--stop-timeout", value: "SECONDS", help: "for running pictures after a stop signal; default 30") {
      (o, v) throws(Mistake) in o.stopTime = try seconds(v, "--stop-timeout", from: 0)
    },
    Rule(name: "--trusted-proxies", value: "LIST", help: "addresses (10.0.0.0/8) whose X-Forwarded-For is believed") {
      (o, v) throws(Mistake) in
      for text in v.split(separator: ",").map(String.init) {
        guard let range = IPRange(text) else {
          throw Mistake(message: "--trusted-proxies: expected addresses such as 10.0.0.0/8, got \(text)")
        }
        o.trustedProxies.append(range)
      }
    },
    Rule(name: "--negotiate", value: "LIST", help: "formats for addresses without one, by Accept, such as webp,jpg") {
      (o, v) throws(Mistake) in
      for text in v.split(separator: ",").map(String.init) {
        guard let format = AnswerFormat(extension: text), !format.isFilm else {
          throw Mistake(message: "--negotiate: expected formats of pictures such as webp,jpg, got \(text)")
        }
        o.negotiated.append(format)
      }
    },
    Rule(name: "--error-image", value: "NAME", help: "script drawn in place of an error if the client wants an image") {
      (o, v) throws(Mistake) in
      guard let name = ScriptName(v) else {
        throw Mistake(message: "--error-image: expected a script's name, such as error, got \(v)")
      }
      o.errorImage = name
    },
    Rule(name: "--show-errors", value: nil, help: "shows scripts' messages and lines to other machines too") { o, _ in
      o.showsErrors = true
    },
    Rule(name: "--watch", value: nil, help: "loads scripts again when a file changes, for development") { o, _ in
      o.watches = true
    },
    Rule(
      name: "--isolate", value: nil,
      help: "--isolate=require starts only if the system can lock the drawing processes in"
    ) { (o, v) throws(Mistake) in
      guard ["", "require"].contains(v) else {
        throw Mistake(message: "--isolate: expected --isolate or --isolate=require, got --isolate=\(v)")
      }
      o.drawing[0] = v.isEmpty ? "--isolate" : "--isolate=require"
    },
    Rule(name: "--font-dir", value: "DIR", help: "a folder of fonts; repeatable") { o, v in
      o.drawing += ["--font-dir", v]
    },
    Rule(name: "--allow-read", value: "DIR", help: "a folder that scripts may read besides FOLDER; repeatable") {
      o, v in
      o.drawing += ["--allow-read", v]
    },
  ]

  /// Parses the words after `serve`.
  package init(_ words: [String]) throws(Mistake) {
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--program" {
        program = rest.popFirst() ?? ""
        continue
      }
      if word == "-h" || word == "--help" {
        wantsHelp = true
        continue
      }
      guard word.hasPrefix("-") else {
        guard folder.isEmpty else {
          throw Mistake(message: "there is one folder of scripts, got \(folder) and \(word)")
        }
        folder = word
        continue
      }
      let sides = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard let rule = Self.rules.first(where: { $0.name == sides[0] }) else {
        let remedy = nearest(sides[0], among: Self.rules.map(\.name)).map { "; did you mean \($0)?" } ?? ""
        throw Mistake(message: "there is no option \(sides[0])\(remedy)")
      }
      if rule.value == nil {
        let value = sides.count > 1 ? sides[1] : nil
        guard value == nil || rule.name == "--isolate" else { throw Mistake(message: "\(rule.name) takes no value") }
        try rule.apply(&self, value ?? "")
      } else if let value = sides.count > 1 ? sides[1] : rest.popFirst() {
        try rule.apply(&self, value)
      } else {
        throw Mistake(message: "\(rule.name) needs a value: \(rule.value ?? "")")
      }
    }
    if wantsHelp { return }
    guard !program.isEmpty else { throw Mistake(message: "layerlua-serve is what layerlua serve starts") }
    guard !folder.isEmpty else {
      throw Mistake(message: "layerlua serve needs a folder of scripts: layerlua serve FOLDER")
    }
  }

  package static var help: String {
    var text = """
      Draws the scripts, Lottie files and scenes of a folder for HTTP requests: GET /NAME.png?title=Hello

      usage: layerlua serve FOLDER [options]
             layerlua sign ADDRESS --keys FILE [--expires SECONDS] [--unsigned LIST]


      """
    for rule in rules {
      let head = "  \(rule.name)" + (rule.value.map { " \($0)" } ?? "")
      text += head + String(repeating: " ", count: max(2, 28 - head.count)) + rule.help + "\n"
    }
    return text + """

      Signals: HUP loads the scripts and keys again, TERM and INT finish what runs and stop.

      """
  }

  // MARK: values

  private static func place(_ text: String, _ option: String) throws(Mistake) -> HTTPServer.Place {
    if text.hasPrefix("unix:"), text.count > 5 { return .file(path: String(text.dropFirst(5))) }
    let mistake = Mistake(message: "\(option): expected an address and a port such as 127.0.0.1:8040, got \(text)")
    guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
      (0...65_535).contains(port)
    else { throw mistake }
    var host = String(text[..<colon])
    if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
    if host == "localhost" { host = "127.0.0.1" }
    guard IPAddress(host) != nil else { throw mistake }
    return .internet(host: host, port: port)
  }

  private static func whole(_ text: String, _ range: ClosedRange<Int>, _ option: String) throws(Mistake) -> Int {
    guard let value = Int(text), range.contains(value) else {
      throw Mistake(message: "\(option): expected \(range.lowerBound) to \(range.upperBound), got \(text)")
    }
    return value
  }

  private static func seconds(_ text: String, _ option: String, from least: Double = 0.01) throws(Mistake) -> Double {
    guard let value = Double(text), value.isFinite, (least...86_400).contains(value) else {
      throw Mistake(message: "\(option): expected seconds from \(numberText(least)) to 86400, got \(text)")
    }
    return value
  }

  private static func numbers(
    _ text: String, _ range: ClosedRange<Double>, _ option: String
  ) throws(Mistake) -> [Double] {
    let values = text.split(separator: ",").map { Double($0) }
    guard !values.isEmpty, values.count <= 64, values.allSatisfy({ $0.map(range.contains) ?? false }) else {
      throw Mistake(
        message: "\(option): expected numbers from \(numberText(range.lowerBound)) to \(numberText(range.upperBound)), "
          + "separated by commas, got \(text)")
    }
    return values.compactMap { $0 }
  }

  /// True if the service listens on an address of this machine itself, which its browsers reach too.
  package var isLoopback: Bool {
    guard case .internet(let host, _) = place else { return false }
    return IPAddress(host)?.isLoopback ?? false
  }

  /// True if only this machine can reach the service.
  package var isLocal: Bool {
    switch place {
    case .internet: isLoopback
    case .file: true
    case .inherited: false
    }
  }
}
