// Breaks JSON and XML into lines, so that people can read them. Other texts stay as they are.

const LONGEST = 200000

export function readable(text) {
    const trimmed = text.trim()
    if (text.length > LONGEST) return text
    if (/^[[{]/.test(trimmed)) {
        try {
            return JSON.stringify(JSON.parse(trimmed), null, 2)
        } catch {
            return text
        }
    }
    return /^<[^!]/.test(trimmed) && !/^<html/i.test(trimmed) ? lines(trimmed) : text
}

/** Puts each element of an XML text on a line of its own, unless it holds only text. */
function lines(xml) {
    let depth = 0
    let result = ""
    for (const part of xml.match(/<[^>]*>[^<]*/g) ?? [xml]) {
        const isEnd = part.startsWith("</")
        const isEmpty = /^<[^>]*\/>/.test(part) || part.startsWith("<?")
        if (isEnd) depth = Math.max(0, depth - 1)
        const closesText = isEnd && !result.endsWith(">")
        result += (result && !closesText ? `\n${"  ".repeat(depth)}` : "") + part.trim()
        if (!isEnd && !isEmpty) depth++
    }
    return result
}
