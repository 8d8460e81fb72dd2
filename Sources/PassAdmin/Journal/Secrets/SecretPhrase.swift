import PassCore

/// A secret that is replaced only beside its name, with the text around it. Escapes in all these texts are undone.
struct SecretPhrase: ByteComparable {
    /// The text from the beginning of the name to the value.
    var before: [UInt8]
    var value: ExactText
    /// The value as it is spelled in the text.
    var writing: [UInt8]
    /// The delimiter that closes the value; empty if there is none.
    var after: [UInt8]
    /// Whether the value is a JSON number. Its pseudonym is put in quotes.
    var isNumber = false
}

/// The secrets that are new to a mask, or that have spellings new to it.
struct SecretChanges: Sendable {
    var values: Set<ExactText> = []
    var phrases: Set<SecretPhrase> = []
}
