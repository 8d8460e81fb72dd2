extension ConfigurationSchema {
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
        ])

    private static let scheme = SettingForm<String>.parsed("a URL scheme without ://, such as myapp", "SCHEME") {
        text in
        let rest = text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
        return rest && text.first?.isLetter == true ? text.lowercased() : nil
    } write: {
        $0
    }

    private static let integration = SettingForm.object(
        Configuration.Integration(), isBrief: true,
        [
            Setting("authenticationSeconds", \.authenticationSeconds, ownLife, "The life of its profiles."),
            Setting("authorizationSeconds", \.authorizationSeconds, ownLife, "The life of its decisions."),
            Setting("mediaSeconds", \.mediaSeconds, ownLife, "The life of its media tokens."),
        ])

    private static let ownLife = SettingForm.optional(.life, or: "null for the value in ttl")

    private static let mvpd = SettingForm.object(
        Configuration.MVPD(), isBrief: true,
        [
            Setting("name", \.name, .optional(.text("a name"), or: "null for the ID"), "The name in pickers."),
            Setting("logo", \.logo, .optional(.text("a URL"), or: "null for a drawn one"), "The picture in pickers."),
            Setting(
                "style", \.style, .optional(.choice, or: "null for that of `like`, else \"samlPost\""),
                "How the browser gets to the login page, if there is one."),
            Setting(
                "like", \.like, .optional(.text("the ID of another MVPD"), or: "null"),
                "Takes whatever isn't said here from that one, but for the name and the logo."),
            Setting(
                "host", \.host, .optional(.hostName, or: "null for login.mvpd.example"),
                "The host of its login pages where host names are spoofed."),
            Setting(
                "authPerAggregator", \.authPerAggregator, flag, "One requestor's profile serves no other (false)."),
            Setting("passiveAuthnEnabled", \.passiveAuthnEnabled, flag, "As the configuration document says (true)."),
            Setting("iFrameRequired", \.iFrameRequired, flag, "Its login wants an iframe (false)."),
            Setting("useSVC", \.useSVC, flag, "SDKs open its login in SFSafariViewController (false)."),
        ])

    private static let flag = SettingForm.optional(.flag, or: "null for that of `like`")

    private static let subscriber = SettingForm.object(
        Configuration.Subscriber(), isBrief: true,
        [
            Setting(
                "password", \.password, .optional(.text("a password"), or: "null for any"), "What it signs in with."),
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

    /// Old clients cut a denial's document in two at the word "details", so a message may not hold it.
    private static let message = SettingForm<String>.parsed("a sentence without the word \"details\"", "TEXT") { text in
        text.isEmpty || text.lowercased().contains("details") ? nil : text
    } write: {
        $0
    }
}
