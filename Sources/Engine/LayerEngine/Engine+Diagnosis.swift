// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import LayerRendering
import LuaBinding
import LuaRuntime

extension Engine {
  /// Returns probable mistakes in a layer's picture, above all layers that are invisible, each with its cause and
  /// remedy. Findings are in tree order; empty if none are found.
  ///
  /// A layer is reported as invisible only if the picture without it is byte-identical and the picture with the
  /// suggested change shows it. Costs a few renders and partial renders, equivalent to at most twice 64 full ones.
  ///
  /// ```swift
  /// for finding in try engine.diagnose(card) { print(finding.message) }
  /// ```
  /// - Throws: `EngineError`, as `render`.
  public func diagnose(_ layer: Layer, _ options: PictureOptions = PictureOptions()) throws -> [Finding] {
    try findings(on: layer, options.rendering, isFilm: false)
  }

  package func findings(on layer: Layer, _ options: RenderOptions, isFilm: Bool) throws(EngineError) -> [Finding] {
    try check(options)
    _ = try size(of: layer, options)
    return try working { allowed(try renderer.findings(on: layer, options, isFilm: isFilm)) }
  }

  /// Makes the scene log where scripts create layers and set properties, so that findings can name lines. Must be
  /// called before the script runs.
  package func logSettings() { scene.settings = SettingLog() }

  /// Runs a script and diagnoses the layer it returns, the layers it renders, its text, and the layers it creates
  /// without using them. Writes no file.
  ///
  /// - Throws: `EngineError`; also if the script neither returns nor renders a layer.
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

  /// Records a layer that a script renders or returns.
  package func noteDrawn(_ layer: Layer) {
    scene.settings?.noteDrawn(layer)
    scene.settings?.notePicture()
  }

  /// Returns the findings that need the settings log.
  func loggedFindings() -> [Finding] {
    guard let log = scene.settings else { return [] }
    return allowed(log.repeatedlyAdded() + log.unattached() + renderer.packageFindings)
  }

  /// Returns the findings in the text of the scripts that ran; cheap.
  package func scriptFindings(_ arguments: ScriptArguments = ScriptArguments()) -> [Finding] {
    let scripts = ScriptFindings(
      sources: host.texts(),
      isUnset: {
        guard let value = try? self.state.global($0), case .null = value else { return false }
        return true
      })
    return allowed(scripts.nilColors() + scripts.degrees() + scripts.unusedArguments(arguments.named.map(\.name)))
  }

  /// Returns the names of arguments that no script which ran reads, as far as its text tells.
  package func unreadArguments(_ names: [String]) -> [String] {
    let scripts = ScriptFindings(sources: host.texts(), isUnset: { _ in false })
    return names.filter { !scripts.unusedArguments([$0]).isEmpty }
  }

  /// Returns the certain findings on a layer's picture, after it was rendered, at almost no cost.
  package func quickFindings(on layer: Layer, _ options: RenderOptions, _ arguments: ScriptArguments) -> [Finding] {
    ordered(scriptFindings(arguments) + allowed(layer.quickFindings(options)))
  }

  private func allowed(_ findings: [Finding]) -> [Finding] {
    findings.filter { !scene.isAllowed($0.rule, for: $0.layer) }
  }

  /// Removes duplicate findings, such as those reported for several pictures, and keeps the order.
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

  /// Returns the script line that set a property, exact within a table constructor; nil if it is unknown.
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
