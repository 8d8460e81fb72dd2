import PassCore

extension ConfigurationSchema {
    /// The settings that list requestors, MVPDs and subscribers.
    static let tables: [Setting<Configuration>] = [
        Setting(
            "requestors", \.requestors, .table("an object with requestors by ID", of: requestor),
            "The programmers of the apps. The value null removes a requestor of the demo world."),
        Setting(
            "mvpds", \.mvpds, .table("an object with MVPDs by ID", of: mvpd),
            "The simulated MVPDs, in the order of pickers. The value null removes an MVPD of the demo world."),
        Setting(
            "subscribers", \.subscribers, .table("an object with subscribers by user name", of: subscriber),
            "The users who can log in at every MVPD. The value null removes a subscriber of the demo world."),
        Setting(
            "rules", \.rules, .rules,
            """
            The rules that each namespace begins with: each makes some requests fail or changes their answers, like one that \
            is posted to /_sim/rules. The page Rules explains them; Config/faults has sets to start from.
            """),
    ]

    private static let requestor = SettingForm.object(
        Configuration.Requestor(), isBrief: true,
        [
            Setting("name", \.name, .optional(.text("a name"), or: "null for the ID"), "The name that users see."),
            Setting(
                "domains", \.domains, .list("a list of domains, such as example.com", of: .hostName),
                "The domains of its pages. With registered redirects, web redirects lead only there and to subdomains."),
            Setting(
                "schemes", \.schemes, .list("a list of URL schemes without ://, such as myapp", of: scheme),
                "The custom URL schemes of its apps. With registered redirects, app redirects use only these."),
            Setting(
                "resources", \.resources,
                .optional(.list("a list of resource IDs", of: .text("a resource ID")), or: "null for any"),
                "The resources that it offers."),
            Setting(
                "mvpds", \.mvpds,
                .optional(.table("an object with integrations by MVPD ID", of: integration), or: "null for all"),
                "The MVPDs that it is integrated with, and their differences from `ttl`."),
            Setting(
                "excludedMVPDs", \.excludedMVPDs, .list("a list of MVPD IDs", of: .text("an MVPD ID")),
                "The MVPDs of `mvpds`, or of all, that it isn't integrated with."),
            Setting(
                "certificates", \.certificates, .list("a list of PEM files or texts", of: .publicKey),
                "The certificates or public keys that verify its calls and encrypt for it. An empty list means the demo key."
            ),
            Setting(
                "encryptedMetadata", \.encryptedMetadata, .list("a list of metadata keys", of: .text("a metadata key")),
                "The user metadata that the service encrypts."),
            Setting(
                "metadataCertificate", \.metadataCertificate, .flag,
                "Whether the certificate that encrypts this metadata is usable. If not, REST API v2 gives an error "
                    + "for each such value."
            ),
            Setting(
                "serviceTokenKeys", \.serviceTokenKeys, .list("a list of PEM files or texts", of: .publicKey),
                "The keys with which its identity service signs AD-Service-Token. An empty list accepts any "
                    + "signature."),
            Setting("sharesDeviceID", \.sharesDeviceID, .flag, "Whether its apps get the hashed ID of the device."),
            Setting(
                "enhancedErrors", \.enhancedErrors, .flag,
                "Whether preauthorizations say why a resource is denied (false)."),
        ])

    private static let scheme = SettingForm<String>.parsed("a URL scheme without ://, such as myapp", "SCHEME") {
        text in
        let rest = text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
        return rest && text.first?.isLetter == true ? text.asciiLowercased : nil
    } write: {
        $0
    }

    private static let integration = SettingForm.object(
        Configuration.Integration(), isBrief: true,
        [
            Setting(
                "authenticationSeconds", \.authenticationSeconds, ownTimeToLive, "The time to live of its profiles."),
            Setting(
                "authorizationSeconds", \.authorizationSeconds, ownTimeToLive, "The time to live of its decisions."),
            Setting("mediaSeconds", \.mediaSeconds, ownTimeToLive, "The time to live of its media tokens."),
            Setting(
                "homeBasedAuthenticationSeconds", \.homeBasedAuthenticationSeconds, ownTimeToLive,
                "The time to live of its profiles from logins through the home network."),
            Setting(
                "degradation", \.degradation, .optional(.choice, or: "null"), "The rule that stands in for the MVPD."),
            Setting(
                "platformSignOn", \.platformSignOn, .optional(.flag, or: "null for the value of the MVPD"),
                "Whether users can log in through the platform's own sign-on, if the MVPD supports it."),
            Setting(
                "singleSignOn", \.singleSignOn, .flag,
                "Whether it shares logins at this MVPD with other requestors (true)."),
        ])

    private static let ownTimeToLive = SettingForm.optional(.timeToLive, or: "null for the value in ttl")

    private static let subscriber = SettingForm.object(
        Configuration.Subscriber(), isBrief: true,
        [
            Setting(
                "password", \.password, .optional(.text("text"), or: "null for any"), "The password."),
            Setting(
                "mvpds", \.mvpds, .optional(.list("a list of MVPD IDs", of: .text("an MVPD ID")), or: "null for all"),
                "The MVPDs where the account exists."),
            Setting("signIn", \.signIn, .choice, "The outcome of a sign-in with the right password."),
            Setting("entitlement", \.entitlement, .choice, "What the subscriber may watch."),
            Setting(
                "message", \.message, .optional(message, or: "null for the default message"),
                "The message for the user if the sign-in or every authorization is refused."),
            Setting(
                "delayMilliseconds", \.delayMilliseconds, .wholeNumber(0...600_000, "milliseconds"),
                "The MVPD's delay in answering a login."),
            Setting(
                "metadata", \.metadata, .metadata,
                "The metadata that the MVPD shares: userID, householdID, maxRating, channelID …"),
        ])

    /// A form for messages without the word "details", at which old clients cut a denial's document in two.
    private static let message = SettingForm<String>.parsed("a sentence without the word \"details\"", "TEXT") { text in
        text.isEmpty || text.asciiLowercased.contains("details") ? nil : text
    } write: {
        $0
    }
}
