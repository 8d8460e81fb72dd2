import PassCore
import Testing

@Suite("UUID")
struct UUIDTests {
    /// RFC 9562, appendix A.3, with the bits of version and variant taken out.
    private let random: [UInt8] = [
        0x91, 0x91, 0x08, 0xF7, 0x52, 0xD1, 0x03, 0x20, 0x1B, 0xAC, 0xF8, 0x47, 0xDB, 0x41, 0x48, 0xA8,
    ]

    @Test("Has the form of the RFC's version 4 example")
    func example() {
        #expect(UUID(random: random).text == "919108f7-52d1-4320-9bac-f847db4148a8")
    }

    @Test("Has its version and variant whatever the bytes are", arguments: [UInt8.min, .max])
    func extremes(byte: UInt8) {
        let text = UUID(random: [UInt8](repeating: byte, count: 16)).text
        let digits = byte == 0 ? "00000000-0000-4000-8000-000000000000" : "ffffffff-ffff-4fff-bfff-ffffffffffff"
        #expect(text == digits)
    }

    @Test("Every bit other than version and variant distinguishes two UUIDs")
    func bits() {
        var all: Set<UUID> = [UUID(random: random)]
        for bit in 0..<128 {
            var other = random
            other[bit / 8] ^= 0x80 >> (bit % 8)
            all.insert(UUID(random: other))
        }
        #expect(all.count == 1 + 122)
        #expect(Set(all.map(\.text)).count == all.count)
    }
}
