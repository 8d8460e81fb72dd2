import PassCore
import PassDomain
import PassHTTP
import PassInstruments

/// The rules about the protocol of the AccessEnabler SDKs.
extension ClientRule {
    static let accessEnabler: [ClientRule] = [
        ClientRule(
            "R-81", .must, "An app reads the configuration before any entitlement call.",
            clause: "SDK overviews and cookbooks",
            needs: "an entitlement call of an SDK",
            remedy: "Call setRequestor, which reads the configuration, before anything else."
        ) { history, ruling in
            guard history.isWhole else { return }
            var configured: Set<ExactText> = []
            var judged: Set<ExactText> = []
            for call in history.calls {
                guard let requestor = call.requestor.map({ ExactText($0) }) else { continue }
                if call.operation == .retrieveConfiguration { configured.insert(requestor) }
                guard let operation = call.operation, sdkCalls.contains(operation), judged.insert(requestor).inserted
                else { continue }
                ruling.see()
                if !configured.contains(requestor) {
                    ruling.find(
                        "The first entitlement call of \(requestor) came before its configuration was read.", call)
                }
            }
        },
        ClientRule(
            "R-82", .must, "Every playback has a new media token.", clause: "SDK overviews, caching",
            needs: "a media token that was presented at /tvs/v1/sign",
            remedy: "Call getAuthorization before each playback; never keep its token."
        ) { history, ruling in
            judgePresentations(history, { !history.isOfV2($0) }, &ruling)
        },
        ClientRule(
            "R-83", .must, "After a login the session is fetched once.",
            clause: "Tech note about authentication errors on iOS", needs: "a session that was fetched",
            remedy: "Call getAuthenticationToken once after the redirect."
        ) { history, ruling in
            var fetched: [ExactText: RecordedCall] = [:]
            for call in history.calls(.session, .sessionDevice) where call.status == 200 {
                guard let login = call.login.map({ ExactText("\($0)\n\(call.device ?? "")\n\(call.requestor ?? "")") })
                else { continue }
                ruling.see()
                if let first = fetched[login], history.follows(call, first) {
                    ruling.find("The session of the same login was fetched again.", first, call)
                }
                fetched[login] = call
            }
        },
        ClientRule(
            "R-84", .must, "The signal address is intercepted, never loaded.",
            clause: "Tech note about authentication errors on iOS; SDK cookbooks",
            needs: "a request to adobepass.ios.app or adobepass.android.app",
            remedy: "Cancel the navigation to the signal address in the web view."
        ) { history, ruling in
            for call in history.calls where ["adobepass.ios.app", "adobepass.android.app"].contains(call.host) {
                ruling.find("The signal address was loaded.", call)
            }
        },
        ClientRule(
            "R-85", .must, "The device ID is the same for session, authorization and media token.",
            clause: "SDK overviews, token security", needs: "a token that was used after it was issued",
            remedy: "Compute the device ID once, and send it with each call."
        ) { history, ruling in
            var owners: [ExactText: RecordedCall] = [:]
            for call in history.calls(
                .session, .sessionDevice, .authorize, .authorizeDevice, .shortAuthorize, .deviceShortAuthorize)
            {
                for token in call.sentTokens {
                    guard let owner = owners[token], let mine = call.device, let theirs = owner.device else { continue }
                    ruling.see()
                    if !mine.hasSameBytes(as: theirs) {
                        ruling.find("The token of one device was used with another device ID.", owner, call)
                    }
                }
                if let token = call.issuedToken { owners[token] = call }
            }
        },
        ClientRule(
            "R-86", .should, "A cached token is used until it expires.", clause: "SDK overviews, caching",
            needs: "an authorization that was granted",
            remedy: "Store the authZ token, and ask again only after it has expired."
        ) { history, ruling in
            // The latest authZ tokens, by device, and then by requestor, MVPD and resource.
            var known: [ExactText: [ExactText: (call: RecordedCall, until: Int64)]] = [:]
            for call in history.calls {
                let device = ExactText(call.device ?? "")
                if [.logout, .session, .sessionDevice].contains(call.operation) { known[device] = nil }
                guard [.authorize, .authorizeDevice].contains(call.operation) else { continue }
                let key = ExactText("\(call.requestor ?? "")\n\(call.mvpd ?? "")\n\(call.resources.first ?? "")")
                if let earlier = known[device]?[key], call.arrived < earlier.until, history.follows(call, earlier.call)
                {
                    ruling.find("A new authZ token was requested while the earlier one was valid.", earlier.call, call)
                }
                guard call.status == 200, let until = call.issuedUntil else { continue }
                ruling.see()
                known[device, default: [:]][key] = (call, until)
            }
        },
        ClientRule(
            "R-87", .must, "A preflight names at most as many resources as configured, usually five.",
            clause: "Error reporting, P100; tech note about preflight", needs: "a preflight of an SDK",
            remedy: "Split the list into several calls."
        ) { history, ruling in
            for call in history.calls(.preauthorize) {
                ruling.see()
                let limit = history.limits.preauthorization(call.mvpd ?? "")
                if call.resources.count > limit {
                    ruling.find("The call names \(call.resources.count) resources; the limit is \(limit).", call)
                }
            }
        },
        ClientRule(
            "R-88", .must, "All redirects of a logout are followed.", clause: "SDK cookbooks",
            needs: "a logout that was answered with a redirect",
            remedy: "Load the logout in a web view until the last redirect."
        ) { history, ruling in
            // The redirects that haven't been followed yet, by the paths to which they lead.
            var open: [ExactText: RecordedCall] = [:]
            for call in history.calls {
                open[ExactText(call.request.path)] = nil
                guard call.operation == .logout || call.operation == .consumeLogoutResponse,
                    [301, 302, 303].contains(call.status),
                    let location = call.response?.fields[.location], let path = servedPath(location)
                else { continue }
                if call.operation == .logout { ruling.see() }
                open[ExactText(path)] = call
            }
            for (path, logout) in open.sorted(by: { $0.value.index < $1.value.index }).prefix(Ruling.mostFindings) {
                ruling.find("The redirect to \(path) wasn't followed.", logout)
            }
        },
        ClientRule(
            "R-89", .must, "An SDK obeys the answers about its registration.",
            clause: "SDK guides for dynamic client registration",
            needs: "access_denied, invalid_client or invalid_request for a call of an SDK",
            remedy: "After access_denied, get a new token; after invalid_client, register again; after "
                + "invalid_request, stop."
        ) { history, ruling in
            var refused: [ExactText: (call: RecordedCall, repeats: Int)] = [:]
            for call in history.calls where call.operation?.family == .legacy && call.bearer != nil {
                let key = call.fingerprint
                if let earlier = refused[key], history.follows(call, earlier.call) {
                    let repeats = earlier.repeats + 1
                    refused[key] = (earlier.call, repeats)
                    if earlier.call.status != 400 || repeats == 2 {
                        ruling.find("The refused call was repeated with the same token.", earlier.call, call)
                    }
                } else if [("access_denied", 401), ("invalid_client", 403), ("invalid_request", 400)].contains(where: {
                    call.error == $0.0 && call.status == $0.1
                }) {
                    ruling.see()
                    refused[key] = (call, 0)
                }
            }
        },
        ClientRule(
            "R-90", .should, "An app doesn't repeat an authorization right after a denial.", clause: "Error reporting",
            needs: "a denied authorization of an SDK", remedy: "Show the denial's message instead of asking again."
        ) { history, ruling in
            let calls = history.calls(.authorize, .authorizeDevice)
            for (_, same) in ClientHistory.groups(
                calls, by: { ExactText("\($0.device ?? "")\n\($0.requestor ?? "")\n\($0.resources.first ?? "")") })
            {
                var denials: [RecordedCall] = []
                for call in same {
                    guard call.outcome == "denied" else {
                        denials = []
                        continue
                    }
                    ruling.see()
                    denials.append(call)
                    if denials.count >= 4, let gap = history.gap(from: denials[denials.count - 4], to: call),
                        gap <= 10_000
                    {
                        ruling.find(
                            "The denied resource was requested again three times in \(gap / 1_000) s.",
                            denials[denials.count - 4], call)
                        denials = []
                    }
                }
            }
        },
        ClientRule(
            "R-91", .should, "Endpoints that need a payload aren't probed without one.",
            clause: "Tech note about monitoring",
            needs: "a call without its payload", remedy: "Monitor the service with complete, valid calls."
        ) { history, ruling in
            let probes = history.calls.filter(\.isProbe)
            if !probes.isEmpty { ruling.see() }
            if probes.count > 2 { ruling.find("\(probes.count) calls had no payload.", probes.first, probes.last) }
        },
    ]

    /// Returns the path of an address without its namespace; `nil` if neither the service nor its MVPDs serve it.
    private static func servedPath(_ location: String) -> String? {
        guard let path = URIReference(location)?.path else { return nil }
        let starts = ["/_sim/mvpd/", "/sp/", "/adobe-services/"].compactMap { path.firstRange(of: $0)?.lowerBound }
        return starts.min().map { String(path[$0...]) }
    }
}

extension RecordedCall {
    /// Whether the call lacks the payload that its operation needs.
    fileprivate var isProbe: Bool {
        switch operation {
        case .probeAssertionConsumer: true
        case .consumeAssertion: content.value("SAMLResponse") == nil
        case .authorize, .authorizeDevice, .shortAuthorize, .deviceShortAuthorize, .authenticate:
            content.query.isEmpty && content.form.isEmpty
        default: false
        }
    }
}
