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
    /// Whether successes stay out of the log: probes come every few seconds.
    package let isProbe: Bool

    /// Where the operation runs.
    package enum Place: Sendable {
        /// On the connection's loop: it takes some microseconds at most, but for requests that `PlacingEndpoint.place(for:)`
        /// sends to a worker.
        case loop
        /// On a worker: it signs or verifies.
        case worker
    }

    package init(
        _ operation: String, _ methods: [HTTPMethod], _ patterns: String..., on place: Place,
        carriesSecrets: Bool = false, takesFormatSuffix: Bool = false, readsParameters: Bool = true,
        isProbe: Bool = false
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
    }
}
