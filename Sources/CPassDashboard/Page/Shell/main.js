// Begins the page: the bar, and the view that the address names.

import { get } from "./api.js"
import { capsuleBanner } from "./capsules.js"
import { clockChip, clockView } from "./clock.js"
import { h, show, toast } from "./dom.js"
import { journal, onChange, start } from "./journal.js"
import { namespacesView } from "./namespaces.js"
import { route, watch } from "./route.js"
import { rulesView } from "./rules.js"
import { setupView } from "./setup.js"
import { stateView } from "./state.js"
import { trafficView } from "./traffic.js"

const VIEWS = [
    ["traffic", "Traffic", trafficView], ["clock", "Clock", clockView], ["rules", "Rules", rulesView], ["state", "State", stateView],
    ["namespaces", "Namespaces", namespacesView], ["setup", "Set up", setupView],
]

const main = document.getElementById("main")
const tabs = document.getElementById("tabs")
const live = document.getElementById("live")
const space = document.getElementById("namespace")
let shown
let end = () => {}

for (const [name, text] of VIEWS) tabs.append(h("li", {}, h("a", { href: name === "traffic" ? "?" : `?view=${name}`, "data-view": name },
    text)))

function open(state) {
    const [name, text, view] = VIEWS.find(([view]) => view === state.view) ?? VIEWS[0]
    for (const link of tabs.querySelectorAll("a")) {
        if (link.dataset.view === name) link.setAttribute("aria-current", "page")
        else link.removeAttribute("aria-current")
    }
    if (name === shown) return
    const isFirst = shown === undefined
    shown = name
    end()
    document.title = name === "traffic" ? "Pass Simulator" : `${text} – Pass Simulator`
    end = view(main)
    scrollTo(0, 0)
    // A screen reader begins at the new content, as after a page load.
    if (!isFirst) main.focus()
}

onChange(() => {
    live.dataset.state = journal.connection
    if (live.textContent !== journal.connectionText) live.textContent = journal.connectionText
})

get("environment.json").then(({ namespace }) => {
    journal.namespace = namespace
    space.textContent = namespace
    space.setAttribute("aria-label", `Namespace ${namespace}: switch to another one`)
    clockChip(document.getElementById("clock"))
    capsuleBanner(document.getElementById("capsule"))
    start()
    watch(open)
    open(route())
}).catch(problem => {
    show(main, h("div", { class: "page" }, h("h1", {}, "The simulator doesn't answer"), h("p", {}, problem.message),
        h("p", {}, h("a", { href: location.href, class: "button" }, "Try again"))))
})

addEventListener("unhandledrejection", event => toast(event.reason?.message ?? "Something went wrong.", true))
