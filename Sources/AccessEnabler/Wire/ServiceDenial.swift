/// What `<error>` and the headers beside it say of a refused authorization.
package struct ServiceDenial: Sendable, Equatable {
    /// `Authzf-Error-Code`, e.g. `noAuthZ`, `network`, `invalid`, `authzNone`.
    package var code: String?
    /// `Authzf-Sub-Error-Code`, e.g. `1010`.
    package var subCode: String?
    /// The MVPD's words; empty when it has none.
    package var details: String

    package init(code: String? = nil, subCode: String? = nil, details: String = "") {
        self.code = code
        self.subCode = subCode
        self.details = details
    }

    /// Reads a denial: `<error>` under any status of the client's or the request's making, but 401.
    ///
    /// The service sends the same body under 200 and 400. From 500 on nobody has decided anything, so that isn't a denial.
    init?(_ response: TransportResponse, _ body: ServiceMarkup) {
        guard response.status < 500, response.status != 401, body.hasRoot("error") else { return nil }
        let fields = response.fields
        let details = body.text(of: "details", in: "error") ?? ""
        self.init(
            code: fields["Authzf-Error-Code"], subCode: fields["Authzf-Sub-Error-Code"],
            details: details.isEmpty ? fields["Authzf-Error-Details"] ?? "" : details)
    }

    /// What kind of denial this is, by sub-code, code and words in this order ("Error reporting", Z codes).
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

    enum Kind: Sendable {
        case provider
        /// Too many denials in a short time.
        case repeated
        /// The MVPD can't be reached.
        case network
        case invalidResource
        /// A degradation rule that denies.
        case rule
    }

    /// The service's own words for an MVPD that doesn't answer, in its own spelling.
    private static let networkDetails =
        "A network error occured when communicating with the provider\"s authorization service"
}
