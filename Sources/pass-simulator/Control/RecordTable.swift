import PassHarness

/// Records of the simulator as a table, whose columns are the members that are strings, numbers or Boolean values.
enum RecordTable {
    /// The maximum number of columns; further members are shown only with `--json`.
    private static let mostColumns = 7
    /// The maximum length of a text in a column, in characters.
    private static let longestText = 40

    /// Returns the table as text.
    ///
    /// - Parameter empty: the sentence to return instead of a table without rows.
    static func text(_ records: [ControlRecord], empty: String) -> String {
        var names: [String] = []
        for record in records {
            for (name, _) in record.members where !names.contains(name) { names.append(name) }
        }
        if let index = names.firstIndex(of: "id") { names.insert(names.remove(at: index), at: 0) }
        let columns = Array(names.prefix(mostColumns))
        return TextTable.text(
            columns.map { $0.uppercased() }, records.map { record in columns.map { shown(record[$0] ?? "-", $0) } },
            empty: empty)
    }

    /// Shortens a text, but never an identifier, which the user needs whole.
    private static func shown(_ text: String, _ column: String) -> String {
        column == "id" || text.count <= longestText ? text : text.prefix(longestText - 1) + "…"
    }
}
