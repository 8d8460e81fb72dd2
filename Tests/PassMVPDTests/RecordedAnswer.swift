import PassTestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file in `Fixtures/Wire/MVPD` that holds an answer as it was recorded.
struct RecordedAnswer {
    let name: String

    /// Expects the file to hold `text`; with `PASS_RECORD=1` it is written first, for somebody to read the difference.
    func expect(_ text: String, _ place: SourceLocation = #_sourceLocation) throws {
        if getenv("PASS_RECORD") != nil { try record(text) }
        let recorded = String(decoding: try Fixture.bytes("Wire/MVPD/\(name)"), as: UTF8.self)
        #expect(text == recorded, sourceLocation: place)
    }

    private func record(_ text: String) throws {
        // This file is Tests/PassMVPDTests/RecordedAnswer.swift.
        let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let file = try #require(fopen("\(root)/Fixtures/Wire/MVPD/\(name)", "w"))
        defer { fclose(file) }
        let bytes = Array(text.utf8)
        try #require(fwrite(bytes, 1, bytes.count, file) == bytes.count)
    }
}
