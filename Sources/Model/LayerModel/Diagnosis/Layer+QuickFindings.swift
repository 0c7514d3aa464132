// SPDX-License-Identifier: MIT
import Geometry
import Pixels

extension Layer {
  /// Returns the findings about a render of this layer that are certain from properties alone, without notes. Costs
  /// less than a microsecond per layer.
  package final func quickFindings(_ options: RenderOptions) -> [Finding] {
    struct Entry {
      let layer: Layer
      let isMoving: Bool
      let isElsewhere: Bool
      /// True if an ancestor lies outside the canvas, which is already a finding.
      let isOutside: Bool
      /// The offset from the layer's own points to the canvas; nil if more than a translation is needed.
      let offset: Point?
    }
    var found: [Finding] = []
    var frames: [ObjectIdentifier: Rect]?
    let canvas = Rect(origin: storedBounds.origin, size: options.size ?? storedBounds.size)
    var groups = FindingGroups(scene)
    var pending = [Entry(layer: self, isMoving: isMovingItself, isElsewhere: false, isOutside: false, offset: .zero)]
    while let entry = pending.popLast() {
      let layer = entry.layer
      if !layer.isVisible { continue }
      if layer.mayHaveFlaws, let flaws = try? layer.flaws(scale: options.scale) {
        found += flaws.filter { Self.sureRules.contains($0.rule) }
      }
      let intent = layer.intent
      var isInside = false
      var isOutside = entry.isOutside
      if let finding = layer.sureBlank(intent) { found.append(finding) }
      if case .inBounds = intent, layer !== self, !entry.isMoving, !entry.isElsewhere, !layer.storedBounds.isEmpty {
        var box = entry.offset.map { layer.storedBounds.offsetBy(dx: $0.x, dy: $0.y) }
        if box == nil {
          let known = frames ?? canvasFrames()
          frames = known
          box = known[ObjectIdentifier(layer)]
        }
        if let box, (layer.decorationBox?.value.shadowOpacity ?? 0) <= 0,
          box.insetBy(dx: -1, dy: -1).intersection(canvas)?.isEmpty ?? true
        {
          if !entry.isOutside { found.append(layer.outsideFinding(box, canvas)) }
          isOutside = true
        } else {
          isInside = true
        }
      }
      groups.note(layer, isSeen: isInside)
      if let finding = layer.sureWhiteText(on: options.background, below: self) { found.append(finding) }
      let isPlain = layer.sublayerMatrix == nil && layer.flipMatrix == nil
      for child in layer.children.reversed() {
        let frame = child.untransformedFrame
        pending.append(
          Entry(
            layer: child, isMoving: entry.isMoving || child.isMovingItself,
            isElsewhere: entry.isElsewhere || layer.showsSublayersElsewhere, isOutside: isOutside,
            offset: isPlain && child.transformStorage == nil
              ? entry.offset.map {
                Point(
                  $0.x + frame.x - child.storedBounds.x, $0.y + frame.y - child.storedBounds.y)
              } : nil))
      }
    }
    return groups.grouped(found) { layer, rule in rule == .sameColor && layer.shownText != nil }
  }

  /// True if the layer has any property that `flaws` examines; most layers are just a background at a position.
  private var mayHaveFlaws: Bool {
    decorationBox != nil || extraBox != nil || layerClass !== KeyedClass.layer || !attachedAnimations.isEmpty
      || transformStorage?.components != nil
  }

  /// The rules by which something requested does not appear at all.
  private static let sureRules: Set<LayerWarning.Rule> = [
    .shadowOff, .shadowOfNothing, .shapeDefaults, .shapeEmpty, .neverDisplayed, .noInstances, .degrees,
    .noLayoutManager, .overrideNoSuper,
  ]

  /// Returns the finding about a layer that certainly shows nothing itself; nil if that is uncertain.
  private func sureBlank(_ intent: Intent) -> Finding? {
    switch intent {
    case .blank(let rule, let why, let hint):
      // A gradient has a warning of its own; a layer that needs display is drawn for the next render.
      if rule == .gradientOneColor || rule == .neverDisplayed && flag(.needsDisplay) { return nil }
      return Finding(rule, self, "\(subject) is not seen: \(why)", hint: hint)
    case .inBounds:
      let size = storedBounds.size
      let needed = shownText == nil ? nil : try? neededSize()
      guard needed == nil ? size.width == 0 && size.height == 0 : size.isEmpty, !isAnimated("bounds") else {
        return nil
      }
      return emptyBoundsFinding(needed)
    case .nothing, .anywhere: return nil
    }
  }

  /// Returns the finding about a layer with empty bounds, with the size that its text needs.
  package final func emptyBoundsFinding(_ needed: Size?) -> Finding {
    let (w, h) = (needed?.width.rounded(.up) ?? 100, needed?.height.rounded(.up) ?? 50)
    let size = "\(inspectedNumber(w)) × \(inspectedNumber(h))"
    return Finding(
      .emptyBounds, self,
      "\(subject) is not seen: its bounds are "
        + "empty\(line(ofSetting: "bounds"))\(needed == nil ? "" : ", its text needs \(size)")",
      hint: "bounds = {0, 0, \(inspectedNumber(w)), \(inspectedNumber(h))}")
  }

  /// Returns the finding about a layer that has a width but no height, or a height but no width.
  package final func emptySideFinding(isNote: Bool) -> Finding {
    let side = storedBounds.width <= 0 ? "width" : "height"
    return Finding(
      .emptyBounds, self, "\(subject) is not seen: its bounds have no \(side)\(line(ofSetting: "bounds"))",
      hint: "a \(side) above 0", isNote: isNote)
  }

  /// Describes the position of a box that does not intersect the canvas.
  package final func outsideWords(_ box: Rect, _ canvas: Rect) -> String {
    let side =
      box.minX >= canvas.maxX
      ? "right of"
      : box.maxX <= canvas.minX
        ? "left of" : box.minY >= canvas.maxY ? "below" : box.maxY <= canvas.minY ? "above" : "beside"
    return "its box \(boxText(box)) lies \(side) the picture \(boxText(canvas))"
  }

  /// Returns the finding about a layer whose box does not intersect the canvas.
  package final func outsideFinding(_ box: Rect, _ canvas: Rect) -> Finding {
    Finding(
      .outsideCanvas, self, "\(subject) is not seen: \(outsideWords(box, canvas))",
      hint: parent.map { "position\(line(ofSetting: "position")) counts in \($0.storedName ?? "its superlayer")" })
  }

  /// Formats a rect as `(x y width height)`.
  package final func boxText(_ r: Rect) -> String {
    "(\([r.x, r.y, r.width, r.height].map(inspectedNumber).joined(separator: " ")))"
  }

  /// Returns the finding about text of the default colour on a plain white layer or canvas with nothing in between;
  /// else nil.
  private func sureWhiteText(on background: Color?, below root: Layer) -> Finding? {
    guard shownText != nil, hasDefaultTextColor, case .inBounds = intent, storedBackgroundColor == nil,
      storedContents == nil,
      !isAnimated("foregroundColor")
    else { return nil }
    var below = self
    while below !== root, let above = below.parent {
      // Any visible earlier sibling could be the text's background.
      for sibling in above.children {
        if sibling === below { break }
        if sibling.isVisible { return nil }
      }
      if above.storedContents != nil || above.extraBox?.value.backing != nil || above.layerClass.base != .layer {
        return nil
      }
      if let color = above.storedBackgroundColor {
        guard case .color(let c) = color, c == .white, above.attachedAnimations.isEmpty else { return nil }
        return whiteTextFinding(on: above)
      }
      below = above
    }
    return background == .white ? whiteTextFinding(on: nil) : nil
  }

  /// Returns the finding about white text on white.
  package final func whiteTextFinding(on other: Layer?) -> Finding {
    Finding(
      .whiteText, self,
      "\(subject) is not seen: its text is white, the default, on "
        + "white\(other.map { " (\($0.reference(in: self)))" } ?? "")",
      hint: "foregroundColor = \"black\"")
  }
}
