// The explanation of an answer: the checks that ran, and the one that decided.

import { get } from "./api.js"
import { h, show } from "./dom.js"

const shown = value => typeof value === "string" ? value : JSON.stringify(value)

function values(check) {
    return h("dl", { class: "pairs" }, Object.entries(check.values).map(([name, value]) =>
        h("div", {}, h("dt", {}, name), h("dd", {}, shown(value).length > 160 ? `${shown(value).slice(0, 160)}…` : shown(value)))))
}

/** The check that decided, with the values that it compared. */
export function deciding(explanation) {
    const check = explanation.checks.find(check => check.decided)
    return check && h("details", {}, h("summary", {}, `Decided by: ${check.check}`), values(check))
}

/** Shows the explanation of an exchange in an element. */
export async function explanation(element, id) {
    let found
    try {
        found = await get(`exchanges/${id}/explanation`)
    } catch (problem) {
        return show(element, h("p", { class: "soft" }, problem.message))
    }
    show(element,
        h("p", { class: "sentence" }, found.sentence),
        h("ol", { class: "checks" }, found.checks.map(check =>
            h("li", { class: check.passed ? "passed" : "not-passed" },
                h("div", { class: "check-head" },
                    h("span", { class: `badge ${check.passed ? "good" : "bad"}` }, check.passed ? "Passed" : "Failed"),
                    h("strong", {}, check.check), check.decided && h("span", { class: "badge wait" }, "Decided")),
                h("p", {}, check.sentence),
                Object.keys(check.values).length > 0 && h("details", {}, h("summary", {}, "Values"), values(check))))),
        found.leftOut ? h("p", { class: "soft" }, `${found.leftOut} more checks are left out.`) : "")
}
