// SPDX-License-Identifier: MIT
import LayerModel
import Messages
import Parsing

extension CAMLReader {
  /// Adds the animations of an element's children to a layer, each under its `key`, in their order. One of a key path
  /// that leads to another layer (`mask.position`) waits until the tree is complete, with those after it.
  func addAnimations(_ index: Int, to layer: Layer) throws {
    var isLate = false
    try document.children(of: index) { child in
      guard let animation = try animation(child, depth: 0) else { return }
      isLate = isLate || animation.keyPaths.contains { $0.hasPrefix("mask.") || $0.hasPrefix("sublayers.") }
      guard !isLate else {
        try session.reading.take(64)
        return waitingAnimations.append((layer, animation, child))
      }
      let key = element(child)["key"]
      // A key in a file is a name only: a later animation replaces an earlier one, as there.
      try attempt("animations", child) { try layer.add(animation, forKey: key) }
    }
  }

  /// Adds the animations that waited for the tree.
  func addWaitingAnimations() throws {
    for (layer, animation, index) in waitingAnimations {
      try session.reading.step(8)
      try attempt("animations", index) { try layer.add(animation, forKey: element(index)["key"]) }
    }
    waitingAnimations = []
  }

  /// Returns the animations of an element's children.
  func animations(_ index: Int, depth: Int) throws -> [Animation] {
    guard depth < CAMLReader.depthLimit else {
      throw LayerError(
        .limit, "\(file):\(element(index).line): animations are nested more than \(CAMLReader.depthLimit) deep")
    }
    var result: [Animation] = []
    try document.children(of: index) { child in
      try session.reading.take(32)
      if let animation = try animation(child, depth: depth + 1) { result.append(animation) }
    }
    return result
  }

  /// Returns the animation of an element; nil, with a note, if its class is not known.
  func animation(_ index: Int, depth: Int) throws -> Animation? {
    try session.reading.step(8)
    let element = element(index)
    let name = CAMLNames.animationClass(element.name) == nil ? element["type"] ?? element.name : element.name
    guard let keyedClass = CAMLNames.animationClass(name) else {
      note(
        .unsupported, index, onceFor: name,
        "\(name.prefix(60)) is not a known class of animations; what it would move stands still")
      return nil
    }
    guard let animation = try keyedClass.makeObject(in: scene) as? Animation else { return nil }
    try setAttributes(of: animation, from: index, except: ["type", "key", "id"])
    try document.children(of: index) { child in
      guard self.element(child).name == "animations" else { return try setChild(child, of: animation) }
      let members = try animations(child, depth: depth)
      try attempt("animations", child) {
        try animation.setValue(.array(members.map { .keyed($0) }), forKey: "animations")
      }
    }
    if CAMLNumbers.bool(element["mica_autorecalculatesDuration"] ?? "") == true,
      let spring = animation as? SpringAnimation
    {
      try attempt("duration", index) {
        try spring.setValue(spring.value(forKey: "settlingDuration"), forKey: "duration")
      }
    }
    return animation
  }
}
