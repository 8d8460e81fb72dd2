internal import PassXML

extension AuthorizationToken {
    /// Whether a degradation rule that authorizes everyone made the token: it says `<zAll>true</zAll>`.
    ///
    /// - Parameter text: as the service sent it.
    static func isByRule(_ text: String) -> Bool {
        TokenText.element(text, named: "simpleAuthorizationToken")?.value("zAll") == "true"
    }
}

extension AuthenticationToken {
    /// The device's fingerprint in the token, for the one call that hands it back; nothing else is made of it.
    ///
    /// - Parameter text: as the service sent it.
    static func fingerprint(_ text: String) -> String? {
        TokenText.element(text, named: "simpleAuthenticationToken")?
            .first("simpleTokenDeviceID")?.value("simpleTokenFingerprint")
    }
}
