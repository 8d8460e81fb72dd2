import PassCore
package import PassHTTP

/// Finds the endpoint for a path, in a tree of segments that is built once.
///
/// Repeated slashes and a slash at the end are ignored, since some clients double the first slash (legacy protocol,
/// "Path aliases"). A literal segment takes precedence over a capture.
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

    /// A place in the tree. It holds only numbers, so that a search needs no reference counting.
    private struct Node: Sendable {
        /// The range in `literals` of the literal segments that may follow. They are few, so comparing them costs less
        /// than hashing.
        let literals: Range<Int>
        /// The node after any other segment; `nil` if no other may follow.
        let capture: Int?
    }

    private struct Literal: Sendable {
        let text: String
        /// The beginning of the text, which decides nearly all comparisons.
        let beginning: SegmentBeginning
        let node: Int
    }

    private typealias MethodEndpoint = (method: HTTPMethod, routed: RoutedEndpoint)

    /// A node while the tree is built.
    private struct Draft {
        var literals: [(text: String, node: Int)] = []
        var capture: (name: String, node: Int)?
        var endpoints: [MethodEndpoint] = []
    }

    private let nodes: [Node]
    private let literals: [Literal]
    /// The name of the segment that may be captured after each node; empty where none may.
    private let captureNames: [String]
    /// The endpoints of the path that ends at each node.
    private let endpoints: [[MethodEndpoint]]
    /// The endpoints that take a format suffix, of the path that ends at each node.
    private let formatted: [[MethodEndpoint]]
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
        var literals: [Literal] = []
        nodes = drafts.map { draft in
            let first = literals.count
            for (text, node) in draft.literals {
                literals.append(Literal(text: text, beginning: text.withBytes(SegmentBeginning.init), node: node))
            }
            return Node(literals: first..<literals.count, capture: draft.capture?.node)
        }
        self.literals = literals
        captureNames = drafts.map { $0.capture?.name ?? "" }
        endpoints = drafts.map(\.endpoints)
        formatted = endpoints.map { $0.filter { $0.routed.route.takesFormatSuffix } }
        wholePaths = PathTable(whole)
        readers = endpoints.map { $0.first { $0.method == .get }?.routed }
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
            if let match = pick(method, endpoints[index], Captures()) { return match }
        }
        var segments = PathSegments(path)
        var place = Place()
        while let segment = segments.next() {
            // A capture would match the format suffix as well, so the segment is first tried without its suffix.
            if segments.isAtEnd, let (stem, format) = segment.splitFormat() {
                var end = place
                if follow(stem, from: &end) {
                    end.captures.format = format
                    if let match = pick(method, formatted[end.node], end.captures) { return match }
                }
            }
            guard follow(segment, from: &place) else { return .notFound }
        }
        return pick(method, endpoints[place.node], place.captures) ?? .notFound
    }

    /// The node at the end of the segments that a search has followed, and their captures.
    private struct Place {
        var node = 0
        var captures = Captures()
    }

    /// Follows a segment to the next node.
    ///
    /// - Returns: whether there is one.
    private func follow(_ segment: PathSegment, from place: inout Place) -> Bool {
        let node = nodes[place.node]
        // Access by index copies no text.
        for index in node.literals
        where literals[index].beginning == segment.beginning {
            guard segment.beginning.isWhole || segment.equals(literals[index].text) else { continue }
            place.node = literals[index].node
            return true
        }
        guard let next = node.capture else { return false }
        place.captures.append(captureNames[place.node], segment.text)
        place.node = next
        return true
    }

    /// Returns the endpoint for a method among those of one path, or `.wrongMethod`; `nil` if the path has no
    /// endpoints, or if their API refuses captures with escapes that can't be decoded, and there are such captures.
    private func pick(
        _ method: HTTPMethod, _ endpoints: [MethodEndpoint], _ captures: Captures
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
