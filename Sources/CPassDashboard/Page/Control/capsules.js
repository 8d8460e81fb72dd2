// Capsules: what happened in a namespace as one file. Save the shown namespace, or show a file in another namespace.

import { baseOf, download, send } from "./api.js"
import { ask, button, field, h } from "./dom.js"
import { journal } from "./journal.js"

/** Saves the shown namespace as a file without secrets. */
export const saveButton = () =>
    button("Save capsule", () => download("capsule", `${journal.namespace}.capsule.json`), { class: "quiet" })

/** Asks for a file, and shows it in a namespace whose own contents are replaced. */
export const openButton = () => button("Open capsule", async () => {
    const file = h("input", { name: "file", type: "file", accept: ".json,application/json", required: true })
    const name = h("input", { name: "name", required: true, value: "capsule", pattern: "[a-z0-9][a-z0-9\\-]{0,62}",
        title: "Lower-case letters, digits and hyphens" })
    const opened = await ask("Open a capsule", h("div", {},
        h("p", {}, "A capsule is what happened in a namespace, such as the one of a failed test: its requests, clock, rules and records."),
        field("File", file), field("Namespace", name, "It shows the capsule; what it held before is gone.")),
    "Open", async () => {
        await send(`${baseOf(name.value)}capsule`, {
            method: "PUT", headers: { "Content-Type": "application/json" }, body: await file.files[0].text(),
        })
    })
    if (opened) location.assign(baseOf(name.value))
}, { class: "quiet" })
