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

        /// Only two words of each text: its last, and that behind the tag with which envelopes begin. A signature is at one of
        /// them, and to hash all would take longer than to compare it. Texts that share both are compared, at worst all that
        /// are kept.
        func hash(into hasher: inout Hasher) {
            Self.hash(text, into: &hasher)
            Self.hash(other, into: &hasher)
        }

        private static func hash(_ text: String, into hasher: inout Hasher) {
            text.withBytes { letters in
                let bytes = UnsafeRawBufferPointer(letters)
                guard bytes.count >= 32 else { return hasher.combine(bytes: bytes) }
                // Words, which are hashed in a fraction of the time that a run of bytes takes.
                hasher.combine(bytes.loadUnaligned(fromByteOffset: 16, as: UInt64.self))
                hasher.combine(bytes.loadUnaligned(fromByteOffset: bytes.count - 8, as: UInt64.self))
            }
        }
    }

    private let capacity = 256
    private let known = Guarded<[Key: Reading]>([:])

    /// What a text was found to say of late, or is now; nothing is kept when `read` throws.
    ///
    /// Whoever has no error for a text that says nothing asks the subscript, and sets it.
    func reading<Failure: Error>(of key: Key, _ read: () throws(Failure) -> Reading) throws(Failure) -> Reading {
        if let old = self[key] { return old }
        let new = try read()
        self[key] = new
        return new
    }

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
