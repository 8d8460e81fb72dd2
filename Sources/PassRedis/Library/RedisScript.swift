import PassCore
import PassCrypto

/// A script that the server runs as one step, which no other command interrupts.
struct RedisScript: Sendable {
    /// The effect of a script. The server learns it before it runs the script, so it can refuse the whole script, and
    /// nothing is left half done.
    enum Effect: String {
        case reads = " flags=no-writes"
        /// The script needs memory, so the server refuses it when it has none left.
        case writes = ""
        /// The script frees memory, so the server runs it even when it has none left.
        case removes = " flags=allow-oom"
    }

    let text: [UInt8]
    /// The SHA-1 digest in hexadecimal, by which the server knows a script that it has run before.
    let digest: [UInt8]

    init(_ effect: Effect, _ text: String) {
        self.text = Array("#!lua\(effect.rawValue)\n\(text)".utf8)
        digest = Array(Hex.encode(Digest.sha1(self.text)).utf8)
    }
}
