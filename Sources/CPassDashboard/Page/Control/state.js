// The state of the namespace: what the simulator stores, of each kind, and what can be changed.

import { change, get } from "./api.js"
import { ask, button, field, h, redraw, show, toast } from "./dom.js"
import { clock } from "./clock-state.js"
import { number, short } from "./format.js"
import { address, alter, route, watch } from "./route.js"
import { dayAndTime, isTime } from "./times.js"

/**
 * Each kind: its name, its columns, its filters, what removing an entry does, and how it is edited: as settings, or by
 * the members in `changes`.
 */
const KINDS = {
    requestors: { name: "Requestors", columns: ["id", "name", "domains"], remove: "Remove", isSetting: true },
    mvpds: { name: "MVPDs", columns: ["id", "name", "style", "like"], remove: "Remove", isSetting: true },
    integrations: { name: "Integrations", columns: ["requestor", "mvpd"], filters: ["requestor", "mvpd"], remove: "Remove",
        isSetting: true },
    subscribers: { name: "Subscribers", columns: ["id", "entitlement", "signIn", "message"], remove: "Remove", isSetting: true },
    sessions: { name: "Sessions", columns: ["state", "user", "mvpd", "requestor", "device", "expires"],
        filters: ["requestor", "mvpd", "user", "device"], remove: "End", changes: ["expires"] },
    codes: { name: "Codes", columns: ["id", "mvpd", "requestor", "device", "used", "expires"], filters: ["requestor", "mvpd", "device"],
        remove: "Remove", changes: ["expires", "mvpd"] },
    profiles: { name: "Profiles", columns: ["state", "user", "mvpd", "requestor", "device", "expires"],
        filters: ["requestor", "mvpd", "user", "device"], remove: "Remove", changes: ["expires"] },
    logins: { name: "authN logins", columns: ["user", "mvpd", "requestor", "revoked", "expires"], filters: ["requestor", "mvpd", "user"],
        remove: "Revoke" },
    decisions: { name: "Decisions", columns: ["resource", "permitted", "mvpd", "requestor", "expires"], filters: ["requestor", "mvpd"],
        remove: "Remove", changes: ["expires"] },
    authzTokens: { name: "authZ tokens", columns: ["id", "revoked", "expires"], remove: "Revoke" },
    mediaTokens: { name: "Media tokens", columns: ["id", "remaining", "expires"], remove: "Use up", changes: ["remaining"] },
    passes: { name: "Temporary passes", columns: ["id", "requestor", "mvpd", "expires"], filters: ["requestor", "mvpd"], remove: "Reset",
        changes: ["expires"] },
    clients: { name: "Clients", columns: ["id", "revoked", "issued", "expires"], remove: "Revoke", changes: ["revoked", "expires"] },
    logouts: { name: "Logouts", columns: ["id", "mvpd", "expires"], filters: ["mvpd"], remove: "Remove", changes: ["expires"] },
    revocations: { name: "Revocations", columns: ["id", "expires"], remove: "Make valid again", changes: ["expires"] },
    linkedDevices: { name: "Linked devices", columns: ["id"], remove: "End the sharing" },
}
const LIMIT = 100

const words = value => value === undefined ? "" : typeof value === "string" ? isTime(value) ? dayAndTime(value) : value : Array.isArray(value) ? value.join(", ") : JSON.stringify(value)

/** The columns of a kind. A phone has room for the first ones only, and the expiry is what most people look for. */
function columnsOf(kind) {
    const { columns } = KINDS[kind]
    if (!columns.includes("expires") || !matchMedia("(max-width:48rem)").matches) return columns
    return ["expires", ...columns.filter(name => name !== "expires")]
}

const HEADS = { id: "ID", mvpd: "MVPD", signIn: "Sign-in" }
const head = name => HEADS[name] ?? name[0].toUpperCase() + name.slice(1)

/** Shows the view; answers with the function that ends it. */
export function stateView(main) {
    const kinds = h("ul", { class: "kinds" })
    const title = h("h2", { tabindex: "-1" })
    const filters = h("div", { class: "filters" })
    const tools = h("div", { class: "filters" })
    const content = h("div")
    show(main, h("div", { class: "page" },
        h("h1", {}, "State"),
        h("p", { class: "soft lead" },
            "What the simulator stores in this namespace. Revoke or change an entry, and your app sees it with its next request."),
        h("div", { class: "state" }, h("nav", { "aria-label": "Kinds of entries" }, kinds),
            h("section", { class: "state-main", "aria-label": "Entries" },
                h("div", { class: "page-head" }, title, tools), filters, content))))
    let shown = ""
    let isOver = false
    /** The kind that is shown where the address names none: the first one of a login that has entries. */
    let first = "sessions"

    async function loadKinds() {
        const answer = await get("state")
        const filled = answer.kinds.filter(kind => kind.count).map(kind => kind.name)
        first = ["sessions", "profiles", "logins", "codes", "clients"].find(name => filled.includes(name)) ?? "sessions"
        const current = route().kind ?? first
        redraw(kinds, ...answer.kinds.map(({ name, count }) => h("li", {},
            h("a", { href: address({ view: "state", kind: name }), "aria-current": name === current ? "true" : undefined },
                h("span", {}, KINDS[name]?.name ?? name), h("span", { class: "count" }, number(count))))))
    }

    function draw() {
        const state = route()
        const kind = KINDS[state.kind] ? state.kind : first
        for (const link of kinds.querySelectorAll("a")) {
            if (new URLSearchParams(link.search).get("kind") === kind) link.setAttribute("aria-current", "true")
            else link.removeAttribute("aria-current")
        }
        if (shown !== kind) {
            shown = kind
            title.textContent = KINDS[kind].name
            show(tools,
                button("Reload", () => reload(), { class: "quiet small" }),
                KINDS[kind].isSetting ? button("New", () => settings(kind), { class: "primary small" }) : "")
            show(filters, ...(KINDS[kind].filters ?? []).map(name => h("input", {
                type: "search", placeholder: head(name), "aria-label": head(name), value: state[name] ?? "",
                on: { change: event => alter({ [name]: event.target.value }, { replace: true }) },
            })))
        }
        load(kind, state).catch(problem => show(content, h("p", { class: "problem" }, problem.message)))
    }

    async function reload() {
        await loadKinds()
        draw()
    }

    async function load(kind, state) {
        const query = Object.fromEntries((KINDS[kind].filters ?? []).map(name => [name, state[name]]))
        const body = h("tbody")
        const more = h("p", { class: "soft table-foot" })
        const columns = columnsOf(kind)
        let seen = 0
        const readMore = async after => {
            const answer = await get(`state/${kind}`, { ...query, limit: LIMIT, after })
            if (isOver) return
            seen += answer[kind].length
            body.append(...answer[kind].map(entry => line(kind, entry)))
            show(more, `${number(seen)} of ${number(answer.total)} `)
            if (answer.next) more.append(button("Show more", () => readMore(answer.next), { class: "quiet small" }))
        }
        await readMore()
        if (isOver || shown !== kind) return
        show(content, seen ? h("div", { class: "table-scroll", tabindex: "0", role: "region", "aria-label": KINDS[kind].name },
            h("table", { class: "table" },
                h("thead", {}, h("tr", {}, columns.map(name => h("th", { scope: "col" }, head(name))),
                    h("th", { scope: "col" }, h("span", { class: "offscreen" }, "Actions")))), body))
            : h("p", { class: "card soft" }, "There are no entries."), seen ? more : "")
    }

    function line(kind, entry) {
        const { remove, changes, isSetting } = KINDS[kind]
        const path = `state/${kind}/${encodeURIComponent(entry.id)}`
        const apply = async (action, text) => {
            await action()
            toast(text)
            await reload()
            // The entry and its buttons may be gone.
            title.focus()
        }
        const isExpired = entry.expires && Date.parse(entry.expires) <= (clock.now() ?? 0)
        return h("tr", { class: isExpired || entry.revoked === true ? "is-over" : undefined },
            columnsOf(kind).map(name => h("td", { class: name === "expires" ? "expires" : undefined, title: words(entry[name]).length > 16 ? words(entry[name]) : undefined },
                name === "device" ? short(words(entry[name])) : words(entry[name]), name === "expires" && isExpired && [" ", h("span", { class: "badge plain" }, "Expired")])),
            h("td", { class: "row-actions" },
                button("Details", () => ask(`${KINDS[kind].name}: ${entry.id}`,
                    h("pre", { tabindex: "0" }, JSON.stringify(entry, null, 2)), "Close"),
                    { class: "quiet small", "aria-label": `Details of ${entry.id}` }),
                (isSetting || changes) && button("Edit", () => settings(kind, entry),
                    { class: "quiet small", "aria-label": `Edit ${entry.id}` }),
                changes?.includes("expires") && !isExpired && button("Expire",
                    () => apply(() => change("PATCH", path, { expires: new Date(clock.now()).toISOString() }), "The entry has expired."),
                    { class: "quiet small", "aria-label": `Expire ${entry.id}` }),
                button(remove, async () => {
                    if (await ask(`${remove}?`, h("p", {}, h("code", {}, entry.id)), remove, () => change("DELETE", path),
                        { isDangerous: true })) await apply(() => {}, `${remove}: done.`)
                }, { class: "quiet small loses", "aria-label": `${remove}: ${entry.id}` })))
    }

    /** Asks for what changes in an entry as JSON, and applies it. */
    async function settings(kind, entry) {
        const { id, ...members } = entry ?? {}
        const known = KINDS[kind].changes ? Object.fromEntries(KINDS[kind].changes.map(name => [name, entry[name]])) : members
        if (kind === "integrations") for (const part of ["requestor", "mvpd"]) delete known[part]
        const name = h("input", { name: "id", required: true, value: id ?? "", readonly: Boolean(entry) })
        const text = h("textarea", { rows: 12, class: "mono", spellcheck: "false", value: JSON.stringify(known, null, 2) })
        const done = await ask(entry ? `Edit ${id}` : "New entry", h("div", {},
            h("p", { class: "soft" },
                KINDS[kind].changes
                    ? `What can be changed: ${KINDS[kind].changes.join(", ")}. Times are like 2026-01-01T00:00:00Z.`
                    : "Settings as in a configuration file. They apply to later requests."),
            field(kind === "integrations" ? "ID, as REQUESTOR:MVPD" : "ID", name),
            field(KINDS[kind].changes ? "Members" : "Settings", text)), "Save", () => {
            let content
            try {
                content = JSON.parse(text.value)
            } catch (problem) {
                throw new Error(`This isn't JSON: ${problem.message}`)
            }
            return change("PATCH", `state/${kind}/${encodeURIComponent(name.value)}`, content)
        })
        if (done) await reload()
    }

    const end = watch(draw)
    loadKinds().catch(() => {}).finally(() => { if (!isOver) draw() })
    return () => {
        isOver = true
        end()
    }
}
