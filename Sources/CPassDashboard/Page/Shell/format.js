// Times, spans, numbers and names, as people read them. Times are those of the namespace's clock, in UTC.

export const number = value => Number(value).toLocaleString("en")

/** A number of things: `1 flow`, `2 flows`. */
export const counted = (count, thing) => `${number(count)} ${thing}${count === 1 ? "" : "s"}`

const dateOf = iso => (iso ?? "").split("T")[0]

/** The day of a time, such as `25 Nov`, with its year if that isn't the one of `today`; empty if it is `today`. */
export function day(iso, today) {
    if (!iso || !today || today.startsWith(dateOf(iso))) return ""
    const year = today.slice(0, 4) === iso.slice(0, 4) ? undefined : "numeric"
    return new Date(dateOf(iso)).toLocaleDateString("en-GB", { day: "numeric", month: "short", year, timeZone: "UTC" })
}

/** Whether times have more than one date, so that each of them needs its own beside it. */
export const hasSeveralDays = times => {
    const first = dateOf(times[0])
    return times.some(time => dateOf(time) !== first)
}

/** The time of day, with the day if it isn't `today`. */
export function timeOfDay(iso, today) {
    if (!iso) return ""
    return `${day(iso, today)} ${iso.split("T")[1].slice(0, 8)}`.trim()
}

/** A day and time such as `25 Nov 2026, 18:34:15`. */
export function dayAndTime(milliseconds) {
    const date = new Date(milliseconds)
    if (Number.isNaN(date.valueOf())) return "an unknown time"
    const day = date.toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" })
    return `${day}, ${date.toISOString().slice(11, 19)}`
}

/** A day and time for a sentence, such as `25 Nov 2026, 18:34:15 UTC`, which no line break divides. */
export const inSentence = time => `${dayAndTime(typeof time === "string" ? Date.parse(time) : time)} UTC`.replaceAll(" ", "\u00a0")

/** A text whose times are written as people read them. */
export const withTimes = text => text.replace(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, inSentence)

const UNITS = [["d", 86400000], ["h", 3600000], ["min", 60000], ["s", 1000]]

/** A span such as `2 d 3 h`, with two units at most. */
export function span(milliseconds) {
    let rest = Math.abs(milliseconds)
    const parts = []
    for (const [unit, size] of UNITS) {
        const count = Math.floor(rest / size)
        rest -= count * size
        if (count) parts.push(`${count} ${unit}`)
        if (parts.length === 2 || parts.length === 1 && !count) break
    }
    return parts.join(" ") || "0 s"
}

/** Reads a span such as `90`, `1h30m` or `2 d`, in seconds; undefined for any other text. */
export function seconds(text) {
    const sizes = { s: 1, m: 60, min: 60, h: 3600, d: 86400 }
    const compact = text.replace(/\s+/g, "").toLowerCase()
    const match = compact.match(/^(-?)((\d+(\.\d+)?(min|[smhd])?)+)$/)
    if (!match) return undefined
    let total = 0
    for (const [, count, , unit] of match[2].matchAll(/(\d+(\.\d+)?)(min|[smhd])?/g)) total += Number(count) * sizes[unit ?? "s"]
    return match[1] ? -total : total
}

export const duration = milliseconds =>
    milliseconds === undefined ? "" : milliseconds < 10 ? `${milliseconds.toFixed(1)} ms`
        : milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`

/** A long ID as every view shows it: its first eight and its last four characters. The whole one belongs into a title. */
export const short = text => text && text.length > 16 ? `${text.slice(0, 8)}…${text.slice(-4)}` : text ?? ""

const FAMILIES = {
    legacy: "SDK", v1: "v1", v2: "REST v2", dcr: "Registration", sso: "SSO Service", mvpd: "MVPD", simulator: "Simulator",
}
export const family = name => FAMILIES[name] ?? name ?? ""

const OUTCOMES = {
    pending: ["Waiting for login", "wait"], loggedIn: ["Logged in", "good"], failed: ["Failed", "bad"],
    permitted: ["Permitted", "good"], denied: ["Denied", "bad"], loggedOut: ["Logged out", "plain"],
    preauthorized: ["Preauthorized", "good"], invalid: ["Invalid", "bad"], refused: ["Refused", "bad"],
    ignored: ["Ignored", "plain"], inFlight: ["In flight", "wait"],
}

/** What a browser opens in a login or logout: it says nothing about the API that the app uses. */
const IN_BROWSER = [
    "Authenticate", "AuthenticateInUserAgent", "ConsumeAssertion", "ConsumeAuthorizationCode", "CompletePassiveAuthentication",
    "CompleteBackgroundLogin", "Logout", "ConsumeLogoutResponse", "ConsumeOAuthLogout", "ShowLanding",
]
export const isOfApp = exchange => exchange.family !== "mvpd" && !IN_BROWSER.includes(exchange.operation)

/** The words and the tone of an outcome. */
export const outcome = name => OUTCOMES[name] ?? [name ?? "", "plain"]
