// The dialog for a rule: fields for the usual parts above, and the whole rule as JSON below.

import { change } from "./api.js"
import { ask, field, h, toast } from "./dom.js"
import { ruleFields } from "./rule-fields.js"

/** Reads a rule from its JSON. */
function parsed(text) {
    let rule
    try {
        rule = JSON.parse(text)
    } catch (problem) {
        throw new Error(`This isn't JSON: ${problem.message}`)
    }
    const isObject = value => typeof value === "object" && value !== null && !Array.isArray(value)
    const isRule = isObject(rule) && [rule.match ?? {}, rule.action ?? {}].every(isObject)
    if (!isRule) throw new Error("A rule, its match and its action must each be a JSON object.")
    return rule
}

/** Asks for a rule, and adds it or replaces the one with its ID. */
export async function editRule(title, rule, action = "Add the rule") {
    const json = h("textarea", { name: "rule", rows: 10, spellcheck: "false", class: "mono", required: true })
    const state = h("p", { class: "soft", role: "status" })
    const write = rule => { json.value = JSON.stringify(rule, null, 2) }
    const fields = ruleFields(alter => {
        const changed = parsed(json.value)
        alter(changed)
        write(changed)
        read()
    })

    /** Shows in the fields what the JSON says. */
    function read() {
        let rule
        let words = ""
        try {
            rule = parsed(json.value)
        } catch (problem) {
            words = `The fields above are disabled until you correct the JSON: ${problem.message}`
        }
        fields.show(rule)
        if (state.textContent !== words) state.textContent = words
    }

    json.addEventListener("input", read)
    write(rule)
    read()
    const added = await ask(title, h("div", {},
        h("p", { class: "soft" }, "A * stands for any text. Empty fields have no effect."),
        fields.element,
        field("The whole rule as JSON, with the parts that have no field", json), state), action, () =>
        change("POST", "rules", parsed(json.value)), { isWide: true })
    if (added) toast(`${action === "Save" ? "Saved" : "Added"} ${added.id}.${(added.warnings ?? []).map(warning => ` ${warning}`).join("")}`)
    return added
}
