import PassCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A client's requests from first to last, as they were recorded, with places for what differs and for what answers give.
///
/// The file is a JSON array of steps:
///
/// - `head`: the lines of the request's head, without Content-Length; `content`: its content, or `null`.
/// - `status`: the one that the answer must have.
/// - `take`: values of the answer for later steps, each with its `name`, the text that it stands `after`, the text that it stands
///   `before`, and whether it `isEscaped` as in XML.
///
/// Later requests name a value as `{{name}}`, or as `{{%name}}` in percent-encoding. `########` stands for a number of eight digits,
/// another one each time that the play is played.
struct RecordedPlay {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    enum Piece {
        case text([UInt8])
        case number
        case value(Int, isEncoded: Bool)
    }

    struct Taken {
        let value: Int
        let after: [UInt8]
        let before: [UInt8]
        let isEscaped: Bool
    }

    struct Step {
        let head: [Piece]
        let content: [Piece]?
        let status: [UInt8]
        let taken: [Taken]
    }

    private(set) var steps: [Step] = []
    /// Names of the values that are taken, in the order in which they are.
    private(set) var names: [String] = []

    init(file: String) throws {
        guard let steps = try JSONValue.parse(PreparedRequests.read(file)).arrayValue, !steps.isEmpty else {
            throw Failure(description: "\(file) holds no steps")
        }
        for step in steps { self.steps.append(try read(step)) }
    }

    private mutating func read(_ step: JSONValue) throws -> Step {
        guard let head = step["head"]?.stringValue, let status = step["status"]?.integerValue else {
            throw Failure(description: "a step of the play lacks its head or status")
        }
        let request = try pieces(head)
        let content = try step["content"]?.stringValue.map { try pieces($0) }
        let taken = try (step["take"]?.arrayValue ?? []).map { try read(taken: $0) }
        return Step(head: request, content: content, status: Array("\(status) ".utf8), taken: taken)
    }

    private mutating func read(taken: JSONValue) throws -> Taken {
        guard let name = taken["name"]?.stringValue, let after = taken["after"]?.stringValue,
            let before = taken["before"]?.stringValue, !after.isEmpty, !before.isEmpty
        else { throw Failure(description: "a value that a step of the play takes needs a name, `after` and `before`") }
        if !names.contains(name) { names.append(name) }
        return Taken(
            value: names.firstIndex(of: name) ?? 0, after: Array(after.utf8), before: Array(before.utf8),
            isEscaped: taken["isEscaped"] == .bool(true))
    }

    private func pieces(_ text: String) throws -> [Piece] {
        var pieces: [Piece] = []
        for (index, part) in text.split(separator: "{{", omittingEmptySubsequences: false).enumerated() {
            var rest = part
            if index > 0 {
                guard let end = part.firstRange(of: "}}") else {
                    throw Failure(description: "{{ without }} in the play")
                }
                var name = part[..<end.lowerBound]
                let isEncoded = name.hasPrefix("%")
                if isEncoded { name.removeFirst() }
                guard let value = names.firstIndex(of: String(name)) else {
                    throw Failure(description: "the play needs \(name), which no answer has given")
                }
                pieces.append(.value(value, isEncoded: isEncoded))
                rest = part[end.upperBound...]
            }
            for (index, text) in rest.split(separator: "########", omittingEmptySubsequences: false).enumerated() {
                if index > 0 { pieces.append(.number) }
                if !text.isEmpty { pieces.append(.text(Array(text.utf8))) }
            }
        }
        return pieces
    }
}

extension RecordedPlay.Step {
    /// The bytes of the request.
    func request(values: [[UInt8]], number: [UInt8]) -> [UInt8] {
        var request = Self.text(head, values, number)
        guard let content else { return request + Array("\r\n".utf8) }
        let text = Self.text(content, values, number)
        request += Array("Content-Length: \(text.count)\r\n\r\n".utf8)
        return request + text
    }

    /// Puts what the answer gives into `values`.
    func take(_ answer: [UInt8], into values: inout [[UInt8]]) throws {
        for taken in taken {
            guard let start = Self.place(of: taken.after, in: answer, from: 0).map({ $0 + taken.after.count }),
                let end = Self.place(of: taken.before, in: answer, from: start)
            else {
                let place = String(decoding: taken.after, as: UTF8.self)
                throw RecordedPlay.Failure(description: "an answer lacks the value that follows \(place)")
            }
            let value = Array(answer[start..<end])
            values[taken.value] = taken.isEscaped ? Self.unescaped(value) : value
        }
    }

    private static func place(of text: [UInt8], in answer: [UInt8], from start: Int) -> Int? {
        answer.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return nil }
            var place = start
            while place + text.count <= bytes.count,
                let found = memchr(base + place, Int32(text[0]), bytes.count - text.count - place + 1)
            {
                place = UnsafeRawPointer(found) - base
                if memcmp(base + place, text, text.count) == 0 { return place }
                place += 1
            }
            return nil
        }
    }

    private static func text(_ pieces: [RecordedPlay.Piece], _ values: [[UInt8]], _ number: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        for piece in pieces {
            switch piece {
            case .text(let bytes): text += bytes
            case .number: text += number
            case .value(let index, isEncoded: false): text += values[index]
            case .value(let index, isEncoded: true):
                text += Array(PercentEncoding.encode(String(decoding: values[index], as: UTF8.self)).utf8)
            }
        }
        return text
    }

    /// The five characters that XML escapes, and those that pages write as numbers.
    private static func unescaped(_ text: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var rest = text[...]
        while let start = rest.firstIndex(of: UInt8(ascii: "&")),
            let end = rest[start...].firstIndex(of: UInt8(ascii: ";"))
        {
            result += rest[..<start]
            switch String(decoding: rest[(start + 1)..<end], as: UTF8.self) {
            case "lt": result.append(UInt8(ascii: "<"))
            case "gt": result.append(UInt8(ascii: ">"))
            case "quot", "#34": result.append(UInt8(ascii: "\""))
            case "apos", "#39": result.append(UInt8(ascii: "'"))
            case "amp": result.append(UInt8(ascii: "&"))
            case "#43": result.append(UInt8(ascii: "+"))
            case "#61": result.append(UInt8(ascii: "="))
            default: result += rest[start...end]
            }
            rest = rest[(end + 1)...]
        }
        return result + rest
    }
}
