// An open exchange: what was sent, what came back, what is in the tokens and in the SAML, and why.

import { get } from "./api.js"
import { curlCommand } from "./curl.js"
import { button, copy, h, redraw, show } from "./dom.js"
import { family } from "./format.js"
import { onExchange } from "./journal.js"
import { isBad, isBroken } from "./reason.js"
import { ruleFrom } from "./rule-dialog.js"
import { alter, route, watch } from "./route.js"
import { exchangeBadge, hasBadge, statusTone } from "./rows.js"
import { readable } from "./readable.js"
import { ruleSwitches } from "./rules.js"
import { dayAndTime, duration, withTimes } from "./times.js"
import { explanation, explanationOf, ruleLink, sentenceOf } from "./why.js"

const TABS = [["summary", "Decoded"], ["why", "Why"], ["request", "Request"], ["response", "Response"]]

/**
 * Shows an exchange; answers with the function that ends it. `ready` gets the heading when it is there for the first time.
 */
export function exchangePane(element, id, { close, closeText = "Close", ready = () => {} }) {
    let exchange
    /** The explanation that is read, or was read, of the answer. */
    let reading
    let isOver = false
    let isFirst = true
    const headline = h("p", { class: "sentence", hidden: true })
    const body = h("div", { class: "tab-panel", role: "tabpanel", tabindex: "0", id: "exchange-panel" })

    async function load() {
        try {
            exchange = await get(`exchanges/${encodeURIComponent(id)}`)
        } catch (problem) {
            if (!isOver) show(element, closeLink(), h("h2", {}, problem.status === 404 ? "This exchange is gone" : "This exchange can't be shown"), h("p", { class: "soft" }, problem.message))
            return
        }
        if (isOver) return
        reading = undefined
        draw()
        if (isFirst) ready(element.querySelector("h2"))
        isFirst = false
    }

    /** Reads the explanation, once for the headline and the tab. */
    const read = () => {
        reading ??= explanationOf(id)
        return reading
    }

    /**
     * Shows the explanation's sentence above the contents of the other tabs; the tab "Why" has it itself. If the answer didn't arrive, its
     * delivery says more than the reasons for its content.
     */
    async function drawHeadline(isHidden) {
        headline.hidden = true
        if (isHidden || !isBad(exchange) || isBroken(exchange)) return
        const found = await read().catch(() => undefined)
        if (!found || isOver || current() === "why") return
        show(headline, sentenceOf(found))
        headline.hidden = false
    }

    const closeLink = () => button(`← ${closeText}`, close, { class: "ghost back-link" })

    function draw() {
        const { request, operation, status } = exchange
        const rules = exchange.rules ?? []
        const tabs = h("div", { class: "tab-list", role: "tablist", "aria-label": "Parts of the exchange" })
        for (const [name, text] of TABS) {
            tabs.append(h("button", {
                type: "button", role: "tab", id: `tab-${name}`, "aria-controls": "exchange-panel", "data-tab": name,
                on: { click: () => alter({ tab: name }, { replace: true }) },
            }, text))
        }
        tabs.addEventListener("keydown", event => {
            const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
            if (!step) return
            const names = TABS.map(([name]) => name)
            const next = names[(names.indexOf(current()) + step + names.length) % names.length]
            alter({ tab: next }, { replace: true })
            tabs.querySelector(`[data-tab=${next}]`).focus()
        })
        redraw(element,
            closeLink(),
            h("div", { class: "exchange-head" },
                h("h2", { tabindex: "-1" }, operation ?? "No operation"),
                h("span", { class: `status ${statusTone(exchange)}` }, status ?? "in flight"), hasBadge(exchange) && exchangeBadge(exchange),
                    rules.map(rule => ruleLink(rule, { class: "badge rule" })),
                    exchange.faulted && !rules.length && h("span", { class: "badge rule" }, "X-Pass-Fault")),
            h("p", { class: "url mono" }, h("strong", {}, request.method), " ", request.url),
            h("p", { class: "soft" }, [family(exchange.family), `${dayAndTime(exchange.time)} UTC`, duration(exchange.durationMs),
                exchange.id].filter(Boolean).join(" · ")),
            exchange.delivery && h("p", { class: "notice" }, deliverySentence(exchange.delivery)),
            h("div", { class: "actions" },
                rules.length > 0 && ruleSwitches(rules),
                h("span", { class: "actions-label", id: "rule-label" }, "Make a rule from this request:"),
                h("span", { class: "group", role: "group", "aria-labelledby": "rule-label" },
                    button("Deny it", () => ruleFrom(exchange, "deny"), { class: "quiet small" }),
                    button("Delay it", () => ruleFrom(exchange, "delay"), { class: "quiet small" }),
                    button("Break it", () => ruleFrom(exchange, "break"), { class: "quiet small" })),
                button("Copy as curl", () => copy(curlCommand(exchange), "the request as a curl command"), { class: "quiet small" })),
            tabs, headline, body)
        showTab()
    }

    /** The tab that the address names; else the reasons, if the exchange has some. */
    const current = () => TABS.some(([name]) => name === route().tab) ? route().tab : exchange && isBad(exchange) ? "why" : "summary"

    function showTab() {
        if (!exchange) return
        const tab = current()
        for (const other of element.querySelectorAll("[role=tab]")) {
            const isCurrent = other.dataset.tab === tab
            other.setAttribute("aria-selected", isCurrent)
            other.tabIndex = isCurrent ? 0 : -1
        }
        body.setAttribute("aria-labelledby", `tab-${tab}`)
        drawHeadline(tab === "why")
        // A part of its own: an explanation that comes late has no place in another tab.
        const part = h("div", { class: "part" })
        if (tab === "why") {
            show(body, part)
            explanation(part, read(), {
                // Apps of REST API v2 get a text of that API.
                told: exchange.outcome === "denied" && exchange.family !== "v2" ? exchange.detail : undefined, isBroken: isBroken(exchange),
                isRefused: isBad(exchange) })
        } else if (tab === "request") show(body, ...message(exchange.request))
        else if (tab === "response") show(body, ...(exchange.response ? message(exchange.response) : [h("p", { class: "soft" },
            "There is no answer yet.")]))
        else show(body, ...summary())
    }

    /** The decoded contents. Those of a capsule come from a file, which can say anything. */
    function summary() {
        try {
            return decoded(exchange.decoded, deviceIn(exchange))
        } catch {
            return [h("p", { class: "soft" }, "The decoded contents in the file aren't in the form that this simulator writes.")]
        }
    }

    const ends = [watch(showTab), onExchange(news => { if (news.id === id) load() })]
    load()
    return () => {
        isOver = true
        for (const end of ends) end()
    }
}

/** Says how much of an answer was sent, if a rule or the client kept some of it back. */
export function deliverySentence({ result, contentBytes, contentLength }) {
    const what = { whole: "The whole answer was sent.", reset: "The connection was reset.", closed: "The connection was closed.",
        stalled: "The answer stalled.", wrongLength: "The answer had a wrong length.",
        garbage: "Only the content was sent, without a head.", connectionEnded: "The connection ended early." }
    return `${what[result] ?? result} ${contentBytes ?? 0} of ${contentLength ?? 0} bytes of the content were sent.`
}

function pairs(title, list) {
    if (!list?.length) return []
    return [h("h3", {}, title), h("dl", { class: "pairs" }, list.map(({ name, value }) =>
        h("div", {}, h("dt", {}, name), h("dd", {}, typeof value === "string" ? value : JSON.stringify(value)))))]
}

function message({ headers, body }) {
    return [...pairs("Header fields", headers), h("h3", {}, "Content"), body?.text
        ? h("pre", { tabindex: "0" }, readable(body.text))
        : h("p", { class: "soft" }, body?.base64 ? `${body.bytes} bytes of binary data, in base64: ${body.base64.slice(0, 400)}` : "No content."),
    body?.truncated && h("p", { class: "soft" }, "The journal holds only the beginning of the content.")].filter(Boolean)
}

/** The device that the header field of REST API v2 names, in plain text. */
function deviceIn({ request, device }) {
    const field = request.headers.find(({ name }) => name.toLowerCase() === "ap-device-identifier")
    return field && device ? [{ name: field.name, value: [...field.value.split(" ").slice(0, -1), device].join(" ") }] : []
}

function decoded({ tokens = [], saml = [], query, form, json, cookies, setCookies, deviceInfo, ...others }, device) {
    const parts = [
        ...pairs("Device", device),
        ...tokens.map(token => h("section", { class: "token" },
            h("div", { class: "token-head" }, h("h3", {}, token.name),
                h("span", { class: `badge ${token.valid ? "good" : "bad"}` }, token.valid ? "Valid" : "Not valid"),
                h("span", { class: "soft" }, token.place)),
            token.problems.length > 0 && h("ul", { class: "problems" },
                token.problems.map(problem => h("li", {}, withTimes(typeof problem === "string"
                ? problem : problem.message ?? JSON.stringify(problem))))),
            token.expires && h("p", {}, `Expires ${withTimes(token.expires)}, signature ${token.signature}.`),
            ...pairs("Claims", token.claims).slice(1))),
        ...saml.map(item => h("section", { class: "token" },
            h("div", { class: "token-head" }, h("h3", {}, item.parameter), h("span", { class: "soft" }, item.place)),
            h("pre", { tabindex: "0" }, readable(item.xml)))),
        ...pairs("Query", query), ...pairs("Form", form), ...pairs("Cookies", cookies), ...pairs("Cookies that were set", setCookies),
        ...Object.entries({ deviceInfo, json, ...others }).filter(([, value]) => value !== undefined).flatMap(([name, value]) =>
            [h("h3", {}, name === "deviceInfo" ? "Device information" : name),
                h("pre", { tabindex: "0" }, JSON.stringify(value, null, 2))]),
    ]
    return parts.length ? parts : [h("p", { class: "soft" }, "This exchange has no parameters, tokens, cookies or SAML messages.")]
}
