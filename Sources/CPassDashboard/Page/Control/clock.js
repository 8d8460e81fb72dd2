// The clock: freeze it, move it, and see what expires next.

import { button, field, h, show, toast } from "./dom.js"
import { clock, onClock, readClock, setClock } from "./clock-state.js"
import { expiries } from "./expiries.js"
import { apiTime, dayAndTime, roughlyInWords, seconds, span } from "./times.js"

const STEPS = [["+1 min", 60], ["+5 min", 300], ["+1 hour", 3600], ["+1 day", 86400], ["+31 days", 2678400]]

/** A clock that differs less than this from the machine's, in milliseconds, is told to be in step with it. */
const SMALLEST = 2000

/** How the simulated clock differs from the machine's, such as `40 days ahead`. */
export function deviation() {
    const by = clock.now() - Date.now()
    const parts = []
    if (clock.isFrozen) parts.push("frozen")
    if (!clock.followsRealTime && Math.abs(by) >= SMALLEST) parts.push(`${roughlyInWords(by)} ${by > 0 ? "ahead" : "behind"}`)
    return parts.join(", ")
}

/** The clock in the bar: what it is, the time, and the switch that freezes it. */
export function clockChip(element) {
    const name = h("span", { class: "clock-name" })
    const now = h("span", { class: "mono" })
    const time = h("a", { class: "clock-time", href: "?view=clock", title: "The clock that the simulator uses" }, name, " ", now)
    const toggle = button("", () => setClock({ frozen: !clock.isFrozen }), { class: "ghost clock-toggle" })
    element.append(time, toggle)
    const draw = () => {
        if (clock.now() === undefined) return
        now.textContent = dayAndTime(clock.now())
        name.textContent = ["Simulated clock", deviation()].filter(Boolean).join(", ")
        const words = clock.isFrozen ? "Resume the clock" : "Freeze the clock"
        if (toggle.title === words) return
        toggle.title = words
        toggle.setAttribute("aria-label", words)
        toggle.textContent = clock.isFrozen ? "▶" : "❚❚"
        element.classList.toggle("frozen", clock.isFrozen)
    }
    onClock(draw)
    setInterval(draw, 1000)
    readClock().catch(() => {})
    setInterval(() => { if (!document.hidden) readClock().catch(() => {}) }, 10000)
}

/** Shows the view; answers with the function that ends it. */
export function clockView(main) {
    const time = h("p", { class: "big-time mono", role: "timer", "aria-label": "The namespace's time" })
    const state = h("p", { class: "soft" })
    const freeze = button("", () => setClock({ frozen: !clock.isFrozen }), { class: "primary" })
    const list = h("div")
    const amount = h("input", { name: "amount", placeholder: "1h30m", required: true, size: 8 })
    const moment = h("input", { name: "moment", placeholder: "1 Jan 2026, 00:00:00", required: true, size: 22 })
    const scale = h("input", { name: "scale", type: "number", min: 0, step: "any", required: true, size: 5 })
    const form = (label, input, text, action) => h("form", {
        class: "inline", on: {
            submit: async event => {
                event.preventDefault()
                try {
                    await action()
                } catch (problem) {
                    toast(problem.message, true)
                }
            },
        },
    }, field(label, input), h("button", { class: "quiet" }, text))
    const move = async by => {
        const before = clock.now()
        await setClock({ advanceSeconds: by })
        toast(`The clock moved by ${span(by * 1000)} from ${dayAndTime(before)}.`)
    }
    const followRealTime = button("Back to the machine's time", () => setClock({ now: new Date().toISOString(), frozen: false, scale: 1 }),
        { class: "quiet" })

    show(main, h("div", { class: "page" },
        h("h1", {}, "Clock"),
        h("p", { class: "soft lead" },
            "Tokens, codes and sessions of this namespace follow this clock. Move it, and everything that expires before the new time has expired for the next request."),
        h("div", { class: "card clock-card" },
            h("div", {}, time, state),
            h("div", { class: "clock-actions" }, freeze, STEPS.map(([text, by]) => button(text, () => move(by), { class: "quiet" })),
                followRealTime),
            h("div", { class: "clock-forms" },
                form("Advance by", amount, "Advance", async () => {
                    const by = seconds(amount.value)
                    if (by === undefined) throw new Error("Write a span such as 90, 45m, 1h30m or 2d. A number alone is in seconds; a minus sign goes back.")
                    await move(by)
                }),
                form("Set to, in UTC", moment, "Set", () => setClock({ now: apiTime(moment.value) })),
                form("Speed", scale, "Set", () => setClock({ scale: Number(scale.value) })))),
        h("h2", {}, "Next expiries"), list))

    const draw = () => {
        const now = clock.now()
        if (now === undefined) return
        time.textContent = dayAndTime(now)
        freeze.textContent = clock.isFrozen ? "Resume" : "Freeze"
        state.textContent = clock.isFrozen ? "Frozen" : clock.scale !== 1 ? `${clock.scale} seconds pass in each real second`
            : clock.followsRealTime ? "Follows the machine's time"
                : `${deviation() ? `Was set or moved: ${deviation()} of the machine's time` : "Was set or moved"}; one second passes in each real second`
        if (document.activeElement !== scale) scale.value = clock.scale
        if (document.activeElement !== moment && !moment.value) moment.value = dayAndTime(now)
    }
    const endExpiries = expiries(list)
    const end = onClock(draw)
    const timer = setInterval(draw, 1000)
    draw()
    return () => {
        end()
        endExpiries()
        clearInterval(timer)
    }
}
