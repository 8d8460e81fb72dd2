extension ConfigurationSchema {
    /// The form of one entry of `mvpds`.
    static let mvpd = SettingForm.object(Configuration.MVPD(), isBrief: true, mvpdSettings)

    /// The settings of an MVPD that it takes from the MVPD that it is `like`.
    static let inheritedMVPDSettings = mvpdSettings.filter { !["name", "logo", "like"].contains($0.description.name) }

    private static let mvpdSettings: [Setting<Configuration.MVPD>] =
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
                "host", \.host, .optional(.hostName, or: "null for that of `like`, else login.mvpd.example"),
                "The host of its login pages where host names are spoofed."),
            Setting(
                "pages", \.pages, .optional(.choice, or: "null for those of `like`, else \"form\""),
                "What a subscriber goes through to log in."),
            Setting(
                "relativeForms", \.relativeForms, flag,
                "The action of its pages' forms has no scheme and no host (false)."),
            Setting(
                "pageDelayMilliseconds", \.pageDelayMilliseconds, number(0...600_000, "milliseconds"),
                "How long each of its pages takes (0)."),
            Setting(
                "sessionSeconds", \.sessionSeconds, .optional(.timeToLive, or: "null for that of `like`"),
                "How long its own browser session lives, in which nobody is asked for a password (86400)."),
            Setting("takesLogouts", \.takesLogouts, flag, "A logout goes on to it and ends that session (true)."),
            Setting(
                "homeSubscriber", \.homeSubscriber,
                .optional(.text("a user name"), or: "null for that of `like`, else nobody's"),
                "In whose home network every browser is: home-based authentication."),
            Setting(
                "proxy", \.proxy,
                .optional(.text("the ID of another MVPD"), or: "null for that of `like`, else none"),
                "The MVPD that logs in and decides for this one."),
            Setting(
                "pass", \.pass,
                .optional(.object(.init(), isBrief: true, pass), or: "null for that of `like`, else none"),
                "A temporary pass."),
            Setting(
                "degradation", \.degradation, .optional(.choice, or: "null for that of `like`, else nothing"),
                "What stands in for it: everybody is logged in, everybody may watch, or nobody."),
            Setting(
                "preauthorizationLimit", \.preauthorizationLimit, number(1...1000, "resources"),
                "How many one preauthorization may ask for (5)."),
            Setting("listsResources", \.listsResources, flag, "Its profiles carry the subscriber's channels (false)."),
        ] + flags

    private static let flags: [Setting<Configuration.MVPD>] = [
        Setting(
            "authPerAggregator", \.authPerAggregator, flag, "One requestor's profile serves no other (false)."),
        Setting("passiveAuthnEnabled", \.passiveAuthnEnabled, flag, "SDKs try a login without a form (true)."),
        Setting(
            "authPerBrowserSession", \.authPerBrowserSession, flag,
            "Web clients keep its tokens only as long as the browser's session (false)."),
        Setting("iFrameRequired", \.iFrameRequired, flag, "Its login wants an iframe (false)."),
        Setting("iFrameWidth", \.iFrameWidth, number(1...10_000, "pixels"), "Of that iframe."),
        Setting("iFrameHeight", \.iFrameHeight, number(1...10_000, "pixels"), "Of that iframe."),
        Setting("useSVC", \.useSVC, flag, "SDKs open its login in SFSafariViewController (false)."),
        Setting("foregroundLogout", \.foregroundLogout, flag, "As the configuration document says (false)."),
        Setting(
            "platform", \.platform,
            .optional(.object(.init(), isBrief: true, platform), or: "null for that of `like`, else none"),
            "Single sign-on by the platform (Apple)."),
    ]

    private static let pass: [Setting<Configuration.MVPD.TemporaryPass>] = [
        Setting("seconds", \.seconds, .timeToLive, "Its life from the first authorization on (600)."),
        Setting(
            "resources", \.resources, .optional(.wholeNumber(1...1_000_000), or: "null for any number"),
            "For how many different ones it is good."),
        Setting(
            "identity", \.identity, .optional(.text("a name"), or: "null for the device"),
            "The member of generic_data that names its holder, such as email."),
    ]

    private static let platform: [Setting<Configuration.MVPD.Platform>] = [
        Setting("boardingStatus", \.boardingStatus, .choice, "How far the platform supports it."),
        Setting("isInPicker", \.isInPicker, .flag, "Whether the platform's picker shows it (true)."),
        Setting(
            "mappingID", \.mappingID, .optional(.text("an identifier"), or: "null"), "The platform's name for it."),
        Setting(
            "requiredMetadata", \.requiredMetadata, .list("a list of names", of: .text("a name")),
            "What the platform must return of the subscriber."),
    ]

    private static let flag = SettingForm.optional(.flag, or: "null for that of `like`")

    private static func number(_ range: ClosedRange<Int>, _ unit: String) -> SettingForm<Int?> {
        .optional(.wholeNumber(range, unit), or: "null for that of `like`")
    }
}
