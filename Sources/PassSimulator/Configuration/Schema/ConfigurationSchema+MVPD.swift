extension ConfigurationSchema {
    /// The form of one entry of `mvpds`.
    static let mvpd = SettingForm.object(Configuration.MVPD(), isBrief: true, mvpdSettings)

    /// The settings that an MVPD takes from the MVPD named in `like` if it has no values of its own for them.
    static let inheritedMVPDSettings = mvpdSettings.filter { !["name", "logo", "like"].contains($0.description.name) }

    private static let mvpdSettings: [Setting<Configuration.MVPD>] =
        [
            Setting("name", \.name, .optional(.text("a name"), or: "null for the ID"), "The name in pickers."),
            Setting("logo", \.logo, .optional(.text("a URL"), or: "null for a drawn one"), "The picture in pickers."),
            Setting(
                "style", \.style, .optional(.choice, or: "null for the value of `like`, else \"samlPost\""),
                "How the browser reaches the login page; \"tempPass\" means that there is none."),
            Setting(
                "like", \.like, .optional(.text("the ID of another MVPD"), or: "null"),
                "The MVPD whose values apply to all settings that are missing here, except the name and the logo."),
            Setting(
                "host", \.host, .optional(.hostName, or: "null for the value of `like`, else login.mvpd.example"),
                "The host of its login pages for clients that reach the simulator under spoofed host names."),
            Setting(
                "pages", \.pages, .optional(.choice, or: "null for the value of `like`, else \"form\""),
                "The pages that a subscriber sees at a login."),
            Setting(
                "relativeForms", \.relativeForms, flag,
                "Whether the action of its forms has no scheme and no host (false)."),
            Setting(
                "pageDelayMilliseconds", \.pageDelayMilliseconds, number(0...600_000, "milliseconds"),
                "The delay of each of its pages (0)."),
            Setting(
                "sessionSeconds", \.sessionSeconds, .optional(.timeToLive, or: "null for the value of `like`"),
                "The lifetime of its own browser session, during which a login shows no form (86400)."),
            Setting("takesLogouts", \.takesLogouts, flag, "Whether a logout reaches it and ends that session (true)."),
            Setting(
                "homeSubscriber", \.homeSubscriber,
                .optional(.text("a user name"), or: "null for the value of `like`, else none"),
                "The subscriber whose home network contains every browser: home-based authentication."),
            Setting(
                "proxy", \.proxy,
                .optional(.text("the ID of another MVPD"), or: "null for the value of `like`, else none"),
                "The MVPD that shows the login and decides for this one."),
            Setting(
                "pass", \.pass,
                .optional(.object(.init(), isBrief: true, pass), or: "null for the value of `like`, else none"),
                "A temporary pass."),
            Setting(
                "degradation", \.degradation, .optional(.choice, or: "null for the value of `like`, else none"),
                "The rule that stands in for it: every login succeeds, all resources are permitted, or all are denied."),
            Setting(
                "preauthorizationLimit", \.preauthorizationLimit, number(1...1000, "resources"),
                "The most resources in one preauthorization (5)."),
            Setting(
                "authorizationLimit", \.authorizationLimit, number(1...100, "resources"),
                "The most resources in one authorization of REST API v2 (1)."),
            Setting(
                "listsResources", \.listsResources, flag, "Whether its profiles list the subscriber's channels (false)."
            ),
        ] + flags

    private static let flags: [Setting<Configuration.MVPD>] = [
        Setting(
            "authPerAggregator", \.authPerAggregator, flag, "Whether a profile serves only its own requestor (false)."),
        Setting("passiveAuthnEnabled", \.passiveAuthnEnabled, flag, "Whether SDKs try a login without a form (true)."),
        Setting(
            "authPerBrowserSession", \.authPerBrowserSession, flag,
            "Whether web clients keep its tokens only for the browser's session (false)."),
        Setting("iFrameRequired", \.iFrameRequired, flag, "Whether its login needs an iframe (false)."),
        Setting("iFrameWidth", \.iFrameWidth, number(1...10_000, "pixels"), "The width of that iframe."),
        Setting("iFrameHeight", \.iFrameHeight, number(1...10_000, "pixels"), "The height of that iframe."),
        Setting("useSVC", \.useSVC, flag, "Whether SDKs open its login in SFSafariViewController (false)."),
        Setting(
            "foregroundLogout", \.foregroundLogout, flag,
            "Whether the configuration document has `foregroundLogout` (false)."),
        Setting(
            "platform", \.platform,
            .optional(.object(.init(), isBrief: true, platform), or: "null for the value of `like`, else none"),
            "Single sign-on by the platform (Apple)."),
    ]

    private static let pass: [Setting<Configuration.MVPD.TemporaryPass>] = [
        Setting("seconds", \.seconds, .timeToLive, "Its lifetime from the first authorization (600)."),
        Setting(
            "resources", \.resources, .optional(.wholeNumber(1...1_000_000), or: "null for any number"),
            "The number of different resources that it covers."),
        Setting(
            "identity", \.identity, .optional(.text("a name"), or: "null for the device"),
            "The member of generic_data that names its holder, such as email."),
    ]

    private static let platform: [Setting<Configuration.MVPD.Platform>] = [
        Setting("boardingStatus", \.boardingStatus, .choice, "The state of the platform's support."),
        Setting("isInPicker", \.isInPicker, .flag, "Whether the platform's picker shows it (true)."),
        Setting(
            "mappingID", \.mappingID, .optional(.text("an identifier"), or: "null"), "The platform's name for it."),
        Setting(
            "requiredMetadata", \.requiredMetadata, .list("a list of names", of: .text("a name")),
            "The metadata of the subscriber that the platform must return."),
    ]

    private static let flag = SettingForm.optional(.flag, or: "null for the value of `like`")

    private static func number(_ range: ClosedRange<Int>, _ unit: String) -> SettingForm<Int?> {
        .optional(.wholeNumber(range, unit), or: "null for the value of `like`")
    }
}
