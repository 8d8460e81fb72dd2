extension Mutation {
    static let storage: [Mutation] = [
        Mutation(
            "Single sign-on that is off and isn't said to be", "config", noticedBy: ["153"],
            text: { $0.without("ssoDisabled") }),
        Mutation(
            "Single sign-on that is said to be off", "config", noticedBy: ["149", "160"], "<id>M1</id>",
            becomes: "<id>M1</id><ssoDisabled>true</ssoDisabled>"),
        Mutation(
            "An MVPD that suddenly wants authentication per requestor", "config", noticedBy: ["151", "166"],
            "<authPerAggregator>false<", becomes: "<authPerAggregator>true<"),
        Mutation(
            "No MVPD wants authentication per requestor, up to 1.6", "config", noticedBy: ["152"],
            "<authPerAggregator>true<", becomes: "<authPerAggregator>false<"),
        Mutation(
            "An MVPD that no requestor has any more", "config", noticedBy: ["147"], "<id>M1</id>",
            becomes: "<id>M2</id>"),
        Mutation(
            "A token broken into lines", "sessionDevice", noticedBy: ["158"], "&lt;simpleTokenExpires",
            becomes: "\n  &lt;simpleTokenExpires"),
        Mutation(
            "An expiry in another time zone than it says", "sessionDevice", noticedBy: ["159"], "GMT +0000",
            becomes: "GMT +0100"),
        Mutation(
            "An authN token of another requestor at a second login", "sessionDevice", noticedBy: ["148"],
            "RequestorID&gt;REF2&lt;", becomes: "RequestorID&gt;REF&lt;"),
        Mutation(
            "Another device's token that is accepted", "authorizeDevice", noticedBy: ["170"], "pendingLogout",
            becomes: "pending"),
        Mutation(
            "An authZ token that is over at once", "authorizeDevice", noticedBy: ["143", "150a"], "TokenTTL&gt;20",
            becomes: "TokenTTL&gt;19"),
        Mutation(
            "A media token for another requestor", "deviceShortAuthorize", noticedBy: ["150", "165a"],
            "<requestorID>P2<", becomes: "<requestorID>REF<"),
    ]
}
