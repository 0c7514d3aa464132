// SPDX-License-Identifier: MIT
import CLuaBinding

/// A function, method or readable field offered to scripts, for the manual, `layerlua doc` and editor stubs.
package struct FunctionEntry: Sendable {
  /// "ca", "ca.Image" (a function of that table; "()" is its call), or a class of objects: "Layer", "Path".
  package var owner: String
  /// The name, without a field's leading dot.
  package var name: String
  /// Other names of the same function, such as the words of its Objective-C selector.
  package var aliases: [String]
  /// True for a readable field, which is not called.
  package var isField: Bool
  /// Signature as in `Method`; nil if missing.
  package var signature: String?
  package var summary: String

  /// True if it exists only for its error message.
  package var onlyRefuses: Bool { signature == Method.onlyRefuses }

  /// The overloads: `(name: string): ca.Image`; for a field its type.
  package var signatures: [String] {
    var result = [""]
    var depth = 0
    for character in signature ?? "" {
      switch character {
      case "(", "{", "[", "<": depth += 1
      case ")", "}", "]", ">": depth -= 1
      default: break
      }
      if character == ";", depth == 0 { result.append("") } else { result[result.count - 1].append(character) }
    }
    return result.map { String($0.drop { $0 == " " }) }
  }

  /// The separator written between owner and name in Lua: ".", ":" or "" for a call.
  package var separator: String { name == "()" ? "" : isField || owner.hasPrefix("ca") && !takesSelf ? "." : ":" }

  /// True for a function of a table that is called with a colon.
  package var takesSelf: Bool { signature?.hasPrefix("(self: ") ?? false }
}

extension LuaBinding {
  /// Every function, method and field offered to scripts, in source order; aliases are listed with their originals.
  package static var manual: [FunctionEntry] {
    var result = Method.all.filter { $0.names.first != ".tostring" }.map { method in
      let name = method.names.first ?? ""
      return FunctionEntry(
        owner: method.owner, name: name.hasPrefix(".") ? String(name.dropFirst()) : name,
        aliases: Array(method.names.dropFirst()), isField: name.hasPrefix("."), signature: method.signature,
        summary: method.summary)
    }
    var function = llua_Function()
    var index = 0
    while llua_function_at(index, &function) {
      index += 1
      guard let owner = function.owner.map({ String(cString: $0) }),
        let name = function.name.map({ String(cString: $0) })
      else { break }
      if function.is_alias, let last = result.indices.last {
        result[last].aliases.append(name)
        continue
      }
      result.append(
        FunctionEntry(
          owner: owner, name: name, aliases: [], isField: false,
          signature: function.signature.map { String(cString: $0) },
          summary: function.summary.map { String(cString: $0) } ?? ""))
    }
    return result
  }
}

/// A function that scripts write and the engine calls, in a class, a delegate or a layout manager.
package struct ScriptHook: Sendable {
  /// The kind of object that defines the hook.
  package enum Owner: String, CaseIterable, Sendable {
    case layerClass = "a class"
    case delegate = "a layer's delegate"
    case animationDelegate = "an animation's delegate"
    case layoutManager = "a layout manager"
  }

  package let name: String
  package let owner: Owner
  /// Parameters after `self`, and results, as in `Method`.
  package let signature: String
  package let summary: String

  private init(_ name: String, _ owner: Owner, _ signature: String, _ summary: String) {
    self.name = name
    self.owner = owner
    self.signature = signature
    self.summary = summary
  }

  package static let all: [ScriptHook] = [
    ScriptHook("init", .layerClass, "()", "Called after a layer was made, when its properties are set."),
    ScriptHook("display", .layerClass, "()", "Sets the layer's contents, in place of drawing."),
    ScriptHook("drawInContext", .layerClass, "(ctx: ca.GraphicsContext)", "Draws the layer's contents."),
    ScriptHook(
      "layoutSublayers", .layerClass, "()",
      "Lays out the sublayers, instead of constraints and autoresizing, unless it calls super's."),
    ScriptHook(
      "actionForKey", .layerClass, "(key: string): any",
      "Returns the action for a change of the key: an animation, a function; nil continues the search, false ends it."),
    ScriptHook(
      "defaultActionForKey", .layerClass, "(key: string): any", "Returns the action if the search found none."),
    ScriptHook(
      "needsDisplayForKey", .layerClass, "(key: string): boolean", "Returns true if a change of the key redraws."),
    ScriptHook("defaultValueForKey", .layerClass, "(key: string): any", "The initial value of a key."),
    ScriptHook(
      "drawInDrawable", .layerClass, "(drawable: ca.Drawable, layerTime: number)",
      "Fills the pixels of a drawable layer."),
    ScriptHook(
      "canDraw", .layerClass, "(layerTime: number): boolean", "Returns true if a drawable layer has a new picture."),
    ScriptHook("displayLayer", .delegate, "(layer: ca.Layer)", "Sets the layer's contents, in place of drawing."),
    ScriptHook(
      "drawLayerInContext", .delegate, "(layer: ca.Layer, ctx: ca.GraphicsContext)", "Draws the layer's contents."),
    ScriptHook("layerWillDraw", .delegate, "(layer: ca.Layer)", "Called before drawLayerInContext."),
    ScriptHook("layoutSublayersOfLayer", .delegate, "(layer: ca.Layer)", "Lays the layer's sublayers out."),
    ScriptHook(
      "actionForLayerForKey", .delegate, "(layer: ca.Layer, key: string): any",
      "Returns the action for a change of the key; nil continues the search, false ends it."),
    ScriptHook(
      "actionForLayer_forKey", .delegate, "(layer: ca.Layer, key: string): any",
      "Another spelling of actionForLayerForKey, which comes first."),
    ScriptHook(
      "layerShouldInheritContentsScale", .delegate, "(layer: ca.Layer, scale: number): boolean",
      "Returns true if the layer takes the picture's scale as its contentsScale."),
    ScriptHook(
      "layerShouldInheritContentsScaleFromWindow", .delegate, "(layer: ca.Layer, scale: number): boolean",
      "AppKit's name of that hook; it is called without a window."),
    ScriptHook(
      "drawLayerInDrawable", .delegate, "(layer: ca.DrawableLayer, drawable: ca.Drawable, layerTime: number)",
      "Fills the pixels of a drawable layer."),
    ScriptHook(
      "canDrawLayer", .delegate, "(layer: ca.DrawableLayer, layerTime: number): boolean",
      "Returns true if a drawable layer has a new picture."),
    ScriptHook("animationDidStart", .animationDelegate, "(animation: ca.Animation)", "Called when it begins."),
    ScriptHook(
      "animationDidStop", .animationDelegate, "(animation: ca.Animation, finished: boolean)",
      "Called when it ends or was removed early."),
    ScriptHook("layoutSublayersOfLayer", .layoutManager, "(layer: ca.Layer)", "Lays the layer's sublayers out."),
    ScriptHook(
      "preferredSizeOfLayer", .layoutManager, "(layer: ca.Layer): ca.SizeLike?",
      "The layer's preferred size."),
    ScriptHook(
      "invalidateLayoutOfLayer", .layoutManager, "(layer: ca.Layer)", "Called when the layout is out of date."),
  ]
}
