// swift-tools-version: 6.1
// SPDX-License-Identifier: MIT
import PackageDescription

// The server of the live page. It is a separate package, so that nobody else has to resolve or build a web server. It
// does not link the engine: it starts the program for every picture. Its targets ("rooms") are listed bottom-up, each
// with its allowed imports.
let packages: [String: Target.Dependency] = [
  "NIOCore": .product(name: "NIOCore", package: "swift-nio"),
  "NIOPosix": .product(name: "NIOPosix", package: "swift-nio"),
  "NIOHTTP1": .product(name: "NIOHTTP1", package: "swift-nio"),
]

func named(_ imports: [String]) -> [Target.Dependency] { imports.map { packages[$0] ?? .target(name: $0) } }

let swiftSettings: [SwiftSetting] = [.enableUpcomingFeature("MemberImportVisibility"), .swiftLanguageMode(.v6)]

func room(_ name: String, _ imports: [String] = [], resources: [String] = []) -> Target {
  .target(
    name: name, dependencies: named(imports), resources: resources.map { .embedInCode($0) },
    swiftSettings: swiftSettings)
}

func test(_ name: String, _ imports: [String]) -> Target {
  .testTarget(name: name, dependencies: named(imports), swiftSettings: swiftSettings)
}

let package = Package(
  name: "layerlua-serve",
  products: [.executable(name: "layerlua-serve", targets: ["layerlua-serve"])],
  dependencies: [.package(url: "https://github.com/apple/swift-nio", from: "2.101.2")],
  targets: [
    // JSON: values, and the top-level keys of a long message without parsing the rest.
    room("JSONMessages"),
    // The folders to watch for a list of files, by inotify.
    room("FileWatching", ["NIOCore", "NIOPosix"]),
    // The drawing processes: start, messages, end.
    .target(name: "CSpawn", cSettings: [.define("_GNU_SOURCE")]),
    room("WorkerProcesses", ["CSpawn", "JSONMessages", "NIOCore", "NIOPosix"]),
    // An HTTP server: connections with limits of size, number and time, answers in one piece or as they are made.
    room("HTTPServing", ["NIOCore", "NIOPosix", "NIOHTTP1"]),
    // HTTP for one page on this machine: access control, response headers.
    room("LocalHTTP", ["HTTPServing", "NIOCore", "NIOHTTP1"]),
    // The page itself, embedded in the program.
    room(
      "LivePage",
      resources: [
        "Page/page.html", "Page/page.css", "Page/icon.svg", "Page/main.js", "Page/server.js", "Page/dom.js",
        "Page/stage.js",
        "Page/exploded.js", "Page/tree.js", "Page/inspector.js", "Page/timeline.js", "Page/states.js",
        "Page/parameters.js", "Page/findings.js",
      ]),
    // A watched script: the drawing worker, the last good picture, and the pages to notify.
    room(
      "Watching", ["JSONMessages", "FileWatching", "WorkerProcesses", "LocalHTTP", "LivePage", "NIOCore", "NIOHTTP1"]),
    // SHA-256 by libmd, which is linked statically.
    .target(name: "CHashes", linkerSettings: [.linkedLibrary(":libmd.a")]),
    room("Digests", ["CHashes"]),
    // Addresses, parameters, signatures and errors of the render service.
    room("ServiceContract", ["JSONMessages", "NIOHTTP1", "Digests"]),
    // The drawing processes of the service, and the queue before them.
    room(
      "DrawingPool", ["ServiceContract", "JSONMessages", "WorkerProcesses", "NIOCore", "NIOHTTP1"]),
    // The service's page, embedded in the program.
    room("ServicePage", ["LivePage"], resources: ["Page/page.html", "Page/page.css", "Page/page.js"]),
    // The service: sets of scripts, caches, metrics, logs, and the answers.
    room(
      "Serving",
      [
        "ServiceContract", "DrawingPool", "ServicePage", "HTTPServing", "JSONMessages", "FileWatching",
        "WorkerProcesses", "NIOCore",
        "NIOHTTP1", "NIOPosix", "Digests",
      ]),
    .executableTarget(
      name: "layerlua-serve",
      dependencies: named([
        "Watching", "FileWatching", "LocalHTTP", "HTTPServing", "Serving", "ServiceContract", "NIOCore", "NIOPosix",
      ]),
      swiftSettings: swiftSettings),
    test("JSONMessagesTests", ["JSONMessages"]),
    test("FileWatchingTests", ["FileWatching"]),
    test("WorkerProcessesTests", ["WorkerProcesses", "JSONMessages", "NIOCore", "NIOPosix"]),
    test("LocalHTTPTests", ["LocalHTTP", "NIOCore", "NIOPosix", "NIOHTTP1"]),
    test("DigestsTests", ["Digests"]),
    test("HTTPServingTests", ["HTTPServing", "NIOCore", "NIOHTTP1", "NIOPosix"]),
    test("ServiceContractTests", ["ServiceContract", "JSONMessages", "NIOHTTP1"]),
    test("DrawingPoolTests", ["DrawingPool", "ServiceContract", "JSONMessages", "NIOCore", "NIOHTTP1"]),
    test("ServingTests", ["Serving", "ServiceContract", "HTTPServing", "NIOCore"]),
    test("WatchingTests", ["Watching", "JSONMessages"]),
  ]
)
