/// How an engine is set up. Every engine has its own; nothing is shared between engines.
public struct Configuration: Sendable {
  /// Bytes of Lua's heap and of the pixels, layers and paths a script owns; nil is unlimited. Default 2 GiB.
  public var memoryLimit: Int? = 2 << 30
  /// Seconds of wall time for script and renders together, from the first run; nil is unlimited. Default nil.
  public var timeLimit: Double?
  /// Folders that scripts may read besides their own.
  public var readableDirectories: [String] = []
  /// Folders that scripts may write besides `workingDirectory`.
  public var writableDirectories: [String] = []
  /// Single files that may be written wherever they are.
  public var writableFiles: [String] = []
  /// Where fonts are sought before the installed ones.
  public var fontDirectories: [String] = []
  /// Where `math.random` starts. Default 0.
  public var seed: UInt64 = 0
  /// Threads that draw, the caller's included; 0 is one per processor. The picture is the same for every number.
  public var threads = 0
  /// Where file names that a script reads start: its own folder.
  public var scriptDirectory = "."
  /// Where file names that a script writes start.
  public var workingDirectory = "."
  /// True: no sandbox. Only for scripts that are as trustworthy as the program itself.
  public var isTrusted = false
  /// True: a script or render that does not come back within a second after its time is over ends the process with exit code 3. For
  /// programs that run one script; others look at the clock while the script runs. Default false.
  public var endsProcessAtTimeLimit = false

  public init(
    memoryLimit: Int? = 2 << 30, timeLimit: Double? = nil, readableDirectories: [String] = [], writableDirectories: [String] = [],
    writableFiles: [String] = [], fontDirectories: [String] = [], seed: UInt64 = 0, threads: Int = 0, scriptDirectory: String = ".",
    workingDirectory: String = ".", isTrusted: Bool = false, endsProcessAtTimeLimit: Bool = false
  ) {
    self.memoryLimit = memoryLimit
    self.timeLimit = timeLimit
    self.readableDirectories = readableDirectories
    self.writableDirectories = writableDirectories
    self.writableFiles = writableFiles
    self.fontDirectories = fontDirectories
    self.seed = seed
    self.threads = threads
    self.scriptDirectory = scriptDirectory
    self.workingDirectory = workingDirectory
    self.isTrusted = isTrusted
    self.endsProcessAtTimeLimit = endsProcessAtTimeLimit
  }
}

/// What a script finds in `ca.args`.
public struct ScriptArguments: Sendable {
  /// `ca.args[1]`, `ca.args[2]`…
  public var positional: [String]
  /// `ca.args.name`; the last of equal names counts.
  public var named: [(name: String, value: String)]

  public init(positional: [String] = [], named: [(name: String, value: String)] = []) {
    self.positional = positional
    self.named = named
  }
}
