// Builds elements. Text from outside gets into the page here, and only as text nodes.

const SVG = "http://www.w3.org/2000/svg"

function fill(element, properties, children) {
    for (const [name, value] of Object.entries(properties ?? {})) {
        if (value === undefined || value === null) continue
        if (name.startsWith("aria-")) element.setAttribute(name, value)
        else if (value === false) continue
        else if (name === "on") for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener)
        else if (name === "value") element.value = value
        else element.setAttribute(name, value === true ? "" : value)
    }
    for (const child of children.flat(3)) {
        if (child === undefined || child === null || child === false) continue
        element.append(child instanceof Node ? child : document.createTextNode(String(child)))
    }
    return element
}

/** Replaces the content of an element. Content that is undefined, null or false is left out. */
export function show(element, ...content) {
    element.replaceChildren()
    return fill(element, {}, content)
}

const mark = element => element.getAttribute("aria-label") ?? element.getAttribute("href") ?? element.textContent

/** Like `show`, for content that is like the one before: what had the keyboard's focus gets it back. */
export function redraw(element, ...content) {
    const held = element.contains(document.activeElement) ? mark(document.activeElement) : undefined
    show(element, ...content)
    if (held === undefined) return element
    const controls = [...element.querySelectorAll("a, button, [tabindex]")]
    const again = controls.find(control => mark(control) === held) ?? controls.find(control => control.matches("a, button"))
    again?.focus({ preventScroll: true })
    return element
}

/** Whether something that can be seen has the keyboard's focus. */
export const hasFocus = () => document.activeElement !== document.body && document.activeElement?.checkVisibility() === true

/** Brings an element to the top of what scrolls around it. */
export function bringToTop(element) {
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches
    element.scrollIntoView({ block: "start", behavior: isCalm ? "instant" : "smooth" })
}

/** Makes an HTML element: `h("p", {class: "soft", on: {click}}, "text", otherElement)`. */
export function h(tag, properties, ...children) {
    return fill(document.createElement(tag), properties, children)
}

/** Makes an SVG element. */
export function s(tag, properties, ...children) {
    return fill(document.createElementNS(SVG, tag), properties, children)
}

/** Makes a button that runs `action`, and shows what went wrong if it fails. */
export function button(text, action, properties = {}) {
    const element = h("button", { type: "button", ...properties }, text)
    element.addEventListener("click", async event => {
        try {
            await action(event)
        } catch (problem) {
            toast(problem.message, true)
        }
    })
    return element
}

/** Shows a sentence for a few seconds; problems stay until they are dismissed. */
export function toast(text, isProblem = false) {
    const note = h("div", { class: isProblem ? "toast problem" : "toast" }, h("span", {}, text))
    const close = h("button", { type: "button", "aria-label": "Dismiss", class: "ghost" }, "×")
    close.addEventListener("click", () => note.remove())
    note.append(close)
    document.getElementById("toasts").append(note)
    if (!isProblem) setTimeout(() => note.remove(), 5000)
}

/**
 * Shows a modal dialog with a form, and answers with what `submit` returns, or with undefined if it is dismissed. Without
 * `submit` it only tells something, and its one button closes it.
 * A refusal of `submit` is shown in the dialog, which stays open.
 */
export function ask(title, content, action, submit, { isDangerous = false, isWide = false } = {}) {
    return new Promise(resolve => {
        const problem = h("p", { class: "problem", role: "alert", hidden: true })
        const form = h(
            "form", { method: "dialog" }, h("h2", { id: "dialog-title" }, title), content, problem,
            h("div", { class: "dialog-actions" },
                submit && h("button", { type: "button", class: "quiet", on: { click: () => dialog.close() } }, "Cancel"),
                h("button", { type: "submit", class: isDangerous ? "danger" : "primary" }, action)))
        const dialog = h("dialog", { "aria-labelledby": "dialog-title", class: isWide ? "wide" : undefined }, form)
        let answer
        form.addEventListener("submit", async event => {
            event.preventDefault()
            try {
                answer = await submit?.(form) ?? true
                dialog.close()
            } catch (error) {
                problem.textContent = error.message
                problem.hidden = false
            }
        })
        dialog.addEventListener("close", () => {
            dialog.remove()
            resolve(answer)
        })
        document.body.append(dialog)
        dialog.showModal()
    })
}

/** Makes a labelled field around an input. */
export function field(label, input, hint) {
    return h("label", { class: "field" }, h("span", {}, label), input, hint && h("small", {}, hint))
}

/** Makes a select from pairs of value and text. */
export function select(options, value, properties = {}) {
    const list = options.map(option => {
        const [key, text] = Array.isArray(option) ? option : [option, option]
        return h("option", { value: key, selected: key === value }, text)
    })
    return h("select", properties, list)
}

/** Copies a text, and says so. */
export async function copy(text, what) {
    try {
        await navigator.clipboard.writeText(text)
    } catch {
        // Without TLS, only loopback addresses have a clipboard: the old way works everywhere.
        const area = h("textarea", { class: "offscreen", "aria-hidden": "true", value: text })
        const place = document.querySelector("dialog[open]") ?? document.body
        place.append(area)
        area.select()
        document.execCommand("copy")
        area.remove()
    }
    toast(`Copied ${what}.`)
}

/** Shows a text in monospace with a button that copies it. */
export function copyable(text, what, properties = {}) {
    return h("div", { class: "copyable", ...properties }, h("code", {}, text),
        button("Copy", () => copy(text, what), { class: "quiet small", "aria-label": `Copy ${what}` }))
}
