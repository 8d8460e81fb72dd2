import FoundationEssentials
import PassCore
import PassHTTP
import PassTestSupport
import Testing

@testable import PassSimulator

/// A golden exchange of the whole backend: `request.http`, `response.http`, `source.md`, and what was before it in
/// `given.json` and `configuration.json5` (see `Fixtures/Wire/README.md`).
struct GoldenExchange: Sendable, CustomTestStringConvertible {
    /// The folder below `Fixtures/Wire/AdobeServices`, or with a slash below `Fixtures/Wire`.
    let name: String

    var testDescription: String { name }

    /// A request without a request line, or with a field without a colon.
    struct Malformed: Error {
        let name: String
    }

    private static let root = "Wire/AdobeServices"

    /// All of them, by name.
    static let all: [GoldenExchange] = {
        let folder = "\(Fixture.directory)/\(root)"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.sorted().filter { FileManager.default.fileExists(atPath: "\(folder)/\($0)/request.http") }
            .map { GoldenExchange(name: $0) }
    }()

    private func text(_ file: String) throws -> String {
        try Fixture.line(name.contains("/") ? "Wire/\(name)/\(file)" : "\(Self.root)/\(name)/\(file)")
    }

    /// What was before the exchange; `nil` when nothing was.
    func given() throws -> JSONValue? {
        guard let text = try? text("given.json") else { return nil }
        return try JSONValue.parse(Array(text.utf8))
    }

    /// The configuration laid over the demo world.
    func configuration() throws -> Configuration {
        guard let text = try? text("configuration.json5") else { return Configuration() }
        return try Configuration.load(file: "\(Fixture.directory)/\(Self.root)/\(name)/configuration.json5") { _ in
            Array(text.utf8)
        }
    }

    /// The request, its placeholders filled in.
    func request(_ values: [String: String], on site: TestSite) throws -> HTTPRequest {
        let text = try Placeholders.filled(try text("request.http"), values)
        let end = text.firstRange(of: "\n\n")
        var lines = text[..<(end?.lowerBound ?? text.endIndex)].split(separator: "\n").map(String.init)
        let start = lines.removeFirst().split(separator: " ").map(String.init)
        guard start.count == 3 else { throw Malformed(name: name) }
        var fields: HTTPFields = [:]
        for line in lines {
            guard let colon = line.firstRange(of: ": ") else { throw Malformed(name: name) }
            fields.append(HTTPFieldName(String(line[..<colon.lowerBound])), String(line[colon.upperBound...]))
        }
        let body = end.map { Array(text[$0.upperBound...].utf8) } ?? []
        return site.request(HTTPMethod(rawValue: start[0]), start[1], fields, body: body)
    }

    /// The golden answer's head and body.
    func goldenResponse() throws -> HTTPResponse {
        let text = try text("response.http")
        let end = text.firstRange(of: "\n\n")
        var lines = text[..<(end?.lowerBound ?? text.endIndex)].split(separator: "\n").map(String.init)
        let status = lines.removeFirst().split(separator: " ")
        guard status.count > 1, let code = Int(status[1]) else { throw Malformed(name: name) }
        var response = HTTPResponse(
            HTTPStatus(code: code), body: end.map { Array(text[$0.upperBound...].utf8) } ?? [])
        for line in lines {
            guard let colon = line.firstRange(of: ": ") else { throw Malformed(name: name) }
            response.fields.append(
                HTTPFieldName(String(line[..<colon.lowerBound])), String(line[colon.upperBound...]))
        }
        return response
    }

    /// Whether the answer is that to an unknown path, a wrong method or a preflight.
    var isWithoutOperation: Bool {
        get throws {
            guard name.hasPrefix("RESTv2/") || name.hasPrefix("SSOService/") else { return false }
            return [204, 404, 405].contains(try goldenResponse().status.code)
        }
    }

    /// The request lines of all exchanges below `Fixtures/Wire`, by their folders' names.
    static func requestLines(in folder: String) throws -> [(name: String, method: HTTPMethod, target: String)] {
        let root = "\(Fixture.directory)/Wire/\(folder)"
        return try FileManager.default.contentsOfDirectory(atPath: root).sorted().compactMap { name in
            guard let text = try? Fixture.line("Wire/\(folder)/\(name)/request.http") else { return nil }
            let words = text.prefix { $0 != "\n" }.split(separator: " ").map(String.init)
            guard words.count == 3 else { throw Malformed(name: name) }
            return (folder == "AdobeServices" ? name : "\(folder)/\(name)", HTTPMethod(rawValue: words[0]), words[1])
        }
    }

    /// What differs between the answer and the golden one; `nil` when nothing does.
    func difference(_ response: HTTPResponse) throws -> String? {
        var golden = try text("response.http")
        // An answer without a body may end right after its head.
        if golden.firstRange(of: "\n\n") == nil { golden += "\n\n" }
        var response = response
        for field in Self.onEveryAnswer where golden.firstRange(of: "\n\(field): ") == nil {
            response.fields.remove(HTTPFieldName(field))
        }
        let actual = String(decoding: WireExchange.text(of: response), as: UTF8.self)
            .replacing(/<style>(?:.|\n)*<\/style>/, with: "<style></style>")
        return Placeholders.match(actual, golden) ? nil : actual
    }

    /// Compared only where the golden file states them: they come with every answer, or with every page.
    private static let onEveryAnswer = [
        "Access-Control-Allow-Credentials", "Access-Control-Allow-Methods", "Access-Control-Allow-Headers",
        "Access-Control-Expose-Headers", "Access-Control-Allow-Origin", "Vary", "P3P", "Date",
        "Content-Security-Policy", "Referrer-Policy", "X-Content-Type-Options", "X-Pass-Simulator-Exchange",
    ]
}

/// `{{name}}` in golden files: in a request the value that was given, in a response any run without white space, quotes,
/// `<`, `&` and `;`, the same wherever the name stands.
enum Placeholders {
    struct Unknown: Error {
        let name: String
    }

    /// - Parameter values: by name; `{{%name}}` is the value percent-encoded.
    static func filled(_ text: String, _ values: [String: String]) throws -> String {
        var result = ""
        for piece in pieces(of: text) {
            switch piece {
            case .text(let text): result += text
            case .name(let name):
                let isEncoded = name.hasPrefix("%")
                guard let value = values[isEncoded ? String(name.dropFirst()) : name] else {
                    throw Unknown(name: name)
                }
                result += isEncoded ? PercentEncoding.encode(value) : value
            }
        }
        return result
    }

    static func match(_ actual: String, _ golden: String) -> Bool {
        var rest = actual[...]
        var seen: [String: Substring] = [:]
        for piece in pieces(of: golden) {
            switch piece {
            case .text(let text):
                guard rest.hasPrefix(text) else { return false }
                rest = rest.dropFirst(text.count)
            case .name(let name):
                let value = rest.prefix { !" \n\"'<&;".contains($0) }
                guard !value.isEmpty, seen[name, default: value] == value else { return false }
                seen[name] = value
                rest = rest.dropFirst(value.count)
            }
        }
        return rest.isEmpty
    }

    private enum Piece {
        case text(String)
        case name(String)
    }

    private static func pieces(of text: String) -> [Piece] {
        var pieces: [Piece] = []
        var rest = text[...]
        while let open = rest.firstRange(of: "{{"), let close = rest[open.upperBound...].firstRange(of: "}}") {
            pieces.append(.text(String(rest[..<open.lowerBound])))
            pieces.append(.name(String(rest[open.upperBound..<close.lowerBound])))
            rest = rest[close.upperBound...]
        }
        return pieces + [.text(String(rest))]
    }
}
