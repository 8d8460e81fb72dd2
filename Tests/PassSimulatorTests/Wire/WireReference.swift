import PassTestSupport

/// The documentation's page with the tables that are held equal to the code.
struct WireReference {
    private static let page = CatalogPage("WireReference")

    /// The lines of a table, its head included.
    static func table(_ name: String) throws -> [String] { try page.lines(name) }

    /// Puts the lines in place of the table's, if that is wanted.
    static func record(_ lines: [String], as name: String) throws { try page.record(lines, as: name) }

    /// The cells of a line, without the space around them.
    static func cells(_ line: String) -> [String] {
        line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
            .map { String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
    }
}
