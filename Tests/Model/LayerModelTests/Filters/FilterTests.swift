// SPDX-License-Identifier: MIT
import Filters
import Geometry
import LayerModel
import Messages
import Pixels
import RenderTree
import Testing

/// A filter class with a key of every kind, separate from the registry.
let everything = KeyedClass.filter(
  FilterKind(
    FilterRow(
      "CIEverything", .distortion, "Has every kind of key.",
      keys: [
        FilterKey("inputRadius", .number, .length, [10], in: 0...100, "The radius."),
        FilterKey("inputCenter", .point, .length, [150, 150], "The centre."),
        FilterKey("inputVector", .vector(3), .none, [1, 2, 3], in: -5...5, "A vector."),
        FilterKey("inputColor", .color, .none, [1, 0.5, 0.25, 1], in: 0...1, "A colour."),
        FilterKey("inputRectangle", .rect, .none, [0, 0, 10, 10], "A rectangle."),
        FilterKey("inputTransform", .transform, .none, [1, 0, 0, 1, 0, 0], "A map."),
        FilterKey("inputMaskImage", .image, .none, [], isRequired: true, "An image."),
        FilterKey("inputCubeData", .data, .none, [], "Numbers."),
        FilterKey("inputAngle", .number, .angle, [0.5], "An angle."),
      ], .color { _ in nil })))

/// A transition filter, separate from the registry.
let swipe = KeyedClass.filter(
  FilterKind(
    FilterRow(
      "CITestSwipe", .transition, "Goes from one picture to the other.",
      keys: [
        FilterKey("inputTime", .number, .none, [0], in: 0...1, "The time."),
        FilterKey("inputExtent", .rect, .none, [0, 0, 1, 1], "The extent."),
        FilterKey("inputAngle", .number, .none, [0], "The angle."),
      ], .pair { _ in nil })))

@Suite struct FilterTests {
  let warned = WarnedScene()
  var scene: Scene { warned.scene }

  private func filter(_ name: String? = nil) throws -> Filter {
    let made = Filter(in: scene, of: everything)
    made.name = name
    return made
  }

  private func image(_ width: Int = 2) throws -> Image { Image(try Bitmap(width: width, height: 1) { _ in }) }

  private func layer(_ name: String = "panel") -> Layer {
    let layer = Layer(in: scene)
    layer.name = name
    layer.bounds = Rect(0, 0, 300, 200)
    return layer
  }

  // MARK: Keys

  @Test func `every filter of the registry has its defaults, and takes values within its ranges alone`() throws {
    for kind in KeyedClass.filters {
      let filter = try #require(try kind.makeObject(in: scene) as? Filter)
      let info = try FilterInfo(named: kind.name)
      #expect(info.name == kind.name && !info.summary.isEmpty)
      #expect(filter.keys() == ["name", "enabled"] + info.keys.map(\.name))
      for key in info.keys {
        #expect(!key.summary.isEmpty, "\(kind.name).\(key.name)")
        guard key.kind == "number", let range = key.range else { continue }
        #expect(filter[key.name] == .number(key.defaultValue[0]))
        for end in [range.lowerBound, range.upperBound] {
          try filter.setValue(.number(end), forKey: key.name)
          #expect(filter[key.name] == .number(end))
        }
        #expect(
          message { try filter.setValue(.number(range.upperBound + 1), forKey: key.name) }
            == "\(kind.name).\(key.name) is \(numberText(range.upperBound + 1)), expected a number from "
            + "\(numberText(range.lowerBound)) to \(numberText(range.upperBound))")
      }
    }
  }

  @Test func `each kind of key takes its values and reads them back`() throws {
    let f = try filter()
    let picture = try image()
    let values: [(String, PropertyValue, PropertyValue)] = [
      ("inputRadius", .number(7), .number(7)),
      ("inputCenter", .array([1, 2]), .point(Point(1, 2))),
      ("inputVector", .array([3, 2, 1]), .array([3, 2, 1])),
      ("inputColor", .string("red"), .color(Color(red: 1, green: 0, blue: 0))),
      ("inputColor", .null, .color(Color(red: 1, green: 0.5, blue: 0.25))),
      ("inputRectangle", .array([1, 2, 3, 4]), .rect(Rect(1, 2, 3, 4))),
      (
        "inputTransform", .array([2, 0, 0, 3, 4, 5]),
        .transform(Transform3D(AffineTransform(a: 2, b: 0, c: 0, d: 3, tx: 4, ty: 5)))
      ),
      ("inputMaskImage", .image(picture), .image(picture)),
      ("inputCubeData", .array([1, 0.5]), .array([1, 0.5])),
      ("inputCubeData", .bytes([0, 0, 0x80, 0x3F, 0, 0, 0, 0xBF]), .array([1, -0.5])),
      ("inputCubeData", .string("\0\0\0\0"), .array([0])),
      ("inputCubeData", .null, .null),
    ]
    for (key, value, reads) in values {
      try f.setValue(value, forKey: key)
      #expect(f[key] == reads, "\(key)")
    }
    try f.setValue(9, forKeyPath: "inputCenter.y")
    try f.setValue(0.25, forKeyPath: "inputColor.green")
    #expect(
      f["inputCenter"] == .point(Point(1, 9)) && f["inputColor"] == .color(Color(red: 1, green: 0.25, blue: 0.25)))
  }

  @Test func `a wrong value is refused with its filter, key and what is expected`() throws {
    let f = try filter()
    func refusal(_ key: String, _ value: PropertyValue) -> String? { message { try f.setValue(value, forKey: key) } }
    #expect(refusal("inputRadius", 101) == "CIEverything.inputRadius is 101, expected a number from 0 to 100")
    #expect(refusal("inputRadius", "big")?.hasPrefix("CIEverything.inputRadius: expected a number, got string") == true)
    #expect(
      refusal("inputVector", [1, 2])
        == "CIEverything.inputVector: expected a list of 3 numbers, got a table of 2 values")
    #expect(
      refusal("inputVector", [1, 2, 6]) == "CIEverything.inputVector: value 3 is 6, expected a number from -5 to 5")
    #expect(refusal("inputColor", [2, 0, 0])?.contains("red is 2, expected a number from 0 to 1") == true)
    #expect(refusal("inputCenter", .point(Point(.nan, 0)))?.contains("x is nan, expected a finite number") == true)
    #expect(
      refusal("inputCubeData", .bytes([1, 2, 3]))
        == "CIEverything.inputCubeData: expected numbers of 4 bytes each, got a string of 3 bytes")
    #expect(
      refusal("inputCubeData", .bytes([0, 0, 0xC0, 0x7F]))?.contains("value 1 is nan, expected a finite number") == true
    )
    for key in ["inputImage", "inputBackgroundImage", "inputTargetImage"] {
      #expect(refusal(key, .image(try image())) == "CIEverything.\(key) is supplied by the layer and never set")
    }
    #expect(refusal("inputRadus", 1) == "CIEverything has no property inputRadus; did you mean inputRadius?")
    #expect(refusal("radius", 1) == "CIEverything has no property radius; did you mean inputRadius?")
    #expect(refusal("glow", 1)?.hasPrefix("CIEverything has no property glow; its keys are name, enabled") == true)
    #expect(f.customKeys() == [])
  }

  @Test func `a filter is made by any of its names, and an unknown one gets the nearest`() throws {
    #expect(try Filter("CIExposureAdjust", ["inputEV": 2], in: scene)["inputEV"] == 2)
    #expect(try Filter("multiplyBlendMode").filterName == "CIMultiplyBlendMode")
    #expect(try Filter("destOver").filterName == "destOver")
    #expect(
      message { _ = try Filter("CIExposureAdjst") }
        == "there is no filter \"CIExposureAdjst\"; did you mean \"CIExposureAdjust\"?")
    #expect(message { _ = try Filter("ExposureAdjust") }?.contains("did you mean \"CIExposureAdjust\"?") == true)
    #expect(message { _ = try Filter("CIGlowOfMany") }?.hasSuffix("; FilterInfo.all lists all filters") == true)
    #expect(
      message { _ = try Filter("CIExposureAdjust", ["inputEV": 1000]) }?.contains("expected a number from") == true)
    #expect(
      message { _ = try KeyedClass.filter.makeObject(in: scene) }?.contains("expected the name of a filter") == true)
    #expect(message { _ = try everything.subclass(named: "Own") }?.contains("has no subclasses") == true)
  }

  @Test func `the names of all categories are known, and a filter has one name for each kind`() throws {
    var seen: Set<String> = []
    for info in FilterInfo.all {
      for name in [info.name] + info.otherNames { #expect(seen.insert(name).inserted, "\(name) names two filters") }
    }
    for category in FilterRow.Category.allCases { #expect(FilterCategory(rawValue: category.rawValue) != nil) }
    let exposure = try FilterInfo(named: "CIExposureAdjust")
    #expect(exposure.category == .colorAdjustment && exposure.keys.map(\.name) == ["inputEV"])
    #expect(exposure.value["keys"]?[0]?["default"] == 0)
  }

  // MARK: On layers

  @Test func `a layer has copies, which a later change of the filter does not reach and nothing else changes`() throws {
    let l = layer()
    let f = try filter("warp")
    l.filters = [f]
    f["inputRadius"] = 50
    f.name = "other"
    let own = try #require(l.filters?.first)
    #expect(own !== f && own["inputRadius"] == 10 && own.name == "warp")
    #expect(
      message { try own.setValue(1, forKey: "inputRadius") }
        == "CIEverything.inputRadius: the filter on a layer is a copy and cannot be changed; "
        + "write layer[\"filters.warp.inputRadius\"] = …")
    #expect(
      message { try own.setValue(1, forKeyPath: "inputCenter.x") }?.contains("layer[\"filters.warp.inputCenter\"]")
        == true)
    l.backgroundFilters = [try filter()]
    #expect(
      message { try l.backgroundFilters?[0].setValue(.bool(false), forKey: "enabled") }
        == "CIEverything.enabled: the filter on a layer is a copy and cannot be changed; give the filter a name before "
        + "the layer takes it, and write layer[\"backgroundFilters.NAME.enabled\"] = …")
    // A filter read from a layer can be assigned to another one.
    let other = layer("other")
    other.filters = l.filters
    #expect(other.filters?.first === own)
    other.filters = nil
    #expect(other.filters == nil && l.filters?.count == 1)
    other.filters = []
    #expect(other.value(forKey: "filters") == .array([]))
  }

  @Test func `key paths read and change what a layer has`() throws {
    let l = layer()
    l.filters = [try filter("warp"), try Filter("CIExposureAdjust", ["name": "light"])]
    let before = l.filters
    let count = scene.changeCount
    try l.setValue(20, forKeyPath: "filters.warp.inputRadius")
    #expect(scene.changeCount > count)
    try l.setValue(7, forKeyPath: "filters.warp.inputCenter.x")
    try l.setValue(.bool(false), forKeyPath: "filters.light.enabled")
    #expect(try l.value(forKeyPath: "filters.warp.inputRadius") == 20)
    #expect(try l.value(forKeyPath: "filters.warp.inputCenter") == .point(Point(7, 150)))
    #expect(try l.value(forKeyPath: "filters.light.isEnabled") == false)
    #expect(before?[0]["inputRadius"] == 10 && l.filters?[0]["inputRadius"] == 20)
    let same = l.filters?[0]
    let settled = scene.changeCount
    try l.setValue(20, forKeyPath: "filters.warp.inputRadius")
    #expect(l.filters?[0] === same && scene.changeCount == settled)
    // Through other layers, and under the other filter keys.
    let root = layer("root")
    try root.addSublayer(l)
    try root.setValue(30, forKeyPath: "sublayers.panel.filters.warp.inputRadius")
    #expect(l.filters?[0]["inputRadius"] == 30)
    l.backgroundFilters = [try filter("frost")]
    try l.setValue("haze", forKeyPath: "backgroundFilters.frost.name")
    #expect(l.backgroundFilters?[0].name == "haze")
    #expect(
      message { try l.setValue(1, forKeyPath: "filters.blur.inputRadius") }
        == "Layer.filters.blur: no filter of this name; the names are warp, light")
    #expect(
      message { try l.setValue(101, forKeyPath: "filters.warp.inputRadius") }
        == "CIEverything.inputRadius is 101, expected a number from 0 to 100")
    #expect(message { try l.setValue(1, forKeyPath: "filters.warp.inputRadus") }?.contains("did you mean") == true)
    #expect(message { try l.setValue(1, forKeyPath: "filters.warp") }?.contains("name a key of it") == true)
    #expect(message { try l.presentation().setValue(1, forKeyPath: "filters.warp.inputRadius") } != nil)
    #expect(layer("bare").value(forKey: "filters") == .null)
    #expect(
      message { _ = try layer("bare").value(forKeyPath: "filters.x.inputRadius") }
        == "Layer.filters.x: no filter of this name; there are none")
  }

  @Test func `names stand for filters whose keys have defaults`() throws {
    let l = layer()
    try l.setValue(["CIExposureAdjust"], forKey: "filters")
    #expect(l.filters?.map(\.filterName) == ["CIExposureAdjust"])
    #expect(
      message { try l.setValue(["CIExposurAdjust"], forKey: "filters") }
        == "Layer.filters: value 1: there is no filter \"CIExposurAdjust\"; did you mean \"CIExposureAdjust\"?")
    #expect(
      message { try l.setValue("CIExposureAdjust", forKey: "filters") }
        == "Layer.filters: expected a list of filters, got string \"CIExposureAdjust\""
    )
    #expect(
      message { try l.setValue([3], forKey: "filters") }?.contains("value 1: expected a filter or the name") == true)
    #expect(
      message { try l.setValue(.array([.keyed(EmitterCell(in: scene))]), forKey: "filters") }?.contains(
        "value 1: expected a filter or the name of one, got EmitterCell") == true)
    for kind in KeyedClass.filters {
      guard let info = kind.filterKind, info.keys.contains(where: \.isRequired), info.category != .transition else {
        continue
      }
      #expect(
        message { try l.setValue(.array([.string(kind.name)]), forKey: "filters") }?.contains(
          "cannot be given by name alone, since it needs ") == true)
    }
  }

  @Test func `a filter at the wrong place says where it belongs`() throws {
    let l = layer()
    let blend = try Filter("CIScreenBlendMode")
    #expect(
      message { try l.setValue(.array([.keyed(blend)]), forKey: "filters") }
        == "Layer.filters: value 1: CIScreenBlendMode is a filter that combines a layer with what lies behind it, "
        + "which belongs in compositingFilter")
    #expect(
      message { try l.setValue(.array([.keyed(Filter(in: scene, of: swipe))]), forKey: "backgroundFilters") }?.contains(
        "CITestSwipe is a transition filter, which belongs in the filter of a Transition") == true)
    #expect(
      message { try l.setValue(.keyed(try filter()), forKey: "compositingFilter") }?.contains(
        "CIEverything is an image filter, which belongs in filters or backgroundFilters; expected the name of a blend mode"
      )
        == true)
    let transition = Transition(in: scene)
    #expect(
      message { try transition.setValue(.keyed(try filter()), forKey: "filter") }?.hasPrefix(
        "Transition.filter: CIEverything is an image filter") == true)
    #expect(
      message { try transition.setValue(3, forKey: "filter") }?.contains("expected a transition filter") == true)
    let foreign = Filter(in: WarnedScene().scene, of: everything)
    #expect(
      message { try l.setValue(.array([.keyed(foreign)]), forKey: "filters") }?.contains("belongs to another scene")
        == true)
  }

  @Test func `compositingFilter takes filters of blend modes and of operators`() throws {
    let l = layer()
    for (name, mode) in [
      ("CIMultiplyBlendMode", BlendMode.multiply), ("CISourceInCompositing", .sourceIn), ("destOut", .destinationOut),
    ] {
      try l.setValue(.keyed(try Filter(name)), forKey: "compositingFilter")
      #expect(l.blendMode == mode && l.compositingFilter == name)
      guard case .keyed(let object) = l.value(forKey: "compositingFilter") else {
        Issue.record("\(name) does not read back")
        continue
      }
      #expect(object.className == name && object.isFrozen)
    }
    try l.setValue(false, forKeyPath: "compositingFilter.enabled")
    #expect(l.blendMode == .normal && l.compositingFilter == "destOut")
    try l.setValue(true, forKeyPath: "compositingFilter.enabled")
    #expect(l.blendMode == .destinationOut)
    let copy = try l.copy()
    #expect(
      copy.blendMode == .destinationOut
        && copy.value(forKey: "compositingFilter") == l.value(forKey: "compositingFilter"))
    l.compositingFilter = "screenBlendMode"
    #expect(l.value(forKey: "compositingFilter") == "screenBlendMode" && l.blendMode == .screen)
    try l.setValue(false, forKeyPath: "compositingFilter.enabled")
    #expect(l.blendMode == .normal)
    l.compositingFilter = nil
    #expect(l.value(forKey: "compositingFilter") == .null)
  }

  @Test func `copies of a layer have filters of their own`() throws {
    let l = layer()
    l.filters = [try filter("warp")]
    l.backgroundFilters = [try filter("frost")]
    let copy = try l.copy()
    try copy.setValue(3, forKeyPath: "filters.warp.inputRadius")
    #expect(l.filters?[0]["inputRadius"] == 10 && copy.filters?[0]["inputRadius"] == 3)
    #expect(copy.backgroundFilters?.count == 1)
    let f = try filter("loose")
    f["inputRadius"] = 4
    let loose = try #require(try f.copied() as? Filter)
    loose["inputRadius"] = 5
    #expect(f["inputRadius"] == 4 && loose.name == "loose" && !loose.isFrozen)
  }

  @Test func `filters without a scene are copied into that of the layer`() throws {
    let l = layer()
    let f = try Filter("CIExposureAdjust", ["name": "light", "inputEV": 1])
    l.filters = [f]
    f["inputEV"] = 2
    #expect(l.filters?[0].scene === scene && l.filters?[0]["inputEV"] == 1)
    #expect(f["inputEV"] == 2)
  }

  @Test func `filters and their copies are freed, and charged meanwhile`() throws {
    let l = layer()
    let start = scene.live[.objects]
    l.filters = [try filter("warp")]
    for i in 0..<50 { try l.setValue(.number(Double(i)), forKeyPath: "filters.warp.inputRadius") }
    for i in 0..<5 { _ = try l.presentation(at: Double(i)) }
    #expect(scene.live[.objects] == start + 1)
    l.filters = nil
    #expect(scene.live[.objects] == start)
  }

  // MARK: Animation

  private func radius(_ layer: Layer, at time: Double) throws -> Double {
    try layer.presentation(at: time).value(forKeyPath: "filters.warp.inputRadius").number
  }

  @Test func `animations change keys of filters, and the layer's own stay`() throws {
    let l = layer()
    l.filters = [try filter("warp")]
    try l.add(BasicAnimation(keyPath: "filters.warp.inputRadius", from: 0.0, to: 40, duration: 4), forKey: "r")
    try l.add(BasicAnimation(keyPath: "filters.warp.inputCenter.x", from: 0.0, to: 100, duration: 4), forKey: "x")
    try l.add(
      BasicAnimation(keyPath: "filters.warp.inputColor", from: Color.black, to: Color.white, duration: 4), forKey: "c")
    try l.add(
      KeyframeAnimation(keyPath: "filters.warp.inputVector", values: [[0.0, 0, 0], [4.0, 4, 4]], duration: 4),
      forKey: "v")
    let shown = try l.presentation(at: 1)
    #expect(try radius(l, at: 1) == 10 && radius(l, at: 3) == 30 && radius(l, at: 5) == 10)
    #expect(try shown.value(forKeyPath: "filters.warp.inputCenter") == .point(Point(25, 150)))
    #expect(try shown.value(forKeyPath: "filters.warp.inputColor.red") == 0.25)
    #expect(try shown.value(forKeyPath: "filters.warp.inputVector") == [1, 1, 1])
    #expect(try l.value(forKeyPath: "filters.warp.inputVector") == [1, 2, 3])
    // Values beyond the range are clamped.
    try l.add(BasicAnimation(keyPath: "filters.warp.inputRadius", by: 400.0, duration: 4), forKey: "r")
    #expect(try radius(l, at: 3) == 100)
    let messages = [
      message { try l.add(BasicAnimation(keyPath: "filters.blur.inputRadius", to: 1.0)) },
      message { try l.add(BasicAnimation(keyPath: "filters.warp.inputRadus", to: 1.0)) },
      message { try l.add(BasicAnimation(keyPath: "filters.warp.inputRadius", to: "big")) },
    ]
    #expect(messages[0]?.contains("no filter of this name; the names are warp") == true)
    #expect(messages[1]?.contains("did you mean inputRadius?") == true)
    #expect(messages[2]?.contains("expected a number") == true)
  }

  private func animate(_ body: () throws -> Void) throws {
    try scene.animate(duration: 2, delay: 0, timingFunction: nil, completion: nil, host: nil, body)
  }

  @Test func `a change by key path animates implicitly, under the path`() throws {
    let l = layer()
    l.filters = [try filter("warp")]
    try animate {
      try l.setValue(30, forKeyPath: "filters.warp.inputRadius")
      try l.setValue(false, forKeyPath: "filters.warp.enabled")
      try l.setValue("soft", forKeyPath: "filters.warp.name")
      l.filters = l.filters
    }
    #expect(l.animationKeys == ["filters.warp.inputRadius", "filters.warp.enabled"])
    #expect(try l.value(forKeyPath: "filters.soft.inputRadius") == 30)
    // The animated filter has another name now.
    #expect(try l.presentation(at: 1).value(forKeyPath: "filters.soft.inputRadius") == 30)
    try l.setValue("warp", forKeyPath: "filters.soft.name")
    #expect(try radius(l, at: 0) == 10 && radius(l, at: 2) == 30)
    let half = try radius(l, at: 1)
    #expect(half > 10 && half < 30)
    l.backgroundFilters = [try filter("frost")]
    try animate {
      try l.setValue(30, forKeyPath: "backgroundFilters.frost.inputRadius")
      l.backgroundFilters = [try filter("frost")]
    }
    #expect(Set(l.animationKeys).isSuperset(of: ["backgroundFilters.frost.inputRadius", "transition"]))
  }

  @Test func `an animation of a filter that was taken off shows nothing`() throws {
    let l = layer()
    l.filters = [try filter("warp")]
    try l.add(BasicAnimation(keyPath: "filters.warp.inputRadius", from: 0.0, to: 40, duration: 4), forKey: "r")
    l.filters = nil
    #expect(try l.renderTree(RenderOptions(time: 1)).root.filters == nil)
  }

  @Test func `an assignment of equal filters is no change`() throws {
    let l = layer()
    l.filters = [try Filter("CIExposureAdjust", ["inputEV": 1])]
    let (own, count) = (l.filters?[0], scene.changeCount)
    l.filters = [try Filter("CIExposureAdjust", ["inputEV": 1])]
    #expect(l.filters?[0] === own && scene.changeCount == count)
    l.filters = [try Filter("CIExposureAdjust", ["inputEV": 2])]
    #expect(l.filters?[0] !== own && scene.changeCount > count)
  }

  @Test func `a picture of another time takes no numbers from those of the model`() throws {
    let l = layer()
    l.filters = [try filter("warp")]
    try l.setValue(.image(try image()), forKeyPath: "filters.warp.inputMaskImage")
    try l.add(BasicAnimation(keyPath: "filters.warp.inputRadius", from: 0.0, to: 40, duration: 4), forKey: "r")
    let next = Layer(in: scene).serial
    for i in 0..<3 { _ = try l.renderTree(RenderOptions(time: Double(i))) }
    #expect(Layer(in: scene).serial == next + 1)
  }

  // MARK: In pictures

  @Test func `a render node has the steps of the filters that act, in order, with the values of its time`() throws {
    let root = layer("root")
    let l = layer()
    try root.addSublayer(l)
    let f = try filter("warp")
    f["inputMaskImage"] = .image(try image())
    f["inputCubeData"] = [1, 2]
    f["inputVector"] = [4, 5, 3]
    let off = try Filter("CIExposureAdjust")
    off.isEnabled = false
    l.filters = [f, off, try Filter("CIExposureAdjust", ["inputEV": 1.5])]
    l.backgroundFilters = [try Filter("CIExposureAdjust", ["inputEV": -1])]
    try l.add(BasicAnimation(keyPath: "filters.warp.inputRadius", from: 0.0, to: 40, duration: 4), forKey: "r")
    let node = try #require(try root.renderTree(RenderOptions(time: 1)).root.children.first)
    let steps = try #require(node.filters?.steps)
    #expect(steps.map(\.row.name) == ["CIEverything", "CIExposureAdjust"])
    #expect(
      steps[0].numbers == [10, 150, 150, 4, 5, 3, 1, 0.5, 0.25, 1, 0, 0, 10, 10, 1, 0, 0, 1, 0, 0, 0.5])
    #expect(steps[0].images.first??.width == 2 && steps[0].data == [[1, 2]])
    #expect(steps[1].numbers == [1.5])
    #expect(node.backgroundFilters?.steps.map(\.numbers) == [[-1]])
    #expect(try root.renderTree().root.filters == nil)
    l.filters = [off]
    l.backgroundFilters = nil
    let plain = try #require(try root.renderTree().root.children.first)
    #expect(plain.filters == nil && plain.backgroundFilters == nil)
  }

  @Test func `images are those of the picture's resolution`() throws {
    let l = layer()
    let f = try filter()
    f["inputMaskImage"] = .image(
      try #require(
        Image(variants: [
          try Bitmap(width: 2, height: 1, scale: 1) { _ in }, try Bitmap(width: 4, height: 1, scale: 2) { _ in },
        ])))
    l.filters = [f]
    for (scale, width) in [(1.0, 2), (2, 4), (3, 4)] {
      let step = try l.renderTree(RenderOptions(scale: scale)).root.filters?.steps.first
      #expect(step?.images.first??.width == width)
    }
  }

  @Test func `a filter without the image that it needs is an error of the picture`() throws {
    let l = layer("photo")
    l.filters = [try filter("warp")]
    #expect(
      message { _ = try l.renderTree() }
        == "photo.filters: the filter CIEverything warp has no inputMaskImage: An image.")
    try l.setValue(false, forKeyPath: "filters.warp.enabled")
    #expect(message { _ = try l.renderTree() } == nil)
  }

  @Test func `a cube with another number of colours than its dimension says is an error of the picture`() throws {
    let l = layer("photo")
    let cube = try Filter("CIColorCube", ["inputCubeDimension": 3], in: scene)
    cube.name = "look"
    func cubeOf(_ count: Int) -> PropertyValue { .array(Array(repeating: .number(0.5), count: count)) }
    for (count, bytes) in [(4 * 26, 416), (4 * 64, 1024), (1, 4)] {
      try cube.setValue(cubeOf(count), forKey: "inputCubeData")
      l.filters = [cube]
      #expect(
        message { _ = try l.renderTree() }
          == "photo.filters: the filter CIColorCube look does not fit: inputCubeData has \(bytes) bytes, expected 432: "
          + "16 for each colour of a cube whose inputCubeDimension is 3")
    }
    try cube.setValue(cubeOf(4 * 27), forKey: "inputCubeData")
    l.filters = [cube]
    #expect(message { _ = try l.renderTree() } == nil)
  }

  @Test func `a centre outside of the bounds is warned of, once for a layer`() throws {
    let l = layer()
    let f = try filter("warp")
    f["inputMaskImage"] = .image(try image())
    l.filters = [f]
    _ = try l.renderTree()
    #expect(warned.rules == [])
    try l.setValue(.point(Point(150, 250)), forKeyPath: "filters.warp.inputCenter")
    _ = try l.renderTree()
    _ = try l.renderTree()
    #expect(warned.rules == ["filter-center"])
    #expect(
      warned.warnings[0].message
        == "panel: inputCenter {150, 250} of CIEverything warp lies outside of the bounds {0, 0, 300, 200}; "
        + "centres are in points of the layer's bounds, and the middle is {150, 100}")
  }

  @Test func `background filters of roots and masks are ignored with a warning`() throws {
    let root = layer("root")
    root.backgroundFilters = [try Filter("CIExposureAdjust")]
    #expect(try root.renderTree().root.backgroundFilters == nil)
    #expect(warned.rules == ["background-filters"])
    #expect(warned.warnings[0].message.contains("nothing lies behind the root"))
    let other = layer("other")
    let mask = layer("mask")
    mask.backgroundColor = .color(.black)
    mask.backgroundFilters = [try Filter("CIExposureAdjust")]
    mask.filters = [try Filter("CIExposureAdjust")]
    other.mask = mask
    let node = try other.renderTree().root.mask
    #expect(node?.backgroundFilters == nil && node?.filters?.steps.count == 1)
    #expect(warned.rules.count == 2 && warned.warnings[1].message.contains("only its alpha counts"))
  }

  @Test func `a transform layer ignores filters with a warning`() throws {
    for key in ["filters", "backgroundFilters"] {
      let world = WarnedScene()
      let t = TransformLayer(in: world.scene)
      t.bounds = Rect(0, 0, 9, 9)
      try t.setValue(["CIExposureAdjust"], forKey: key)
      #expect(world.rules == ["transform-layer-ignores"] && world.warnings[0].message.contains("ignores \(key)"))
      let root = Layer(in: world.scene)
      root.bounds = t.bounds
      try root.addSublayer(t)
      try t.addSublayer(Layer(in: world.scene))
      let node = try root.renderTree().root.children.first
      #expect(node?.filters == nil && node?.backgroundFilters == nil)
    }
  }

  // MARK: Transitions

  @Test func `a transform layer's transition goes by its type, and says so`() throws {
    let t = TransformLayer(in: scene)
    t.bounds = Rect(0, 0, 9, 9)
    let root = layer()
    try root.addSublayer(t)
    try t.addSublayer(layer("inner"))
    let own = Transition(in: scene)
    own.duration = 4
    own.filter = Filter(in: scene, of: swipe)
    try t.add(own, forKey: "t")
    let node = try root.renderTree(RenderOptions(time: 1)).root.children.first
    #expect(node?.transition == nil && node?.children.isEmpty == false)
    #expect(warned.rules == ["transform-layer-ignores"])
    #expect(warned.warnings.first?.message.contains("its transition's filter is ignored") == true)
  }

  @Test func `a transition with a filter is a node of the old and the new picture with the filter's step`() throws {
    let root = layer("root")
    let l = layer()
    l.backgroundColor = .color(.black)
    try root.addSublayer(l)
    l.compositingFilter = "multiplyBlendMode"
    let own = Transition(in: scene)
    own.duration = 4
    let f = Filter(in: scene, of: swipe)
    f["inputAngle"] = 2
    own.filter = f
    f["inputAngle"] = 3
    try own.setValue(1, forKeyPath: "filter.inputAngle")
    #expect(own.filter?["inputAngle"] == 1)
    #expect(
      message { try own.filter?.setValue(2, forKey: "inputAngle") }?.contains(
        "what filter has is a copy and cannot be changed; write [\"filter.inputAngle\"] = …") == true)
    try l.add(own)
    l.backgroundColor = .color(.white)
    func node(at time: Double) throws -> RenderNode {
      try #require(try root.renderTree(RenderOptions(time: time)).root.children.first)
    }
    let middle = try node(at: 1)
    #expect(middle.transition?.numbers == [0.25, 0, 0, 300, 200, 1])
    #expect(middle.children.count == 2 && middle.blendMode == .multiply)
    #expect(middle.children.allSatisfy { $0.opacity == 1 && $0.blendMode == .normal })
    func background(_ node: RenderNode) -> Bool {
      node.pieces.contains { if case .background(.color(let c)) = $0 { c == .black } else { false } }
    }
    #expect(background(middle.children[0]) && !background(middle.children[1]))
    #expect(try node(at: 5).transition == nil)
    // A disabled filter leaves the transition's type in effect.
    let plain = Transition(in: scene)
    plain.duration = 4
    plain.filter = f
    try plain.setValue(false, forKeyPath: "filter.enabled")
    try l.add(plain)
    #expect(try node(at: 1).transition == nil)
  }

  @Test func `hidden layers appear and vanish by the filter of their transition`() throws {
    let root = layer("root")
    let l = layer()
    l.isHidden = true
    try root.addSublayer(l)
    let transition = Transition(in: scene)
    transition.duration = 2
    transition.filter = Filter(in: scene, of: swipe)
    try l.add(transition)
    l.isHidden = false
    let node = try #require(try root.renderTree(RenderOptions(time: 1)).root.children.first)
    #expect(node.children.count == 2 && node.transition?.numbers.first == 0.5)
  }

  // MARK: As text

  @Test func `dumps and inspections show filters`() throws {
    let l = layer()
    l.filters = [try filter("warp"), try Filter("CIExposureAdjust", ["enabled": false])]
    l.backgroundFilters = [try Filter("CIExposureAdjust")]
    try l.setValue([1, 2, 3], forKeyPath: "filters.warp.inputCubeData")
    try l.setValue(.keyed(try Filter("CIMultiplyBlendMode")), forKey: "compositingFilter")
    let dump = l.dump()
    let first = dump["filters"]?[0]
    #expect(first?["class"] == "CIEverything" && first?["name"] == "warp")
    #expect(first?["inputCubeData"] == "3 numbers" && first?["inputRadius"] == nil)
    #expect(dump["filters"]?[1]?["enabled"] == false)
    #expect(dump["compositingFilter"]?["class"] == "CIMultiplyBlendMode")
    #expect(l.dumpJSON().contains("\"CIEverything\""))
    let text = try l.presentation().inspect().text
    #expect(
      text.contains(
        "CIMultiplyBlendMode, filters CIEverything + CIExposureAdjust (disabled), background filters CIExposureAdjust"))
  }
}
