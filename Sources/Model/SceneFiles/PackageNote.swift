// SPDX-License-Identifier: MIT
import LayerModel
import Messages

/// A remark about a part of a scene file that is not shown as the file says.
public struct PackageNote: Equatable, Sendable, CustomStringConvertible {
  /// The kind of remark. The names are stable.
  public enum Rule: String, CaseIterable, Sendable {
    /// An element, attribute or name that is not known; it is ignored.
    case unknown = "caml-unknown"
    /// A value that its key does not accept; the key keeps its default.
    case value = "caml-value"
    /// Two layers with one `id`; the first in document order is meant.
    case duplicateID = "caml-duplicate-id"
    /// A state or a transition names a layer or state that does not exist.
    case noTarget = "caml-no-target"
    /// An element of a transition has `keyPath` in place of `key`, so it is not found.
    case key = "caml-key"
    /// A file that the scene names cannot be read; the layer has no contents.
    case missingAsset = "caml-missing-asset"
    /// A script, which is not run.
    case script = "caml-script"
    /// Elements without Core Animation's namespace, which are read all the same.
    case namespace = "caml-namespace"
    /// Something of the format that is left out.
    case unsupported = "caml-unsupported"
    /// The package holds several wallpapers or scenes; one is shown.
    case several = "caml-several"
    /// A file of the package that the scene does not show. Only in notes of `PackageReader.diagnoses`, as the next two.
    case unusedAsset = "caml-unused-asset"
    /// A layer that is outside of the picture in every state.
    case parked = "caml-parked"
    /// An animation of more than 400 images.
    case manyFrames = "caml-many-frames"

    /// The rule of the warning that reports the remark, which has the same name.
    package var warning: LayerWarning.Rule {
      switch self {
      case .unknown: .sceneUnknown
      case .value: .sceneValue
      case .duplicateID: .sceneDuplicateID
      case .noTarget: .sceneNoTarget
      case .key: .sceneKey
      case .missingAsset: .sceneMissingAsset
      case .script: .sceneScript
      case .namespace: .sceneNamespace
      case .unsupported: .sceneUnsupported
      case .several: .sceneSeveral
      case .unusedAsset: .sceneUnusedAsset
      case .parked: .sceneParked
      case .manyFrames: .sceneManyFrames
      }
    }

    /// True if it is often intended.
    package var isOftenMeant: Bool { self == .parked || self == .several || self == .namespace }
  }

  /// The path of the file in the package.
  public let file: String
  /// The line in the file, from 1; 0 if the remark is about the whole file.
  public let line: Int
  /// The kind of the remark.
  public let rule: Rule
  /// The fault, and what is shown instead.
  public let message: String

  /// The message after its place: `main.caml:12: …`.
  public var description: String {
    visibleText(line > 0 ? "\(file):\(line): \(message)" : "\(file): \(message)")
  }
}

/// Collects the notes of a package, once for each name.
struct PackageNotes {
  /// The maximum number of notes; later ones are dropped.
  static let limit = 1000

  private(set) var list: [PackageNote] = []
  private var seen: Set<String> = []

  /// Adds a note.
  ///
  /// - Parameter name: the name that the note is about: further notes of the rule about it are dropped; nil adds every
  ///   note.
  mutating func add(
    _ rule: PackageNote.Rule, _ file: String, _ line: Int, onceFor name: String? = nil, _ message: String
  ) {
    guard list.count < Self.limit else { return }
    if let name, !seen.insert("\(rule.rawValue) \(name.prefix(200))").inserted { return }
    list.append(PackageNote(file: file, line: line, rule: rule, message: message))
  }
}
