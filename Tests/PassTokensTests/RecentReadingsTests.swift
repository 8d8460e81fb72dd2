import PassCore
import PassDomain
import PassTokens
import Testing

@Suite("Texts that were read before")
struct RecentReadingsTests {
    /// The same word twice, which `String` holds for equal: with one letter, and with a letter and its accent.
    private let composed = "caf\u{E9}"
    private let decomposed = "cafe\u{301}"

    @Test("A token is read alike each time, and a spelling that only looks the same is refused")
    func tokens() throws {
        let sealer = try TokenFixture.sealer()
        let token = sealer.seal(
            Profile(
                guid: "9F2C41D0-7B6E-4A5D-8C13-E0A7B45D9026", requestor: RequestorID(rawValue: composed),
                mvpd: "AcmeCable", subscriber: "user", session: "A1B2C3",
                device: DeviceBinding(fingerprint: "RGV2aWNl"), expires: Timestamp(seconds: 1_900_000_000),
                life: .days(30)))
        let first = try sealer.openProfile(token)
        #expect(try sealer.openProfile(token) == first)
        let respelled = token.replacing(composed, with: decomposed)
        #expect(Array(respelled.utf8) != Array(token.utf8))
        #expect(throws: ProofRefusal.badSignature) { try sealer.openProfile(respelled) }
    }

    @Test("A permission is read alike each time, and one with another byte is refused after it as before it")
    func permissions() throws {
        let sealer = try TokenFixture.sealer()
        let permission = Permission(
            requestor: RequestorID(rawValue: composed), resource: try ResourceReader.read(requested: "news"),
            mvpd: "AcmeCable", proxy: nil, device: DeviceBinding(fingerprint: "RGV2aWNl"),
            expires: Timestamp(seconds: 1_900_000_000), permitsAll: false)
        let token = sealer.seal(permission)
        let respelled = token.replacing(composed, with: decomposed)
        for _ in 0..<2 {
            #expect(try sealer.openPermission(token) == permission)
            #expect(throws: ProofRefusal.badSignature) { try sealer.openPermission(respelled) }
        }
    }

    @Test("A device that only looks the same as one that matched doesn't match")
    func devices() throws {
        let fingerprints = DeviceFingerprints(key: try TokenFixture.key("device"), form: .signature)
        let binding = fingerprints.bind(Device(id: composed, kind: .native))
        #expect(fingerprints.matches(binding, Device(id: composed, kind: .native)))
        #expect(fingerprints.matches(binding, Device(id: composed, kind: .native)))
        #expect(!fingerprints.matches(binding, Device(id: decomposed, kind: .native)))
    }

    @Test("More devices than are remembered all match, and go on to")
    func flood() throws {
        let fingerprints = DeviceFingerprints(key: try TokenFixture.key("device"), form: .hash)
        let devices = (0..<600).map { Device(id: "device-\($0)", kind: .native) }
        for _ in 0..<2 {
            #expect(devices.allSatisfy { fingerprints.matches(fingerprints.bind($0), $0) })
        }
    }
}
