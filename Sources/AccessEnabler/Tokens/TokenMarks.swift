extension AuthorizationToken {
    /// Whether the token was issued by a degradation rule that authorizes every user: it contains `<zAll>true</zAll>`.
    ///
    /// - Parameter text: the token as the service sent it.
    static func isFromDegradation(_ text: String, using xml: any EntitlementXMLReader) -> Bool {
        TokenText.element(text, using: xml)?.anywhere("zAll") == "true"
    }
}

extension AuthenticationToken {
    /// Returns the device fingerprint in the token; only the request for the device's ID sends it back to the service.
    ///
    /// - Parameter text: the token as the service sent it.
    static func fingerprint(_ text: String, using xml: any EntitlementXMLReader) -> String? {
        TokenText.element(text, using: xml)?.anywhere("simpleTokenFingerprint")
    }
}
