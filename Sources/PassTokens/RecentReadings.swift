import PassCore
import PassCrypto

/// What texts of late were found to say: a client shows one token in call after call, and verifying its signature takes a
/// tenth as long as signing an answer.
///
/// Only for what follows from a text and the reader's own keys, not from the time or anything that can be revoked. Texts are
/// known by their SHA-256, so that a changed byte makes another text; what they say is kept whole, of 256 of them at most, and
/// of a token that is less than the text of `SignedEnvelope.maximumBytes` that it stood in.
final class RecentReadings<Reading: Sendable>: Sendable {
    /// The name of one or more texts.
    struct Key: Hashable, Sendable {
        private let digest: [UInt8]

        /// - Parameter texts: none but the last holds U+0000.
        init(_ texts: String...) {
            digest = Digest.sha256(texts.joined(separator: "\0").utf8)
        }
    }

    private let capacity = 256
    private let known = Guarded<[Key: Reading]>([:])

    subscript(key: Key) -> Reading? {
        get { known.withLock { $0[key] } }
        set {
            known.withLock { known in
                // A flood of texts costs them all their place and nobody else more than a second reading.
                if known.count >= capacity { known.removeAll(keepingCapacity: true) }
                known[key] = newValue
            }
        }
    }
}
