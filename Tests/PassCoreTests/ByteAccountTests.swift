import PassCore
import Testing

@Suite("Byte accounts")
struct ByteAccountTests {
    @Test("Bytes are taken up to the limit and no further, and returned bytes can be taken again")
    func limit() {
        let account = ByteAccount(limit: 100)
        #expect(account.take(60) && account.take(40) && !account.take(1))
        #expect(account.used == 100)
        account.giveBack(40)
        #expect(!account.take(41) && account.take(40))
    }

    @Test("An account reports how far it has fallen from its peak since the last query")
    func fall() {
        let account = ByteAccount(limit: 100)
        _ = account.take(90)
        account.giveBack(60)
        #expect(account.fall() == 60)
        #expect(account.fall() == 0)
        account.giveBack(30)
        #expect(account.fall() == 30)
    }

    @Test(
        "A text is cut between characters",
        arguments: [
            ("abc", 3, "abc"), ("abc", 2, "ab"), ("a\u{20AC}b", 3, "a"), ("\u{20AC}", 0, ""),
        ])
    func cut(_ text: String, _ limit: Int, _ expected: String) {
        #expect(text.cut(toBytes: limit) == expected)
    }
}
