// SPDX-License-Identifier: MIT
// What diagnosis found, what the engine warned of, what the script printed.

import { $, h, icon, fileOf, copy } from "./dom.js"

export function makeFindings(app) {
  let list = [], warnings = [], unseen = new Set(), printed = []

  app.isUnseen = path => unseen.has(path)
  app.findingsOf = path => list.filter(item => item.path === path)

  function render() {
    // A warning that diagnosis tells too is told once.
    const others = warnings.filter(warning =>
      !list.some(item => item.rule === warning.rule && item.line === warning.line))
    const all = [...list.filter(item => !item.note), ...others, ...list.filter(item => item.note)]
    const count = all.filter(item => !item.note).length
    $("found").textContent = count ? count : "nothing found"
    $("finds").replaceChildren(...all.map(item => entry(item)))
    if (!all.length) $("finds").append(h("p", { class: "nothing" },
      app.picture ? "Every layer that can paint is seen." : ""))
    document.body.dataset.findings = all.length
  }

  function entry(item) {
    const named = item.name && item.message.startsWith(item.name)
    const place = item.line ? `${fileOf(item.script)}:${item.line}` : ""
    return h("button", {
      type: "button", class: "find" + (item.note ? " note" : "")
        + (item.path && item.path === app.selected ? " on" : ""),
      "data-path": item.path,
      onclick: () => item.path ? app.select(item.path, "findings") : place && copy(place, app.say),
    },
      icon(item.note ? "note" : "warn"),
      h("span", { class: "why" },
        ...(named ? [h("b", {}, item.name), item.message.slice(item.name.length)] : [item.message])),
      item.hint ? h("span", { class: "fix" }, h("code", {}, item.hint)) : null,
      h("span", { class: "rule" }, [place, item.rule].filter(Boolean).join(" · ")))
  }

  function renderPrints() {
    $("printed").hidden = !printed.length
    $("lines").textContent = printed.length === 1 ? "1 line" : `${printed.length} lines`
    const prints = $("prints"), atEnd = prints.scrollTop + prints.clientHeight >= prints.scrollHeight - 4
    prints.textContent = printed.slice(-500).join("\n")
    if (atEnd) prints.scrollTop = prints.scrollHeight
  }

  const clearPrints = () => {
    printed = []
    renderPrints()
  }
  app.on("picture", () => {
    list = []
    warnings = []
    unseen = new Set()
    clearPrints()
    render()
    app.emit("findings")
  })
  app.on("select", () => {
    for (const element of document.querySelectorAll(".find"))
      element.classList.toggle("on", !!app.selected && element.dataset.path === app.selected)
    document.querySelector(".find.on")?.scrollIntoView({ block: "nearest" })
  })

  return {
    show(items) {
      list = items
      unseen = new Set(items.filter(item => !item.note && item.path).map(item => item.path))
      render()
      app.emit("findings")
    },
    warn(warning) {
      warnings.push(warning)
      render()
    },
    print(text) {
      printed.push(text)
      renderPrints()
    },
    clearPrints,
    /** Selects the next layer that something was found at. */
    next() {
      const paths = [...new Set(list.filter(item => !item.note && item.path).map(item => item.path))]
      if (!paths.length) return app.say("Nothing was found")
      app.select(paths[(paths.indexOf(app.selected) + 1) % paths.length], "findings")
    },
  }
}
