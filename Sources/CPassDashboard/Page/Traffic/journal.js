// The part of the journal that this page has loaded: exchanges and flows, newest part first, kept up to date by events.

import { get, pages, send } from "./api.js"
import { follow } from "./events.js"
import { isOfApp } from "./format.js"
import { count, id, run } from "./ids.js"
import { forgetTurns, readTurns, takeTurns } from "./turns.js"

const FIRST = 500
const LIMIT = 1000
const SHORTEST_PAUSE = 200
/** From this number of exchanges on, changes are drawn less often, since each takes longer. */
const MANY = 5000

export const journal = {
    /** The exchanges by ID, and the flows by ID; each has its count as `place`. */
    exchanges: new Map(), flows: new Map(),
    /** The devices and MVPDs in the exchanges, also in those that no flow has. */
    devices: new Set(), mvpds: new Set(),
    /** The number of exchanges that the journal holds, and whether all of them are loaded. */
    total: 0, isComplete: false, isLoaded: false, evicted: 0,
    connection: "waiting", connectionText: "Connecting",
}

const listeners = new Set()
const arrivals = new Set()
let current
let oldest = 0
let windowSize = FIRST
let dirty = Infinity
let timer
let isBusy = false
let started = false
/** Grows when everything is loaded anew, so that answers to older questions are left out. */
let generation = 0
let loading

/** Calls a function after each change, until the function that it returns is called. */
export function onChange(listener) {
    listeners.add(listener)
    return () => listeners.delete(listener)
}

/** Calls a function with each exchange that arrives or is answered. */
export function onExchange(listener) {
    arrivals.add(listener)
    return () => arrivals.delete(listener)
}

let isAnnounced = false

function announce() {
    if (isAnnounced) return
    isAnnounced = true
    const tell = () => {
        isAnnounced = false
        for (const listener of [...listeners]) listener()
    }
    if (journal.exchanges.size > MANY) setTimeout(tell, SHORTEST_PAUSE)
    else requestAnimationFrame(tell)
}

/** Begins to follow the journal. */
export function start() {
    if (started) return
    started = true
    follow(take, (connection, text) => {
        Object.assign(journal, { connection, connectionText: text })
        if (connection === "off") journal.isLoaded = true
        announce()
    })
}

function take(event) {
    if (event.id && run(event.id) !== current) return begin(event.id)
    if (event.type === "dropped") return restart()
    if (event.type !== "arrival" && event.type !== "completion") return
    const exchange = JSON.parse(event.data)
    const known = journal.exchanges.get(exchange.id)
    if (event.type === "arrival" && !known) journal.total++
    const place = count(exchange.id)
    keep({ ...exchange, place, flow: known?.flow, subscriber: exchange.subscriber ?? known?.subscriber })
    for (const listener of [...arrivals]) listener(exchange)
    refreshSoon(place)
    announce()
}

function keep(exchange) {
    journal.exchanges.set(exchange.id, exchange)
    if (exchange.device) journal.devices.add(exchange.device)
    if (exchange.mvpd) journal.mvpds.add(exchange.mvpd)
}

/** Forgets everything, for another run of the simulator, and loads the newest part. */
function begin(position) {
    current = run(position)
    oldest = count(position) + 1
    windowSize = FIRST
    dirty = Infinity
    journal.exchanges.clear()
    journal.flows.clear()
    journal.devices.clear()
    journal.mvpds.clear()
    forgetTurns()
    Object.assign(journal, { isComplete: false, isLoaded: false })
    generation++
    loading = undefined
    // What is seen first is asked for first.
    loadOlder().then(() => readTurns().then(announce, () => {}))
}

/** Loads the newest part again, because too many events were missed, or the journal was emptied. */
export async function restart() {
    const newest = Math.max(oldest, ...[...journal.exchanges.keys()].map(count))
    begin(id(current, newest + 2 * FIRST))
}

async function readTotal() {
    const list = await get("namespaces")
    const own = list.namespaces.find(space => space.name === journal.namespace)
    if (own) journal.total = own.exchanges
}

/** Loads the part of the journal before the oldest that is loaded. */
export function loadOlder() {
    if (loading) return loading
    const started = loadWindow(generation).finally(() => { if (loading === started) loading = undefined })
    loading = started
    return started
}

async function loadWindow(mine) {
    const end = oldest
    const from = Math.max(0, end - 2 * windowSize)
    // The server looks through the whole journal for each question, one after the other: first what is seen first.
    await Promise.all([readTotal(), readFlows(from, end, mine)])
    if (mine !== generation) return
    journal.isLoaded = journal.isLoaded || journal.flows.size > 0
    announce()
    await readExchanges(from, end, mine)
    if (mine !== generation) return
    oldest = from
    windowSize = Math.min(windowSize * 2, 8 * LIMIT)
    journal.isComplete = from === 0 || journal.exchanges.size >= journal.total
    journal.isLoaded = true
    announce()
    // The journal may have lost the old ones, or others' numbers lie between: look further back for something to show.
    if (!journal.isComplete && journal.exchanges.size === 0) await loadWindow(mine)
}

function readExchanges(from, end, mine) {
    return pages("exchanges", { after: id(current, from), limit: LIMIT }, page => {
        if (mine !== generation) return false
        journal.evicted = page.evicted
        takeTurns(page)
        for (const exchange of page.exchanges) put(exchange)
        announce()
        return !(page.next && count(page.next) >= end)
    })
}

/** Puts an exchange as the journal describes it in the place of what an event said, unless the event knew more. */
function put(exchange) {
    const known = journal.exchanges.get(exchange.id)
    if (known?.state === "complete" && exchange.state === "inFlight") known.flow = exchange.flow
    else keep({ ...exchange, place: count(exchange.id) })
}

/** Reads the flows that begin after a place, and forgets those there that have become part of older ones. */
async function readFlows(from, end = Infinity, mine = generation) {
    const found = new Set()
    await pages("flows", { after: id(current, from), limit: LIMIT }, page => {
        if (mine !== generation) return false
        for (const flow of page.flows) {
            found.add(flow.id)
            journal.flows.set(flow.id, { ...flow, place: count(flow.id) })
            const first = journal.exchanges.get(flow.id)
            if (first) first.flow = flow.id
        }
        announce()
        return !(page.next && count(page.next) >= end)
    })
    if (mine !== generation) return []
    const vanished = [...journal.flows.values()].filter(({ id, place }) => place > from && place < end
        && !found.has(id)).map(flow => flow.id)
    for (const flow of vanished) journal.flows.delete(flow)
    return vanished
}

function refreshSoon(place) {
    dirty = Math.min(dirty, place)
    if (timer || isBusy) return
    timer = setTimeout(refresh, SHORTEST_PAUSE)
}

/** Reads what the events don't say: the flows of the changed exchanges, and the flows' outcomes. */
async function refresh() {
    timer = undefined
    isBusy = true
    const began = performance.now()
    const from = dirty - 1
    dirty = Infinity
    try {
        const touched = []
        await pages("exchanges", { after: id(current, from), limit: LIMIT }, page => {
            takeTurns(page)
            for (const exchange of page.exchanges) {
                put(exchange)
                if (exchange.flow) touched.push(count(exchange.flow))
            }
        })
        if (touched.length) {
            const vanished = await readFlows(touched.reduce((least, place) => Math.min(least, place)) - 1)
            // The exchanges of a flow that became part of another one have a new flow.
            if (vanished.length) dirty = Math.min(dirty, ...vanished.map(count))
        }
    } catch {
        dirty = Math.min(dirty, from + 1)
    }
    isBusy = false
    announce()
    // A large journal takes long to group into flows; asking without a pause would keep the server busy with that.
    const pause = Math.max(SHORTEST_PAUSE, 2 * (performance.now() - began))
    if (dirty < Infinity && !timer) timer = setTimeout(refresh, pause)
}

/** The APIs that the app of each flow uses: the families of its exchanges, or of the browser's while it has none. */
export function familiesOfFlows() {
    const families = new Map()
    const others = new Map()
    for (const exchange of journal.exchanges.values()) {
        if (!exchange.flow || !exchange.family) continue
        const ofKind = isOfApp(exchange) ? families : others
        const known = ofKind.get(exchange.flow)
        if (known) known.add(exchange.family)
        else ofKind.set(exchange.flow, new Set([exchange.family]))
    }
    for (const [flow, names] of others) if (!families.has(flow)) families.set(flow, names)
    return families
}

/** The IDs of the loaded exchanges that contain a text in their URL or a body. */
export async function search(text) {
    const found = new Set()
    await pages("exchanges", { q: text, after: id(current, oldest), limit: LIMIT }, page => {
        for (const exchange of page.exchanges) found.add(exchange.id)
    })
    return found
}

/** Empties the journal. */
export async function clear() {
    await send("exchanges", { method: "DELETE", headers: { "Content-Type": "application/json" } })
    journal.total = 0
    restart()
}
