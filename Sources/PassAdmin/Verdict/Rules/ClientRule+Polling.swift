import PassCore
import PassDomain

/// The rules about polling for the end of a login in REST API v2.
extension ClientRule {
    static let polling: [ClientRule] = [
        ClientRule(
            "R-33", .must,
            "Polling starts when the browser has returned to the app (one screen), or when the code is shown (two "
                + "screens).",
            clause: "REST API v2 checklist, authentication phase; authentication FAQ 14",
            needs: "a poll, and the hint screen=primary",
            remedy: "On one screen, read the profile after the browser has reached redirectUrl."
        ) { history, ruling in
            guard history.screen == .primary else { return }
            var returns: [ExactText: RecordedCall] = [:]
            for call in history.calls(.consumeAssertion, .consumeAuthorizationCode) {
                guard let flow = call.flow.map({ ExactText($0) }), returns[flow] == nil else { continue }
                returns[flow] = call
            }
            for (_, polls) in pollsByCode(history) {
                ruling.see()
                guard let flow = polls[0].flow else { continue }
                let back = returns[ExactText(flow)]
                let early = polls.filter { poll in back.map { poll.index < $0.index } ?? true }
                if early.count > 1 {
                    ruling.find(
                        "\(early.count) polls came before the browser had returned to the app.", early.first,
                        early.last)
                } else if let poll = early.first {
                    ruling.note("One poll came before the browser had returned to the app.", poll)
                }
            }
        },
        ClientRule(
            "R-34", .must, "A client polls every three to five seconds, or more slowly.",
            clause: "REST API v2 checklist, authentication phase; authentication FAQ 16",
            needs: "two polls of one code, of which the first found no profile",
            remedy: "Start each poll at least three seconds after the start of the previous one."
        ) { history, ruling in
            for (_, polls) in pollsByCode(history) {
                var fast: [(former: RecordedCall, next: RecordedCall, gap: Int64)] = []
                for (former, next) in zip(polls, polls.dropFirst()) where former.profiles?.isEmpty == true {
                    guard let gap = history.gap(from: former, to: next) else { continue }
                    ruling.see()
                    if gap < 2_700 { fast.append((former, next, gap)) }
                }
                guard let fastest = fast.min(by: { $0.gap < $1.gap }) else { continue }
                if fast.count > 1 || fastest.gap < 750 {
                    let polls = fast.count == 1 ? "One poll" : "\(fast.count) polls"
                    ruling.find(
                        "\(polls) came less than 3 s after the previous one, the fastest after \(fastest.gap) ms.",
                        fastest.former, fastest.next)
                } else {
                    ruling.note("One poll came \(fastest.gap) ms after the previous one.", fastest.former, fastest.next)
                }
            }
        },
        ClientRule(
            "R-35", .must, "Polling stops when there is a profile.",
            clause: "REST API v2 checklist, authentication phase; authentication FAQ 15",
            needs: "a poll that was answered with a profile", remedy: "Stop polling at the first answer with a profile."
        ) { history, ruling in
            for (_, polls) in pollsByCode(history) {
                guard let success = polls.first(where: { $0.profiles?.isEmpty == false }) else { continue }
                ruling.see()
                let further = polls.filter { history.follows($0, success) && $0.arrived - success.answered <= 60_000 }
                if further.count > 1 {
                    ruling.find("\(further.count) polls followed the one that had the profile.", success, further.last)
                }
            }
        },
        ClientRule(
            "R-36", .must, "Polling stops when the code expires, and a code serves one login.",
            clause: "REST API v2 checklist, authentication phase; authentication FAQ 4",
            needs: "the error invalid_authentication_session, or a poll after notAfter",
            remedy: "Stop at notAfter or at the first 400, and create a new session."
        ) { history, ruling in
            let ends = expiries(history)
            for (code, calls) in ClientHistory.groups(codeCalls(history), by: { $0.code.map { ExactText($0) } }) {
                if let refusal = calls.first(where: { $0.error == "invalid_authentication_session" }) {
                    ruling.see()
                    if let next = calls.first(where: { history.follows($0, refusal) }) {
                        ruling.find("The code was used again after it had been refused.", refusal, next)
                        continue
                    }
                }
                guard let end = ends[code] else { continue }
                let late = calls.filter { $0.operation == .retrieveProfileForCode && $0.arrived > end + 5_000 }
                if !late.isEmpty { ruling.see() }
                if late.count > 1 {
                    ruling.find("\(late.count) polls came after the code's notAfter.", late.first, late.last)
                }
            }
        },
        ClientRule(
            "R-37", .must, "A new code ends the polling of the old one at once.",
            clause: "REST API v2 checklist, authentication phase", needs: "a second code of a device",
            remedy: "Cancel the polling of the old code before the new session is created."
        ) { history, ruling in
            var newest: [ExactText: RecordedCall] = [:]
            var replaced: [ExactText: RecordedCall] = [:]
            for call in history.calls(.createAuthenticationSession, .retrieveProfileForCode) {
                guard let code = call.code.map({ ExactText($0) }) else { continue }
                if call.operation == .createAuthenticationSession {
                    guard let device = call.identifier.map({ ExactText("\(call.requestor ?? "")\n\($0)") }) else {
                        continue
                    }
                    if let former = newest[device], let old = former.code, !old.hasSameBytes(as: code.string) {
                        ruling.see()
                        replaced[ExactText(old)] = call
                    }
                    newest[device] = call
                } else if let successor = replaced[code], history.follows(call, successor) {
                    ruling.find("The old code was polled after the device had a new one.", successor, call)
                    replaced[code] = nil
                }
            }
        },
        ClientRule(
            "R-38", .should, "An app that waits for a login polls profiles/code/{code}.",
            clause: "Authentication FAQ 10; REST API v2 cookbooks, step 4",
            needs: "reads of profiles that found none while a code was open",
            remedy: "Poll profiles/code/{code}, which needs no device headers."
        ) { history, ruling in
            for (_, calls) in ClientHistory.groups(history.ofV2, by: history.instance) {
                var (isOpen, reads) = (false, [RecordedCall]())
                for call in calls {
                    switch call.operation {
                    case .createAuthenticationSession: (isOpen, reads) = (call.code != nil, [])
                    case .retrieveProfileForCode:
                        ruling.see()
                        (isOpen, reads) = (false, [])
                    case .retrieveProfiles, .retrieveProfileForMVPD:
                        guard isOpen, call.profiles?.isEmpty == true else { continue }
                        if let last = reads.last, call.arrived - last.arrived > 30_000 { reads = [] }
                        reads.append(call)
                        if reads.count == 4 {
                            ruling.find(
                                "The app waited for a login by reading profiles, not profiles/code/{code}.",
                                reads.first, call)
                            isOpen = false
                        }
                    default: break
                    }
                }
            }
        },
    ]

    /// Returns the polls of each code.
    private static func pollsByCode(_ history: ClientHistory) -> [(key: ExactText, calls: [RecordedCall])] {
        ClientHistory.groups(history.calls(.retrieveProfileForCode), by: { $0.code.map { ExactText($0) } })
    }

    /// Returns the calls that name a code in their path.
    private static func codeCalls(_ history: ClientHistory) -> [RecordedCall] {
        history.calls(.retrieveProfileForCode, .resumeAuthenticationSession)
    }

    /// Returns the time until which each code is valid, in milliseconds since 1970.
    private static func expiries(_ history: ClientHistory) -> [ExactText: Int64] {
        var ends: [ExactText: Int64] = [:]
        for call in history.calls(.createAuthenticationSession) {
            guard let code = call.code else { continue }
            ends[ExactText(code)] = RecordedCall.milliseconds(in: call.answer?["notAfter"])
        }
        return ends
    }
}
