import AccessEnabler

extension Mutation {
    static let restV2: [Mutation] = [
        Mutation(
            "An MVPD that the picker lacks", "configuration", noticedBy: ["301"], "\"id\":\"M1\"",
            becomes: "\"id\":\"M9\""),
        Mutation("A login of another kind", "profiles", noticedBy: ["302"], "\"regular\"", becomes: "\"temporary\""),
        Mutation(
            "A missing parameter that isn't named", "sessions", noticedBy: ["303"], ",\"redirectUrl\"", becomes: ""),
        Mutation("Another MVPD's profile", "profiles", noticedBy: ["304"], "\"M1\":", becomes: "\"M2\":"),
        Mutation(
            "A profile that isn't given as the reason", "sessions", noticedBy: ["305"], "\"authenticated\"",
            becomes: "\"none\""),
        Mutation(
            "A profile that every app has", "profiles", noticedBy: ["306", "325"], "{\"profiles\":{}}",
            becomes: """
                {"profiles":{"M1":{"notBefore":1,"notAfter":2,"issuer":"M1","type":"regular","attributes":{}}}}
                """),
        Mutation("A logout at every MVPD", "profiles", noticedBy: ["307"], "\"M2\":", becomes: "\"M3\":"),
        Mutation(
            "An unknown code with another error", "profiles", noticedBy: ["308", "309"],
            "invalid_authentication_session", becomes: "authenticated_profile_missing"),
        Mutation(
            "An expired profile with another error", "authorize", noticedBy: ["310"], "authenticated_profile_expired",
            becomes: "authenticated_profile_missing"),
        Mutation(
            "A profile that doesn't end with its login", "profiles", noticedBy: ["310"], "\"notBefore\":1",
            becomes: "\"notBefore\":"),
        Mutation("An expired access token with another status", "profiles", noticedBy: ["311"]) { answer, _ in
            guard answer.status == 401 else { return answer }
            var answer = answer
            answer.status = 403
            return answer
        },
        Mutation(
            "Another source of a permission", "authorize", noticedBy: ["320"], "\"mvpd\",\"authorized\":true",
            becomes: "\"temppass\",\"authorized\":true"),
        Mutation(
            "A media token that can be used twice", "tokens", noticedBy: ["321"], "TOKEN_ALREADY_USED",
            becomes: "VALID_TOKEN"),
        Mutation(
            "A denial with another reason", "authorize", noticedBy: ["322"], "authorization_denied_by_mvpd",
            becomes: "network_required"),
        Mutation(
            "Preauthorization that permits everything", "preauthorize", noticedBy: ["323"], "\"authorized\":false",
            becomes: "\"authorized\":true"),
        Mutation(
            "A missing profile with another error", "authorize", noticedBy: ["324", "325"],
            "authenticated_profile_missing", becomes: "authenticated_profile_expired"),
        Mutation(
            "A logout without a login that leads to the MVPD", "logout", noticedBy: ["326"], "\"invalid\"",
            becomes: "\"logout\""),
        Mutation(
            "Another action", "authorize", noticedBy: ["327"], "\"action\":\"authentication\"",
            becomes: "\"action\":\"retry\""),
        Mutation(
            "A rule that isn't given as the reason", "sessions", noticedBy: ["340"], "\"degraded\"",
            becomes: "\"authenticated\""),
        Mutation(
            "A rule that isn't given as the source", "authorize", noticedBy: ["340", "341"], "\"degradation\"",
            becomes: "\"mvpd\""),
        Mutation(
            "A temporary pass that is over with another error", "profiles", noticedBy: ["342"],
            "temporary_access_duration_limit_exceeded", becomes: "temporary_access_resources_limit_exceeded"),
        Mutation(
            "A promotional pass without a limit", "authorize", noticedBy: ["343"],
            "temporary_access_resources_limit_exceeded", becomes: "authorization_denied_by_mvpd"),
        Mutation(
            "Single sign-on that looks like a login", "profiles", noticedBy: ["344"], "serviceTokenSSO",
            becomes: "regular"),
        Mutation(
            "Another kind of single sign-on", "profiles", noticedBy: ["345"], "platformSSO",
            becomes: "serviceTokenSSO"),
        Mutation(
            "A partner that is passed by", "sessions", noticedBy: ["346"], "partner_profile", becomes: "authenticate"),
        Mutation(
            "A partner's denial that isn't given as the reason", "sessions", noticedBy: ["347"], "pfs_fallback",
            becomes: "none"),
    ]
}
