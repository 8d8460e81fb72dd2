package import PassCore

/// The reason why a response isn't accepted as a login.
package enum ResponseRefusal: Error, Equatable, CustomStringConvertible {
    /// The response can't be read.
    case malformed(SAMLError)
    /// The assertion lacks a valid signature by the identity provider that was asked, or differs from what was signed.
    case notTrusted(SAMLError)
    /// The response is addressed to another URL.
    case wrongDestination(String)
    /// The response, or its assertion, answers another request than ours, or none.
    case unsolicited(inResponseTo: SAMLID?)
    case wrongIssuer(String)
    case statusNotSuccess(SAMLStatus)
    /// The status is success, but there is no assertion.
    case noAssertion
    /// The bearer confirmation is for another URL.
    case wrongRecipient(String)
    /// The audiences don't include this service provider. The list is empty if the assertion names none.
    case foreignAudience([String])
    case expired(notOnOrAfter: Timestamp)
    case notYetValid(notBefore: Timestamp)

    package var description: String {
        switch self {
        case .malformed(let error): "The response can't be read. \(error)"
        case .notTrusted(let error): "The assertion isn't trusted. \(error)"
        case .wrongDestination(let url): "The response is addressed to \(url)."
        case .unsolicited(.some(let id)): "The response answers \(id), which is not the request that was sent."
        case .unsolicited(nil): "The response answers no request."
        case .wrongIssuer(let issuer): "The response comes from \(issuer), which didn't get the request."
        case .statusNotSuccess(let status): Self.sentence(status)
        case .noAssertion: "The response has no assertion."
        case .wrongRecipient(let url): "The assertion must be delivered to \(url)."
        case .foreignAudience([]): "The assertion names no audience."
        case .foreignAudience(let audiences): "The assertion is meant for \(audiences.joined(separator: ", "))."
        case .expired(let end): "The assertion was valid until \(CivilTime.isoDate(end))."
        case .notYetValid(let start): "The assertion is valid from \(CivilTime.isoDate(start)) on."
        }
    }

    private static func sentence(_ status: SAMLStatus) -> String {
        let subcode = status.subcode.map { " and \($0.name)" } ?? ""
        let answer = "The identity provider answered \(status.code.name)\(subcode)"
        guard let message = status.message else { return answer + "." }
        return "\(answer): \(message)" + (message.hasSuffix(".") ? "" : ".")
    }
}
