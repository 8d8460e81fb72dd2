// Times and spans, as people read them. Every view takes them from here, in two forms: `14:22:47` for a time of the day that is
// shown, and `26 Nov 2026, 14:22:47` for any other. Times are those of the namespace's clock, in UTC.

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

const inMilliseconds = time => typeof time === "string" ? Date.parse(time) : time

/** A day such as `26 Nov 2026`. `time` is the text of an API, or milliseconds since 1970, as in all functions here. */
export function day(time) {
    const date = new Date(inMilliseconds(time))
    return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`
}

/** The time of day, such as `14:22:47`. */
export const timeOfDay = time => new Date(inMilliseconds(time)).toISOString().slice(11, 19)

/** A day and time such as `26 Nov 2026, 14:22:47`. */
export const dayAndTime = time =>
    Number.isNaN(new Date(inMilliseconds(time)).valueOf()) ? "an unknown time" : `${day(time)}, ${timeOfDay(time)}`

/** A time in as few words as say it: the time of day if the day is `today`, else both. */
export const shortly = (time, today) => today === day(time) ? timeOfDay(time) : dayAndTime(time)

/** A day and time for a sentence, such as `26 Nov 2026, 14:22:47 UTC`, which no line break divides. */
export const inSentence = time => `${dayAndTime(time)} UTC`.replaceAll(" ", "\u00a0")

/** A text whose times are written as people read them. */
export const withTimes = text => text.replace(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, inSentence)

/** Whether a text is nothing but a time of an API. */
export const isTime = text => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text)

/** A time as the API takes it, from a text such as `26 Nov 2026, 14:22:47` or from the API's own form. */
export function apiTime(text) {
    const match = text.trim().match(/^(\d{1,2}) ([a-z]{3}) (\d{4}),? (\d\d):(\d\d)(?::(\d\d))?( UTC)?$/i)
    const month = match && MONTHS.findIndex(name => name.toLowerCase() === match[2].toLowerCase())
    if (!match || month < 0) return text.trim()
    return new Date(Date.UTC(match[3], month, match[1], match[4], match[5], match[6] ?? 0)).toISOString()
}

/** Whether times have more than one date, so that each of them needs its own beside it. */
export function hasSeveralDays(times) {
    const first = times[0]?.slice(0, 10)
    return times.some(time => time.slice(0, 10) !== first)
}

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

const WORDS = [["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]]

/** A span in words, such as `40 days` or `1 hour 30 minutes`. */
export function spanInWords(milliseconds) {
    let rest = Math.round(Math.abs(milliseconds) / 1000)
    const parts = []
    for (const [unit, size] of WORDS) {
        const whole = Math.floor(rest / size)
        rest -= whole * size
        if (whole) parts.push(`${whole} ${unit}${whole === 1 ? "" : "s"}`)
    }
    return parts.slice(0, 2).join(" ")
}

/** A long span in words without its smallest parts: hours are the smallest of days, and minutes of hours. */
export function roughlyInWords(milliseconds) {
    const span = Math.abs(milliseconds)
    const unit = span >= 86400000 ? 3600000 : span >= 3600000 ? 60000 : 1000
    return spanInWords(Math.round(span / unit) * unit)
}

/** The time since the beginning of something, such as `+0.412 s`, `+2:05.412` or `+1:02:05.412`. */
export function offset(milliseconds) {
    const rest = Math.abs(Math.round(milliseconds))
    const sign = milliseconds < 0 ? "−" : "+"
    const padded = (value, width = 2) => String(value).padStart(width, "0")
    const [hours, minutes, seconds] = [Math.floor(rest / 3600000), Math.floor(rest / 60000) % 60, Math.floor(rest / 1000) % 60]
    const thousandths = padded(rest % 1000, 3)
    if (rest < 60000) return `${sign}${seconds}.${thousandths} s`
    if (!hours) return `${sign}${minutes}:${padded(seconds)}.${thousandths}`
    return `${sign}${hours}:${padded(minutes)}:${padded(seconds)}.${thousandths}`
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
