// Makes QR codes (ISO/IEC 18004): bytes, error correction level M, versions 1 to 10, which is up to 213 bytes.

/** For each version: the error correction codewords of a block, and the blocks as [count, data codewords] (table 9). */
const BLOCKS = [
    [10, [1, 16]], [16, [1, 28]], [26, [1, 44]], [18, [2, 32]], [24, [2, 43]], [16, [4, 27]], [18, [4, 31]],
    [22, [2, 38], [2, 39]], [22, [3, 36], [2, 37]], [26, [4, 43], [1, 44]],
]
/** The centres of the alignment patterns (annex E). */
const CENTRES = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]]

// Arithmetic in the field of 256 elements with the polynomial 0x11D.
const EXPONENTS = new Uint8Array(512)
const LOGARITHMS = new Uint8Array(256)
for (let power = 0, value = 1; power < 255; power++) {
    EXPONENTS[power] = EXPONENTS[power + 255] = value
    LOGARITHMS[value] = power
    value = value << 1 ^ (value & 0x80 ? 0x11D : 0)
}
const times = (a, b) => a && b ? EXPONENTS[LOGARITHMS[a] + LOGARITHMS[b]] : 0

/** The error correction codewords of a block: the remainder of a division by the generator polynomial. */
function correction(data, count) {
    let generator = [1]
    for (let power = 0; power < count; power++) {
        const next = new Array(generator.length + 1).fill(0)
        generator.forEach((value, index) => {
            next[index] ^= value
            next[index + 1] ^= times(value, EXPONENTS[power])
        })
        generator = next
    }
    const rest = [...data, ...new Array(count).fill(0)]
    for (let index = 0; index < data.length; index++) {
        const factor = rest[index]
        if (factor) generator.forEach((value, place) => { rest[index + place] ^= times(value, factor) })
    }
    return rest.slice(data.length)
}

const capacity = version => BLOCKS[version - 1].slice(1).reduce((sum, [count, size]) => sum + count * size, 0)

/** The codewords of a text in the order in which they are placed. */
function codewords(bytes, version) {
    const bits = []
    const put = (value, count) => { for (let bit = count - 1; bit >= 0; bit--) bits.push(value >> bit & 1) }
    put(4, 4)
    put(bytes.length, version < 10 ? 8 : 16)
    for (const byte of bytes) put(byte, 8)
    const total = capacity(version) * 8
    put(0, Math.min(4, total - bits.length))
    while (bits.length % 8) bits.push(0)
    const data = []
    for (let index = 0; index < bits.length; index += 8) data.push(parseInt(bits.slice(index, index + 8).join(""), 2))
    for (let pad = 0xEC; data.length < total / 8; pad ^= 0xEC ^ 0x11) data.push(pad)

    const [count, ...groups] = BLOCKS[version - 1]
    const blocks = []
    let place = 0
    for (const [number, size] of groups) {
        for (let index = 0; index < number; index++, place += size) blocks.push(data.slice(place, place + size))
    }
    const checks = blocks.map(block => correction(block, count))
    const interleaved = []
    for (let index = 0; index < Math.max(...blocks.map(block => block.length)); index++) {
        for (const block of blocks) if (index < block.length) interleaved.push(block[index])
    }
    for (let index = 0; index < count; index++) for (const check of checks) interleaved.push(check[index])
    return interleaved
}

const MASKS = [
    (r, c) => (r + c) % 2 === 0, r => r % 2 === 0, (r, c) => c % 3 === 0, (r, c) => (r + c) % 3 === 0,
    (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0, (r, c) => r * c % 2 + r * c % 3 === 0,
    (r, c) => (r * c % 2 + r * c % 3) % 2 === 0, (r, c) => ((r + c) % 2 + r * c % 3) % 2 === 0,
]

/** A value with the bits of its BCH code behind it. */
function withCode(value, bits, polynomial) {
    let rest = value << bits
    for (let bit = 31 - Math.clz32(rest); bit >= bits; bit = 31 - Math.clz32(rest)) rest ^= polynomial << bit - bits
    return value << bits | rest
}

/** The penalty of a pattern (clause 7.8.3): the smaller it is, the easier the code is to read. */
function penalty(grid) {
    const size = grid.length
    let sum = 0
    let dark = 0
    for (let turn = 0; turn < 2; turn++) {
        for (let r = 0; r < size; r++) {
            const line = Array.from({ length: size }, (_, c) => turn ? grid[c][r] : grid[r][c])
            for (let c = 0, length = 0; c < size; c++) {
                length = c && line[c] === line[c - 1] ? length + 1 : 1
                if (length === 5) sum += 3
                else if (length > 5) sum++
            }
            const text = line.join("")
            for (const pattern of ["10111010000", "00001011101"]) {
                for (let at = text.indexOf(pattern); at >= 0; at = text.indexOf(pattern, at + 1)) sum += 40
            }
            if (!turn) dark += line.reduce((a, b) => a + b, 0)
        }
    }
    for (let r = 1; r < size; r++) {
        for (let c = 1; c < size; c++) if (grid[r][c] === grid[r - 1][c] && grid[r][c] === grid[r][c - 1]
            && grid[r][c] === grid[r - 1][c - 1]) sum += 3
    }
    return sum + 10 * Math.floor(Math.abs(dark * 20 / (size * size) - 10))
}

/** The rows of a QR code, of 0 and 1; undefined for a text that is too long. */
export function qrCode(text) {
    const bytes = new TextEncoder().encode(text)
    let version = 1
    while (version <= 10 && bytes.length > capacity(version) - (version < 10 ? 2 : 3)) version++
    if (version > 10) return undefined
    const size = 17 + 4 * version
    const grid = Array.from({ length: size }, () => new Array(size).fill(0))
    const fixed = Array.from({ length: size }, () => new Array(size).fill(false))
    const set = (r, c, value) => {
        if (r < 0 || c < 0 || r >= size || c >= size) return
        grid[r][c] = value ? 1 : 0
        fixed[r][c] = true
    }
    for (let index = 0; index < size; index++) {
        set(6, index, index % 2 === 0)
        set(index, 6, index % 2 === 0)
    }
    for (const [top, left] of [[0, 0], [0, size - 7], [size - 7, 0]]) {
        for (let r = -1; r <= 7; r++) for (let c = -1; c <= 7; c++) {
            const ring = Math.max(Math.abs(r - 3), Math.abs(c - 3))
            set(top + r, left + c, ring !== 2 && ring !== 4)
        }
    }
    const centres = CENTRES[version - 1]
    for (const row of centres) for (const column of centres) {
        if (row === 6 && (column === 6 || column === size - 7) || row === size - 7 && column === 6) continue
        for (let r = -2; r <= 2; r++) for (let c = -2; c <= 2; c++) set(row + r, column + c, Math.max(Math.abs(r), Math.abs(c)) !== 1)
    }
    const format = mask => {
        // Level M is 00.
        const bits = withCode(mask, 10, 0x537) ^ 0x5412
        for (let index = 0; index < 15; index++) {
            const bit = bits >> index & 1
            set(index < 6 ? index : index < 8 ? index + 1 : size - 15 + index, 8, bit)
            set(8, index < 8 ? size - 1 - index : index === 8 ? 7 : 14 - index, bit)
        }
        set(size - 8, 8, 1)
    }
    format(0)
    if (version >= 7) {
        const bits = withCode(version, 12, 0x1F25)
        for (let index = 0; index < 18; index++) {
            const [a, b] = [Math.floor(index / 3), size - 11 + index % 3]
            set(a, b, bits >> index & 1)
            set(b, a, bits >> index & 1)
        }
    }
    const bits = codewords(bytes, version).flatMap(word => Array.from({ length: 8 }, (_, bit) => word >> 7 - bit & 1))
    let next = 0
    for (let right = size - 1; right >= 1; right -= 2) {
        if (right === 6) right = 5
        for (let step = 0; step < size; step++) {
            const upwards = (right + 1 & 2) === 0
            const r = upwards ? size - 1 - step : step
            for (const c of [right, right - 1]) if (!fixed[r][c]) grid[r][c] = bits[next++] ?? 0
        }
    }
    let best
    for (let mask = 0; mask < 8; mask++) {
        const toggle = () => grid.forEach((line, r) => line.forEach((_, c) => { if (!fixed[r][c] && MASKS[mask](r, c)) grid[r][c] ^= 1 }))
        toggle()
        format(mask)
        const cost = penalty(grid)
        if (!best || cost < best.cost) best = { cost, grid: grid.map(line => [...line]) }
        toggle()
    }
    return best.grid
}
