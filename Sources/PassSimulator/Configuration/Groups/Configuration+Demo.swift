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
            "PassiveTV": MVPD(name: "Passive TV", authPerAggregator: true),
            "SafariTV": MVPD(name: "Safari TV", useSVC: true),
            "AmpCable": MVPD(
                name: "A&B <Cable>", logo: "https://login.mvpd.example/AmpCable/logo.svg?width=112&height=33"),
            "TempPass": MVPD(name: "Temporary Pass", style: .tempPass),
        ]

        static let subscribers: Table<Subscriber> = [
            "user": Subscriber(
                password: "password",
                metadata: [
                    "userID": "sim-user-1", "householdID": "hh-77", "maxRating": ["MPAA": "PG-13"],
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
            "suspended": Subscriber(
                signIn: .refused, message: "This account is suspended. Call your provider.",
                metadata: ["userID": "sim-suspended"]),
            "slow": Subscriber(delayMilliseconds: 3000, metadata: ["userID": "sim-slow"]),
            "error": Subscriber(signIn: .breaks, metadata: ["userID": "sim-error"]),
            "nometadata": Subscriber(),
        ]
    }
}
