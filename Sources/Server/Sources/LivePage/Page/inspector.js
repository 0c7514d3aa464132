// SPDX-License-Identifier: MIT
// The selected layer: who it is, its properties with where each value came from, and changing them for the moment.

import { $, h, icon, copy, nameOf, placeOf, fileOf, short } from "./dom.js"

/** Under which heading a property stands, by the beginning of its name; what is left is the class's own. */
const groups = Object.entries({
  Geometry: "bounds frame position anchorPoint zPosition transform sublayerTransform geometryFlipped doubleSided "
    + "autoresizing constraints layout minimum maximum preferred",
  Look: "opacity hidden background border corner shadow mask compositing filters allows edge isOpaque opaque "
    + "rasterization shouldRasterize",
  Contents: "contents minification magnification draws needsDisplay drawsAsync",
  Time: "speed timeOffset beginTime duration repeat autoreverses fillMode actions animation",
  Names: "name style delegate class",
}).map(([name, words]) => [name, words.split(" ")])
const isOf = (words, key) => words.some(word => word === "class" ? key === word : key.startsWith(word))
/** Shown even when they are as they always are. */
const usual = new Set(["bounds", "position", "anchorPoint", "zPosition", "transform", "opacity", "hidden",
  "backgroundColor", "cornerRadius"])
/** What other keys say already, and what the tree shows. */
const said = new Set(["affineTransform", "superlayer", "sublayers"])
const titles = groups.map(([name]) => name)

export function makeInspector(app) {
  const props = $("props")
  let showsAll = false
  /** What was said against a value, by path and key. */
  const wrong = new Map()

  const groupOf = key => key.group ?? groups.find(([, words]) => isOf(words, key.key))?.[0] ?? "Own"

  function who() {
    const answer = app.layer
    if (!answer) {
      $("who").replaceChildren(h("h3", {}, app.selected ? "…" : "No layer"), h("div", { class: "facts" },
        app.selected ? "" : "Click into the picture, or choose one in the tree."))
      return
    }
    const layer = answer.layer, unseen = layer.seen === 0, place = placeOf(layer)
    $("who").replaceChildren(
      h("h3", {}, nameOf(layer), h("span", {}, "ca." + layer.class)),
      h("div", { class: "facts" },
        unseen ? h("span", { class: "w" }, "not seen") : layer.seen
          ? h("span", {}, `${layer.seen.toLocaleString("en")} pixels seen`) : null,
        layer.children ? h("span", {}, `${layer.children} sublayer${layer.children === 1 ? "" : "s"}`) : null,
        layer.moves ? h("span", {}, "moves") : null, layer.hidden ? h("span", {}, "hidden") : null,
        ...(layer.draws ?? []).map(each => h("span", {}, each))),
      ...(place ? [h("button", { type: "button", class: "place", title: `Copy ${place}`,
        onclick: () => copy(place, app.say) },
        h("b", {}, ":" + layer.line), h("span", {}, layer.source?.trim() || fileOf(layer.script)), icon("copy"))] : []))
  }

  function edits() {
    const bar = $("edits")
    bar.hidden = !app.edits.length
    if (bar.hidden) return
    const count = app.edits.length
    bar.replaceChildren(h("span", {},
      count === 1 ? "1 edit, until the next save" : `${count} edits, until the next save`),
      h("span", { class: "grow" }),
      h("button", { type: "button", class: "btn", id: "copylua", onclick: () => copy(lua(), app.say) },
        icon("copy", "i s"), "Copy as Lua"),
      h("button", { type: "button", class: "btn", id: "undoall", onclick: undoAll }, icon("undo", "i s"),
        count === 1 ? "Undo" : "Undo all"))
  }

  /** The edits as they are written in a script. */
  const lua = () => app.edits.map(edit => app.lua.get(edit.path + "\n" + edit.key)
    ?? `layer.${edit.key} = ${edit.value}`).join("\n")

  async function undoAll() {
    for (const edit of [...app.edits].reverse())
      await app.undo(edit.path, edit.key).catch(problem => app.say(problem.message))
  }

  /** A value with short numbers, as long as nobody looks closer. */
  const brief = value => value.replace(/-?\d+\.\d{5,}(e-?\d+)?/g, number => short(number, 4))

  const isEdited = key => app.edits.some(edit => edit.path === app.selected && edit.key === key)

  async function set(key, value, field) {
    const path = app.selected
    try {
      await app.edit(path, key.key, value)
      wrong.delete(path + "\n" + key.key)
      field.removeAttribute("aria-invalid")
    } catch (problem) {
      wrong.set(path + "\n" + key.key, problem.message)
      field.setAttribute("aria-invalid", "true")
      field.closest(".p").querySelector(".wrong")?.remove()
      field.closest(".p").append(h("div", { class: "wrong", role: "alert" }, problem.message))
    }
  }

  /** Where a value came from: a line, a style, a constraint, something that moves; or that it was edited here. */
  function origin(key) {
    if (isEdited(key.key)) {
      return h("button", { type: "button", class: "o now", title: "Edited here: take it back",
        "aria-label": `Undo ${key.key}`,
        onclick: () => app.undo(app.selected, key.key).catch(problem => app.say(problem.message)) }, "undo")
    }
    const place = key.place && placeOf(key.place), from = key.from
    const words = { animation: ["moves", "moves"], style: ["style", "ruled"], constraint: ["constraint", "ruled"],
      layout: ["layout", "ruled"], class: ["class", "ruled"], edit: ["edited", "now"] }
    if (from in words && words[from]) {
      const [text, kind] = words[from]
      return place
        ? h("button", { type: "button", class: "o " + kind, title: `From ${from}, ${place}: copy the place`,
          onclick: () => copy(place, app.say) }, text)
        : h("span", { class: "o " + kind, title: `From ${from}` }, text)
    }
    if (place) return h("button", { type: "button", class: "o line", title: `Set in ${place}: copy the place`,
      "aria-label": `Set in ${place}`, onclick: () => copy(place, app.say) }, ":" + key.place.line)
    return h("span", { class: "o", title: from === "set" ? "Set" : "As it always is" },
      from === "set" ? "set" : "default")
  }

  function field(key) {
    const name = key.key, id = "k-" + name, value = key.value ?? "nil"
    const common = { id, "aria-label": name, title: key.summary, "data-key": name }
    if (!key.editable) return [h("input", { ...common, value: brief(value), readonly: true, spellcheck: "false" })]
    if (key.kind === "boolean") {
      return [h("input", { ...common, type: "checkbox", checked: value === "true",
        onchange: event => set(key, String(event.target.checked), event.target) })]
    }
    if (key.choices?.length) {
      return [h("select", { ...common, onchange: event => set(key, event.target.value, event.target) },
        key.choices.map(choice => {
          const literal = JSON.stringify(choice)
          const option = h("option", { value: literal }, choice)
          option.selected = literal === value || choice === value
          return option
        }))]
    }
    const text = h("input", {
      ...common, value: brief(value), spellcheck: "false", autocomplete: "off",
      onfocus: event => { if (event.target.value === brief(value)) event.target.value = value },
      onblur: event => { if (event.target.value === value) event.target.value = brief(value) },
      onchange: event => set(key, event.target.value, event.target),
      onkeydown: event => {
        if (event.key === "Escape") {
          event.target.value = value
          event.target.blur()
          event.stopPropagation()
        } else if (key.kind === "number" && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
          const step = (event.shiftKey ? 10 : 1) * stepOf(key) * (event.key === "ArrowUp" ? 1 : -1)
          event.target.value = short(+event.target.value + step, 4)
          set(key, event.target.value, event.target)
          event.preventDefault()
        }
      },
    })
    if (key.kind !== "color") return [text]
    const hex = /^["']?(#[0-9a-f]{6})/i.exec(value)?.[1] ?? key.hex
    return [h("input", { type: "color", class: hex ? "" : "none", value: hex ?? "#000000",
      "aria-label": `${name} by colour`, oninput: event => {
      text.value = JSON.stringify(event.target.value)
      set(key, text.value, text)
    } }), text]
  }

  /** What one step changes a number by. */
  const stepOf = key => /opacity|anchor|speed|zoom|rate|contrast/i.test(key.key)
    ? 0.05 : /rotation|angle/i.test(key.key) ? 0.02 : 1

  /** Dragging a number's name changes the number. */
  function drags(label, key, input) {
    label.addEventListener("pointerdown", event => {
      if (event.button) return
      event.preventDefault()
      label.setPointerCapture(event.pointerId)
      const from = event.clientX, start = +input.value
      let last = start
      const move = next => {
        const value = +short(start + Math.round((next.clientX - from) / 2) * stepOf(key), 4)
        if (value === last || Number.isNaN(value)) return
        last = value
        input.value = value
        set(key, String(value), input)
      }
      label.addEventListener("pointermove", move)
      label.addEventListener("pointerup", () => label.removeEventListener("pointermove", move), { once: true })
      label.addEventListener("pointercancel", () => label.removeEventListener("pointermove", move), { once: true })
    })
  }

  function property(key) {
    const inputs = field(key), label = h("label", { for: "k-" + key.key, title: key.summary }, key.key)
    const isNumber = key.editable && key.kind === "number" && !key.choices?.length && key.value !== "nil"
    const complaint = wrong.get(app.selected + "\n" + key.key)
    const row = h("div", { class: "p" + (key.default && !isEdited(key.key) ? " def" : "")
      + (isNumber ? " drags" : "") },
      label, h("span", { class: "v" }, inputs), origin(key),
      complaint ? h("div", { class: "wrong", role: "alert" }, complaint) : null)
    if (isNumber) drags(label, key, inputs.at(-1))
    return row
  }

  let drawnFor = ""
  function properties() {
    const keys = app.layer?.keys
    if (!keys) {
      if (!app.selected) props.replaceChildren()
      return
    }
    // What is being typed or dragged stays as it is; the values around it follow.
    const active = document.activeElement, stamp = app.selected + showsAll + keys.map(key => key.key).join()
    const isHeld = props.contains(active) && active.matches("input:not([type=checkbox]), select") && stamp === drawnFor
    if (isHeld) return update(keys, active)
    drawnFor = stamp
    // What moves, was set or was ruled is shown, whatever its value is for the moment.
    const shown = keys.filter(key => showsAll || isEdited(key.key) || usual.has(key.key)
      || ((!key.default || key.from !== "default") && !said.has(key.key)))
    const own = nameOfClass(app.layer.layer.class)
    const order = ["Own", ...titles], byGroup = new Map()
    for (const key of shown) {
      const group = groupOf(key)
      if (!byGroup.has(group)) byGroup.set(group, [])
      byGroup.get(group).push(key)
    }
    const names = [...byGroup.keys()].sort((a, b) => (order.indexOf(a) + 1 || 99) - (order.indexOf(b) + 1 || 99))
    const scroll = props.scrollTop, focus = active?.dataset?.key
    props.replaceChildren(
      ...names.map(name => h("div", { class: "grp", role: "group", "aria-label": name },
        h("h2", {}, name === "Own" ? own : name), byGroup.get(name).map(property))),
      ...(shown.length < keys.length || showsAll ? [h("button", { type: "button", class: "more", onclick: () => {
        showsAll = !showsAll
        properties()
      } }, showsAll ? "Only what was set" : `${keys.length - shown.length} more, as they always are`)] : []))
    props.scrollTop = scroll
    if (focus) document.getElementById("k-" + focus)?.focus({ preventScroll: true })
    document.body.dataset.properties = `${app.selected} ${app.edition} ${app.t.toFixed(4)}`
  }

  const nameOfClass = name => name === "Layer" ? "Its own" : name.replace(/(.)Layer$/, "$1")

  function update(keys, active) {
    for (const key of keys) {
      const input = document.getElementById("k-" + key.key), row = input?.closest(".p")
      if (!row) continue
      row.querySelector(".o").replaceWith(origin(key))
      row.classList.toggle("def", key.default && !isEdited(key.key))
      if (input === active || row.contains(active)) continue
      if (input.type === "checkbox") input.checked = key.value === "true"
      else input.value = brief(key.value ?? "nil")
    }
    document.body.dataset.properties = `${app.selected} ${app.edition} ${app.t.toFixed(4)}`
  }

  app.on("layer", () => {
    who()
    properties()
  })
  app.on("select", () => {
    wrong.clear()
    if (!app.selected) {
      who()
      properties()
    }
  })
  app.on("edits", edits)
  app.on("picture", () => {
    wrong.clear()
    edits()
    if (!app.selected) who()
  })
}
