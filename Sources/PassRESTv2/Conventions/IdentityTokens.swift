import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

/// The tokens that let an app use profiles that its user got in other apps (REST API v2, "Platform identity" and
/// "Service token").
///
/// A malformed or expired token is ignored, as by the real service. The signature of a service token is checked if the
/// service issued the token, or if the key of the programmer's identity service is configured. The platforms' keys
/// aren't available, so the signatures of their tokens aren't checked.
enum IdentityTokens {
    /// The header field of the programmer's token.
    static let serviceToken: HTTPFieldName = "AD-Service-Token"
    private static let headers: [(name: HTTPFieldName, kind: SharedIdentity.Kind)] = [
        ("Adobe-Subject-Token", .platform), ("X-Roku-Reserved-Roku-Connect-Token", .platform),
        (serviceToken, .service),
    ]
    private static let longestToken = 8_192
    private static let longestSubject = 1_024

    /// Returns the identities that a call proves, at most one of each kind.
    ///
    /// - Throws: the error of a store that can't be used.
    static func identities(_ exchange: Exchange, of owner: AppProfiles.Owner) throws -> [SharedIdentity] {
        var identities: [SharedIdentity] = []
        for (name, kind) in headers where !identities.contains(where: { $0.kind == kind }) {
            guard let text = try? exchange.exactHeader(name), let subject = try subject(of: text, kind, exchange, owner)
            else { continue }
            identities.append(SharedIdentity(kind: kind, subject: subject))
        }
        return identities
    }

    /// Returns the subject of a token; `nil` for an invalid token, or one whose signature can be checked and is wrong.
    private static func subject(
        of text: String, _ kind: SharedIdentity.Kind, _ exchange: Exchange, _ owner: AppProfiles.Owner
    ) throws -> String? {
        guard kind == .service else { return subject(of: text, kind, now: exchange.now) }
        let own = exchange.services.serviceTokens
        if own.claimsToBeOwn(text) { return try own.subject(text, device: owner.deviceID, now: exchange.now) }
        guard let subject = subject(of: text, kind, now: exchange.now) else { return nil }
        let isSigned = exchange.ports.requestorKeys.isSignedServiceToken(text, of: owner.requestor)
        return isSigned ?? true ? subject : nil
    }

    /// Returns the subject of a token; `nil` for a string of another form and for a token that isn't valid now.
    ///
    /// An encrypted token of a platform (JWE, five parts) can't be read here, so its first 1,024 characters are the
    /// subject. They identify the user only if the platform always sends the same token for one user.
    private static func subject(of token: String, _ kind: SharedIdentity.Kind, now: Timestamp) -> String? {
        guard token.utf8.count <= longestToken else { return nil }
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        if kind == .platform, parts.count == 5 { return String(token.prefix(longestSubject)) }
        guard parts.count == 3, object(parts[0]) != nil, let claims = object(parts[1]),
            let subject = claims["sub"]?.stringValue, (1...longestSubject).contains(subject.utf8.count)
        else { return nil }
        if let expires = claims["exp"] {
            guard let seconds = expires.integerValue, now < Timestamp(seconds: seconds) else { return nil }
        }
        if let begins = claims["nbf"] {
            guard let seconds = begins.integerValue, now >= Timestamp(seconds: seconds) else { return nil }
        }
        return subject
    }

    private static func object(_ part: Substring) -> JSONValue? {
        guard let bytes = Base64.decodeLeniently(part), let value = try? JSONValue.parse(bytes),
            value.objectValue != nil
        else { return nil }
        return value
    }
}

extension PartnerStatus {
    /// Reads the field `AP-Partner-Framework-Status`: base64 of a JSON object.
    ///
    /// - Parameter values: the values of all fields of that name.
    /// - Returns: `nil` if there is no such field, or several, or one that can't be read.
    init?(field values: [String]) {
        guard values.count == 1, values[0].utf8.count <= 8_192, let bytes = Base64.decodeLeniently(values[0]),
            let status = try? JSONValue.parse(bytes), status.objectValue != nil
        else { return nil }
        let provider = status["frameworkProviderInfo"]
        let expires = provider?["expirationDate"]
        let milliseconds = expires?.stringValue.flatMap { Int64($0) } ?? expires?.integerValue
        self.init(
            access: status["frameworkPermissionInfo"]?["accessStatus"]?.stringValue,
            provider: provider?["id"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 },
            expires: milliseconds.map { Timestamp(milliseconds: $0) })
    }
}
