import Dispatch
import PassCore
import PassDomain
import PassSimulator

/// Logins that no user made: the records of a login, put into a World's stores without signing anything.
enum SyntheticSessions {
    /// How many threads fill a World: a store outside memory makes the changes that wait at the same time together.
    private static let threads = 64

    /// Fills the World with so many logins; its store may have them already from an earlier run.
    ///
    /// - Returns: whether they were put in now.
    @discardableResult
    static func fill(_ world: SimulatedWorld, with count: Int) throws -> Bool {
        let now = Timestamp(milliseconds: world.nowMillis)
        if try world.stores.registrationCodes.find(code(count - 1), now: now) != nil { return false }
        let results = Guarded<[Result<Void, any Error>]>([])
        let group = DispatchGroup()
        for part in 0..<threads {
            // A serial queue without a target has a thread of its own.
            DispatchQueue(label: "fill-\(part)").async(group: group) {
                let result = Result { try fill(world, stride(from: part, to: count, by: threads)) }
                results.withLock { $0.append(result) }
            }
        }
        group.wait()
        for result in results.withLock(\.self) { try result.get() }
        return true
    }

    private static func fill(_ world: SimulatedWorld, _ numbers: StrideTo<Int>) throws {
        let stores = world.stores
        let now = Timestamp(milliseconds: world.nowMillis)
        for number in numbers {
            let digits = digits(number)
            // Lives differ a little, as those of logins at different times do.
            let expires = now + .hours(24) + .seconds(Int64(number % 3600))
            let session = SessionID(rawValue: "session-\(digits)")
            let guid = AuthenticationGUID(rawValue: "guid-\(digits)")
            let subscriber = SubscriberID(rawValue: "subscriber-\(digits)")
            var record = AuthenticationSession(
                id: session, requestor: "TEST_REQUESTOR", mvpd: "Adobe", redirectURL: nil,
                registrationCode: code(number), expires: expires)
            record.state = .authenticated(.init(subscriber: subscriber, guid: guid, instant: now))
            try stores.sessions.put(record, now: now)
            var registration = RegistrationCode(
                code: code(number), id: UUID(random: bytes(number)), requestor: "TEST_REQUESTOR",
                deviceID: ExactText("device-\(digits)"), details: [:], generated: now, expires: expires)
            registration.session = session
            try stores.registrationCodes.put(registration, now: now)
            try stores.profileOrigins.put(
                ProfileOrigin(guid: guid, subscriber: subscriber, session: session, expires: expires), now: now)
            try stores.decisionOrigins.put(
                DecisionOrigin(digest: digest(number), sessions: [session], expires: expires), now: now)
        }
    }

    /// The registration code of one of them.
    static func code(_ number: Int) -> ExactText { ExactText("B\(digits(number))") }

    /// Seven digits for each number, so that texts and requests are as long with a million sessions as with ten.
    static func digits(_ number: Int) -> String { String(1_000_000 + number) }

    private static func digest(_ number: Int) -> TokenDigest { TokenDigest(bytes(number)) }

    /// 16 bytes that are as evenly spread as those of a signature.
    private static func bytes(_ number: Int) -> [UInt8] {
        var state = UInt64(number) &* 0x9E37_79B9_7F4A_7C15
        return (0..<2).flatMap { _ in
            state ^= state >> 29
            state &*= 0xBF58_476D_1CE4_E5B9
            return withUnsafeBytes(of: state) { Array($0) }
        }
    }
}
