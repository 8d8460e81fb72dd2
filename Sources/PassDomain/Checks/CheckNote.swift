/// A check with its result.
package struct CheckNote: Sendable {
    package let check: Check
    /// Whether the request got past the check.
    package let hasPassed: Bool

    package init(_ check: consuming Check, hasPassed: Bool) {
        self.check = check
        self.hasPassed = hasPassed
    }
}

/// The notes that a log has kept, as bytes that are valid until the log notes another check.
package struct KeptNotes {
    package let bytes: UnsafeRawBufferPointer
    /// The number of notes.
    package let count: Int
    /// The number of notes that weren't kept. All of them precede the last note, which is always kept.
    package let leftOut: Int

    package init(_ bytes: UnsafeRawBufferPointer, count: Int, leftOut: Int) {
        (self.bytes, self.count, self.leftOut) = (bytes, count, leftOut)
    }
}
