import PassDomain
import PassHTTP

/// The exchanges in the journals of the other nodes.
struct PeerJournals: Sendable {
    /// The exchanges of a node as JSON lines, in the order of their arrival there.
    struct File: Sendable {
        var node: String
        var content: [UInt8]
    }

    /// The files of the nodes that have answered.
    private(set) var files: [File] = []
    /// The names of the nodes that haven't answered.
    private(set) var unanswered: [String] = []

    /// The time that the other nodes have for their answers, in milliseconds.
    static let milliseconds = 2_000

    /// Asks the other nodes for their journals of a namespace.
    static func read(_ peers: any PeerNodes, _ namespace: NamespaceName) -> PeerJournals {
        var journals = PeerJournals()
        let answers = peers.ask(
            .get, "/_sim/exchanges.jsonl?secrets=shown", of: namespace, within: Self.milliseconds)
        for answer in answers {
            if let response = answer.response, response.status == .ok {
                journals.files.append(File(node: answer.node, content: response.body))
            } else {
                journals.unanswered.append(answer.node)
            }
        }
        return journals
    }
}
