// The first view: what the apps sent, as flows or as single requests, with filters, and what is open beside it.

import { download } from "./api.js"
import { ask, button, h, hasFocus, select, show } from "./dom.js"
import { emptyState } from "./empty.js"
import { exchangePane } from "./exchange.js"
import { isFiltered, matchingExchanges, matchingFlows, NAMES, refusedApart, searchAgain, searchEnded, searchFor } from "./filters.js"
import { flowPane } from "./flow.js"
import { counted, family, number, outcome, short } from "./format.js"
import { clear, familiesOfFlows, journal, loadOlder, onChange } from "./journal.js"
import { isBroken, reasonOf, storiesOf } from "./reason.js"
import { address, alter, go, route, watch } from "./route.js"
import { exchangeRow, flowRow, turnRow } from "./rows.js"
import { hasSeveralDays } from "./times.js"
import { withTurns } from "./turns.js"
import { virtualList } from "./virtual-list.js"

const FLOW_OUTCOMES = ["pending", "loggedIn", "permitted", "denied", "failed", "loggedOut"]
const EXCHANGE_OUTCOMES = ["permitted", "denied", "preauthorized", "refused", "invalid", "failed", "ignored"]
const FAMILIES = ["legacy", "v1", "v2", "dcr", "sso", "mvpd"]
const STATUSES = [["2xx", "2xx"], ["3xx", "3xx"], ["4xx", "4xx"], ["5xx", "5xx"]]

/** The width of a list in pixels up to which its rows have one line more, as in the style sheet. */
const NARROW = 448

const isTurn = item => item.from !== undefined

/** Shows the view in an element; answers with the function that ends it. */
export function trafficView(main) {
    let families = new Map()
    let stories
    let hasDay = false
    const flows = virtualList({
        label: "Flows", name: "flows", height: width => width <= NARROW ? 94 : 68, key: flow => flow.id,
        render: flow => flowRow(flow, { families: families.get(flow.id), story: stories(flow), hasDay }),
        open: flow => alter({ flow: flow.id, exchange: undefined, tab: undefined }), end: more,
    })
    const requests = virtualList({
        label: "Requests", name: "requests", height: width => width <= NARROW ? 76 : 46, key: item => item.id,
        render: item => isTurn(item) ? turnRow(item) : exchangeRow(item, hasDay), divides: isTurn,
        open: exchange => alter({ exchange: exchange.id, flow: undefined, tab: undefined }), end: more,
    })
    const summary = h("p", { class: "summary" })
    // A screen reader hears what a filter found, but not each arrival.
    const found = h("p", { class: "offscreen", role: "status" })
    let heard
    const older = button("Load older", () => loadOlder(), { class: "quiet small" })
    const empty = h("div", { class: "empty" })
    const apart = h("div", { class: "apart", hidden: true })
    const pane = h("section", { class: "pane", "aria-label": "Details", hidden: true })
    const bar = toolbar()
    const listPane = h("section", { class: "lists", "aria-label": "Traffic" }, bar.element, apart, flows.element, requests.element, empty,
        h("div", { class: "list-foot" }, found, summary, older, bar.har, bar.emptying))
    const grid = h("div", { class: "traffic" }, listPane, pane)
    show(main, h("h1", { class: "offscreen" }, "Traffic"), grid)
    let opened
    let closePane = () => {}
    let loadedSize = 0

    function more() {
        if (!journal.isComplete && journal.isLoaded && !isFiltered(route())) loadOlder().catch(() => {})
    }

    function draw() {
        const state = route()
        const isRequests = state.show === "requests"
        bar.update(state)
        searchFor(state.q, draw)
        if (state.q && Math.abs(journal.exchanges.size - loadedSize) > 0) searchAgain(draw)
        loadedSize = journal.exchanges.size
        let shown
        let all
        if (isRequests) {
            shown = matchingExchanges(journal.exchanges, journal.flows, state).sort((a, b) => b.place - a.place)
            all = journal.exchanges.size
            hasDay = hasSeveralDays(shown.map(exchange => exchange.time))
            requests.show(withTurns(shown), state.exchange, hasDay)
        } else {
            families = familiesOfFlows()
            shown = matchingFlows(journal.flows, families, journal.exchanges, state).sort((a, b) => b.place - a.place)
            all = journal.flows.size
            stories = storiesOf(journal.exchanges.values())
            hasDay = hasSeveralDays(shown.map(flow => flow.began))
            flows.show(shown, state.flow, `${journal.exchanges.size} ${hasDay}`)
        }
        flows.element.hidden = isRequests || !shown.length
        requests.element.hidden = !isRequests || !shown.length
        const what = isRequests ? "requests" : "flows"
        summary.textContent = !journal.isLoaded ? "Loading…"
            : (shown.length === all ? "" : `${number(shown.length)} of `) + counted(all, isRequests ? "request" : "flow")
            + (journal.isComplete || !journal.exchanges.size ? "" : `, from the newest ${number(journal.exchanges.size)} of ${number(journal.total)} requests`)
        const filters = NAMES.map(name => state[name] ?? "").join(" ")
        if (journal.isLoaded && heard !== filters) {
            if (heard !== undefined) found.textContent = summary.textContent
            heard = filters
        }
        older.hidden = journal.isComplete || !journal.isLoaded
        empty.hidden = shown.length > 0 || !journal.isLoaded
        if (!empty.hidden) drawEmpty(state, all, what)
        drawApart(isRequests, state.device)
        openPane(state)
    }

    /** Points to a refusal that no flow shows, such as that of a request with a wrong device ID. */
    function drawApart(isRequests, device) {
        const refused = isRequests ? [] : refusedApart(journal.exchanges).filter(each => !device || each.device === device)
        const last = refused.at(-1)
        apart.hidden = !last
        const key = `${refused.length} ${last?.id}`
        if (!last || apart.dataset.key === key) return
        apart.dataset.key = key
        const others = refused.length - 1
        const reason = [last.status, reasonOf(last)].filter(Boolean).join(", ")
        const rest = others ? `, like ${counted(others, "other request")}.` : "."
        const of = last.resources?.length ? ` for ${last.resources.join(", ")}` : ""
        const from = last.device ? ` from the device ${short(last.device)}` : ""
        const sentence = `${last.operation}${of}${from} ${isBroken(last) ? "failed" : "was refused"} (${reason}) and belongs to no login flow${rest}`
        show(apart, h("p", {}, sentence), h("a", { href: `?show=requests&exchange=${encodeURIComponent(last.id)}&tab=why` }, "See why"))
    }

    function drawEmpty(state, all, what) {
        const kind = journal.connection === "off" ? "off" : all && isFiltered(state) ? "filtered" : journal.exchanges.size
            ? "no flow" : "first"
        const key = `${kind} ${journal.isComplete}`
        if (empty.dataset.kind === key) return
        empty.dataset.kind = key
        const unfiltered = { ...state, ...Object.fromEntries(NAMES.map(name => [name, undefined])) }
        show(empty, emptyState(kind, what, unfiltered, journal.isComplete ? undefined : lookFurther))
    }

    /** Loads older requests until the list has something, or there are no more. */
    async function lookFurther() {
        while (!journal.isComplete && !empty.hidden && empty.isConnected) {
            await loadOlder()
            await searchEnded()
        }
    }

    function openPane(state) {
        const wanted = state.flow ? `flow ${state.flow}` : state.exchange ? `exchange ${state.exchange}` : ""
        grid.classList.toggle("open", wanted !== "")
        pane.hidden = wanted === ""
        if (opened === wanted) return
        opened = wanted
        closePane()
        closePane = () => {}
        if (!wanted) return show(pane)
        const content = h("div", { class: "pane-content" })
        show(pane, content)
        // On a phone the list has gone, and with it the keyboard's place.
        const ready = heading => { if (!hasFocus()) heading.focus({ preventScroll: true }) }
        closePane = state.flow ? flowPane(content, state.flow, { ready })
            : exchangePane(content, state.exchange, { close: () => close(), ready })
        pane.scrollTop = 0
    }

    function close() {
        alter({ flow: undefined, exchange: undefined, tab: undefined })
    }

    const ends = [onChange(draw), watch(draw)]
    const onKey = event => {
        if (event.target.closest("input, select, textarea, dialog")) return
        if (event.key === "Escape" && (route().flow || route().exchange)) close()
        else if (event.key === "/") {
            event.preventDefault()
            bar.focus()
        }
    }
    addEventListener("keydown", onKey)
    draw()
    return () => {
        removeEventListener("keydown", onKey)
        closePane()
        for (const end of ends) end()
    }
}

/** The row of switches and filters. */
function toolbar() {
    const modes = h("div", { class: "segments", role: "group", "aria-label": "Show" })
    const flows = h("a", {}, "Flows")
    const requests = h("a", {}, "Requests")
    modes.append(flows, requests)
    const input = h("input", {
        type: "search", placeholder: "Search URLs, bodies, users, devices", "aria-label": "Search", "aria-keyshortcuts": "/",
        on: { input: () => alter({ q: input.value }, { replace: true }) },
    })
    const change = name => ({ change: event => alter({ [name]: event.target.value }) })
    const outcomes = h("select", { "aria-label": "Outcome", on: change("outcome") })
    const families = select([["", "Any API"], ...FAMILIES.map(name => [name, family(name)])], "",
        { "aria-label": "API", on: change("family") })
    const mvpds = h("select", { "aria-label": "MVPD", on: change("mvpd") })
    const devices = h("select", { "aria-label": "Device", on: change("device") })
    const statuses = select([["", "Any status"], ...STATUSES], "", { "aria-label": "Status", on: change("status") })
    const reset = h("a", { class: "reset", href: "?" }, "Clear filters")
    const har = button("Download HAR", () => download("exchanges.har", "pass-simulator.har"), { class: "quiet small" })
    const emptying = button("Remove all requests", async () => {
        const isSure = await ask("Remove all requests?",
            h("p", {}, "All recorded requests of this namespace are removed. Logins, tokens and rules stay."),
            "Remove all requests", () => clear(), { isDangerous: true })
        if (isSure) go({ show: route().show })
    }, { class: "quiet small" })
    const element = h("div", { class: "toolbar" },
        modes, input, h("div", { class: "filters" }, outcomes, mvpds, families, devices, statuses, reset))
    let drawn = ""

    function options(list, first, values, value, words = text => text) {
        const all = value && !values.includes(value) ? [...values, value] : values
        const text = JSON.stringify([first, all])
        if (list.dataset.options !== text) {
            list.dataset.options = text
            show(list, h("option", { value: "" }, first), ...all.map(key => h("option", { value: key, title: key }, words(key))))
        }
        list.value = value ?? ""
        list.classList.toggle("set", Boolean(value))
    }

    return {
        element, har, emptying,
        focus: () => input.focus(),
        update(state) {
            const isRequests = state.show === "requests"
            flows.href = address({ ...state, show: undefined, exchange: undefined, outcome: undefined, status: undefined })
            requests.href = address({ ...state, show: "requests", flow: undefined, exchange: undefined, outcome: undefined })
            for (const [link, isCurrent] of [[flows, !isRequests], [requests, isRequests]]) {
                if (isCurrent) link.setAttribute("aria-current", "true")
                else link.removeAttribute("aria-current")
            }
            if (document.activeElement !== input) input.value = state.q ?? ""
            const key = `${journal.exchanges.size} ${journal.flows.size} ${location.search}`
            if (key === drawn) return
            drawn = key
            const known = { mvpds: new Set(journal.mvpds), devices: new Set(journal.devices) }
            for (const flow of journal.flows.values()) {
                for (const name of flow.mvpds) known.mvpds.add(name)
                for (const name of flow.devices) known.devices.add(name)
            }
            options(outcomes, "Any outcome", isRequests ? EXCHANGE_OUTCOMES : FLOW_OUTCOMES, state.outcome, name => outcome(name)[0])
            options(mvpds, "Any TV provider", [...known.mvpds].sort().slice(0, 200), state.mvpd)
            options(devices, "Any device", [...known.devices].slice(-200).reverse(), state.device, short)
            families.value = state.family ?? ""
            families.classList.toggle("set", Boolean(state.family))
            statuses.value = state.status ?? ""
            statuses.hidden = !isRequests
            reset.hidden = !isFiltered(state)
            reset.href = address({ show: state.show, flow: state.flow, exchange: state.exchange })
        },
    }
}
