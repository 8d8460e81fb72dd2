// Capsules: what happened in a namespace as one file. Save the shown namespace, or show a file in another namespace.

import { baseOf, download, send } from "./api.js"
import { clock, onClock } from "./clock-state.js"
import { ask, button, field, h, show, toast } from "./dom.js"
import { journal, onChange } from "./journal.js"
import { inSentence } from "./times.js"

/** What the simulator said of the capsule that this browser opened in a namespace: the journal itself doesn't have it. */
const keyOf = name => `pass-simulator-capsule ${baseOf(name)}`

function noted() {
    try {
        return JSON.parse(localStorage.getItem(keyOf(journal.namespace))) ?? {}
    } catch {
        return {}
    }
}

/** What the shown namespace shows of a capsule, in words; undefined if its journal was recorded here. */
function words() {
    const [first] = journal.exchanges.values()
    if (!first?.importedID || clock.now() === undefined) return undefined
    const note = noted()
    const name = note.namespace ?? journal.namespace
    const savedAt = note.savedAt ?? (clock.isFrozen ? clock.now() : undefined)
    const parts = [`Capsule of ${name}`, savedAt !== undefined && `saved at ${inSentence(savedAt)}`,
        note.secrets === "masked" && "secrets masked", note.complete === false && "older requests missing"]
    return `${parts.filter(Boolean).join(", ")}${clock.isFrozen ? "; the clock is frozen" : ""}.`
}

/** Says above every view that the namespace shows a capsule. */
export function capsuleBanner(element) {
    const draw = () => {
        const text = words()
        element.hidden = !text
        if (text && element.textContent !== text) show(element, text)
    }
    onChange(draw)
    onClock(draw)
}

/** Saves the shown namespace as a file without secrets. */
export const saveButton = () =>
    button(`Save capsule of ${journal.namespace}`, async () => {
        const file = `${journal.namespace}.capsule.json`
        await download("capsule", file)
        toast(`The capsule is in the file ${file}.`)
    }, { class: "quiet" })

/** Asks for a file, and shows it in a namespace whose own contents are replaced. */
export const openButton = () => button("Open capsule", async () => {
    const file = h("input", { name: "file", type: "file", accept: ".json,application/json", required: true })
    const name = h("input", { name: "name", required: true, value: "capsule", pattern: "[a-z0-9][a-z0-9\\-]{0,62}",
        title: "Lower-case letters, digits and hyphens" })
    const opened = await ask("Open a capsule", h("div", {},
        h("p", {}, "A capsule is a file that shows what happened in a namespace, for example during a failed test: the requests, clock, rules and records."),
        field("File", file), field("Namespace", name, "The namespace shows the capsule. Anything it has now is removed.")),
    "Open", async () => {
        const answer = await send(`${baseOf(name.value)}capsule`, {
            method: "PUT", headers: { "Content-Type": "application/json" }, body: await file.files[0].text(),
        })
        localStorage.setItem(keyOf(name.value), JSON.stringify((await answer.json()).capsule))
    })
    if (opened) location.assign(baseOf(name.value))
}, { class: "quiet" })
