import PassCore
import PassDomain
import Testing

@testable import PassTokens

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
                timeToLive: .days(30)))
        let first = try sealer.openProfile(token)
        #expect(try sealer.openProfile(token) == first)
        let respelled = token.replacing(composed, with: decomposed)
        #expect(Array(respelled.utf8) != Array(token.utf8))
        #expect(throws: ProofRefusal.badSignature) { try sealer.openProfile(respelled) }
    }

    @Test("A decision is read alike each time, and one with another byte is refused after it as before it")
    func decisions() throws {
        let sealer = try TokenFixture.sealer()
        let decision = Decision(
            requestor: RequestorID(rawValue: composed), resource: try ResourceReader.read(requested: "news"),
            mvpd: "AcmeCable", proxy: nil, device: DeviceBinding(fingerprint: "RGV2aWNl"),
            expires: Timestamp(seconds: 1_900_000_000), permitsAll: false)
        let token = sealer.seal(decision)
        let respelled = token.replacing(composed, with: decomposed)
        for _ in 0..<2 {
            #expect(try sealer.openDecision(token) == decision)
            #expect(throws: ProofRefusal.badSignature) { try sealer.openDecision(respelled) }
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
        let devices = (0..<3_000).map { Device(id: "device-\($0)", kind: .native) }
        for _ in 0..<2 {
            #expect(devices.allSatisfy { fingerprints.matches(fingerprints.bind($0), $0) })
        }
    }

    @Test("A text that is shown again and again is read once, whatever comes between; long ones take more room")
    func generations() {
        let readings = RecentReadings<Int>()
        var timesRead = 0
        func read(_ text: String) {
            _ = readings.reading(of: .init(text)) {
                timesRead += 1
                return timesRead
            }
        }
        for number in 0..<10_000 {
            read("shown again and again")
            read("another \(number)")
        }
        #expect(timesRead == 10_001)
        for text in ["first", "second", "third"] {
            let long = text + String(repeating: "x", count: 2_097_152)
            for _ in 0..<2 { read(long) }
        }
        #expect(timesRead == 10_004)
        read("another 9999")
        #expect(timesRead == 10_005)
    }
}
