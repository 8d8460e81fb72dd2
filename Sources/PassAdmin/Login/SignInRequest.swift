import PassCore
import PassDomain
import PassEndpointKit

/// The content of a request to sign a subscriber in.
struct SignInRequest: Sendable {
    /// The way in which clients will find the login.
    enum Target: Sendable {
        /// A registration code, or the code of a session of REST API v2.
        case code(String)
        case device(Device)
    }

    let target: Target
    let requestor: String?
    let mvpd: String?
    let user: String?
    /// The client of REST API v2 that gets a profile; `nil` means every registered client of the requestor.
    let client: ClientID?
    /// The remaining time to live of the profile, in seconds; `nil` means the integration's time to live.
    let timeToLive: Int64?
    let isHomeBased: Bool
    /// The user metadata that the MVPD shares about the user from now on; `nil` leaves it as it is.
    let metadata: JSONValue?

    static let names = [
        "requestor", "mvpd", "user", "code", "device", "client", "web", "ttlSeconds", "homeBased", "metadata",
    ]

    init(_ exchange: Exchange) throws(EntitlementFailure) {
        let content = try ControlContent(exchange, names: Self.names)
        let isWeb = try content.bool("web")
        let client = try content.identifier("client")
        switch (try content.identifier("code"), try content.device("device")) {
        case (let code?, nil):
            if client != nil { throw content.malformed("client", "can't be combined with code") }
            if isWeb != nil { throw content.malformed("web", "can't be combined with code") }
            target = .code(code)
        case (nil, let device?): target = .device(Device(id: device, kind: isWeb == true ? .web : .native))
        case (nil, nil): throw content.malformed("code", "or device is required")
        case (_?, _?): throw content.malformed("device", "can't be combined with code")
        }
        self.client = client.map(ClientID.init(rawValue:))
        requestor = try content.identifier("requestor")
        mvpd = try content.identifier("mvpd")
        user = try content.identifier("user")
        timeToLive = try content.integer("ttlSeconds", in: 1...TimeToLive.longest.seconds)
        isHomeBased = try content.bool("homeBased") ?? false
        metadata = content["metadata"]
        if let metadata, metadata.objectValue == nil { throw content.malformed("metadata", "isn't a JSON object") }
    }
}
