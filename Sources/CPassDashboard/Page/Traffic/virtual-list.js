// A list of any length that holds only the rows in sight. It is one stop of the tab key; arrow keys move in it.

import { h } from "./dom.js"

const MORE = 8

/**
 * Makes a list.
 *
 * - `label`: what a screen reader calls it. `name`: its class.
 * - `height(width)`: the height of each row in pixels, in a list of that width.
 * - `render(item)`: the content of a row, as nodes.
 * - `open(item)`: called when the user chooses a row. `divides(item)`: whether an item only divides the others.
 * - `end()`: called when the last row comes into sight.
 */
export function virtualList({ label, name, height: heightOf, key, render, open, end, divides = () => false }) {
    let items = []
    let selected
    let active
    let version
    let frame
    let isPressed = false
    let waiting
    let height = heightOf(0)
    const rows = new Map()
    const space = h("div", { class: "rows", role: "presentation" })
    const element = h("div", { class: `list ${name}`, role: "listbox", "aria-label": label, tabindex: "0" }, space)

    /** Gives the rows the height that the list's width asks for. */
    function fit() {
        const wanted = heightOf(element.offsetWidth)
        const top = element.scrollTop * wanted / height
        const isOther = wanted !== height
        height = wanted
        space.style.height = `${items.length * height}px`
        if (isOther) element.scrollTop = top
    }

    function draw() {
        frame = undefined
        fit()
        const first = Math.max(0, Math.floor(element.scrollTop / height) - MORE)
        const last = Math.min(items.length, Math.ceil((element.scrollTop + element.clientHeight) / height) + MORE)
        const wanted = new Set(items.slice(first, last).map(key))
        for (const [id, row] of rows) {
            if (wanted.has(id)) continue
            row.element.remove()
            rows.delete(id)
        }
        // The order in the document is the one on the screen, since screen readers go by it.
        let place = space.firstChild
        for (let index = first; index < last; index++) {
            const item = items[index]
            const id = key(item)
            let row = rows.get(id)
            if (!row || row.item !== item || row.version !== version) {
                const isDivider = divides(item)
                const made = h("div", { class: isDivider ? "row divider" : "row", role: "option", id: `row-${id}`,
                    "aria-disabled": isDivider ? "true" : undefined }, render(item))
                if (!isDivider) made.addEventListener("click", () => choose(item))
                if (row) {
                    if (place === row.element) place = made
                    row.element.replaceWith(made)
                }
                rows.set(id, row = { item, version, element: made })
            }
            if (row.element === place) place = place.nextSibling
            else space.insertBefore(row.element, place)
            row.element.style.transform = `translateY(${index * height}px)`
            row.element.setAttribute("aria-setsize", items.length)
            row.element.setAttribute("aria-posinset", index + 1)
            row.element.setAttribute("aria-selected", id === selected)
            row.element.classList.toggle("active", id === active)
        }
        if (active && rows.has(active)) element.setAttribute("aria-activedescendant", `row-${active}`)
        else element.removeAttribute("aria-activedescendant")
        if (items.length && last === items.length) end?.()
    }

    function drawSoon() {
        frame ??= requestAnimationFrame(draw)
    }

    function choose(item) {
        active = key(item)
        drawSoon()
        open(item)
    }

    function move(step) {
        if (!items.length) return
        const index = items.findIndex(item => key(item) === active)
        const next = Math.min(items.length - 1, Math.max(0, index < 0 ? 0 : index + step))
        active = key(items[next])
        const top = next * height
        if (top < element.scrollTop) element.scrollTop = top
        else if (top + height > element.scrollTop + element.clientHeight) element.scrollTop = top + height - element.clientHeight
        draw()
    }

    /**
     * Shows other items. What the user looks at stays in its place when newer items come in above it. Rows of the
     * same item are made anew if `revision` is another one.
     */
    function show(list, choice, revision) {
        // A click is lost if its row moves or is made anew between press and release.
        waiting = isPressed ? [list, choice, revision] : undefined
        if (waiting) return
        selected = choice
        version = revision
        const top = element.scrollTop
        const anchor = top > 0 ? items[Math.floor(top / height)] : undefined
        const before = anchor ? Math.floor(top / height) : 0
        items = list
        space.style.height = `${items.length * height}px`
        if (anchor) {
            const id = key(anchor)
            const after = items.findIndex(item => key(item) === id)
            if (after >= 0 && after !== before) element.scrollTop = top + (after - before) * height
        }
        drawSoon()
    }

    /** The click follows the release at once, and may show other items itself. */
    function release() {
        isPressed = false
        if (waiting) requestAnimationFrame(() => waiting && show(...waiting))
    }

    element.addEventListener("scroll", drawSoon, { passive: true })
    element.addEventListener("pointerdown", event => { isPressed = event.button === 0 && event.target !== element })
    for (const name of ["pointerup", "pointercancel", "contextmenu"]) addEventListener(name, release)
    element.addEventListener("keydown", event => {
        const page = Math.max(1, Math.floor(element.clientHeight / height) - 1)
        const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -items.length, End: items.length }
        if (event.key in steps) move(steps[event.key])
        else if (event.key === "Enter" || event.key === " ") {
            const item = items.find(item => key(item) === active)
            if (item && !divides(item)) choose(item)
        } else return
        event.preventDefault()
    })
    new ResizeObserver(drawSoon).observe(element)

    return {
        element,
        get items() { return items },
        show,
    }
}
