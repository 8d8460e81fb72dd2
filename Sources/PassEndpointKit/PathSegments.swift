import PassCore

/// The segments of a request's path in order, without empty ones; valid as long as the path's bytes.
struct PathSegments {
    private let path: UnsafeBufferPointer<UInt8>
    private var start = 0
    /// Whether the path has escapes. Few paths have any, so only the segments of those are searched for escapes.
    private let hasEscapes: Bool

    init(_ path: UnsafeBufferPointer<UInt8>) {
        self.path = path
        hasEscapes = path.firstIndex(of: UInt8(ascii: "%"), from: 0) < path.count
        skipSlashes()
    }

    var isAtEnd: Bool { start == path.count }

    mutating func next() -> PathSegment? {
        if isAtEnd { return nil }
        let end = path.firstIndex(of: UInt8(ascii: "/"), from: start)
        let segment = PathSegment(UnsafeBufferPointer(rebasing: path[start..<end]), mayHaveEscapes: hasEscapes)
        start = end
        skipSlashes()
        return segment
    }

    private mutating func skipSlashes() {
        while start < path.count, path[start] == UInt8(ascii: "/") { start += 1 }
    }
}

/// A segment of a request's path, which lives as long as the path's bytes.
struct PathSegment {
    private let bytes: UnsafeBufferPointer<UInt8>
    /// The text with its escapes decoded; `nil` if the bytes have no escapes, or ones that can't be decoded.
    private let decoded: String?
    /// Whether an escape is malformed, or the decoded text isn't UTF-8. No literal equals such a segment, since
    /// literals have no escapes.
    private let isBroken: Bool
    /// The beginning of the text with its escapes decoded.
    let beginning: SegmentBeginning

    init(_ bytes: UnsafeBufferPointer<UInt8>, mayHaveEscapes: Bool) {
        let hasEscapes = mayHaveEscapes && bytes.firstIndex(of: UInt8(ascii: "%"), from: 0) < bytes.count
        let text = hasEscapes ? PercentEncoding.decode(String(decoding: bytes, as: UTF8.self)) : nil
        self.init(bytes, decoded: text, isBroken: hasEscapes && text == nil)
    }

    private init(_ bytes: UnsafeBufferPointer<UInt8>, decoded: String?, isBroken: Bool = false) {
        self.bytes = bytes
        self.decoded = decoded
        self.isBroken = isBroken
        beginning = decoded.map { $0.withBytes(SegmentBeginning.init) } ?? SegmentBeginning(bytes)
    }

    /// The text with its escapes decoded; `nil` if they can't be decoded.
    var text: String? { isBroken ? nil : decoded ?? String(decoding: bytes, as: UTF8.self) }

    func equals(_ literal: String) -> Bool {
        decoded.map { $0.hasSameBytes(as: literal) } ?? literal.hasBytes(bytes)
    }

    private static let formats = [(".json", AnswerFormat.json), (".xml", .xml)]

    /// Returns the segment without a suffix that names a format, and that format; `nil` without such a suffix.
    func splitFormat() -> (stem: PathSegment, format: AnswerFormat)? {
        if isBroken { return nil }
        for (suffix, format) in Self.formats {
            if let decoded {
                guard decoded.hasSuffix(suffix) else { continue }
                return (PathSegment(bytes, decoded: String(decoded.dropLast(suffix.count))), format)
            }
            let start = bytes.count - suffix.utf8.count
            guard start >= 0, suffix.hasBytes(UnsafeBufferPointer(rebasing: bytes[start...])) else { continue }
            return (PathSegment(UnsafeBufferPointer(rebasing: bytes[..<start]), decoded: nil), format)
        }
        return nil
    }
}

/// The length of a path's segment and its first eight bytes, which together distinguish nearly all segments.
struct SegmentBeginning: Equatable, Sendable {
    private let count: Int
    private let bytes: UInt64

    init(_ segment: UnsafeBufferPointer<UInt8>) {
        count = segment.count
        bytes = segment.firstWord
    }

    /// Whether the beginning is the whole segment.
    var isWhole: Bool { count <= 8 }
}
