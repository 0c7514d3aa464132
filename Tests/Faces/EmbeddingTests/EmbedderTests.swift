// SPDX-License-Identifier: MIT
import Foundation
import Testing
import TestSupport

/// The programs of Tests/Embedders (some twenty), compiled like those of another package against the modules and
/// objects of this build: names that are not public are errors, and optimiser crashes are detected.
@Suite(.serialized) struct EmbedderTests {
  /// The folder of the running test build.
  static let products = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().path

  private func compile(_ name: String, optimised: Bool, in folder: TemporaryFolder) throws -> CommandResult {
    // The modules of the product: its objects except those of programs, tests, and the C library alone.
    try Libraries.shell(
      #"""
      root=$0 products=$1 source=$2 optimisation=$3 product=$4
      maps= objects=
      for map in "$root"/Sources/*/*/include/module.modulemap "$root"/Sources/*/*/module.modulemap \
        "$products"/*.build/module.modulemap; do
        [ -e "$map" ] && maps="$maps -Xcc -fmodule-map-file=$map"
      done
      # Headers include those of the rooms below.
      for headers in "$root"/Sources/*/*/include; do maps="$maps -Xcc -I$headers"; done
      # As the linker was given them: folders keep objects of files that are gone.
      while read -r object; do
        room=$(basename "$(dirname "$object")" .build)
        case $room in layerlua | Manual | Preview | CInterface | CLayerLua | LuaModule | LuaLibrary) continue ;; esac
        [ "$product" = LayerRendering ] && case $room in Lua* | CLua* | LayerEngine | FrameShares) continue ;; esac
        [ -d "$(echo "$root"/Sources/*/"$room")" ] && objects="$objects $object"
      done <"$products/layerluaPackageTests.product/Objects.LinkFileList"
      libraries="$(pkg-config --libs libpng libdeflate zlib)"
      [ "$product" = LayerEngine ] && libraries="$libraries -llua5.4"
      ${SWIFTC:-swiftc} -swift-version 6 -package-name embedder "$optimisation" "$source" -I "$products/Modules" $maps \
        $objects $libraries -o program 2>&1
      """#,
      [
        Checkout.root, Self.products, Checkout.root + "/Tests/Embedders/\(name).swift", optimised ? "-O" : "-Onone",
        name == "engine" ? "LayerEngine" : "LayerRendering",
      ], in: folder.path, limit: 240)
  }

  @Test(arguments: ["-Onone", "-O"]) func `programs around an engine compile and run`(optimisation: String) throws {
    let folder = try TemporaryFolder()
    let built = try compile("engine", optimised: optimisation == "-O", in: folder)
    try #require(built.status == 0 && !built.text.contains("warning:"), "\(built.text)")
    let result = try runCommand(folder.path + "/program", [], in: folder.path)
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      result.text == """
        mistake.lua:1: no tea
        filled small 1
        7
        area 12.0
        size 12.0 Tea
        pixels 80 40 255
        image 80 40 false
        film true
        view 8
        filter 1.0
        filter 0.0
        ended cancelled 130
        held held

        """)
    #expect(folder.exists("x.png") && folder.exists("x.gif"))
  }

  @Test(arguments: ["-Onone", "-O"]) func `programs around layers alone compile and run`(optimisation: String) throws {
    let folder = try TemporaryFolder()
    let built = try compile("rendering", optimised: optimisation == "-O", in: folder)
    try #require(built.status == 0 && !built.text.contains("warning:"), "\(built.text)")
    let result = try runCommand(folder.path + "/program", [], in: folder.path)
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      result.text == """
        sun 100.0
        refused invalid no key
        keys ["both", "transition"]
        place 100.0
        title 200.0
        rate 20.0
        mask true
        drawn true
        kept opacity
        scale 0.5 0.5 Layer false

        """)
    #expect(folder.exists("poster.png"))
  }
}
