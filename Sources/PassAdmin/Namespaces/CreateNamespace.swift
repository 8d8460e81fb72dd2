import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

/// `PUT /_sim/namespaces/{namespace}`: creates a namespace, or gives an existing one a new state.
///
/// The content may be empty, or an object with these members:
///
/// - `configuration`: settings as in a configuration file, which override the start-up settings. The namespace begins
///   without records.
/// - `copyOf`: the name of a namespace whose settings, clock, records and rules the new one gets. Only without
///   `configuration`.
/// - `keys`: `own` gives the namespace new token, device, SAML and sealing keys, even if it already has its own;
///   `shared` gives it the installation's keys. Without this member, a copy has the keys of the namespace that it
///   copies, and any other namespace has the installation's. Making keys takes several tenths of a second.
/// - `idleSeconds`: the time without requests after which the namespace is removed, 1 to 31536000. Without it the
///   namespace stays until it is removed.
///
/// Without `configuration` and `copyOf`, the namespace begins in the state in which a first request would create it.
///
/// - 201, or 200 if the namespace existed: its description, as in `GET /_sim/namespaces`. 400: a problem document;
///   nothing has changed. 503: a problem document; the limit of namespaces or records is reached.
struct CreateNamespace: Endpoint {
    let route = Route(
        .createNamespace, [.put], "/_sim/namespaces/{namespace}", on: .worker, readsParameters: false,
        content: .document)
    let failures: any FailureTable = AdminFailureTable()
    let namespaces: any NamespaceControl

    static let names = ["configuration", "copyOf", "keys", "idleSeconds"]

    func respond(to exchange: Exchange) throws -> HTTPResponse {
        guard let name = NamespaceName(try exchange.capture("namespace")) else {
            throw EntitlementFailure.malformedParameter(
                "The name", reason: "doesn't consist of 1 to 63 characters of a-z, 0-9 and -, or begins with -")
        }
        let content = try ControlContent(exchange, names: Self.names, isRequired: false)
        let idle = try content.integer("idleSeconds", in: 1...31_536_000).map { TimeToLive(seconds: $0) }
        let keys = try keys(content)
        let isNew = try namespaces.create(name, try origin(content), keys: keys, idle: idle)
        guard let summary = try namespaces.summary(of: name) else { return DescribeNamespace.unknown }
        return DescribeNamespace.response(isNew ? .created : .ok, summary)
    }

    private func keys(_ content: ControlContent) throws(EntitlementFailure) -> NamespaceKeys? {
        guard let text = try content.text("keys") else { return nil }
        guard let keys = NamespaceKeys(rawValue: text) else {
            throw content.malformed("keys", "isn't one of shared, own")
        }
        return keys
    }

    private func origin(_ content: ControlContent) throws(EntitlementFailure) -> NamespaceOrigin {
        let settings = content["configuration"]
        let source = try content.text("copyOf")
        switch (settings, source) {
        case (nil, nil): return .startUp
        case (let settings?, nil):
            guard settings.objectValue != nil else { throw content.malformed("configuration", "isn't a JSON object") }
            return .settings(String(decoding: JSONWriter.bytes(of: settings), as: UTF8.self))
        case (nil, let source?):
            guard let source = NamespaceName(source) else { throw content.malformed("copyOf", "names no namespace") }
            return .copy(of: source)
        case (_?, _?): throw content.malformed("copyOf", "can't be combined with configuration")
        }
    }
}
