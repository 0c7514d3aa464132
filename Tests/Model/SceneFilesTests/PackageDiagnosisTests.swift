// SPDX-License-Identifier: MIT
import LayerModel
import LayerRendering
import SceneFiles
import TestSupport
import Testing

/// Remarks of a diagnosis, about scenes that are shown as their files say.
struct PackageDiagnosisTests {
  private func notes(_ layers: String, _ assets: [String] = [], folder: String = "") throws -> [PackageNote] {
    var files = [folder + "index.xml": ReadPackage.index(isFlipped: true)]
    let root = "<CALayer id=\"root\" bounds=\"0 0 100 100\" position=\"50 50\">"
    files[folder + "main.caml"] = ReadPackage.document(
      "\n\(root)<sublayers>\n\(layers)</sublayers>\n\(Self.states)</CALayer>")
    for name in assets {
      files[folder + "assets/" + name] = try Checkout.read("Tests/Packages/states.ca/assets/dot.png")
    }
    let renderer = LayerRenderer()
    let scene = renderer.makeScene()
    var reader = PackageReader(scene) { bytes, _, _ in try renderer.decodeImage(bytes) }
    reader.diagnoses = true
    let package = try reader.read(MemoryFiles(files), name: "scene.ca")
    #expect(package.rootLayer.currentState == nil)
    return package.notes
  }

  /// Two states; the second moves the layer "far" into the picture.
  private static let states = """
    <states><LKState name="Locked"/><LKState name="Unlock"><elements>
    <LKStateSetValue targetId="far" keyPath="position.x"><value type="real" value="50"/></LKStateSetValue>
    </elements></LKState></states>
    """
  private static let far = "<CALayer id=\"far\" bounds=\"0 0 10 10\" position=\"900 50\" backgroundColor=\"1 0 0\"/>\n"

  @Test func `files that nothing shows are noted`() throws {
    let contents = "<contents type=\"CGImage\" src=\"assets/a%20b.png\"/>"
    let shown = "<CALayer bounds=\"0 0 9 9\" position=\"9 9\">\(contents)</CALayer>\n"
    for folder in ["", "scene.ca/"] {
      let found = try notes(Self.far + shown, ["a b.png", "old.png", "older.png"], folder: folder)
      #expect(found.map(\.rule) == [.unusedAsset, .unusedAsset])
      #expect(found.map(\.file) == ["old.png", "older.png"].map { folder + "assets/" + $0 } && found[0].line == 0)
    }
  }

  @Test func `layers outside of the picture in every state are noted, the outermost alone`() throws {
    let group = """
      <CALayer name="group" bounds="0 0 10 10" position="-200 0"><sublayers>
      <CALayer name="in" bounds="0 0 5 5" backgroundColor="1 0 0"/></sublayers></CALayer>
      <CALayer name="bare" bounds="0 0 10 10" position="-200 0"/>
      <CALayer name="partly" bounds="0 0 10 10" position="-4 0" backgroundColor="1 0 0"/>
      <CALayer name="moved" bounds="0 0 10 10" position="-200 0" backgroundColor="1 0 0"><animations>
      <animation type="CABasicAnimation" keyPath="position.x" fromValue="-200" toValue="50" duration="1"/>
      </animations></CALayer>

      """
    let found = try notes(Self.far + group)
    #expect(found.map(\.rule) == [.parked], "\(found)")
    #expect(found[0].line == 4 && found[0].message.contains("group") && found[0].rule.isOftenMeant)
    #expect(found[0].description.hasPrefix("main.caml:4: "))
  }

  @Test func `long sequences of images are noted`() throws {
    func film(_ count: Int) -> String {
      let values = String(repeating: "<CGImage src=\"assets/a.png\"/>", count: count)
      return """
        <CALayer bounds="0 0 9 9" position="9 9"><animations>
        <animation type="CAKeyframeAnimation" keyPath="contents" duration="9"><values>\(values)</values></animation>
        </animations></CALayer>

        """
    }
    #expect(try notes(Self.far + film(400), ["a.png"]).isEmpty)
    let found = try notes(Self.far + film(401), ["a.png"])
    #expect(try notes(Self.far + film(2_000), ["a.png"]).map(\.rule) == [.manyFrames])
    #expect(failure { _ = try notes(Self.far + film(2_001), ["a.png"]) }?.kind == .limit)
    #expect(found.map(\.rule) == [.manyFrames] && found[0].line == 5 && found[0].message.contains("401"), "\(found)")
  }

  @Test func `a plain reading notes none of them`() throws {
    let read = try ReadPackage(layer: "<CALayer bounds=\"0 0 100 100\"><sublayers>\(Self.far)</sublayers></CALayer>")
    #expect(read.package.notes.isEmpty)
  }

  @Test func `every rule is that of a warning of its name`() {
    for rule in PackageNote.Rule.allCases { #expect(rule.rawValue == rule.warning.rawValue) }
    #expect(PackageNote.Rule.parked.warning.isFinding && !PackageNote.Rule.unknown.warning.isFinding)
  }
}
