import PassCore
import PassCrypto
import PassDomain
import PassEndpointKit
import PassHTTP

/// The stage that requires the token of the setting `admin.token` (RFC 6750, section 2.1) on the simulator's own paths.
///
/// Requests that come in at an address that only this machine can reach need no token, and a few operations never do.
struct OperatorToken: Sendable {
    /// The bytes of the token; `nil` lets every request pass.
    private let token: [UInt8]?

    init(_ token: String?) {
        self.token = token.map { Array($0.utf8) }
    }

    /// Returns the refusal of a request to a path for operators, or `nil` if the request may pass.
    ///
    /// The refusal is a problem document with the status 401.
    func refusal(of request: HTTPRequest, for operation: @autoclosure () -> Operation?) -> HTTPResponse? {
        guard let token, operation()?.needsNoOperatorToken != true, !Self.isLocal(request.connection) else {
            return nil
        }
        guard let field = request.fields[.authorization] else { return Self.missing }
        guard let sent = HTTPCredentials.text(of: field, after: "bearer"),
            ConstantTime.equal(Array(sent.utf8), token)
        else { return Self.wrong }
        return nil
    }

    /// Whether the connection came in at an address that only this machine can reach.
    private static func isLocal(_ connection: HTTPConnectionInfo) -> Bool {
        HTTPAuthority(connection.localAddress).map { Configuration.AddressRange.isLoopback($0.host) } ?? false
    }

    private static let missing = refusal(
        "At this address, the simulator's own paths require the token in the setting admin.token. Send it as "
            + "Authorization: Bearer TOKEN."
    )
    private static let wrong = refusal("The token doesn't match the setting admin.token.")

    private static func refusal(_ detail: String) -> HTTPResponse {
        var response = Problem.response(.unauthorized, "Token required", detail)
        response.fields.append("WWW-Authenticate", "Bearer realm=\"pass-simulator\"")
        return response
    }
}
