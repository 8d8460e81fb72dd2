import PassCore
import PassDomain

/// What the MVPD shares of a subscriber, as JSON inside XML: `<userMeta>`.
///
/// Two clients cut it out of the raw text and feed it to a JSON parser, so the characters that XML would escape are
/// written as JSON escapes (legacy protocol, "session and sessionDevice"). It is never empty.
enum UserMetadata {
    static func json(of subscriber: Subscriber?, isHomeBased: Bool, updated: Timestamp) -> String {
        let bytes = JSONWriter.object(escapesMarkup: true) { meta in
            meta.member("updated", updated.milliseconds)
            meta.member("encrypted", [String]())
            meta.memberObject("data") { data in
                var metadata = subscriber?.metadata ?? [:]
                if isHomeBased { metadata["hba_status"] = .bool(true) }
                for key in metadata.keys.sorted() { data.member(key, metadata[key] ?? .null) }
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
