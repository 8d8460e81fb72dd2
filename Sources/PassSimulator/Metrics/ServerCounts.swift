import PassTokens

/// The counters of one server, which its parts increase: the pipeline, the Worlds of all namespaces and the sockets.
struct ServerCounts: Sendable {
    let requests = RequestCounts()
    let flows = FlowCounts()
    let logins = LoginCounts()
    let tokens = IssuedTokens()
    let failures = ConnectionFailures()
}
