// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import LayerRendering
import LuaBinding
import LuaRuntime

extension Engine {
  /// What of a layer's picture was probably meant otherwise, most of all layers that are not seen: why, and the remedy.
  /// In the order of the tree; empty when all is as it seems to be meant.
  ///
  /// A layer is called not seen only where the picture without it has the same bytes, and is seen with what the
  /// finding names changed. Costs a few pictures, and parts of others, at most as much as 64 whole ones twice.
  ///
  /// - Throws: `EngineError`, as `render`.
  public func diagnose(_ layer: Layer, _ options: PictureOptions = PictureOptions()) throws -> [Finding] {
    try findings(on: layer, options.rendering, isFilm: false)
  }

  package func findings(on layer: Layer, _ options: RenderOptions, isFilm: Bool) throws(EngineError) -> [Finding] {
    try check(options)
    _ = try size(of: layer, options)
    return try working { allowed(try renderer.findings(on: layer, options, isFilm: isFilm)) }
  }

  /// Lets the scene log where scripts set properties and make layers, for findings that name lines. Before the script
  /// runs.
  package func logSettings() { scene.settings = SettingLog() }

  /// Runs a script and looks for what was probably meant otherwise in the layer it returns and in those that it renders,
  /// in its text, and among the layers that it made for nothing. Writes no file.
  ///
  /// - Throws: `EngineError`; also for a script that neither returns nor renders a layer.
  package func diagnose(
    script: [UInt8], name: String, arguments: ScriptArguments = ScriptArguments(),
    _ options: RenderOptions = RenderOptions(), isFilm: Bool = false
  ) throws -> [Finding] {
    logSettings()
    var found: [Finding] = []
    var isDrawn = false
    renderer.writesFiles = false
    interceptRenders { layer, options, _, film, _ in
      isDrawn = true
      self.noteDrawn(layer)
      found += self.allowed(try self.renderer.findings(on: layer, options, isFilm: film != nil))
    }
    defer {
      renderer.writesFiles = true
      interceptRenders(nil)
    }
    if let layer = try run(script: script, name: name, arguments: arguments) {
      isDrawn = true
      noteDrawn(layer)
      found += try findings(on: layer, options, isFilm: isFilm || layer.animationLength.end != nil)
    }
    guard isDrawn else {
      throw EngineError(
        .script, "there is nothing to diagnose: the script neither returns nor renders a layer", script: name)
    }
    return ordered(scriptFindings(arguments) + found + loggedFindings())
  }

  /// Notes a layer that a script renders or returns.
  package func noteDrawn(_ layer: Layer) {
    scene.settings?.noteDrawn(layer)
    scene.settings?.notePicture()
  }

  /// Findings that need the log of settings.
  func loggedFindings() -> [Finding] {
    guard let log = scene.settings else { return [] }
    return allowed(log.repeatedlyAdded() + log.unattached())
  }

  /// What the text of the scripts that ran tells; cheap.
  package func scriptFindings(_ arguments: ScriptArguments = ScriptArguments()) -> [Finding] {
    let scripts = ScriptFindings(
      sources: host.texts().map { ($0.name, LuaTokens($0.source)) },
      isUnset: {
        guard let value = try? self.state.global($0), case .null = value else { return false }
        return true
      })
    return allowed(scripts.nilColors() + scripts.degrees() + scripts.unusedArguments(arguments.named.map(\.name)))
  }

  /// What can be said of a layer's picture, after it was made, at almost no cost: sure things only.
  package func quickFindings(on layer: Layer, _ options: RenderOptions, _ arguments: ScriptArguments) -> [Finding] {
    ordered(scriptFindings(arguments) + allowed(layer.quickFindings(options)))
  }

  private func allowed(_ findings: [Finding]) -> [Finding] {
    findings.filter { !scene.isAllowed($0.rule, for: $0.layer) }
  }

  /// Without what is said of several pictures, and with the causes of others alone: a colour that is nil explains what
  /// it leaves blank.
  func ordered(_ findings: [Finding]) -> [Finding] {
    struct Key: Hashable {
      let rule: LayerWarning.Rule
      let message: String
      let script: String
      let line: Int
    }
    var seen: Set<Key> = []
    return findings.filter {
      seen.insert(Key(rule: $0.rule, message: $0.message, script: $0.place?.script ?? "", line: $0.place?.line ?? 0))
        .inserted
    }
  }

  /// The line of a script that set a property, exact within a constructor's table; nil when that is unknown.
  package func place(ofSetting key: String, of object: KeyedObject) -> ScriptPlace? {
    guard var place = scene.place(ofSetting: key, of: object) else { return nil }
    if place == scene.place(of: object), let source = host.texts().first(where: { $0.name == place.script })?.source,
      let line = LuaTokens(source).line(ofKey: key, inConstructorAt: place.line)
    {
      place.line = line
    }
    return place
  }
}
