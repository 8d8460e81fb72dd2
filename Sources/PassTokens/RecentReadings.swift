import PassCore

/// What texts of late were found to say: a client shows one token in call after call, and verifying its signature takes a
/// tenth as long as signing an answer.
///
/// Only for what follows from a text and the reader's own keys, not from the time or anything that can be revoked. Texts are
/// compared byte by byte, so that a changed byte makes another text. At most 256 are kept, none of which is longer than
/// `SignedEnvelope.maximumBytes`.
final class RecentReadings<Reading: Sendable>: Sendable {
    /// What a reading is found by: a text, or two.
    struct Key: Hashable, Sendable {
        private let text: String
        private let other: String

        init(_ text: String, _ other: String = "") {
            self.text = text
            self.other = other
        }

        static func == (left: Key, right: Key) -> Bool {
            left.text.hasSameBytes(as: right.text) && left.other.hasSameBytes(as: right.other)
        }

        /// A signature is at one end of its text or the other, and none is another's: to hash what lies between would take
        /// longer than to compare it.
        func hash(into hasher: inout Hasher) {
            var text = text
            text.withUTF8 { letters in
                let bytes = UnsafeRawBufferPointer(letters)
                hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: bytes.prefix(64)))
                hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: bytes.suffix(64)))
            }
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
