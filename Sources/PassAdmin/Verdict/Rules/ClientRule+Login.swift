import PassCore
import PassDomain

/// The rules about the configuration and the start of a login in REST API v2.
extension ClientRule {
    static let login: [ClientRule] = [
        ClientRule(
            "R-26", .must, "The configuration is read for the picker only, not while the user is logged in.",
            clause: "REST API v2 checklist, configuration phase; configuration FAQs 2, 3",
            needs: "a configuration read by a device",
            remedy: "Read the configuration only when the user has to choose an MVPD."
        ) { history, ruling in
            for (_, calls) in ClientHistory.groups(history.ofV2, by: history.instance) {
                var seen: RecordedCall?
                var waiting: [(profile: RecordedCall, read: RecordedCall)] = []
                for call in calls {
                    switch call.operation {
                    case .retrieveServiceProviderConfiguration where call.identifier != nil:
                        ruling.see()
                        if let seen { waiting.append((seen, call)) }
                    case .createAuthenticationSession, .retrievePartnerAuthenticationRequest: waiting = []
                    case .initiateLogout: seen = nil
                    default: if let profiles = call.profiles { seen = profiles.isEmpty ? nil : call }
                    }
                }
                for (profile, read) in waiting {
                    ruling.find(
                        "The configuration was read although a profile was known, and no login followed.", profile, read
                    )
                }
            }
        },
        ClientRule(
            "R-27", .should, "The configuration is kept for some minutes.",
            clause: "REST API v2 checklist, configuration phase; configuration FAQs 4, 5",
            needs: "two configuration reads of one client", remedy: "Cache the configuration for three to five minutes."
        ) { history, ruling in
            let reads = history.calls(.retrieveServiceProviderConfiguration).filter { $0.status == 200 }
            for (_, calls) in ClientHistory.groups(reads, by: history.instance) {
                for (former, next) in zip(calls, calls.dropFirst()) {
                    guard let gap = history.gap(from: former, to: next) else { continue }
                    ruling.see()
                    if gap < 108_000 {
                        ruling.find("The configuration was read again after \(gap / 1_000) s.", former, next)
                    } else if gap < 162_000 {
                        ruling.note("The configuration was read again after \(gap / 1_000) s.", former, next)
                    }
                }
            }
        },
        ClientRule(
            "R-28", .should, "MVPD IDs come from the configuration.",
            clause: "Configuration FAQs 6, 8", needs: "the error invalid_parameter_mvpd or invalid_integration",
            remedy: "Use the IDs of the current configuration, and drop one that is refused."
        ) { history, ruling in
            let refused = history.ofV2.filter {
                ["invalid_parameter_mvpd", "invalid_integration"].contains($0.error ?? "")
            }
            if !refused.isEmpty { ruling.see() }
            for (mvpd, calls) in ClientHistory.groups(refused, by: { $0.mvpd.map { ExactText($0) } })
            where calls.count > 1 {
                ruling.find("The refused MVPD \(mvpd) was named again.", calls[0], calls[1])
            }
        },
        ClientRule(
            "R-29", .should, "An app looks for a profile before it starts a login.",
            clause: "REST API v2 cookbooks, step 2; authentication FAQ 10", needs: "a login that was started",
            remedy: "Read the profiles first; a user may be logged in already."
        ) { history, ruling in
            guard history.isWhole else { return }
            var ready: Set<ExactText> = []
            var judged: Set<ExactText> = []
            for call in history.ofV2 {
                guard let device = call.identifier.map({ ExactText("\(call.requestor ?? "")\n\($0)") }) else {
                    continue
                }
                if call.profiles != nil { ready.insert(device) }
                guard call.operation == .createAuthenticationSession,
                    call.answer?["reasonType"]?.stringValue != "temporary",
                    judged.insert(device).inserted
                else { continue }
                ruling.see()
                if !ready.contains(device) {
                    ruling.find("The device started a login before it read any profile.", call)
                }
            }
        },
        ClientRule(
            "R-30", .should, "All parameters of a login go into the one call that creates it.",
            clause: "REST API v2 flows, primary and secondary authentication",
            needs: "a session whose answer has the actionName resume",
            remedy: "Send mvpd, domainName and redirectUrl with POST sessions, if the app knows them."
        ) { history, ruling in
            var open: [ExactText: RecordedCall] = [:]
            for call in history.calls(.createAuthenticationSession, .resumeAuthenticationSession) {
                guard let code = call.code.map({ ExactText($0) }) else { continue }
                if call.operation == .createAuthenticationSession {
                    guard call.answer?["actionName"]?.stringValue == "resume" else { continue }
                    ruling.see()
                    open[code] = call
                } else if let created = open[code], created.client == call.client {
                    ruling.note("The same client supplied the missing parameters in a second call.", created, call)
                }
            }
        },
        ClientRule(
            "R-31", .should, "An app takes the step that actionName names.",
            clause: "REST API v2, Create authentication session; authentication FAQs 3, 19",
            needs: "an answer with actionName",
            remedy: "Read actionName: authorize needs no login, resume needs parameters first."
        ) { history, ruling in
            for (_, calls) in ClientHistory.groups(history.ofV2, by: history.instance) { judgeActions(calls, &ruling) }
            var incomplete: [ExactText: RecordedCall] = [:]
            for call in history.calls(
                .createAuthenticationSession, .resumeAuthenticationSession, .authenticateInUserAgent)
            {
                guard let code = call.code.map({ ExactText($0) }) else { continue }
                if call.operation == .authenticateInUserAgent {
                    if let session = incomplete[code] {
                        ruling.find("The login was opened although parameters were missing.", session, call)
                    }
                } else if let action = call.answer?["actionName"]?.stringValue {
                    incomplete[code] = ["resume", "retry"].contains(action) ? call : nil
                }
            }
        },
        ClientRule(
            "R-32", .should, "A second screen checks a typed code before it opens the login.",
            clause: "REST API v2 checklist, authentication phase; authentication FAQ 5",
            needs: "a login that was opened, and the hint screen=secondary",
            remedy: "Call sessions/{code} first, and tell the user at once if the code is wrong."
        ) { history, ruling in
            guard history.screen == .secondary, history.isWhole else { return }
            var checked: Set<ExactText> = []
            for call in history.calls(
                .resumeAuthenticationSession, .retrieveAuthenticationSession, .authenticateInUserAgent)
            {
                guard let code = call.code.map({ ExactText($0) }) else { continue }
                if call.operation == .authenticateInUserAgent {
                    ruling.see()
                    if !checked.contains(code) { ruling.find("The code wasn't checked before the login.", call) }
                } else if call.status == 200 {
                    checked.insert(code)
                }
            }
        },
    ]

    /// Looks for logins that a device starts again and again although it has a profile.
    private static func judgeActions(_ calls: [RecordedCall], _ ruling: inout Ruling) {
        var told: [ExactText: (call: RecordedCall, again: Int)] = [:]
        for call in calls {
            guard let mvpd = call.mvpd.map({ ExactText($0) }) else {
                if call.profiles != nil { told = [:] }
                continue
            }
            switch call.operation {
            case .createAuthenticationSession:
                if call.answer?["actionName"] != nil { ruling.see() }
                if let known = told[mvpd] {
                    told[mvpd]?.again += 1
                    if known.again == 1 {
                        ruling.find(
                            "The session for \(mvpd) was created three times, although it needed no login.", known.call,
                            call)
                    }
                } else if call.answer?["actionName"]?.stringValue == "authorize" {
                    told[mvpd] = (call, 0)
                }
            case .retrieveProfileForMVPD, .retrieveAuthorizationDecisions, .retrievePreauthorizationDecisions:
                told[mvpd] = nil
            default: break
            }
        }
    }
}
