// The explanation of an answer: the checks that ran, and the one that decided.

import { get } from "./api.js"
import { h, show } from "./dom.js"
import { counted } from "./format.js"
import { journal } from "./journal.js"
import { duration, inSentence, isTime, withTimes } from "./times.js"
import { lastTurnBefore, readTurnsBefore, turnSentence } from "./turns.js"

const shown = value => typeof value !== "string" ? JSON.stringify(value) : isTime(value) ? inSentence(value) : value

/** A link to a rule, on the page of the rules. */
export const ruleLink = (id, properties = {}) =>
    h("a", { href: `?${new URLSearchParams({ view: "rules", rule: id })}`, ...properties }, id)

/** Reads the explanation of an exchange. That of a capsule comes from a file, which can say anything. */
export async function explanationOf(id) {
    const found = await get(`exchanges/${encodeURIComponent(id)}/explanation`)
    const isReadable = typeof found?.sentence === "string" && Array.isArray(found.checks)
        && found.checks.every(check => check?.values && typeof check.values === "object")
    if (!isReadable) throw new Error("The explanation in the file isn't in the form that this simulator writes.")
    await readTurnsBefore(id)
    return found
}

const escaped = text => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")

const rulesIn = explanation => [...new Set([explanation.rule, ...explanation.checks.map(check => check.values.rule)].filter(Boolean))]

/** A text whose parts of a request, such as `header field AP-Device-Identifier`, stand out and aren't broken in their middle. */
const withNames = text => text.split(/(?<=header field |parameter )([\w-]+)/).map((part, index) =>
    index % 2 ? h("code", { class: "name" }, part) : part)

/** A sentence with readable times, and with links where it names rules. */
export function linked(sentence, rules) {
    const text = withTimes(sentence)
    if (!rules.length) return withNames(text)
    const names = new RegExp(`(?<![\\w-])(${rules.map(escaped).join("|")})(?![\\w-])`)
    return text.split(names).flatMap((part, index) => index % 2 ? [ruleLink(part)] : withNames(part))
}

/** The sentence of an explanation. */
export const sentenceOf = explanation => linked(explanation.sentence, rulesIn(explanation))

/** Says how the clock was moved before a request in which something had expired; undefined if that doesn't matter. */
export function turnBefore(explanation) {
    const hasFailed = explanation.checks.some(check => check.decided && !check.passed)
    const hasExpired = hasFailed && explanation.checks.some(check => !check.passed && check.values.expires && check.values.now)
    const turn = hasExpired && lastTurnBefore(explanation.exchange)
    return turn ? h("p", { class: "turn" }, turnSentence(turn), " ", h("a", { href: "?view=clock" }, "Show the clock")) : undefined
}

/** The name that stands for the rule in a request's own header field, which no list of rules has. */
const OWN_RULE = "X-Pass-Fault"

/**
 * Says what a rule is where one made a request fail, and since when it is in force; undefined if none did. `isBroken` tells
 * that the answer didn't arrive, which only a rule can cause.
 */
export function ruleNote({ exchange, rule, checks }, isBroken) {
    if (!rule || rule === OWN_RULE || !isBroken && !checks.some(check => check.decided && check.check === "rule")) return undefined
    const since = h("span")
    const tell = text => show(since, " ", text)
    // Many tests set a rule and send a request in the same second.
    const before = added => {
        const passed = Date.parse(journal.exchanges.get(exchange)?.time) - Date.parse(added)
        return passed >= 0 && passed < 60_000 ? `, ${duration(passed)} before this request` : ""
    }
    const isLater = added => Date.parse(added) > Date.parse(journal.exchanges.get(exchange)?.time)
    get(`rules/${encodeURIComponent(rule)}`).then(
        ({ added }) => tell(!added ? "It is in force now." : isLater(added) ? `It was added again later, at ${inSentence(added)}.`
            : `It has been in force since ${inSentence(added)}${before(added)}.`),
        ({ status }) => { if (status === 404) tell("It was removed after this request.") })
    return h("p", { class: "rule-note" },
        "A rule makes requests fail on purpose: this fault is simulated, and neither the app nor a real MVPD (the pay-TV provider) caused it.",
        since, " ", h("a", { href: `?${new URLSearchParams({ view: "rules", rule })}` }, "Show the rule, to switch it off"))
}

function values(check) {
    return h("dl", { class: "pairs" }, Object.entries(check.values).map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {},
        name === "rule" && isOfRule(check) ? ruleLink(value) : shown(value).length > 160 ? `${shown(value).slice(0, 160)}…` : shown(value)))))
}

/** The check that decided, with the values that it compared. */
export function deciding(explanation) {
    const check = explanation.checks.find(check => check.decided)
    return check && h("details", {}, h("summary", {}, `Decided by: ${check.check}`), values(check))
}

/** What a rule did not do, in the words of the API. */
const WITHOUT_EFFECT = ["doesn't match", "affects other requests", "used up", "over"]

const isOfRule = check => check.check === "rule" && check.values.rule !== undefined
const tookEffect = check => isOfRule(check) && !WITHOUT_EFFECT.includes(check.values.effect)

/** The badge of a check. A request that went well may still have found that something isn't there, such as a login. */
function verdict(check, isRefused) {
    if (tookEffect(check)) return h("span", { class: "badge rule" }, "Took effect")
    if (isOfRule(check)) return h("span", { class: "badge plain" }, "No effect")
    if (!check.passed && !isRefused) return h("span", { class: "badge plain" }, "Not met")
    return h("span", { class: `badge ${check.passed ? "good" : "bad"}` }, check.passed ? "Passed" : "Failed")
}

/** A check in the list. A sentence that the reader has had above isn't repeated. */
const item = (check, rules, isTold, isRefused = true) => h("li",
    { class: !check.passed && isRefused ? "not-passed" : isOfRule(check) ? "of-rule" : "passed" },
    h("div", { class: "check-head" },
        verdict(check, isRefused), h("strong", {}, check.check), check.decided && h("span", { class: "badge wait" }, "Decided")),
    !isTold && h("p", {}, linked(check.sentence, rules)),
    Object.keys(check.values).length > 0 && h("details", { open: !check.passed }, h("summary", {}, "Values"), values(check)))

/** From this number of checks on, those that passed one after the other are folded, so that the one that failed is in sight. */
const MANY = 3

/** The checks with runs of passed ones as lists of their own. If no check failed, all are shown. */
function folded(checks) {
    if (checks.every(check => check.passed && !tookEffect(check))) return checks
    const parts = []
    let run = []
    const end = () => {
        parts.push(...run.length < MANY ? run : [run])
        run = []
    }
    for (const check of checks) {
        if (check.passed && !check.decided && !tookEffect(check)) run.push(check)
        else {
            end()
            parts.push(check)
        }
    }
    end()
    return parts
}

/**
 * Shows the explanation of an exchange in an element. `told` is the message that the app's user gets with a denial; `isRefused` tells
 * whether the request was refused, denied or failed.
 */
export async function explanation(element, reading, { told, isBroken = false, isRefused }) {
    let found
    try {
        found = await reading
    } catch (problem) {
        return show(element, h("p", { class: "soft" }, problem.message))
    }
    const rules = rulesIn(found)
    const isTold = check => (check.decided || !check.passed) && found.sentence.includes(check.sentence)
    show(element,
        h("p", { class: "sentence" }, sentenceOf(found)),
        ruleNote(found, isBroken),
        turnBefore(found),
        told && !found.sentence.includes(told) && h("p", { class: "soft" }, `The app gets the message “${told}”`),
        h("h3", {}, "The checks, in the order in which they ran"),
        h("ol", { class: "checks" }, folded(found.checks).map(part => Array.isArray(part)
            ? h("li", { class: "passed" }, h("details", {}, h("summary", {}, `${part.length} checks passed`),
                h("ol", { class: "checks" }, part.map(check => item(check, rules, false)))))
            : item(part, rules, isTold(part), isRefused))),
        found.leftOut ? h("p", { class: "soft" }, `${counted(found.leftOut, "more check")} ${found.leftOut === 1 ? "is" : "are"} left out.`) : "")
}
