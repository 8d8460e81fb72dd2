import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

/// The parameters of control requests, of which unknown ones are refused by name, so that a misspelt one isn't silently
/// ignored.
enum ControlParameters {
    /// Returns the parameters in the query of a request whose content isn't a form.
    ///
    /// - Throws: `EntitlementFailure.malformedParameter` for a name that isn't in `known`.
    static func query(of exchange: Exchange, known: [String]) throws(EntitlementFailure) -> Parameters {
        let parameters = try exchange.request.withQuery { (query) throws(EntitlementFailure) in
            try Parameters(query: query, form: [])
        }
        try check(parameters, known: known)
        return parameters
    }

    /// Refuses all parameters in the query: the operation would otherwise seem to be limited by them.
    ///
    /// - Throws: `EntitlementFailure.malformedParameter`.
    static func refuse(_ exchange: Exchange) throws(EntitlementFailure) {
        if exchange.request.hasQuery { _ = try query(of: exchange, known: []) }
    }

    /// Refuses a parameter whose name isn't in `known`.
    ///
    /// - Throws: `EntitlementFailure.malformedParameter`.
    static func check(_ parameters: Parameters, known: [String]) throws(EntitlementFailure) {
        guard let name = parameters.pairs.map(\.name).first(where: { !known.containsBytes(of: $0) }) else { return }
        let isPlain = name.utf8.allSatisfy { (0x21...0x7E).contains($0) } && (1...64).contains(name.utf8.count)
        throw .malformedParameter(
            isPlain ? name : "A parameter",
            reason: "is unknown" + NearestName.hint(name, among: known)
                + (known.isEmpty ? ". The operation reads no parameters in the address" : ""))
    }
}
