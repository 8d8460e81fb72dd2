/// A refused authorization, as an answer's `<error>` body and header fields describe it.
package struct ServiceDenial: Sendable, Equatable {
    /// The field `Authzf-Error-Code`, e.g. `noAuthZ`, `network`, `invalid`, `authzNone`.
    package var code: String?
    /// The field `Authzf-Sub-Error-Code`, e.g. `1010`.
    package var subCode: String?
    /// The MVPD's own message; empty when it sends none.
    package var details: String

    package init(code: String? = nil, subCode: String? = nil, details: String = "") {
        self.code = code
        self.subCode = subCode
        self.details = details
    }

    /// Reads a denial: an `<error>` with any status below 500 except 401.
    ///
    /// The service sends the same body with 200 and 400. A status of 500 or above isn't a denial, because no decision
    /// was made.
    init?(_ response: TransportResponse, _ body: ServiceMarkup) {
        guard response.status < 500, response.status != 401, body.hasRoot("error") else { return nil }
        let fields = response.fields
        let details = body.text(of: "details", in: "error") ?? ""
        self.init(
            code: fields["Authzf-Error-Code"], subCode: fields["Authzf-Sub-Error-Code"],
            details: details.isEmpty ? fields["Authzf-Error-Details"] ?? "" : details)
    }

    /// The kind of denial, judged by sub-code, code and details in this order ("Error reporting", Z codes).
    var kind: Kind {
        if subCode == "1010" { return .repeated }
        switch code?.lowercased() {
        case "authznone": return .rule
        case "invalid": return .invalidResource
        case "network": return .network
        case "fraud": return .repeated
        default: return details == Self.networkDetails ? .network : .provider
        }
    }

    /// The cause of a denial.
    enum Kind: Sendable {
        /// Any other denial, which counts as the MVPD's own decision.
        case provider
        /// The user was denied too often in a short time.
        case repeated
        /// The MVPD can't be reached.
        case network
        /// The resource isn't valid.
        case invalidResource
        /// A degradation rule denies the resource.
        case rule
    }

    /// The service's message for an MVPD that doesn't answer, spelled as the service spells it.
    private static let networkDetails =
        "A network error occured when communicating with the provider\"s authorization service"
}
