import Testing

@testable import PassNetwork

@Suite("Table of peers")
struct PeerTableTests {
    @Test("An address may have connections up to the limit, and other addresses aren't affected")
    func limit() {
        let table = PeerTable(limit: 2, connections: 100)
        #expect((1...4).map { _ in table.enter("127.0.0.1") } == [0, 0, 1, 2])
        #expect(table.enter("10.0.0.1") == 0)
        for _ in 1...3 { table.leave("127.0.0.1") }
        #expect(table.enter("127.0.0.1") == 0)
        #expect(table.enter("127.0.0.1") == 1)
    }

    @Test(
        "Without a limit an address may have a quarter of all connections, and a loopback address all of them",
        arguments: [("192.0.2.1", 1), ("2001:db8::1", 1), ("127.0.0.1", 0), ("127.9.9.9", 0), ("::1", 0)])
    func quarter(_ address: String, _ excess: Int) {
        let table = PeerTable(limit: nil, connections: 40)
        for _ in 1...10 { #expect(table.enter(address) == 0) }
        #expect(table.enter(address) == excess)
        #expect(PeerTable(limit: nil, connections: 3).enter(address) == 0)
    }

    @Test("An address without connections leaves nothing in the table")
    func vanishing() {
        let table = PeerTable(limit: 5, connections: 100)
        for index in 0..<1_000 {
            let address = "192.0.2.\(index)"
            _ = table.enter(address)
            _ = table.enter(address)
            table.leave(address)
            #expect(table.count == 1)
            table.leave(address)
            table.leave(address)
            #expect(table.count == 0)
        }
    }
}
