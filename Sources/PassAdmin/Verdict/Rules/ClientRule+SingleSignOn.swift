import PassCore
import PassDomain
import PassHTTP

/// The rules about single sign-on in REST API v2 and the SSO Service.
extension ClientRule {
    static let singleSignOn: [ClientRule] = [
        ClientRule(
            "R-59", .must, "A platform's identity token goes with all calls that list it.",
            clause: "Platform identity flows; Amazon and Roku cookbooks",
            needs: "a call with the platform's identity token",
            remedy: "Attach the current token of the platform to sessions, profiles, decisions and logout."
        ) { history, ruling in
            for name in ["Adobe-Subject-Token", "X-Roku-Reserved-Roku-Connect-Token"] {
                judgeToken(name, history, &ruling)
            }
        },
        ClientRule(
            "R-60", .must, "AD-Service-Token goes with all calls that list it.",
            clause: "Service token flows; header AD-Service-Token", needs: "a call with AD-Service-Token",
            remedy: "Attach the service token to sessions, profiles, decisions and logout, and refresh it in time."
        ) { history, ruling in
            judgeToken("AD-Service-Token", history, &ruling)
        },
        ClientRule(
            "R-61", .must, "AP-Partner-Framework-Status is complete on sessions/sso and profiles/sso.",
            clause: "Partner flows; header AP-Partner-Framework-Status; Apple SSO FAQ 3",
            needs: "a call of sessions/sso or profiles/sso",
            remedy: "Send the framework's status, as JSON in base64, with each of these calls."
        ) { history, ruling in
            for call in history.calls(.retrievePartnerAuthenticationRequest, .createPartnerProfile) {
                ruling.see()
                if let problem = problem(of: call) { ruling.find(problem, call) }
            }
        },
        ClientRule(
            "R-62", .must, "With an appleSSO profile, the framework's status goes with profile reads and decisions.",
            clause: "Apple SSO FAQs 3, 6; Apple cookbook", needs: "an appleSSO profile",
            remedy: "Send AP-Partner-Framework-Status with profiles and decisions for that MVPD."
        ) { history, ruling in
            for (_, calls) in ClientHistory.groups(history.ofV2, by: history.instance) {
                var partner: [ExactText: RecordedCall] = [:]
                for call in calls {
                    let source =
                        call.mvpd.flatMap { partner[ExactText($0)] }
                        ?? (call.operation == .retrieveProfiles ? partner.values.first : nil)
                    if let source, readingProfile.contains(call.operation) {
                        ruling.see()
                        if call.object("AP-Partner-Framework-Status") == nil {
                            ruling.find("The framework's status is missing.", source, call)
                        }
                    }
                    if call.operation == .initiateLogout { partner = [:] }
                    let profiles =
                        call.operation == .createPartnerProfile ? call.answer?["profiles"]?.objectValue : call.profiles
                    for (mvpd, profile) in profiles ?? [:] where profile["type"]?.stringValue == "appleSSO" {
                        partner[mvpd] = call
                    }
                }
            }
        },
        ClientRule(
            "R-63", .must, "profiles/sso makes a profile once.", clause: "Apple cookbook; authentication FAQ 10",
            needs: "a call of profiles/sso", remedy: "Afterwards, read the profile from profiles."
        ) { history, ruling in
            let calls = history.calls(.createPartnerProfile)
            if !calls.isEmpty { ruling.see() }
            let answers = ClientHistory.groups(calls) { $0.content.value("SAMLResponse").map { ExactText($0) } }
            for (_, same) in answers where same.count > 1 {
                ruling.find("The same SAML response was sent \(same.count) times.", same[0], same[1])
            }
        },
        ClientRule(
            "R-64", .should, "An app falls back to the ordinary login when it is told to.",
            clause: "Apple SSO FAQs 2, 8; partner flows", needs: "an answer of sessions/sso that asks for a login",
            remedy: "Open the login in a browser when actionName is authenticate, or resume the session."
        ) { history, ruling in
            for (_, calls) in ClientHistory.groups(history.ofV2, by: history.instance) {
                var told: [RecordedCall] = []
                for call in calls {
                    guard call.operation == .retrievePartnerAuthenticationRequest else {
                        told = []
                        continue
                    }
                    guard ["authenticate", "resume"].contains(call.answer?["actionName"]?.stringValue ?? "") else {
                        continue
                    }
                    ruling.see()
                    told.removeAll { call.arrived - $0.answered > 60_000 }
                    told.append(call)
                    if told.count == 3 {
                        ruling.find(
                            "The app called sessions/sso three times instead of starting a login.", told[0], call)
                        told = []
                    }
                }
            }
        },
        ClientRule(
            "R-65", .must, "A service token is requested with X-SSO-ID or X-SSO-LINK; a link code serves once.",
            clause: "SSO Service", needs: "a request for a service token",
            remedy: "Send one of the two fields, and refresh an expired token with GET."
        ) { history, ruling in
            var used: [ExactText: RecordedCall] = [:]
            for call in history.calls(.createServiceToken) {
                ruling.see()
                let (id, link) = (call.request.fields["X-SSO-ID"], call.request.fields["X-SSO-LINK"])
                if id == nil, link == nil { ruling.find("Neither X-SSO-ID nor X-SSO-LINK is sent.", call) }
                guard let link = link.map({ ExactText($0) }) else { continue }
                if let first = used[link] { ruling.find("The link code was used again.", first, call) }
                if call.status == 201 || call.status == 200 { used[link] = call }
            }
        },
    ]

    /// The operations whose pages list the header fields for the tokens of platforms and of the SSO Service.
    private static let listingTokens: Set<Operation> = [
        .createAuthenticationSession, .retrieveProfiles, .retrieveProfileForMVPD, .retrieveAuthorizationDecisions,
        .retrievePreauthorizationDecisions, .initiateLogout,
    ]

    private static let readingProfile: Set<Operation?> = [
        .retrieveProfiles, .retrieveProfileForMVPD, .retrieveAuthorizationDecisions, .retrievePreauthorizationDecisions,
    ]

    /// Judges the use of a token in a header field, from its first use on.
    private static func judgeToken(_ name: String, _ history: ClientHistory, _ ruling: inout Ruling) {
        let field = HTTPFieldName(name)
        let calls = history.ofV2.filter { $0.operation.map(listingTokens.contains) ?? false }
        for (_, calls) in ClientHistory.groups(calls, by: history.instance) {
            var first: RecordedCall?
            for call in calls {
                guard let value = call.request.fields[field] else {
                    if let first { ruling.find("\(name) is missing, although an earlier call had it.", first, call) }
                    continue
                }
                first = first ?? call
                ruling.see()
                let parts = value.split(separator: ".", omittingEmptySubsequences: false).count
                if parts != 3, parts != 5 {
                    ruling.find("\(name) is no token of three or five parts.", call)
                } else if let end = RecordedCall.claims(value)?["exp"]?.integerValue,
                    call.arrived > RecordedCall.milliseconds(end)
                {
                    ruling.find("\(name) had expired.", call)
                }
            }
        }
    }

    /// Returns what is wrong with the framework's status of a call; `nil` if nothing is.
    private static func problem(of call: RecordedCall) -> String? {
        guard let field = call.request.fields["AP-Partner-Framework-Status"] else {
            return "AP-Partner-Framework-Status is missing."
        }
        if SecretMask.isPseudonym(field) { return nil }
        guard let status = call.object("AP-Partner-Framework-Status") else {
            return "AP-Partner-Framework-Status isn't base64 of a JSON object."
        }
        let access = status["frameworkPermissionInfo"]?["accessStatus"]?.stringValue ?? ""
        guard ["granted", "denied", "restricted", "notDetermined"].contains(access) else {
            return "The status has no known accessStatus."
        }
        let provider = status["frameworkProviderInfo"]
        let end = provider?["expirationDate"]?.stringValue
        if access == "granted", provider?["id"]?.stringValue == nil { return "The granted status has no provider ID." }
        if provider?["expirationDate"] != nil, end.flatMap({ Int64($0) }) == nil {
            return "The expirationDate isn't a string of digits."
        }
        guard call.operation == .createPartnerProfile else { return nil }
        if access != "granted" { return "The app requested a profile, although accessStatus wasn't granted." }
        return end.flatMap { Int64($0) }.map { $0 < call.arrived } == true ? "The framework's login has expired." : nil
    }
}
