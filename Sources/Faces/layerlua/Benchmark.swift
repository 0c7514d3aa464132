// SPDX-License-Identifier: MIT
import Numbers
import SystemC

import LayerEngine

/// `layerlua bench CASE [out.png]`: times a scene of Tests/Benchmarks and prints a line of JSON for each measurement.
///
/// The first frame is not timed. Then frames are timed for 0.75 s (1.5 s × BENCH_SCALE, default 0.5) or up to 15
/// frames, but at least two. A frame is a complete render of a scene in memory, without a file.
struct Benchmark {
  let options: CommandLineOptions

  func run() throws {
    guard let script = options.script else { throw EngineError(.usage, "which case? layerlua bench CASE [out.png]") }
    let output = options.scriptArguments.first
    let path = try scenePath(script)
    // A scene given as a file receives its case through -D case=NAME.
    let name = options.definitions.last { $0.name == "case" }?.value ?? script
    var configuration = options.configuration(
      scriptDirectory: folder(of: path), writableFiles: output.map { [$0] } ?? [])
    configuration.writableDirectories.append(getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp")
    // Stills are timed without the picture cache, unless --keep sets another size than the default; a film is timed
    // with it, as it is normally rendered.
    if !name.hasPrefix("w11"), configuration.keptPictureLimit == Engine.Configuration().keptPictureLimit {
      configuration.keptPictureLimit = 0
    }
    let engine = try Engine(configuration)
    let source = try read(path)
    let arguments = ScriptArguments(named: [("case", name)] + options.definitions)
    if name.hasPrefix("w10") { return try timeScript(name, source, path) }
    guard let layer = try engine.run(script: source, name: path, arguments: arguments) else {
      throw EngineError(.script, "returned no layer", script: path)
    }
    if name == "w1" {
      // Timed externally, from process start to the written file.
      let bytes = try engine.encode(layer, format: "png", PictureOptions(scale: 2))
      if let output { try engine.write(bytes, to: output) }
      return
    }
    let settings = PictureOptions(scale: options.scales[0])
    if name.hasPrefix("w11") {
      // One measurement covers 120 frames of 2 s, or those of `-D seconds=… -D frames=…`: discarded, written to PNG
      // files, or to a film with the ffmpeg settings that the other programs use. The first `-D untimed=…` frames of a
      // film that is discarded fill the caches and are not timed.
      func given(_ name: String) -> Double? { arguments.named.last { $0.name == name }.flatMap { Double($0.value) } }
      let seconds = given("seconds") ?? 2
      var film = FilmOptions(
        duration: seconds, framesPerSecond: (given("frames") ?? 120) / seconds, start: 0, scale: options.scales[0])
      let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
      let base = "\(folder)/layerlua-bench-\(getpid())"
      let untimed = given("untimed") ?? 0
      for _ in 0..<3 {
        var start = now()
        var cpu = now(CLOCK_PROCESS_CPUTIME_ID)
        var count = 0.0
        switch name {
        case "w11_png": try engine.write(layer, to: base + "-{000}.png", film)
        case "w11_mp4":
          film.quality = 0.7
          try engine.write(layer, to: base + ".mp4", film)
        default:
          try engine.drawFilm(of: layer, film) { _ in
            count += 1
            if count == untimed { (start, cpu) = (now(), now(CLOCK_PROCESS_CPUTIME_ID)) }
          }
        }
        print(name, [(now() - start) * 1e3], cpu: (now(CLOCK_PROCESS_CPUTIME_ID) - cpu) * 1e3)
      }
      for frame in 0..<120 { unlink(base + "-" + String(repeating: "0", count: 3 - "\(frame)".count) + "\(frame).png") }
      unlink(base + ".mp4")
      if let output {
        try engine.write(engine.encode(layer, format: "png", PictureOptions(time: 0.5)), to: output)
      }
      return
    }
    try time(name) { _ = try engine.render(layer, settings) }
    let image = try engine.render(layer, settings)
    if name.hasPrefix("w2") || name.hasPrefix("w9") {
      try time(name + "_encode") { _ = try engine.encode(image, format: "png") }
    }
    if let output { try engine.write(engine.encode(image, format: "png"), to: output) }
  }

  /// Times a script that repeats something `-D n=…` times; the result is the time of one repetition.
  private func timeScript(_ name: String, _ source: [UInt8], _ path: String) throws {
    func seconds(_ n: Int) throws -> Double {
      let engine = try Engine(Engine.Configuration(scriptDirectory: folder(of: path)))
      let start = now(CLOCK_PROCESS_CPUTIME_ID)
      _ = try engine.run(script: source, name: path, arguments: ScriptArguments(named: [("n", "\(n)")]))
      return now(CLOCK_PROCESS_CPUTIME_ID) - start
    }
    let count = 1_000_000
    var figures: [Double] = []
    for _ in 0..<7 { figures.append((try seconds(count) - seconds(0)) / Double(count)) }
    figures.sort()
    print(name, [figures[3] * 1e3], cpu: nil)
  }

  private func time(_ name: String, _ frame: () throws -> Void) throws {
    let scale = getenv("BENCH_SCALE").flatMap { Double(String(cString: $0)) } ?? 0.5
    try frame()
    var times: [Double] = []
    var cpu: [Double] = []
    let start = now()
    while times.count < 15, times.count < 2 || now() - start < 1.5 * scale {
      let c = now(CLOCK_PROCESS_CPUTIME_ID)
      let t = now()
      try frame()
      times.append((now() - t) * 1e3)
      cpu.append((now(CLOCK_PROCESS_CPUTIME_ID) - c) * 1e3)
    }
    cpu.sort()
    print(name, times, cpu: cpu[cpu.count / 2])
  }

  private func print(_ name: String, _ times: [Double], cpu: Double?) {
    var line = "{\"peer\":\"layerlua\",\"case\":\"\(name)\",\"ms\":[\(times.map { "\($0)" }.joined(separator: ","))]"
    if let cpu { line += ",\"cpu_ms\":\(cpu)" }
    writeAll(1, Array((line + "}\n").utf8))
  }

  private func now(_ clock: clockid_t = CLOCK_MONOTONIC) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// Returns the path of the case's scene: a file, or a name in the Tests/Benchmarks of the checkout that the program
  /// was built in. `w2_1000` is `w2.lua`.
  private func scenePath(_ name: String) throws -> String {
    if name.hasSuffix(".lua") { return name }
    let base = name.split(separator: "_").first.map(String.init) ?? name
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    var place = count > 0 ? String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self) : "."
    while !place.isEmpty, place != "." {
      place = folder(of: place)
      for file in [name, base] {
        let candidate = "\(place)/Tests/Benchmarks/\(file).lua"
        if access(candidate, R_OK) == 0 { return candidate }
      }
      if place == "/" { break }
    }
    throw EngineError(.usage, "there is no benchmark \(name) in Tests/Benchmarks")
  }

  private func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private func read(_ path: String) throws -> [UInt8] {
    guard let file = fopen(path, "r") else { throw EngineError(.file, "cannot read \(path)") }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = fread(&chunk, 1, chunk.count, file)
      if count == 0 { return bytes }
      bytes += chunk[..<count]
    }
  }
}
