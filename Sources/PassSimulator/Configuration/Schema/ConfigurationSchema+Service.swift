import PassCore

extension ConfigurationSchema {
    /// The settings that decide how strict the simulated service is and how its tokens look.
    static let service: [Setting<Configuration>] = [
        Setting(
            "unknownRequestors", \.unknownRequestors, .choice, "Whether IDs that aren't in `requestors` are accepted."),
        Setting(
            "unknownMVPDs", \.unknownMVPDs, .choice,
            "Whether IDs that aren't in `mvpds` are accepted. An accepted one behaves as the MVPD `Adobe`."),
        Setting(
            "unknownResources", \.unknownResources, .choice,
            "Whether resources that aren't in a requestor's list are accepted."),
        Setting(
            "unknownClients", \.unknownClients, .choice,
            "Whether client IDs that aren't registered with this simulator are accepted."),
        Setting(
            "redirects", \.redirects, .choice,
            "The allowed redirects: to any URL, or only to a requestor's `domains` and `schemes`."),
        Setting(
            "softwareStatements", \.softwareStatements,
            .object(
                .init(),
                [
                    Setting(
                        "accept", \.accept, .choice,
                        "Whether any well-formed statement is accepted, or only those that a trusted key signed."),
                    Setting(
                        "trustedKeys", \.trustedKeys, .list("a list of PEM files or texts", of: .publicKey),
                        "The trusted keys, as public or private keys. An empty list means the key of the demo statement."
                    ),
                    Setting(
                        "revoked", \.revoked, .list("a list of application IDs", of: .text("an application ID")),
                        "The IDs (`sub`) of statements that were revoked. Their clients are refused."),
                ]),
            "The software statements with which clients register (dynamic client registration)."),
        Setting(
            "requestorProof", \.requestorProof, .choice,
            "Whether a native call must prove its requestor, by an access token or a signed requestor ID."),
        Setting(
            "denialStatus", \.denialStatus, denialStatus,
            "The status of denied authorizations. The real service uses both."
        ),
        Setting(
            "repeatedDenials", \.repeatedDenials,
            .object(
                .init(),
                [
                    Setting(
                        "count", \.count, .optional(.wholeNumber(1...1_000_000), or: "null for any number"),
                        "The number of ordinary denials. Further ones have the sub-code 1010."),
                    Setting(
                        "seconds", \.seconds, .wholeNumber(1...86_400, "seconds"),
                        "The time after the first denial in which denials are counted."),
                ]),
            "The limit at which repeated denials of one login count as an attempt at fraud."),
        Setting(
            "throttle", \.throttle,
            .object(
                .init(),
                [
                    Setting(
                        "requestsPerSecond", \.requestsPerSecond,
                        .optional(.wholeNumber(1...1_000_000), or: "null for no limit"),
                        "The rate beyond which requests get 429. The real service allows one a second."),
                    Setting(
                        "burst", \.burst, .wholeNumber(0...1_000_000),
                        "The number of requests that each address may make beyond that rate. It isn't refilled."),
                ]),
            """
            The limit for the requests of one address. The address is the first one in X-Forwarded-For of any peer \
            (`trustedProxies` has no effect here), else the peer's.
            """),
        Setting(
            "oldestClient", \.oldestClient, .optional(version, or: "null for any"),
            "The oldest version of native SDKs, by their User-Agent. Older ones get 410 instead of a configuration."),
        Setting(
            "deviceBinding", \.deviceBinding,
            .object(
                .init(),
                [
                    Setting(
                        "form", \.form, .choice,
                        "The form of the device identifier in a native token: signed, as a SHA-1 hash, or as plain "
                            + "text."
                    ),
                    Setting(
                        "check", \.check, .choice,
                        "Whether a web call without a device identifier is accepted (lenient) or refused (strict)."),
                ]),
            "The binding of tokens to devices."),
        Setting(
            "restV2", \.restV2,
            .object(
                .init(),
                [
                    Setting(
                        "loginAddress", \.loginAddress, .choice,
                        """
                        The address to which `authenticate` leads a browser first: the MVPD's, or the legacy API's, \
                        which leads on to the MVPD, as in the vendor's sample.
                        """),
                    Setting(
                        "deviceInformation", \.deviceInformation, .choice,
                        """
                        Whether calls whose X-Device-Info can't be read are served (lenient) or refused (strict). \
                        A strict simulator also refuses calls without it, if User-Agent doesn't identify the device.
                        """),
                ]),
            "The choices where the vendor's pages and real clients of REST API v2 disagree."),
        Setting(
            "tokens", \.tokens,
            .object(
                .init(),
                [
                    Setting(
                        "elements", \.elements, .choice,
                        "The elements of tokens: those that real clients read, or exactly those that the vendor's page prints."
                    ),
                    Setting(
                        "separator", \.separator, .choice,
                        """
                        The second signatureInfo tag: without a slash, as on the real wire, or "corrected" with one, \
                        which some SDKs can't read. The simulator accepts both.
                        """),
                    Setting(
                        "utcOffset", \.utcOffset, utcOffset,
                        "The time zone of dates, as in GMT -0700. The simulator accepts dates of any zone."),
                ]),
            "The format of tokens."),
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
            "The times to live. A requestor can have its own of the first four for each of its MVPDs."),
    ]

    private static let denialStatus = SettingForm<Int>.oneOf([200, 400])

    private static let version = SettingForm<String>.parsed("a version such as \"1.9\"", "VERSION") { text in
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return (1...4).contains(parts.count) && parts.allSatisfy { (UInt16($0) != nil) } ? text : nil
    } write: {
        $0
    }

    private static let utcOffset = SettingForm<Configuration.UTCOffset>.parsed(
        "an offset from UTC in hours and minutes, from \"-2359\" to \"+2359\"", "OFFSET",
        parse: { Configuration.UTCOffset($0) }, write: { $0.description })

    private static let timesToLive: [Setting<Configuration.TimesToLive>] = [
        Setting("authenticationSeconds", \.authenticationSeconds, .timeToLive, "Profiles (authN tokens)."),
        Setting(
            "homeBasedAuthenticationSeconds", \.homeBasedAuthenticationSeconds, .timeToLive,
            "Profiles from logins through the home network."),
        Setting("authorizationSeconds", \.authorizationSeconds, .timeToLive, "Decisions (authZ tokens)."),
        Setting("mediaSeconds", \.mediaSeconds, .timeToLive, "Short media tokens."),
        Setting(
            "sessionSeconds", \.sessionSeconds, .timeToLive,
            "Logins, from their start until clients can no longer fetch them."),
        Setting(
            "registrationCodeSeconds", \.registrationCodeSeconds, .wholeNumber(0...36_000, "seconds"),
            "Registration codes whose request names no time."),
        Setting("accessTokenSeconds", \.accessTokenSeconds, .timeToLive, "Access tokens of registered clients."),
    ]
}

extension SettingForm<Int> {
    /// A form for a time to live of up to a hundred years; zero means that it is already over.
    static let timeToLive = wholeNumber(0...Int(TimeToLive.longest.seconds), "seconds")
}
