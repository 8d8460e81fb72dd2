extension ConfigurationSchema {
    /// The settings that decide how strict the simulated service is and how its tokens look.
    static let service: [Setting<Configuration>] = [
        Setting("unknownRequestors", \.unknownRequestors, .choice, "What happens to IDs that aren't in `requestors`."),
        Setting(
            "unknownMVPDs", \.unknownMVPDs, .choice,
            "What happens to IDs that aren't in `mvpds`; an accepted one behaves as the MVPD `Adobe`."),
        Setting(
            "unknownResources", \.unknownResources, .choice,
            "What happens to resources that a requestor's list doesn't hold."),
        Setting(
            "unknownClients", \.unknownClients, .choice,
            "What happens to client IDs that weren't registered with this simulator."),
        Setting(
            "redirects", \.redirects, .choice,
            "Where a browser may be sent back to: anywhere, or only to a requestor's `domains` and `schemes`."),
        Setting(
            "softwareStatements", \.softwareStatements,
            .object(
                .init(),
                [
                    Setting(
                        "accept", \.accept, .choice, "Any well-formed one, or only those signed with a trusted key."),
                    Setting(
                        "trustedKeys", \.trustedKeys, .list("a list of PEM files", of: .path("a PEM file")),
                        "Public keys, or the private ones that they belong to. None means the demo statement's."),
                ]),
            "With which clients register (dynamic client registration)."),
        Setting(
            "requestorProof", \.requestorProof, .choice,
            "What proves that a native call comes from its requestor: nothing has to, or an access token or signed ID."),
        Setting(
            "denialStatus", \.denialStatus, denialStatus,
            "The status of denied authorizations; the real service has both."
        ),
        Setting(
            "repeatedDenials", \.repeatedDenials,
            .object(
                .init(),
                [
                    Setting(
                        "count", \.count, .optional(.wholeNumber(1...1_000_000), or: "null for any number"),
                        "Denials that are still answered as they are; beyond, the sub-code is 1010."),
                    Setting(
                        "seconds", \.seconds, .wholeNumber(1...86_400, "seconds"),
                        "In which time, from the first of them."),
                ]),
            "When denials of one login are so many that they count as an attempt at fraud."),
        Setting(
            "throttle", \.throttle,
            .object(
                .init(),
                [
                    Setting(
                        "requestsPerSecond", \.requestsPerSecond,
                        .optional(.wholeNumber(1...1_000_000), or: "null for no limit"),
                        "The real service allows one; beyond it answers 429."),
                    Setting(
                        "burst", \.burst, .wholeNumber(1...1_000_000), "How many may be made at once after a rest."),
                ]),
            """
            How many requests one address may make. It is the first one in X-Forwarded-For, whoever sends that \
            (`trustedProxies` doesn't matter), else the peer's.
            """),
        Setting(
            "oldestClient", \.oldestClient, .optional(version, or: "null for any"),
            "Native SDKs before this version get 410 instead of a configuration, by their User-Agent."),
        Setting(
            "deviceBinding", \.deviceBinding,
            .object(
                .init(),
                [
                    Setting(
                        "form", \.form, .choice,
                        "How a native token names its device: signed, as a SHA-1 hash, or in clear."),
                    Setting(
                        "check", \.check, .choice,
                        "Whether a web call without a device identifier is accepted (lenient) or refused (strict)."),
                ]),
            "How tokens are bound to devices."),
        Setting(
            "tokens", \.tokens,
            .object(
                .init(),
                [
                    Setting(
                        "elements", \.elements, .choice,
                        "With the elements that real clients read, or exactly those that the vendor's page prints."),
                    Setting(
                        "separator", \.separator, .choice,
                        """
                        The second signatureInfo tag: without a slash, as on the real wire, or "corrected" with one, \
                        which some SDKs can't read. Both are accepted back.
                        """),
                    Setting(
                        "utcOffset", \.utcOffset, utcOffset,
                        "The zone in which dates are told, as in GMT -0700. Dates of any zone are accepted back."),
                ]),
            "The shape of tokens."),
        Setting(
            "mediaToken", \.mediaToken,
            .object(
                .init(),
                [
                    Setting(
                        "root", \.root, .choice,
                        "The root element: as the vendor's pages print it, or as recorded from real traffic.")
                ]),
            "Short media tokens."),
        Setting(
            "ttl", \.ttl, .object(.init(), timesToLive),
            "How long things live; a requestor may set its own for each of its MVPDs."),
    ]

    private static let denialStatus = SettingForm<Int>.oneOf([200, 400])

    private static let version = SettingForm<String>.parsed("a version such as \"1.9\"", "VERSION") { text in
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return (1...4).contains(parts.count) && parts.allSatisfy { (UInt16($0) != nil) } ? text : nil
    } write: {
        $0
    }

    private static let utcOffset = SettingForm<Configuration.UTCOffset>.parsed(
        "a distance from UTC as hours and minutes, from \"-2359\" to \"+2359\"", "OFFSET",
        parse: { Configuration.UTCOffset($0) }, write: { $0.description })

    private static let timesToLive: [Setting<Configuration.TimesToLive>] = [
        Setting("authenticationSeconds", \.authenticationSeconds, .timeToLive, "Profiles (authN tokens)."),
        Setting(
            "homeBasedAuthenticationSeconds", \.homeBasedAuthenticationSeconds, .timeToLive,
            "Profiles of logins by home network."),
        Setting("authorizationSeconds", \.authorizationSeconds, .timeToLive, "Decisions (authZ tokens)."),
        Setting("mediaSeconds", \.mediaSeconds, .timeToLive, "Short media tokens."),
        Setting(
            "sessionSeconds", \.sessionSeconds, .timeToLive, "Logins, from their begin until nobody can fetch them."),
        Setting(
            "registrationCodeSeconds", \.registrationCodeSeconds, .wholeNumber(0...36_000, "seconds"),
            "Registration codes whose request doesn't say."),
        Setting("accessTokenSeconds", \.accessTokenSeconds, .timeToLive, "Access tokens of registered clients."),
    ]
}

extension SettingForm<Int> {
    /// A form for a time to live of up to a hundred years; zero means that it is already over.
    static let timeToLive = wholeNumber(0...3_155_760_000, "seconds")
}
