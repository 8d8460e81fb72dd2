// The rows of the lists.

import { h } from "./dom.js"
import { clock } from "./clock-state.js"
import { counted, day, duration, family, outcome, short, timeOfDay } from "./format.js"

/** A badge with the words and the tone of an outcome. */
export function badge(name, extra) {
    const [words, tone] = outcome(name)
    return h("span", { class: `badge ${tone}` }, words, extra && h("span", { class: "badge-extra" }, extra))
}

/** A name such as `RequestRegistrationCode`, which may be broken before each of its words. */
export const breakable = name => name.split(/(?=[A-Z][a-z])/).flatMap((word, index) => index ? [h("wbr"), word] : [word])

/** A time of day, and before it the day if it isn't today. Narrow rows leave the day out. */
function time(iso) {
    const other = day(iso, clock.today())
    return h("time", { datetime: iso, title: iso }, other && h("span", { class: "row-day" }, `${other} `), timeOfDay(iso))
}

export function flowRow(flow, families = new Set()) {
    const who = flow.subscribers.at(-1)
    const where = flow.mvpds.at(-1)
    const apis = [...families].filter(name => name !== "mvpd").map(family).join(", ")
    return [
        badge(flow.outcome),
        h("span", { class: "row-title" },
            h("strong", {}, who ? `${who} at ${where ?? "an unknown MVPD"}` : where ? `Login at ${where}` : "Login"),
            h("span", { class: "soft" }, [flow.requestors.join(", "), flow.resources.join(", ")].filter(Boolean).join(" · "))),
        h("span", { class: "row-devices mono", title: flow.devices.join(", ") || undefined },
            flow.devices.length ? flow.devices.map(device => short(device)).slice(0, 2).join(" + ") : "no device"),
        h("span", { class: "row-family" }, apis),
        h("span", { class: "row-count" }, counted(flow.exchangeCount, "request")),
        time(flow.began),
    ]
}

/** The tone of a status. */
export const tone = exchange =>
    ["denied", "refused", "invalid", "failed"].includes(exchange.outcome) || exchange.status >= 400 ? "bad"
        : exchange.outcome === "permitted" ? "good" : "plain"

export function exchangeRow(exchange) {
    return [
        h("span", { class: `status ${tone(exchange)}` }, exchange.status ?? "…"),
        h("span", { class: "method mono" }, exchange.method),
        h("span", { class: "row-title" },
            h("strong", { title: exchange.operation }, breakable(exchange.operation ?? "No operation")),
            h("span", { class: "soft mono" }, exchange.path)),
        exchange.outcome ? badge(exchange.outcome, exchange.reason) : h("span", { class: "no-badge" }),
        h("span", { class: "row-family" }, exchange.faulted ? h("span", { class: "badge rule" }, "Rule") : "", " ",
            family(exchange.family)),
        h("span", { class: "row-mvpd" }, exchange.mvpd ?? ""),
        h("span", { class: "row-time" }, duration(exchange.durationMs)),
        time(exchange.time),
    ]
}
