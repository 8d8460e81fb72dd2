// The explanation of an answer: the checks that ran, and the one that decided.

import { get } from "./api.js"
import { h, show } from "./dom.js"
import { inSentence, isTime, withTimes } from "./times.js"
import { lastTurnBefore, turnSentence } from "./turns.js"

const shown = value => typeof value !== "string" ? JSON.stringify(value) : isTime(value) ? inSentence(value) : value

/** A link to a rule, on the page of the rules. */
export const ruleLink = (id, properties = {}) =>
    h("a", { href: `?${new URLSearchParams({ view: "rules", rule: id })}`, ...properties }, id)

/** Reads the explanation of an exchange. That of a capsule comes from a file, which can say anything. */
export async function explanationOf(id) {
    const found = await get(`exchanges/${encodeURIComponent(id)}/explanation`)
    const isReadable = typeof found?.sentence === "string" && Array.isArray(found.checks)
        && found.checks.every(check => check?.values && typeof check.values === "object")
    if (!isReadable) throw new Error("The explanation in the file has another form than this simulator writes.")
    return found
}

const escaped = text => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")

const rulesIn = explanation => [...new Set([explanation.rule, ...explanation.checks.map(check => check.values.rule)].filter(Boolean))]

/** A sentence with readable times, and with links where it names rules. */
export function linked(sentence, rules) {
    const text = withTimes(sentence)
    if (!rules.length) return [text]
    const names = new RegExp(`(?<![\\w-])(${rules.map(escaped).join("|")})(?![\\w-])`)
    return text.split(names).map((part, index) => index % 2 ? ruleLink(part) : part)
}

/** The sentence of an explanation. */
export const sentenceOf = explanation => linked(explanation.sentence, rulesIn(explanation))

/** Says how the clock was moved before a request in which something had expired; undefined if that doesn't matter. */
export function turnBefore(explanation) {
    const hasExpired = explanation.checks.some(check => check.decided && !check.passed && check.values.expires && check.values.now)
    const turn = hasExpired && lastTurnBefore(explanation.exchange)
    return turn ? h("p", { class: "turn" }, turnSentence(turn), " ", h("a", { href: "?view=clock" }, "Show the clock")) : undefined
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

function verdict(check) {
    if (tookEffect(check)) return h("span", { class: "badge rule" }, "Took effect")
    if (isOfRule(check)) return h("span", { class: "badge plain" }, "No effect")
    return h("span", { class: `badge ${check.passed ? "good" : "bad"}` }, check.passed ? "Passed" : "Failed")
}

const item = (check, rules) => h("li", { class: !check.passed ? "not-passed" : isOfRule(check) ? "of-rule" : "passed" },
    h("div", { class: "check-head" },
        verdict(check), h("strong", {}, check.check), check.decided && h("span", { class: "badge wait" }, "Decided")),
    h("p", {}, linked(check.sentence, rules)),
    Object.keys(check.values).length > 0 && h("details", { open: !check.passed }, h("summary", {}, "Values"), values(check)))

/** The failed checks come first: they are what the reader looks for. The one that decided is the first of them. */
function parted(checks) {
    const failed = checks.filter(check => !check.passed).sort((one, other) => Number(other.decided) - Number(one.decided))
    const passed = checks.filter(check => check.passed)
    return [failed, passed.filter(tookEffect), passed.filter(check => !tookEffect(check))]
}

/** Shows the explanation of an exchange in an element. `told` is the message that the app's user gets with a denial. */
export async function explanation(element, reading, told) {
    let found
    try {
        found = await reading
    } catch (problem) {
        return show(element, h("p", { class: "soft" }, problem.message))
    }
    const [failed, effects, passed] = parted(found.checks)
    const rules = rulesIn(found)
    const list = (heading, checks) => checks.length > 0
        && [h("h3", {}, heading), h("ol", { class: "checks" }, checks.map(check => item(check, rules)))]
    show(element,
        h("p", { class: "sentence" }, sentenceOf(found)),
        turnBefore(found),
        told && !found.sentence.includes(told) && h("p", { class: "soft" }, `The app gets the message “${told}”`),
        list("What failed", failed),
        list("What a rule did", effects),
        list(failed.length ? "What passed, in this order" : "The checks, in their order", passed),
        found.leftOut ? h("p", { class: "soft" }, `${found.leftOut} more checks are left out.`) : "")
}
