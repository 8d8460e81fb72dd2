/// The documented calls that some versions of the SDK don't have ("iOS/tvOS API reference", availability).
enum DocumentedCall: String {
    case storageCheck = "initWithStorageCheck:softwareStatement:"
    case setOptions = "setOptions:"
    case setRequestor = "setRequestor:"
    case setRequestorServiceProviders = "setRequestor:serviceProviders:"
    case setRequestorKeys = "setRequestor:setSignedRequestorId:secret:publicKey:"
    case getAuthenticationData = "getAuthentication:withData:"
    case getAuthenticationArray = "getAuthentication: with an array"
    case getAuthenticationDictionary = "getAuthentication: with a dictionary"
    case getAuthenticationToken
    case handleExternalURL = "handleExternalURL:"
    case checkAuthorizationData = "checkAuthorization:withData:"
    case getAuthorizationData = "getAuthorization:withData:"
    case checkPreauthorizedResources = "checkPreauthorizedResources:"
    case checkPreauthorizedResourcesCache = "checkPreauthorizedResources:cache:"
    case preauthorize = "preauthorize:didCompleteWith:"

    /// The first version with the call, and the first later version without it; `nil` if all later versions have the
    /// call.
    var versions: (since: SDKVersion, until: SDKVersion?) {
        switch self {
        case .storageCheck: (SDKVersion(3, 8, 3), nil)
        case .setOptions: (SDKVersion(2, 3), nil)
        case .setRequestor, .setRequestorServiceProviders: (SDKVersion(3, 0), nil)
        case .setRequestorKeys: (SDKVersion(2, 0), nil)
        case .getAuthenticationData: (SDKVersion(1, 9), nil)
        case .getAuthenticationArray: (SDKVersion(2, 0), SDKVersion(2, 4))
        case .getAuthenticationDictionary: (SDKVersion(2, 4), nil)
        case .getAuthenticationToken: (SDKVersion(1, 0), SDKVersion(3, 0))
        case .handleExternalURL: (SDKVersion(3, 0), nil)
        case .checkAuthorizationData, .getAuthorizationData: (SDKVersion(1, 9), nil)
        case .checkPreauthorizedResources: (SDKVersion(1, 3), nil)
        case .checkPreauthorizedResourcesCache: (SDKVersion(3, 1), nil)
        case .preauthorize: (SDKVersion(3, 6), nil)
        }
    }
}

extension AccessEnabler {
    /// Whether the profile's version has the call; if not, writes an error line to the log.
    func knows(_ call: DocumentedCall) -> Bool {
        let (since, until) = call.versions
        if profile.version < since {
            logError("\(call.rawValue) needs version \(since) or later; this is version \(profile.version)")
            return false
        }
        if let until, profile.version >= until {
            logError("\(call.rawValue) was removed in version \(until); this is version \(profile.version)")
            return false
        }
        return true
    }

    func logError(_ line: String) { platform.logger?.log(.error, "[AccessEnabler] \(line)") }

    /// Converts native members to values; a member that JSON can't express is left out, with an error line in the log.
    func values(_ members: [AnyHashable: Any]?) -> [String: EntitlementValue] {
        var values: [String: EntitlementValue] = [:]
        for (key, member) in members ?? [:] {
            guard let name = key.base as? String else {
                logError("\(key) is ignored: a key must be a string")
                continue
            }
            values[name] = EntitlementValue(member)
            if values[name] == nil { logError("\(name) is ignored: \(type(of: member)) isn't a supported type") }
        }
        return values
    }

    /// Converts native members to values; `nil` stays `nil`.
    func optionalValues(_ members: [AnyHashable: Any]?) -> [String: EntitlementValue]? { members.map { values($0) } }

    /// Returns the strings of a list, without other elements; `nil` stays `nil`.
    func texts(_ elements: [Any]?) -> [String]? { elements?.compactMap { $0 as? String } }
}
