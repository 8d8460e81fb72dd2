// Calls of the control API, in the namespace whose address the page has.

import { ask, field, h } from "./dom.js"

const KEY = "pass-simulator-admin-token"

/** The path of the simulator's own API: `/_sim/`, or `/_ns/NAME/_sim/` in a namespace. */
export const base = location.pathname.replace(/\/_sim(\/.*)?$/, "/_sim/")

/** The address of the simulated service: what a client uses as its base URL. */
export const service = location.origin + base.replace(/\/_sim\/$/, "")

/** The path of the API of another namespace. */
export const baseOf = name => `/_ns/${encodeURIComponent(name)}/_sim/`

/** A refusal by the API: its sentence, the status and the problem document. */
export class Refusal extends Error {
    constructor(status, problem) {
        super(problem?.detail ?? `The simulator answered ${status}.`)
        this.status = status
        this.problem = problem
    }
}

let asking

/** Asks for the setting `admin.token`, once for all calls that wait for it. */
function askForToken(isWrong) {
    asking ??= ask(
        "This simulator has an admin token",
        h("div", {},
            h("p", {}, isWrong
                ? "The simulator refused this token."
                : "Enter the value of its setting admin.token. This tab keeps the token until you close it."),
            field("Admin token", h("input", { name: "token", type: "password", autocomplete: "off", required: true }))),
        "Continue", form => { sessionStorage.setItem(KEY, form.elements.token.value) }
    ).finally(() => { asking = undefined })
    return asking
}

function headers(extra) {
    const token = sessionStorage.getItem(KEY)
    return token ? { ...extra, Authorization: `Bearer ${token}` } : extra
}

/** Sends a request, and answers with the response if it is a success. Asks for the token where the API needs one. */
export async function send(path, options = {}) {
    const url = path.startsWith("/") ? path : base + path
    for (;;) {
        const used = sessionStorage.getItem(KEY)
        let answer
        try {
            answer = await fetch(url, { ...options, headers: headers(options.headers ?? {}) })
        } catch (error) {
            if (error.name === "AbortError") throw error
            throw new Error("The simulator can't be reached. Is it still running?")
        }
        if (answer.status === 401) {
            // Another call may have asked for the token meanwhile.
            if (used === sessionStorage.getItem(KEY) && !await askForToken(used !== null)) throw new Refusal(401, await read(answer))
            continue
        }
        if (!answer.ok) throw new Refusal(answer.status, await read(answer))
        return answer
    }
}

async function read(answer) {
    try {
        return await answer.json()
    } catch {
        return undefined
    }
}

/** Makes a path with a query; members without a value are left out. */
export function withQuery(path, query = {}) {
    const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== "")
    return pairs.length ? `${path}?${new URLSearchParams(pairs)}` : path
}

export const get = async (path, query) => (await send(withQuery(path, query))).json()

/** Sends a change as JSON, and answers with the JSON that comes back, if any. */
export async function change(method, path, content) {
    const answer = await send(path, {
        method, headers: { "Content-Type": "application/json" },
        body: content === undefined ? undefined : JSON.stringify(content),
    })
    const text = await answer.text()
    return text ? JSON.parse(text) : undefined
}

/** Saves an answer as a file. */
export async function download(path, name) {
    const blob = await (await send(path)).blob()
    const url = URL.createObjectURL(blob)
    const link = h("a", { href: url, download: name })
    document.body.append(link)
    link.click()
    link.remove()
    setTimeout(() => URL.revokeObjectURL(url), 10000)
}

/** Goes through the pages of a list and calls `take` with each; `take` ends it by returning false. */
export async function pages(path, query, take) {
    let after = query.after
    do {
        const page = await get(path, { ...query, after })
        if (take(page) === false) return
        after = page.next
    } while (after)
}
