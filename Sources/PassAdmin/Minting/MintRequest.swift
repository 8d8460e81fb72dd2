import PassCore
import PassDomain
import PassEndpointKit

/// The content of a request for a token.
struct MintRequest: Sendable {
    /// The tokens that can be minted.
    enum Kind: String, CaseIterable, Sendable {
        case authn
        case authz
        case media
        case access

        /// The members of a request that apply to this kind of token.
        var members: [String] {
            switch self {
            case .authn: ["requestor", "mvpd", "user", "device", "web"]
            case .authz: ["requestor", "mvpd", "resource", "device", "web"]
            case .media: ["requestor", "mvpd", "resource"]
            case .access: ["requestor", "client"]
            }
        }
    }

    /// The state of the token: valid, or the defect that it gets.
    enum State: String, CaseIterable, Sendable {
        case valid
        case expired
        case foreignKey
        case badSignature
        case otherDevice
    }

    let kind: Kind
    let state: State
    let requestor: String
    /// The MVPD's name; `nil` for access tokens.
    let mvpd: String?
    let user: String?
    /// The device that presents the token; `nil` for a token of a browser that isn't bound to a device.
    let device: Device?
    let resource: String?
    let client: ClientID?
    let issued: Timestamp?
    let timeToLive: TimeToLive?

    static let common = ["kind", "state", "issued", "ttlSeconds"]

    init(_ exchange: Exchange) throws(EntitlementFailure) {
        let all = Self.common + ["requestor", "mvpd", "user", "device", "resource", "client", "web"]
        let content = try ControlContent(exchange, names: all)
        guard let kind = try Self.choice(Kind.self, "kind", content) else { throw .missingParameter("kind") }
        self.kind = kind
        state = try Self.choice(State.self, "state", content) ?? .valid
        for name in all where content[name] != nil && !(Self.common + kind.members).contains(name) {
            throw content.malformed(name, "doesn't apply to the kind \(kind.rawValue)")
        }
        func required(_ name: String) throws(EntitlementFailure) -> String {
            guard let text = try content.identifier(name) else { throw .missingParameter(name) }
            return text
        }
        requestor = try required("requestor")
        mvpd = kind == .access ? nil : try required("mvpd")
        user = kind == .authn ? try required("user") : nil
        resource = kind == .authz || kind == .media ? try content.requiredText("resource") : nil
        client = try content.identifier("client").map(ClientID.init(rawValue:))
        device = try Self.device(content, kind)
        if state == .otherDevice, device == nil {
            throw kind == .authn || kind == .authz
                ? .missingParameter("device") : content.malformed("state", "can't be otherDevice for this kind")
        }
        issued = try content.time("issued")
        timeToLive = try content.integer("ttlSeconds", in: 1...TimeToLive.longest.seconds).map(TimeToLive.seconds)
    }

    private static func device(_ content: ControlContent, _ kind: Kind) throws(EntitlementFailure) -> Device? {
        guard kind == .authn || kind == .authz else { return nil }
        let isWeb = try content.bool("web") ?? false
        guard let id = try content.device("device") else {
            if isWeb { return nil }
            throw content.malformed("device", "is required unless web is true")
        }
        return Device(id: id, kind: isWeb ? .web : .native)
    }

    private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ type: Choice.Type, _ name: String, _ content: ControlContent
    ) throws(EntitlementFailure) -> Choice? {
        guard let text = try content.text(name) else { return nil }
        if let choice = Choice.allCases.first(where: { $0.rawValue.hasSameBytes(as: text) }) { return choice }
        let names = Choice.allCases.map(\.rawValue)
        throw content.malformed(
            name, "isn't one of \(names.joined(separator: ", "))" + NearestName.hint(text, among: names))
    }
}
