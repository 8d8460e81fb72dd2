import AccessEnabler
import AccessEnablerOpenSSL
import PassCore

extension FuzzTarget {
    private static let answers =
        xmlWords + [
            "<result>", "<authnToken>", "<authzToken>", "<error>", "<details>",
            "<pendingLogout reason=\"r\">true</pendingLogout>", "<userMeta>",
            "Data not found", "{\"resources\":[", "\"authorized\":true", "\"access_token\":", "\"expires_in\":",
            "\"client_id\":",
        ]

    /// The client SDK's readers of answers: for any status and body they say something that can be told to an app.
    static let serviceAnswer = FuzzTarget(
        "service-answer", words: answers,
        seeds: {
            try Seeds.bodies("Wire/AdobeServices", "response.http")
                + Seeds.bodies("Wire/ClientRegistration", "response.http")
                + Seeds.texts(#"{"access_token":"a","expires_in":21600}"#, "https://sp.example/adobe-services")
        },
        run: { bytes in
            for status in [200, 400, 401, 403, 500] {
                let response = TransportResponse(status: status, body: bytes)
                if case .token(let token, _) = TokenAnswer(response, element: "authnToken") {
                    try require(status == 200 && !token.isEmpty, "an answer of status \(status) is a token")
                }
                if case .token(let token) = MediaTokenAnswer(response) {
                    try require(status == 200 && !token.isEmpty, "an answer of status \(status) is a media token")
                }
                _ = PreauthorizationAnswer(response)
                _ = PlatformRequestAnswer(response)
                _ = ClientCredentials(response, softwareStatement: "s")
                _ = AccessToken(response, now: Timestamp(seconds: 1_900_000_000))
            }
            if let value = EntitlementValue(json: bytes) {
                let again = EntitlementValue(json: Array(value.json.utf8))
                try require(again == value, "\(value.json) became \(again?.json ?? "nothing")")
            }
            if let provider = try? ServiceProvider(bytes.text, allowsPlainHTTP: true) {
                let again = try ServiceProvider(provider.url, allowsPlainHTTP: true)
                try require(again == provider, "\(provider.url) is another address than \(bytes.text)")
            }
        })

    /// The client SDK's reader of a requestor's configuration.
    static let configDocument = FuzzTarget(
        "config-document", maximumBytes: 8_192,
        words: xmlWords + [
            "<requestor>", "<mvpd>", "<id>", "<displayName>", "<logoUrl>", "<tempPass>", "<requiredMetadataFields>",
        ],
        seeds: { try Seeds.bodies("Wire/AdobeServices", "response.http").filter { $0.text.contains("mvpd") } },
        run: { bytes in
            let provider = try ServiceProvider("https://sp.example/adobe-services", allowsPlainHTTP: false)
            guard let document = try? ConfigDocument(bytes, from: provider, url: provider.url) else { return }
            try require(document.providers.allSatisfy { !$0.id.isEmpty }, "a provider has no ID")
        })
}
