#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Reads of an answer what a client needs that only counts: its status and how many bytes it has altogether.
///
/// Answers of one run mostly have heads of one form, so the places of the last one are looked at first.
struct AnswerLengths {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private static let version = Array("HTTP/1.1 ".utf8)
    /// The field as servers spell it, and as HAProxy does.
    private static let fields = ["\r\nContent-Length: ", "\r\ncontent-length: "].map { Array($0.utf8) }
    private static let end = Array("\r\n\r\n".utf8)
    /// The status with a space behind it, each as it stands in memory.
    private let statuses: [UInt32]
    /// Where the Content-Length of the last head began, and where that head ended.
    private var lengthStart = 0
    /// The spelling of the field in that head.
    private var field = AnswerLengths.fields[0]
    private var headEnd = 0

    /// - Parameter statuses: those that an answer may have, as `401,404`.
    init?(statuses: some StringProtocol) {
        self.statuses = statuses.split(separator: ",").compactMap { status in
            let bytes = Array("\(status) ".utf8)
            guard bytes.count == 4 else { return nil }
            return bytes.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
        }
        guard !self.statuses.isEmpty else { return nil }
    }

    /// How many bytes the answer has that begins here, head and all.
    mutating func length(_ bytes: UnsafeRawBufferPointer) throws -> Int {
        guard bytes.count > Self.version.count + 4, Self.stands(Self.version, at: 0, bytes) else {
            throw Failure(description: "an answer isn't HTTP/1.1, or comes in small pieces")
        }
        guard statuses.contains(bytes.loadUnaligned(fromByteOffset: Self.version.count, as: UInt32.self)) else {
            throw Failure(description: "an answer begins with \(String(decoding: bytes.prefix(16), as: UTF8.self))")
        }
        if let body = body(bytes) { return headEnd + body }
        try find(bytes)
        guard let body = body(bytes) else { throw Failure(description: "an answer's Content-Length isn't a number") }
        return headEnd + body
    }

    /// The content's length, if head and Content-Length are where they were last time.
    private func body(_ bytes: UnsafeRawBufferPointer) -> Int? {
        guard headEnd > 0, bytes.count >= headEnd, Self.stands(Self.end, at: headEnd - Self.end.count, bytes),
            Self.stands(field, at: lengthStart - field.count, bytes)
        else { return nil }
        var place = lengthStart
        var value = 0
        while place < headEnd, bytes[place] >= UInt8(ascii: "0"), bytes[place] <= UInt8(ascii: "9") {
            value = value * 10 + Int(bytes[place] - UInt8(ascii: "0"))
            place += 1
        }
        return place > lengthStart && bytes[place] == UInt8(ascii: "\r") ? value : nil
    }

    private mutating func find(_ bytes: UnsafeRawBufferPointer) throws {
        guard let end = Self.place(of: Self.end, in: bytes) else {
            throw Failure(description: "an answer's head comes in pieces")
        }
        for spelling in Self.fields {
            guard let start = Self.place(of: spelling, in: bytes), start <= end else { continue }
            headEnd = end + Self.end.count
            lengthStart = start + spelling.count
            field = spelling
            return
        }
        throw Failure(description: "an answer has no Content-Length")
    }

    private static func stands(_ text: [UInt8], at place: Int, _ bytes: UnsafeRawBufferPointer) -> Bool {
        guard place >= 0, place + text.count <= bytes.count, let base = bytes.baseAddress else { return false }
        return memcmp(base + place, text, text.count) == 0
    }

    private static func place(of text: [UInt8], in bytes: UnsafeRawBufferPointer) -> Int? {
        (0...max(0, bytes.count - text.count)).first { stands(text, at: $0, bytes) }
    }
}
