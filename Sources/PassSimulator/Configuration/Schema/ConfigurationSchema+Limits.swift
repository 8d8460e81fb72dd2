extension ConfigurationSchema {
    /// The settings that limit clients and namespaces.
    static let limits: [Setting<Configuration>] = [
        Setting(
            "limits", \.limits, .object(.init(), bounds),
            "The bounds on what clients may do. Each comment names the answer beyond the bound. No bound can be switched off."
        ),
        Setting(
            "namespaces", \.namespaces,
            .object(
                .init(),
                [
                    Setting(
                        "max", \.max, .wholeNumber(1...1_000_000),
                        "The most namespaces in addition to `default`. A request that would make one more gets 503, unless an "
                            + "empty one hasn't been used for a while."),
                    Setting(
                        "idleSeconds", \.idleSeconds, .wholeNumber(1...31_536_000, "seconds"),
                        "The time without a request after which a namespace without live records (session, code …) "
                            + "is removed."
                    ),
                ]),
            "The namespaces, which requests create by naming them."),
    ]

    private typealias Bound = Setting<Configuration.Limits>

    private static let bounds: [Bound] = [
        Bound(
            "headerBytes", \.headerBytes, .wholeNumber(1_024...1_048_576, "bytes"),
            "The bytes of the request line (414), and also of all header fields together (431)."),
        Bound("headerCount", \.headerCount, .wholeNumber(10...10_000), "The header fields of a request (431)."),
        Bound(
            "bodyBytes", \.bodyBytes, .wholeNumber(0...1_073_741_824, "bytes"),
            "The bytes of a request's content (413). Most operations have a lower bound."),
        Bound(
            "pipelinedRequests", \.pipelinedRequests, .wholeNumber(1...10_000),
            "The requests of one connection that are answered in one turn. Further ones wait for the next turn."),
        Bound("connections", \.connections, .wholeNumber(1...1_000_000), "The open connections (503, then closed)."),
        Bound(
            "connectionsPerPeer", \.connectionsPerPeer,
            .optional(
                .wholeNumber(1...1_000_000),
                or: "null for a quarter of `connections` and no limit on loopback addresses"),
            "The open connections from one address (503, then closed)."),
        Bound(
            "queuedWork", \.queuedWork, .wholeNumber(1...1_000_000),
            """
            The answers that wait for a worker or that a worker is making (503). Namespaces and addresses take turns. If the \
            queue is full, the one with the most waiting answers loses one.
            """),
        Bound(
            "unsentBytes", \.unsentBytes, .wholeNumber(4_096...1_073_741_824, "bytes"),
            "The bytes of answers that a client hasn't read, beyond which the server stops reading from it."),
        Bound(
            "bufferedBytes", \.bufferedBytes, .wholeNumber(1_048_576...1_099_511_627_776, "bytes"),
            """
            The bytes of incomplete requests and unread answers that all connections hold, not counting the first 4,096 of \
            each (503, or reset if no answer can be sent).
            """),
        Bound(
            "handshakeSeconds", \.handshakeSeconds, .seconds(0.001...86_400),
            "The time from the first byte of a TLS handshake to its end (closed)."),
        Bound(
            "headerSeconds", \.headerSeconds, .seconds(0.001...86_400),
            "The time from the first byte of a request to the end of its head (408)."),
        Bound(
            "bodySeconds", \.bodySeconds, .seconds(0.001...86_400),
            "The time from the end of a request's head to the end of its content (408)."),
        Bound(
            "idleSeconds", \.idleSeconds, .seconds(0.001...86_400),
            "The time that a connection may wait for its next request (closed)."),
        Bound(
            "writeSeconds", \.writeSeconds, .seconds(0.001...86_400),
            "The time in which a client must read `writeBytes` of an answer, or the rest of it (reset)."),
        Bound(
            "writeBytes", \.writeBytes, .wholeNumber(1...1_073_741_824, "bytes"),
            "The bytes of an answer that a client must read in each `writeSeconds` (reset)."),
        Bound(
            "lingerSeconds", \.lingerSeconds, .seconds(0.001...86_400),
            "The time that a client has to close its side after the last answer of a connection (closed)."),
        Bound(
            "drainSeconds", \.drainSeconds, .seconds(0...86_400),
            "The time from the signal to stop until the server closes connections that are still open."),
        Bound(
            "records", \.records, .wholeNumber(1...1_000_000_000),
            "The records of each kind in each namespace: sessions, codes, revocations … (503)."),
        Bound(
            "storedBytes", \.storedBytes, .wholeNumber(1_048_576...1_099_511_627_776, "bytes"),
            "The estimated bytes of all records of all namespaces. One kind in one namespace may have a quarter (503)."),
        Bound(
            "journalBytes", \.journalBytes, .wholeNumber(1_048_576...1_099_511_627_776, "bytes"),
            "The estimated bytes of all recorded exchanges (`journal`). The oldest are dropped."),
    ]
}
