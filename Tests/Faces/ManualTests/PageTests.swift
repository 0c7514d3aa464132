// SPDX-License-Identifier: MIT
import LayerModel
import LuaBinding
import Manual
import Testing

/// The pages of `layerlua doc`.
@Suite struct PageTests {
  @Test func `there is a page on every class, property, function, hook and filter`() {
    var names = KeyedClass.builtIn.map(\.name)
    for keyedClass in KeyedClass.builtIn {
      names += Manual.ownProperties(of: keyedClass).flatMap { [$0.name, "\(keyedClass.name).\($0.name)"] }
    }
    names += LuaBinding.manual.filter { $0.name != "()" }.flatMap { [$0.name] + $0.aliases }
    names += ScriptHook.all.map(\.name) + FilterInfo.all.map(\.name)
    for name in names { #expect(Manual.page(on: name, width: 80) != nil, "\(name)") }
  }

  @Test func `a page on a property says what it takes, its default and what animates`() throws {
    let page = try #require(Manual.page(on: "cornerRadius", width: 80))
    #expect(
      page.hasPrefix(
        """
        cornerRadius: a property of all layers
          The corner radius in points, for background and border, and with masksToBounds
          for the clip.

            takes       a number
            default     0
            animatable  yes

        """))
  }

  @Test func `pages have an example of the guide, and its section`() throws {
    let page = try #require(Manual.page(on: "shadowRadius", width: 80))
    #expect(page.contains("  Example\n    ") && page.contains("shadowRadius =") && page.contains("  In the guide\n"))
    #expect(Manual.page(on: "near-miss-key", width: 80)?.contains("Example") == false)
  }

  @Test(arguments: [
    (["rounded", "corners"], "cornerRadius"), (["gaussian blurs"], "CIGaussianBlur"),
    (["gradient", "colors"], "colors of ca.GradientLayer"),
    (["how to clip sublayers"], "masksToBounds"), (["picture", "file"], "ca.Image.named"),
  ]) func `a search has all words`(words: [String], name: String) throws {
    let page = try #require(Manual.search(words, width: 80))
    #expect(page.contains("    \(name)"), "\(page)")
  }

  @Test func `a search without results is none`() {
    for words in [["xyzzy"], [""], ["the", "of"], ["blur", "xyzzy"], [String(repeating: "a ", count: 1000)]] {
      #expect(Manual.search(words, width: 80) == nil)
    }
  }

  @Test(arguments: [
    ("ca.TextLayer", "ca.TextLayer: a class of layers"), ("layer:addSublayer()", "layer:addSublayer(layer: ca.Layer)"),
    ("position.x", "key paths   position.x, position.y"),
    ("transform.rotation.z", "transform: a property of all layers"),
    ("TextLayer.opacity", "The opacity of the layer"), ("CIPinchDistortion", "inputCenter"),
    ("ctx:fillPath", "ctx:fillPath("),
    ("kCAGravityResizeAspect", "contentsGravity"), ("near-miss-key", "--allow near-miss-key"),
    ("drawLayerInContext", "drawLayerInContext = function(self, layer: ca.Layer, ctx: ca.GraphicsContext)"),
    ("containsPoint", "layer:contains(point: ca.PointLike): boolean"),
    ("ca.Image", "(name: string, options?: ca.ImageFileOptions): ca.Image"),
    ("alpha", "alpha: a key of UIKit, AppKit; here\n  layer.opacity = 0.5\n"),
    ("border-radius", "layer.cornerRadius = 8"), ("CGRectMake", "ca.Rect(x, y, width, height)"),
    ("systemBlue", "#007aff"),
    ("drawRect", "function Class:drawInContext(ctx) end"), ("cover", "\"resizeAspectFill\""),
  ]) func `a page is found by a name as it is written`(name: String, text: String) throws {
    #expect(try #require(Manual.page(on: name, width: 100), "\(name)").contains(text))
  }

  @Test func `no line is wider than asked for, save code`() throws {
    for name in ["TextLayer", "Layer", "CIGaussianBlur", "inputRadius"] {
      let page = try #require(Manual.page(on: name, width: 60))
      for line in page.split(separator: "\n") where !line.contains("ca.Filter(") {
        #expect(line.count <= 60, "\(line)")
        #expect(line.last != " ", "\(line)")
      }
    }
  }

  @Test func `a name without a page has near ones`() {
    #expect(Manual.page(on: "psition", width: 80) == nil && Manual.page(on: "", width: 80) == nil)
    #expect(Manual.nearNames(to: "psition").contains("position"))
    #expect(Manual.nearNames(to: "blur").contains("CIGaussianBlur"))
    #expect(Manual.nearNames(to: "qqqqqqq") == [])
  }
}
