// SPDX-License-Identifier: MIT
// The page of the render service: a form for the parameters of each script, its picture, and the address to copy.

const $ = id => document.getElementById(id);
let list = { scripts: [] };
let script = null;
/** The values that differ from the defaults, by name. */
let values = {};
let format = "png";
let asked = 0;

const films = ["gif", "apng", "mp4", "webm"];
/** The token that was typed in, for this tab alone. */
let token = sessionStorage.getItem("token") ?? "";
/** The address of the shown picture's bytes, or "". */
let shown = "";

/** Asks the service, with the token if there is one. */
function ask(url, Accept) {
  const headers = token ? { Accept, Authorization: `Bearer ${token}` } : { Accept };
  return fetch(url, { headers, cache: token || url === "/" ? "no-store" : "default" });
}

function make(name, fields = {}, ...inside) {
  const element = Object.assign(document.createElement(name), fields);
  element.append(...inside);
  return element;
}

/** The words of the service that only films, or only pictures, take. */
const filmWords = ["_fps", "_duration"], pictureWords = ["_t"];

/** The address of the chosen picture: sorted words, without defaults. */
function address() {
  const others = films.includes(format) ? pictureWords : filmWords;
  const words = Object.entries(values).filter(([name]) => !others.includes(name));
  words.sort(([a], [b]) => a < b ? -1 : a > b ? 1 : 0);
  const query = words.map(([name, value]) => `${escaped(name)}=${escaped(String(value))}`).join("&");
  return `/${script.name}.${format}${query ? "?" + query : ""}`;
}

/** Escapes all but the unreserved characters of RFC 3986. */
function escaped(text) {
  return encodeURIComponent(text).replace(/[!'()*]/g, c => "%" + c.charCodeAt(0).toString(16).toUpperCase());
}

async function draw() {
  const url = address();
  const number = ++asked;
  $("url").value = location.origin + url;
  // A link cannot send the token.
  if (!token) $("open").href = url;
  $("stage").classList.add("busy");
  const start = performance.now();
  let answer;
  try {
    answer = await ask(url, "image/*, video/*, application/pdf, application/problem+json, application/json");
  } catch {
    return number === asked && fail("The service does not answer.");
  }
  if (number !== asked) return;
  if (!answer.ok) {
    let text = `${answer.status} ${answer.statusText}`;
    try {
      const problem = await answer.json();
      text = problem.detail + (problem.line ? `\n${problem.script}:${problem.line}` : "");
    } catch { /* The status says it. */ }
    return number === asked && fail(text);
  }
  const blob = await answer.blob();
  if (number !== asked) return;
  const isVideo = format === "mp4" || format === "webm";
  clear();
  shown = URL.createObjectURL(blob);
  if (token) $("open").href = shown;
  if (format === "pdf") {
    $("problem").textContent = "A PDF is not shown here: open it.";
    $("problem").hidden = false;
  } else {
    const target = isVideo ? $("film") : $("picture");
    target.src = shown;
    target.hidden = false;
    if (isVideo) target.play().catch(() => {});
    else target.alt = script.title || script.name;
    $("problem").hidden = true;
  }
  $("stage").classList.remove("busy");
  const size = blob.size < 10000 ? `${blob.size} bytes` : `${Math.round(blob.size / 1000)} kB`;
  $("facts").textContent = `${size}, ${Math.round(performance.now() - start)} ms`;
}

/** Removes the shown picture. */
function clear() {
  for (const old of [$("picture"), $("film")]) {
    old.removeAttribute("src");
    old.hidden = true;
  }
  if (shown) URL.revokeObjectURL(shown);
  shown = "";
  if (token) $("open").removeAttribute("href");
  $("facts").textContent = "";
}

function fail(text) {
  // An old picture beside an error would pass for the new one.
  clear();
  $("problem").textContent = text;
  $("problem").hidden = false;
  $("stage").classList.remove("busy");
}

let waiting = 0;
function later() {
  clearTimeout(waiting);
  waiting = setTimeout(draw, 200);
}

function set(name, value, fallback) {
  if (value === fallback || value === undefined) delete values[name];
  else values[name] = value;
  later();
}

/** The first characters of a text, as many as a schema takes. */
function cut(text, longest) {
  // The service counts characters of Unicode, and maxLength of an input counts those beyond U+FFFF twice.
  const characters = [...text];
  return characters.length > longest ? characters.slice(0, longest).join("") : text;
}

/** The bounds of a text or number that its input does not show, in words. */
function bounds(schema) {
  return [
    schema.multipleOf && schema.type !== "integer" && `in steps of ${schema.multipleOf}`,
    schema.maxLength && `at most ${schema.maxLength} ${schema.maxLength === 1 ? "character" : "characters"}`,
    schema["x-lua-pattern"] && `as the Lua pattern ${schema["x-lua-pattern"]}`,
  ].filter(Boolean).join(", ");
}

/** An input for a parameter's schema. */
function field(name, schema, isRequired = false) {
  const label = make("label", {}, schema.title || name);
  if (schema.title) label.title = name;
  if (isRequired) label.append(make("span", { className: "must", textContent: "required" }));
  if (schema.description) label.append(make("small", { textContent: schema.description }));
  if (bounds(schema)) label.append(make("small", { textContent: bounds(schema) }));
  const start = values[name] ?? schema.default;
  let input;
  if (schema.enum) {
    input = make("select", {}, ...schema.enum.map(text => make("option", { value: text, textContent: text })));
    input.value = start ?? schema.enum[0];
    input.oninput = () => set(name, input.value, schema.default);
  } else if (schema.type === "boolean") {
    input = make("select", {}, ...["true", "false"].map(text => make("option", { value: text, textContent: text })));
    input.value = String(start ?? false);
    input.oninput = () => set(name, input.value, String(schema.default));
  } else if (schema.type === "number" || schema.type === "integer") {
    const number = make("input", { type: "number" });
    number.step = schema.multipleOf ?? (schema.type === "integer" ? 1 : "any");
    if (schema.minimum !== undefined) number.min = schema.minimum;
    if (schema.maximum !== undefined) number.max = schema.maximum;
    number.value = start ?? "";
    input = number;
    const update = () => set(name, number.value === "" ? undefined : number.value, String(schema.default));
    if (schema.minimum !== undefined && schema.maximum !== undefined) {
      const step = schema.multipleOf ?? (schema.type === "integer" ? 1 : (schema.maximum - schema.minimum) / 200);
      const range = make("input", { type: "range", min: schema.minimum, max: schema.maximum, step });
      range.value = start ?? schema.minimum;
      range.ariaLabel = number.ariaLabel = schema.title || name;
      range.oninput = () => { number.value = range.value; update(); };
      number.oninput = () => { range.value = number.value; update(); };
      input = make("div", {}, range, number);
    } else {
      number.oninput = update;
    }
  } else {
    const text = make("input", { type: schema.format === "date" ? "date" : "text", value: start ?? "" });
    // An empty text is a text where there is a default, and an empty colour or date is none.
    const isText = !schema.format && schema.default !== undefined;
    const update = () => set(name, text.value === "" && !isText ? undefined : text.value, schema.default);
    text.oninput = event => {
      // Not within a letter that is being composed.
      if (schema.maxLength && !event.isComposing) {
        const short = cut(text.value, schema.maxLength);
        if (short !== text.value) text.value = short;
      }
      update();
    };
    input = text;
    if (schema.format === "color") {
      const isPlain = /^#[0-9a-f]{6}$/i;
      const color = make("input", { type: "color", value: isPlain.test(start) ? start : "#808080" });
      color.ariaLabel = text.ariaLabel = schema.title || name;
      color.oninput = () => { text.value = color.value; update(); };
      text.oninput = () => {
        if (isPlain.test(text.value)) color.value = text.value;
        update();
      };
      input = make("div", {}, color, text);
    }
  }
  const typed = input.matches("input") ? input : input.querySelector("input[type=text], input[type=number]");
  if (typed) typed.required = isRequired;
  if (typed && schema.examples?.length) {
    const offers = make("datalist", { id: `offers-${name}` });
    offers.append(...schema.examples.map(one => make("option", { value: String(one) })));
    typed.setAttribute("list", offers.id);
    label.append(offers);
  }
  label.append(input);
  return label;
}

function choose(name) {
  script = list.scripts.find(one => one.name === name) ?? list.scripts[0];
  if (!script) return;
  clear();
  values = {};
  format = "png";
  location.hash = script.name;
  $("title").textContent = script.title || script.name;
  $("summary").textContent = script.description || "";
  const form = $("form");
  form.replaceChildren();
  const parameters = Object.entries(script.parameters.properties ?? {});
  if (parameters.length) form.append(make("h3", { textContent: "Parameters" }));
  const required = script.parameters.required ?? [];
  for (const [key, schema] of parameters) {
    // Something to begin with: without a value nothing is drawn.
    const example = schema.examples?.[0] ?? schema.enum?.[0];
    const isRequired = required.includes(key);
    if (isRequired && schema.default === undefined && example !== undefined) values[key] = String(example);
    form.append(field(key, schema, isRequired));
  }
  form.append(make("h3", { textContent: "Picture" }));
  const formats = make("select", {}, ...script.formats.map(one => make("option", { value: one, textContent: one })));
  formats.oninput = () => { format = formats.value; later(); };
  form.append(make("label", {}, "Format", formats));
  const scales = [...new Set([1, ...list.scales])].sort((a, b) => a - b).map(String);
  const scale = make("select", {}, ...scales.map(one => make("option", { value: one, textContent: one })));
  scale.value = "1";
  scale.oninput = () => set("_scale", scale.value, "1");
  form.append(make("label", {}, "Scale", scale));
  if (script.duration) {
    const time = { type: "number", minimum: 0, maximum: script.duration, default: 0 };
    form.append(field("_t", { title: "Time", description: "in seconds, for pictures", ...time }));
    form.append(make("h3", { textContent: "Film" }));
    // An endless film is shown for its longest cycle.
    if (script.endless) values._duration = String(script.duration);
    const length = { type: "number", minimum: 0.001, default: script.endless ? undefined : script.duration };
    form.append(field("_duration", { title: "Length", description: "in seconds", ...length }, script.endless));
    const rate = { type: "integer", minimum: 1, maximum: 60 };
    form.append(field("_fps", { title: "Frames per second", ...rate }));
  }
  for (const button of $("scripts").querySelectorAll("button")) {
    button.ariaCurrent = String(button.dataset.name === script.name);
  }
  draw();
}

function show() {
  const wanted = $("find").value.toLowerCase();
  $("scripts").replaceChildren(...list.scripts
    .filter(one => (one.name + " " + (one.title ?? "")).toLowerCase().includes(wanted))
    .map(one => {
      const button = make("button", { type: "button", textContent: one.name });
      button.dataset.name = one.name;
      button.ariaCurrent = String(script?.name === one.name);
      button.onclick = () => choose(one.name);
      return make("li", {}, button);
    }));
}

$("find").oninput = show;
$("form").onsubmit = event => event.preventDefault();
$("copy").onclick = async () => {
  try {
    await navigator.clipboard.writeText($("url").value);
  } catch {
    $("url").select();
    document.execCommand("copy");
  }
  $("copy").textContent = "Copied";
  setTimeout(() => { $("copy").textContent = "Copy"; }, 1500);
};

/** The script's name in the address of the page; "" if there is none. */
function named() {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    // An escape that is not one.
    return "";
  }
}

addEventListener("hashchange", () => {
  if (script && named() !== script.name) choose(named());
});

/** Asks for the scripts and shows them, or asks for a token. */
async function load() {
  let answer;
  try {
    answer = await ask("/", "application/json");
  } catch {
    return fail("The service does not answer.");
  }
  $("access").hidden = answer.status !== 401;
  if (answer.status === 401) {
    return fail(token ? "The service does not know this token." : "This service asks for a token.");
  }
  if (!answer.ok) return fail(`The service answers ${answer.status}.`);
  list = await answer.json();
  $("problem").hidden = true;
  $("set").textContent = list.version;
  show();
  if (list.scripts.length) choose(named());
  else $("empty").hidden = false;
}

$("access").onsubmit = event => {
  event.preventDefault();
  token = $("token").value.trim();
  sessionStorage.setItem("token", token);
  $("token").value = "";
  load();
};

await load();
