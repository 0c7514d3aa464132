// SPDX-License-Identifier: MIT
import Formats
import Geometry
import Parsing

/// The state that layers share: a clock, services, a sink for warnings, serial numbers and a memory budget. There is no
/// other shared state.
///
/// A scene and its layers belong to one thread at a time. Layers of different scenes cannot be combined.
///
/// It owns one part for each job, each in its own file.
///
/// ```swift
/// let scene = renderer.makeScene()
/// scene.onWarning = { print("warning:", $0) }
/// let poster = Layer(in: scene)
/// try scene.transaction(duration: 0.5) { poster.opacity = 0.5 }
/// try scene.advance(to: 1)
/// ```
public final class Scene {
  package let services: any LayerServices
  /// The callbacks to the program around the scene.
  package var host = SceneHost()
  /// The clock in seconds; only its owner moves it. Starts at 0.
  public internal(set) var currentTime: Double = 0
  /// The maximum number of frames of a film. Default 1,000,000.
  public var frameLimit = 1_000_000
  /// The sounds of the scene's films, unless a film has its own. Default none.
  public var filmSounds: [FilmSound] = []
  /// The limits on rendering.
  public var limits = SceneLimits()
  let budget = SceneBudget()
  /// The budget of memory and time for parsing the scene's texts and files.
  package let account = Account()
  var warnings = WarningLog()
  /// A log of the places where scripts set properties; nil unless explanations were requested.
  @exclusivity(unchecked) package var settings: SettingLog?

  /// Counts every change of a property or of the tree: equal counts mean equal renders. `KeyedObject.countChange`
  /// counts.
  @exclusivity(unchecked) package internal(set) var changeCount: UInt64 = 0
  /// The properties that the host's frame function has set, to be reverted after the frame.
  @exclusivity(unchecked) var frameLog = FrameLog()
  /// Counts the marks of changed layers for caches. Unlike `changeCount` it never decreases.
  @exclusivity(unchecked) var markCount: UInt64 = 0
  /// Counts the changes of objects that are no layers, such as filters, which any layer may show. Never decreases.
  @exclusivity(unchecked) var sharedChanges: UInt64 = 0
  /// True if animated layers keep their presentations for the next render. Default true.
  package var keepsPresentations = true
  /// The number of presentations kept, and those that the current render uses.
  @exclusivity(unchecked) var keptPresentations = 0
  @exclusivity(unchecked) var lentPresentations: [KeptPresentation] = []
  /// `markCount` at the start of the last render that cached nodes.
  @exclusivity(unchecked) var resolvedAt: UInt64 = 0
  @exclusivity(unchecked) var layoutQueue = LayoutQueue()
  @exclusivity(unchecked) var display = DisplayState()
  /// The state of the renders in progress.
  @exclusivity(unchecked) package internal(set) var picture = PictureState()
  @exclusivity(unchecked) var transactions = Transactions()
  /// True if a change of a key runs its action, or is noted by a transaction. Default false, unless a transaction turns
  /// it on.
  @exclusivity(unchecked) var attendsToChanges = false
  /// The changes whose actions are running, the outermost first.
  @exclusivity(unchecked) var runningChanges: [RunningChange] = []
  @exclusivity(unchecked) var animations = AnimatedLayers()
  /// The time lines.
  @exclusivity(unchecked) package var lines = SceneLines()
  var holders = ObjectHolders()
  /// The text layers whose text depends on other layers.
  @exclusivity(unchecked) var linkedTexts = LinkedTexts()
  /// An index of the layers that have names.
  @exclusivity(unchecked) var names = LayerNames()
  /// Upper bound of the number of levels of all trees.
  @exclusivity(unchecked) var deepest = 1
  /// The filters defined in addition to the engine's own.
  var filters = DefinedFilters()
  /// True if any layer ever had states.
  @exclusivity(unchecked) var hasStates = false
  /// True if any layer ever had a delegate.
  package internal(set) var hasDelegates = false
  /// The error of a hook that could not be thrown at its place. The script's call that led to it throws it, or else the
  /// next layout.
  package internal(set) var hookFailure: (any Error)?
  /// A cache of parsed key paths that name a part of a property; the row determines the classes.
  var keyPaths: [String: (row: Property, part: SubKey)] = [:]

  /// True if the scene belongs to a single object that was made without one.
  var isOfOneObject = false
  /// The scene of the layer that took such an object.
  weak var taker: Scene?

  private var lastSerial = 0
  /// The serial number of temporary copies, which live only for one render and so do not use up numbers.
  var borrowedSerial: Int?

  package init(services: any LayerServices) { self.services = services }

  /// Returns the image registered under a name, or read from `name.png`, `name@2x.png` and `name@3x.png`.
  ///
  /// ```swift
  /// photo.contents = try scene.image(named: "sun")
  /// ```
  ///
  /// - Throws: `LayerError` if there is none.
  public func image(named name: String) throws -> Image { try services.image(named: name) }

  /// Reads the image file at a path, relative to the folder that names refer to.
  ///
  /// ```swift
  /// photo.contents = try scene.image(atPath: "photos/sun.jpg")
  /// ```
  ///
  /// - Throws: `LayerError` if it cannot be read.
  public func image(atPath path: String) throws -> Image { try services.image(atPath: path) }

  /// Returns the next serial number. Numbers start at 1 and are never reused.
  func nextSerial() -> Int {
    if let borrowedSerial { return borrowedSerial }
    lastSerial += 1
    return lastSerial
  }
}
