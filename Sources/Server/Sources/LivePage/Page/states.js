// SPDX-License-Identifier: MIT
// The scene's states: a button for each, a slider between two of them, and the tilt of a device. The choice is the
// server's: it outlasts a save, and other pages show it too.

import { $, h, latest } from "./dom.js"
import { post } from "./server.js"

export function makeStates(app, timeline) {
  const list = $("statelist"), towards = $("towards"), fraction = $("fraction")
  const tilts = [$("tiltx"), $("tilty")]
  /** The names of the states, "" for the base among them; and the state that a swipe begins at. */
  let names = [], from = ""
  /** Whether what comes next was asked for here by a button, and is played. */
  let plays = false

  const titled = name => name || "Base"

  // While one is drawn, only the newest position of a slider waits.
  const send = latest(async words => {
    try { await post("state", words) } catch (problem) {
      plays = false
      app.say(problem.message)
    }
  })

  function choose(name) {
    plays = true
    // The time that is shown now: the transition begins there.
    send({ name, t: app.picture.film ? app.t : app.picture.t ?? 0 })
  }

  function swipe() {
    timeline.play(false)
    send({ from, to: towards.value, fraction: +fraction.value })
  }

  function make() {
    list.replaceChildren(...names.map(name => h("button", { type: "button", "data-state": name,
      title: name ? `Set the state ${name}` : "Without any state", onclick: () => choose(name) }, titled(name))))
    towards.replaceChildren(...names.map(name => h("option", { value: name }, titled(name))))
  }

  /** Shows the state that is set, and where the sliders are. */
  function show(state, chosen) {
    const isBetween = chosen?.from !== undefined
    from = isBetween ? chosen.from : state
    for (const button of list.children) button.setAttribute("aria-pressed", button.dataset.state === state)
    for (const option of towards.options) option.disabled = option.value === from
    const next = names[(names.indexOf(from) + 1) % names.length]
    if (isBetween) towards.value = chosen.to
    // From the last state on, a swipe leads back to the first, not to the base.
    else if (towards.value === from || !towards.value)
      towards.value = next || names.find(name => name && name !== from) || ""
    if (document.activeElement !== fraction || !isBetween) fraction.value = isBetween ? chosen.fraction : 0
    fraction.setAttribute("aria-valuetext", `${Math.round(fraction.value * 100)}% to ${titled(towards.value)}`)
    tilts.forEach((slider, axis) => {
      if (document.activeElement !== slider) slider.value = chosen?.tilt?.[axis] ?? 0
    })
    document.body.dataset.scene = isBetween ? `${chosen.from}:${chosen.to}@${chosen.fraction}` : state
  }

  fraction.addEventListener("input", swipe)
  towards.addEventListener("change", () => {
    if (+fraction.value > 0) swipe()
  })
  for (const slider of tilts)
    slider.addEventListener("input", () => send({ tilt: tilts.map(each => +each.value) }))

  app.on("picture", () => {
    const { states, chosen } = app.picture
    $("states").hidden = !states
    if (!states) return
    const has = states.names.length > 0
    list.hidden = $("swipe").hidden = !has
    $("tilts").hidden = !states.tilts
    const now = has ? ["", ...states.names] : []
    if (String(now) !== String(names) || !list.children.length) {
      names = now
      make()
    }
    show(app.picture.state ?? states.state, chosen)
  })

  return {
    /** A state was set in the shown picture. */
    stated(state, chosen) {
      app.picture.state = state
      app.picture.chosen = chosen
      show(state, chosen)
      if (plays) timeline.restart()
      plays = false
    },
  }
}
