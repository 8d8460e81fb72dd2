import PassCore

/// A cache of the results of reading recent texts. A client sends the same token in call after call, and reading it
/// takes four times as many instructions as all the rest of an authorization, apart from its RSA signature.
///
/// A reading may depend only on the text and on the reader's own keys: never on the time, nor on anything that can be
/// revoked. Texts are compared byte by byte, so a text with a changed byte is another text. Readings are stored in two
/// generations. When the younger one is full, it replaces the older one, whose readings are dropped unless they were
/// used in the meantime.
///
/// A sealer also stores the readings of the authN and access tokens that it has just made, because clients send most of
/// them back.
final class RecentReadings<Reading: Sendable>: Sendable {
    /// The key of a reading: one text or two.
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

        /// Hashes only two words of 8 bytes of each text: the last one, and the one after the tag with which envelopes
        /// begin. In a token, one of these words belongs to the signature, so tokens differ in it. Hashing the whole
        /// text would take longer than comparing it. Texts that have both words in common are compared in full; at
        /// worst, these are all the stored texts.
        func hash(into hasher: inout Hasher) {
            Self.hash(text, into: &hasher)
            Self.hash(other, into: &hasher)
        }

        private static func hash(_ text: String, into hasher: inout Hasher) {
            text.withBytes { letters in
                let bytes = UnsafeRawBufferPointer(letters)
                guard bytes.count >= 32 else { return hasher.combine(bytes: bytes) }
                // Words are hashed in a fraction of the time that a run of bytes takes.
                hasher.combine(bytes.loadUnaligned(fromByteOffset: 16, as: UInt64.self))
                hasher.combine(bytes.loadUnaligned(fromByteOffset: bytes.count - 8, as: UInt64.self))
            }
        }
    }

    /// The two generations of readings.
    private struct Known {
        var younger: [Key: Reading] = [:]
        var older: [Key: Reading] = [:]
        /// The total length of the younger texts.
        var bytes = 0
    }

    /// The number of readings at which a generation is full.
    private static var mostReadings: Int { 1_024 }
    /// The total length of texts at which a generation is full.
    private static var mostBytes: Int { 2_097_152 }

    private let known = Guarded(Known())

    /// Returns the stored reading of a text, or calls `read` and stores its result. Nothing is stored if `read` throws.
    func reading<Failure: Error>(of key: Key, _ read: () throws(Failure) -> Reading) throws(Failure) -> Reading {
        if let old = self[key] { return old }
        let new = try read()
        self[key] = new
        return new
    }

    /// The stored reading of a text; `nil` if there is none. Assigning `nil` does nothing.
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

    /// Stores a reading in the younger generation, after starting a new generation if that one is full.
    private static func keep(_ reading: Reading, of key: Key, in known: inout Known) {
        if known.younger.count >= mostReadings || known.bytes >= mostBytes {
            known = Known(older: known.younger)
        }
        if known.younger.updateValue(reading, forKey: key) == nil { known.bytes += key.byteCount }
    }
}

extension String {
    /// Whether a reader of XML or JSON is sure to get the text as it was written, because it is printable ASCII. XML
    /// can't hold most control characters, and changes line ends.
    var isReadAsWritten: Bool {
        withBytes { bytes in
            bytes.firstIndex(from: 0) { $0.controls | $0.beyondASCII } == bytes.count
        }
    }
}
