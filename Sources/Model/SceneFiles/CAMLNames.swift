// SPDX-License-Identifier: MIT
import LayerModel

/// The names of CAML, and their counterparts in the model.
enum CAMLNames {
  /// The custom keys of layers that were read: the `id`, the attributes without effect here, and the floor of a
  /// wallpaper's scene.
  static let idKey = "camlID"
  static let attributesKey = "camlAttributes"
  static let floorKey = "camlFloor"

  /// Elements without effect here, ignored without a note.
  static let silent: Set<String> = ["modules", "scriptComponents", "publishedObjectNames", "MicaAssetManifest"]
  /// Elements of scripts, which are never run.
  static let scripts: Set<String> = ["scriptObject", "script", "LKEventHandler", "eventHandlers"]
  /// Attributes of editors, and others without effect here.
  private static let editors: Set<String> = [
    "nuggetId", "nuggetOffset", "allowsHitTesting", "resizingMode", "allowsDisplayCompositing", "final",
  ]

  static func isEditors(_ name: String, _ value: String) -> Bool {
    editors.contains(name) || name.hasPrefix("caplay") || name.hasPrefix("mica_")
      || name == "contentsFormat" && value == "AutomaticAppKit"
  }

  /// Returns the class of layers with Core Animation's name; nil for other names.
  static func layerClass(_ name: String) -> KeyedClass? {
    guard let found = keyedClass(name), found.isLayerClass, !found.isAbstract else { return nil }
    return found
  }

  /// Returns the class of animations with Core Animation's name; nil for other names.
  static func animationClass(_ name: String) -> KeyedClass? {
    guard name.hasSuffix("Animation") || name.hasSuffix("AnimationGroup") || name == "CATransition",
      let found = keyedClass(name), !found.isLayerClass, !found.isAbstract
    else { return nil }
    return found
  }

  /// Returns the class with a name that begins with `CA`, or `LK` for states.
  static func keyedClass(_ name: String) -> KeyedClass? {
    guard name.hasPrefix("CA") || name.hasPrefix("LK") else { return nil }
    return KeyedClass.named(String(name.dropFirst(2)))
  }

  /// Returns the key, or the key path, that a name means for a class; nil if the class has none.
  static func key(_ name: String, of keyedClass: KeyedClass) -> String? {
    let head = name.prefix { $0 != "." }
    if keyedClass.property(String(head)) != nil { return name }
    if name == "velocity", keyedClass.property("initialVelocity") != nil { return "initialVelocity" }
    return nil
  }
}
