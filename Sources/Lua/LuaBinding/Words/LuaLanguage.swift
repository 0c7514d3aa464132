// SPDX-License-Identifier: MIT
import LayerModel
import Messages

/// Lua, as messages show it to the authors of scripts.
package struct LuaLanguage: ScriptLanguage {
  package init() {}

  package func text(_ advice: Advice, _ face: HostFace) -> String {
    switch advice {
    case .transform: "a transform such as ca.Transform.rotation(0.5)"
    case .emitterCells: "a list of emitter cells such as {ca.EmitterCell{…}}"
    case .filters: "a list of filters such as {ca.Filter(\"CIGaussianBlur\")}"
    case .list(let words, let name): "a list of \(words) such as {ca.\(name){…}}"
    case .animation: "an animation such as ca.BasicAnimation{…}"
    case .transitionFilter: "a transition filter such as ca.Filter(\"CIDissolveTransition\")"
    case .blendFilter:
      "the name of a blend mode such as \"multiplyBlendMode\", or a blend filter: ca.Filter(\"CIMultiplyBlendMode\")"
    case .layoutManager: "a layout manager such as ca.ConstraintLayoutManager(), or a table with layoutSublayersOfLayer"
    case .numberToText: "; write tostring(…), or (\"%.1f\"):format(…)"
    case .textToNumber: "; write tonumber(…)"
    case .shortList: "; a nil value shortens a table"
    case .boolean(let isMissing):
      "; write true or false" + (isMissing ? " (undefined names such as YES and NO are nil)" : "")
    case .image: "an image, ca.Image,"
    case .type(let name): "ca.\(name)"
    case .object(let name): "ca.\(name)()"
    case .filterName: "as in ca.Filter(\"CIGaussianBlur\", { inputRadius = 6 })"
    case .filter(let name, let key): "write ca.Filter(\"\(name)\", { \(key) = … })"
    case .filterNames: "; ca.filterNames() lists all filters"
    case .transition: "which belongs in filter: ca.Transition { filter = … }"
    case .laterTime(let time):
      "draw a later time: --time \(numberText(time)), or ca.render(layer, { time = \(numberText(time)) })"
    case .runAttribute(let key): "string = ca.AttributedString { { \"…\", \(key) = … } }"
    case .someEmitterCells: "emitterCells = { ca.EmitterCell { … } }"
    case .radians(let degrees): "math.rad(\(numberText(degrees, decimals: 3)))"
    case .sublayerPerspective: "superlayer.sublayerTransform = ca.Transform.perspective(1000)"
    case .perspective: ", or ca.Transform.perspective(distance)"
    case .addSublayer(let name): "superlayer:addSublayer(\(name))"
    case .addAnimation: " (layer:addAnimation(animation, \"second\"))"
    case .modelLayer: "presentation:model()"
    case .drawScaled(let width, let height):
      "scale it with drawable:draw(function(ctx) ctx:draw(image, {0, 0, \(width), \(height)}) end)"
    case .draw: "ctx:draw"
    case .onFrame: "ca.onFrame"
    case .onFrameKey(let key): ": ca.onFrame(function(t) layer.\(key) = … end)"
    case .onFrameTime: "in ca.onFrame(function(t) … end)"
    case .frameTime: "in ca.onFrame use its argument t"
    case .setCurrentTime: "ca.setCurrentTime(t)"
    case .commitTransactions: "call ca.Transaction.commit() for each ca.Transaction.begin()"
    case .enableActions:
      "call ca.Transaction.setDisableActions(false) in it, or use ca.animate(duration, function() … end)"
    case .renderOption(let setting, let value): renderOption(setting, value, face)
    }
  }

  /// Returns a render option by its names in the host and in scripts, such as `--duration 2, or duration = 2 in
  /// ca.render`.
  private func renderOption(_ setting: HostSetting, _ value: String, _ face: HostFace) -> String {
    let script = setting == .size ? "size = {…}" : "\(setting.name(.python) ?? "") = \(value)"
    let words = "\(script) in ca.render"
    guard let given = face.option(setting, value), given != script else { return words }
    return "\(given), or \(words)"
  }

  package var namesakes: Set<String> { ForeignName.namesakesKeys }

  package func member(_ name: String, of keyedClass: KeyedClass, for reader: MessageReader) -> ForeignWord? {
    guard let row = ForeignName.member(name, of: keyedClass),
      let instead = reader.isAuthor ? row.words(of: keyedClass) : row.plainWords(of: keyedClass)
    else { return nil }
    let isNamesakes =
      row.isNamesakes && row.kind == .property
      && row.subject.keyedClass.map { keyedClass.isSubclass(of: $0) } ?? false
    return ForeignWord(origin: row.origin.rawValue, instead: instead, isNamesakes: isNamesakes)
  }

  package func key(_ name: String, of keyedClass: KeyedClass, for reader: MessageReader) -> String? {
    ForeignName.property(name, of: keyedClass).flatMap {
      reader.isAuthor ? $0.words(inConstructor: true, of: keyedClass) : $0.plainWords(of: keyedClass)
    }
  }

  package func value(_ name: String, of property: String, for reader: MessageReader) -> String? {
    let row = ForeignName.value(name, of: property) ?? ForeignName.value(ForeignName.joined(name), of: property)
    return row.flatMap { reader.isAuthor ? $0.words() : $0.plainWords() }
  }

  package func color(_ name: String, for reader: MessageReader) -> String? {
    ForeignName.color(name).flatMap { reader.isAuthor ? $0.words() : $0.plainWords() }
  }
}

extension MessageReader {
  /// The author of a script, for messages of Lua's own functions.
  package static let author = MessageReader(authorIn: LuaLanguage(), .program)
}
