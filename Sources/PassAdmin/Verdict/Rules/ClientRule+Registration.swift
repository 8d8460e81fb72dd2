import PassCore
import PassDomain
import PassHTTP

/// The rules about dynamic client registration: credentials and access tokens.
extension ClientRule {
    static let registration: [ClientRule] = [
        ClientRule(
            "R-01", .must, "An app registers once and keeps its credentials for ever.",
            clause: "REST API v2 checklist, registration phase; Dynamic client registration FAQs 6, 8, 9",
            needs: "a registration",
            remedy:
                "Store client_id and client_secret where they outlive restarts and updates, and use them for every token."
        ) { history, ruling in
            let registrations = history.calls(.retrieveClientCredentials).filter { $0.status == 201 }
            let named = registrations.compactMap { call in
                call.answer?["client_id"]?.stringValue.map { (client: ExactText($0), call: call) }
            }
            let births = Dictionary(named.map { ($0.client, $0.call) }) { first, _ in first }
            if !registrations.isEmpty { ruling.see() }
            let refused = Set(history.calls.filter(\.refusesClient).compactMap(\.client).map { ExactText($0) })
            for (_, calls) in ClientHistory.groups(history.calls, by: { $0.installation }) {
                for (earlier, later) in changes(in: calls) {
                    guard let birth = births[later.key], birth.index > earlier.last.index,
                        !refused.contains(earlier.key),
                        sameStatement(births[earlier.key], birth)
                    else { continue }
                    ruling.find(
                        "The device registered again, although its client \(earlier.key) had never been refused.",
                        earlier.last, birth, later.first)
                }
            }
            let used = Set(
                history.calls.compactMap { $0.client ?? $0.content.value("client_id") }.map { ExactText($0) })
            for (client, call) in named where !used.contains(client) {
                ruling.note("The registered client \(client) was never used.", call)
            }
        },
        ClientRule(
            "R-02", .must, "A refused or expired token is renewed by a token request, never by a new registration.",
            clause: "Dynamic client registration FAQ 12", needs: "a call that was refused with 401",
            remedy: "Request a token from /o/client/token with the stored credentials; register again only after "
                + "invalid_client."
        ) { history, ruling in
            let refusals = history.calls.filter { $0.status == 401 && $0.client != nil }
            if !refusals.isEmpty { ruling.see() }
            var rest = history.calls(.retrieveClientCredentials, .retrieveAccessToken)[...]
            for refusal in refusals {
                rest = rest.drop { $0.index < refusal.index }
                guard let next = rest.first, next.operation == .retrieveClientCredentials,
                    next.arrived - refusal.answered <= 60_000
                else { continue }
                if refusal.action == "application-registration" {
                    ruling.note("A refusal that recommends a registration led to one.", refusal, next)
                } else {
                    ruling.find("A refused token led to a registration instead of a token request.", refusal, next)
                }
            }
        },
        ClientRule(
            "R-03", .must, "One access token serves all calls until it expires.",
            clause: "REST API v2 checklist, registration phase; Dynamic client registration FAQs 10, 11",
            needs: "two token requests of one client",
            remedy: "Keep the access token, and ask for a new one only when it has expired or was refused."
        ) { history, ruling in
            let refused = Set(history.calls.filter { $0.status == 401 }.compactMap(\.bearer).map { ExactText($0) })
            let tokens = history.calls(.retrieveAccessToken).filter { $0.status == 200 || $0.status == 201 }
            for (_, requests) in ClientHistory.groups(
                tokens, by: { $0.content.value("client_id").map { ExactText($0) } })
            {
                for (former, next) in zip(requests, requests.dropFirst()) {
                    ruling.see()
                    guard let token = former.answer?["access_token"]?.stringValue, !refused.contains(ExactText(token)),
                        let life = life(of: former), life > 0
                    else { continue }
                    let left = former.answered + life - next.arrived
                    let percent = left * 100 / life
                    if percent > 50 {
                        ruling.find(
                            "A new token was requested when the former one had \(percent) % of its life left.", former,
                            next)
                    } else if percent > 10 {
                        ruling.note(
                            "A new token was requested when the former one had \(percent) % of its life left.", former,
                            next)
                    }
                }
            }
        },
        ClientRule(
            "R-04", .should, "An app has a new access token before the old one expires.",
            clause: "REST API v2 checklist, recommended practices; Dynamic client registration FAQ 10",
            needs: "a call after its client's first token has expired",
            remedy: "Compare the token's exp with the time before each call, and renew it early."
        ) { history, ruling in
            var first: [ExactText: Int64] = [:]
            for call in history.calls {
                guard let client = call.client.map({ ExactText($0) }), let expires = call.tokenEnd else { continue }
                let end = first[client] ?? expires
                first[client] = end
                if call.arrived > end { ruling.see() }
                if call.arrived > expires + 5_000 {
                    ruling.find("The token expired \((call.arrived - expires) / 1_000) s before the call.", call)
                }
            }
        },
        ClientRule(
            "R-05", .must, "After 401 the app gets a new token before it repeats the call.",
            clause: "REST API v2 checklist, recommended practices; status 401 of each endpoint's page",
            needs: "a call that was refused with 401",
            remedy: "Request a new access token first, then repeat the call with it."
        ) { history, ruling in
            var refused: [ExactText: RecordedCall] = [:]
            for call in history.calls {
                guard let bearer = call.bearer, call.operation != nil else { continue }
                let key = ExactText("\(call.request.method.rawValue) \(call.request.path)\n\(bearer)")
                if let refusal = refused[key], history.follows(call, refusal) {
                    ruling.find("The call was repeated with the token that had been refused.", refusal, call)
                }
                if call.status == 401 {
                    ruling.see()
                    refused[key] = call
                }
            }
        },
        ClientRule(
            "R-06", .must, "A token request is a POST with grant_type=client_credentials, client_id and client_secret.",
            clause: "Retrieve access token", needs: "a token request",
            remedy: "Send the three parameters once each, as a form in the body."
        ) { history, ruling in
            for call in history.calls(.retrieveAccessToken) {
                ruling.see()
                if call.status == 400, ["invalid_request", "unsupported_grant_type"].contains(call.error ?? "") {
                    ruling.find("The token request was refused with \(call.error ?? "").", call)
                } else if call.content.query.contains(where: { $0.name == "client_secret" || $0.name == "client_id" }) {
                    ruling.note("The credentials are in the query.", call)
                } else if !call.hasType("application/x-www-form-urlencoded") {
                    ruling.note("The parameters aren't sent as a form.", call)
                }
            }
        },
        ClientRule(
            "R-07", .must, "A registration is a POST of JSON with a complete software statement.",
            clause: "Retrieve client credentials", needs: "a registration",
            remedy: "Send {\"software_statement\": …} as application/json, with the statement as it was downloaded."
        ) { history, ruling in
            for call in history.calls(.retrieveClientCredentials) {
                ruling.see()
                let statement = call.content.value("software_statement") ?? ""
                if !call.hasType("application/json") || call.content.json?.objectValue == nil {
                    ruling.find("The registration isn't JSON.", call)
                } else if !SecretMask.isPseudonym(statement),
                    statement.split(separator: ".", omittingEmptySubsequences: false).count != 3
                {
                    ruling.find("The software statement doesn't consist of three parts separated by dots.", call)
                } else if call.status == 400, call.error == "invalid_request" {
                    ruling.find("The registration was refused with invalid_request.", call)
                }
                if call.request.fields["X-Device-Info"] == nil {
                    ruling.note("The registration has no X-Device-Info.", call)
                }
            }
        },
        ClientRule(
            "R-08", .must, "After invalid_client the app obtains new credentials.",
            clause: "Retrieve access token; SDK guides for dynamic client registration",
            needs: "a token request that was refused with invalid_client",
            remedy: "Discard the credentials and register again."
        ) { history, ruling in
            var refused: [ExactText: RecordedCall] = [:]
            for call in history.calls(.retrieveAccessToken) {
                let key = ExactText(
                    "\(call.content.value("client_id") ?? "")\n\(call.content.value("client_secret") ?? "")")
                if let refusal = refused[key], history.follows(call, refusal) {
                    ruling.find("The refused credentials were sent again.", refusal, call)
                }
                if call.error == "invalid_client" {
                    ruling.see()
                    refused[key] = call
                }
            }
        },
        ClientRule(
            "R-09", .should, "A permanent refusal of a registration or a token isn't repeated.",
            clause: "Retrieve client credentials; Retrieve access token",
            needs: "a 400 from /o/client/ other than invalid_client",
            remedy: "Stop, and report the error: the same request gets the same answer."
        ) { history, ruling in
            let refused = history.calls(.retrieveClientCredentials, .retrieveAccessToken).filter {
                $0.status == 400 && $0.error != "invalid_client"
            }
            for (_, calls) in ClientHistory.groups(refused, by: { $0.fingerprint }) {
                ruling.see()
                if calls.count > 2 {
                    ruling.find("The refused request was sent \(calls.count) times.", calls.first, calls.last)
                }
            }
        },
        ClientRule(
            "R-10", .should, "Each installed app has credentials of its own.",
            clause: "Dynamic client registration FAQ 7", needs: "a call with an access token and a device identifier",
            remedy: "Register each installation, also behind a server, and don't share a client_id."
        ) { history, ruling in
            for (_, calls) in ClientHistory.groups(history.ofV2, by: { $0.client.map { ExactText($0) } }) {
                let devices = runs(of: calls) { $0.identifier.map { ExactText($0) } }
                if !devices.isEmpty { ruling.see() }
                if let back = interleaved(devices) {
                    ruling.find(
                        "Several devices send their calls as one client.", devices[back - 1].first, devices[back].first
                    )
                }
            }
        },
        ClientRule(
            "R-11", .must, "REST API v2 needs an application with the scope of v2.",
            clause: "REST API v2 checklist, registration phase", needs: "a call of v2 with an access token",
            remedy: "Request a software statement whose scopes contain api:client:v2."
        ) { history, ruling in
            for call in history.ofV2 {
                guard let scopes = call.claims["scopes"]?.stringValue else { continue }
                ruling.see()
                if !scopes.split(separator: ",").contains("api:client:v2") {
                    ruling.find("The token's scopes are \(scopes.isEmpty ? "empty" : scopes).", call)
                }
            }
        },
    ]

    /// Returns each change from one client to another in the calls of one device.
    private static func changes(
        in calls: [RecordedCall]
    ) -> [(earlier: Run, later: Run)] {
        let all = runs(of: calls) { $0.client.map { ExactText($0) } }
        return Array(zip(all, all.dropFirst()))
    }

    private static func sameStatement(_ one: RecordedCall?, _ other: RecordedCall) -> Bool {
        guard let one else { return true }
        return one.content.value("software_statement") == other.content.value("software_statement")
    }

    /// Returns the lifetime of the token that a call got, in milliseconds.
    private static func life(of call: RecordedCall) -> Int64? {
        RecordedCall.milliseconds(in: call.answer?["expires_in"]).map { RecordedCall.milliseconds($0) }
    }
}

extension RecordedCall {
    /// The device of a call together with its service provider; `nil` if the call names no device.
    fileprivate var installation: ExactText? {
        guard let device, client != nil else { return nil }
        return ExactText("\(requestor ?? "")\n\(device)")
    }

    /// Whether the answer refuses the client or its access token.
    fileprivate var refusesClient: Bool {
        error == "invalid_client" || status == 401
            || (status == 403 && error?.hasPrefix("invalid_access_token") == true)
    }
}
