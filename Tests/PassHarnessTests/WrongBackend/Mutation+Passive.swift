import AccessEnabler

extension Mutation {
    static let passive: [Mutation] = [
        Mutation(
            "No MVPD lets SDKs log in passively", "config", noticedBy: ["182", "187"], "<passiveAuthnEnabled>true<",
            becomes: "<passiveAuthnEnabled>false<"),
        Mutation(
            "A passive login that brings another requestor's token", "sessionDevice", noticedBy: ["182"],
            "RequestorID&gt;P2&lt;", becomes: "RequestorID&gt;REF&lt;"),
        Mutation(
            "A pass that begins anew with its next login", "sessionDevice", noticedBy: ["192"],
            "Expires&gt;2031/05/17 08:40", becomes: "Expires&gt;2031/05/17 08:45"),
        Mutation(
            "A media token that hides the pass", "deviceShortAuthorize", noticedBy: ["190"], "<mvpdId>T1<",
            becomes: "<mvpdId>M1<"),
        Mutation(
            "An authorization that says nothing new of the user", "authorizeDevice", noticedBy: ["122"],
            text: { $0.without("userMeta") }),
        Mutation(
            "A client detected as another", "config", noticedBy: ["130", "132"], "<clientType>ios<",
            becomes: "<clientType>html5<"),
        Mutation(
            "A logout that doesn't come back from the MVPD", "LogoutServiceHTTPRedirectResponse",
            noticedBy: ["134", "142"]
        ) { answer, _ in
            TransportResponse(status: 200, fields: answer.fields.filter { $0.name.lowercased() != "location" })
        },
    ]

    static let platform: [Mutation] = [
        Mutation(
            "No MVPD signs on by the platform", "config", noticedBy: ["196", "201"], "<enablePlatformServices>true<",
            becomes: "<enablePlatformServices>false<"),
        Mutation(
            "MVPDs that the platform's picker doesn't show", "config", noticedBy: ["196", "203"],
            "<displayInPlatformPicker>true<", becomes: "<displayInPlatformPicker>false<"),
        Mutation(
            "An MVPD that the platform knows by another name", "config", noticedBy: ["199", "203"],
            "<platformMappingId>", becomes: "<platformMappingId>x-"),
        Mutation(
            "An MVPD that is only listed, told as supported", "config", noticedBy: ["198"], "<boardingStatus>PICKER<",
            becomes: "<boardingStatus>SUPPORTED<"),
        Mutation(
            "A supported MVPD told as only listed", "config", noticedBy: ["141", "199", "201"],
            "<boardingStatus>SUPPORTED<", becomes: "<boardingStatus>PICKER<"),
        Mutation(
            "No question for the platform", "verificationCode", noticedBy: ["199", "201"], "SAMLRequest",
            becomes: "Request"),
        Mutation(
            "A code of another login", "verificationCode", noticedBy: ["199", "201"], #""verificationCode":""#,
            becomes: #""verificationCode":"0"#),
        Mutation("A provider's answer that is refused", "tokens", noticedBy: ["141", "199", "201"]) { _, _ in
            TransportResponse(status: 400, body: Array(#"{"error":"invalid_request"}"#.utf8))
        },
        Mutation(
            "A platform's login at another MVPD", "sessionDevice", noticedBy: ["199"], "MsoID&gt;PlatformTV&lt;",
            becomes: "MsoID&gt;M1&lt;"),
    ]
}
