// The rules: what each does and how often it did, switched on and off, and templates for new ones.

import { base, change, get } from "./api.js"
import { ask, bringToTop, button, h, redraw, show, toast } from "./dom.js"
import { number } from "./format.js"
import { onExchange } from "./journal.js"
import { route } from "./route.js"
import { editRule } from "./rule-editor.js"
import { TEMPLATES } from "./rule-templates.js"
import { inSentence } from "./times.js"

/** The API has no switch for a rule: this tab keeps those that are off, to add them again. */
const KEY = `pass-simulator-rules-off ${base}`

function kept() {
    try {
        return JSON.parse(sessionStorage.getItem(KEY)) ?? []
    } catch {
        return []
    }
}

const keep = rules => sessionStorage.setItem(KEY, JSON.stringify(rules))

/** A rule as `POST /_sim/rules` takes it: without what the server counts. */
function plain({ hits, matches, added, warnings, ...rule }) {
    return rule
}

/** Removes a rule from the simulator, and keeps it in this tab. */
async function switchOff(rule) {
    await change("DELETE", `rules/${encodeURIComponent(rule.id)}`)
    keep([...kept().filter(other => other.id !== rule.id), plain(rule)])
}

const switchOn = rule => change("POST", "rules", rule)

/** Makes a switch for each of the rules that touched a request, as far as they still exist. */
export function ruleSwitches(ids) {
    const group = h("span", { class: "group", role: "group", "aria-label": "The rules of this request" })

    async function draw() {
        const { rules } = await get("rules")
        redraw(group, ids.map(id => {
            const on = rules.find(rule => rule.id === id)
            const off = !on && kept().find(rule => rule.id === id)
            const action = on ? () => switchOff(on) : () => switchOn(off)
            return on || off ? button(`Switch ${id} ${on ? "off" : "on"}`, async () => {
                await action()
                toast(`${id} is ${on ? "off: later requests are answered as if it weren't there" : "on again"}.`)
                await draw()
            }, { class: "quiet small" }) : h("span", { class: "soft" }, `${id} was removed.`)
        }))
    }

    draw().catch(() => {})
    return group
}

/** Says in words what a rule does. */
export function effect(action) {
    const words = []
    if (action.failure) words.push(`fails with ${action.failure}${action.message ? `: “${action.message}”` : ""}`)
    if (action.status) words.push(`answers ${action.status}`)
    if (action.delay !== undefined) words.push(`waits ${typeof action.delay === "number" ? `${number(action.delay)} ms` : JSON.stringify(action.delay)}`)
    if (action.token) words.push(`tokens: ${action.token}`)
    if (action.transport) words.push(`connection: ${action.transport.fault ?? action.transport}`)
    if (action.mvpd) words.push(`MVPD: ${action.mvpd}`)
    if (action.body !== undefined || action.bodyBase64 || action.bodyPatch) words.push("changes the content")
    if (action.headers) words.push("changes header fields")
    const text = words.join(", ") || JSON.stringify(action)
    return text[0].toUpperCase() + text.slice(1)
}

const conditions = match => Object.entries(match ?? {}).map(([name, value]) =>
    h("span", { class: "condition" }, `${name} `, h("code", {}, typeof value === "string" ? value : JSON.stringify(value))))

/** Shows the view; answers with the function that ends it. */
export function rulesView(main) {
    const list = h("div")
    const templates = h("ul", { class: "templates" }, TEMPLATES.map(({ name, text, rule }) => h("li", {},
        h("button", { type: "button", class: "template", on: { click: async () => { if (await editRule(name, rule)) load() } } },
            h("strong", {}, name), h("span", { class: "soft" }, text)))))
    show(main, h("div", { class: "page" },
        h("div", { class: "page-head" }, h("h1", {}, "Rules"),
            button("Remove all", async () => {
                if (await ask("Remove all rules?", h("p", {}, "Rules of the configuration are removed too, until the namespace is reset."),
                    "Remove all", () => change("DELETE", "rules"), { isDangerous: true })) load()
            }, { class: "quiet loses" }),
            button("New rule", async () => {
                if (await editRule("New rule", { match: { operation: "AuthorizeDevice" }, action: { failure: "denied" }, times: 1 })) load()
            }, { class: "primary" })),
        h("p", { class: "soft lead" },
            "A rule makes some requests fail on purpose, or delays or breaks their answers, as a faulty service or MVPD (the user's pay-TV provider) would. You can also open a request in the traffic and make a rule from it."),
        list, h("h2", {}, "Templates"), templates))

    let timer
    let isOver = false

    async function load() {
        timer = undefined
        let answer
        try {
            answer = await get("rules")
        } catch (problem) {
            return show(list, h("p", { class: "problem" }, problem.message))
        }
        if (isOver) return
        const off = kept().filter(rule => !answer.rules.some(other => other.id === rule.id))
        keep(off)
        const rules = [...answer.rules.map(rule => ({ rule, isOn: true })), ...off.map(rule => ({ rule, isOn: false }))]
        redraw(list, rules.length ? h("ul", { class: "cards" }, rules.map(card)) : h("p", { class: "card soft" },
            "There are no rules: the service answers every request as usual. Begin with a template."))
        showNamed()
    }

    let isShown = false

    /** Brings the rule that the address names into sight. */
    function showNamed() {
        const named = list.querySelector(".is-named")
        if (!named || isShown) return
        isShown = true
        named.querySelector("[role=switch]").focus({ preventScroll: true })
        bringToTop(named)
    }

    function card({ rule, isOn }) {
        const toggle = h("button", {
            type: "button", role: "switch", class: "switch", "aria-checked": isOn, "aria-label": `Rule ${rule.id}`,
            on: { click: () => flip(rule, isOn).catch(problem => toast(problem.message, true)) },
        })
        const isUsedUp = rule.times !== undefined && rule.hits >= rule.times
        const isNamed = rule.id === route().rule
        return h("li", { class: `card rule-card${isOn ? "" : " is-off"}${isNamed ? " is-named" : ""}`,
            "aria-current": isNamed ? "true" : undefined }, toggle,
            h("div", { class: "rule-main" },
                h("strong", {}, effect(rule.action)), h("div", { class: "conditions" },
                    conditions(rule.match).length ? conditions(rule.match) : "every request"),
                h("div", { class: "soft" }, [rule.id, rule.times && (rule.times === 1 ? "once" : `${rule.times} times`),
                    rule.after && `after ${rule.after}`, rule.until && `until ${inSentence(rule.until)}`,
                    rule.priority && `priority ${rule.priority}`, rule.added && `in force since ${inSentence(rule.added)}`].filter(Boolean).join(" · "))),
            isOn ? h("div", { class: "hits" }, h("strong", {}, number(rule.hits)),
                h("span", { class: "soft" }, rule.hits === 1 ? "hit" : "hits"), isUsedUp && h("span", { class: "badge plain" }, "Used up"))
                : h("div", { class: "hits soft" }, "Off. Only this browser tab remembers it."),
            h("div", { class: "card-actions" },
                button("Edit", async () => { if (await editRule(`Edit ${rule.id}`, plain(rule), "Save")) load() },
                    { class: "quiet small", "aria-label": `Edit ${rule.id}` }),
                button("Delete", async () => {
                    if (isOn) await change("DELETE", `rules/${encodeURIComponent(rule.id)}`)
                    else keep(kept().filter(other => other.id !== rule.id))
                    await load()
                }, { class: "quiet small loses", "aria-label": `Delete ${rule.id}` })))
    }

    async function flip(rule, isOn) {
        await (isOn ? switchOff(rule) : switchOn(rule))
        await load()
    }

    const end = onExchange(() => { timer ??= setTimeout(load, 500) })
    load()
    return () => {
        isOver = true
        clearTimeout(timer)
        end()
    }
}
