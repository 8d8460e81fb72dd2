// An open flow: what came of it and why, its diagram, and its exchanges, one of which can be open.

import { get } from "./api.js"
import { clock } from "./clock-state.js"
import { diagram } from "./diagram.js"
import { h, redraw, show } from "./dom.js"
import { exchangePane } from "./exchange.js"
import { duration, family, isOfApp, short, timeOfDay } from "./format.js"
import { journal, onChange } from "./journal.js"
import { address, alter, route, watch } from "./route.js"
import { badge, breakable, tone } from "./rows.js"
import { deciding } from "./why.js"

const REFUSALS = ["denied", "refused", "invalid", "failed"]

/** Shows a flow; answers with the function that ends it. */
export function flowPane(element, id) {
    const head = h("div", { class: "flow-head" })
    const why = h("div", { class: "why", hidden: true })
    const steps = h("ol", { class: "steps", "aria-label": "Exchanges of this flow" })
    const picture = h("div", { class: "picture" })
    const detail = h("div", { class: "flow-detail" })
    element.append(head, why, h("div", { class: "flow-body" }, h("div", { class: "steps-side" }, h("h3", {}, "Exchanges"), steps),
        h("div", { class: "picture-side" }, picture, detail)))
    let version = ""
    let flow
    let explained
    let openExchange
    let closeExchange = () => {}
    let isOver = false
    let isLoading = false

    async function load() {
        const known = journal.flows.get(id)
        const wanted = known ? `${known.exchangeCount} ${known.outcome} ${known.lastTime} ${inFlight()}` : "unknown"
        if (wanted === version || isLoading) return
        isLoading = true
        version = wanted
        try {
            flow = await get(`flows/${encodeURIComponent(id)}`)
            if (isOver) return
            drawHead()
            drawSteps()
            diagram(picture, flow)
            explain()
            drawDetail()
        } catch (problem) {
            if (!flow) show(head, back(), h("h2", {}, "This flow is gone"), h("p", { class: "soft" }, problem.message))
        } finally {
            isLoading = false
        }
    }

    const inFlight = () => flow?.exchanges.filter(exchange => journal.exchanges.get(exchange.id)?.state !== exchange.state).length ?? 0

    function back() {
        return h("a", { class: "back", href: address({ ...route(), flow: undefined, exchange: undefined }),
            "aria-label": "Close the flow" }, "←")
    }

    function drawHead() {
        const who = flow.subscribers.at(-1)
        const mvpd = flow.mvpds.at(-1)
        const ofApp = flow.exchanges.filter(isOfApp)
        const families = [...new Set((ofApp.length ? ofApp : flow.exchanges).map(exchange => exchange.family))].filter(name => name && name !== "mvpd")
        const fact = (name, value, title) => value && h("div", {}, h("dt", {}, name), h("dd", { title }, value))
        show(head,
            back(),
            h("div", { class: "flow-title" },
                h("h2", {}, who ? `${who} at ${mvpd ?? "an unknown MVPD"}` : mvpd ? `Login at ${mvpd}` : "Login"), badge(flow.outcome)),
            h("dl", { class: "facts" },
                fact("Requestor", flow.requestors.join(", ")), fact("Resource", flow.resources.join(", ")),
                fact(flow.devices.length > 1 ? "Devices" : "Device", flow.devices.map(device => short(device, 18)).join(" + "),
                    flow.devices.join(", ")),
                fact("API", families.map(family).join(", ")), fact("Began", timeOfDay(flow.began, clock.today()), flow.began)))
    }

    /** Says why the last refusal happened, in the simulator's own words. */
    async function explain() {
        const refused = flow.outcome === "denied" || flow.outcome === "failed"
            ? flow.exchanges.findLast(exchange => REFUSALS.includes(exchange.outcome) || exchange.status >= 400) : undefined
        why.hidden = !refused
        if (!refused || explained === refused.id) return
        explained = refused.id
        try {
            const explanation = await get(`exchanges/${refused.id}/explanation`)
            if (isOver) return
            show(why,
                h("h3", {}, "Why"), h("p", {}, explanation.sentence), deciding(explanation),
                h("p", {}, h("a", { href: address({ ...route(), exchange: refused.id, tab: "why" }) },
                    `All checks of ${refused.operation ?? refused.path}`)))
        } catch (problem) {
            show(why, h("h3", {}, "Why"), h("p", {}, refused.detail ?? refused.reason ?? problem.message))
        }
    }

    function drawSteps() {
        const selected = route().exchange
        redraw(steps, ...flow.exchanges.map(exchange => h("li", {},
            h("a", {
                href: address({ ...route(), exchange: exchange.id }), class: `step ${tone(exchange)}`,
                "aria-current": exchange.id === selected ? "true" : undefined,
            },
            h("span", { class: `status ${tone(exchange)}` }, exchange.status ?? "…"),
            h("span", { class: "step-main" },
                h("strong", {}, breakable(exchange.operation ?? exchange.path)),
                h("span", { class: "soft" }, `${exchange.from} → ${exchange.to}`, exchange.reason ? ` · ${exchange.reason}` : "",
                    exchange.faulted ? " · rule" : "")),
            h("span", { class: "step-time soft" }, timeOfDay(exchange.time, clock.today()), h("br"), duration(exchange.durationMs))))))
    }

    function drawDetail() {
        const wanted = route().exchange
        picture.hidden = Boolean(wanted)
        for (const link of steps.querySelectorAll("a")) {
            const isCurrent = new URLSearchParams(link.search).get("exchange") === wanted && Boolean(wanted)
            if (isCurrent) link.setAttribute("aria-current", "true")
            else link.removeAttribute("aria-current")
        }
        if (wanted === openExchange) return
        openExchange = wanted
        closeExchange()
        closeExchange = () => {}
        show(detail)
        element.classList.toggle("with-exchange", Boolean(wanted))
        if (wanted) {
            const content = h("div")
            detail.append(content)
            closeExchange = exchangePane(content, wanted, { close: () => alter({ exchange: undefined, tab: undefined }),
                closeText: "Back to the diagram" })
        }
    }

    const ends = [onChange(load), watch(() => flow && drawDetail())]
    load()
    return () => {
        isOver = true
        closeExchange()
        for (const end of ends) end()
    }
}
