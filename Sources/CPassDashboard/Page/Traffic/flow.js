// An open flow: what came of it and why, its diagram, and its exchanges, one of which can be open.

import { get } from "./api.js"
import { clock } from "./clock-state.js"
import { diagram } from "./diagram.js"
import { bringToTop, h, redraw, show } from "./dom.js"
import { deliverySentence, exchangePane } from "./exchange.js"
import { counted, family, isOfApp } from "./format.js"
import { journal, onChange } from "./journal.js"
import { isBroken, resourcesIn, storyOf } from "./reason.js"
import { address, alter, route, watch } from "./route.js"
import { breakable, devicesOf, exchangeBadge, flowBadge, hasBadge, statusTone, tone } from "./rows.js"
import { day, duration, inSentence, offset, shortly, timeOfDay } from "./times.js"
import { movedBetween, readTurnsBefore, turnLine, turnsBetween } from "./turns.js"
import { deciding, explanationOf, linked, ruleNote, sentenceOf, turnBefore } from "./why.js"

/** Shows a flow; answers with the function that ends it. `ready` gets the heading when it is there for the first time. */
export function flowPane(element, id, { ready = () => {} } = {}) {
    const head = h("div", { class: "flow-head" })
    const why = h("div", { class: "why", hidden: true })
    const steps = h("ol", { class: "steps", "aria-label": "Exchanges of this flow" })
    const picture = h("div", { class: "picture" })
    const detail = h("div", { class: "flow-detail" })
    const count = h("h3")
    const side = h("div", { class: "steps-side" }, count, steps)
    element.append(head, why, h("div", { class: "flow-body" }, side,
        h("div", { class: "picture-side" }, picture, detail)))
    let version = ""
    let flow
    let story
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
            const found = await get(`flows/${encodeURIComponent(id)}`)
            await readTurnsBefore(found.exchanges.at(-1).id)
            if (isOver) return
            flow = found
            const isFirst = !head.hasChildNodes()
            story = storyOf(flow)
            drawHead()
            if (isFirst) ready(head.querySelector("h2"))
            drawSteps()
            diagram(picture, flow)
            explain()
            drawDetail()
        } catch (problem) {
            if (!flow) show(head, back(), h("h2", {}, problem.status === 404 ? "This flow is gone" : "This flow can't be shown"), h("p", { class: "soft" }, problem.message))
        } finally {
            isLoading = false
        }
        // The flow may have changed in the meantime.
        if (!isOver) load()
    }

    const inFlight = () => flow?.exchanges.filter(exchange => journal.exchanges.get(exchange.id)?.state !== exchange.state).length ?? 0

    function back() {
        return h("a", { class: "back", href: address({ ...route(), flow: undefined, exchange: undefined, tab: undefined }),
            "aria-label": "Close the flow" }, "←")
    }

    function drawHead() {
        const who = flow.subscribers.at(-1)
        const mvpd = flow.mvpds.at(-1)
        const ofApp = flow.exchanges.filter(isOfApp)
        const families = [...new Set((ofApp.length ? ofApp : flow.exchanges).map(exchange => exchange.family))].filter(name => name && name !== "mvpd")
        const fact = (name, value, title) => value && h("div", {}, h("dt", {}, name), h("dd", { title }, value))
        redraw(head,
            back(),
            h("div", { class: "flow-title" },
                h("h2", { tabindex: "-1" }, who ? `${who} at ${mvpd ?? "an unknown MVPD"}` : mvpd ? `Login at ${mvpd}` : "Login"),
                flowBadge(flow, story), toldReason()),
            h("dl", { class: "facts" },
                fact("MVPD (pay-TV provider)", flow.mvpds.join(", ")),
                fact("Requestor", flow.requestors.join(", ")), fact("Resource", flow.resources.join(", ")),
                fact(flow.devices.length > 1 ? "Devices" : "Device", devicesOf(flow.devices),
                    flow.devices.join(", ")),
                fact("API", families.map(family).join(", ")), fact("Began", flow.began && shortly(flow.began, clock.today()), flow.began && inSentence(flow.began))))
    }

    /** The reason beside the outcome, in a few words, with links to the rules in it. */
    function toldReason() {
        const { decisive, reason } = story
        if (!reason) return ""
        return h("span", { class: "flow-reason" }, linked(reason, decisive.rules ?? []),
            story.resources.length > 0 && ` · ${resourcesIn(story)}`)
    }

    /** Says why the last refusal happened, in the simulator's own words. */
    async function explain() {
        const refused = story.decisive
        showWhy()
        if (!refused || explained === refused.id) return
        explained = refused.id
        try {
            const explanation = await explanationOf(refused.id)
            if (isOver) return
            show(why,
                h("h3", {}, "Why"), isBroken(refused) && h("p", { class: "sentence" }, deliverySentence(refused.delivery)),
                h("p", { class: isBroken(refused) ? undefined : "sentence" }, sentenceOf(explanation)),
                ruleNote(explanation, isBroken(refused)), turnBefore(explanation), deciding(explanation),
                h("p", {}, h("a", { href: address({ ...route(), exchange: refused.id, tab: "why" }) },
                    `Show this request, ${refused.operation ?? refused.path}, and all its checks`)))
        } catch (problem) {
            show(why, h("h3", {}, "Why"), h("p", {}, story.reason ?? problem.message))
        }
    }

    /** Shows the reason of the last refusal, unless its exchange is open, which says the same. */
    function showWhy() {
        why.hidden = !story.decisive || route().exchange === story.decisive.id
    }

    function drawSteps() {
        const selected = route().exchange
        const began = flow.exchanges[0]
        // After a move of the clock, the time since the first request says nothing about the app.
        const told = ({ id, time }) => !movedBetween(began.id, id) ? offset(Date.parse(time) - Date.parse(began.time))
            : day(time) === day(began.time) ? timeOfDay(time) : [`${day(time)}, `, h("br"), timeOfDay(time)]
        count.textContent = counted(flow.exchanges.length, "request")
        const step = exchange => h("li", {},
            h("a", {
                href: address({ ...route(), exchange: exchange.id, tab: undefined }), class: `step ${tone(exchange)}`, "data-exchange": exchange.id,
                "aria-current": exchange.id === selected ? "true" : undefined,
            },
            h("span", { class: `status ${statusTone(exchange)}` }, exchange.status ?? "…"),
            h("span", { class: "step-main" },
                h("strong", {}, breakable(exchange.operation ?? exchange.path)),
                exchange.resources && h("span", {}, exchange.resources.join(", ")),
                h("span", { class: "soft" }, `${exchange.from} → ${exchange.to}`),
                (hasBadge(exchange) || exchange.faulted) && h("span", { class: "step-badges" }, hasBadge(exchange) && exchangeBadge(exchange),
                    exchange.faulted && h("span", { class: "badge rule" }, exchange.rules?.join(", ") ?? "X-Pass-Fault"))),
            h("span", { class: "step-time soft" },
                h("time", { datetime: exchange.time, title: inSentence(exchange.time) }, told(exchange)),
                h("br"), duration(exchange.durationMs))))
        const turn = move => h("li", { class: "turn-step" }, turnLine(move))
        redraw(steps, ...flow.exchanges.flatMap((exchange, index) => index
            ? [...turnsBetween(flow.exchanges[index - 1].id, exchange.id).map(turn), step(exchange)] : [step(exchange)]))
        showCurrentStep()
    }

    /** Scrolls the list to the row of the open exchange, or else to that of the last refusal. */
    function showCurrentStep() {
        const link = steps.querySelector("[aria-current]") ?? steps.querySelector(`[data-exchange="${story.decisive?.id}"]`)
        if (!link || side.scrollHeight <= side.clientHeight) return
        const [row, box] = [link.getBoundingClientRect(), side.getBoundingClientRect()]
        if (row.top < box.top || row.bottom > box.bottom) side.scrollTop += row.top - box.top - box.height / 3
    }

    /** Shows the open exchange in the place of the diagram. If the user has just chosen it, the keyboard goes on there. */
    function drawDetail(isChosen) {
        const wanted = route().exchange
        picture.hidden = Boolean(wanted)
        showWhy()
        for (const link of steps.querySelectorAll("a")) {
            const isCurrent = new URLSearchParams(link.search).get("exchange") === wanted && Boolean(wanted)
            if (isCurrent) link.setAttribute("aria-current", "true")
            else link.removeAttribute("aria-current")
        }
        if (wanted === openExchange) return
        const former = openExchange
        openExchange = wanted
        closeExchange()
        closeExchange = () => {}
        show(detail)
        element.classList.toggle("with-exchange", Boolean(wanted))
        if (!wanted) return leave(former)
        const content = h("div")
        detail.append(content)
        closeExchange = exchangePane(content, wanted, {
            close: () => alter({ exchange: undefined, tab: undefined }), closeText: "Back to the diagram",
            ready: heading => {
                if (isChosen) heading.focus({ preventScroll: true })
                showCurrentStep()
                bringToTop(detail)
            },
        })
    }

    /** Goes back to the row of the exchange that was open. */
    function leave(former) {
        const link = [...steps.querySelectorAll("a")].find(link => new URLSearchParams(link.search).get("exchange") === former)
        link?.focus({ preventScroll: true })
        link?.scrollIntoView({ block: "nearest", behavior: "instant" })
    }

    const ends = [onChange(load), watch(() => flow && drawDetail(true))]
    load()
    return () => {
        isOver = true
        closeExchange()
        for (const end of ends) end()
    }
}
