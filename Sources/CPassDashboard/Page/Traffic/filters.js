// The filters of the traffic: what is asked for, kept in the address, and which flows and exchanges meet it.

import { search } from "./journal.js"
import { isBad } from "./reason.js"

/** The names of the filters in the address. */
export const NAMES = ["q", "outcome", "mvpd", "family", "device", "status"]

export const isFiltered = state => NAMES.some(name => state[name])

const contains = (value, text) => String(value ?? "").toLowerCase().includes(text)

function flowSays(flow, text) {
    return [flow.id, ...flow.requestors, ...flow.mvpds, ...flow.devices, ...flow.subscribers, ...flow.resources]
        .some(value => contains(value, text))
}

function exchangeSays(exchange, text) {
    const { id, operation, path, requestor, mvpd, device, subscriber, reason, detail, resources = [] } = exchange
    return [id, operation, path, requestor, mvpd, device, subscriber, reason, detail, ...resources].some(value => contains(value, text))
}

/** The IDs of the exchanges that the server found for the current text; undefined until it has answered. */
const searched = { text: undefined, found: undefined }
let wait
let searching = Promise.resolve()
let endSearch = () => {}

/** Asks the server for the exchanges with a text in a URL or a body, and calls `changed` when it has answered. */
export function searchFor(text, changed) {
    if (searched.text === text) return
    Object.assign(searched, { text, found: undefined })
    clearTimeout(wait)
    endSearch()
    if (!text) return
    searching = new Promise(resolve => { endSearch = resolve })
    const end = endSearch
    wait = setTimeout(async () => {
        const found = await search(text).catch(() => new Set())
        if (searched.text === text) {
            searched.found = found
            changed()
        }
        end()
    }, 250)
}

/** Waits until the server has answered the last search. */
export const searchEnded = () => searching

/** Forgets the server's answer, because the journal has more exchanges now. */
export function searchAgain(changed) {
    const { text } = searched
    searched.text = undefined
    if (text) searchFor(text, changed)
}

/** The flows that meet the filters, newest first. */
export function matchingFlows(flows, families, exchanges, state) {
    const text = state.q?.toLowerCase()
    const ofText = new Set()
    if (text && searched.found) for (const id of searched.found) ofText.add(exchanges.get(id)?.flow)
    return [...flows.values()].filter(flow =>
        (!state.outcome || flow.outcome === state.outcome)
        && (!state.mvpd || flow.mvpds.includes(state.mvpd))
        && (!state.family || families.get(flow.id)?.has(state.family))
        && (!state.device || flow.devices.includes(state.device))
        && (!text || ofText.has(flow.id) || flowSays(flow, text)))
}

/** The refused exchanges that are part of no login flow, oldest first. */
export function refusedApart(exchanges) {
    return [...exchanges.values()].filter(exchange => !exchange.flow && exchange.operation && exchange.state === "complete"
        && isBad(exchange)).sort((one, other) => one.place - other.place)
}

/** The exchanges that meet the filters. One that names no device or MVPD, such as a poll with a code, has those of its flow. */
export function matchingExchanges(exchanges, flows, state) {
    const text = state.q?.toLowerCase()
    const names = (own, list, wanted) => own === undefined ? list?.includes(wanted) : own === wanted
    return [...exchanges.values()].filter(exchange =>
        (!state.outcome || exchange.outcome === state.outcome)
        && (!state.mvpd || names(exchange.mvpd, flows.get(exchange.flow)?.mvpds, state.mvpd))
        && (!state.family || exchange.family === state.family)
        && (!state.device || names(exchange.device, flows.get(exchange.flow)?.devices, state.device))
        && (!state.status || String(exchange.status ?? "").startsWith(state.status[0]))
        && (!text || searched.found?.has(exchange.id) || exchangeSays(exchange, text)))
}
