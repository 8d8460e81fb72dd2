// The namespace's clock, which runs on in the page between two looks at it.

import { change, get } from "./api.js"
import { day } from "./times.js"

const listeners = new Set()
let read
let readAt = 0

export const clock = {
    /** The namespace's time in milliseconds since 1970; undefined until it is known. */
    now() {
        if (!read) return undefined
        return read.frozen ? read.nowMillis : read.nowMillis + (performance.now() - readAt) * read.scale
    },
    /** The day that the clock shows, in the form of `day`. */
    today: () => read ? day(clock.now()) : undefined,
    get isFrozen() { return read?.frozen ?? false },
    get scale() { return read?.scale ?? 1 },
    get followsRealTime() { return read?.followsRealTime ?? true },
}

function take(answer) {
    read = answer
    readAt = performance.now()
    for (const listener of [...listeners]) listener()
    return answer
}

/** Calls a function after each change that this page makes or sees. */
export function onClock(listener) {
    listeners.add(listener)
    return () => listeners.delete(listener)
}

export const readClock = async () => take(await get("clock"))

export const setClock = async members => take(await change("PATCH", "clock", members))
