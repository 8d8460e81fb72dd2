import PassDomain
import PassEndpointKit

/// What a request says of the client and the requestor that it comes from.
enum RequestorClaim {
    /// Parameters that can't be read are left to the operation, which names them in its refusal.
    ///
    /// - Parameter names: the parameters by which the operation knows its requestor; the first that is there counts, and
    ///   an operation with several refuses two that differ.
    /// - Throws: `.accessTokenRefused`, `.malformedParameter` for a bearer that can't be read.
    static func read(
        _ exchange: Exchange, names: [String], needsProof: Bool
    ) throws(EntitlementFailure) -> CallerService.Claim {
        let parameters = exchange.parameters
        let named =
            (try? exchange.capture("requestor"))
            ?? names.lazy.compactMap { try? parameters.optional($0, longest: Parameters.longestIdentifier) }.first
        return CallerService.Claim(
            bearer: try exchange.bearer(), requestor: named.map { RequestorID(rawValue: $0) },
            registrationCode: try? parameters.optional("reg_code"),
            signature: try? parameters.optional("signed_requestor_id", controls: .any), needsProof: needsProof)
    }
}
