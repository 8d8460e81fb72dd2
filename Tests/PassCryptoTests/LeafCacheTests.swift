import Dispatch
import PassCore
import PassCrypto
import Testing

@Suite("Leaf cache")
struct LeafCacheTests {
    private let clock = VirtualClock(base: SystemWallClock(), frozen: true)

    private func makeCache(capacity: Int = 256) throws -> LeafCache {
        let authority = try CertificateAuthority.create(name: "Test authority", now: clock.now())
        return try LeafCache(
            authority: authority, defaultNames: ["localhost", "127.0.0.1", "::1"], capacity: capacity,
            now: { [clock] in clock.now() })
    }

    @Test("A host keeps its leaf, whatever the case of its name")
    func kept() throws {
        let cache = try makeCache()
        let leaf = cache.identity(for: "SP.auth.adobe.com")
        #expect(leaf === cache.identity(for: "sp.auth.adobe.com."))
        #expect(leaf !== cache.identity(for: "api.auth.adobe.com"))
    }

    @Test(
        "Clients that name no host, the server's own or an impossible one get the server's own leaf",
        arguments: [nil, "localhost", "LocalHost", "127.0.0.1", "::1", "[::1]", "", "a b", "a..b", "*.adobe.com", "ü"])
    func standard(_ name: String?) throws {
        let cache = try makeCache()
        #expect(cache.identity(for: name) === cache.identity(for: nil))
    }

    @Test("The least recently used leaf is evicted when the cache is full")
    func bounded() throws {
        let cache = try makeCache(capacity: 2)
        let first = cache.identity(for: "a.example")
        let second = cache.identity(for: "b.example")
        #expect(first === cache.identity(for: "a.example"))
        let third = cache.identity(for: "c.example")
        #expect(first === cache.identity(for: "a.example"))
        #expect(third === cache.identity(for: "c.example"))
        #expect(second !== cache.identity(for: "b.example"))
    }

    @Test("Leaves are renewed in their last week", arguments: [nil, "sp.auth.adobe.com"])
    func remade(_ name: String?) throws {
        let cache = try makeCache()
        let first = cache.identity(for: name)
        clock.advance(by: .days(82))
        #expect(first === cache.identity(for: name))
        clock.advance(by: .days(2))
        let second = cache.identity(for: name)
        #expect(first !== second)
        #expect(second.certificate.notAfter == (clock.now() + .days(90)).wholeSecond)
        #expect(second === cache.identity(for: name))
    }

    @Test("Leaves are renewed when the clock was set back before their first day")
    func setBack() throws {
        let cache = try makeCache()
        let first = cache.identity(for: "sp.auth.adobe.com")
        clock.advance(by: .days(-2))
        #expect(first !== cache.identity(for: "sp.auth.adobe.com"))
    }

    @Test("After the root has expired, clients get the last leaf and nothing crashes")
    func rootEnds() throws {
        let cache = try makeCache()
        clock.advance(by: .days(4000))
        #expect(cache.identity(for: "sp.auth.adobe.com") === cache.identity(for: nil))
    }

    @Test("Refuses default names that no host can have, and an empty list", arguments: [["a b"], []])
    func invalid(_ names: [String]) throws {
        let authority = try CertificateAuthority.create(name: "Test authority", now: clock.now())
        #expect(throws: CryptoError(.invalidName, "")) {
            try LeafCache(authority: authority, defaultNames: names, now: { [clock] in clock.now() })
        }
    }

    @Test("Hosts that the authority doesn't vouch for get the server's own leaf, without invalid names")
    func constrained() throws {
        let authority = try CertificateAuthority.create(
            name: "Test authority", constraints: .reserved.adding(["sp.auth.adobe.com"]), now: clock.now())
        let cache = try LeafCache(
            authority: authority, defaultNames: ["bank.com", "localhost", "8.8.8.8"],
            now: { [clock] in clock.now() })
        #expect(cache.identity(for: "bank.com") === cache.identity(for: nil))
        #expect(cache.identity(for: "sp.auth.adobe.com") !== cache.identity(for: nil))
        let directory = try TemporaryDirectory()
        let file = try directory.add("leaf.pem", cache.identity(for: nil).certificate.pem)
        let names = try OutsideTool.openssl(["x509", "-in", file, "-noout", "-ext", "subjectAltName"], in: directory)
        #expect(names.text.hasSuffix("DNS:localhost\n"), "\(names.text)")
    }

    @Test("Requests for one new host from many threads get the same leaf")
    func shared() throws {
        let cache = try makeCache()
        let answers = Guarded<[TLSIdentity]>([])
        DispatchQueue.concurrentPerform(iterations: 64) { _ in
            let identity = cache.identity(for: "sp.auth.adobe.com")
            answers.withLock { $0.append(identity) }
        }
        let all = answers.withLock { $0 }
        #expect(all.count == 64 && all.allSatisfy { $0 === all[0] })
    }
}
