// SPDX-License-Identifier: MIT
// Questions to the server, and the events that come from it. All addresses start from the page's own, token included.

const address = (route, words = {}) => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(words)) if (value !== undefined && value !== null) query.set(name, value)
  return route + (query.size ? "?" + query : "")
}

/** An answer that is an error, with the server's words; `about` is all that is said of it, such as its line. */
export class Refused extends Error {
  constructor(message, status, about = {}) {
    super(message)
    this.status = status
    this.about = { ...about, message }
  }
}

async function checked(response) {
  if (response.ok) return response
  const text = await response.text()
  let message = text.trim(), about
  try {
    about = JSON.parse(text)
    message = about.error ?? message
  } catch { /* plain words */ }
  throw new Refused(message, response.status, about)
}

export const ask = async (route, words) => (await checked(await fetch(address(route, words)))).json()

export async function post(route, body) {
  const response = await fetch(route, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) })
  return (await checked(response)).json()
}

/** Sends a file that was picked: its bytes, and of its name only the suffix. */
export async function sendFile(parameter, file) {
  const suffix = /\.([a-z0-9]{1,8})$/i.exec(file.name)?.[1] ?? ""
  const response = await fetch(address("file", { name: parameter, suffix }), {
    method: "POST", headers: { "Content-Type": "application/octet-stream" }, body: file })
  return (await checked(response)).json()
}

const aboutOf = response => JSON.parse(response.headers.get("Layerlua-About") ?? "{}")

/** A picture as its pixels, and what is said about it: on one machine, packing them takes longer than sending them. */
export async function pixels(route, words) {
  const response = await checked(await fetch(address(route, words)))
  const about = aboutOf(response)
  return { about, image: new ImageData(new Uint8ClampedArray(await response.arrayBuffer()), ...about.pixels) }
}

/** A picture of a file, decoded, and what is said about it. */
export async function picture(route, words) {
  const response = await checked(await fetch(address(route, words)))
  const about = aboutOf(response)
  return { about, bitmap: await createImageBitmap(await response.blob(), { colorSpaceConversion: "none" }) }
}

/** A file to save. */
export async function file(words) { return (await checked(await fetch(address("export", words)))).blob() }

/** Listens for ever: when the server is gone, it is asked again every half second. */
export function listen(names, heard, lost) {
  let source
  const connect = () => {
    source = new EventSource(address("events", { scale: devicePixelRatio }))
    for (const name of names) source.addEventListener(name, event => heard(name, JSON.parse(event.data)))
    source.onerror = () => {
      source.close()
      lost()
      setTimeout(connect, 500)
    }
  }
  connect()
  addEventListener("pagehide", () => source.close())
}
