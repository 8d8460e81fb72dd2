package import PassHTTP

/// Where an operation is found on the wire, and what the pipeline must know before it runs.
///
/// A class, since every request asks its endpoint for it and one count is cheaper than one for each list and text in it.
package final class Route: Sendable {
    /// The operation's name on its page, for logs: `SessionDevice`.
    package let operation: String
    package let methods: [HTTPMethod]
    /// Paths such as `/adobe-services[/1.0]/config/{requestor}`; all are equal.
    package let patterns: [String]
    package let audience: Audience
    package let place: Place
    /// Whether calls carry tokens or device identifiers, which some Worlds refuse over plain HTTP.
    package let carriesSecrets: Bool
    /// Whether the last segment may end with `.json` or `.xml`.
    package let takesFormatSuffix: Bool
    /// Whether query and body are inputs; of a route without, anything in them is passed over.
    package let readsParameters: Bool
    /// How many bytes of content a request may have, within the server's own bound.
    package let longestContent: Int
    /// Whether successes stay out of the log: probes come every few seconds.
    package let isProbe: Bool

    /// The most bytes of query and content that are read on a loop: a longer request goes to a worker.
    package static let mostOnLoop = 4096

    /// Where the operation runs.
    package enum Place: Sendable {
        /// On the connection's loop: it takes some microseconds at most, but for requests that bring more than
        /// `Route.mostOnLoop` bytes and those of which `Endpoint.respondOnLoop(to:)` leaves work to a worker.
        case loop
        /// On a worker: it signs or verifies.
        case worker
    }

    /// The most bytes of content that are read and dropped where nothing takes any.
    package static let droppedContent = 4_096

    /// How much content an operation takes.
    package enum Content: Sendable {
        /// The operation takes no content. A few kilobytes are ignored, since some clients send an empty form with every request.
        case none
        /// A form with some parameters.
        case form
        /// A form with tokens, a resource's description or a SAML message.
        case document

        fileprivate var longest: Int {
            switch self {
            case .none: Route.droppedContent
            case .form: 65_536
            case .document: 262_144
            }
        }
    }

    /// - Parameter content: `nil` stands for a form if POST is among the methods, and for no content otherwise.
    package init(
        _ operation: String, _ methods: [HTTPMethod], _ patterns: String..., on place: Place,
        carriesSecrets: Bool = false, takesFormatSuffix: Bool = false, readsParameters: Bool = true,
        content: Content? = nil, isProbe: Bool = false
    ) {
        self.operation = operation
        self.methods = methods
        self.patterns = patterns
        audience = Audience(patterns: patterns)
        self.place = place
        self.carriesSecrets = carriesSecrets
        self.takesFormatSuffix = takesFormatSuffix
        self.readsParameters = readsParameters
        self.isProbe = isProbe
        longestContent = (content ?? (methods.contains(.post) ? .form : .none)).longest
    }
}
