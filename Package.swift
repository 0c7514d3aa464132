// swift-tools-version: 6.1
import PackageDescription

// The wings of the engine and their rooms, bottom first, each room with its allowed imports: rooms of its own wing and
// of lower wings. A wing is a folder below Sources, with a matching one below Tests. This table is the architecture;
// docs/architecture.md gives the reasons. scripts/check compares every `import` and `#include` below Sources with it.
let wings: [Wing] = [
  // The foundation, independent of layers: numbers, messages, parsers, geometry, pixels, names of formats.
  Wing(
    "Base",
    [
      // The C library under one name on every system.
      .swift("SystemC"),
      .swift("Numbers"),
      // Child processes, isolation, and what is looked for at run time: installed files and dependencies.
      .c("CProcesses"),
      // Formatting of numbers, lists, suggested names, missing dependencies and JSON in messages and reports; and the
      // error type that carries messages.
      .swift("Messages", ["CProcesses", "Numbers"]),
      // A reading's budget, byte cursors, and collections that charge memory before they grow.
      .swift("Parsing", ["Messages", "Numbers"]),
      .swift("Geometry", ["Numbers", "Parsing", "SystemC", "Messages"]),
      .swift("Pixels", ["Numbers", "SystemC"]),
      // Simplex noise, streams of random numbers, and sets of points: from a seed, the same bits everywhere.
      .swift("Noise", ["Messages", "Numbers", "Parsing", "Geometry"]),
      // Scales of data, their ticks, and formats of numbers.
      .swift("Scales", ["SystemC", "Messages", "Numbers"]),
      // The tables of file formats: formats, options, a film's frames and their file names.
      .swift("Formats", ["Messages", "Numbers", "Pixels"]),
    ]),
  // The rasteriser, filters, and the compositor that paints a render tree.
  Wing(
    "Drawing",
    [
      .c("CPixelKernels"),
      .swift("Raster", ["SystemC", "Numbers", "Geometry", "Pixels", "CPixelKernels"]),
      // Filters: their keys, their pixel kernels row by row, and chains of them.
      .swift("Filters", ["SystemC", "Numbers", "Messages", "Raster", "Geometry", "Pixels", "CPixelKernels"]),
      // Loads liblayerlua-paths.so with the first boolean operation on paths.
      .c("CPathClipping"),
      // liblayerlua-paths.so: polygon clipping by Clipper, in C++. Nothing links it.
      .cxxLibrary("layerlua-paths", ["CPathClipping"], link: "polyclipping"),
      // Paths out of paths: union, intersection and the like, offset, outline of a stroke, simplification, hull.
      .swift(
        "PathBooleans",
        ["SystemC", "Messages", "Numbers", "Parsing", "Raster", "Geometry", "CPathClipping", "CProcesses"]),
      // Loads Qhull with the first triangulation.
      .c("CTriangulation", ["CProcesses"]),
      // Paths morphed into each other and drawn by hand; triangles and cells of points.
      .swift("PathForms", ["Messages", "Numbers", "Parsing", "Geometry", "Noise", "CTriangulation"]),
      .swift("RenderTree", ["SystemC", "Numbers", "Filters", "Raster", "Geometry", "Pixels"]),
      .swift(
        "Compositor", ["SystemC", "Messages", "Numbers", "RenderTree", "Filters", "Raster", "Geometry", "Pixels"]),
    ]),
  // Input files: pictures, fonts and text, SVG documents.
  Wing(
    "Files",
    [
      .system("SystemPNG", pkgConfig: "libpng", package: "libpng-dev"),
      .system("SystemDeflate", pkgConfig: "libdeflate", package: "libdeflate-dev"),
      // Loads HarfBuzz and Pango when the first text needs them, so that the program is not linked to them.
      .c("CTextLibraries", ["CProcesses", "SystemDeflate"]),
      .swift(
        "TextLayout",
        [
          "SystemC", "Messages", "Numbers", "Parsing", "Formats", "RenderTree", "Geometry", "Pixels", "CTextLibraries",
          "CProcesses",
        ]),
      .c("CImageCodecs", ["CProcesses", "SystemPNG", "SystemDeflate"], link: "z"),
      // Loads liblayerlua-toml.so with the first TOML text.
      .c("CTOMLReading"),
      // liblayerlua-toml.so: reading of TOML by toml++, in C++. Nothing links it.
      .cxxLibrary("layerlua-toml", ["CTOMLReading"]),
      // Loads Little CMS and expat when the first profile or sheet needs them.
      .swift(
        "ImageFiles", ["SystemC", "Messages", "Parsing", "Numbers", "Formats", "Geometry", "Pixels", "CImageCodecs"]),
      // Zip archives in memory, and the files of an archive or a folder for the readers of scenes.
      .swift("Archives", ["Messages", "Numbers", "Parsing", "ImageFiles"]),
      // The messages of layerlua-svg, and the client that starts it and communicates with it.
      .c("CSVGProgram", ["CProcesses"]),
      // Renders SVG files that contain more than shapes, and converts pages of PDF files to SVG: a separate process,
      // which loads librsvg.
      .cProgram("layerlua-svg", ["CSVGProgram", "CProcesses"]),
      // SVG files: as shapes with all references resolved, and as pictures, rendered from these or by layerlua-svg.
      .swift(
        "SVGFiles",
        [
          "SystemC", "Messages", "Numbers", "Parsing", "Formats", "RenderTree", "Filters", "ImageFiles", "CSVGProgram",
          "CProcesses", "Geometry", "Pixels",
        ]),
      // Loads libmd when the first digest is computed.
      .c("CDigest", ["CProcesses"]),
    ]),
  // Render trees as PDF and SVG files.
  Wing(
    "Pages",
    [
      // The traversal of a render tree as shapes, text and images; content that pages cannot represent becomes pixels.
      .swift(
        "VectorDrawing", ["SystemC", "Messages", "Numbers", "RenderTree", "Compositor", "Geometry", "Pixels"]),
      .swift(
        "PDF", ["Messages", "Numbers", "VectorDrawing", "RenderTree", "ImageFiles", "Geometry", "Pixels"]),
      .swift(
        "SVG", ["Messages", "Numbers", "VectorDrawing", "RenderTree", "ImageFiles", "Geometry", "Pixels"]),
    ]),
  // Layers, animations, layout, and the diagnosis of invisible layers.
  Wing(
    "Model",
    [
      // Time maps, curves and springs.
      .swift("Timing", ["SystemC", "Messages", "Numbers", "Geometry"]),
      // Constraints, their textual form and their solver; autoresizing.
      .swift("ConstraintLayout", ["Messages", "Numbers", "Geometry"]),
      .swift(
        "LayerModel",
        [
          "SystemC", "Messages", "Numbers", "Parsing", "Formats", "Timing", "ConstraintLayout", "Geometry", "Pixels",
          "Filters", "PathForms", "RenderTree",
        ]),
      // Time lines: animations of many layers in order, which become animation groups.
      .swift("TimeLines", ["Messages", "Numbers", "Timing", "LayerModel", "Geometry"]),
      // Scenes of Core Animation (CAML), their bundles, and archives of them.
      .swift(
        "SceneFiles",
        ["Messages", "Numbers", "Parsing", "Formats", "Archives", "LayerModel", "ImageFiles", "Geometry", "Pixels"]),
      // TOML texts as values.
      .swift("TOMLFiles", ["Messages", "Numbers", "Parsing", "Scales", "LayerModel", "CTOMLReading", "CProcesses"]),
      // Lottie files as layers with animations.
      .swift(
        "LottieFiles",
        [
          "SystemC", "Messages", "Numbers", "Parsing", "Formats", "Archives", "Timing", "LayerModel", "RenderTree",
          "PathBooleans", "ImageFiles", "Geometry", "Pixels",
        ]),
      // Explains why layers are not visible, confirmed by pictures rendered without them.
      .swift(
        "Diagnosis", ["Messages", "Numbers", "LayerModel", "RenderTree", "Geometry", "Pixels"]),
    ]),
  // Lua made safe, in C and Swift, and the binding of the model to it, in C and Swift.
  Wing(
    "Lua",
    [
      // One state: its libraries, limits, order, errors and protected calls. Knows no objects of a host.
      .c("CLuaState"),
      // Objects of the host as Lua sees them: classes, values, their methods, and calls of the host.
      .c("CLuaBinding", ["CLuaState"]),
      // Links the system's Lua, separately from these: a Lua module takes these symbols from its host interpreter.
      .c("LuaLibrary", link: "lua5.4"),
      .swift("LuaRuntime", ["Messages", "Numbers", "CLuaState"]),
      .swift(
        "LuaBinding",
        [
          "Messages", "Numbers", "Parsing", "Formats", "LuaRuntime", "CLuaState", "CLuaBinding",
          "LayerModel", "TimeLines", "SceneFiles", "LottieFiles", "TOMLFiles", "PathBooleans", "PathForms", "Noise",
          "Scales", "RenderTree", "Geometry", "Pixels",
        ]),
    ]),
  // Rendering of scenes to pictures and films, and the engine that runs scripts.
  Wing(
    "Engine",
    [
      // File access: which paths may be read and written, temporary files, and the isolation of the process.
      .swift("Sandbox", ["SystemC", "Messages", "Numbers", "Formats", "CProcesses"]),
      // Films: the pipeline of frames, the encoders' files, and ffmpeg.
      .swift(
        "Films",
        [
          "SystemC", "Messages", "Numbers", "Formats", "Sandbox", "ImageFiles", "LayerModel", "Compositor", "Raster",
          "Pixels", "CProcesses",
        ]),
      .swift(
        "LayerRendering",
        [
          "SystemC", "Messages", "Parsing", "Numbers", "Formats", "Sandbox", "Films", "LayerModel", "SceneFiles",
          "LottieFiles", "TOMLFiles", "Archives", "Diagnosis", "Compositor", "VectorDrawing", "PDF", "SVG", "SVGFiles",
          "TextLayout", "ImageFiles", "CDigest", "RenderTree", "PathBooleans", "PathForms", "Noise", "Scales", "Raster",
          "Geometry", "Pixels",
        ]),
      .swift(
        "LayerEngine",
        [
          "SystemC", "Messages", "Numbers", "Formats", "CProcesses", "Sandbox", "Films", "LuaBinding", "LuaRuntime",
          "LayerRendering", "LayerModel", "TimeLines", "SceneFiles", "LottieFiles", "RenderTree", "Geometry", "Pixels",
        ]),
      // Films rendered in shares, each with its manifest, and joined.
      .swift(
        "FrameShares",
        [
          "SystemC", "Messages", "Numbers", "Parsing", "Formats", "Sandbox", "Films", "LayerModel", "LayerRendering",
          "LayerEngine",
        ]),
      // Answers requests about a scene's picture for the live page; the messages of `layerlua preview`.
      .swift(
        "Preview",
        [
          "Messages", "Numbers", "Parsing", "Formats", "Films", "LuaBinding", "LayerModel", "Diagnosis",
          "LayerRendering", "LayerEngine", "RenderTree", "Geometry", "Pixels",
        ]),
    ]),
  // The interfaces for users and programs: the command line, C, C++, Python, the Lua module, the manual.
  Wing(
    "Faces",
    [
      // Documentation generated from the registries: the reference, the pages of `layerlua doc`, the stubs for editors.
      .swift(
        "Manual", ["Messages", "Numbers", "Formats", "LayerModel", "LuaBinding", "RenderTree", "Geometry", "Pixels"]),
      .program(
        "layerlua",
        [
          "SystemC", "CProcesses", "Messages", "Numbers", "Formats", "Geometry", "Pixels", "Films", "LayerEngine",
          "FrameShares", "Preview", "Manual",
        ]),
      // layerlua.h, and its implementation in liblayerlua.so.
      .c("CLayerLua"),
      .swift(
        "CInterface",
        [
          "SystemC", "Messages", "Numbers", "Formats", "CLayerLua", "LayerEngine", "LayerModel", "LayerRendering",
          "Geometry", "Pixels",
        ]),
      // layerlua.so, loaded by `require`.
      .c("LuaModule", ["CLuaState", "LayerEngine"]),
    ]),
]

// The tests of each wing, by room; those with `links` use Lua.
let tests: [Wing] = [
  Wing(
    "",
    [
      .support("TestSupport", ["Formats", "RenderTree", "Geometry", "Pixels", "ImageFiles"]),
      // Other software with which drawing is compared, used by tests only.
      .system("SystemCairo", pkgConfig: "cairo", package: "libcairo2-dev"),
      // zlib, whose streams of all kinds are parsed.
      .system("SystemZ", pkgConfig: "zlib", package: "zlib1g-dev"),
    ]),
  Wing(
    "Base",
    [
      .test("NumbersTests", ["Numbers"]),
      .test("MessagesTests", ["Messages"]),
      .test("ParsingTests", ["Messages", "Parsing"]),
      .test("FormatsTests", ["Messages", "Formats", "Pixels"]),
      .test("GeometryTests", ["Messages", "Numbers", "Parsing", "Geometry"]),
      .test("PixelsTests", ["Pixels"]),
      .test("NoiseTests", ["Messages", "Noise", "Geometry"]),
      .test("ScalesTests", ["Messages", "Scales"]),
    ]),
  Wing(
    "Drawing",
    [
      .test("RasterTests", ["Raster", "Geometry", "Pixels", "CPixelKernels"]),
      .test("FiltersTests", ["Filters", "Raster", "Geometry", "Pixels"]),
      .test("PathBooleansTests", ["Messages", "Parsing", "PathBooleans", "Geometry"]),
      .test("PathFormsTests", ["Messages", "PathForms", "Geometry"]),
      .test("RenderTreeTests", ["RenderTree", "Geometry", "Pixels"]),
      .test("CompositorTests", ["Messages", "Compositor", "RenderTree", "Filters", "Raster", "Geometry", "Pixels"]),
    ]),
  Wing(
    "Files",
    [
      .test("TextLayoutTests", ["Messages", "Parsing", "TextLayout", "RenderTree", "Geometry", "Pixels"]),
      .test(
        "ImageFilesTests",
        ["Messages", "Parsing", "Formats", "ImageFiles", "CImageCodecs", "Geometry", "Pixels", "SystemZ"]),
      .test(
        "SVGFilesTests",
        [
          "Messages", "Parsing", "Formats", "SVGFiles", "CSVGProgram", "LayerRendering", "LayerModel", "Compositor",
          "RenderTree", "ImageFiles", "Geometry", "Pixels",
        ]),
    ]),
  Wing(
    "Pages",
    [
      .test(
        "VectorDrawingTests",
        [
          "Messages", "PDF", "SVG", "VectorDrawing", "Compositor", "RenderTree", "Filters", "ImageFiles", "Geometry",
          "Pixels",
        ]),
      .test(
        "PDFTests",
        [
          "Messages", "Formats", "PDF", "SVG", "VectorDrawing", "TextLayout", "Compositor", "RenderTree", "Filters",
          "ImageFiles", "Geometry", "Pixels",
        ]),
      .test(
        "SVGTests",
        [
          "Messages", "SVG", "VectorDrawing", "TextLayout", "Compositor", "RenderTree", "ImageFiles", "Geometry",
          "Pixels",
        ]),
    ]),
  Wing(
    "Model",
    [
      .test("TimingTests", ["Messages", "Timing", "Geometry"]),
      .test(
        "TimeLinesTests",
        ["Messages", "Formats", "Films", "TimeLines", "LayerRendering", "LayerModel", "Geometry", "Pixels"]),
      .test("ConstraintLayoutTests", ["Messages", "ConstraintLayout", "Geometry"]),
      .test("DiagnosisTests", ["LayerEngine", "LayerModel", "Geometry"], links: true),
      .test(
        "SceneFilesTests",
        [
          "Messages", "Parsing", "Formats", "Archives", "SceneFiles", "LayerRendering", "LayerModel", "ImageFiles",
          "Geometry", "Pixels",
        ]
      ),
      .test("TOMLFilesTests", ["Messages", "Parsing", "TOMLFiles", "LayerModel"]),
      .test(
        "LottieFilesTests",
        [
          "Messages", "Parsing", "Formats", "Archives", "LottieFiles", "LayerRendering", "LayerModel", "ImageFiles",
          "RenderTree", "Geometry", "Pixels",
        ]
      ),
      .test(
        "LayerModelTests",
        ["Messages", "Parsing", "Formats", "Filters", "LayerModel", "Timing", "RenderTree", "Geometry", "Pixels"]),
    ]),
  Wing(
    "Lua",
    [
      .test("LuaRuntimeTests", ["Messages", "LuaRuntime", "CLuaState"], links: true),
      .test(
        "LuaBindingTests",
        ["Parsing", "Formats", "LayerEngine", "LuaBinding", "LuaRuntime", "LayerModel", "Geometry", "Pixels"],
        links: true),
    ]),
  Wing(
    "Engine",
    [
      .test("SandboxTests", ["Sandbox", "LayerRendering", "LayerModel", "RenderTree"]),
      .test(
        "LayerRenderingTests",
        [
          "Messages", "Parsing", "Formats", "Films", "LayerRendering", "ImageFiles", "SVGFiles", "LayerModel",
          "Compositor", "RenderTree", "Raster", "Geometry", "Pixels",
        ]),
      .test(
        "CairoTests",
        ["SystemCairo", "LayerRendering", "LayerModel", "Compositor", "RenderTree", "Geometry", "Pixels"]),
      .test("LayerEngineTests", ["Messages", "LayerEngine", "LayerModel", "Geometry", "Pixels"], links: true),
      .test("FrameSharesTests", ["Formats", "FrameShares", "LayerEngine", "LayerModel"], links: true),
      .test(
        "PreviewTests", ["Formats", "Preview", "LayerEngine", "LayerModel", "ImageFiles", "Geometry", "Pixels"],
        links: true),
    ]),
  Wing(
    "Faces",
    [
      .test("ManualTests", ["Manual", "LayerEngine", "LuaBinding", "LayerModel", "Formats"], links: true),
      .test("CInterfaceTests", ["CInterface", "CLayerLua", "LayerEngine"], links: true),
      .test("EmbeddingTests", []),
      .test("ProgramTests", ["Formats", "ImageFiles", "Pixels"]),
    ]),
  Wing(
    "Fuzz",
    [
      .support(
        "FuzzTargets",
        [
          "Parsing", "Archives", "LayerEngine", "LayerRendering", "LayerModel", "SceneFiles", "LottieFiles",
          "ImageFiles", "SVGFiles", "Geometry", "Pixels",
        ]
      ),
      .test("FuzzTests", ["FuzzTargets"], links: true),
    ]),
]

// libFuzzer provides the main program, so this one links only if scripts/fuzz requests it.
let fuzzers: [Wing] =
  Context.environment["LAYERLUA_FUZZ"] == nil ? [] : [Wing("Fuzz", [.program("FuzzProgram", ["FuzzTargets"])])]

/// A folder of rooms.
struct Wing {
  var folder: String
  var rooms: [Room]

  init(_ folder: String, _ rooms: [Room]) {
    self.folder = folder
    self.rooms = rooms
  }

  /// Returns the targets of the rooms, each in a folder of its own name.
  func targets(below top: String) -> [Target] {
    rooms.map { room in
      room.target.path = [top, folder, room.target.name].filter { !$0.isEmpty }.joined(separator: "/")
      return room.target
    }
  }
}

struct Room {
  var target: Target

  static func swift(_ name: String, _ imports: [String] = [], links: Bool = false) -> Room {
    Room(target: .target(name: name, dependencies: named(imports, links), swiftSettings: swiftSettings))
  }

  static func c(_ name: String, _ imports: [String] = [], link: String? = nil) -> Room {
    Room(
      target: .target(
        name: name, dependencies: named(imports, false), cSettings: [.define("_GNU_SOURCE")],
        linkerSettings: link.map { [.linkedLibrary($0)] } ?? []))
  }

  static func cProgram(_ name: String, _ imports: [String]) -> Room {
    Room(
      target: .executableTarget(
        name: name, dependencies: named(imports, false), cSettings: [.define("_GNU_SOURCE")],
        linkerSettings: [.linkedLibrary("dl")]))
  }

  static func cxxLibrary(_ name: String, _ imports: [String], link: String? = nil) -> Room {
    Room(
      target: .target(
        name: name, dependencies: named(imports, false), publicHeadersPath: ".",
        linkerSettings: link.map { [.linkedLibrary($0)] } ?? []))
  }

  static func system(_ name: String, pkgConfig: String, package: String) -> Room {
    Room(target: .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([package])]))
  }

  static func program(_ name: String, _ imports: [String]) -> Room {
    Room(target: .executableTarget(name: name, dependencies: named(imports, true), swiftSettings: swiftSettings))
  }

  static func support(_ name: String, _ imports: [String]) -> Room { .swift(name, imports) }

  static func test(_ name: String, _ imports: [String], links: Bool = false) -> Room {
    Room(
      target: .testTarget(
        name: name, dependencies: named(imports + ["TestSupport"], links), swiftSettings: swiftSettings))
  }

  static func named(_ imports: [String], _ links: Bool) -> [Target.Dependency] {
    (imports + (links ? ["LuaLibrary"] : [])).map { .target(name: $0) }
  }

  static let swiftSettings: [SwiftSetting] = [
    .enableUpcomingFeature("MemberImportVisibility"), .swiftLanguageMode(.v6),
  ]
}

let package = Package(
  name: "layerlua",
  products: [
    .executable(name: "layerlua", targets: ["layerlua"]),
    .executable(name: "layerlua-svg", targets: ["layerlua-svg"]),
    .library(name: "LayerEngine", targets: ["LayerEngine", "LayerRendering", "LuaLibrary"]),
    .library(name: "LayerRendering", targets: ["LayerRendering"]),
    // scripts/build makes liblayerlua.so and layerlua.so from these; a product cannot share another's name.
    .library(name: "layerlua-c", type: .dynamic, targets: ["CInterface", "CLayerLua", "LuaLibrary"]),
    .library(name: "layerlua-module", type: .dynamic, targets: ["LuaModule"]),
    .library(name: "layerlua-paths", type: .dynamic, targets: ["layerlua-paths"]),
    .library(name: "layerlua-toml", type: .dynamic, targets: ["layerlua-toml"]),
  ],
  targets: wings.flatMap { $0.targets(below: "Sources") } + (tests + fuzzers).flatMap { $0.targets(below: "Tests") },
  cLanguageStandard: .c11,
  cxxLanguageStandard: .cxx17
)
