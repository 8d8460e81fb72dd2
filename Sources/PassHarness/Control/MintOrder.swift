import PassCore

/// The description of a token for the simulator to make.
public struct MintOrder: Sendable, Hashable {
    /// The kind: `authn`, `authz`, `media` or `access`.
    public var kind: String
    /// The state: `valid`, `expired`, `foreignKey`, `badSignature` or `otherDevice`; `nil` means `valid`.
    public var state: String?
    /// The requestor.
    public var requestor: String
    /// The MVPD, for every kind but `access`.
    public var mvpd: String?
    /// The subscriber, for the kind `authn`.
    public var user: String?
    /// The device that presents the token, for the kinds `authn` and `authz`; `nil` makes a token for a browser.
    public var device: String?
    /// The resource, for the kinds `authz` and `media`.
    public var resource: String?
    /// The client, for the kind `access`; `nil` means a new one.
    public var client: String?
    /// The time of issue as RFC 3339 text; `nil` means now or, for the state `expired`, so long ago that the token has
    /// just expired.
    public var issued: String?
    /// The time to live, in seconds; `nil` means the integration's time to live.
    public var ttlSeconds: Int?

    /// Creates an order.
    public init(
        _ kind: String, requestor: String, mvpd: String? = nil, user: String? = nil, device: String? = nil,
        resource: String? = nil, client: String? = nil, state: String? = nil
    ) {
        self.kind = kind
        self.requestor = requestor
        self.mvpd = mvpd
        self.user = user
        self.device = device
        self.resource = resource
        self.client = client
        self.state = state
    }

    var content: [UInt8] {
        JSONWriter.object { content in
            content.member("kind", kind)
            content.memberIfPresent("state", state)
            content.member("requestor", requestor)
            content.memberIfPresent("mvpd", mvpd)
            content.memberIfPresent("user", user)
            content.memberIfPresent("device", device)
            if device == nil, kind == "authn" || kind == "authz" { content.member("web", true) }
            content.memberIfPresent("resource", resource)
            content.memberIfPresent("client", client)
            content.memberIfPresent("issued", issued)
            if let ttlSeconds { content.member("ttlSeconds", ttlSeconds) }
        }
    }
}

/// A token that the simulator has made for a test.
public struct MintedToken: Sendable, Hashable {
    /// The token, in the form in which the service issues it.
    public let token: String
    /// The time of issue, as RFC 3339 text.
    public let issued: String
    /// The time at which the token expires, as RFC 3339 text.
    public let expires: String

    init(_ answer: JSONValue) {
        token = answer["token"]?.stringValue ?? ""
        issued = answer["issued"]?.stringValue ?? ""
        expires = answer["expires"]?.stringValue ?? ""
    }
}
