// The state of the page that is worth a link: the view, the filters, and what is open. It is kept in the query.

const listeners = new Set()

/** The current state, as an object of texts. */
export const route = () => Object.fromEntries(new URLSearchParams(location.search))

/** The address of a state. */
export function address(state) {
    const pairs = Object.entries(state).filter(([, value]) => value !== undefined && value !== "" && value !== null)
    return pairs.length ? `?${new URLSearchParams(pairs)}` : location.pathname
}

/** Goes to a state, as a link would. */
export function go(state, { replace = false } = {}) {
    if (address(state) === location.search) return
    history[replace ? "replaceState" : "pushState"](null, "", address(state))
    announce()
}

/** Changes parts of the state, and keeps the others. */
export const alter = (changes, options) => go({ ...route(), ...changes }, options)

/** Calls a function now and after each change, until the function that it returns is called. */
export function watch(listener) {
    listeners.add(listener)
    return () => listeners.delete(listener)
}

function announce() {
    for (const listener of [...listeners]) listener(route())
}

addEventListener("popstate", announce)

// Links within the page change its state without loading it again.
addEventListener("click", event => {
    const link = event.target.closest?.("a[href^='?']")
    if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    go(Object.fromEntries(new URLSearchParams(link.getAttribute("href"))))
})
