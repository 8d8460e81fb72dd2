import PassCore

extension ConfigurationSchema {
    /// The settings that list requestors, MVPDs and subscribers.
    static let tables: [Setting<Configuration>] = [
        Setting(
            "requestors", \.requestors, .table("an object with requestors by ID", of: requestor),
            "The programmers whose apps ask. An entry of null removes one of the demo world."),
        Setting(
            "mvpds", \.mvpds, .table("an object with MVPDs by ID", of: mvpd),
            "The simulated providers, in the order of pickers. An entry of null removes one of the demo world."),
        Setting(
            "subscribers", \.subscribers, .table("an object with subscribers by user name", of: subscriber),
            "Who can log in, at every MVPD. An entry of null removes one of the demo world."),
    ]

    private static let requestor = SettingForm.object(
        Configuration.Requestor(), isBrief: true,
        [
            Setting("name", \.name, .optional(.text("a name"), or: "null for the ID"), "The name that people see."),
            Setting(
                "domains", \.domains, .list("a list of domains, such as example.com", of: .hostName),
                "Where its pages are; with registered redirects, only they and their subdomains may be returned to."),
            Setting(
                "schemes", \.schemes, .list("a list of URL schemes without ://, such as myapp", of: scheme),
                "Custom URL schemes of its apps; with registered redirects, only they may be returned to."),
            Setting(
                "resources", \.resources,
                .optional(.list("a list of resource IDs", of: .text("a resource ID")), or: "null for any"),
                "What it offers."),
            Setting(
                "mvpds", \.mvpds,
                .optional(.table("an object with integrations by MVPD ID", of: integration), or: "null for all"),
                "The MVPDs that it works with, and what each sets differently from `ttl`."),
            Setting(
                "excludedMVPDs", \.excludedMVPDs, .list("a list of MVPD IDs", of: .text("an MVPD ID")),
                "Those that it doesn't work with, of `mvpds` or of all."),
            Setting(
                "certificates", \.certificates, .list("a list of PEM files", of: .path("a PEM file")),
                "Certificates or public keys that prove its calls and encrypt for it. None means the demo one."),
            Setting(
                "encryptedMetadata", \.encryptedMetadata, .list("a list of metadata keys", of: .text("a metadata key")),
                "User metadata that leaves the service encrypted."),
            Setting("sharesDeviceID", \.sharesDeviceID, .flag, "Whether its apps may learn the device's hashed ID."),
            Setting(
                "enhancedErrors", \.enhancedErrors, .flag,
                "Whether preauthorizations tell why a resource is denied (false)."),
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
            Setting("authenticationSeconds", \.authenticationSeconds, ownTimeToLive, "The life of its profiles."),
            Setting("authorizationSeconds", \.authorizationSeconds, ownTimeToLive, "The life of its decisions."),
            Setting("mediaSeconds", \.mediaSeconds, ownTimeToLive, "The life of its media tokens."),
            Setting(
                "homeBasedAuthenticationSeconds", \.homeBasedAuthenticationSeconds, ownTimeToLive,
                "The life of its profiles that came by home network."),
            Setting("degradation", \.degradation, .optional(.choice, or: "null"), "What stands in for the MVPD."),
            Setting(
                "platformSignOn", \.platformSignOn, .optional(.flag, or: "null for that of the MVPD"),
                "false switches the platform's sign-on off where the MVPD takes it."),
            Setting(
                "singleSignOn", \.singleSignOn, .flag,
                "Whether other requestors' logins there count for this one, and its own for them (true)."),
        ])

    private static let ownTimeToLive = SettingForm.optional(.timeToLive, or: "null for the value in ttl")

    private static let subscriber = SettingForm.object(
        Configuration.Subscriber(), isBrief: true,
        [
            Setting(
                "password", \.password, .optional(.text("a password"), or: "null for any"), "What it signs in with."),
            Setting(
                "mvpds", \.mvpds, .optional(.list("a list of MVPD IDs", of: .text("an MVPD ID")), or: "null for all"),
                "Where the account exists."),
            Setting("signIn", \.signIn, .choice, "What follows the right password."),
            Setting("entitlement", \.entitlement, .choice, "What it may watch."),
            Setting(
                "message", \.message, .optional(message, or: "null for a usual one"),
                "What the viewer reads when the sign-in is refused or nothing may be watched."),
            Setting(
                "delayMilliseconds", \.delayMilliseconds, .wholeNumber(0...600_000, "milliseconds"),
                "How long its MVPD takes to answer a login."),
            Setting(
                "metadata", \.metadata, .metadata, "What its MVPD shares: userID, householdID, maxRating, channelID …"),
        ])

    /// A form for messages without the word "details", at which old clients cut a denial's document in two.
    private static let message = SettingForm<String>.parsed("a sentence without the word \"details\"", "TEXT") { text in
        text.isEmpty || text.asciiLowercased.contains("details") ? nil : text
    } write: {
        $0
    }
}
