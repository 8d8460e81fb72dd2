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

const item = check => h("li", { class: check.passed ? "passed" : "not-passed" },
    h("div", { class: "check-head" },
        h("span", { class: `badge ${check.passed ? "good" : "bad"}` }, check.passed ? "Passed" : "Failed"),
        h("strong", {}, check.check), check.decided && h("span", { class: "badge wait" }, "Decided")),
    h("p", {}, check.sentence),
    Object.keys(check.values).length > 0 && h("details", { open: !check.passed }, h("summary", {}, "Values"), values(check)))

/** The failed checks come first: they are what the reader looks for. The one that decided is the first of them. */
function parted(checks) {
    const failed = checks.filter(check => !check.passed).sort((one, other) => Number(other.decided) - Number(one.decided))
    return [failed, checks.filter(check => check.passed)]
}

/** Shows the explanation of an exchange in an element. */
export async function explanation(element, id) {
    let found
    try {
        found = await get(`exchanges/${id}/explanation`)
    } catch (problem) {
        return show(element, h("p", { class: "soft" }, problem.message))
    }
    const [failed, passed] = parted(found.checks)
    show(element,
        h("p", { class: "sentence" }, found.sentence),
        failed.length ? [h("h3", {}, "What failed"), h("ol", { class: "checks" }, failed.map(item))] : "",
        passed.length ? [h("h3", {}, failed.length ? "What passed, in this order" : "The checks, in their order"),
            h("ol", { class: "checks" }, passed.map(item))] : "",
        found.leftOut ? h("p", { class: "soft" }, `${found.leftOut} more checks are left out.`) : "")
}
