// The fields for the usual parts of a rule: each writes its part of the rule's JSON, and is read back from it.

import { get } from "./api.js"
import { field, h, select } from "./dom.js"
import { journal } from "./journal.js"
import { FAILURES } from "./rule-dialog.js"

/** The defects of an MVPD that a rule can cause, by their names in the API. */
export const MVPD_FAULTS = ["down", "slow", "badSignature", "wrongAudience", "expiredAssertion", "loginLoop"]

/** Parts of an action that exclude each other. */
const ANSWERS = ["failure", "status"]

let lists = 0

/** An input that offers texts, but takes others too. `load` answers with the offered texts. */
function suggesting(name, load) {
    const id = `offers-${name}-${lists++}`
    const offers = h("datalist", { id })
    load().then(texts => offers.append(...texts.map(text => h("option", { value: text })))).catch(() => {})
    return [h("input", { name, list: id, autocomplete: "off", spellcheck: "false" }), offers]
}

const idsOf = kind => async () => (await get(`state/${kind}`, { limit: 200 }))[kind].map(({ id }) => id)

/** The operations that the service has, from the description of the control API. */
async function operations() {
    const description = await get("openapi/simulator.json")
    return description.components.schemas.RuleMatch.properties.operation.anyOf?.find(part => part.enum)?.enum ?? []
}

const text = value => value === undefined ? undefined : typeof value === "string" ? value : null
const count = value => value === undefined ? undefined : Number.isInteger(value) ? value : null
/** The simulator writes a delay of one length as an object. */
const length = value => count(typeof value === "object" && Object.keys(value ?? {}).join() === "fixedMs" ? value.fixedMs : value)
const whole = value => Number(value)

/**
 * The fields: the object of the rule that has the part (none for the rule itself), its name there, how it is read from JSON (`null`
 * if no field can show it), and how a text becomes JSON.
 */
const PARTS = [
    { of: "match", name: "operation", label: "Operation", read: text, offers: operations },
    { of: "match", name: "mvpd", label: "MVPD (pay-TV provider)", read: text, offers: idsOf("mvpds") },
    { of: "match", name: "requestor", label: "Requestor", read: text, offers: idsOf("requestors") },
    { of: "match", name: "resource", label: "Resource", read: text, offers: async () => [] },
    { of: "match", name: "device", label: "Device", read: text, offers: async () => [...journal.devices].slice(-50) },
    { of: "action", name: "failure", label: "Fails with", read: text, choices: [["", "No failure"], ...FAILURES] },
    { of: "action", name: "status", label: "Answers with status", read: count, write: whole, range: [200, 599] },
    { of: "action", name: "mvpd", label: "Defect of the MVPD", read: text, choices: [["", "No defect"], ...MVPD_FAULTS] },
    { of: "action", name: "delay", label: "Delay in milliseconds", read: length, write: whole, range: [0, 600000] },
    { name: "times", label: "How many times", read: count, write: whole, range: [1, 1000000000], empty: "Every time" },
]

function control(part) {
    const name = `${part.of ?? "rule"}-${part.name}`
    if (part.offers) return suggesting(name, part.offers)
    if (part.choices) return [select(part.choices, "", { name })]
    return [h("input", { name, type: "number", min: part.range[0], max: part.range[1], step: 1, placeholder: part.empty })]
}

/** Puts a value into the rule, or removes it there for `undefined`, and keeps the order of what was there. */
function put(rule, part, value) {
    const holder = part.of ? rule[part.of] ??= {} : rule
    if (value === undefined) delete holder[part.name]
    else holder[part.name] = value
    if (value !== undefined && ANSWERS.includes(part.name)) {
        for (const other of ANSWERS) if (other !== part.name) delete holder[other]
    }
    // A message belongs to a denial, and the simulator refuses it elsewhere.
    if (part.of === "action" && holder.failure !== "denied") delete holder.message
}

/**
 * Makes the fields. `changed` gets a function that changes a rule in the way that the user did in a field. `show` shows a rule in
 * the fields; without a rule, because the JSON can't be read, they wait.
 */
export function ruleFields(changed) {
    const controls = PARTS.map(part => {
        const [input, offers] = control(part)
        input.addEventListener(part.choices ? "change" : "input", () => {
            const value = input.value.trim()
            if (!input.validity.valid) return
            changed(rule => put(rule, part, value === "" ? undefined : part.write ? part.write(value) : value))
        })
        const hint = h("small", { class: "soft", id: `${input.name}-hint`, hidden: true }, "Set in the JSON below")
        input.setAttribute("aria-describedby", hint.id)
        return { part, input, hint, element: h("div", { class: "rule-field" }, field(part.label, input), offers, hint) }
    })
    const group = (legend, holders) => h("fieldset", {}, h("legend", {}, legend), h("div", { class: "rule-fields" },
        controls.filter(({ part }) => holders.includes(part.of)).map(({ element }) => element)))
    return {
        element: h("div", {}, group("Requests that match all of these", ["match"]),
            group("What happens to them", ["action", undefined])),
        show(rule) {
            for (const { part, input, hint } of controls) {
                const value = rule && part.read((part.of ? rule[part.of] : rule)?.[part.name])
                // A choice that the list doesn't have, such as a code of REST API v2, is the JSON's.
                const isOther = value === null || part.choices && value && !part.choices.some(choice => [choice].flat()[0] === value)
                input.disabled = !rule || isOther
                hint.hidden = !isOther
                if (document.activeElement !== input) input.value = isOther ? "" : value ?? ""
            }
        },
    }
}
