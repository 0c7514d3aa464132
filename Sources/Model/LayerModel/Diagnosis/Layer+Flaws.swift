// SPDX-License-Identifier: MIT
import Geometry
import Messages
import Pixels
import RenderTree

// Findings from a layer's properties and those of the layers around it, after layout and display. Layers whose
// properties explain why they are invisible are judged elsewhere, together with the rendered image.
extension Layer {
  /// Returns the probable mistakes in a layer that may nevertheless be visible.
  ///
  /// - Parameter scale: the render's pixels per point.
  /// - Throws: if text cannot be laid out.
  package final func flaws(scale: Double) throws -> [Finding] {
    if flag(.hidden) || storedOpacity <= 0 { return [] }
    var found = try classFlaws()
    func add(_ finding: Finding?) { if let finding { found.append(finding) } }
    add(shadowFlaw)
    add(cornerFlaw)
    add(maskFlaw)
    add(depthFlaw)
    add(rotationFlaw)
    add(displayFlaw)
    found += contentsFlaws(scale: scale)
    found += layoutFlaws
    found += animationFlaws
    return found
  }

  // MARK: Shadows, corners, masks

  private var shadowFlaw: Finding? {
    guard let decoration = decorationBox?.value, isFlattening else { return nil }
    let d = DecorationStorage.defaults
    if decoration.shadowOpacity <= 0 {
      if isAnimated("shadowOpacity") { return nil }
      let set: [(String, Bool)] = [
        ("shadowRadius", decoration.shadowRadius != d.shadowRadius),
        ("shadowOffset", decoration.shadowOffset != d.shadowOffset),
        ("shadowColor", decoration.shadowColor != d.shadowColor), ("shadowPath", decoration.shadowPath != nil),
      ]
      guard let (key, _) = set.first(where: \.1) else { return nil }
      return Finding(
        .shadowOff, self,
        "\(subject) has no shadow: \(key) is set\(line(ofSetting: key)), shadowOpacity is "
          + "0\(line(ofSetting: "shadowOpacity"))",
        hint: "shadowOpacity = 0.3")
    }
    if decoration.shadowColor?.alpha ?? 0 <= 0 { return nil }
    let reaches = decoration.shadowRadius > 0 || decoration.shadowOffset != .zero || decoration.shadowPath != nil
    if flag(.masksToBounds), reaches {
      return Finding(
        .shadowClipped, self, "\(subject): masksToBounds\(line(ofSetting: "masksToBounds")) clips its shadow",
        hint: "put the shadow on an enclosing layer, and clip in the inner one")
    }
    if decoration.shadowPath == nil, !storedBounds.isEmpty, !paintsAnything {
      return Finding(
        .shadowOfNothing, self, "\(subject) casts no shadow: neither it nor a sublayer paints anything",
        hint: "backgroundColor = \"white\", or a shadowPath")
    }
    return nil
  }

  /// True if the layer or a descendant was meant to show something.
  private var paintsAnything: Bool {
    subtree.contains { layer in
      switch layer.intent {
      case .nothing: false
      case .inBounds, .anywhere, .blank: true
      }
    }
  }

  private var cornerFlaw: Finding? {
    let r = storedCornerRadius
    guard r > 0, !flag(.masksToBounds), isFlattening, !storedBounds.isEmpty, mask == nil, !isAnimated("cornerRadius")
    else { return nil }
    let corners = decoration.maskedCorners & 15
    guard corners == 15 else { return nil }
    // The distance by which the outline is inset at the corner; anything there is visible beyond it.
    let inset = 0.15 * min(r, storedBounds.width / 2, storedBounds.height / 2)
    let b = storedBounds
    let points = [
      Point(b.minX + inset, b.minY + inset), Point(b.maxX - inset, b.minY + inset),
      Point(b.minX + inset, b.maxY - inset), Point(b.maxX - inset, b.maxY - inset),
    ]
    let text = "cornerRadius \(inspectedNumber(r))\(line(ofSetting: "cornerRadius"))"
    if let image = storedContents, contentsStorage.gravity.stretches, image.bitmap.isOpaque {
      return Finding(
        .cornerNoClip, self, "\(subject): its \(text) does not round its contents", hint: "masksToBounds = true")
    }
    for child in children where child.isVisible && child.storedOpacity >= 1 && child.storedCornerRadius == 0 {
      guard child.transformStorage == nil, child.mask == nil, child.extraBox?.value.filters == nil, child.isFilled,
        points.contains(where: { child.untransformedFrame.contains($0) })
      else { continue }
      // The child covers a rounded corner, which then has no visible effect.
      return Finding(
        .cornerNoClip, self,
        "\(subject): its \(text) does not round \(child.reference(in: self)), which reaches its corner",
        hint: "masksToBounds = true")
    }
    return nil
  }

  /// True if opaque content covers its bounds.
  private var isFilled: Bool {
    if case .color(let color)? = storedBackgroundColor, color.alpha >= 1 { return true }
    let fills = contentsStorage.gravity == .resize || contentsStorage.gravity == .resizeAspectFill
    return fills && storedContents?.bitmap.isOpaque == true
  }

  private var maskFlaw: Finding? {
    guard let mask, !storedBounds.isEmpty, !mask.storedBounds.isEmpty, mask.attachedAnimations.isEmpty,
      attachedAnimations.isEmpty, mask.transformStorage == nil
    else { return nil }
    let box = mask.untransformedFrame
    if mask.storedBounds.size == storedBounds.size, box.origin != storedBounds.origin,
      case .inBounds = mask.intent, mask.storedPosition == .zero
    {
      return Finding(
        .maskSize, self,
        "\(subject): its mask has its size, but lies at (\(inspectedNumber(box.x)) \(inspectedNumber(box.y))): its "
          + "position is {0, 0}"
          + "\(mask.line(ofSetting: "position")), relative to the layer's corner",
        hint: "mask.frame = layer.bounds")
    }
    guard mask.children.isEmpty, mask.storedOpacity >= 1, mask.storedCornerRadius == 0, mask.mask == nil,
      box.contains(Point(storedBounds.minX, storedBounds.minY)), box.maxX >= storedBounds.maxX,
      box.maxY >= storedBounds.maxY, let image = mask.storedContents, image.bitmap.isOpaque,
      mask.contentsStorage.gravity == .resize
    else { return nil }
    return Finding(
      .maskColor, self,
      "\(subject): its mask hides nothing: its image is opaque everywhere, and only a mask's alpha counts",
      hint: "filters = { \"CIMaskToAlpha\" } on the mask turns brightness into alpha")
  }

  // MARK: Depth

  private var isTilted: Bool {
    guard let m = transformStorage?.matrix else { return false }
    return abs(m.m13) > 1e-6 || abs(m.m23) > 1e-6
  }

  private var depthFlaw: Finding? {
    if let m = transformStorage?.matrix, m.m43 != 0, storedZPosition != 0 {
      return Finding(
        .zTwice, self,
        "\(subject) is moved in depth twice: zPosition "
          + "\(inspectedNumber(storedZPosition))\(line(ofSetting: "zPosition")) and a transform "
          + "by \(inspectedNumber(m.m43)), \(inspectedNumber(storedZPosition + m.m43)) together",
        isNote: true)
    }
    if let m = transformStorage?.matrix, m.m34 != 0, let parent,
      let other = parent.children.first(where: { $0 !== self && $0.transformStorage?.matrix.m34 ?? 0 != 0 }),
      parent.children.first(where: { $0.transformStorage?.matrix.m34 ?? 0 != 0 }) === self
    {
      return Finding(
        .m34OwnTransform, self,
        "\(subject) and \(other.reference(in: self)) have perspective in their own transforms, so each has its own "
          + "vanishing point",
        hint: "share one: \(scene.reader(about: self).text(.sublayerPerspective))", isNote: true)
    }
    guard isTilted, !isMoving else { return nil }
    if isFlattening, sublayerDepth == .painter, Set(children.map { $0.anchorDepth(under: nil) }).count > 1 {
      return Finding(
        .flattenedDepth, self,
        "\(subject) is tilted, and its sublayers differ in depth, which a plain layer flattens",
        hint: "make it a \(scene.reader(about: self).text(.type("TransformLayer")))", isNote: true)
    }
    // An edge-on layer is invisible, which is a finding of its own.
    guard let parent, let m = transformStorage?.matrix, m.m34 == 0, abs(m.m11 * m.m22 - m.m12 * m.m21) > 1e-9 else {
      return nil
    }
    var above: Layer? = parent
    while let now = above {
      if now.extraBox?.value.sublayerTransform?.matrix.m34 ?? 0 != 0 { return nil }
      if now.isFlattening { break }
      if now.transformStorage?.matrix.m34 ?? 0 != 0 { return nil }
      above = now.parent
    }
    // A tilted solid without perspective is a legitimate way of drawing.
    guard parent.isFlattening, parent.sublayerDepth == .painter, above?.extraBox?.value.sublayerTransform == nil else {
      return nil
    }
    return Finding(
      .noPerspective, self,
      "\(subject) is tilted\(line(ofSetting: "transform")), and without perspective looks merely squashed",
      hint: scene.reader(about: self).text(.sublayerPerspective), isNote: true)
  }

  /// A rotation that was set by its key and looks like degrees.
  private var rotationFlaw: Finding? {
    guard let (x, y, z) = transformStorage?.components?.value.rotation else { return nil }
    guard let (axis, angle) = [("x", x), ("y", y), ("z", z)].first(where: { looksLikeDegrees($0.1) }) else {
      return nil
    }
    return degreesFinding(
      "its transform.rotation.\(axis)\(line(ofSetting: "transform"))", "transform.rotation.\(axis)", angle, at: nil)
  }

  /// Returns the finding about an angle that looks like degrees.
  final func degreesFinding(_ what: String, _ key: String, _ angle: Double, at place: ScriptPlace?) -> Finding {
    let turns = numberText(abs(angle) / 6.283185307179586, decimals: 1)
    return Finding(
      .degrees, self,
      "\(subject): \(what) is \(inspectedNumber(angle)) radians, \(turns) turns; angles are in radians",
      hint: "\(key) = \(scene.reader(about: self).text(.radians(degrees: angle)))", place: place)
  }

  // MARK: Display

  /// A hook or delegate that can draw over what the layer paints itself, and was never called.
  private var displayFlaw: Finding? {
    guard layerClass.base == .layer, !flag(.needsDisplay), storedContents == nil, extraBox?.value.backing == nil,
      !storedBounds.isEmpty
    else { return nil }
    let name = storedName.flatMap { isWord($0) ? $0 : nil } ?? "layer"
    if let own = layerClass.hooks?.hooks, own.contains(.draw) {
      return isPainted ? neverDisplayed("its class", name) : nil
    }
    guard let delegate = extraBox?.value.delegate else { return nil }
    // A delegate that also lays out or provides actions may draw other layers than this one.
    let drawing: LayerHooks = [.draw, .layerWillDraw, .inheritContentsScale, .canDraw]
    let hooks = delegate.hooks
    if hooks.contains(.draw) {
      return hooks.isSubset(of: drawing) && isPainted ? neverDisplayed("its delegate", name) : nil
    }
    let misses = delegate.drawingNearMisses
    // A layer that needed display was already warned about.
    guard hooks.isSubset(of: drawing), let near = misses.first,
      !scene.hasWarned(.noDrawHook, onceFor: misses.joined(separator: " "))
    else { return nil }
    return Finding(
      .neverDisplayed, self, "\(subject): its delegate's \(near) is never called: it is not a hook",
      hint: "drawLayerInContext = function(self, layer, ctx) … end, and \(name):setNeedsDisplay()")
  }

  private func neverDisplayed(_ hand: String, _ name: String) -> Finding {
    Finding(
      .neverDisplayed, self, "\(subject): \(hand) can draw but was never called", hint: "\(name):setNeedsDisplay()")
  }

  /// True if it paints something in addition to what hooks draw. Otherwise it is invisible, which is another finding.
  private var isPainted: Bool { if case .blank = intent { false } else { true } }

  // MARK: Contents

  private func contentsFlaws(scale: Double) -> [Finding] {
    var found: [Finding] = []
    let contents = contentsStorage
    if flag(.shouldRasterize), contents.rasterizationScale < scale - 1e-9, paintsAnything {
      found.append(
        Finding(
          .rasterScale, self,
          "\(subject) is blurred: shouldRasterize draws it at rasterizationScale "
            + "\(inspectedNumber(contents.rasterizationScale)), and the "
            + "picture has \(inspectedNumber(scale)) pixels a point",
          hint: "rasterizationScale = \(inspectedNumber(scale))"))
    }
    guard storedContents != nil || extraBox?.value.backing != nil, !storedBounds.isEmpty else { return found }
    if contents.contentsCenter != .unit, !contents.gravity.stretches {
      found.append(
        Finding(
          .contentsCenterName, self,
          "\(subject): contentsCenter\(line(ofSetting: "contentsCenter")) sets the part to stretch, but "
            + "contentsGravity "
            + "\"\(contents.gravity.optionName.raw)\" stretches nothing",
          hint: "contentsGravity = \"resize\""))
    }
    if storedBounds.origin != .zero, children.isEmpty, !changesOrigin {
      found.append(
        Finding(
          .boundsOrigin, self,
          "\(subject): the origin of its bounds\(line(ofSetting: "bounds")) only moves sublayers (it has none), "
            + "not its own contents",
          hint: "contentsRect shows another part of an image", isNote: true))
    }
    if let backing = extraBox?.value.backing, storedContents == nil {
      let (old, new) = (backing.bounds.size, storedBounds.size)
      if contents.gravity.stretches, !isAnimated("bounds"),
        abs(old.width - new.width) > 0.5 || abs(old.height - new.height) > 0.5, contents.contentsCenter == .unit
      {
        found.append(
          Finding(
            .staleStretch, self,
            "\(subject): its drawing is stretched: it was drawn at \(inspectedNumber(old.width)) × "
              + "\(inspectedNumber(old.height)), and its "
              + "bounds are \(inspectedNumber(new.width)) × \(inspectedNumber(new.height)) "
              + "now\(line(ofSetting: "bounds"))",
            hint: "needsDisplayOnBoundsChange = true, or call setNeedsDisplay()"))
      }
    }
    guard let image = storedContents else { return found }
    let bitmap = image.bitmap(forScale: scale)
    if !contents.gravity.stretches, image.resolutionCount == 1, image.picture == nil,
      image.scale != contents.contentsScale
    {
      let size = Size(Double(image.width) / contents.contentsScale, Double(image.height) / contents.contentsScale)
      found.append(
        Finding(
          .scaleMismatch, self,
          "\(subject): its image has scale \(inspectedNumber(image.scale)) and it has contentsScale "
            + "\(inspectedNumber(contents.contentsScale)), so under "
            + "contentsGravity \"\(contents.gravity.optionName.raw)\" it is \(inspectedNumber(size.width)) × "
            + "\(inspectedNumber(size.height)) points",
          hint: "contentsScale = \(inspectedNumber(image.scale))"))
    }
    let part = contents.contentsRect
    if part.minX < -1e-9 || part.minY < -1e-9 || part.maxX > 1 + 1e-9 || part.maxY > 1 + 1e-9, bitmap.hasOpaqueEdge {
      found.append(
        Finding(
          .contentsRectOutside, self,
          "\(subject): its contentsRect\(line(ofSetting: "contentsRect")) exceeds the image, so the pixels of the "
            + "image's edge are repeated",
          hint: "an image with a transparent rim", isNote: true))
    }
    if contents.gravity.stretches, contents.magnificationFilter != .nearest, contents.contentsCenter == .unit,
      image.picture == nil, bitmap.width > 4 || bitmap.height > 4, transformStorage == nil
    {
      let (w, h) = (Double(bitmap.width) * part.width, Double(bitmap.height) * part.height)
      let (x, y) = (storedBounds.width * scale / max(w, 1e-9), storedBounds.height * scale / max(h, 1e-9))
      let factor = contents.gravity == .resizeAspectFill ? max(x, y) : min(x, y)
      if factor > 1.75 {
        found.append(
          Finding(
            .fuzzy, self,
            "\(subject): its image is enlarged \(inspectedNumber((factor * 10).rounded() / 10)) times: it has "
              + "\(bitmap.width) × \(bitmap.height) "
              + "pixels for \(inspectedNumber((storedBounds.width * scale).rounded())) × "
              + "\(inspectedNumber((storedBounds.height * scale).rounded()))",
            hint: "an image with more pixels, or magnificationFilter = \"nearest\" for sharp pixels", isNote: true))
      }
    }
    return found
  }

  /// True if moving the bounds' origin is the purpose of the layer's class, or an animation does it.
  private var changesOrigin: Bool { layerClass.base == .scroll || isAnimated("bounds") }

  // MARK: Layout

  private var layoutFlaws: [Finding] {
    var found: [Finding] = []
    let constraints = layout?.constraints ?? []
    if !constraints.isEmpty, !flag(.isMask), let parent {
      let count = counted(constraints.count, "constraint")
      let verb = constraints.count == 1 ? "does" : "do"
      if parent.overridesLayout || parent.delegate?.hooks.contains(.layoutSublayers) == true {
        // Reported for the superlayer.
      } else if parent.layout?.manager == nil {
        found.append(
          Finding(
            .noLayoutManager, self,
            "\(subject): its \(count) \(verb) nothing: \(parent.reference(in: self)) has no layoutManager",
            hint: "superlayer.layoutManager = \(scene.reader(about: self).text(.object("ConstraintLayoutManager")))"))
      } else if parent.layout?.manager is BuiltInLayoutManager, !(parent.layout?.manager is ConstraintLayoutManager) {
        found.append(
          Finding(
            .noLayoutManager, self,
            "\(subject): its \(count) \(verb) nothing: the layoutManager of \(parent.reference(in: self)) is no "
              + "constraint layout manager",
            hint: "layoutOptions, or a \(scene.reader(about: self).text(.object("ConstraintLayoutManager")))"))
      } else if let key = ["frame", "bounds"].first(where: { scene.place(ofSetting: $0, of: self) != nil }),
        Set(constraints.filter { $0.attribute.axis == .x }.map(\.attribute)).count > 1,
        Set(constraints.filter { $0.attribute.axis == .y }.map(\.attribute)).count > 1
      {
        found.append(
          Finding(
            .frameVsConstraint, self,
            "\(subject): the size of its \(key)\(line(ofSetting: key)) is not used: its constraints give both width "
              + "and height",
            isNote: true)
        )
      }
    }
    if overridesLayout, layout?.hasRunDefault != true {
      let constrained = children.filter { !($0.layout?.constraints.isEmpty ?? true) }.count
      let resizing = children.filter { $0.layout?.autoresizingMask ?? 0 != 0 }.count
      if constrained + resizing > 0, layout != nil {
        let what =
          constrained > 0
          ? "the constraints of \(counted(constrained, "sublayer"))" : "\(counted(resizing, "autoresizing mask"))"
        found.append(
          Finding(
            .overrideNoSuper, self, "\(subject): its class' layoutSublayers switches \(what) off",
            hint: "call \(className).super.layoutSublayers(self) in it"))
      }
    }
    return found
  }

  // MARK: Animation

  private var animationFlaws: [Finding] {
    var found: [Finding] = []
    if let speed = timingBox?.value.speed, speed != 1 {
      var all = speed
      var below: Layer = self
      while let now = below.parent, !below.isTimeRemapped {
        all *= now.timingBox?.value.speed ?? 1
        below = now
      }
      if all != speed {
        found.append(
          Finding(
            .speedMultiplies, self,
            "\(subject) runs at speed \(inspectedNumber(all)): its own "
              + "\(inspectedNumber(speed))\(line(ofSetting: "speed")) times that of the layers above it",
            isNote: true))
      }
    }
    for attached in attachedAnimations {
      let degrees = degreesFlaws(attached.animation)
      found += degrees
      if !degrees.isEmpty { continue }
      if let finding = vanishingFlaw(attached.animation) {
        found.append(finding)
        continue
      }
      guard let basic = attached.animation as? BasicAnimation, let path = basic.keyPath, basic.toValue != .null,
        attached.key != path || scene.place(ofSetting: path, of: self) == nil
      else { continue }
      let timing = basic.timing
      // A forward fill keeps the value, or `fillNeedsKeep` warns of it.
      guard !basic.isAdditive, !timing.autoreverses, timing.speed > 0, basic.endTime.isFinite,
        timing.fillMode == .removed || timing.fillMode == .backwards,
        // Half a cycle, or a time offset, ends elsewhere.
        timing.instant(at: basic.endTime).progress == 1,
        let now = try? value(forKeyPath: path), now != basic.toValue, !isWholeTurn(path, from: now, to: basic.toValue)
      else { continue }
      found.append(
        Finding(
          .snapBack, self, "\(subject): its \(path) snaps back when its animation ends, since the end value differs",
          hint: "set layer.\(path) to that value too", isNote: true))
    }
    return found
  }
}

extension Layer {
  /// Returns findings about animations of a rotation whose values look like degrees.
  private func degreesFlaws(_ animation: Animation) -> [Finding] {
    var found: [Finding] = []
    for property in animation.leaves {
      guard let path = property.keyPath, path.contains(part: "rotation") else { continue }
      var values: [(key: String, value: PropertyValue)] = []
      if let basic = property as? BasicAnimation {
        values = [("toValue", basic.toValue), ("byValue", basic.byValue), ("fromValue", basic.fromValue)]
      } else if let frames = property as? KeyframeAnimation {
        values = (frames.values ?? []).map { ("values", $0) }
      }
      let angles = values.compactMap { entry -> (key: String, angle: Double)? in
        if case .number(let angle) = entry.value, angle != 0 { (entry.key, angle) } else { nil }
      }
      // One angle that does not look like degrees clears all.
      guard !angles.isEmpty, angles.allSatisfy({ looksLikeDegrees($0.angle) }) else { continue }
      let key = angles[0].key
      let angle = key == "values" ? angles.map(\.angle).max { abs($0) < abs($1) } ?? 0 : angles[0].angle
      let turns = numberText(abs(angle) / 6.283185307179586, decimals: 1)
      let radians = scene.reader(about: property).text(.radians(degrees: angle))
      found.append(
        Finding(
          .degrees, self,
          "\(subject): its animation of \(path) goes to \(inspectedNumber(angle)) radians, \(turns) turns; angles are "
            + "in radians",
          hint: key == "values" ? "\(radians) in its values" : "\(key) = \(radians)",
          place: scene.place(of: property)))
    }
    return found
  }

  /// Returns a finding about an animation that shows something that vanishes at its end, since the layer's own value
  /// shows nothing.
  private func vanishingFlaw(_ animation: Animation) -> Finding? {
    // A value that is held or reversed is intentional.
    guard animation.isRemovedOnCompletion || ![.forwards, .both].contains(animation.timing.fillMode),
      !animation.timing.autoreverses,
      animation.timing.speed > 0, animation.endTime.isFinite, scene.host.onFrame == nil
    else { return nil }
    for property in animation.leaves where !property.isAdditive && !property.timing.autoreverses {
      guard let path = property.keyPath else { continue }
      let end: PropertyValue? =
        if let basic = property as? BasicAnimation { basic.toValue } else {
          (property as? KeyframeAnimation)?.values?.last
        }
      guard case .number(let last)? = end else { continue }
      let shape = self as? ShapeLayer
      switch path {
      case "strokeEnd":
        guard let shape, shape.strokeEnd <= shape.strokeStart, last > shape.strokeStart, shape.strokeColor != nil else {
          continue
        }
      case "transform.scale", "transform.scale.x", "transform.scale.y":
        guard last != 0, keyScalingToNothing(isForSublayers: false) != nil else { continue }
      default: continue
      }
      let key = path == "strokeEnd" ? "strokeEnd" : "transform"
      return Finding(
        .snapBack, self,
        "\(subject) disappears when its animation of \(path) is over: the layer's own value is "
          + "0\(line(ofSetting: key))",
        hint: "set layer.\(path) to \(inspectedNumber(last)) too", isNote: true)
    }
    return nil
  }
}

extension Animation {
  /// The maximum number of `leaves`.
  static let leafLimit = 1000

  /// The property animations in it: itself, or the members of a group; at most `leafLimit`.
  package var leaves: [PropertyAnimation] {
    var pending: [Animation] = [self]
    var found: [PropertyAnimation] = []
    while let next = pending.popLast(), found.count < Animation.leafLimit {
      if let group = next as? AnimationGroup { pending += (group.animations ?? []).reversed() }
      if let property = next as? PropertyAnimation { found.append(property) }
    }
    return found
  }
}

extension String {
  /// True if one of the dot-separated words equals `part`.
  fileprivate func contains(part: String) -> Bool { split(separator: ".").contains { $0 == part } }
}

/// True if a number is more likely degrees than radians: multiples of 15 from 30 to 3,600.
package func looksLikeDegrees(_ v: Double) -> Bool {
  abs(v) >= 30 && abs(v) <= 3600 && v.truncatingRemainder(dividingBy: 15) == 0
}

/// True if a rotation from one value to another ends as it began.
private func isWholeTurn(_ path: String, from: PropertyValue, to: PropertyValue) -> Bool {
  guard path.contains(part: "rotation"), case .number(let a) = from, case .number(let b) = to else { return false }
  let turns = (b - a) / 6.283185307179586
  return abs(turns - turns.rounded()) < 1e-6
}

extension ContentsGravity {
  /// True if it scales the contents.
  var stretches: Bool { self == .resize || self == .resizeAspect || self == .resizeAspectFill }
}

extension Bitmap {
  /// True if a pixel of its edge is not transparent.
  fileprivate var hasOpaqueEdge: Bool {
    if isOpaque { return true }
    return withExtendedLifetime(self) {
      for x in 0..<width where pixels[x] >> 24 != 0 || pixels[(height - 1) * width + x] >> 24 != 0 { return true }
      for y in 0..<height where pixels[y * width] >> 24 != 0 || pixels[y * width + width - 1] >> 24 != 0 { return true }
      return false
    }
  }
}
