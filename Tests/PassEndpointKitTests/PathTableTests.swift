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

    @Test("Paths with the same hash are distinguished")
    func collision() {
        // Two texts of equal length with the same FNV-1a hash of 64 bits, 0x4EAC0C95540867E4.
        let (path, other) = ("8yn0iYCKYHlIj4-BwPqk", "GReLUrM4wMqfg9yzV3KQ")
        #expect(number(other, in: PathTable([path: 1])) == nil)
        let table = PathTable([path: 1, other: 2])
        #expect(number(path, in: table) == 1 && number(other, in: table) == 2)
    }
}
