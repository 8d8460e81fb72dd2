package import PassDomain
package import PassHTTP

/// The paths and methods of an operation, and what the pipeline must know before the operation runs.
///
/// The type is a class because every request fetches its endpoint's route: a single reference count is cheaper than one
/// for each array and string in it.
package final class Route: Sendable {
    package let operation: Operation
    /// The operation's `number`, stored because finding it takes a look-up.
    package let number: Int
    package let methods: [HTTPMethod]
    /// The equivalent paths of the operation, such as `/adobe-services[/1.0]/config/{requestor}`.
    package let patterns: [String]
    package let audience: Audience
    package let place: Place
    /// Whether the operation may read or change the stores. If the stores' engine may wait, a worker runs such an
    /// operation.
    package let asksStores: Bool
    /// Whether calls carry tokens, codes or device identifiers, which some Worlds refuse over plain HTTP.
    package let carriesSecrets: Bool
    /// Whether the last segment may end with `.json` or `.xml`.
    package let takesFormatSuffix: Bool
    /// Whether query and body are inputs; if not, their content is ignored.
    package let readsParameters: Bool
    /// The maximum length of a request's content, in bytes; the server's own limit applies too.
    package let longestContent: Int
    /// Whether successes are left out of the log, because they say nothing about a client: probes, and the files of the
    /// dashboard.
    package let isRoutine: Bool

    /// The maximum number of bytes of query and content that are read on a loop; a longer request goes to a worker.
    package static let longestOnLoop = 4096

    /// The thread on which an operation runs.
    package enum Place: Sendable {
        /// The connection's loop: the operation takes a few microseconds at most. Some requests go to a worker
        /// nevertheless: those with parameters of more than `Route.longestOnLoop` bytes, those for which
        /// `Endpoint.respondOnLoop(to:)` returns further work, and those that use the stores, if the stores may wait
        /// for a disk or a network.
        case loop
        /// A worker: the operation signs data or verifies signatures.
        case worker
        /// A queue separate from the workers, for operations each of which may take seconds. The queue runs one
        /// operation at a time.
        case queue
    }

    /// The maximum number of bytes of content that are read and dropped for an operation without content.
    package static let droppedContent = 4_096

    /// The kind of content that an operation accepts, which determines the maximum length.
    package enum Content: Sendable {
        /// The operation has no content. A few kilobytes are ignored, since some clients send an empty form with every
        /// request.
        case none
        /// A form with some parameters.
        case form
        /// A form with tokens, a resource's description or a SAML message.
        case document
        /// A file, up to the server's own limit.
        case file

        fileprivate var longest: Int {
            switch self {
            case .none: Route.droppedContent
            case .form: 65_536
            case .document: 262_144
            case .file: 67_108_864
            }
        }
    }

    /// Creates the route of an operation.
    ///
    /// - Parameters:
    ///   - asksStores: `false` only for an operation that has to run on a loop, because it answers later or in a
    ///     stream, or because it must answer even while the stores can't.
    ///   - content: `nil` means a form if POST is among the methods, and no content otherwise.
    package init(
        _ operation: Operation, _ methods: [HTTPMethod], _ patterns: String..., on place: Place,
        asksStores: Bool = true,
        carriesSecrets: Bool = false, takesFormatSuffix: Bool = false, readsParameters: Bool = true,
        content: Content? = nil, isRoutine: Bool = false
    ) {
        self.operation = operation
        number = operation.number
        self.methods = methods
        self.patterns = patterns
        audience = Audience(patterns: patterns)
        self.place = place
        self.asksStores = asksStores
        self.carriesSecrets = carriesSecrets
        self.takesFormatSuffix = takesFormatSuffix
        self.readsParameters = readsParameters
        self.isRoutine = isRoutine
        longestContent = (content ?? (methods.contains(.post) ? .form : .none)).longest
    }
}
