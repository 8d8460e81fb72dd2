package import PassHTTP

/// A golden exchange: a folder of `Fixtures/Wire` with `request.http`, `response.http` and `source.md`.
///
/// Both messages have their head with plain line breaks, then an empty line and the exact body; a line break at the end
/// of the file is no part of it. `{{PATH}}` stands for the line in that fixture.
package struct WireExchange {
    package let request: HTTPRequest
    /// The expected answer, as `text(of:)` writes it.
    package let response: [UInt8]

    /// A fixture that has no request line, no empty line or a field without a colon.
    package struct Malformed: Error {
        package let path: String
    }

    /// - Parameter path: of the folder, below `Fixtures/Wire`.
    package init(_ path: String) throws {
        request = try Self.request(Self.filled(Fixture.line("Wire/\(path)/request.http")), path)
        response = Array(try Self.filled(Fixture.line("Wire/\(path)/response.http")).utf8)
    }

    /// Status line, fields, empty line and body, as the serializer writes them but with plain line breaks and no framing.
    package static func text(of response: HTTPResponse) -> [UInt8] {
        var text = "HTTP/1.1 \(response.status.code) \(response.status.reason)\n"
        for (name, value) in response.fields.pairs { text += "\(name): \(value)\n" }
        return Array(text.utf8) + [UInt8(ascii: "\n")] + response.body
    }

    private static func filled(_ text: String) throws -> String {
        var filled = ""
        var rest = text[...]
        while let open = rest.firstRange(of: "{{"), let close = rest[open.upperBound...].firstRange(of: "}}") {
            filled += rest[..<open.lowerBound]
            filled += try Fixture.line(String(rest[open.upperBound..<close.lowerBound]))
            rest = rest[close.upperBound...]
        }
        return filled + rest
    }

    private static func request(_ text: String, _ path: String) throws -> HTTPRequest {
        // A request without a body may end right after its head.
        let end = text.firstRange(of: "\n\n")
        var lines = text[..<(end?.lowerBound ?? text.endIndex)].split(separator: "\n")
        guard !lines.isEmpty else { throw Malformed(path: path) }
        let start = lines.removeFirst().split(separator: " ")
        guard start.count == 3 else { throw Malformed(path: path) }
        var fields: HTTPFields = [:]
        for line in lines {
            guard let colon = line.firstRange(of: ": ") else { throw Malformed(path: path) }
            fields.append(HTTPFieldName(String(line[..<colon.lowerBound])), String(line[colon.upperBound...]))
        }
        return HTTPRequest(
            method: HTTPMethod(rawValue: String(start[0])), target: String(start[1]), fields: fields,
            body: end.map { Array(text[$0.upperBound...].utf8) } ?? [])
    }
}
