extension Configuration {
    /// The demo world, equal to `Config/demo.json5`.
    enum Demo {
        static let requestors: Table<Requestor> = [
            "TEST_REQUESTOR": Requestor(
                name: "Test Requestor", domains: ["adobe.com"], schemes: ["adobepass"], resources: ["TEST_RESOURCE"]),
            "DEMO_NET": Requestor(name: "Demo Network", domains: ["demo-net.example"], schemes: ["demonet"]),
            "REF30": Requestor(name: "Reference App", domains: ["adobe.com"], schemes: ["adobepass"]),
        ]

        static let mvpds: Table<MVPD> = [
            "Adobe": MVPD(name: "Adobe", style: .samlPost),
            "AcmeCable": MVPD(name: "Acme Cable", style: .samlRedirect),
            "MetaCable": MVPD(name: "Meta Cable", style: .metaRefresh),
            "OAuthTV": MVPD(name: "OAuth TV", style: .oauth2),
            "PassiveTV": MVPD(name: "Passive TV") { $0.authPerAggregator = true },
            "SafariTV": MVPD(name: "Safari TV") { $0.useSVC = true },
            "AmpCable": MVPD(name: "A&B <Cable>") {
                $0.logo = "https://login.mvpd.example/AmpCable/logo.svg?width=112&height=33"
            },
            "TwoPageTV": MVPD(name: "Two Page TV") { $0.pages = .twoPages },
            "RefreshTV": MVPD(name: "Refresh TV") { $0.pages = .metaRefresh },
            "ScriptTV": MVPD(name: "Script TV") { $0.pages = .scriptRedirect },
            "BookendTV": MVPD(name: "Bookend TV") { $0.pages = .bookends },
            "JSONTV": MVPD(name: "JSON TV") { $0.pages = .json },
            "ConsentTV": MVPD(name: "Consent TV") { $0.pages = .consent },
            "SlowTV": MVPD(name: "Slow TV") { $0.pageDelayMilliseconds = 2000 },
            "HomeTV": MVPD(name: "Home TV", style: .samlRedirect) { $0.homeSubscriber = "user" },
            "ListTV": MVPD(name: "List TV") { $0.listsResources = true },
            "StayTV": MVPD(name: "Stay TV") { $0.takesLogouts = false },
            "HubTV": MVPD(name: "Hub TV", style: .samlRedirect),
            "TownCable": MVPD(name: "Town Cable") { $0.proxy = "HubTV" },
            "PlatformTV": MVPD(name: "Platform TV") {
                $0.platform = .init()
                $0.platform?.mappingID = "platform-tv"
            },
            "TempPass": MVPD(name: "Temporary Pass", style: .tempPass) { $0.authPerAggregator = true },
            "PromoPass": MVPD(name: "Promotional Pass", style: .tempPass) {
                $0.authPerAggregator = true
                $0.pass = .init(seconds: 86_400, resources: 3, identity: "email")
            },
        ]

        static let subscribers: Table<Subscriber> = [
            "user": Subscriber(
                password: "password",
                metadata: [
                    "userID": "sim-user-1", "householdID": "hh-77", "maxRating": ["MPAA": "NC-17", "VCHIP": "TV-MA"],
                    "channelID": ["TEST_RESOURCE", "SimNews", "SimSports"],
                ]),
            "denied": Subscriber(
                entitlement: .nothing, message: "Your package does not include this channel.",
                metadata: ["userID": "sim-denied"]),
            "expired": Subscriber(
                entitlement: .nothing, message: "Your subscription has expired.", metadata: ["userID": "sim-expired"]),
            "parental": Subscriber(
                entitlement: .nothing, message: "Parental controls do not allow this program.",
                metadata: ["userID": "sim-parental", "maxRating": ["MPAA": "G"]]),
            "child": Subscriber(
                metadata: [
                    "userID": "sim-child", "zip": ["10001"], "maxRating": ["MPAA": "PG", "VCHIP": "TV-PG"],
                ]),
            "lapsed": Subscriber(
                signIn: .refused, message: "Your subscription has expired. Renew it with your provider.",
                metadata: ["userID": "sim-lapsed"]),
            "nochannel": Subscriber(
                signIn: .refused, message: "You are not a subscriber of this channel.",
                metadata: ["userID": "sim-nochannel"]),
            "suspended": Subscriber(
                signIn: .refused, message: "This account is suspended. Call your provider.",
                metadata: ["userID": "sim-suspended"]),
            "slow": Subscriber(delayMilliseconds: 3000, metadata: ["userID": "sim-slow"]),
            "error": Subscriber(signIn: .breaks, metadata: ["userID": "sim-error"]),
            "nometadata": Subscriber(),
        ]
    }
}
