/// What tests apply to a namespace from outside: rules and the journal.
package struct Instruments: Sendable {
    package let rules: Rules
    /// The recorded exchanges; `nil` if nothing is recorded.
    package let journal: Journal?

    package init(rules: Rules, journal: Journal?) {
        self.rules = rules
        self.journal = journal
    }
}
