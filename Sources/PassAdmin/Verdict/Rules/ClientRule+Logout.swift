import PassCore
import PassDomain
import PassHTTP

/// The rules about the logout in REST API v2.
extension ClientRule {
    static let logout: [ClientRule] = [
        ClientRule(
            "R-50", .must, "An app offers a logout.", clause: "REST API v2 checklist, logout phase; logout FAQ 2",
            unobservable: "The requests don't show that a user wanted to log out."),
        ClientRule(
            "R-51", .should, "A logout names the address to which the browser returns.",
            clause: "REST API v2, Initiate logout", needs: "a logout", remedy: "Send redirectUrl with the logout."
        ) { history, ruling in
            for call in history.calls(.initiateLogout) {
                ruling.see()
                if call.content.value("redirectUrl") == nil { ruling.find("The logout has no redirectUrl.", call) }
            }
        },
        ClientRule(
            "R-52", .must, "An app follows the answer to a logout.",
            clause: "REST API v2 checklist, logout phase; Initiate logout", needs: "a logout that was answered",
            remedy: "If actionName is logout, open the answer's url in a browser; otherwise open nothing."
        ) { history, ruling in
            var opened = history.calls(.logout)[...]
            let addresses = history.calls(.initiateLogout).flatMap(\.logouts).compactMap { $0["url"]?.stringValue }
            let asked = Set(addresses.compactMap { URIReference($0)?.query }.map { ExactText(String($0)) })
            for call in history.calls(.initiateLogout) {
                opened = opened.drop { $0.index < call.index }
                let visits = opened.prefix(mostVisits).filter { $0.arrived - call.answered <= 60_000 }
                for entry in call.logouts {
                    guard let action = entry["actionName"]?.stringValue else { continue }
                    let isOpened = entry["url"]?.stringValue.map { url in visits.contains { $0.isAt(url) } } ?? false
                    if action == "logout" {
                        if isOpened { ruling.see() }
                        guard !isOpened else { continue }
                        if history.screen == .primary {
                            ruling.find("The address of the logout wasn't opened within a minute.", call)
                        } else if history.screen == nil {
                            ruling.note(
                                "The address of the logout wasn't opened; only a second screen may stop there.", call)
                        }
                    } else {
                        ruling.see()
                        // Only a visit that no logout asked for is a violation: another client may log out at the same
                        // time.
                        let isAsked = { (visit: RecordedCall) in
                            visit.request.query.map { asked.contains(ExactText(String($0))) } ?? false
                        }
                        if let visit = visits.first(where: { !isAsked($0) }) {
                            ruling.find(
                                "The app opened a logout in "
                                    + "a browser, although actionName was \(action).", call, visit)
                        }
                    }
                }
            }
        },
        ClientRule(
            "R-53", .should, "An app logs out because the user wants to, never because of a denial.",
            clause: "REST API v2 checklist, recommended practices", needs: "a logout after a denial",
            remedy: "Show the denial's message, and keep the user logged in."
        ) { history, ruling in
            var denied: [ExactText: RecordedCall] = [:]
            for call in history.calls(.retrieveAuthorizationDecisions, .initiateLogout) {
                guard let instance = history.instance(of: call) else { continue }
                if call.operation == .retrieveAuthorizationDecisions {
                    denied[instance] = call.isDenied ? call : nil
                } else if let denial = denied[instance], let gap = history.gap(from: denial, to: call) {
                    ruling.see()
                    if gap <= 10_000 { ruling.note("The logout came \(gap / 1_000) s after a denial.", denial, call) }
                }
            }
        },
    ]

    /// The maximum number of visits that are compared with one logout.
    private static let mostVisits = 200
}

extension RecordedCall {
    /// The answers to a logout, one for each MVPD.
    fileprivate var logouts: [JSONValue] {
        if let logouts = answer?["logouts"]?.objectValue { return logouts.keys.sorted().compactMap { logouts[$0] } }
        return answer.map { [$0] } ?? []
    }

    /// Whether the call visits an address. Only the paths are compared.
    fileprivate func isAt(_ url: String) -> Bool {
        guard let path = URIReference(url)?.path else { return false }
        return path.hasSuffix(request.path)
    }

    /// Whether the answer denies a resource.
    fileprivate var isDenied: Bool { decisions.contains { $0["authorized"] == .bool(false) } }
}
