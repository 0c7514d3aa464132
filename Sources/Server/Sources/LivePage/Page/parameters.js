// SPDX-License-Identifier: MIT
// The script's parameters as controls. A change draws anew with that value; while one draws, only the last that came
// meanwhile waits, so that a slow script can be slid as a fast one.

import { $, h, icon, short } from "./dom.js"
import { post, sendFile } from "./server.js"

export function makeParameters(app) {
  const list = $("paramlist")
  let drawn = "", isDrawing = false
  /** Values that wait for the picture that is being drawn. */
  let waiting = null
  /** Names of files that were picked, by parameter. */
  const files = new Map()

  async function send(values) {
    if (isDrawing) return void (waiting = { ...waiting, ...values })
    isDrawing = true
    try { await post("parameter", values) } catch (problem) {
      isDrawing = false
      app.say(problem.message)
    }
  }

  async function pick(name, file) {
    if (!file) return
    isDrawing = true
    files.set(name, file.name)
    try { await sendFile(name, file) } catch (problem) {
      isDrawing = false
      app.say(problem.message)
    }
  }

  const hexOf = value => /^#[0-9a-f]{6}/i.exec(String(value ?? ""))?.[0] ?? "#000000"
  const digits = value => Math.min(4, (String(value).split(".")[1] ?? "").length)

  /** The examples of a parameter, offered while one types; null without any. */
  function offers(parameter) {
    if (!parameter.examples?.length) return null
    return h("datalist", { id: "offers-" + parameter.name }, parameter.examples.map(one =>
      h("option", { value: String(one) })))
  }

  /** A field of text. */
  function field(parameter, more = {}) {
    const { name, value } = parameter
    return h("input", { class: "txt", id: "par-" + name, value: String(value ?? ""), spellcheck: "false",
      maxlength: parameter.maxLength, required: parameter.required,
      list: parameter.examples?.length ? "offers-" + name : null,
      "aria-describedby": parameter.description ? "about-" + name : null,
      onchange: event => send({ [name]: event.target.value }), ...more })
  }

  function control(parameter) {
    const { name, kind, value } = parameter, id = "par-" + name
    switch (kind) {
    case "number": {
      const hasRange = Number.isFinite(parameter.min) && Number.isFinite(parameter.max)
      const span = parameter.max - parameter.min
      const isWhole = [parameter.min, parameter.max, parameter.default, value].every(Number.isInteger) && span >= 8
      const step = parameter.step ?? (isWhole ? 1 : span > 0 ? +(span / 200).toPrecision(1) : "any")
      const number = h("input", { class: "num mono", id: hasRange ? null : id, "aria-label": name + " as a number",
        inputmode: "decimal", value: short(value, 4), required: parameter.required,
        list: parameter.examples?.length ? "offers-" + name : null,
        onchange: event => {
          const typed = Number(event.target.value)
          if (event.target.value.trim() === "" || Number.isNaN(typed)) event.target.value = short(value, 4)
          else {
            if (slider) slider.value = typed
            send({ [name]: typed })
          }
        } })
      const slider = hasRange && h("input", { type: "range", id, min: parameter.min, max: parameter.max, step, value,
        oninput: event => {
          number.value = short(event.target.value, Math.max(2, digits(step)))
          send({ [name]: +event.target.value })
        } })
      return [slider, number, offers(parameter)]
    }
    case "boolean": return [h("input", { type: "checkbox", id, checked: value === true || value === "true",
      onchange: event => send({ [name]: event.target.checked }) })]
    case "choice": return [h("select", { id, onchange: event => send({ [name]: event.target.value }) },
      (parameter.choices ?? []).map(choice => {
        const option = h("option", { value: String(choice) }, String(choice))
        option.selected = String(choice) === String(value)
        return option
      }))]
    case "color": {
      const text = field(parameter)
      return [h("input", { type: "color", value: hexOf(value), "aria-label": name + " by colour", oninput: event => {
        text.value = event.target.value
        send({ [name]: event.target.value })
      } }), text, offers(parameter)]
    }
    case "file": {
      const field = h("input", { type: "file", hidden: true, "aria-label": name, "data-parameter": name,
        onchange: event => pick(name, event.target.files[0]) })
      const shown = (name in (app.picture.set ?? {}) && files.get(name)) || String(value ?? "").split("/").pop()
      const button = h("button", { type: "button", class: "file", id, onclick: () => field.click() }, icon("file"),
        h("span", {}, shown || "none"), "Choose…")
      button.addEventListener("dragover", event => event.preventDefault())
      button.addEventListener("drop", event => {
        event.preventDefault()
        pick(name, event.dataTransfer.files[0])
      })
      return [button, field]
    }
    // A date with a time of day, or one that is no date, stays a text.
    case "date": return [field(parameter, { type: /^(\d{4}-\d\d-\d\d)?$/.test(value ?? "") ? "date" : "text" }),
      offers(parameter)]
    default: return [field(parameter), offers(parameter)]
    }
  }

  /** The bounds of a parameter, in words. */
  function bounds({ kind, min, max, step, maxLength, pattern, required }) {
    const hasMin = Number.isFinite(min), hasMax = Number.isFinite(max)
    return [
      hasMin && hasMax ? `${min} to ${max}` : hasMin ? `from ${min}` : hasMax ? `up to ${max}` : null,
      kind === "number" && step ? step === 1 ? "whole numbers" : `in steps of ${step}` : null,
      maxLength && `at most ${maxLength} ${maxLength === 1 ? "character" : "characters"}`,
      pattern && `as the Lua pattern ${pattern}`,
      required && "required",
    ].filter(Boolean)
  }

  function row(parameter) {
    const { name } = parameter, isSet = name in (app.picture.set ?? {})
    const hasDefault = parameter.default !== null && parameter.default !== undefined && parameter.default !== ""
    const facts = [name, ...bounds(parameter), hasDefault && `default ${parameter.default}`].filter(Boolean)
    return h("div", { class: "par" + (isSet ? " set" : ""), "data-name": name },
      h("label", { for: "par-" + name, title: facts.join(", ") }, parameter.title || name,
        parameter.required && h("span", { class: "must", title: "required" }, " *")),
      h("span", { class: "v" }, control(parameter)),
      h("button", { type: "button", class: "reset",
        title: `Back to ${parameter.default === "" ? "the default" : parameter.default}`,
        "aria-label": `${name} as it was`,
        onclick: () => {
          files.delete(name)
          send({ [name]: null })
        } }, icon("undo")),
      parameter.description && h("small", { class: "about", id: "about-" + name }, parameter.description))
  }

  app.on("picture", () => {
    const parameters = app.picture.parameters ?? []
    $("params").hidden = !parameters.length
    const stamp = JSON.stringify(parameters.map(({ value, ...rest }) => rest))
    const active = document.activeElement
    const rows = [...list.children]
    // What is being slid or typed keeps its hold; all else is made anew.
    parameters.forEach((parameter, index) => {
      const old = stamp === drawn && rows[index]
      if (old && old.contains(active) && active.matches("input")) {
        old.classList.toggle("set", parameter.name in (app.picture.set ?? {}))
        return
      }
      const made = row(parameter)
      if (!old) return void (rows[index] = made)
      const held = old.contains(active)
      old.replaceWith(made)
      if (held) made.querySelector("select, button")?.focus()
    })
    if (stamp !== drawn) list.replaceChildren(...rows.slice(0, parameters.length))
    drawn = stamp
  })
  app.on("lost", () => {
    isDrawing = false
    waiting = null
  })

  return {
    /** A picture or an error came: what waits can be drawn. */
    settled() {
      isDrawing = false
      const next = waiting
      waiting = null
      if (next) send(next)
    },
  }
}
