/// The parts of a namespace that only a simulator has: its rules and its journal.
package struct Instruments: Sendable {
    package let rules: Rules
    /// The recorded exchanges; `nil` if nothing is recorded.
    package let journal: Journal?

    package init(rules: Rules, journal: Journal?) {
        self.rules = rules
        self.journal = journal
    }
}
