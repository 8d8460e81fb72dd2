import PassCore
import PassDomain
import PassHTTP

/// The rules about preauthorization, authorization and media tokens in REST API v2.
extension ClientRule {
    static let decisions: [ClientRule] = [
        ClientRule(
            "R-42", .must, "A preauthorization names at most as many resources as agreed, usually five.",
            clause: "Preauthorization FAQ 9; Decisions", needs: "a preauthorization",
            remedy: "Split the list into several calls, or agree on a larger limit."
        ) { history, ruling in
            for call in history.calls(.retrievePreauthorizationDecisions) {
                ruling.see()
                let limit = history.limits.preauthorization(call.mvpd ?? "")
                if call.resources.count > limit {
                    ruling.find("The call names \(call.resources.count) resources; the limit is \(limit).", call)
                }
            }
        },
        ClientRule(
            "R-43", .must,
            "A decision is requested again only if its error has the action retry, and only two or three times.",
            clause: "REST API v2 checklist; Enhanced error codes", needs: "an error with the action retry",
            remedy: "Request again only resources whose error has the action retry, at most three times, with "
                + "growing pauses."
        ) { history, ruling in
            let calls = history.calls(.retrievePreauthorizationDecisions, .retrieveAuthorizationDecisions)
            for chain in chains(calls, history, where: \.allowsRetry) {
                ruling.see()
                if chain.repeats > 3, !chain.backsOff || chain.repeats > 10 {
                    ruling.find("The call was repeated \(chain.repeats) times.", chain.calls.first, chain.calls.last)
                }
            }
            var refused: [ExactText: RecordedCall] = [:]
            for call in calls {
                let place =
                    "\(history.instance(of: call)?.string ?? "")\n\(call.operation?.rawValue ?? "")\n\(call.mvpd ?? "")\n"
                if call.resources.count > 1 || !call.allowsRetry {
                    judgeRepeats(call, place, &refused, history, &ruling)
                }
            }
        },
        ClientRule(
            "R-44", .should, "Permits of a preauthorization are kept in memory.",
            clause: "REST API v2 checklist, preauthorization phase; preauthorization FAQ 4",
            needs: "a preauthorization that permitted something",
            remedy: "Keep the permits until the next login or logout."
        ) { history, ruling in
            for (_, calls) in ClientHistory.groups(history.ofV2, by: history.instance) {
                var permits: [ExactText: RecordedCall] = [:]
                for call in calls {
                    if [.createAuthenticationSession, .initiateLogout].contains(call.operation) { permits = [:] }
                    guard call.operation == .retrievePreauthorizationDecisions else { continue }
                    let keys = call.resources.map { ExactText("\(call.mvpd ?? "")\n\($0)") }
                    if let earlier = keys.lazy.compactMap({ permits[$0] }).first,
                        history.isMeasured(from: earlier, to: call),
                        call.arrived - earlier.arrived < 270_000
                    {
                        ruling.find(
                            "A permitted resource was preauthorized again after "
                                + "\((call.arrived - earlier.arrived) / 1_000) s.",
                            earlier, call)
                    }
                    for decision in call.decisions where decision["authorized"] == .bool(true) {
                        guard let resource = decision["resource"]?.stringValue else { continue }
                        ruling.see()
                        permits[ExactText("\(call.mvpd ?? "")\n\(resource)")] = call
                    }
                }
            }
        },
        ClientRule(
            "R-45", .should, "Channels are preauthorized, not single programs.",
            clause: "Decisions, protected resources; tech note about preflight", needs: "a preauthorization",
            remedy: "Name channels, which every MVPD knows."
        ) { history, ruling in
            for call in history.calls(.retrievePreauthorizationDecisions) {
                ruling.see()
                if call.resources.contains(where: { $0.contains("<![CDATA[") || $0.hasPrefix("<rss") }) {
                    ruling.find("A resource describes a program, not a channel.", call)
                }
            }
        },
        ClientRule(
            "R-46", .must, "Every playback has an authorization of its own.",
            clause: "REST API v2 checklist, authorization phase; authorization FAQ 2; preauthorization FAQs 6, 7",
            needs: "a media token of v2 that was presented at /tvs/v1/sign",
            remedy: "Ask for an authorization before each playback; a preauthorization is for display only."
        ) { history, ruling in
            var authorized: Set<ExactText> = []
            for call in history.calls {
                if call.operation == .retrieveAuthorizationDecisions {
                    for token in call.mediaTokens { authorized.insert(ExactText(token)) }
                } else if call.operation == .signStreamURL, let token = call.presentedToken.map({ ExactText($0) }) {
                    guard history.isOfV2(token) else { continue }
                    ruling.see()
                    if authorized.remove(token) == nil {
                        ruling.find("The playback has no new authorization since the previous playback.", call)
                    }
                }
            }
        },
        ClientRule(
            "R-47", .must, "An authorization names at most as many resources as agreed, usually one.",
            clause: "Authorization FAQ 11; Decisions", needs: "an authorization",
            remedy: "Authorize the one resource that is about to be played."
        ) { history, ruling in
            for call in history.calls(.retrieveAuthorizationDecisions) {
                ruling.see()
                let limit = history.limits.authorization(call.mvpd ?? "")
                if call.resources.count > limit {
                    ruling.find("The call names \(call.resources.count) resources; the limit is \(limit).", call)
                }
            }
        },
        ClientRule(
            "R-48", .must, "A media token is used once, and while it is valid.",
            clause: "Media tokens", needs: "a media token of v2 that was presented at /tvs/v1/sign",
            remedy: "Get a new media token for each playback; never store one."
        ) { history, ruling in
            judgePresentations(history, { history.isOfV2($0) }, &ruling)
        },
        ClientRule(
            "R-49", .should, "A media token that runs out during a playback isn't replaced.",
            clause: "REST API v2 checklist, authorization phase; authorization FAQ 8",
            unobservable: "The requests don't show when a playback begins and ends."),
    ]

    /// Finds a resource that is asked for again within a minute, although its own error doesn't say `retry`.
    ///
    /// Only answers in which another resource's error says `retry` count, since the client may repeat that resource.
    private static func judgeRepeats(
        _ call: RecordedCall, _ place: String, _ refused: inout [ExactText: RecordedCall], _ history: ClientHistory,
        _ ruling: inout Ruling
    ) {
        for resource in call.resources {
            if let earlier = refused[ExactText(place + resource)], history.follows(call, earlier),
                earlier.allowsRetry, call.arrived - earlier.answered <= 60_000
            {
                ruling.find("\(resource) was requested again, although its error's action isn't retry.", earlier, call)
            }
        }
        for decision in call.decisions {
            guard let resource = decision["resource"]?.stringValue else { continue }
            let isFinal = decision["error"].map { $0["action"]?.stringValue != "retry" } ?? false
            refused[ExactText(place + resource)] = isFinal ? call : nil
        }
    }

    /// Looks for media tokens that are presented twice or too late.
    ///
    /// - Parameter isOfKind: whether a token belongs to the API that is judged.
    static func judgePresentations(
        _ history: ClientHistory, _ isOfKind: (ExactText) -> Bool, _ ruling: inout Ruling
    ) {
        var presented: [ExactText: RecordedCall] = [:]
        for call in history.calls(.signStreamURL) {
            guard let token = call.presentedToken.map({ ExactText($0) }), isOfKind(token) else { continue }
            ruling.see()
            if let earlier = presented[token] {
                ruling.find("The media token was presented twice.", earlier, call)
            } else if call.status == 403,
                call.response.map({ String(decoding: $0.body, as: UTF8.self).contains("EXPIRED") }) == true
            {
                ruling.find("The media token was presented after it had expired.", call)
            }
            presented[token] = call
        }
    }
}

extension RecordedCall {
    /// Whether the answer, or the error of a resource, recommends asking again.
    fileprivate var allowsRetry: Bool {
        action == "retry" || decisions.contains { $0["error"]?["action"]?.stringValue == "retry" }
    }
}
