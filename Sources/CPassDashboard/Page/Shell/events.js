// Follows the events of the journal: server-sent events, read with fetch, because EventSource sends no token.

import { send } from "./api.js"

const PAUSE = 1000

/** Splits the text of an event stream into events, and gives each to `take`. */
export function eventParser(take) {
    let rest = ""
    return text => {
        rest += text
        const blocks = rest.split("\n\n")
        rest = blocks.pop()
        for (const block of blocks) {
            const event = { type: "message", data: "" }
            for (const line of block.split("\n")) {
                if (line.startsWith("id: ")) event.id = line.slice(4)
                else if (line.startsWith("event: ")) event.type = line.slice(7)
                else if (line.startsWith("data: ")) event.data += line.slice(6)
            }
            if (event.id || event.data) take(event)
        }
    }
}

/**
 * Follows the events, and connects again when the connection ends.
 *
 * `take` gets `{id, type, data}`; `state` gets "live", "waiting" or "off", with a sentence.
 */
export async function follow(take, state) {
    let last
    for (;;) {
        try {
            const answer = await send("events", { headers: last ? { "Last-Event-ID": last } : {} })
            state("live", "Live")
            const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
            const parse = eventParser(event => {
                if (event.id) last = event.id
                take(event)
            })
            for (;;) {
                const { done, value } = await reader.read()
                if (done) break
                parse(value)
            }
        } catch (problem) {
            if (problem.status === 409) return state("off", "Journal off")
            if (problem.status === 401) return state("refused", "No access")
            // A restarted simulator doesn't know the events of the one before.
            if (problem.status === 400) last = undefined
        }
        state("waiting", "Reconnecting")
        await new Promise(resolve => setTimeout(resolve, PAUSE))
    }
}
