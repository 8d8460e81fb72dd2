// The IDs of exchanges: a run of the simulator, a hyphen, and a count in Crockford's base 32. Later ones are larger.

const LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"

export const run = id => id.slice(0, id.indexOf("-"))

export function count(id) {
    let value = 0
    for (const letter of id.slice(id.indexOf("-") + 1)) value = value * 32 + LETTERS.indexOf(letter)
    return value
}

export function id(run, count) {
    let text = ""
    let rest = Math.max(0, count)
    do {
        text = LETTERS[rest % 32] + text
        rest = Math.floor(rest / 32)
    } while (rest)
    return `${run}-${text}`
}
