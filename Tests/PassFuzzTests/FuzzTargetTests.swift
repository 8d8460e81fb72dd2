import PassFuzzTargets
import Testing

@Suite("Fuzz targets")
struct FuzzTargetTests {
    @Test(
        "The invariants of every input hold for the seeds, whole, cut short and with a byte changed",
        arguments: FuzzTarget.all)
    func seeds(_ target: FuzzTarget) async throws {
        let run = try await target.prepare()
        let seeds = try target.seeds()
        #expect(!seeds.isEmpty)
        for seed in seeds.map({ Array($0.prefix(target.maximumBytes)) }) {
            check(target, seed, run)
            check(target, Array(seed.prefix(seed.count * 2 / 3)), run)
            guard !seed.isEmpty else { continue }
            var changed = seed
            changed[seed.count / 2] ^= 0x20
            check(target, changed, run)
        }
    }

    @Test("No input that once broke a target breaks it again", arguments: FuzzTarget.all)
    func crashes(_ target: FuzzTarget) async throws {
        let crashes = try target.crashes()
        guard !crashes.isEmpty else { return }
        let run = try await target.prepare()
        for (name, bytes) in crashes {
            #expect(throws: Never.self, "\(name)") { try run(bytes) }
        }
    }

    @Test("Each target has a name of its own, which its folder has too")
    func names() {
        #expect(Set(FuzzTarget.all.map(\.name)).count == FuzzTarget.all.count)
        #expect(
            FuzzTarget.all.allSatisfy {
                $0.name.utf8.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789-".utf8.contains($0) }
            })
    }

    private func check(_ target: FuzzTarget, _ bytes: [UInt8], _ run: FuzzTarget.Run) {
        #expect(
            throws: Never.self, "\(target.name): \(String(decoding: bytes.prefix(400), as: UTF8.self).debugDescription)"
        ) {
            try run(bytes)
        }
    }
}
