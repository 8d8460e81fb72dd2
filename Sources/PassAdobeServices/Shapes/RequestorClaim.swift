import PassDomain
import PassEndpointKit

/// What a request says of the client and the requestor that it comes from.
enum RequestorClaim {
    /// Parameters that can't be read are left to the operation, which names them in its refusal.
    ///
    /// - Throws: `.accessTokenRefused`, `.malformedParameter` for a bearer that can't be read.
    static func read(_ exchange: Exchange, needsProof: Bool) throws(EntitlementFailure) -> CallerService.Claim {
        let parameters = exchange.parameters
        let named =
            (try? exchange.capture("requestor")) ?? (try? parameters.requestorIfPresent())?.rawValue
            ?? (try? parameters.optional("requestor"))
        return CallerService.Claim(
            bearer: try exchange.bearer(), requestor: named.map { RequestorID(rawValue: $0) },
            signature: try? parameters.optional("signed_requestor_id", controls: .any), needsProof: needsProof)
    }
}
