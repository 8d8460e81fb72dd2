// The picture of a flow: the server's sequence diagram if it draws one, else lanes made here from the exchanges.

import { send, withQuery } from "./api.js"
import { button, h, redraw, s } from "./dom.js"
import { counted } from "./format.js"
import { alter } from "./route.js"
import { tone } from "./rows.js"

const NAMES = { app: "App", browser: "Browser", programmer: "Programmer", service: "Service", MVPD: "MVPD" }
const ORDER = ["app", "browser", "programmer", "service", "MVPD"]
const LANE = 132
const STEP = 40
/** The smallest scale at which the server's picture is drawn. */
const SMALLEST = 0.9

let isServed = true

/** Shows the picture of a flow in an element. */
export async function diagram(element, flow) {
    const total = flow.exchanges.length
    const label = `Sequence of ${flow.exchanges.length} exchanges; the list of exchanges says the same in words.`
    let url
    let drawn = total
    if (isServed) {
        try {
            const answer = await send(withQuery(`flows/${encodeURIComponent(flow.id)}/diagram.svg`))
            const picture = await answer.blob()
            const text = await picture.text()
            // A picture that leaves out its middle says so itself.
            if (!text.includes('class="omission"')) drawn = text.match(/class="message request/g)?.length ?? total
            url = URL.createObjectURL(picture)
        } catch (problem) {
            // An older server draws no diagrams.
            if (problem.status === 404) isServed = false
        }
    }
    const former = element.querySelector("img")
    if (former) URL.revokeObjectURL(former.src)
    const picture = url && h("img", { src: url, alt: label, on: {
        // Letters smaller than this can't be read: the region scrolls instead.
        load: event => {
            const { naturalWidth, style } = event.target
            style.maxWidth = `${naturalWidth}px`
            style.setProperty("--least", `${Math.round(naturalWidth * SMALLEST)}px`)
            name()
        },
    } })
    const region = h("div", { class: "picture-scroll", tabindex: "0", role: "region", "aria-label": "Sequence diagram" },
        picture ?? lanes(flow, label))
    const size = url && button("", () => {
        element.classList.toggle("fit")
        name()
    }, { class: "quiet small" })
    const wider = h("p", { class: "soft", hidden: true }, "The diagram goes on to the right.")
    const name = () => {
        size.textContent = element.classList.contains("fit") ? "Readable size" : "Fit the width"
        wider.hidden = region.scrollWidth <= region.clientWidth
    }
    if (size) name()
    const folded = total - drawn
    const note = url && folded > 0 && h("p", { class: "soft" },
        `${counted(total, "request")}. A request that repeats the previous one, as polls do, shares its arrow; ${folded} do. `
            + "The number after × says how many share an arrow.")
    redraw(element, size && h("div", { class: "picture-bar" }, h("div", {}, note, wider), size), region)
}

/** Draws an arrow for each exchange, from its sender to its receiver. Equal ones in a row become one. */
function lanes(flow, label) {
    const present = ORDER.filter(name => flow.exchanges.some(exchange => exchange.from === name || exchange.to === name))
    const x = name => 70 + present.indexOf(name) * LANE
    const folded = []
    for (const exchange of flow.exchanges) {
        const last = folded.at(-1)
        if (last && last.exchange.operation === exchange.operation && last.exchange.status === exchange.status
            && last.exchange.outcome === exchange.outcome) last.count++
        else folded.push({ exchange, count: 1 })
    }
    const width = 140 + (present.length - 1) * LANE + 60
    const height = 60 + folded.length * STEP
    const picture = s("svg", { class: "lanes", width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label })
    for (const name of present) {
        picture.append(s("line", { x1: x(name), x2: x(name), y1: 30, y2: height, class: "lane" }),
            s("text", { x: x(name), y: 18, class: "lane-name", "text-anchor": "middle" }, NAMES[name]))
    }
    folded.forEach(({ exchange, count }, index) => {
        const y = 64 + index * STEP
        const [from, to] = [x(exchange.from), x(exchange.to)]
        const side = to > from ? -1 : 1
        const words = `${exchange.operation ?? exchange.path}${count > 1 ? ` × ${count}` : ""}`
        const result = [exchange.status, exchange.outcome, exchange.reason].filter(Boolean).join(" ")
        const arrow = s("g", { class: `arrow ${tone(exchange)}` },
            s("line", { x1: from, x2: to, y1: y, y2: y }),
            s("path", { d: `M${to} ${y}l${8 * side} -4v8z` }),
            s("text", { x: Math.min(from, to) + 8, y: y - 6 }, words, s("tspan", { class: "result", dx: 6 }, result)))
        arrow.addEventListener("click", () => alter({ exchange: exchange.id }))
        picture.append(arrow)
    })
    return picture
}
