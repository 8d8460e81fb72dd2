import PassCore

/// The readings of texts that were read before: a client shows one token in call after call, and reading it takes four times the
/// instructions of all else that an authorization does beside its signature.
///
/// Only for what follows from a text and the reader's own keys, not from the time or anything that can be revoked. Texts are
/// compared byte by byte, so that a changed byte makes another text. They are kept in two generations: when the younger one is
/// full, the older one is forgotten with all that nobody showed since it was the younger.
final class RecentReadings<Reading: Sendable>: Sendable {
    /// A reading is found by a text, or by two.
    struct Key: Hashable, Sendable {
        private let text: String
        private let other: String

        init(_ text: String, _ other: String = "") {
            self.text = text
            self.other = other
        }

        var byteCount: Int { text.utf8.count + other.utf8.count }

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

    private struct Known {
        var younger: [Key: Reading] = [:]
        var older: [Key: Reading] = [:]
        /// Of the younger texts.
        var bytes = 0
    }

    /// Of a generation.
    private static var mostReadings: Int { 1_024 }
    private static var mostBytes: Int { 2_097_152 }

    private let known = Guarded(Known())

    /// The reading of a text, from before or by `read`; nothing is kept when `read` throws.
    func reading<Failure: Error>(of key: Key, _ read: () throws(Failure) -> Reading) throws(Failure) -> Reading {
        if let old = self[key] { return old }
        let new = try read()
        self[key] = new
        return new
    }

    subscript(key: Key) -> Reading? {
        get {
            known.withLock { known in
                if let reading = known.younger[key] { return reading }
                guard let reading = known.older[key] else { return nil }
                Self.keep(reading, of: key, in: &known)
                return reading
            }
        }
        set {
            guard let newValue else { return }
            known.withLock { Self.keep(newValue, of: key, in: &$0) }
        }
    }

    private static func keep(_ reading: Reading, of key: Key, in known: inout Known) {
        if known.younger.count >= mostReadings || known.bytes >= mostBytes {
            known = Known(older: known.younger)
        }
        if known.younger.updateValue(reading, forKey: key) == nil { known.bytes += key.byteCount }
    }
}
