import FoundationEssentials
import Testing

@testable import PassTesting

@Suite("Files with exchanges", .simulator)
struct ExchangeFileTests {
    @Test("are named after the test") func named() throws {
        #expect(try Simulation.current.attachmentName == "exchanges-named.txt")
    }

    @Test("hold all of them, each file by itself") func written() async throws {
        let simulation = try Simulation.current
        _ = try await Asking(simulation: simulation).configuration()
        let files = [try simulation.writeExchanges(), try simulation.writeExchanges()]
        defer { for file in files { try? FileManager.default.removeItem(atPath: file) } }
        #expect(files[0] != files[1])
        for file in files {
            #expect(file.contains("/exchanges-written-"))
            #expect(FileManager.default.contents(atPath: file) == Data(simulation.exchangeText.utf8))
        }
    }
}
