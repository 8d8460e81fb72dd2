import PassCore

/// A secret that is replaced only beside its name, with the text around it. Escapes in these texts are undone.
struct SecretPhrase: ByteComparable {
    /// The text from the name to the value.
    var before: [UInt8]
    var value: ExactText
    /// The value as the text has it.
    var writing: [UInt8]
    /// The text that ends the value; empty if the next character ends it.
    var after: [UInt8]
    /// Whether the value is a number, whose pseudonym needs quotes.
    var isNumber = false
}

/// The secrets that a mask doesn't know yet, or whose spellings it doesn't know.
struct SecretChanges: Sendable {
    var values: Set<ExactText> = []
    var phrases: Set<SecretPhrase> = []
}
