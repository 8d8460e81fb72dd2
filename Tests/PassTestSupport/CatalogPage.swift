#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A page of the documentation with parts that are held equal to the code.
///
/// Each part stands between `<!-- NAME -->` and `<!-- /NAME -->`. With `PASS_RECORD` in the environment parts are written
/// before they are compared: read the difference.
package struct CatalogPage {
    /// A page without such a part, or one that can't be written.
    package enum Failure: Error {
        case noPart(String)
        case notWritten(String)
    }

    private let path: String

    /// - Parameter name: of the file, without `.md`.
    package init(_ name: String) { path = "../Sources/PassSimulator/PassSimulator.docc/\(name).md" }

    /// The lines of a part that aren't empty.
    package func lines(_ part: String) throws -> [String] {
        let text = try text()
        return text[try bounds(part, in: text)].split(separator: "\n").map(String.init)
    }

    /// Puts the lines in place of the part's, if that is wanted.
    package func record(_ lines: [String], as part: String) throws {
        guard getenv("PASS_RECORD") != nil else { return }
        var text = try text()
        text.replaceSubrange(try bounds(part, in: text), with: "\n" + lines.joined(separator: "\n") + "\n")
        guard let file = fopen("\(Fixture.directory)/\(path)", "w") else { throw Failure.notWritten(path) }
        defer { fclose(file) }
        let bytes = Array(text.utf8)
        guard fwrite(bytes, 1, bytes.count, file) == bytes.count else { throw Failure.notWritten(path) }
    }

    private func text() throws -> String { String(decoding: try Fixture.bytes(path), as: UTF8.self) }

    private func bounds(_ part: String, in text: String) throws -> Range<String.Index> {
        guard let start = text.firstRange(of: "<!-- \(part) -->"), let end = text.firstRange(of: "<!-- /\(part) -->")
        else { throw Failure.noPart(part) }
        return start.upperBound..<end.lowerBound
    }
}
