// SPDX-License-Identifier: MIT
import Parsing
import Geometry

/// The state that layers share: a clock, services, a sink for warnings, serial numbers and a memory budget. There is no
/// other shared state.
///
/// A scene and its layers belong to one thread at a time. Layers of different scenes cannot be put together.
///
/// It owns a part for each job, each in a file of its own.
public final class Scene {
  package let services: any LayerServices
  /// What it asks the program around it.
  package var host = SceneHost()
  /// The clock in seconds; only its owner moves it. Starts at 0.
  public internal(set) var currentTime: Double = 0
  /// The largest number of frames of a film. Default 1,000,000.
  public var frameLimit = 1_000_000
  /// The limits of pictures.
  public var limits = SceneLimits()
  let budget = SceneBudget()
  /// The account of the readers of the scene's texts and files.
  package let account = Account()
  var warnings = WarningLog()
  /// Where scripts set properties; nil, unless explanations were asked for, logs nothing.
  @exclusivity(unchecked) package var settings: SettingLog?

  /// Grows with every change of a property or of the tree: equal counts, equal pictures. `KeyedObject.countChange`
  /// counts.
  @exclusivity(unchecked) package internal(set) var changeCount: UInt64 = 0
  @exclusivity(unchecked) var layoutQueue = LayoutQueue()
  @exclusivity(unchecked) var display = DisplayState()
  /// The pictures that are being made.
  @exclusivity(unchecked) package internal(set) var picture = PictureState()
  @exclusivity(unchecked) var transactions = Transactions()
  /// Whether a change of a key runs its action. Off unless a transaction turns it on.
  @exclusivity(unchecked) var actionsAreEnabled = false
  @exclusivity(unchecked) var animations = AnimatedLayers()
  var holders = ObjectHolders()
  /// The layers that have names.
  @exclusivity(unchecked) var names = LayerNames()
  /// No tree has more levels.
  @exclusivity(unchecked) var deepest = 1
  /// Those besides the engine's.
  var filters = DefinedFilters()
  /// Whether any layer ever had a delegate.
  package internal(set) var hasDelegates = false
  /// The error of a hook that could not be thrown at its place; the script's call that led to it throws it, or else the
  /// next layout.
  package internal(set) var hookFailure: (any Error)?
  /// Parsed key paths that name a part of a property; the row determines the classes.
  var keyPaths: [String: (row: Property, part: SubKey)] = [:]

  /// Whether it is that of an object that was made without one.
  var isOfOneObject = false
  /// The scene of the layer that took such an object.
  weak var taker: Scene?

  private var lastSerial = 0
  /// The number of copies that live only for a picture, so that pictures do not use up numbers.
  var borrowedSerial: Int?

  package init(services: any LayerServices) { self.services = services }

  /// The image of a name that was registered, or of the files `name.png`, `name@2x.png` and `name@3x.png`.
  ///
  /// - Throws: `LayerError` when there is none.
  public func image(named name: String) throws -> Image { try services.image(named: name) }

  /// The image file at a path, relative to the folder from which names start.
  ///
  /// - Throws: `LayerError` when it cannot be read.
  public func image(atPath path: String) throws -> Image { try services.image(atPath: path) }

  /// Returns the next serial number. They start at 1 and are never used twice.
  func nextSerial() -> Int {
    if let borrowedSerial { return borrowedSerial }
    lastSerial += 1
    return lastSerial
  }
}
