import PassCore
import PassDomain

/// The rules about profiles in REST API v2.
extension ClientRule {
    static let profiles: [ClientRule] = [
        ClientRule(
            "R-39", .should, "A known profile is kept, and not read needlessly.",
            clause: "REST API v2 checklist, authentication phase; authentication FAQ 8",
            needs: "reads of profiles while one is known",
            remedy: "Keep the MVPD, the attributes and notAfter of the profile."
        ) { history, ruling in
            for (_, calls) in ClientHistory.groups(history.ofV2, by: history.instance) {
                judgeReads(calls, history, &ruling)
            }
        },
        ClientRule(
            "R-40", .must, "An error with the action authentication leads to a login.",
            clause: "Authentication FAQs 2, 8; Enhanced error codes", needs: "an error with the action authentication",
            remedy: "Read the profiles or start a login before the call is repeated."
        ) { history, ruling in
            for (_, calls) in ClientHistory.groups(history.ofV2, by: history.instance) {
                var open: [ExactText: (first: RecordedCall, repeats: Int)] = [:]
                for call in calls {
                    if [
                        .createAuthenticationSession, .retrieveProfiles, .retrieveProfileForMVPD,
                        .retrieveProfileForCode,
                    ]
                    .contains(call.operation) {
                        open = [:]
                    }
                    let actions = [call.action] + call.decisions.map { $0["error"]?["action"]?.stringValue }
                    guard actions.contains("authentication") else { continue }
                    ruling.see()
                    let key = call.fingerprint
                    open[key, default: (call, -1)].repeats += 1
                    if let known = open[key], known.repeats == 2 {
                        ruling.find("The call was repeated twice without a login.", known.first, call)
                    }
                }
            }
        },
        ClientRule(
            "R-41", .should, "Decisions need a valid profile.",
            clause: "Authentication FAQs 7, 12; basic authorization flow",
            needs: "a decision after the profile was looked for",
            remedy: "Start a login when the profile is missing, has expired or was ended by a logout."
        ) { history, ruling in
            for (_, calls) in ClientHistory.groups(history.ofV2, by: history.instance) { judgeProofs(calls, &ruling) }
        },
    ]

    /// Looks for a known profile that is read too often in a minute. A decision, a new session or a logout restarts the
    /// count.
    private static func judgeReads(_ calls: [RecordedCall], _ history: ClientHistory, _ ruling: inout Ruling) {
        var known = false
        var reads: [RecordedCall] = []
        var isReported = false
        for call in calls {
            switch call.operation {
            case .retrieveProfiles, .retrieveProfileForMVPD:
                guard let profiles = call.profiles else { continue }
                guard known, !profiles.isEmpty else {
                    (known, reads) = (!profiles.isEmpty, [])
                    continue
                }
                ruling.see()
                reads.removeAll { history.gap(from: $0, to: call).map { $0 > 60_000 } ?? true }
                reads.append(call)
                if reads.count > 10 {
                    ruling.find("The known profile was read 11 times in a minute.", reads.first, call)
                    reads = []
                } else if reads.count == 4, !isReported {
                    ruling.note("The known profile was read 4 times in a minute.", reads.first, call)
                    isReported = true
                }
            case .retrieveAuthorizationDecisions, .retrievePreauthorizationDecisions, .createAuthenticationSession,
                .initiateLogout:
                reads = []
            default: break
            }
        }
    }

    /// Looks for decisions that a device requests although it knows that its profile at the MVPD is missing or expired.
    private static func judgeProofs(_ calls: [RecordedCall], _ ruling: inout Ruling) {
        enum Proof {
            case missing(RecordedCall)
            case until(Int64, RecordedCall)
        }
        var proofs: [ExactText: Proof] = [:]
        // The MVPDs at which a login has begun, until their profile is read; `nil` stands for an MVPD that the user
        // chooses on another screen.
        var begun: Set<ExactText?> = []
        for call in calls {
            if call.operation == .createAuthenticationSession || call.operation == .resumeAuthenticationSession {
                begun.insert(call.mvpd.map { ExactText($0) })
            }
            if let profiles = call.profiles {
                for (mvpd, profile) in profiles {
                    let end = RecordedCall.milliseconds(in: profile["notAfter"])
                    proofs[mvpd] = .until(end ?? .max, call)
                    begun.remove(mvpd)
                }
                if profiles.isEmpty, call.operation == .retrieveProfileForMVPD, let mvpd = call.mvpd {
                    proofs[ExactText(mvpd)] = .missing(call)
                }
            }
            guard let mvpd = call.mvpd.map({ ExactText($0) }) else { continue }
            switch call.operation {
            case .initiateLogout where call.status == 200: proofs[mvpd] = .missing(call)
            case .createAuthenticationSession where call.answer?["actionName"]?.stringValue == "authorize":
                proofs[mvpd] = nil
            case .retrieveAuthorizationDecisions, .retrievePreauthorizationDecisions:
                guard let proof = proofs[mvpd] else { continue }
                ruling.see()
                // A successful answer shows that the login gave the device a profile, which the device hasn't read yet.
                if call.status == 200, begun.contains(mvpd) || begun.contains(nil) {
                    proofs[mvpd] = nil
                    continue
                }
                switch proof {
                case .missing(let reason):
                    ruling.find("The app requested the decision without a profile.", reason, call)
                    proofs[mvpd] = nil
                case .until(let end, let reason) where call.arrived - 250 > end:
                    ruling.find(
                        "The app requested the decision after the profile had expired (notAfter).", reason, call)
                    proofs[mvpd] = nil
                default: break
                }
            default: break
            }
        }
    }
}
