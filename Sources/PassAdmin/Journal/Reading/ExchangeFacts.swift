import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP
import PassInstruments
import PassTokens

/// The requestor, MVPD, device and other names in a recorded exchange, and the keys that link the exchange to others.
struct ExchangeFacts: Sendable {
    var requestor: String?
    var mvpd: String?
    var device: String?
    var resources: [String] = []
    /// The user name in the login form that the request sends.
    var subscriber: String?
    /// The values that this exchange shares with other exchanges of the same login.
    var keys: [ExactText] = []

    /// Creates the facts of an exchange from values that were read earlier, without its keys.
    init(requestor: String?, mvpd: String?, device: String?, resources: [String], subscriber: String?) {
        self.requestor = requestor
        self.mvpd = mvpd
        self.device = device
        self.resources = resources
        self.subscriber = subscriber
    }

    init(_ entry: JournalEntry) {
        let content = ExchangeContent(entry.request)
        let token = content.value("authentication_token", "authn_token").flatMap { InspectedToken(Array($0.utf8)) }
        requestor =
            content.value("requestor_id", "requestor", "requestorId") ?? Self.pathRequestor(entry.operation, content)
            ?? token?.requestor
        mvpd =
            Self.pathMVPD(entry.operation, content) ?? content.value("mso_id", "mvpd", "mvpd_id") ?? token?.mvpd
            ?? Self.profileMVPD(entry)
        device = Self.namedDevice(content)?.id
        resources = ["resource_id", "resource", "resources"].flatMap { content.all($0) }
        if entry.operation?.family == .mvpd { subscriber = Self.username(content) }
        keys = FlowKeys.of(entry, content, token)
    }

    /// Returns the MVPD of the profile that an answer gives for a code; `nil` if it gives none.
    static func profileMVPD(_ entry: JournalEntry) -> String? {
        guard entry.operation == .retrieveProfileForCode, let response = entry.answer?.response, response.status == .ok
        else { return nil }
        return (try? JSONValue.parse(response.body))?["profiles"]?.objectValue?.keys.first?.string
    }

    /// Returns the requestor in the path, whose position depends on the operation.
    private static func pathRequestor(_ operation: Operation?, _ content: ExchangeContent) -> String? {
        switch operation {
        case .retrieveConfiguration: return content.segment(after: "config")
        case .authenticateInUserAgent: return content.segment(after: "authenticate")
        case .deleteRegistrationRecord:
            let name = content.segment(after: "v1")
            return name == "regcode" ? nil : name
        case let operation?:
            switch operation.family {
            case .v1: return content.segment(after: "v1")
            case .v2: return content.segment(after: "v2")
            case .sso: return content.segment(after: "api")
            case .legacy, .dcr, .mvpd, .simulator: return nil
            }
        case nil: return nil
        }
    }

    /// Returns the MVPD in the path, whose position depends on the operation.
    private static func pathMVPD(_ operation: Operation?, _ content: ExchangeContent) -> String? {
        switch operation {
        case .retrieveProfileForMVPD: content.segment(after: "profiles")
        case .retrieveAuthorizationDecisions: content.segment(after: "authorize")
        case .retrievePreauthorizationDecisions: content.segment(after: "preauthorize")
        case .initiateLogout: content.segment(after: "logout")
        case let operation? where operation.family == .mvpd: content.segment(after: "mvpd")
        default: nil
        }
    }

    /// Returns the device that the request names and the part of the request that names it, from the first source that has
    /// one: a parameter, the header field of REST API v2, or the header field of web clients.
    static func namedDevice(_ content: ExchangeContent) -> (id: String, source: String)? {
        for name in ["device_id", "deviceId"] {
            if let device = content.value(name) { return (device, "parameter \(name)") }
        }
        if let field = content.request.fields["AP-Device-Identifier"] {
            let text = field.split(separator: " ").last.map(String.init) ?? field
            let device = Base64.decodeTextLeniently(text) ?? text
            return (device, "header field AP-Device-Identifier")
        }
        return content.request.fields["ap_21"].map { ($0, "header field ap_21") }
    }

    /// Returns the user name in a login form, under the names that MVPDs' pages use.
    private static func username(_ content: ExchangeContent) -> String? {
        content.value("username", "UserName", "user", "userid", "email", "Ecom_User_ID", "j_username", "IDToken1")
    }
}
