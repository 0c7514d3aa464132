// SPDX-License-Identifier: MIT
import Messages

/// A warning about something that is allowed but probably not intended.
///
/// ```swift
/// engine.onWarning = { warning in
///   print(warning.rule, warning.message)
///   if let place = warning.place { print("  \(place.script):\(place.line)") }
/// }
/// ```
public struct LayerWarning: Equatable, Sendable, CustomStringConvertible {
  /// The rule that it belongs to.
  public let rule: Rule
  /// The problem and its remedy. It may contain texts of the script with their control characters: print
  /// `description`, or escape them.
  public let message: String
  /// The place in the script: the line that ran, or, for a problem that appears only when rendering, the line that made
  /// the layer; nil if there is none.
  public internal(set) var place: ScriptPlace?
  /// True if the host, not a script, set the key that it is about.
  public internal(set) var isOfHost = false
  /// The number of repetitions since it was reported; 0 when first reported.
  public internal(set) var repeats = 0

  package init(rule: Rule, message: String, place: ScriptPlace? = nil) {
    self.rule = rule
    self.message = message
    self.place = place
  }

  /// The message, with the number of repetitions if there are any.
  public var text: String {
    repeats == 0
      ? message : "\(message) (reported once, it occurred \(repeats == 1 ? "once more" : "\(repeats) times more"))"
  }

  /// The text after its place, such as `compass.lua:12: …`, or after `the host: ` if the host set a key.
  ///
  /// Control characters other than line feeds and tabs are escaped as in Lua, `\27`, so that a script's text cannot
  /// control a terminal.
  public var description: String {
    visibleText(place.map { "\($0): \(text)" } ?? (isOfHost ? "the host: \(text)" : text))
  }
}

/// A line of a script.
///
/// ```swift
/// engine.onWarning = { if let place = $0.place { print("\(place.script):\(place.line): \($0.message)") } }
/// ```
public struct ScriptPlace: Equatable, Sendable, CustomStringConvertible {
  /// The script's name, usually its path.
  public var script: String
  /// The line number, from 1.
  public var line: Int

  package init(script: String, line: Int) {
    self.script = script
    self.line = line
  }

  /// The place in the format of errors: `compass.lua:12`.
  public var description: String { "\(script):\(line)" }
}

extension LayerWarning {
  /// The rules of warnings. The names are stable: `--allow` and `ca.allow` take them, and the manual's list is
  /// generated from them.
  ///
  /// ```swift
  /// let quiet: Set<LayerWarning.Rule> = [.duplicateName, try LayerWarning.Rule(named: "foreign-name")]
  /// let engine = try Engine(Engine.Configuration(allowedWarnings: quiet))
  /// ```
  public enum Rule: String, CaseIterable, Sendable {
    // Keys and values
    case nearMissKey = "near-miss-key"
    case foreignName = "foreign-name"
    case styleIgnored = "style-ignored"
    case duplicateName = "duplicate-name"
    case frameDerived = "frame-derived"
    case frameBeside = "frame-beside"
    case m34Sign = "m34-sign"
    case zExtreme = "z-extreme"
    case gravityTopBottom = "gravity-top-bottom"
    case opaqueCorner = "opaque-corner"
    case opaqueLate = "opaque-late"
    case transformLayerIgnores = "transform-layer-ignores"
    case depthLimit = "depth-limit"
    /// A layer's backdrop cannot be filtered, since layers that share its depth intersect.
    case backdrop
    case emptyBackdrop = "empty-backdrop"
    case maskShared = "mask-shared"
    case maskCompositing = "mask-compositing"
    case backgroundFilters = "background-filters"
    case filterCenter = "filter-center"
    case shapeWithoutBounds = "shape-without-bounds"
    case gradientOneColor = "gradient-one-color"
    case gradientLocations = "gradient-locations"
    case replicatorZeroSize = "replicator-zero-size"
    case noParticles = "no-particles"
    case noScrollLayer = "no-scroll-layer"

    // Drawing and text
    case contentsVsDrawing = "contents-vs-drawing"
    case contentsVsText = "contents-vs-text"
    case contentsUnreadable = "contents-unreadable"
    case danglingDelegate = "dangling-delegate"
    case noDrawHook = "no-draw-hook"
    case fourHooks = "four-hooks"
    case redrawNever = "redraw-never"
    case unbalancedState = "unbalanced-state"
    case missingFont = "missing-font"
    case fontFolder = "font-folder"
    case fontSettings = "font-settings"
    case missingGlyphs = "missing-glyphs"
    case textFit = "text-fit"
    case missingHyphens = "missing-hyphens"
    case attributedText = "attributed-text"

    // Layout
    case autoresizeRefused = "autoresize-refused"
    case constraintSizeOnly = "constraint-size-only"
    case constraintScale = "constraint-scale"
    case noLayoutFunction = "no-layout-function"

    // Animation
    case animationDelegate = "animation-delegate"
    case animationReplaced = "animation-replaced"
    case callbacksInPictures = "callbacks-in-pictures"
    case cutOff = "cut-off"
    case disabledActions = "disabled-actions"
    case fillNeedsKeep = "fill-needs-keep"
    case fullTurn = "full-turn"
    case keyframes
    case openTransaction = "open-transaction"
    case repeatTwice = "repeat-twice"
    case timingAnimated = "timing-animated"
    case frameValue = "frame-value"
    case rotationMode = "rotation-mode"

    // Files
    case film
    case filmSize = "film-size"
    case framesUnlocked = "frames-unlocked"
    case framesDamaged = "frames-damaged"
    case framesTwice = "frames-twice"
    case imageFile = "image-file"
    case imageVariants = "image-variants"
    case svgLeftOut = "svg-left-out"
    case linkLeftOut = "link-left-out"

    // Files of Core Animation
    case sceneUnknown = "caml-unknown"
    case sceneValue = "caml-value"
    case sceneDuplicateID = "caml-duplicate-id"
    case sceneNoTarget = "caml-no-target"
    case sceneKey = "caml-key"
    case sceneMissingAsset = "caml-missing-asset"
    case sceneScript = "caml-script"
    case sceneNamespace = "caml-namespace"
    case sceneUnsupported = "caml-unsupported"
    case sceneSeveral = "caml-several"
    case sceneUnusedAsset = "caml-unused-asset"
    case sceneParked = "caml-parked"
    case sceneManyFrames = "caml-many-frames"

    // Lottie files
    case lottieLeftOut = "lottie-left-out"

    // Data
    case csvRagged = "csv-ragged"
    case csvSeparator = "csv-separator"
    case jsonDuplicate = "json-duplicate"

    // Findings: the rendered image probably differs from what was intended
    case emptyBounds = "empty-bounds"
    case neverDisplayed = "never-displayed"
    case notAttached = "not-attached"
    case addedAgain = "added-again"
    case outsideCanvas = "outside-canvas"
    case cutAway = "cut-away"
    case hiddenByAncestor = "hidden-by-ancestor"
    case backFace = "back-face"
    case edgeOn = "edge-on"
    case scaleZero = "scale-zero"
    case whiteText = "white-text"
    case sameColor = "same-colour"
    case textWithoutColor = "text-without-colour"
    case shapeEmpty = "shape-empty"
    case gradientStops = "gradient-stops"
    case emptyMask = "empty-mask"
    case clearContents = "clear-contents"
    case noInstances = "no-instances"
    case occluded
    case offTime = "off-time"
    case zTwice = "z-twice"
    case noPerspective = "no-perspective"
    case m34OwnTransform = "m34-own-transform"
    case flattenedDepth = "flattened-depth"
    case fractionSize = "fraction-size"
    case boundsOrigin = "bounds-origin"
    case scaleMismatch = "scale-mismatch"
    case fuzzy
    case contentsRectOutside = "contents-rect-outside"
    case contentsCenterName = "contents-center-name"
    case drawingClipped = "drawing-clipped"
    case staleStretch = "stale-stretch"
    case shadowClipped = "shadow-clipped"
    case shadowOff = "shadow-off"
    case shadowOfNothing = "shadow-of-nothing"
    case cornerNoClip = "corner-no-clip"
    case maskSize = "mask-size"
    case maskColor = "mask-colour"
    case rasterScale = "raster-scale"
    case shapeDefaults = "shape-defaults"
    case textBox = "text-box"
    case gradientSkew = "gradient-skew"
    case replicatorColor = "replicator-colour"
    case backgroundFilterNothing = "background-filter-nothing"
    case noLayoutManager = "no-layout-manager"
    case frameVsConstraint = "frame-vs-constraint"
    case autoresizeFromZero = "autoresize-from-zero"
    case overrideNoSuper = "override-no-super"
    case snapBack = "snap-back"
    case speedMultiplies = "speed-multiplies"
    case degrees
    case nilColor = "nil-colour"
    case unusedArgument = "unused-argument"

    // Scripts
    case extraArgument = "extra-argument"
    case nearMissHook = "near-miss-hook"
    case noPicture = "no-picture"
    case isolation
    case extraResults = "extra-results"
    case scriptFinalizer = "script-finalizer"
    case scriptWarning = "script-warning"

    /// True if the rule is checked only when a render is explained, and not while a script runs.
    public var isFinding: Bool { Rule.findings.contains(self) }

    private static let findings: Set<Rule> = [
      .emptyBounds, .neverDisplayed, .notAttached, .addedAgain, .outsideCanvas, .cutAway, .hiddenByAncestor, .backFace,
      .edgeOn, .scaleZero, .clearContents, .noInstances,
      .whiteText, .sameColor, .textWithoutColor, .shapeEmpty, .gradientStops, .emptyMask, .occluded, .offTime, .zTwice,
      .noPerspective, .m34OwnTransform, .flattenedDepth, .fractionSize, .boundsOrigin, .scaleMismatch, .fuzzy,
      .contentsRectOutside, .contentsCenterName, .drawingClipped, .staleStretch, .shadowClipped, .shadowOff,
      .shadowOfNothing, .cornerNoClip, .maskSize, .maskColor, .rasterScale, .shapeDefaults, .textBox, .gradientSkew,
      .replicatorColor, .backgroundFilterNothing, .noLayoutManager, .frameVsConstraint, .overrideNoSuper, .snapBack,
      .speedMultiplies, .degrees, .nilColor, .unusedArgument, .sceneUnusedAsset, .sceneParked, .sceneManyFrames,
    ]

    /// The subject of the warning, in a sentence for the manual.
    public var summary: String {
      switch self {
      case .nearMissKey: "A key with a name close to a property's is stored as a custom key."
      case .foreignName:
        "A key from another system (`alpha`, `borderRadius`), another class or a run of text is stored as a custom "
          + "key; a layout manager has no option of that name; or a script reads a name of Core Animation or C, such "
          + "as `YES`, that is not defined, and so is nil."
      case .styleIgnored: "An entry of a layer's `style` has no effect."
      case .duplicateName: "Several objects share a name used for lookup; the first is used."
      case .frameDerived: "`frame` was set under a rotation or a skew, and does not read back as set."
      case .frameBeside:
        "A constructor gives a `frame` and a `position` or `bounds` that contradict it; the frame counts."
      case .m34Sign: "`m34` is positive, which reverses depth."
      case .zExtreme: "A `zPosition` beyond a million: such depths lose their order."
      case .gravityTopBottom:
        "`contentsGravity` is \"top\" or \"bottom\", which in Core Animation mean the maximum and minimum y, without a "
          + "flipped superlayer."
      case .opaqueCorner: "`opaque` is set together with `cornerRadius`: the drawing gets black corners."
      case .opaqueLate: "`opaque` was set on a layer that is already drawn; it acts when it is drawn again."
      case .transformLayerIgnores: "A property that a transform layer ignores was set on one."
      case .backdrop:
        "`backgroundFilters` are left out where the layer shares its depth with layers that cross one another."
      case .emptyBackdrop:
        "A layer's `compositingFilter` is `multiply` or similar, and nothing lies behind it: it vanishes."
      case .depthLimit:
        "Layers that share their depth cross in so many places that some are ordered by the depth of their centres."
      case .maskShared: "A layer that was the mask or a sublayer of one layer became the mask or a sublayer of another."
      case .maskCompositing: "The `compositingFilter` of a mask is ignored."
      case .backgroundFilters: "The `backgroundFilters` of a mask, or of the root of a picture, have nothing to act on."
      case .filterCenter: "A filter's `inputCenter` lies outside of its layer's bounds."
      case .shapeWithoutBounds:
        "A shape layer without bounds is turned or scaled: it turns about its origin, not about its path's middle."
      case .gradientOneColor: "A gradient of one colour draws nothing."
      case .gradientLocations:
        "Locations of an unanimated gradient lie outside 0 to 1, where they are not visible."
      case .replicatorZeroSize: "A replicator without bounds turns its instances about its origin."
      case .noParticles: "An emitter cell has a `birthRate` and no `lifetime`: its particles are never seen."
      case .noScrollLayer: "A layer outside any scroll layer was told to scroll."
      case .contentsVsDrawing: "An image in `contents` replaced the drawing, or the drawing replaced the image."
      case .contentsVsText: "The `contents` of a text layer hide its string."
      case .contentsUnreadable: "`contents` was read, and the drawing cannot be converted to an image."
      case .danglingDelegate: "A layer's delegate was freed: nothing else held it."
      case .noDrawHook: "A layer was to be drawn, but its delegate has no drawing function."
      case .fourHooks: "A layer has several drawing functions; only the first in order ran."
      case .redrawNever: "`setNeedsDisplay` was called while `redrawPolicy` is \"never\"."
      case .unbalancedState: "A drawing left `saveGState` or a transparency layer open."
      case .missingFont: "A font is not installed, and another is used."
      case .fontFolder:
        "A given font folder contains no readable font."
      case .fontSettings: "A font lacks a requested axis, feature, width or palette."
      case .missingGlyphs: "No font has some of a text's characters, and boxes are drawn."
      case .textFit:
        "A text does not fit its layer even at the smallest size that `fitsText` may give it, or not the layers in "
          + "which it continues."
      case .missingHyphens: "Words were to be hyphenated, but their language has no patterns."
      case .attributedText:
        "A text layer's `font`, `fontSize` or `foregroundColor` was set, but its text is attributed, which ignores "
          + "them."
      case .autoresizeRefused: "A layer cannot follow its superlayer's size by `autoresizingMask`."
      case .constraintSizeOnly: "A constraint of a width or a height alone has no effect."
      case .constraintScale: "The fourth value of a constraint is its scale, but looks like an offset."
      case .noLayoutFunction: "A layout manager has no layout function."
      case .animationDelegate:
        "An animation's delegate has neither callback, but a function with a similar name."
      case .animationReplaced:
        "An animation that begins later replaced the one under its key instead of following it."
      case .callbacksInPictures:
        "A completion block or a delegate is due before a film or a picture, but is not called."
      case .cutOff: "A spring or a group without a duration is cut off before it is over."
      case .disabledActions:
        "A transaction has a duration or a timing function, and its changes do not animate: actions are disabled."
      case .fillNeedsKeep: "`fillMode` shows nothing after the end of an animation that is then removed."
      case .fullTurn:
        "Both ends of an animation of `transform` are the same matrix, as for a full turn, so nothing moves."
      case .keyframes: "A setting of a keyframe animation is not used."
      case .openTransaction: "A transaction was begun and not committed."
      case .repeatTwice: "Both `repeatCount` and `repeatDuration` are set; the latter is used."
      case .frameValue:
        "An animation passes through a value that cannot be shown: the layer draws nothing in those frames."
      case .timingAnimated:
        "A layer's `timeOffset`, `speed` or the like is animated, which has no effect; its `contentsTime` can be."
      case .rotationMode: "`rotationMode` has an effect only along a path."
      case .film: "A film's format cannot represent something in it."
      case .filmSize: "A film's size is odd, and its format needs an even one."
      case .framesUnlocked: "The folder of frames cannot be locked against a second process that draws the same frames."
      case .framesDamaged: "A line of a manifest of frames cannot be read; its frame is drawn again."
      case .framesTwice: "Frames to be joined were drawn twice, with equal pictures."
      case .imageFile: "An image file is damaged or unusual, and was read as far as it goes."
      case .imageVariants: "The resolutions of one image differ in more than resolution."
      case .svgLeftOut: "An SVG file has features that layers and paths cannot represent, such as text or patterns."
      case .linkLeftOut:
        "A layer's `link` is not an http, https, mailto, tel, `#` or relative address, so PDF and SVG files omit it."
      case .sceneUnknown: "A Core Animation file has an element, attribute or name that is not known; it is ignored."
      case .sceneValue: "A Core Animation file has a value that its key does not accept; the key keeps its default."
      case .sceneDuplicateID: "Layers of a Core Animation file share an `id`; states change the first."
      case .sceneNoTarget: "A state or a transition of a Core Animation file names a layer that does not exist."
      case .sceneKey: "An element of a state transition has `keyPath` in place of `key`: devices do not run it."
      case .sceneMissingAsset: "A file that a Core Animation file names cannot be read; the layer has no contents."
      case .sceneScript: "A Core Animation file names a script, which is not run."
      case .sceneNamespace: "A Core Animation file lacks the namespace; it is read all the same."
      case .sceneUnsupported: "A part of a Core Animation file is left out."
      case .sceneSeveral: "A package holds several wallpapers or scenes; one is shown."
      case .sceneUnusedAsset: "No layer, animation or state of a package shows one of its files. Only in `diagnose`."
      case .sceneParked: "A layer of a package is outside of the picture in every state. A note, only in `diagnose`."
      case .sceneManyFrames: "An animation has more than 400 frames, which other programs refuse. Only in `diagnose`."
      case .lottieLeftOut: "A Lottie file uses something that is not drawn, or a picture that cannot be read."
      case .csvRagged: "Rows of a table have fewer cells than it has columns; the missing cells count as empty."
      case .csvSeparator: "Every row of a table is a single cell that contains a common separator."
      case .jsonDuplicate: "An object in JSON has a name twice; the last one counts."
      case .extraArgument: "A function was given more arguments than it reads."
      case .nearMissHook: "A class has a function with a name close to a hook's, which nothing calls."
      case .noPicture: "A script made layers and printed, but neither returned nor rendered a layer."
      case .isolation:
        "The process is isolated in part only, since this system does not support the rest; it can be made an error."
      case .emptyBounds:
        "A layer that fills its bounds has empty bounds, or no width or height. The latter is a note if it may be data."
      case .neverDisplayed:
        "A delegate or a class can draw a layer but was never called; or a delegate has a function that nothing calls."
      case .notAttached: "A layer that would show something was never added to another."
      case .addedAgain: "A line added one layer several times; only the last addition counts."
      case .outsideCanvas: "A layer lies outside of the picture."
      case .cutAway: "A layer lies outside the visible part of a layer above it that clips or has a mask."
      case .hiddenByAncestor: "A layer, or one above it, is hidden or has opacity 0. A note: it is often intended."
      case .backFace: "A layer that is not double-sided faces away."
      case .edgeOn: "A layer is seen from its edge, which has no thickness."
      case .scaleZero: "A transform scales a layer to nothing."
      case .whiteText: "Text has its default colour, white, on white."
      case .sameColor: "A layer has the same colour as its backdrop."
      case .textWithoutColor: "A text layer has text and no colour."
      case .shapeEmpty: "A shape layer has no path, or nothing that fills or strokes it, or a `strokeEnd` of 0."
      case .gradientStops: "A gradient layer has no colours, or only clear ones."
      case .emptyMask: "A layer's mask paints nothing, or lies outside of it, so nothing of the layer is seen."
      case .clearContents: "A layer's image, or all that it draws, is clear."
      case .noInstances: "A replicator layer has an `instanceCount` of 0, and layers in it."
      case .occluded: "A layer is covered completely by others."
      case .offTime: "A layer is never visible during the film."
      case .zTwice: "Both `zPosition` and the transform move a layer in depth. A note."
      case .noPerspective: "A layer is rotated in depth without perspective. A note."
      case .m34OwnTransform:
        "Layers have perspective in their own transforms, so each has its own vanishing point. A note."
      case .flattenedDepth: "Sublayers of a tilted layer differ in depth, which only a transform layer shows. A note."
      case .fractionSize: "An image of exactly its layer's size lies between pixels, which blurs it. A note."
      case .boundsOrigin: "The origin of bounds moves sublayers, not the layer's own contents. A note."
      case .scaleMismatch:
        "An image's scale and its layer's `contentsScale` differ under a gravity that does not resize it."
      case .fuzzy: "An image has fewer pixels than it is drawn with. A note."
      case .contentsRectOutside: "`contentsRect` exceeds the image, whose edge pixels are repeated. A note."
      case .contentsCenterName: "`contentsCenter` is set under a gravity that stretches nothing."
      case .drawingClipped: "Everything that a layer draws lies outside of its bounds."
      case .staleStretch: "A layer was resized after it was drawn, and its drawing is stretched."
      case .shadowClipped: "`masksToBounds` or a mask cuts off a layer's shadow."
      case .shadowOff: "A shadow's properties are set, but `shadowOpacity` is 0."
      case .shadowOfNothing: "A layer that paints nothing casts no shadow."
      case .cornerNoClip: "`cornerRadius` does not cut contents or sublayers that reach the corners."
      case .maskSize: "A mask of its layer's size does not cover it."
      case .maskColor: "A mask is opaque everywhere and hides nothing: only its alpha counts."
      case .rasterScale: "`shouldRasterize` with a `rasterizationScale` below the picture's scale blurs the layer."
      case .shapeDefaults: "A shape has line settings, but no `strokeColor`."
      case .textBox: "Text is cut: its bounds are too small."
      case .gradientSkew: "A diagonal gradient in bounds that are not square is not perpendicular. A note."
      case .replicatorColor: "A replicator's colour offset changes nothing, since the colour is at its limit."
      case .backgroundFilterNothing: "`backgroundFilters` change nothing: nothing lies behind the layer."
      case .noLayoutManager: "A layer has constraints, and its superlayer no layout manager that reads them."
      case .frameVsConstraint: "A size was set that constraints overwrite. A note."
      case .autoresizeFromZero: "A superlayer without size got one, and sublayers with an `autoresizingMask` followed."
      case .overrideNoSuper:
        "A class overrides `layoutSublayers` without calling `super`, and its sublayers have constraints or masks."
      case .snapBack: "An animation ends at a different value than the layer's, which then snaps back. A note."
      case .speedMultiplies: "A layer's speed and that of one above it multiply. A note."
      case .degrees: "An angle in radians looks like degrees."
      case .nilColor: "A colour is a variable that was never set; a colour's name is a string."
      case .unusedArgument: "A named argument, or a column of a batch, is not read by the script."
      case .extraResults: "The script returned more than one value; the first is drawn."
      case .scriptFinalizer: "A script gave a metatable a `__gc`, which is not called."
      case .scriptWarning: "The script called `warn`."
      }
    }

    /// Finds the rule with a name.
    ///
    /// - Throws: `LayerError` that lists the rules.
    public init(named name: String) throws {
      guard let rule = Rule(rawValue: name) else {
        let names = Rule.allCases.map(\.rawValue)
        let near = nearest(name, among: names).map { "did you mean \"\($0)\"? The rules are " } ?? "the rules are "
        throw LayerError("there is no warning rule \"\(name)\"; \(near)\(names.joined(separator: ", "))")
      }
      self = rule
    }
  }
}
