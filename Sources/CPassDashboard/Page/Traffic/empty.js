// What the list shows when it has nothing to list: what to do next.

import { baseOf, get, service } from "./api.js"
import { button, copyable, h, show } from "./dom.js"
import { counted } from "./format.js"
import { journal } from "./journal.js"
import { address, route } from "./route.js"

/** The address of a login that needs nothing but a browser. */
const login = `${service}/adobe-services/authenticate/saml?${new URLSearchParams({
    mso_id: "AcmeCable", requestor_id: "TEST_REQUESTOR", redirect_url: `${service}/_sim/done`,
})}`

/** The most namespaces that are named as those with requests. */
const MOST_NAMED = 5

/** Says which other namespaces have requests: the app may be calling one of them. */
async function nameOthers(place) {
    const { namespaces } = await get("namespaces")
    const others = namespaces.filter(space => space.exchanges && space.name !== journal.namespace)
        .sort((one, other) => other.exchanges - one.exchanges).slice(0, MOST_NAMED)
    if (!others.length) return
    show(place, `The namespace ${journal.namespace} has no requests, but others have some: `, others.map((space, index) => [
        index ? ", " : "", h("a", { href: baseOf(space.name) }, space.name), ` (${counted(space.exchanges, "request")})`]), ".")
    place.hidden = false
}

/**
 * Makes the content for a reason: "off", "filtered", "no flow" or "first". `lookFurther` loads older requests until the list has
 * something; it is undefined if all are loaded.
 */
export function emptyState(reason, what, unfiltered, lookFurther) {
    const further = lookFurther && button("Look in older requests", lookFurther)
    if (reason === "off") {
        return h("div", {}, h("h2", {}, "The journal is off"),
            h("p", {}, "The simulator records no requests, because its setting ", h("code", {}, "journal.exchanges"),
                " is 0. Set it to another number and restart the simulator."))
    }
    if (reason === "filtered") {
        return h("div", {}, h("h2", {}, `No ${what} match`), h("p", {}, 
                lookFurther ? `None of the newest ${what} meet these filters.` : `No ${what} meet these filters.`),
            what === "flows" && h("p", {}, "A request that belongs to no login flow is only in the list of requests. ",
                h("a", { href: address({ ...route(), show: "requests", flow: undefined, outcome: undefined }) }, "Look there")),
            h("p", { class: "buttons" }, further, h("a", { class: "button", href: address(unfiltered) }, "Clear filters")))
    }
    if (reason === "no flow") {
        return h("div", {}, h("h2", {}, "No login yet"),
            h("p", {}, lookFurther ? "Your app sends requests, but none of the newest is part of a login."
                : "Your app sends requests, but none is part of a login so far."),
            h("p", { class: "buttons" }, further, h("a", { class: "button", href: "?show=requests" }, "Show the requests")))
    }
    const elsewhere = h("p", { class: "elsewhere", hidden: true })
    nameOthers(elsewhere).catch(() => {})
    return h("div", { class: "welcome" },
        h("h2", {}, "Waiting for the first request"),
        elsewhere,
        h("p", {},
            "This simulator answers like Adobe Pass, with which a user logs in at an MVPD (the user's pay-TV provider, such as a cable company). What your app sends appears here as it happens: each login with its requests, the tokens in them, and the reason for each refusal."),
        h("ol", {},
            h("li", {}, h("h3", {}, "See it work"),
                h("p", {}, "Paste this line into a terminal. It begins a login:"),
                copyable(`curl -sL -o /dev/null '${login}'`, "the command"),
                h("p", {}, "Or ", h("a", { href: login, target: "_blank", rel: "noopener" }, "log in by hand"), " as ",
                    h("code", {}, "user"), " with the password ", h("code", {}, "password"), ".")),
            h("li", {}, h("h3", {}, "Connect your app"),
                h("p", {}, "The settings for your SDK, the certificate to trust, and a check that turns green when your app calls."),
                h("p", {}, h("a", { class: "button", href: "?view=setup" }, "Set up your app"))),
            h("li", {}, h("h3", {}, "Make it fail"),
                h("p", {}, "Refuse a channel, delay an answer, or expire a token: ",
                    h("a", { href: "?view=rules" }, "rules"), " and the ", h("a", { href: "?view=clock" }, "clock"), " do it on demand."))))
}
