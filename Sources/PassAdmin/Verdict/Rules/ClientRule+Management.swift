import PassDomain
import PassHTTP

/// The rules about calls of a programmer's own servers.
extension ClientRule {
    static let management: [ClientRule] = [
        ClientRule(
            "R-92", .must, "Management calls have an access token.",
            clause: "Reset of temporary passes; product announcements", needs: "a reset of a temporary pass",
            remedy: "Register a client and send Authorization: Bearer; API keys ended on 2025-01-20."
        ) { history, ruling in
            for call in history.calls(.resetTempPass, .resetGenericTempPass, .resetTempPassV2, .resetTempPassV21) {
                ruling.see()
                if call.request.fields["ApiKey"] != nil {
                    ruling.find("The call has an ApiKey.", call)
                } else if call.bearer == nil {
                    ruling.find("The call has no bearer token.", call)
                }
            }
        },
        ClientRule(
            "R-93", .should, "A proxy sends its list of MVPDs only when it changed.",
            clause: "Proxy MVPD web service", unobservable: "The simulator doesn't serve the lists of proxies."),
    ]
}
