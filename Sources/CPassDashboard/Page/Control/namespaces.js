// The namespaces: separate services in one simulator. Switch to one, make one, reset one, delete one.

import { baseOf, change, get } from "./api.js"
import { openButton, saveButton } from "./capsules.js"
import { ask, button, field, h, redraw, show, toast } from "./dom.js"
import { number } from "./format.js"
import { journal } from "./journal.js"

/** Shows the view; answers with the function that ends it. */
export function namespacesView(main) {
    const list = h("div")
    show(main, h("div", { class: "page" },
        h("div", { class: "page-head" }, h("h1", {}, "Namespaces"), saveButton(), openButton(),
            button("New namespace", make, { class: "primary" })),
        h("p", { class: "soft lead" },
            "Each namespace is a service of its own, with its own clock, rules, logins and journal. Test suites that run in parallel take one each; your app names it in the address: ",
            h("code", {}, `${location.origin}/_ns/NAME/adobe-services`)),
        h("p", { class: "soft lead" },
            "A capsule is one file that shows a colleague what happened in a namespace: the requests with the reasons for each answer, clock, rules and records. Its tokens, codes, passwords and device IDs are masked."),
        list))
    let isOver = false

    async function load() {
        const { namespaces } = await get("namespaces")
        if (isOver) return
        redraw(list, h("div", { class: "table-scroll", tabindex: "0", role: "region", "aria-label": "Namespaces" },
            h("table", { class: "table" },
            h("thead", {}, h("tr", {}, ["Name", "Requests", "Rules", "Records", "Clock", "Keys",
                ""].map(text => h("th", { scope: "col" }, text || h("span", { class: "offscreen" }, "Actions"))))),
            h("tbody", {}, namespaces.map(space => h("tr", { class: space.name === journal.namespace ? "is-current" : undefined },
                h("td", {}, h("a", { href: baseOf(space.name) }, space.name),
                    space.name === journal.namespace && [" ", h("span", { class: "badge good" }, "Shown")]),
                h("td", {}, number(space.exchanges)), h("td", {}, number(space.rules)), h("td", {}, number(space.records)),
                h("td", { class: "mono" }, space.now.slice(0, 19).replace("T", " ")), h("td", {}, space.keys),
                h("td", { class: "row-actions" },
                    button("Reset", async () => {
                        if (await ask(`Reset ${space.name}?`, h("p", {},
                            "Logins, codes, rules, changed settings and recorded requests are forgotten, and the clock is set back."),
                            "Reset", () => change("POST", `${baseOf(space.name)}reset`), { isDangerous: true })) {
                            toast(`Reset ${space.name}.`)
                            if (space.name === journal.namespace) location.reload()
                            else await load()
                        }
                    }, { class: "quiet small loses", "aria-label": `Reset ${space.name}` }),
                    button(space.name === "default" ? "Remove all" : "Delete", async () => {
                        const text = space.name === "default"
                            ? "The default namespace stays, but everything in it is deleted." : "The namespace and everything in it are deleted."
                        if (!await ask(`Delete ${space.name}?`, h("p", {}, text), space.name === "default" ? "Remove all" : "Delete",
                            () => change("DELETE", `/_sim/namespaces/${encodeURIComponent(space.name)}`), { isDangerous: true })) return
                        if (space.name === journal.namespace) location.assign("/_sim/?view=namespaces")
                        else await load()
                    }, { class: "quiet small loses", "aria-label": `Delete ${space.name}` }))))))))
    }

    async function make() {
        const name = h("input", { name: "name", required: true, pattern: "[a-z0-9][a-z0-9\\-]{0,62}", placeholder: "suite-1",
            title: "Lower-case letters, digits and hyphens" })
        const own = h("input", { type: "checkbox", name: "own" })
        const made = await ask("New namespace", h("div", {},
            field("Name", name, "Lower-case letters, digits and hyphens."),
            h("label", { class: "check" }, own, h("span", {}, "Own keys: its tokens are valid in no other namespace"))),
        "Create", () => change("PUT", `/_sim/namespaces/${encodeURIComponent(name.value)}`, own.checked ? { keys: "own" } : {}))
        if (made) await load()
    }

    load().catch(problem => show(list, h("p", { class: "problem" }, problem.message)))
    return () => { isOver = true }
}
