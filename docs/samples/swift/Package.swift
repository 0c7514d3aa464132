// swift-tools-version: 6.1
// Programs that embed layerlua, outside of its package as yours would be. `swift run card` writes card.png.
import PackageDescription

let package = Package(
  name: "samples",
  dependencies: [.package(name: "layerlua", path: "../../..")],
  targets: [
    // Runs a script.
    .executableTarget(name: "card", dependencies: [.product(name: "LayerEngine", package: "layerlua")]),
    // Layers without Lua.
    .executableTarget(name: "poster", dependencies: [.product(name: "LayerRendering", package: "layerlua")]),
  ]
)
