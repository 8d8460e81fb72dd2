import PassCore
import PassDomain

extension FuzzTarget {
    /// Stored records: what was read is written and read back as the same, with members that this version doesn't know.
    static let record = FuzzTarget(
        "record", maximumBytes: 4_096,
        words: ["{\"", "\":", "session", "expiresMillis", "code", "details", "profiles", "key", "requestor"],
        seeds: {
            let time = Timestamp(seconds: 1)
            return [
                RecordCodec.encode(Revocation(session: "S", expires: time)),
                RecordCodec.encode(DecisionOrigin(digest: TokenDigest([1]), sessions: ["a"], expires: time)),
                RecordCodec.encode(
                    AppProfiles(key: .init(requestor: "R", client: "C", deviceID: "d"), expires: time)),
                [1] + Array(#"{"session":"a","expiresMillis":5,"more":[{"x":1}]}"#.utf8), [2], [],
            ]
        },
        run: { bytes in
            try check(bytes, Revocation.self)
            try check(bytes, DecisionOrigin.self)
            try check(bytes, AppProfiles.self)
            try check(bytes, RegistrationCode.self)
        })

    private static func check<Record: StoredRecord>(_ bytes: [UInt8], _ kind: Record.Type) throws {
        guard let stored = try? RecordCodec.decode(bytes, as: kind) else { return }
        let written = RecordCodec.encode(stored.record, keepingUnknownOf: stored)
        let again = try RecordCodec.decode(written, as: kind)
        try require(again.record == stored.record, "\(stored.record) became \(again.record)")
        try require(
            RecordCodec.encode(again.record, keepingUnknownOf: again) == written, "\(written.text) isn't stable")
    }
}
