// Makes a rule from an exchange: which requests it is about, and what happens to them.

import { change } from "./api.js"
import { ask, field, h, select, toast } from "./dom.js"

/** The failures that a rule can force, by their names in the API. */
export const FAILURES = [
    "denied", "providerUnreachable", "repeatedDenials", "invalidResource", "degraded", "refreshTokenMissing", "tokenRefused", "otherDevice",
    "otherDeviceAtMediaToken", "missingDevice", "tooManyResources", "unknownRequestor", "requestorUnproven", "clientTooOld",
    "unknownRegistrationCode", "sessionNotFound", "sessionWithoutUser", "accessDenied", "invalidClient", "invalidSoftwareStatement",
    "unapprovedSoftwareStatement", "tooManyRequests", "internalError", "unavailable",
]

const BREAKS = [
    ["status 503", "Answer 503"], ["status 500", "Answer 500"], ["resetBefore", "Reset the connection before the answer"],
    ["resetAfterHead", "Reset the connection after the head"], ["stall", "Never answer"],
        ["empty", "Close the connection without an answer"],
    ["garbage", "Send the content without a head"],
    ["token expired", "Make the tokens in the answer expired"], ["token wrongSignature",
        "Break the signatures of the tokens in the answer"],
]

const TITLES = { deny: "Deny it", delay: "Delay it", break: "Break it" }

/** The operation itself fails where it decides; other operations of the same app have other reasons to refuse. */
const isDecision = operation => /uthoriz|Decisions|Preflight/.test(operation ?? "")

function action(kind, form) {
    const value = name => form.elements[name].value.trim()
    if (kind === "deny") return { failure: value("failure"), ...(value("failure") === "denied" && value("message")
        ? { message: value("message") } : {}) }
    if (kind === "delay") return { delay: Number(value("delay")) }
    const [word, rest] = value("break").split(" ")
    if (word === "status") return { status: Number(rest) }
    if (word === "token") return { token: rest }
    return { transport: word }
}

function actionFields(kind, exchange) {
    if (kind === "deny") {
        const failure = select(FAILURES, isDecision(exchange.operation) ? "denied" : "accessDenied", { name: "failure" })
        const message = field("Message for the user", h("input", { name: "message", value: "Denied by a rule of the dashboard." }))
        const update = () => { message.hidden = failure.value !== "denied" }
        failure.addEventListener("change", update)
        update()
        return [field("It fails with", failure), message]
    }
    if (kind === "delay") return [field("Delay in milliseconds", h("input",
        { name: "delay", type: "number", min: 1, max: 600000, required: true, value: 3000 }))]
    return [field("What happens", select(BREAKS, "status 503", { name: "break" }))]
}

/** Asks for a rule like an exchange, and adds it. */
export async function ruleFrom(exchange, kind) {
    const conditions = [
        ["operation", exchange.operation, true], ["requestor", exchange.requestor, true], ["mvpd", exchange.mvpd, false],
        ["resource", exchange.resources?.[0], true], ["device", exchange.device, true], ["subscriber", exchange.subscriber, false],
    ].filter(([, value]) => value)
    const content = h("div", {},
        actionFields(kind, exchange),
        h("fieldset", {}, h("legend", {}, "For requests with"), conditions.map(([name, value, isOn]) =>
            h("label", { class: "check" }, h("input", { type: "checkbox", name: "condition", value: name, checked: isOn }),
                h("span", {}, name), h("code", {}, value)))),
        field("How often", select([["", "Every time"], ["1", "Once"], ["3", "Three times"]], "", { name: "times" })))
    const rule = await ask(TITLES[kind], content, "Add the rule", form => {
        const chosen = [...form.querySelectorAll("[name=condition]:checked")].map(box => box.value)
        const match = Object.fromEntries(conditions.filter(([name]) => chosen.includes(name)).map(([name, value]) => [name, value]))
        const times = form.elements.times.value
        return change("POST", "rules", { match, action: action(kind, form), ...(times ? { times: Number(times) } : {}) })
    })
    if (!rule) return
    toast(`Added ${rule.id}.${(rule.warnings ?? []).map(text => ` ${text}`).join("")} It is on the Rules page.`)
}
