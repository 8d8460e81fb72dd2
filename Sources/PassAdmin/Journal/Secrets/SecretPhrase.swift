import PassCore

/// The place of a secret that is replaced only beside its name, as a text writes it.
struct SecretPhrase: ByteComparable {
    var before: [UInt8]
    var value: ExactText
    var writing: [UInt8]
    var after: [UInt8]
    /// Whether the value is a number, whose pseudonym needs quotes.
    var isNumber = false
}

extension SecretPhrase {
    init(_ finding: SecretScan.Finding) {
        before = finding.before
        value = ExactText(finding.value)
        writing = finding.writing
        after = finding.after
        isNumber = finding.isNumber
    }
}

/// The secrets that a mask doesn't know yet, or whose spellings it doesn't know.
struct SecretChanges: Sendable {
    var texts: Set<ExactText> = []
    /// The values of secrets that are replaced only beside their names.
    var values: Set<ExactText> = []
    var phrases: Set<SecretPhrase> = []
}
