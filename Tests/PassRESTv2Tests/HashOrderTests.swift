import Testing

@testable import PassRESTv2

@Suite("The order of maps")
struct HashOrderTests {
    @Test("Names come in the order of the vendor's samples")
    func samples() {
        #expect(HashOrder.sorted(["res01", "res02", "res03", "res04"]) == ["res04", "res02", "res03", "res01"])
        #expect(
            HashOrder.sorted(["domainName", "mvpd", "redirectUrl", "serviceProvider"])
                == ["redirectUrl", "domainName", "serviceProvider", "mvpd"])
        #expect(
            HashOrder.sorted(["mvpd", "tokenSource", "upstreamUserID", "userID"])
                == ["tokenSource", "upstreamUserID", "userID", "mvpd"])
        #expect(HashOrder.sorted([]).isEmpty)
    }

    @Test("Names with the same hash stay in their order; a long list keeps every name")
    func collisions() {
        // "Aa" and "BB" have the same hash.
        #expect(HashOrder.sorted(["Aa", "BB"]) == ["Aa", "BB"])
        #expect(HashOrder.sorted(["BB", "Aa"]) == ["BB", "Aa"])
        let names = (0..<1000).map { "n\($0)" }
        #expect(Set(HashOrder.sorted(names)) == Set(names))
    }

    @Test("Characters outside the basic plane count as two units, as in Java")
    func units() {
        // Java's hash of U+1F4FA is 31 * 0xD83D + 0xDCFA, whose place is 6; that of "a" is 97, whose place is 1.
        #expect(HashOrder.sorted(["\u{1F4FA}", "a"]) == ["a", "\u{1F4FA}"])
    }
}
