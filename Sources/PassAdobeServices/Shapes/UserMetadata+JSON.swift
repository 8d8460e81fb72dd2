import PassCore
import PassDomain

/// User metadata as JSON: on its own, or inside XML as `<userMeta>`.
///
/// Two clients cut it out of the raw XML and pass it to a JSON parser, so characters that XML would escape are written
/// as JSON escapes (legacy protocol, "session and sessionDevice"). The text is never empty.
extension UserMetadata {
    /// The document `{"updated":…,"encrypted":[…],"data":{…}}`, with the time in milliseconds and the keys of the data
    /// sorted.
    var json: String {
        let bytes = JSONWriter.object(escapesMarkup: true) { meta in
            meta.member("updated", updated.milliseconds)
            meta.member("encrypted", encrypted)
            meta.memberObject("data") { data in
                for (key, value) in values.sorted(by: { $0.key < $1.key }) { data.member(key.string, value) }
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
