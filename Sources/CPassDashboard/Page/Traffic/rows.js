// The rows of the lists.

import { h } from "./dom.js"
import { clock } from "./clock-state.js"
import { counted, family, outcome, short } from "./format.js"
import { causeOf, isBad, isBroken, reasonOf, resourcesIn } from "./reason.js"
import { day, duration, inSentence, timeOfDay } from "./times.js"
import { turnLine } from "./turns.js"

/** A badge with the words of an outcome, and with its tone or another one. */
export function badge(name, extra, otherTone) {
    const [words, tone] = outcome(name)
    return h("span", { class: `badge ${otherTone ?? tone}` }, words, extra && h("span", { class: "badge-extra" }, extra))
}

/** The badge of a flow, with the count of its permitted resources if they aren't all or none. */
export const flowBadge = ({ outcome }, { count }) => badge(outcome, outcome === "permitted" ? count?.replace(" permitted", "") : count)

/** Whether a poll with a code found no login. */
const awaitsLogin = ({ operation, status, givesLogin }) => operation === "RetrieveProfileForCode" && status === 200 && !givesLogin

/** Whether an exchange has a badge: for its outcome, or because its answer tells whether the app has its login. */
export const hasBadge = exchange => Boolean(exchange.outcome || exchange.givesLogin || awaitsLogin(exchange))

/** The badge of an exchange: its outcome and the reason for it. A permission that didn't arrive looks like no permission. */
export function exchangeBadge(exchange) {
    if (!exchange.outcome) {
        if (!exchange.givesLogin) return h("span", { class: "badge wait" }, "No login yet")
        return h("span", { class: "badge good" }, "Login found",
            exchange.loginBy && h("span", { class: "badge-extra" }, "made by POST /_sim/login"))
    }
    if (isBad(exchange)) return badge(exchange.outcome, causeOf(exchange), "bad")
    if (exchange.outcome !== "preauthorized") return badge(exchange.outcome, causeOf(exchange))
    // The log has one word for requests about several resources, also where they are authorized.
    const isAuthorization = exchange.operation === "RetrieveAuthorizationDecisions"
    return isAuthorization && exchange.detail ? h("span", { class: "badge plain" }, exchange.detail)
        : badge(exchange.outcome, exchange.detail)
}

/** A name such as `RequestRegistrationCode`, which may be broken before each of its words. */
export const breakable = name => name.split(/(?=[A-Z][a-z])/).flatMap((word, index) => index ? [h("wbr"), word] : [word])

/** A time of day, and above it the day if it isn't today, or if `hasDay`. */
export function time(iso, hasDay) {
    if (!iso) return ""
    const other = hasDay || day(iso) !== clock.today()
    return h("time", { datetime: iso, title: inSentence(iso) }, other && h("span", { class: "row-day" }, day(iso), ", "), timeOfDay(iso))
}

/** The time at which a flow began; if it goes on on another day, the two days and the time of its last request. */
function flowTime({ began, lastTime }, hasDay) {
    if (!began || day(began) === day(lastTime)) return time(began, hasDay)
    return h("time", { datetime: lastTime, title: `${inSentence(began)} to ${inSentence(lastTime)}` },
        h("span", { class: "row-day" }, `${day(began)} –`), h("span", { class: "row-day" }, day(lastTime), ", "), timeOfDay(lastTime))
}

/** IDs of devices, cut, with the whole ones in the title. */
export const devicesOf = ids => ids.map(short).join(" + ")

export function flowRow(flow, { families = new Set(), story, hasDay }) {
    const who = flow.subscribers.at(-1)
    const where = flow.mvpds.at(-1)
    const apis = [...families].filter(name => name !== "mvpd").map(family).join(", ")
    const others = flow.resources.filter(name => !story.reason || !story.resources.includes(name))
    const names = [flow.requestors.join(", "), others.join(", ")].filter(Boolean).join(" · ")
    const told = [story.reason, resourcesIn(story)].filter(Boolean).join(" · ")
    return [
        flowBadge(flow, story),
        h("span", { class: "row-title" },
            h("strong", {}, who ? `${who} at ${where ?? "an unknown MVPD"}` : where ? `Login at ${where}` : "Login"),
            h("span", { class: "soft", title: [told, story.count, names].filter(Boolean).join(" · ") },
                told && h("span", { class: "row-reason" }, told), told && h("span", { class: "row-dot" }, " · "),
                // A narrow row has no room for it in the badge.
                story.count && h("span", { class: "row-permitted" }, `${story.count} · `), names)),
        h("span", { class: "row-devices", title: flow.devices.join(", ") || undefined },
            h("span", { class: "row-label" }, ["no device", "device "][flow.devices.length] ?? "devices "),
            h("span", { class: "mono" }, devicesOf(flow.devices.slice(0, 2)))),
        h("span", { class: "row-family" }, apis),
        h("span", { class: "row-count" }, counted(flow.exchangeCount, "request")),
        flowTime(flow, hasDay),
    ]
}

/** The tone of a status: a denial in an answer with the status 200 has a badge that tells it. */
export const statusTone = exchange => exchange.status < 400 && !isBroken(exchange) && isBad(exchange) ? "plain" : tone(exchange)

/** The tone of an exchange. */
export const tone = exchange => isBad(exchange) ? "bad" : exchange.outcome === "permitted" ? "good" : "plain"

export function exchangeRow(exchange, hasDay) {
    return [
        h("span", { class: `status ${statusTone(exchange)}` }, exchange.status ?? "…"),
        h("span", { class: "method mono" }, exchange.method),
        h("span", { class: "row-title" },
            h("strong", { title: exchange.operation }, breakable(exchange.operation ?? "No operation")),
            (exchange.resources || isBad(exchange)) && h("span", { class: "row-facts", title: exchange.resources?.join(", ") },
                exchange.resources && h("span", { class: "row-resource" }, exchange.resources.join(", ")),
                // A narrow row has no room for it in the badge.
                isBad(exchange) && h("span", { class: "row-reason" }, reasonOf(exchange))),
            h("span", { class: "soft mono row-path" }, exchange.path)),
        hasBadge(exchange) ? exchangeBadge(exchange) : h("span", { class: "no-badge" }),
        h("span", { class: "row-family" }, exchange.faulted ? h("span", { class: "badge rule" }, exchange.rules?.join(", ") ?? "Rule") : "", " ",
            family(exchange.family)),
        h("span", { class: "row-mvpd" }, exchange.mvpd ?? ""),
        h("span", { class: "row-time" }, duration(exchange.durationMs)),
        time(exchange.time, hasDay),
    ]
}

/** The divider for a move of the clock. */
export const turnRow = turn => [h("span", { class: "row-turn" }, turnLine(turn))]
