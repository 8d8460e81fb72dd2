// Why an exchange or a flow ended as it did, in a few words for lists.

/** The words for the codes of denials. */
const DENIALS = {
    noAuthZ: "not authorized", network: "MVPD unreachable", norefreshtoken: "no refresh token", mismatch: "device differs",
    invalid: "invalid request", authzNone: "all authorizations denied", fraud: "too many denials",
}

const DELIVERIES = {
    reset: "connection reset", closed: "connection closed", stalled: "answer stalled", wrongLength: "wrong length",
    garbage: "answer without a head", connectionEnded: "connection ended early",
}

const BAD = ["denied", "refused", "invalid", "failed"]

/** Whether the client didn't get all of an answer. */
export const isBroken = ({ delivery }) => Boolean(delivery && delivery.result !== "whole")

/** Whether a request was refused or denied, or its answer failed. */
export const isBad = exchange => BAD.includes(exchange.outcome) || exchange.status >= 400 || isBroken(exchange)

function words(exchange) {
    const { outcome, reason, parameter, status, delivery, family, rules } = exchange
    if (isBroken(exchange)) return DELIVERIES[delivery.result] ?? delivery.result
    if (outcome === "denied") return reason === "network" && rules?.length ? "MVPD down" : DENIALS[reason] ?? reason
    // The log has one word for every proof of a login; in REST API v2 the proof is a profile.
    if (reason && family === "v2") return reason.replace(/^token (?=expired|revoked)/, "profile ")
    if (reason) return [parameter, reason].filter(Boolean).join(" ")
    if (outcome || !(status >= 400)) return undefined
    return family === "mvpd" && rules?.length && status >= 500 ? "MVPD down" : `status ${status}`
}

/** The reason in a few words, without the rules that caused it; undefined for an exchange that went well. */
export const causeOf = exchange => isBad(exchange) ? words(exchange) : exchange.outcome === "ignored" ? exchange.reason : undefined

/** Whether only a rule can have caused what went wrong. */
const isByRule = exchange => isBroken(exchange) || !exchange.outcome || exchange.reason === "network"

/** The reason in a few words, such as `simulated by rule-1: MVPD down`; undefined for an exchange that went well. */
export function reasonOf(exchange) {
    const cause = causeOf(exchange)
    if (!exchange.rules?.length || !isBad(exchange)) return cause
    const rules = exchange.rules.join(", ")
    return isByRule(exchange) ? [`simulated by ${rules}`, cause].filter(Boolean).join(": ") : `${cause} (${rules} applied)`
}

/** The exchange that gave a flow its outcome `denied` or `failed`; undefined for other outcomes. */
export function decisiveOf({ outcome, exchanges }) {
    if (outcome !== "denied" && outcome !== "failed") return undefined
    return outcome === "denied" && exchanges.findLast(exchange => exchange.outcome === "denied")
        || exchanges.findLast(isBad) || exchanges.findLast(exchange => exchange.outcome && exchange.resources?.length)
}

/** How many of the resources were permitted, such as `1 of 2 permitted`; undefined if all or none of them were. */
function countOf(exchanges) {
    const last = exchanges.findLast(exchange => exchange.outcome && exchange.resources?.length)
    // A call for several resources has its count from the simulator.
    if (last?.outcome === "preauthorized") return /^(\d+) of \1 /.test(last.detail) ? undefined : last.detail
    const permitted = new Map()
    for (const { outcome, resources = [] } of exchanges) {
        if (outcome === "permitted" || outcome === "denied") for (const name of resources) permitted.set(name, outcome === "permitted")
    }
    const count = [...permitted.values()].filter(Boolean).length
    return count && count < permitted.size ? `${count} of ${permitted.size} permitted` : undefined
}

/** The resources of a story, such as `resource news`. */
export const resourcesIn = ({ resources }) =>
    resources.length ? `${resources.length === 1 ? "resource" : "resources"} ${resources.join(", ")}` : ""

/** What is told of a flow beside its outcome: why it was refused, for which resources, and how many were permitted. */
export function storyOf(flow) {
    const decisive = decisiveOf(flow)
    return { decisive, reason: decisive && reasonOf(decisive), resources: decisive?.resources ?? [], count: countOf(flow.exchanges) }
}

/** The stories of flows, from the exchanges of all of them. */
export function storiesOf(exchanges) {
    const ofFlow = new Map()
    for (const exchange of exchanges) {
        if (!exchange.flow) continue
        const known = ofFlow.get(exchange.flow)
        if (known) known.push(exchange)
        else ofFlow.set(exchange.flow, [exchange])
    }
    return ({ id, outcome }) => storyOf({ outcome, exchanges: (ofFlow.get(id) ?? []).sort((one, other) => one.place - other.place) })
}
