import Dispatch
import PassAdmin
import PassCore
import PassCrypto
import PassDomain
import PassHTTP
import PassNetwork

/// A client that asks the other nodes of a shared store, at the URLs that they have announced in the store.
struct PeerClient: PeerNodes {
    private let shared: SharedWorlds
    private let token: String?
    private let roots: [UInt8]
    private let queue = DispatchQueue(label: "pass-simulator.peers", attributes: .concurrent)

    /// Creates a client for the other nodes.
    ///
    /// - Parameter token: the setting `admin.token`, which all nodes have in common.
    init(_ shared: SharedWorlds, _ token: String?, _ authority: CertificateAuthority) {
        self.shared = shared
        self.token = token
        roots = authority.certificatePEM
    }

    var node: String { shared.node }

    func ask(
        _ method: HTTPMethod, _ target: String, of namespace: NamespaceName, within milliseconds: Int
    ) -> [PeerAnswer] {
        guard let others = try? shared.others(), !others.isEmpty else { return [] }
        let prefix = namespace.isDefault ? "" : "/_ns/\(namespace)"
        let client = HTTPClient(trustedCertificatesPEM: roots, timeoutMilliseconds: milliseconds)
        var fields: HTTPFields = [PeerRequest.field: shared.node]
        if let token { fields.append(.authorization, "Bearer \(token)") }
        let sent = fields
        let answers = Guarded<[String: HTTPResponse]>([:])
        let group = DispatchGroup()
        for other in others {
            queue.async(group: group) {
                let answer = try? client.send(method, url: other.url + prefix + target, fields: sent)
                answers.withLock { $0[other.name] = answer }
            }
        }
        // Looking up a host's name may take longer than the client's timeout, so the wait has its own limit.
        _ = group.wait(timeout: .now() + .milliseconds(milliseconds + 500))
        let found = answers.withLock(\.self)
        return others.map { PeerAnswer(node: $0.name, response: found[$0.name]) }
    }
}
