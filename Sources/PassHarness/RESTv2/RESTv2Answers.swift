import PassCore

/// The next step of a client that logs a user in.
public struct RESTv2Session: Sendable, Hashable {
    /// The step: `authenticate`, `resume`, `retry`, `authorize` or `partner_profile`.
    public let actionName: String
    /// The reason for the step, e.g. `none`, `authenticated` or `degraded`.
    public let reasonType: String
    /// The address of the step, relative to the service's URL.
    public let url: String?
    /// The parameters that the login still needs.
    public let missingParameters: [String]
    /// The code by which another device finds the login; `nil` if no login is needed.
    public let code: String?
    /// The MVPD of the login; `nil` if none is chosen.
    public let mvpd: String?
    /// The SAML request (base64) that a partner's framework carries to the MVPD; `nil` for every other step.
    public let samlRequest: String?

    init(_ answer: JSONValue) {
        actionName = answer["actionName"]?.stringValue ?? ""
        reasonType = answer["reasonType"]?.stringValue ?? ""
        url = answer["url"]?.stringValue
        missingParameters = answer["missingParameters"]?.arrayValue?.compactMap(\.stringValue) ?? []
        code = answer["code"]?.stringValue
        mvpd = answer["mvpd"]?.stringValue
        samlRequest = answer["authenticationRequest"]?["request"]?.stringValue
    }
}

/// The parameters that a login has, and those that it still needs.
public struct RESTv2SessionStatus: Sendable, Hashable {
    /// The parameters that the login has, by name: `mvpd`, `domainName`, `redirectUrl`, `serviceProvider`.
    public let existingParameters: [String: String]
    /// The parameters that the login still needs.
    public let missingParameters: [String]

    init(_ answer: JSONValue) {
        let existing = answer["existingParameters"]?.objectValue ?? [:]
        existingParameters = existing.keys.reduce(into: [:]) { all, name in
            all[name.string] = existing[name]?.stringValue
        }
        missingParameters = answer["missingParameters"]?.arrayValue?.compactMap(\.stringValue) ?? []
    }
}

/// An MVPD of the picker.
public struct RESTv2MVPD: Sendable, Hashable {
    /// The MVPD's ID.
    public let id: String
    /// The name to show.
    public let displayName: String

    static func list(_ answer: JSONValue) -> [RESTv2MVPD] {
        (answer["requestor"]?["mvpds"]?.arrayValue ?? []).map {
            RESTv2MVPD(id: $0["id"]?.stringValue ?? "", displayName: $0["displayName"]?.stringValue ?? "")
        }
    }
}

/// A profile: the proof that a user has logged in, which the service keeps.
public struct RESTv2Profile: Sendable, Hashable {
    /// The MVPD's ID.
    public let mvpd: String
    /// The kind of login, e.g. `regular` or `temporary`.
    public let type: String
    /// The party that vouches for the login: the MVPD, `Apple` or `Adobe`.
    public let issuer: String
    /// The time from which the profile is valid, in milliseconds since 1970.
    public let notBefore: Int64
    /// The time at which the profile expires, in milliseconds since 1970.
    public let notAfter: Int64
    /// The identifier by which the programmer knows the user.
    public let userID: String?
    /// The number of resources that a promotional pass still permits; `nil` for every other profile.
    public let remainingResources: Int64?

    static func list(_ answer: JSONValue) -> [RESTv2Profile] {
        let profiles = answer["profiles"]?.objectValue ?? [:]
        return profiles.keys.sorted().compactMap { mvpd in
            profiles[mvpd].map { RESTv2Profile($0, mvpd: mvpd.string) }
        }
    }

    private init(_ profile: JSONValue, mvpd: String) {
        self.mvpd = mvpd
        type = profile["type"]?.stringValue ?? ""
        issuer = profile["issuer"]?.stringValue ?? ""
        notBefore = profile["notBefore"]?.integerValue ?? 0
        notAfter = profile["notAfter"]?.integerValue ?? 0
        userID = profile["attributes"]?["userID"]?["value"]?.stringValue
        remainingResources = profile["attributes"]?["remaining_resources"]?["value"]?.integerValue
    }
}

/// The decision about one resource.
public struct RESTv2Decision: Sendable, Hashable {
    /// The resource as it was asked for.
    public let resource: String
    /// Whether the resource may be watched.
    public let authorized: Bool
    /// The party that decided: `mvpd`, `degradation` or `temppass`.
    public let source: String
    /// The media token, in base64; `nil` for a denial and for a preauthorization.
    public let serializedToken: String?
    /// The reason for a denial.
    public let error: RESTv2Error?

    init(_ decision: JSONValue) {
        resource = decision["resource"]?.stringValue ?? ""
        authorized = decision["authorized"] == .bool(true)
        source = decision["source"]?.stringValue ?? ""
        serializedToken = decision["token"]?["serializedToken"]?.stringValue
        error = decision["error"].map { RESTv2Error($0, status: 200) }
    }
}

/// A refusal by the service.
public struct RESTv2Error: Error, Sendable, Hashable, CustomStringConvertible {
    /// The status of the answer.
    public let status: Int
    /// The code of the enhanced error, e.g. `authenticated_profile_missing`; empty if the answer has none.
    public let code: String
    /// The service's text.
    public let message: String
    /// The action that the service suggests to the app, e.g. `authentication`.
    public let action: String

    public var description: String { "\(status) \(code) \(message)" }

    init(_ body: JSONValue, status: Int) {
        self.status = status
        code = body["code"]?.stringValue ?? body["error"]?.stringValue ?? ""
        message = body["message"]?.stringValue ?? ""
        action = body["action"]?.stringValue ?? ""
    }
}
