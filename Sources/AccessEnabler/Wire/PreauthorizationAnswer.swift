internal import PassCore

/// The service's answer to `preauthorize`, as JSON or XML.
package enum PreauthorizationAnswer: Sendable, Equatable {
    /// The decisions in the service's order and spelling.
    case decisions([PreauthorizeResponse.Decision])
    /// An error for the request as a whole.
    case refused(PreauthorizeResponse.Status)
    /// A body with status 200 that has no decisions.
    case unknownFormat

    /// Reads an answer of at most one megabyte; a longer one has an unknown format.
    package init(_ response: TransportResponse, using xml: any EntitlementXMLReader) {
        let isBounded = response.body.count <= ServiceMarkup.longest
        let json = isBounded ? EntitlementValue(json: response.body) : nil
        let root =
            isBounded && json == nil
            ? try? xml.read(response.body, limits: EntitlementXMLLimits(acceptsUndeclaredPrefixes: false)) : nil
        if response.status != 200 {
            self = .refused(Self.refusal(response.status, json, root))
        } else if root?.name == "pendingLogout" {
            self = .refused(Self.sessionGone)
        } else if let error = root.flatMap(PreauthorizeResponse.Status.init(xml:))
            ?? json.flatMap(PreauthorizeResponse.Status.init(json:))
        {
            self = .refused(error)
        } else {
            self =
                (json.flatMap(Self.decisions) ?? root.flatMap(Self.decisions)).map { .decisions($0) } ?? .unknownFormat
        }
    }

    private static func decisions(_ json: EntitlementValue) -> [PreauthorizeResponse.Decision]? {
        guard case .array(let resources)? = json["resources"] else { return nil }
        var decisions: [PreauthorizeResponse.Decision] = []
        for resource in resources {
            guard let id = resource["id"]?.stringValue, let isAuthorized = resource["authorized"]?.boolValue else {
                return nil
            }
            let error = resource["error"].flatMap(PreauthorizeResponse.Status.init(json:))
            decisions.append(.init(id: id, authorized: isAuthorized, error: error))
        }
        return decisions
    }

    private static func decisions(_ root: EntitlementXMLElement) -> [PreauthorizeResponse.Decision]? {
        guard root.name == "resources" else { return nil }
        var decisions: [PreauthorizeResponse.Decision] = []
        for resource in root.all("resource") {
            guard let id = resource.first("id")?.text, let isAuthorized = resource.first("authorized")?.text else {
                return nil
            }
            let error = resource.first("error").flatMap(PreauthorizeResponse.Status.init(xml:))
            decisions.append(.init(id: id, authorized: isAuthorized == "true", error: error))
        }
        return decisions
    }

    /// Returns the service's own error, or the documented code that fits the status if the service gives none.
    private static func refusal(
        _ status: Int, _ json: EntitlementValue?, _ xml: EntitlementXMLElement?
    ) -> PreauthorizeResponse.Status {
        if let error = xml.flatMap(PreauthorizeResponse.Status.init(xml:))
            ?? json.flatMap(PreauthorizeResponse.Status.init(json:))
        {
            return error
        }
        switch status {
        // An empty list in an error answer is the service's way to say that there are too many resources.
        case 403 where xml?.name == "resources" || json?["resources"] != nil:
            return .init(status: status, code: "too_many_resources", action: "configuration")
        case 429: return .init(status: status, code: "too_many_requests", action: "retry-after")
        case ..<500: return .init(status: status, code: "bad_request", action: "none")
        default: return .init(status: status, code: "internal_error", action: "none")
        }
    }

    /// The error for a `pendingLogout`: the service doesn't accept the authN token any more.
    private static let sessionGone = PreauthorizeResponse.Status(
        status: 403, code: "authentication_session_invalidated", action: "authentication")
}

extension PreauthorizeResponse.Status {
    /// Reads an error object ("Enhanced error codes"); `nil` unless it has both `status` and `code`.
    fileprivate init?(json: EntitlementValue) {
        guard let status = json["status"]?.integerValue.flatMap({ Int(exactly: $0) }),
            let code = json["code"]?.stringValue
        else { return nil }
        self.init(
            status: status, code: code, message: json["message"]?.stringValue, details: json["details"]?.stringValue,
            helpUrl: json["helpUrl"]?.stringValue, trace: json["trace"]?.stringValue,
            action: json["action"]?.stringValue)
    }

    /// Reads an `error` element; `nil` unless it has both `status` and `code`.
    fileprivate init?(xml: EntitlementXMLElement) {
        guard xml.name == "error", let status = (xml.first("status")?.text).flatMap({ Int($0) }),
            let code = xml.first("code")?.text
        else { return nil }
        self.init(
            status: status, code: code, message: xml.first("message")?.text, details: xml.first("details")?.text,
            helpUrl: xml.first("helpUrl")?.text, trace: xml.first("trace")?.text, action: xml.first("action")?.text)
    }
}
