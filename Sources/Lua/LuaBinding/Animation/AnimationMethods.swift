// SPDX-License-Identifier: MIT
import CLuaBinding
import LayerModel
import LuaRuntime
import Messages
import Numbers

extension Method {
  static let animationMethods: [Method] =
    layerAnimationMethods + transactionMethods + timeMethods + timeLineMethods + easingMethods

  private static let layerAnimationMethods: [Method] = [
    Method(
      "Layer", "addAnimation", "addAnimationForKey", signature: "(animation: ca.Animation, key?: string)",
      summary: "Adds a copy of an animation, in place of one with the same key."
    ) { call in
      let argument = call.next()
      guard let animation = argument?.keyed as? Animation else {
        throw call.mismatch("an animation such as ca.BasicAnimation { keyPath = \"opacity\", toValue = 0 }", argument)
      }
      let key = try call.optionalString("the key")
      try call.layer.add(animation, forKey: key)
    },
    Method(
      "Layer", "removeAnimation", "removeAnimationForKey", signature: "(key: string)",
      summary: "Removes the animation of this key."
    ) { call in
      try call.layer.removeAnimation(forKey: try call.string("the key"))
    },
    Method("Layer", "removeAllAnimations", signature: "()", summary: "Removes all animations of the layer.") {
      call in try call.layer.removeAllAnimations()
    },
    Method(
      "Layer", "animation", "animationForKey", signature: "(key: string): ca.Animation?",
      summary: "A copy of the animation of this key, which cannot be changed."
    ) { call in
      let layer = try call.layer
      let key = try call.string("the key")
      if let animation = layer.animation(forKey: key) { call.binding.push(animation) } else { call.binding.pushNil() }
    },
    Method("Layer", "animationKeys", signature: "(): string[]", summary: "The keys of the layer's animations.") {
      call in
      call.binding.push(.array(try call.layer.animationKeys.map { .string($0) }))
    },
    Method(
      "Layer", "presentation", "presentationLayer", signature: "(time?: number): ca.Layer",
      summary: "A read-only copy with the animated values at a time; by default now."
    ) { call in
      let layer = try call.layer
      var time: Double?
      if let argument = call.peek, !argument.isNil { time = try call.number("the time in seconds") }
      try layer.model.layoutIfNeeded()
      call.binding.push(try layer.presentation(at: time))
    },
    Method(
      "Layer", "model", "modelLayer", signature: "(): ca.Layer",
      summary: "The layer of a presentation; for other layers the layer itself."
    ) { call in call.binding.push(try call.layer.model) },
    // Called if no class of the layer overrides it, or through `super`.
    Method(
      "Layer", "actionForKey", signature: "(key: string): any",
      summary: "The action for a change of the key: an animation, a function, or nil; a class may override it."
    ) { call in
      let layer = try call.layer
      call.binding.push(try layer.defaultAction(forKey: try call.string("the key")))
    },
    // Built-in classes have no default actions; a script's classes return their own.
    Method(
      "Layer", "defaultActionForKey", flags: LLUA_CLASS_METHOD, signature: "(key: string): any",
      summary: "The class's action for a key if nothing else gives one; nil in built-in classes."
    ) { call in
      _ = try call.string("the key")
      call.binding.pushNil()
    },
    Method(
      "KeyedObject", "runActionForKey", "runAction", "runActionForKeyObjectArguments",
      signature: "(key: string, layer: ca.Layer, arguments?: table)",
      summary: "Adds the animation to a layer, as an action of the key does."
    ) { call in
      guard let animation = try call.object as? Animation else {
        throw call.error(
          "\(try call.object.className) is not an action; use an animation such as ca.BasicAnimation { duration = 1 }")
      }
      let key = try call.string("the key")
      let layer = try call.layer("the layer whose action it is")
      _ = call.next()
      try layer.runAction(animation, forKey: key)
    },
  ]

  // MARK: Transactions

  private static func transaction(
    _ names: String..., flags: Int = 0, signature: String, summary: String,
    _ body: @escaping @Sendable (inout Call, Scene) throws -> Void
  ) -> Method {
    Method("ca.Transaction", names: names, flags: flags, signature: signature, summary: summary) { call in
      do { try body(&call, call.binding.scene) } catch let error as LayerError where !error.message.hasPrefix(call.name)
      {
        throw call.error(error.message, kind: error.kind)
      }
    }
  }

  private static let transactionMethods: [Method] = [
    transaction("begin", signature: "()", summary: "Opens a transaction inside those that are open.") { call, scene in
      guard scene.transactionDepth < Call.transactionLimit else {
        throw call.error(
          "at most \(Call.transactionLimit) transactions can be open; commit each that was begun", kind: .limit)
      }
      scene.beginTransaction()
    },
    transaction("commit", signature: "()", summary: "Closes the transaction that was opened last.") { _, scene in
      try scene.commitTransaction()
    },
    transaction("flush", signature: "()", summary: "Commits what changed outside of transactions.") { _, scene in
      scene.flushTransactions()
    },
    // A scene is single-threaded.
    transaction("lock", signature: "()", summary: "Does nothing: a script has one thread.") { _, _ in },
    transaction("unlock", signature: "()", summary: "Does nothing: a script has one thread.") { _, _ in },
    transaction(
      "animationDuration", signature: "(): number", summary: "The duration of implicit animations, in seconds."
    ) { call, scene in call.binding.push(scene.animationDuration) },
    transaction(
      "setAnimationDuration", signature: "(seconds?: number)",
      summary: "Sets the duration of implicit animations; nil restores the default 0.25."
    ) { call, scene in
      guard let argument = call.peek, !argument.isNil else { return scene.setAnimationDuration(nil) }
      let seconds = try call.number("the duration in seconds")
      guard seconds >= 0 else { throw call.error("the duration must be 0 or more, got \(numberText(seconds))") }
      scene.setAnimationDuration(seconds)
    },
    transaction("animationTimingFunction", signature: "(): any", summary: "The timing function of implicit animations.")
    { call, scene in
      call.binding.push(scene.transactionValue(forKey: "animationTimingFunction"), isFrozen: true)
    },
    transaction(
      "setAnimationTimingFunction", signature: "(timing?: ca.TimingFunction)",
      summary: "Sets the timing function of implicit animations."
    ) { call, scene in
      try scene.setTransactionValue(call.next()?.plain ?? .null, forKey: "animationTimingFunction")
    },
    transaction("disableActions", signature: "(): boolean", summary: "Whether changes animate nothing, as at first.") {
      call, scene in call.binding.push(scene.disableActions)
    },
    transaction("setDisableActions", signature: "(flag: boolean)", summary: "Sets whether changes animate nothing.") {
      call, scene in
      scene.setDisableActions(try call.bool("whether actions are disabled"))
    },
    transaction(
      "setCompletionBlock", flags: LLUA_REFERENCES, signature: "(block?: fun())",
      summary: "Sets a function to call when the animations of the transaction end."
    ) { call, scene in
      let argument = call.next()
      // nil does not remove a block that was set before.
      guard let argument, !argument.isNil else { return scene.forgetCompletionBlock() }
      guard let ordinal = argument.function else { throw call.mismatch("a function", argument) }
      guard call.binding.memory.hasRoom(for: 1024) else {
        throw LayerError.noMemory("another block", call.binding.memory)
      }
      let function = try call.binding.kept(ordinal, of: call.references)
      scene.addCompletion(call.binding.block(function), host: KeptResult(call.binding, function, ordinal: 0))
    },
    transaction("completionBlock", signature: "(): fun()?", summary: "That function.") { call, scene in
      guard let kept = scene.completionHost as? KeptResult else { return call.binding.pushNil() }
      call.binding.push(kept)
    },
    transaction(
      "value", "valueForKey", signature: "(key: string): any", summary: "A value stored in the transaction."
    ) { call, scene in
      call.binding.push(scene.transactionValue(forKey: try call.string("the key")), isFrozen: true)
    },
    transaction(
      "setValue", "setValueForKey", signature: "(value: any, key: string)",
      summary: "Stores a value in the transaction."
    ) { call, scene in
      let argument = call.next()
      let value = try argument?.propertyValue(in: nil, for: nil, key: "value") ?? .null
      try scene.setTransactionValue(value, forKey: try call.string("the key"))
    },
    Method(
      "ca", "animate", flags: LLUA_REFERENCES, signature: "(duration: number|ca.AnimateOptions, changes: fun())",
      summary: "Animates whatever the function changes, over a duration in seconds."
    ) { call in
      let argument = call.next()
      var duration: Double?
      var delay = 0.0
      var pace: TimingFunction?
      var completion: LuaReference?
      if let argument, argument.type == LLUA_NODE_NUMBER {
        duration = argument.number
      } else if let argument, let entries = argument.entries, argument.node.count == 0 {
        for (key, value) in entries {
          if value.type == LLUA_NODE_BOOLEAN, value.number == 0 { continue }
          switch key {
          case "duration", "delay":
            guard value.type == LLUA_NODE_NUMBER else {
              throw call.error("\(key) must be a number of seconds, got \(value.described)")
            }
            if key == "duration" { duration = value.number } else { delay = value.number }
          case "timingFunction":
            do { pace = try TimingFunction(value: value.plain ?? .null, for: .author) } catch let error as LayerError {
              throw call.error(error.message)
            }
          case "completion":
            guard let ordinal = value.function else {
              throw call.error("completion must be a function, got \(value.described)")
            }
            completion = try call.binding.kept(ordinal, of: call.references)
          default:
            let names = ["duration", "delay", "timingFunction", "completion"]
            throw call.error(
              "unknown option \(key)\(suggestionOrList(for: key, among: names))"
            )
          }
        }
      } else {
        throw call.mismatch(
          "a duration in seconds, or a table with duration, delay, timingFunction and completion", argument)
      }
      for (name, value) in [("duration", duration ?? 0), ("delay", delay)] where !(value >= 0 && value.isFinite) {
        throw call.error("\(name) must be 0 or more seconds, got \(numberText(value))")
      }
      let body = call.next()
      guard let ordinal = body?.function else { throw call.mismatch("a function that makes the changes", body) }
      let binding = call.binding
      let references = call.references
      do {
        try binding.scene.animate(
          duration: duration, delay: delay, timingFunction: pace, completion: completion.map { binding.block($0) },
          host: completion.map { KeptResult(binding, $0, ordinal: 0) }
        ) {
          try binding.state.check(
            llua_call_function(binding.pointer, UInt32(LLUA_TARGET_ARGUMENT), references, ordinal, nil, nil, nil, 0))
        }
      } catch let error as LayerError { throw LayerError(error.kind, "ca.\(error.message)") }
    },
  ]

  // MARK: Time

  private static let timeMethods: [Method] = [
    Method(
      "ca", "onFrame", flags: LLUA_REFERENCES, signature: "(draw: fun(time: number, index: integer))",
      summary:
        "Registers a function called before each picture, with its time in seconds and its number; its changes are "
        + "undone afterwards."
    ) { call in
      try call.refuseInFrame("a function", "register it before")
      let argument = call.next()
      guard let ordinal = argument?.function else {
        throw call.mismatch("a function of the time and the frame's number", argument)
      }
      let function = try call.binding.kept(ordinal, of: call.references)
      do {
        try call.binding.addFrameFunction(isOfScript: true) { [weak binding = call.binding] time, index in
          guard let binding else { return }
          binding.push(time)
          binding.push(Double(index))
          try binding.call(function)
        }
      } catch let error as LayerError { throw call.error(error.message, kind: error.kind) }
    },
    Method("ca", "currentTime", signature: "(): number", summary: "The script's time in seconds; 0 at first.") { call in
      call.binding.push(call.binding.scene.currentTime)
    },
    Method(
      "ca", "setCurrentTime", signature: "(time: number)",
      summary: "Moves the script's time in seconds forward: animations that end by then end, and their callbacks run."
    ) { call in
      let time = try call.number("the time in seconds")
      do { try call.binding.scene.advance(to: time) } catch let error as LayerError {
        throw call.error(error.message, kind: error.kind)
      }
    },
  ]
}

extension LuaBinding {
  /// Returns a closure that later calls, without arguments, a function among the running call's arguments.
  func block(_ ordinal: UInt32, of references: Int32) throws -> () throws -> Void {
    block(try kept(ordinal, of: references))
  }

  func block(_ function: LuaReference) -> () throws -> Void {
    { [weak self] in
      guard let self else { return }
      try self.call(function)
    }
  }

  /// Makes a reference to a function among the running call's arguments.
  func kept(_ ordinal: UInt32, of references: Int32) throws -> LuaReference {
    var index: Int32 = 0
    try state.check(llua_keep_argument(pointer, references, ordinal, &index))
    return LuaReference(adopting: index, state: state)
  }

  /// Calls a kept function with the pushed arguments.
  func call(_ function: LuaReference) throws {
    try withExtendedLifetime(function) {
      try state.check(llua_call_function(pointer, UInt32(LLUA_TARGET_KEPT), function.index, 0, nil, nil, nil, 0))
    }
  }

  /// Pushes a kept script value.
  func push(_ kept: KeptResult) {
    llua_out_kept(pointer, kept.reference.index, kept.ordinal)
    keepUntilNextCall(kept)
  }

  /// Pushes an action; nil for none.
  func push(_ action: LayerAction?) {
    switch action {
    case nil, .some(.none), .perform: pushNil()
    case .animation(let animation, let owner)?: withExtendedLifetime(owner) { push(animation) }
    case .object(let object)?: if let kept = object as? KeptResult { push(kept) } else { push(.object(object)) }
    }
  }

  /// Ends what a script set for its pictures alone, as the next script begins: functions called before each picture,
  /// and the settings of films.
  package func endPictureSettings() {
    frameFunctions.removeAll { $0.isOfScript }
    if frameFunctions.isEmpty {
      scene.host.onFrame = nil
      scene.host.onRestore = nil
    }
    scene.endScriptFunctions()
    if hasFilmSettings { scene.filmSounds = [] }
    hasFilmSettings = false
  }

  /// Adds a function that is called before each picture.
  ///
  /// - Parameter isOfScript: true if it ends with the next script.
  func addFrameFunction(isOfScript: Bool, _ function: @escaping FrameFunction) throws(LayerError) {
    guard frameFunctions.count < Call.frameFunctionLimit else {
      throw LayerError(
        .limit, "at most \(Call.frameFunctionLimit) functions can be called for each frame; combine them into one")
    }
    frameFunctions.append((isOfScript, function))
    guard frameFunctions.count == 1 else { return }
    var pinned: [Layer] = []
    var isPinned = false
    scene.host.onFrame = { [weak self] root, time, index in
      guard let self else { return }
      var top = root
      while let parent = top.superlayer { top = parent }
      // Layers with script values are pinned: a layer that a frame removes from the tree comes back with everything the
      // script attached to it. While the function is evaluated for other times, the tree is identical before each call,
      // so one pass suffices.
      var pending = isPinned ? [] : [top]
      isPinned = true
      while let layer = pending.popLast() {
        if layer.keptDelegate is ScriptDelegate || layer.layoutManager is ScriptLayoutManager
          || layer.subclassHooks != nil
          || layer.actions != nil
          || layersHoldingAnimations.contains(layer.serial) || !layer.customKeys().isEmpty
        {
          try pin(layer)
          pinned.append(layer)
        }
        if let mask = layer.mask { pending.append(mask) }
        pending.append(contentsOf: layer.sublayers)
      }
      for (i, function) in frameFunctions.enumerated() {
        // Distinct from layers' serials, which are far smaller.
        try state.withRandomNumbers(of: UInt64.max - UInt64(i), time.salt) {
          try state.muted(scene.picture.isAsking) { try function.call(time, index) }
        }
      }
    }
    scene.host.onRestore = { [weak self] moved in
      guard let self else { return }
      for layer in moved { _ = llua_sync_layer(pointer, Unmanaged.passUnretained(layer).toOpaque()) }
      if scene.picture.isAsking { return }
      isPinned = false
      for layer in pinned { unpin(layer) }
      pinned = []
    }
  }

  /// Keeps a result alive until Lua holds it.
  func keepUntilNextCall(_ object: AnyObject) { answered = object }
}
