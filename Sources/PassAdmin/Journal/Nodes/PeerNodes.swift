package import PassDomain
package import PassHTTP

/// The other nodes that use a shared store. Each answers requests from its own journal.
package protocol PeerNodes: Sendable {
    /// The name of this node.
    var node: String { get }

    /// Asks all other nodes at the same time, and waits until each has answered or its time has run out.
    ///
    /// - Parameters:
    ///   - target: the path and the query within the namespace, e.g. `/_sim/exchanges.jsonl`.
    ///   - milliseconds: the time that each node has.
    /// - Returns: an answer for each other node that the store knows; an empty array if the store can't be asked.
    func ask(
        _ method: HTTPMethod, _ target: String, of namespace: NamespaceName, within milliseconds: Int
    ) -> [PeerAnswer]
}

/// The answer of another node.
package struct PeerAnswer: Sendable {
    /// The name of the node.
    package var node: String
    /// The answer; `nil` if none came in time.
    package var response: HTTPResponse?

    package init(node: String, response: HTTPResponse?) {
        self.node = node
        self.response = response
    }
}

/// The header field that marks a request of one node to another. The other node answers it from its own journal only.
package enum PeerRequest {
    package static let field: HTTPFieldName = "X-Pass-Simulator-Peer"
}
