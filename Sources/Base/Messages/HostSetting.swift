// SPDX-License-Identifier: MIT
/// The kind of host program. It decides by which names error messages call the settings of an engine.
package enum HostFace: String, CaseIterable, Sendable {
  /// The command-line program layerlua, whose settings are options.
  case program
  /// A Swift program: properties of `Engine.Configuration` and labels of calls.
  case swift
  /// A C or C++ program: fields of `layerlua_config` and `layerlua_settings`.
  case c
  /// The Python module: arguments of `Engine` and of the methods of `Layer`.
  case python
  /// The module for the stock Lua, which has no settings.
  case module

  /// False if the host has no programmer: who uses the program or the module writes scripts.
  package var hasProgrammer: Bool { self != .program && self != .module }
}

/// A host setting that error messages suggest as a remedy. It is named as in the reader's own host, so that the reader
/// can change it.
package enum HostSetting: CaseIterable, Sendable {
  case scriptDirectory, readableDirectories, workingDirectory, writableDirectories
  case fontDirectories, hyphenDirectories
  /// The external program that renders SVG files with more than shapes.
  case svgProgram
  case memoryLimit, layerLimit, printLimit
  /// Allows links in files to point anywhere.
  case links
  /// Disables the sandbox.
  case trusted
  /// The call by which the host writes a film.
  case writing
  /// The duration of a film in seconds, the size of images in points, and the colour under a layer.
  case duration, size, background

  /// Returns the setting's name in a kind of host; nil if it has no such setting.
  package func name(_ face: HostFace) -> String? {
    let names: (program: String?, swift: String?, c: String?, python: String?) =
      switch self {
      case .scriptDirectory: (nil, "scriptDirectory", "script_directory", "script_directory")
      case .readableDirectories:
        ("--allow-read", "readableDirectories", "readable_directories", "readable_directories")
      case .workingDirectory: (nil, "workingDirectory", "working_directory", "working_directory")
      case .writableDirectories:
        ("--allow-write", "writableDirectories", "writable_directories", "writable_directories")
      case .fontDirectories: ("--font-dir", "fontDirectories", "font_directories", "font_directories")
      case .hyphenDirectories: ("--hyphen-dir", "hyphenDirectories", "hyphen_directories", "hyphen_directories")
      case .svgProgram: (nil, "svgProgram", "svg_program", "svg_program")
      case .memoryLimit: ("--memory-limit", "memoryLimit", "memory_limit", "memory_limit")
      case .layerLimit: (nil, "limits.layers", "layer_limit", "layer_limit")
      case .printLimit: (nil, "limits.printedBytes", "printed_byte_limit", "printed_byte_limit")
      case .links: ("--allow-links", "allowsAllLinks", "allow_links", "allow_links")
      case .trusted: ("--trusted", "isTrusted", "trusted", "trusted")
      case .writing: ("-o", "write(_:to:)", "layerlua_write", "Layer.write")
      case .duration: ("--duration", "duration", "duration", "duration")
      case .size: ("--size", "size", "width and height", "size")
      case .background: ("--background", "background", "background", "background")
      }
    return switch face {
    case .program: names.program
    case .swift: names.swift
    case .c: names.c
    case .python: names.python
    case .module: nil
    }
  }
}

extension HostFace {
  /// Returns the names of settings as alternatives, such as `script_directory or readable_directories`; nil if the host
  /// has none of them.
  package func names(_ settings: HostSetting...) -> String? {
    let names = settings.compactMap { $0.name(self) }
    return names.isEmpty ? nil : alternatives(names)
  }

  /// Returns a remedy to append to a message: `; allow its folder with readable_directories`. Empty if the host has no
  /// such setting.
  ///
  /// - Parameters:
  ///   - begin: the text before the names, including the punctuation after the message.
  ///   - end: the text after the names.
  package func remedy(_ begin: String, _ settings: HostSetting..., end: String = "") -> String {
    let names = settings.compactMap { $0.name(self) }
    return names.isEmpty ? "" : begin + alternatives(names) + end
  }

  /// Returns a setting with its value, such as `duration: 2`; without one if `value` is empty; nil if the host has no
  /// such setting.
  package func option(_ setting: HostSetting, _ value: String) -> String? {
    guard let name = setting.name(self) else { return nil }
    if value.isEmpty { return name }
    return switch self {
    case .program: "\(name) \(value)"
    case .swift: "\(name): \(value)"
    case .c, .python: "\(name) = \(value)"
    case .module: name
    }
  }
}
