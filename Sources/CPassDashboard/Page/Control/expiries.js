// What expires next, as a list and on a line whose spans grow tenfold from mark to mark.

import { get } from "./api.js"
import { button, h, redraw, s, show, toast } from "./dom.js"
import { clock, onClock, setClock } from "./clock-state.js"
import { short } from "./format.js"
import { onExchange } from "./journal.js"
import { dayAndTime, inSentence, span } from "./times.js"

const KINDS = [
    ["sessions", "Session"], ["codes", "Registration code"], ["profiles", "Profile"], ["logins", "authN token"], ["decisions", "Decision"],
    ["authzTokens", "authZ token"], ["mediaTokens", "Media token"], ["passes", "Temporary pass"], ["clients", "Client"],
]
const LIMIT = 200
const MOST = 25
const MOST_PAST = 5
const WIDTH = 960
const MARKS = [["1 s", 1e3], ["1 min", 6e4], ["1 h", 3.6e6], ["1 d", 8.64e7], ["30 d", 2.592e9], ["1 y", 3.15e10]]

async function load() {
    const lists = await Promise.all(KINDS.map(async ([kind, name]) => {
        const answer = await get(`state/${kind}`, { limit: LIMIT })
        return answer[kind].filter(entry => entry.expires && !entry.revoked).map(entry => ({
            kind, name, id: entry.id, at: Date.parse(entry.expires),
            who: [entry.user, entry.mvpd, entry.requestor, entry.resource].filter(Boolean).join(" · "),
        }))
    }))
    return lists.flat().sort((a, b) => a.at - b.at)
}

/** Shows the expiries in an element; answers with the function that ends it. */
export function expiries(element) {
    let all = []
    let timer
    let isOver = false

    async function read() {
        timer = undefined
        try {
            all = await load()
        } catch (problem) {
            return show(element, h("p", { class: "problem" }, problem.message))
        }
        if (!isOver) draw()
    }

    const readSoon = () => { timer ??= setTimeout(read, 400) }

    function draw() {
        const now = clock.now() ?? Date.now()
        const next = all.filter(item => item.at > now)
        const past = all.filter(item => item.at <= now).slice(-MOST_PAST).reverse()
        if (!next.length) {
            return redraw(element, h("p", { class: "soft" }, "Nothing expires: there are no live logins, codes or tokens in this namespace."),
                ...expired(past, now))
        }
        redraw(element,
            h("div", { class: "table-scroll", tabindex: "0", role: "region", "aria-label": "Next expiries" }, line(next, now), h("table", { class: "table" },
                h("thead", {}, h("tr", {}, ["What", "Whose", "Expires", "In",
                    ""].map(text => h("th", { scope: "col" }, text || h("span", { class: "offscreen" }, "Action"))))),
                h("tbody", {}, next.slice(0, MOST).map(item => h("tr", {},
                    h("td", {}, h("strong", {}, item.name)),
                    h("td", {}, h("span", {}, item.who), " ", h("span", { class: "soft mono", title: item.id }, short(item.id))),
                    h("td", { class: "mono" }, dayAndTime(item.at)),
                    h("td", {}, span(item.at - now)),
                    h("td", {}, button("Go past it", () => pass(item),
                        { class: "quiet small", "aria-label": `Go past it: ${item.name} ${item.id}` }))))))),
            next.length > MOST ? h("p", { class: "soft table-foot" }, `${next.length - MOST} more ${next.length - MOST === 1 ? "expires" : "expire"} later.`) : "",
            ...expired(past, now))
    }

    async function pass(item) {
        await setClock({ now: new Date(item.at + 1000).toISOString() })
        toast(`The clock is one second past the expiry of the ${item.name}.`)
    }

    const ends = [onClock(draw), onExchange(readSoon)]
    const tick = setInterval(draw, 5000)
    read()
    return () => {
        isOver = true
        clearTimeout(timer)
        clearInterval(tick)
        for (const end of ends) end()
    }
}

/** What has expired, last first: profiles and sessions are kept for a while after their end, and tell it. */
const expired = (past, now) => !past.length ? [] : [
    h("h2", {}, "Expired"),
    h("ul", { class: "soft" }, past.map(item =>
        h("li", {}, `${item.name}: ${item.who}, expired ${inSentence(item.at)}, ${span(now - item.at)} ago`))),
]

/** Draws the line. Everything that it shows is in the table too. */
function line(items, now) {
    const last = Math.log10(MARKS.at(-1)[1] * 1.6)
    const x = wait => 30 + (WIDTH - 60) * Math.max(0, Math.log10(Math.max(wait, 1000)) - 3) / (last - 3)
    const picture = s("svg", { class: "timeline", viewBox: `0 0 ${WIDTH} 76`, "aria-hidden": "true" },
        s("line", { x1: 20, x2: WIDTH - 20, y1: 44, y2: 44, class: "lane" }))
    for (const [text, wait] of MARKS) {
        picture.append(s("line", { x1: x(wait), x2: x(wait), y1: 38, y2: 50, class: "lane" }),
            s("text", { x: x(wait), y: 68, "text-anchor": "middle" }, text))
    }
    const taken = new Map()
    for (const item of items.slice(0, 200)) {
        const place = Math.round(x(item.at - now) / 9)
        const level = taken.get(place) ?? 0
        taken.set(place, level + 1)
        if (level < 4) picture.append(s("circle", { cx: place * 9, cy: 44 - level * 9, r: 4.5, class: `dot ${item.kind}` }))
    }
    return picture
}
