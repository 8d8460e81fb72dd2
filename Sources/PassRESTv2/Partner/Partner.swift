import PassCore
import PassDomain
import PassEndpointKit

/// The partner that a path names. Apple is the only one.
enum Partner {
    /// Returns the partner's name as the path spells it.
    ///
    /// - Throws: `.malformedParameter` for any other name.
    static func name(_ call: RESTv2Call) throws(EntitlementFailure) -> String {
        let name = try call.exchange.capture("partner")
        guard name.asciiLowercased == "apple" else {
            throw .malformedParameter("partner", reason: "isn't a known partner")
        }
        return name
    }
}
