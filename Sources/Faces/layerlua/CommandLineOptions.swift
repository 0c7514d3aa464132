// SPDX-License-Identifier: MIT
import Formats
import LayerEngine
import Messages
import Numbers
import SystemC

/// The parsed command line.
struct CommandLineOptions {
  /// The subcommand; without one the program draws.
  enum Command: String, CaseIterable {
    case render, watch, serve, sign, frames, join, diagnose, inspect, fonts
    case initialize = "init"
    case doc, stubs, completions
    // For developers and for layerlua-serve; not listed in the help.
    case bench, reference, preview
    case drawJobs = "draw-jobs"

    /// True if the first positional argument is a script, or the folder that the command is about.
    var takesScript: Bool {
      switch self {
      case .render, .watch, .frames, .diagnose, .inspect, .bench, .join, .preview, .drawJobs: true
      case .serve, .sign, .fonts, .initialize, .doc, .stubs, .completions, .reference: false
      }
    }

    /// True if the words after the command are those of layerlua-serve, which parses them.
    var isOfServer: Bool { self == .serve || self == .sign }
  }

  /// Selects whether the process is sandboxed before the script runs.
  enum Isolation {
    case none
    /// Sandbox as far as the system can; missing mechanisms are reported.
    case possible
    /// Run only with every sandbox mechanism.
    case required
  }

  var command = Command.render
  /// True if the command line names the subcommand; otherwise it is the default, drawing.
  var isCommandNamed = false
  /// The script's path, `-` for standard input; nil with `-e`.
  var script: String?
  var code: [String] = []
  /// The wallpaper to draw of a file that holds several; nil for the first.
  var wallpaper: String?
  /// The animation to play of a Lottie archive that holds several; nil for the archive's choice.
  var animation: String?
  /// The theme of a Lottie archive, empty for none; nil for the archive's choice.
  var theme: String?
  /// The Lottie file whose template `layerlua init` writes; nil for the first scene.
  var lottie: String?
  /// The named part of a Lottie file to play; nil for all.
  var marker: String?
  /// The state of a scene file to draw, and its tilt.
  var state: SceneSource.State?
  var tilt: (x: Double, y: Double)?
  /// The changes of state in a film of a scene file; empty for none.
  var states: [SceneSource.StateChange] = []
  /// The options for scene files as given, which affect the picture.
  var sceneWords: [String] = []
  var scriptArguments: [String] = []
  var definitions: [(name: String, value: String)] = []
  var output: String?
  /// In points.
  var size: (width: Double, height: Double)?
  var scales: [Double] = [1]
  /// How files are encoded, without the options of vector pages.
  var encoding = EncodingOptions()
  /// Options of vector pages.
  var page = PageOptions()
  var saysRasterized = false
  var background: String?
  var time: Double?
  var film = FilmRequest()
  /// The frames per second of pictures in place of layers, in a file of a scene; nil for layers.
  var bake: Double?
  var batch = BatchOptions()
  /// The columns of the row that is drawn, as texts.
  var columns: [(name: String, value: String)] = []
  /// The share as given; its meaning depends on environment variables.
  var shard: String?
  /// The engine's configuration as far as options set it; a run adds its script's folder and its output.
  var engine: Engine.Configuration = {
    var configuration = Engine.Configuration(workingDirectory: ".", endsProcessAtTimeLimit: true)
    configuration.face = .program
    return configuration
  }()
  var isolation = Isolation.none
  /// True if findings count as failure.
  var isStrict = false
  /// True if `layerlua inspect` prints the script's parameters instead of its layers.
  var showsParameters = false
  /// The text for which `layerlua fonts` lists fonts.
  var fontText: String?
  var isQuiet = false
  var isJSON = false
  var wantsHelp = false
  var wantsVersion = false
  /// For the live page: its port (0 chooses a free one), and true if a browser is opened.
  var port: Int?
  var opensBrowser = false
  /// All words except the command and the live page's own options, for the worker process that draws for the page.
  var pictureWords: [String] = []
}

/// An error in the command line, with the correction.
struct UsageError: Error {
  var message: String
  init(_ message: String) { self.message = message }
}

/// The kind of a command-line value, for shell completion.
enum ValueKind: Sendable {
  case text, number, folder, script
  /// A file with one of these extensions, without dots.
  case file([String])
  /// One of these words; others may also be accepted.
  case words([String])
}

/// A command-line option: its names, its value's placeholder (nil if it takes no value), and its effect.
struct OptionRule: Sendable {
  enum Group: String, CaseIterable {
    case picture = "The picture"
    case pages = "Pages: .pdf and .svg"
    case film = "Films"
    case batch = "Batches"
    case script = "The script"
    case limits = "Limits and files"
    case reports = "Messages"
    case live = "The live page: layerlua watch"
  }

  var names: [String]
  var value: String?
  /// The kind of the value.
  var kind = ValueKind.text
  /// An optional value that may follow `=`; nil if the option takes none.
  var choice: String?
  /// The heading under which the help lists the option.
  var group: Group
  var help: String
  var apply: @Sendable (inout CommandLineOptions, String) throws(UsageError) -> Void
}

extension CommandLineOptions {
  /// Parses the command line. Options may precede or follow the script. `--` ends the options; the words after it are
  /// the script's.
  init(parsing arguments: [String]) throws(UsageError) {
    var arguments = arguments
    if arguments.first == "help" {
      // layerlua help, layerlua help frames
      let word = arguments.dropFirst().first
      if let word, Command(rawValue: word) == nil {
        let meant = Self.probableUse(of: word).map { "; did you mean layerlua \($0)?" }
        throw UsageError("there is no command \(word)\(meant ?? "; there are \(listed(Self.commandNames))")")
      }
      arguments = (word.map { [$0] } ?? []) + ["--help"]
    }
    var rest = arguments[...]
    if let first = rest.first, let command = Command(rawValue: first) {
      self.command = command
      isCommandNamed = true
      rest = rest.dropFirst()
      if command.isOfServer {
        scriptArguments = Array(rest)
        return
      }
    }
    var positional: [String] = []
    // The index of the current argument, whose words are added to `pictureWords` once its option is known.
    var start = rest.startIndex
    while let argument = rest.popFirst() {
      defer { start = rest.startIndex }
      if argument == "--" {
        pictureWords += arguments[start...]
        positional += rest
        break
      }
      guard argument.utf8.first == UInt8(ascii: "-"), argument != "-", Double(argument) == nil else {
        positional.append(argument)
        pictureWords.append(argument)
        continue
      }
      var name = argument
      var inlineValue: String?
      if argument.hasPrefix("--"), let equals = argument.firstIndex(of: "=") {
        name = String(argument[..<equals])
        inlineValue = String(argument[argument.index(after: equals)...])
      } else if !argument.hasPrefix("--"), argument.utf8.count > 2 {
        // -Dname=value, -ofile
        name = String(argument.prefix(2))
        inlineValue = String(argument.dropFirst(2))
      }
      guard let rule = Self.rules.first(where: { $0.names.contains(name) }) else {
        throw UsageError("there is no option \(argument)\(Self.suggestion(for: name)); see layerlua --help")
      }
      if let placeholder = rule.value {
        guard let value = inlineValue ?? rest.popFirst() else {
          throw UsageError("\(name) needs a value: \(name) \(placeholder)")
        }
        try rule.apply(&self, value)
      } else if let inlineValue, rule.choice == nil {
        throw UsageError("\(name) takes no value, got \"\(inlineValue)\"")
      } else {
        try rule.apply(&self, inlineValue ?? "")
      }
      if rule.group != .live { pictureWords += arguments[start..<rest.startIndex] }
    }
    if code.isEmpty, command.takesScript, !positional.isEmpty { script = positional.removeFirst() }
    scriptArguments = positional
  }

  /// Default frame rates for the help: `60, in a .gif 50`.
  private static var usualRates: String {
    let usual = FileFormat.FrameRate.mostUsual
    let others = FileFormat.all.filter { $0.holds(.film) && $0.rate.usual != usual }
    return listed([numberText(usual)] + others.map { "in a .\($0.fileExtension) \(numberText($0.rate.usual))" })
  }

  static let rules: [OptionRule] = [
    OptionRule(
      names: ["-o", "--output"], value: "FILE",
      kind: .file(FileFormat.all.map(\.fileExtension)),
      group: .picture,
      help:
        "output file: \(FileFormat.names(.picture).joined(separator: " ")); a film: "
        + "\(FileFormat.names(.film).joined(separator: " ")), frame-{0000}.png; the layers themselves: "
        + "\(FileFormat.names(.scene).joined(separator: " ")); - is standard output as PNG, jpg:- "
        + "and gif:- in these formats"
    ) {
      (o, v) throws(UsageError) in
      guard !v.isEmpty else { throw UsageError("-o needs a file name, or - for standard output") }
      o.output = v
    },
    OptionRule(names: ["-e"], value: "CODE", group: .script, help: "runs CODE instead of a script file") { o, v in
      o.code.append(v)
    },
    OptionRule(
      names: ["--wallpaper"], value: "NAME", group: .script, help: "wallpaper to draw of a .tendies file with several"
    ) { o, v in
      o.wallpaper = v
      o.sceneWords += ["--wallpaper", v]
    },
    OptionRule(
      names: ["--animation"], value: "ID", group: .script, help: "animation to play of a .lottie file with several"
    ) { o, v in
      o.animation = v
      o.sceneWords += ["--animation", v]
    },
    OptionRule(names: ["--theme"], value: "ID", group: .script, help: "theme of a .lottie file") { o, v in
      o.theme = v
      o.sceneWords += ["--theme", v]
    },
    OptionRule(
      names: ["--marker"], value: "NAME", group: .script,
      help: "part of a Lottie file to play, or whose first picture to draw"
    ) { o, v in
      o.marker = v
      o.sceneWords += ["--marker", v]
    },
    OptionRule(
      names: ["--lottie"], value: "FILE", kind: .file(["json", "lottie", "tgs"]), group: .script,
      help: "with init: a scene that draws this Lottie file, its texts, colours and pictures as parameters"
    ) { o, v in
      o.lottie = v
    },
    OptionRule(
      names: ["--state"], value: "NAME", group: .script,
      help: "state of a scene file to draw, default Locked; A:B@0.4 lies between two"
    ) { (o, v) throws(UsageError) in
      guard let state = SceneSource.State(v) else {
        throw UsageError("--state expects a name such as Unlock, or a fraction such as Locked:Unlock@0.4, got \"\(v)\"")
      }
      guard o.states.isEmpty else { throw UsageError("--states and --state exclude each other") }
      o.state = state
      o.sceneWords += ["--state", v]
    },
    OptionRule(
      names: ["--states"], value: "LIST", group: .film,
      help: "states of a scene file in a film, with their times: \"Sleep, 0.5 Locked, 2 Unlock\""
    ) { (o, v) throws(UsageError) in
      guard let states = SceneSource.StateChange.list(v) else {
        throw UsageError(
          "--states expects names with growing times in seconds, such as \"Sleep, 0.5 Locked, 2 Unlock\", got \"\(v)\"")
      }
      guard o.state == nil else { throw UsageError("--states and --state exclude each other") }
      o.states = states
      o.sceneWords += ["--states", v]
    },
    OptionRule(
      names: ["--tilt"], value: "X,Y", group: .script, help: "tilt of a wallpaper's device about x and y, each -1 to 1"
    ) { (o, v) throws(UsageError) in
      let parts = v.split(separator: ",", omittingEmptySubsequences: false)
      guard parts.count == 2, let x = number(parts[0]), let y = number(parts[1]), abs(x) <= 1, abs(y) <= 1 else {
        throw UsageError("--tilt expects two numbers from -1 to 1, such as 0.2,-0.1, got \"\(v)\"")
      }
      o.tilt = (x, y)
      o.sceneWords += ["--tilt", v]
    },
    OptionRule(
      names: ["--size"], value: "WxH|PAPER", kind: .words(PaperSize.all.map(\.name)), group: .picture,
      help: "picture size in points, from the bounds' origin; for pages also a paper size such as A4"
    ) {
      (o, v) throws(UsageError) in
      if let paper = PaperSize(named: v) {
        o.page.paper = paper
        return
      }
      let sides = v.split(separator: "x", omittingEmptySubsequences: false)
      guard sides.count == 2, let w = number(sides[0]), let h = number(sides[1]), w > 0, h > 0 else {
        throw UsageError(
          "--size expects a width and a height above 0, such as 300x200, or paper such as A4, got \"\(v)\"")
      }
      o.size = (w, h)
    },
    OptionRule(
      names: ["--scale"], value: "N[,N…]", kind: .number, group: .picture,
      help: "pixels per point; several values write name.png, name@2x.png…"
    ) {
      (o, v) throws(UsageError) in
      var scales: [Double] = []
      for part in v.split(separator: ",", omittingEmptySubsequences: false) {
        guard let scale = number(part), scale > 0 else {
          throw UsageError("--scale expects numbers above 0, such as 2 or 1,2,3, got \"\(v)\"")
        }
        guard !scales.contains(scale) else { throw UsageError("--scale names \(part) twice") }
        scales.append(scale)
      }
      o.scales = scales
      o.page.keepsScale = true
    },
    OptionRule(
      names: ["--background"], value: "COLOR", group: .picture, help: "CSS colour drawn under the layer"
    ) { o, v in
      o.background = v
    },
    numberRule(
      "--dpi", 1...50_000, "pixels per inch from 1 to 50000", group: .pages,
      help: "pixels per inch of rasterised parts of pages, default 300; for .png and .jpg the value stored",
      \.encoding.dpi),
    numberRule(
      "--quality", 0...1, "a number from 0 to 1, such as 0.8",
      help: "quality of a .jpg, .webp, .mp4 or .webm, from 0 to 1; default 0.9 in a .jpg and .webp",
      \.encoding.quality),
    OptionRule(names: ["--lossless"], value: nil, group: .picture, help: "exact pixels in a .webp") { o, _ in
      o.encoding.isLossless = true
    },
    numberRule(
      "--compression", 1...12, "1 (fastest) to 12 (smallest)",
      help: "compression of a .png, from 1 (fastest) to 12 (smallest); default 2", \.encoding.compression),
    numberRule(
      "--effort", 0...6, "0 (fastest) to 6 (smallest)",
      help: "effort for a .webp, from 0 (fastest) to 6 (smallest); default 4, in films 2", \.encoding.effort),
    OptionRule(names: ["--landscape"], value: nil, group: .pages, help: "paper in landscape format") { o, _ in
      o.page.isLandscape = true
    },
    OptionRule(
      names: ["--margin"], value: "LENGTH", group: .pages, help: "space around the layer: points, or 10mm, 1cm, 0.5in"
    ) { (o, v) throws(UsageError) in o.page.margin = try length(v, "--margin") },
    OptionRule(
      names: ["--bleed"], value: "LENGTH", group: .pages, help: "extent of the page beyond its trim edge"
    ) { (o, v) throws(UsageError) in o.page.bleed = try length(v, "--bleed") },
    OptionRule(
      names: ["--outlines"], value: nil, group: .pages, help: "converts text to outlines, which need no font"
    ) { o, _ in o.page.outlines = true },
    OptionRule(
      names: ["--headings"], value: nil, group: .pages, help: "layer names as the document outline"
    ) { o, _ in o.page.headings = true },
    OptionRule(names: ["--title"], value: "TEXT", group: .pages, help: "document title") { o, v in
      o.page.title = v
    },
    OptionRule(names: ["--author"], value: "TEXT", group: .pages, help: "author") { o, v in o.page.author = v },
    OptionRule(names: ["--subject"], value: "TEXT", group: .pages, help: "document subject") { o, v in
      o.page.subject = v
    },
    OptionRule(
      names: ["--keywords"], value: "TEXT", group: .pages, help: "document keywords, such as \"tea, poster\""
    ) {
      o, v in o.page.keywords = v
    },
    OptionRule(names: ["--date"], value: "DAY", group: .pages, help: "creation date such as 2025-01-31; default none") {
      (o, v) throws(UsageError) in
      guard PageOptions.stamp(v) != nil else {
        throw UsageError("--date expects a day such as 2025-01-31, or 2025-01-31T12:00:00Z, got \"\(v)\"")
      }
      o.page.date = v
    },
    OptionRule(
      names: ["--verbose"], value: nil, group: .reports, help: "also lists rasterised layers of pages, and why"
    ) { o, _ in o.saysRasterized = true },
    OptionRule(
      names: ["--time"], value: "T", kind: .number, group: .picture, help: "time of the picture, in seconds"
    ) {
      (o, v) throws(UsageError) in
      guard let time = number(v[...]) else { throw UsageError("--time expects a number of seconds, got \"\(v)\"") }
      o.time = time
    },
    OptionRule(
      names: ["--fps"], value: "N", kind: .number, group: .film,
      help: "frames per second; default \(usualRates); also a fraction such as 30000/1001"
    ) {
      (o, v) throws(UsageError) in
      guard let rate = quotient(v), rate > 0 else {
        throw UsageError("--fps expects frames per second above 0, such as 30 or 30000/1001, got \"\(v)\"")
      }
      try check(FilmRequest(framesPerSecond: rate))
      o.film.framesPerSecond = rate
    },
    OptionRule(
      names: ["--bake"], value: "N", kind: .number, group: .film,
      help: "in a .caml .ca .tendies .lua: N pictures per second in place of layers that code moves"
    ) {
      (o, v) throws(UsageError) in
      guard let rate = quotient(v), rate > 0 else {
        throw UsageError("--bake expects frames per second above 0, such as 30, got \"\(v)\"")
      }
      o.bake = rate
    },
    OptionRule(
      names: ["--from"], value: "T", kind: .number, group: .film,
      help: "the time of the first frame, in seconds; default the script's current time"
    ) {
      (o, v) throws(UsageError) in
      guard let time = number(v[...]) else { throw UsageError("--from expects a number of seconds, got \"\(v)\"") }
      try check(FilmRequest(start: time))
      o.film.start = time
    },
    OptionRule(
      names: ["--duration"], value: "S", kind: .number, group: .film,
      help: "duration of the film in seconds; default until the last finite animation ends"
    ) {
      (o, v) throws(UsageError) in
      guard let seconds = number(v[...]), seconds > 0 else {
        throw UsageError("--duration expects seconds above 0, got \"\(v)\"")
      }
      try check(FilmRequest(duration: seconds))
      o.film.duration = seconds
    },
    OptionRule(
      names: ["--hold"], value: "S", kind: .number, group: .film,
      help: "seconds added to the film's end, so that its last picture stays"
    ) {
      (o, v) throws(UsageError) in
      guard let seconds = number(v[...]), seconds >= 0 else {
        throw UsageError("--hold expects 0 or more seconds, got \"\(v)\"")
      }
      try check(FilmRequest(hold: seconds))
      o.film.hold = seconds
    },
    OptionRule(
      names: ["--sound"], value: "FILE", kind: .file(["mp3", "wav", "flac", "ogg", "m4a", "opus"]), group: .film,
      help: "sound of a .mp4 or .webm, cut to the film's length; given again, the sounds are mixed"
    ) {
      (o, v) throws(UsageError) in
      guard let real = realpath(v, nil) else {
        throw UsageError("--sound: cannot read \"\(v)\": \(systemMessage(errno))")
      }
      defer { free(real) }
      // The script's names are relative to its folder; this one is the host's.
      let path = String(cString: real)
      o.film.sounds = (o.film.sounds ?? []) + [FilmSound(path)]
      o.engine.readableDirectories.append(path)
    },
    OptionRule(
      names: ["--frames"], value: "LIST", group: .film, help: "draws only these frames, from 0, such as 0-119,200-"
    ) {
      (o, v) throws(UsageError) in
      do { o.film.frames = try FrameList(v) } catch {
        throw UsageError("--frames: \(error)")
      }
    },
    OptionRule(
      names: ["--shard"], value: "I/N", kind: .words(["auto"]), group: .film,
      help: "with frames or --each: draws share I of N; auto reads it from Slurm, Kubernetes or AWS Batch"
    ) { o, v in
      o.shard = v
    },
    OptionRule(
      names: ["--each"], value: "FILE", kind: .file(["csv", "tsv", "json", "jsonl", "toml"]), group: .batch,
      help: "draws once for each row of a table: columns are ca.args, and {column} or {row} in -o; - is standard input"
    ) { o, v in
      o.batch.table = v
    },
    OptionRule(
      names: ["--jobs"], value: "N", kind: .number, group: .batch,
      help: "number of rows drawn at a time; default one per processor"
    ) { (o, v) throws(UsageError) in
      guard let jobs = Int(v), (1...256).contains(jobs) else {
        throw UsageError("--jobs expects 1 to 256, got \"\(v)\"")
      }
      o.batch.jobs = jobs
    },
    OptionRule(names: ["--resume"], value: nil, group: .batch, help: "leaves out rows whose files are finished") {
      o, _ in
      o.batch.resumes = true
    },
    OptionRule(names: ["--only"], value: "COLUMN=VALUE", group: .batch, help: "draws only rows with this value") {
      (o, v) throws(UsageError) in
      guard let equals = v.firstIndex(of: "="), equals != v.startIndex else {
        throw UsageError("--only expects COLUMN=VALUE, such as --only id=017, got \"\(v)\"")
      }
      o.batch.only = (String(v[..<equals]), String(v[v.index(after: equals)...]))
    },
    OptionRule(
      names: ["--types"], value: "LIST", group: .batch, help: "types of columns, text or number: id=text,price=number"
    ) { (o, v) throws(UsageError) in
      for part in v.split(separator: ",", omittingEmptySubsequences: false) {
        guard let equals = part.lastIndex(of: "="), equals != part.startIndex,
          ["text", "number"].contains(part[part.index(after: equals)...])
        else { throw UsageError("--types expects COLUMN=text or COLUMN=number, separated by commas, got \"\(part)\"") }
        o.batch.types.append((String(part[..<equals]), part.hasSuffix("=number")))
      }
    },
    OptionRule(
      names: ["--separator"], value: "SIGN", group: .batch,
      help: "the sign between the cells of a CSV table, such as \";\", or tab; default that of its first line"
    ) { (o, v) throws(UsageError) in
      let isTab = v == "tab" || v == "\\t" || v == "\t"
      let byte = isTab ? 9 : v.utf8.first ?? 0
      guard isTab || v.utf8.count == 1 && byte > 32 && byte < 127 && v != "\"" && v != "." else {
        throw UsageError("--separator expects one sign such as \";\", or tab, got \"\(v)\"")
      }
      o.batch.separator = byte
    },
    OptionRule(
      names: ["--failures"], value: "FILE", kind: .file(["csv"]), group: .batch,
      help: "writes the rows that failed, with their errors, as a table for --each"
    ) { o, v in
      o.batch.failures = v
    },
    OptionRule(
      names: ["--keep-going"], value: nil, group: .batch, help: "draws all rows even if the first 20 fail"
    ) { o, _ in
      o.batch.keepsGoing = true
    },
    OptionRule(names: ["--stop"], value: nil, group: .batch, help: "stops at the first row that fails") { o, _ in
      o.batch.stops = true
    },
    OptionRule(names: ["-D"], value: "NAME=VALUE", group: .script, help: "sets ca.args.NAME for the script; repeatable")
    {
      (o, v) throws(UsageError) in
      guard let equals = v.firstIndex(of: "="), equals != v.startIndex else {
        throw UsageError("-D expects NAME=VALUE, such as -D heading=90, got \"\(v)\"")
      }
      o.definitions.append((String(v[..<equals]), String(v[v.index(after: equals)...])))
    },
    OptionRule(
      names: ["--seed"], value: "N", kind: .number, group: .script, help: "seed of math.random; default 0"
    ) {
      (o, v) throws(UsageError) in
      guard let seed = UInt64(v) else { throw UsageError("--seed expects a whole number from 0, got \"\(v)\"") }
      o.engine.seed = seed
    },
    OptionRule(
      names: ["--threads"], value: "N", kind: .number, group: .picture,
      help: "number of drawing threads; default one per processor; does not affect pictures"
    ) {
      (o, v) throws(UsageError) in
      guard let threads = Int(v), (1...256).contains(threads) else {
        throw UsageError("--threads expects 1 to 256, got \"\(v)\"")
      }
      o.engine.threads = threads
    },
    OptionRule(
      names: ["--keep"], value: "BYTES", kind: .number, group: .limits,
      help: "size of the picture cache, which speeds up films; default 67108864, 0 disables it"
    ) {
      (o, v) throws(UsageError) in
      guard let bytes = Int(v), bytes >= 0 else {
        throw UsageError("--keep expects a number of bytes from 0, got \"\(v)\"")
      }
      o.engine.keptPictureLimit = bytes
    },
    OptionRule(
      names: ["--memory-limit"], value: "BYTES", kind: .number, group: .limits,
      help: "memory for the script and its layers; default 2147483648"
    ) {
      (o, v) throws(UsageError) in
      guard let bytes = Int(v), bytes > 0 else {
        throw UsageError("--memory-limit expects a number of bytes above 0, got \"\(v)\"")
      }
      o.engine.memoryLimit = bytes
    },
    OptionRule(
      names: ["--time-limit"], value: "SECONDS", kind: .number, group: .limits,
      help: "wall time of script and render together; default none"
    ) {
      (o, v) throws(UsageError) in
      guard let seconds = number(v[...]), seconds > 0 else {
        throw UsageError("--time-limit expects seconds above 0, got \"\(v)\"")
      }
      o.engine.timeLimit = seconds
    },
    OptionRule(
      names: ["--allow-read"], value: "DIR", kind: .folder, group: .limits,
      help: "a folder the script may read, and in which relative names are looked for, after its own; repeatable"
    ) {
      o, v in
      o.engine.readableDirectories.append(v)
    },
    OptionRule(
      names: ["--allow-write"], value: "DIR", kind: .folder, group: .limits,
      help: "a folder the script may write in addition to the working directory; repeatable"
    ) {
      o, v in o.engine.writableDirectories.append(v)
    },
    OptionRule(
      names: ["--font-dir"], value: "DIR", kind: .folder, group: .picture,
      help: "a folder of fonts, searched before the installed ones; repeatable"
    ) { o, v in
      o.engine.fontDirectories.append(v)
    },
    OptionRule(
      names: ["--for"], value: "TEXT", group: .reports,
      help: "with fonts: lists the fonts that contain the characters of TEXT"
    ) { o, v in
      o.fontText = v
    },
    OptionRule(
      names: ["--hyphen-dir"], value: "DIR", kind: .folder, group: .picture,
      help: "a folder of hyphenation files (hyph_de_DE.dic), searched before the installed one; repeatable"
    ) { o, v in
      o.engine.hyphenDirectories.append(v)
    },
    OptionRule(
      names: ["--allow-links"], value: nil, group: .limits,
      help: "allows layers' links to any address in PDF and SVG files, not only http, https, mailto, tel and #"
    ) { o, _ in
      o.engine.allowsAllLinks = true
    },
    OptionRule(names: ["--trusted"], value: nil, group: .limits, help: "runs the script without the sandbox") { o, _ in
      o.engine.isTrusted = true
    },
    OptionRule(
      names: ["--isolate"], value: nil, choice: "require", group: .limits,
      help: "sandboxes the process before the script runs: only its files, no network, no programs"
    ) { (o, v) throws(UsageError) in
      switch v {
      case "": o.isolation = .possible
      case "require": o.isolation = .required
      default:
        throw UsageError(
          "expected --isolate or --isolate=require, which refuses to start if the system lacks a mechanism")
      }
    },
    OptionRule(names: ["--quiet"], value: nil, group: .reports, help: "prints only errors") { o, _ in
      o.isQuiet = true
    },
    OptionRule(
      names: ["--allow"], value: "RULE", kind: .words(LayerWarning.Rule.allCases.map(\.rawValue)), group: .reports,
      help: "suppresses warnings of this rule, which is named at their end; repeatable"
    ) {
      (o, v) throws(UsageError) in
      do { o.engine.allowedWarnings.insert(try LayerWarning.Rule(named: v)) } catch {
        throw UsageError("--allow: \(error)")
      }
    },
    OptionRule(
      names: ["--parameters"], value: nil, group: .reports,
      help: "with inspect: prints the parameters that the script reads, as JSON Schema"
    ) { o, _ in o.showsParameters = true },
    OptionRule(
      names: ["--strict"], value: nil, group: .reports,
      help: "with diagnose: exit code 1 if there is a finding or a warning"
    ) { o, _ in o.isStrict = true },
    OptionRule(
      names: ["--json"], value: nil, group: .reports, help: "errors, warnings and progress as one JSON object per line"
    ) { o, _ in
      o.isJSON = true
    },
    OptionRule(names: ["--open"], value: nil, group: .live, help: "opens the page in the browser") { o, _ in
      o.opensBrowser = true
    },
    OptionRule(names: ["--port"], value: "N", group: .live, help: "port of the page; default a free one") {
      (o, v) throws(UsageError) in
      guard let port = Int(v), (0...65_535).contains(port) else {
        throw UsageError("--port expects a port from 0 to 65535, got \"\(v)\"")
      }
      o.port = port
    },
    OptionRule(names: ["--version"], value: nil, group: .reports, help: "prints the version, and what is installed") {
      o, _ in
      o.wantsVersion = true
    },
    OptionRule(names: ["-h", "--help"], value: nil, group: .reports, help: "prints this") { o, _ in o.wantsHelp = true
    },
  ]

  /// Rejects film options that are out of range for any film, before any script runs.
  private static func check(_ film: FilmRequest) throws(UsageError) {
    if let problem = film.problem { throw UsageError("--\(problem.message)") }
  }

  /// The rule of an option for a number of the encoding, within a range.
  ///
  /// - Parameter expected: the range as messages tell it.
  private static func numberRule<Value: Comparable & LosslessStringConvertible & Sendable>(
    _ name: String, _ range: ClosedRange<Value>, _ expected: String, group: OptionRule.Group = .picture, help: String,
    _ key: any WritableKeyPath<CommandLineOptions, Value?> & Sendable
  ) -> OptionRule {
    OptionRule(names: [name], value: "N", kind: .number, group: group, help: help) { (o, v) throws(UsageError) in
      guard let value = Value(v), range.contains(value) else {
        throw UsageError("\(name) expects \(expected), got \"\(v)\"")
      }
      o[keyPath: key] = value
    }
  }

  /// Parses a length on paper and returns it in points.
  private static func length(_ text: String, _ option: String) throws(UsageError) -> Double {
    guard let points = PageOptions.length(text), points >= 0 else {
      throw UsageError("\(option) expects a length from 0, such as 36, 10mm or 0.5in, got \"\(text)\"")
    }
    return points
  }

  private static func number(_ text: Substring) -> Double? {
    guard let value = Double(text), value.isFinite else { return nil }
    return value
  }

  /// Parses a number, or a quotient such as 30000/1001.
  private static func quotient(_ text: String) -> Double? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, let first = number(parts[0]) else { return nil }
    guard parts.count == 2 else { return first }
    guard let second = number(parts[1]), second > 0 else { return nil }
    return first / second
  }

  /// Returns a suggestion with the most similar option; empty if none is similar.
  private static func suggestion(for name: String) -> String {
    nearest(name, among: rules.flatMap(\.names).filter { $0.hasPrefix("--") }).map { "; did you mean \($0)?" } ?? ""
  }
}
