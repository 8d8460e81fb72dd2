import PassCore
import Testing

@testable import PassEndpointKit

@Suite("Path tables")
struct PathTableTests {
    private func number(_ path: String, in table: PathTable) -> Int? {
        path.withBytes { table[$0] }
    }

    /// So many paths share slots, whatever the hash.
    @Test("Each path is found, however many fall into one slot, and no other", arguments: [0, 1, 2, 3, 500])
    func paths(_ count: Int) {
        let table = PathTable(Dictionary(uniqueKeysWithValues: (0..<count).map { ("/path/\($0)", $0) }))
        for index in 0..<count { #expect(number("/path/\(index)", in: table) == index) }
        for other in ["", "/", "/path/", "/path/\(count)", "/Path/0"] { #expect(number(other, in: table) == nil) }
    }
}
