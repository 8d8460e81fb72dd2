import PassDomain
import PassEndpointKit

/// The client and the requestor that a request names as its sender.
enum RequestorClaim {
    /// Reads the claim. Parameters that can't be read are ignored here, since the operation itself refuses them by
    /// name.
    ///
    /// - Parameters:
    ///   - names: the parameters from which the operation reads its requestor. The first one present is used.
    ///     An operation that reads several of them refuses values that differ.
    ///   - needsProof: whether the call must prove its requestor.
    /// - Throws: `.accessTokenRefused`, `.malformedParameter` for a bearer token that can't be read.
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
