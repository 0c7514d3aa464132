// SPDX-License-Identifier: MIT
import CLayerLua
import LayerEngine
import Numbers

// Scenes of Core Animation, read from files. layerlua.h documents each function.

/// Size of the structure in the header's first version.
private let packageSize =
  (MemoryLayout<layerlua_package>.offset(of: \.wallpaper_name) ?? 0) + MemoryLayout<UnsafeRawPointer>.size

@_cdecl("layerlua_read_package") public func readPackage(
  _ engine: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ wallpaper: UnsafePointer<CChar>?,
  _ package: UnsafeMutablePointer<layerlua_package>?
) -> layerlua_status {
  perform(engine) { handle in
    guard let package else { throw misuse("the output pointer for the package is NULL") }
    _ = try sized(UnsafePointer(package), layerlua_package(), first: packageSize, "layerlua_package", isFilled: true)
    let path = try text(path, "the path")
    let read = try handle.engine.package(at: path, wallpaper: try optionalText(wallpaper, "the wallpaper's name"))
    fill(package, with: handle.store(read))
  }
}

extension EngineHandle {
  /// Stores a package as the results of the last call.
  fileprivate func store(_ read: Package) -> layerlua_package {
    results = ValueStore(handles)
    var out = layerlua_package()
    out.root_layer = results.store(.layer(read.rootLayer)).as.layer
    out.kind = results.store(read.kind.rawValue)
    out.width = read.size.width
    out.height = read.size.height
    out.floors = results.store(
      items: read.floors.map {
        layerlua_package_floor(name: results.store($0.name), layer: handles.pointer(to: $0.layer))
      })
    out.floor_count = read.floors.count
    out.notes = results.store(
      items: read.notes.map { note in
        layerlua_package_note(
          rule: results.store(note.rule.rawValue), file: results.store(withoutZeros(note.file)),
          line: Int32(clamping: note.line), message: results.store(withoutZeros(note.message)),
          description: results.store(note.description))
      })
    out.note_count = read.notes.count
    out.wallpaper_names = results.store(read.wallpaperNames)
    out.wallpaper_name_count = read.wallpaperNames.count
    out.wallpaper_name = read.wallpaperName.map { results.store($0) }
    return out
  }
}
