/// The result of an exchange in the words of the log.
package struct JournalOutcome: Sendable, Hashable {
    /// `permitted`, `denied`, `preauthorized`, `invalid`, `refused`, `ignored` or `failed`.
    package var outcome: String
    package var reason: String?
    /// The name of a wrong parameter.
    package var parameter: String?
    package var detail: String?

    package init(_ outcome: String, reason: String? = nil, parameter: String? = nil, detail: String? = nil) {
        self.outcome = outcome
        self.reason = reason
        self.parameter = parameter
        self.detail = detail
    }
}
