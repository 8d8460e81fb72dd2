// The moves of the clock between exchanges: the journal says before which exchange each of them came.

import { get } from "./api.js"
import { count, run } from "./ids.js"
import { dayAndTime, inSentence, spanInWords } from "./times.js"

/** Moves that are shorter than this, in milliseconds, are left out, as in the diagram. */
const SMALLEST = 1000

const known = new Map()
let sorted
/** The count of the exchange before which all moves are known; `undefined` until all were read once. */
let readTo

const by = turn => Date.parse(turn.to) - Date.parse(turn.from)

/** Takes the moves in a list of exchanges that the API answered. */
export function takeTurns({ clockChanges: changes = [], exchanges }) {
    // Before the list of a part of the journal there can be older moves.
    if (readTo !== undefined && exchanges.length) readTo = Math.max(readTo, count(exchanges.at(-1).id))
    for (const turn of changes) {
        const id = `clock-${turn.before}-${Date.parse(turn.from)}`
        if (known.has(id) || Math.abs(by(turn)) < SMALLEST) continue
        known.set(id, { ...turn, id, run: run(turn.before), place: count(turn.before) })
        sorted = undefined
    }
}

/** Reads all moves that the journal remembers: a list that names no bounds has them, however few exchanges it has. */
export async function readTurns() {
    const list = await get("exchanges", { state: "inFlight", limit: 1000 })
    readTo ??= 0
    takeTurns(list)
}

/** Reads the moves unless all before an exchange are known: an answer of the API can be newer than the part that was read. */
export async function readTurnsBefore(id) {
    if (readTo >= count(id)) return
    await readTurns()
    readTo = Math.max(readTo, count(id))
}

/** Forgets the moves, with the journal that they belong to. */
export function forgetTurns() {
    known.clear()
    sorted = undefined
    readTo = undefined
}

function all() {
    return sorted ??= [...known.values()].sort((one, other) => one.place - other.place)
}

/** The moves after one exchange and before another one; the first is left out for all before the other. */
export function turnsBetween(first, other) {
    const end = count(other)
    const start = first === undefined ? 0 : count(first)
    return all().filter(turn => turn.run === run(other) && turn.place > start && turn.place <= end)
}

/** The last move before an exchange. */
export const lastTurnBefore = id => turnsBetween(undefined, id).at(-1)

/** Exchanges, newest first, with the moves of the clock between them. */
export function withTurns(exchanges) {
    const turns = all()
    if (!turns.length) return exchanges
    let next = turns.length - 1
    const result = []
    let newer
    for (const exchange of exchanges) {
        for (; next >= 0 && turns[next].place > exchange.place; next--) {
            const turn = turns[next]
            if (newer && turn.place <= newer.place && turn.run === run(newer.id)) result.push(turn)
        }
        result.push(exchange)
        newer = exchange
    }
    return result
}

/** The milliseconds by which the clock was moved between two exchanges. */
export const movedBetween = (first, other) => turnsBetween(first, other).reduce((sum, turn) => sum + by(turn), 0)

const direction = turn => by(turn) < 0 ? "back" : "forwards"

/** A move as the divider of a list says it. */
export const turnLine = turn => `Clock moved ${direction(turn)} by ${spanInWords(by(turn))}, to ${dayAndTime(turn.to)}`

/** A move as an explanation says it. */
export const turnSentence = turn =>
    `The clock was moved ${direction(turn)} by ${spanInWords(by(turn))} before this request, from ${inSentence(turn.from)} to ${inSentence(turn.to)}.`
