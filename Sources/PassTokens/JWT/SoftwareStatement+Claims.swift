import PassCore
import PassDomain

extension SoftwareStatement {
    /// Reads the claims of real statements (`sub`) and those of the documentation's sample (RFC 7591, section 2).
    ///
    /// Returns `nil` if neither `sub` nor `software_id` names the application. Claims with an unexpected type are
    /// ignored.
    convenience init?(claims: [ExactText: JSONValue]) {
        guard let application = claims["sub"]?.nonEmpty ?? claims["software_id"]?.nonEmpty else { return nil }
        self.init(
            application: application, clientName: claims["client_name"]?.nonEmpty,
            version: claims["software_version"]?.nonEmpty,
            redirectURIs: claims["redirect_uris"]?.texts.map { ExactText($0) } ?? [],
            requestors: (claims["requestors"] ?? claims["channels"])?.texts.map { RequestorID(rawValue: $0) } ?? [],
            scopes: (claims["scopes"] ?? claims["scope"])?.texts ?? [], grantTypes: claims["grant_types"]?.texts ?? [])
    }
}

extension JSONValue {
    fileprivate var nonEmpty: String? {
        stringValue.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The strings in an array, or the parts of a string that are separated by commas or spaces.
    fileprivate var texts: [String] {
        stringValue?.split { $0 == "," || $0 == " " }.map(String.init) ?? arrayValue?.compactMap(\.nonEmpty) ?? []
    }
}
