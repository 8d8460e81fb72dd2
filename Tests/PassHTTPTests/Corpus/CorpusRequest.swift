import PassTestSupport
import Testing

/// A row of the tables in `Fixtures/HTTP`, with the bytes of its file; the tables' heads say what the columns mean.
struct CorpusRequest: Sendable {
    struct Expected: Sendable, Hashable {
        let method: String
        let target: String
        let contentBytes: Int
    }

    let name: String
    let bytes: [UInt8]
    let requests: [Expected]
    /// The length of the file up to and including each request's last byte.
    let ends: [Int]
    /// The status of the refusal behind the requests, if there is one.
    let refusal: Int?
    /// The file ends inside a request that could go on.
    let waits: Bool
    /// Another request is answered afterwards.
    let timesToLive: Bool

    static let valid = load("valid")
    static let malformed = load("malformed")
    static let all = valid + malformed

    private static func load(_ folder: String) -> [CorpusRequest] {
        rows(folder).map { cells in
            let requests = cells[1].split(separator: ", ").map { $0.dropFirst().dropLast().split(separator: " ") }
            let answers = cells[2].split(separator: ", ")
            let last = folder == "malformed" ? answers.last : nil
            return CorpusRequest(
                name: cells[0],
                bytes: (try? Fixture.bytes("HTTP/\(folder)/\(cells[0]).http")) ?? [],
                requests: requests.map {
                    Expected(method: String($0[0]), target: String($0[1]), contentBytes: Int($0[2]) ?? -1)
                },
                ends: requests.map { Int($0[3].dropFirst()) ?? -1 },
                refusal: last.flatMap { Int($0) },
                waits: last == "waits",
                timesToLive: cells[3] == "lives")
        }
    }

    private static func rows(_ folder: String) -> [[String]] {
        let text = (try? Fixture.bytes("HTTP/\(folder).md")) ?? []
        let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
        return lines.filter { $0.hasPrefix("| ") }.dropFirst().map { line in
            line.dropFirst(2).dropLast(2).split(separator: " | ", omittingEmptySubsequences: false).map(String.init)
        }
    }
}

extension CorpusRequest: CustomTestStringConvertible {
    var testDescription: String { name }
}
