extension ConfigurationSchema {
    /// The settings that limit clients and namespaces.
    static let limits: [Setting<Configuration>] = [
        Setting(
            "limits", \.limits, .object(.init(), bounds),
            "What clients may ask of the server; each bound has its answer and none can be switched off."),
        Setting(
            "namespaces", \.namespaces,
            .object(
                .init(),
                [
                    Setting(
                        "max", \.max, .wholeNumber(1...1_000_000),
                        "How many there may be beside `default`; a request that would make one more gets 503, unless another "
                            + "holds no record and hasn't been asked for a while."),
                    Setting(
                        "idleSeconds", \.idleSeconds, .wholeNumber(1...31_536_000, "seconds"),
                        "Without a request; then one that holds no live record (session, code …) is taken away."),
                ]),
            "The worlds that requests make by naming them."),
    ]

    private typealias Bound = Setting<Configuration.Limits>

    private static let bounds: [Bound] = [
        Bound(
            "headerBytes", \.headerBytes, .wholeNumber(1_024...1_048_576, "bytes"),
            "Of the request line (beyond: 414), and again of all header fields together (431)."),
        Bound("headerCount", \.headerCount, .wholeNumber(10...10_000), "Header fields in a request (431)."),
        Bound(
            "bodyBytes", \.bodyBytes, .wholeNumber(0...1_073_741_824, "bytes"),
            "Of a request's content (413); most operations take less."),
        Bound(
            "pipelinedRequests", \.pipelinedRequests, .wholeNumber(1...10_000),
            "Requests of one connection answered in one turn; further ones wait for the next."),
        Bound("connections", \.connections, .wholeNumber(1...1_000_000), "Open at a time (503 and closed)."),
        Bound(
            "connectionsPerPeer", \.connectionsPerPeer,
            .optional(
                .wholeNumber(1...1_000_000),
                or: "null for a quarter of `connections` and no limit on loopback addresses"),
            "Open at a time from one address (503 and closed)."),
        Bound(
            "queuedWork", \.queuedWork, .wholeNumber(1...1_000_000),
            """
            Answers that wait for a worker or are being made by one (503). Namespaces and addresses take turns, and in a full \
            queue the one with the most gives way.
            """),
        Bound(
            "unsentBytes", \.unsentBytes, .wholeNumber(4_096...1_073_741_824, "bytes"),
            "Of answers that the peer hasn't taken, beyond which nothing more of it is read."),
        Bound(
            "bufferedBytes", \.bufferedBytes, .wholeNumber(1_048_576...1_099_511_627_776, "bytes"),
            "Held by all connections of requests that aren't whole and answers that peers haven't taken, beyond 4,096 of each (503, "
                + "or reset where that can't be said)."),
        Bound(
            "handshakeSeconds", \.handshakeSeconds, .seconds(0.001...86_400),
            "From the first byte of a TLS handshake to its end (closed)."),
        Bound(
            "headerSeconds", \.headerSeconds, .seconds(0.001...86_400),
            "From the first byte of a request to the end of its head (408)."),
        Bound(
            "bodySeconds", \.bodySeconds, .seconds(0.001...86_400),
            "From the end of a request's head to the end of its content (408)."),
        Bound(
            "idleSeconds", \.idleSeconds, .seconds(0.001...86_400), "Without any byte of a next request (closed)."),
        Bound(
            "writeSeconds", \.writeSeconds, .seconds(0.001...86_400),
            "Without the peer taking `writeBytes` of an answer, or what is left of it (reset)."),
        Bound(
            "writeBytes", \.writeBytes, .wholeNumber(1...1_073_741_824, "bytes"),
            "Of an answer, which the peer must take for `writeSeconds` to begin anew (reset)."),
        Bound(
            "lingerSeconds", \.lingerSeconds, .seconds(0.001...86_400),
            "From the end of an answer that ends its connection until the peer has closed its side (closed)."),
        Bound(
            "drainSeconds", \.drainSeconds, .seconds(0...86_400),
            "From the signal to stop until connections that are still open are cut."),
        Bound(
            "records", \.records, .wholeNumber(1...1_000_000_000),
            "Stored in each world, of each kind: sessions, codes, revocations … (503)."),
        Bound(
            "storedBytes", \.storedBytes, .wholeNumber(1_048_576...1_099_511_627_776, "bytes"),
            "Of all records of all worlds, an estimate; one kind in one world may have a quarter of them (503)."),
        Bound(
            "journalBytes", \.journalBytes, .wholeNumber(1_048_576...1_099_511_627_776, "bytes"),
            "Of the exchanges that all worlds remember (`journalExchanges`), an estimate; the oldest give way."),
    ]
}
