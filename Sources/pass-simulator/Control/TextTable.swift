/// Rows of short strings in aligned columns, for a terminal.
enum TextTable {
    /// Returns the rows, with two spaces between columns and none at the end of a line.
    ///
    /// - Parameters:
    ///   - titles: the first row.
    ///   - empty: the sentence to return instead of a table without rows.
    static func text(_ titles: [String], _ rows: [[String]], empty: String) -> String {
        guard !rows.isEmpty else { return empty + "\n" }
        let rows = ([titles] + rows).map { row in row.map(ShownText.line) }
        let widths = titles.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            var line = ""
            for (column, text) in row.enumerated() {
                line += text + String(repeating: " ", count: widths[column] - text.count + 2)
            }
            while line.hasSuffix(" ") { line.removeLast() }
            return line + "\n"
        }.joined()
    }

    /// Returns names and values, one pair on each line.
    static func text(_ pairs: [(name: String, value: String)]) -> String {
        let width = pairs.map(\.name.count).max() ?? 0
        return pairs.map { name, value in
            "\(ShownText.line(name))\(String(repeating: " ", count: width - name.count + 2))\(ShownText.line(value))\n"
        }.joined()
    }
}
