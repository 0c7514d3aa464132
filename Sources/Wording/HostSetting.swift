// SPDX-License-Identifier: MIT
/// The kind of program that a script runs in: it decides by which names messages call the settings of an engine.
package enum HostFace: String, CaseIterable, Sendable {
  /// The program layerlua, whose settings are options of its command line.
  case program
  /// A program in Swift: properties of `Engine.Configuration` and labels of calls.
  case swift
  /// A program in C or C++: fields of `layerlua_config` and `layerlua_settings`.
  case c
  /// The Python module: arguments of `Engine` and of the methods of `Layer`.
  case python
  /// The module of the stock Lua, which has no settings.
  case module
}

/// A setting of the host's that messages name as a remedy. Whoever reads the message can change it, since it has the
/// host's own name.
package enum HostSetting: CaseIterable, Sendable {
  case scriptDirectory, readableDirectories, workingDirectory, writableDirectories
  case fontDirectories, hyphenDirectories
  /// The program that draws SVG files which are more than shapes.
  case svgProgram
  case memoryLimit, layerLimit, printLimit
  /// Links in files may lead anywhere.
  case links
  /// No sandbox.
  case trusted
  /// The call by which the host writes a film.
  case writing
  /// A film's length in seconds, and the size of pictures in points.
  case duration, size

  /// The setting's name for a kind of host; nil where it has no such setting.
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
      case .writing: ("-o", "write(_:to:)", "layerlua_render_file", "Layer.write")
      case .duration: ("--duration", "duration", "duration", "duration")
      case .size: ("--size", "size", "width and height", "size")
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
  /// The names of settings as alternatives, such as `script_directory or readable_directories`; nil where the host has
  /// none of them.
  package func names(_ settings: HostSetting...) -> String? {
    let names = settings.compactMap { $0.name(self) }
    return names.isEmpty ? nil : alternatives(names)
  }

  /// A remedy that follows a message: `; allow its folder with readable_directories`. Empty where the host has no such
  /// setting.
  ///
  /// - Parameters:
  ///   - begin: the text before the names, with the punctuation that parts it from the message.
  ///   - end: the text after them.
  package func remedy(_ begin: String, _ settings: HostSetting..., end: String = "") -> String {
    let names = settings.compactMap { $0.name(self) }
    return names.isEmpty ? "" : begin + alternatives(names) + end
  }

  /// An option of a render by its names for the host and in scripts, such as
  /// `--duration 2, or duration = 2 in ca.render`.
  package func renderOption(_ setting: HostSetting, _ value: String, inScript script: String) -> String {
    let words = "\(script) in ca.render"
    guard let name = setting.name(self) else { return words }
    let given =
      switch self {
      case .program: value.isEmpty ? name : "\(name) \(value)"
      case .swift: value.isEmpty ? name : "\(name): \(value)"
      case .c, .python: value.isEmpty ? name : "\(name) = \(value)"
      case .module: name
      }
    return given == script ? words : "\(given), or \(words)"
  }
}
