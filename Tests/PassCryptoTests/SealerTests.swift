import PassCore
import PassCrypto
import Testing

@Suite("Sealing")
struct SealerTests {
    private let sealer = Sealer(secret: Array(0..<32))

    @Test("Sealed text opens with the same context", arguments: [0, 1, 15, 16, 17, 5000])
    func roundTrip(_ size: Int) {
        let text = (0..<size).map { UInt8(truncatingIfNeeded: $0) }
        let sealed = sealer.seal(text, context: "subscriber")
        #expect(sealed.count == size + 28)
        #expect(sealer.open(sealed, context: "subscriber") == text)
        #expect(Sealer(secret: Array(0..<32)).open(sealed, context: "subscriber") == text)
    }

    @Test("The same text seals to the same bytes, another text or context to another nonce")
    func deterministic() {
        let sealed = sealer.seal([3], context: "ab")
        #expect(sealed == sealer.seal([3], context: "ab"))
        #expect(sealed.prefix(12) != sealer.seal([4], context: "ab").prefix(12))
        #expect(sealed.prefix(12) != sealer.seal([3], context: "abc").prefix(12))
        #expect(sealer.seal([98, 3], context: "a").prefix(12) != sealer.seal([3], context: "ab").prefix(12))
    }

    @Test("Sealed text doesn't open if a byte is changed, removed or added, or with another context or secret")
    func tampered() {
        let sealed = sealer.seal(Array("subscriber".utf8), context: "name")
        for index in sealed.indices {
            var changed = sealed
            changed[index] ^= 1
            #expect(sealer.open(changed, context: "name") == nil)
        }
        for count in 0..<sealed.count {
            #expect(sealer.open(Array(sealed.prefix(count)), context: "name") == nil)
        }
        #expect(sealer.open(sealed + [0], context: "name") == nil)
        #expect(sealer.open(sealed, context: "other") == nil)
        #expect(sealer.open(sealed, context: "") == nil)
        #expect(Sealer(secret: Array(1...32)).open(sealed, context: "name") == nil)
    }
}
