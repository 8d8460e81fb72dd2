import PassCore
package import PassHTTP

/// Finds the endpoint for a path, in a tree of segments that is built once.
///
/// Repeated slashes and a slash at the end are ignored, since some clients double the first (legacy protocol, "Path
/// aliases"). A literal segment takes precedence over a capture.
package struct Router: Sendable {
    /// The result of a search.
    package enum Match: Sendable {
        /// The endpoint, with the parts of the path that its pattern captured.
        case found(RoutedEndpoint, Captures)
        /// A known path with another method. The values are the path's methods, for `Allow`, and one of its endpoints.
        case wrongMethod([HTTPMethod], RoutedEndpoint)
        /// An unknown path, or one with escapes that can't be decoded, unless the API takes these in captures.
        case notFound

        /// The route of the endpoint that was found, if any.
        package var route: Route? {
            if case .found(let found, _) = self { found.route } else { nil }
        }
    }

    /// A place in the tree. It is a class so that a search counts one reference for a node, not one for each array and
    /// text in it.
    private final class Node: Sendable {
        /// The next nodes by their literal segments. They are few, and a comparison costs less than a hash.
        let literals: [(text: String, node: Int)]
        /// The beginnings of the literal segments, by which nearly all comparisons end.
        let beginnings: [SegmentBeginning]
        let capture: (name: String, node: Int)?
        let endpoints: [(method: HTTPMethod, routed: RoutedEndpoint)]
        let formatted: [(method: HTTPMethod, routed: RoutedEndpoint)]

        init(_ draft: Draft) {
            literals = draft.literals
            beginnings = draft.literals.map { $0.text.withBytes(SegmentBeginning.init) }
            capture = draft.capture
            endpoints = draft.endpoints
            formatted = draft.endpoints.filter { $0.routed.route.takesFormatSuffix }
        }

        /// Returns the next node for a segment; `nil` if no literal equals it.
        func next(_ segment: PathSegment) -> Int? {
            for index in beginnings.indices
            where beginnings[index] == segment.beginning && segment.equals(literals[index].text) {
                return literals[index].node
            }
            return nil
        }
    }

    /// A node while the tree is built.
    private struct Draft {
        var literals: [(text: String, node: Int)] = []
        var capture: (name: String, node: Int)?
        var endpoints: [(method: HTTPMethod, routed: RoutedEndpoint)] = []
    }

    private let nodes: [Node]
    /// The nodes of paths without captures, by the whole path, so that most requests need only one look-up.
    private let wholePaths: PathTable
    /// The endpoint that answers GET, the commonest method, for each node.
    private let readers: [RoutedEndpoint?]

    /// Builds the tree for the endpoints of these families.
    ///
    /// - Precondition: no two endpoints claim the same method and path.
    package init(_ families: [any EndpointFamily]) {
        var drafts = [Draft()]
        var whole: [String: Int] = [:]
        for family in families {
            for endpoint in family.endpoints {
                let routed = RoutedEndpoint(endpoint, family.manners)
                for variant in routed.route.patterns.flatMap(PathPattern.variants) {
                    let node = Self.insert(routed, at: variant, &drafts)
                    if let path = PathPattern.literalPath(variant) { whole[path] = node }
                }
            }
        }
        nodes = drafts.map(Node.init)
        wholePaths = PathTable(whole)
        readers = nodes.map { node in node.endpoints.first { $0.method == .get }?.routed }
    }

    /// Finds the endpoint for a method and a path.
    ///
    /// - Parameter path: the path as received, percent-encoded.
    package func match(_ method: HTTPMethod, _ path: String) -> Match {
        path.withBytes { match(method, path: $0) }
    }

    package func match(_ request: HTTPRequest) -> Match {
        request.withPath { match(request.method, path: $0) }
    }

    private func match(_ method: HTTPMethod, path: UnsafeBufferPointer<UInt8>) -> Match {
        if let index = wholePaths[path] {
            if case .get = method, let reader = readers[index] { return .found(reader, Captures()) }
            if let match = pick(method, nodes[index].endpoints, Captures()) { return match }
        }
        guard let segments = Self.segments(of: path) else { return .notFound }
        // A capture matches any text, so the path with a format suffix is tried first.
        if let (stem, format) = segments.last?.splitFormat(), var node = descend(segments.dropLast() + [stem]) {
            node.captures.format = format
            if let match = pick(method, nodes[node.index].formatted, node.captures) { return match }
        }
        guard let node = descend(segments[...]) else { return .notFound }
        return pick(method, nodes[node.index].endpoints, node.captures) ?? .notFound
    }

    /// Returns the segments of a path; `nil` if there are more than 32.
    private static func segments(of path: UnsafeBufferPointer<UInt8>) -> [PathSegment]? {
        var segments: [PathSegment] = []
        segments.reserveCapacity(8)
        var start = 0
        while start < path.count {
            let end = path.firstIndex(of: UInt8(ascii: "/"), from: start)
            if end > start {
                guard segments.count < 32 else { return nil }
                segments.append(PathSegment(UnsafeBufferPointer(rebasing: path[start..<end])))
            }
            start = end + 1
        }
        return segments
    }

    /// Returns the endpoint for a method among those of one path, or `.wrongMethod`; `nil` if the path has no
    /// endpoints, or none that takes such captures.
    private func pick(
        _ method: HTTPMethod, _ endpoints: [(method: HTTPMethod, routed: RoutedEndpoint)], _ captures: Captures
    ) -> Match? {
        if endpoints.isEmpty || captures.isBroken && !endpoints[0].routed.manners.takesBrokenCaptures { return nil }
        // A HEAD request is answered like a GET, without the body (RFC 9110, section 9.3.2).
        let wanted = if case .head = method { HTTPMethod.get } else { method }
        for index in endpoints.indices where endpoints[index].method == wanted {
            return .found(endpoints[index].routed, captures)
        }
        var methods: [HTTPMethod] = []
        for entry in endpoints {
            methods.append(entry.method)
            if entry.method == .get { methods.append(.head) }
        }
        return .wrongMethod(methods + [.options], endpoints[0].routed)
    }

    /// Follows the segments from the root and returns the node at the end, or `nil` if there is none.
    private func descend(_ segments: ArraySlice<PathSegment>) -> (index: Int, captures: Captures)? {
        var captures = Captures()
        var index = 0
        // By index no segment is copied.
        for place in segments.indices {
            let node = nodes[index]
            if let next = node.next(segments[place]) {
                index = next
            } else if let capture = node.capture {
                captures.append(capture.name, segments[place].text)
                index = capture.node
            } else {
                return nil
            }
        }
        return (index, captures)
    }

    /// Adds an endpoint at a pattern.
    ///
    /// - Returns: the index of the node at the pattern's end.
    private static func insert(
        _ routed: RoutedEndpoint, at pattern: [PathPattern.Segment], _ nodes: inout [Draft]
    ) -> Int {
        var index = 0
        for segment in pattern {
            switch segment {
            case .literal(let text):
                if let next = nodes[index].literals.first(where: { $0.text == text }) {
                    index = next.node
                } else {
                    nodes.append(Draft())
                    nodes[index].literals.append((text, nodes.count - 1))
                    index = nodes.count - 1
                }
            case .capture(let name):
                if let capture = nodes[index].capture {
                    precondition(capture.name == name, "one place of a path has two names: \(capture.name), \(name)")
                    index = capture.node
                } else {
                    nodes.append(Draft())
                    nodes[index].capture = (name, nodes.count - 1)
                    index = nodes.count - 1
                }
            }
        }
        for method in routed.route.methods {
            precondition(
                !nodes[index].endpoints.contains { $0.method == method },
                "two endpoints claim \(method.rawValue) \(routed.route.patterns)")
            nodes[index].endpoints.append((method, routed))
        }
        return index
    }
}

/// The length of a path's segment and its first eight bytes, which differ for nearly all segments.
private struct SegmentBeginning: Equatable, Sendable {
    private let count: Int
    private let bytes: UInt64

    init(_ segment: UnsafeBufferPointer<UInt8>) {
        count = segment.count
        bytes = segment.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}

/// A segment of a request's path, which lives as long as the path's bytes.
private struct PathSegment {
    private let bytes: UnsafeBufferPointer<UInt8>
    /// The text without escapes; `nil` if the bytes have none, or if these can't be decoded.
    private let decoded: String?
    /// Whether an escape is malformed, or the text without escapes isn't UTF-8. No literal equals such a segment, since
    /// literals have no escapes.
    private let isBroken: Bool
    /// The beginning of the text without escapes.
    let beginning: SegmentBeginning

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        let hasEscapes = bytes.firstIndex(of: UInt8(ascii: "%"), from: 0) < bytes.count
        let text = hasEscapes ? PercentEncoding.decode(String(decoding: bytes, as: UTF8.self)) : nil
        self.init(bytes, decoded: text, isBroken: hasEscapes && text == nil)
    }

    private init(_ bytes: UnsafeBufferPointer<UInt8>, decoded: String?, isBroken: Bool = false) {
        self.bytes = bytes
        self.decoded = decoded
        self.isBroken = isBroken
        beginning = decoded.map { $0.withBytes(SegmentBeginning.init) } ?? SegmentBeginning(bytes)
    }

    /// The text without escapes; `nil` if these can't be decoded.
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
