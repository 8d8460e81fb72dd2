package import PassHTTP

extension Configuration {
    /// The HTTP server's limits, from the setting `limits`.
    package var httpLimits: HTTPLimits {
        var result = HTTPLimits()
        result.headerBytes = limits.headerBytes
        result.headerCount = limits.headerCount
        result.bodyBytes = limits.bodyBytes
        result.pipelinedRequests = limits.pipelinedRequests
        result.connections = limits.connections
        result.connectionsPerPeer = limits.connectionsPerPeer
        result.queuedWork = limits.queuedWork
        result.unsentBytes = limits.unsentBytes
        result.bufferedBytes = limits.bufferedBytes
        result.handshakeMilliseconds = Self.milliseconds(limits.handshakeSeconds)
        result.headerMilliseconds = Self.milliseconds(limits.headerSeconds)
        result.bodyMilliseconds = Self.milliseconds(limits.bodySeconds)
        result.idleMilliseconds = Self.milliseconds(limits.idleSeconds)
        result.writeMilliseconds = Self.milliseconds(limits.writeSeconds)
        result.writeBytes = limits.writeBytes
        result.lingerMilliseconds = Self.milliseconds(limits.lingerSeconds)
        return result
    }

    /// Converts seconds to milliseconds.
    ///
    /// The result is at least one, so that no deadline is over before it begins, and at most a day.
    private static func milliseconds(_ seconds: Double) -> Int {
        Int(max(0.001, min(seconds, 86_400)) * 1000)
    }
}
