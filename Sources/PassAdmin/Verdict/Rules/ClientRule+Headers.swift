import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

/// The rules about header fields and parameters of REST API v2.
extension ClientRule {
    static let headers: [ClientRule] = [
        ClientRule(
            "R-12", .must, "Every call of v2 has Authorization: Bearer, except authenticate.",
            clause: "REST API v2 checklist, headers; header Authorization", needs: "a call of v2",
            remedy: "Send Authorization: Bearer and the access token with each call."
        ) { history, ruling in
            for call in history.ofV2 {
                ruling.see()
                if call.bearer == nil { ruling.find("The call has no bearer token.", call) }
            }
            for call in history.calls(.authenticateInUserAgent) where call.bearer != nil {
                ruling.note("The browser sent an access token with authenticate.", call)
            }
        },
        ClientRule(
            "R-13", .must, "AP-Device-Identifier is the word fingerprint and the identifier in base64.",
            clause: "REST API v2 checklist, headers; header AP-Device-Identifier",
            needs: "a call whose page requires the field",
            remedy: "Send AP-Device-Identifier: fingerprint and the base64 of a stable identifier."
        ) { history, ruling in
            for call in history.calls where call.operation.map(needingDevice.contains) ?? false {
                ruling.see()
                guard let field = call.request.fields["AP-Device-Identifier"] else {
                    ruling.find("AP-Device-Identifier is missing.", call)
                    continue
                }
                let words = field.split(separator: " ", omittingEmptySubsequences: false)
                guard words.count == 2, words[0] == "fingerprint" else {
                    ruling.find("AP-Device-Identifier isn't the word fingerprint, a space and base64.", call)
                    continue
                }
                // A file with masked secrets has a pseudonym in place of the identifier.
                if SecretMask.isPseudonym(words[1]) { continue }
                guard let bytes = Base64.decodeLeniently(words[1]), !bytes.isEmpty else {
                    ruling.find("The identifier is empty or isn't valid base64.", call)
                    continue
                }
                if Base64.decode(words[1]) == nil {
                    ruling.note("The base64 lacks padding, or uses the URL-safe alphabet.", call)
                }
            }
        },
        ClientRule(
            "R-14", .must, "The device identifier stays the same through restarts, updates and upgrades.",
            clause: "REST API v2 checklist, headers; authentication FAQ 13",
            needs: "two calls with an identifier by one client",
            remedy: "Derive the identifier from something stable, or store it where it survives an update or "
                + "reinstallation of the app."
        ) { history, ruling in
            for (_, calls) in ClientHistory.groups(history.ofV2, by: { $0.client.map { ExactText($0) } }) {
                let identified = calls.filter { $0.identifier != nil }
                if identified.count > 1 { ruling.see() }
                let devices = runs(of: identified) { $0.identifier.map { ExactText($0) } }
                guard devices.count > 1, interleaved(devices) == nil else { continue }
                ruling.find("The identifier of one client changed.", devices[0].last, devices[1].first)
            }
        },
        ClientRule(
            "R-15", .should, "The identifier is the streaming device's own, even if a server sends the call.",
            clause: "REST API v2 checklist, headers", needs: "a call with a device identifier",
            remedy: "Forward the device's own identifier; never use one constant value."
        ) { history, ruling in
            for (_, calls) in ClientHistory.groups(history.ofV2, by: { $0.identifier.map { ExactText($0) } }) {
                ruling.see()
                let clients = runs(of: calls) { $0.client.map { ExactText($0) } }
                if let back = interleaved(clients) {
                    ruling.find(
                        "Two clients alternate in using the same identifier.", clients[back - 1].first,
                        clients[back].first)
                }
            }
        },
        ClientRule(
            "R-16", .should, "X-Device-Info goes with every call.",
            clause: "REST API v2 checklist, headers; header X-Device-Info", needs: "a call whose page lists the field",
            remedy: "Send X-Device-Info with model, version, osName, osVersion and connectionType, as JSON in base64."
        ) { history, ruling in
            for call in history.calls where call.operation.map(needingDevice.contains) ?? false {
                ruling.see()
                let isBrowser = call.request.fields[.userAgent]?.contains("Mozilla/") ?? false
                if call.request.fields["X-Device-Info"] == nil, !isBrowser {
                    ruling.find("X-Device-Info is missing.", call)
                }
            }
        },
        ClientRule(
            "R-17", .must, "X-Device-Info is the base64 of a JSON object.",
            clause: "Header X-Device-Info", needs: "a call with X-Device-Info",
            remedy: "Encode the device information as a JSON object, then as base64, once."
        ) { history, ruling in
            for call in history.calls where call.request.fields["X-Device-Info"] != nil {
                ruling.see()
                guard let information = call.object("X-Device-Info") else {
                    ruling.find("X-Device-Info isn't base64 of a JSON object.", call)
                    continue
                }
                let missing = DeviceInformation.required.filter { information[$0] == nil }
                if !missing.isEmpty, call.isOfV2 {
                    ruling.note("X-Device-Info has no \(missing.joined(separator: ", ")).", call)
                }
            }
        },
        ClientRule(
            "R-18", .must, "A server forwards the device's public address in X-Forwarded-For.",
            clause: "Throttling mechanism; REST API v2 cookbook, server-to-server",
            needs: "a call of v2 with X-Forwarded-For",
            remedy: "Send the address of the streaming device, not that of the server, as the first element."
        ) { history, ruling in
            for call in history.ofV2 {
                guard let field = call.request.fields["X-Forwarded-For"] else { continue }
                ruling.see()
                let first = field.prefix { $0 != "," }.filter { $0 != " " }
                if !isAddress(first) {
                    ruling.find("The first element of X-Forwarded-For is no IP address.", call)
                } else if ["10.", "192.168.", "127.", "::1"].contains(where: first.hasPrefix) {
                    ruling.note("The forwarded address is private.", call)
                }
            }
        },
        ClientRule(
            "R-19", .must, "Calls of v2 have parameters of v2 only.",
            clause: "REST API v2 checklist, headers; API references", needs: "a call of v2",
            remedy: "Remove the parameters of REST API v1 and of the SDKs."
        ) { history, ruling in
            for call in history.ofV2 {
                ruling.see()
                let names = (call.content.query + call.content.form).map(\.name)
                if let foreign = names.first(where: { foreignNames.contains(ExactText($0)) }) {
                    ruling.find("The parameter \(foreign) belongs to an older API.", call)
                }
            }
        },
        ClientRule(
            "R-20", .must, "Calls of v2 have the documented methods, paths and types.",
            clause: "REST API v2, pages of the endpoints", needs: "a call under /api/v2/",
            remedy: "Compare method, path, Content-Type and Accept with the endpoint's page."
        ) { history, ruling in
            for call in history.calls where call.request.path.hasPrefix("/api/v2/") {
                ruling.see()
                judgeForm(of: call, &ruling)
            }
        },
        ClientRule(
            "R-22", .should, "A visitor identifier, once used, goes with all calls.",
            clause: "Experience Cloud ID", needs: "a call with AP-Visitor-Identifier",
            remedy: "Send AP-Visitor-Identifier with each call that lists it, or with none."
        ) { history, ruling in
            var users: [ExactText: RecordedCall] = [:]
            for call in history.ofV2 where call.operation != .retrieveServiceProviderConfiguration {
                guard let client = call.client.map({ ExactText($0) }) else { continue }
                if call.request.fields["AP-Visitor-Identifier"] != nil {
                    ruling.see()
                    if users[client] == nil { users[client] = call }
                } else if let user = users[client] {
                    ruling.find("AP-Visitor-Identifier is missing, although an earlier call had it.", user, call)
                }
            }
        },
    ]

    /// The operations whose pages require a device identifier and device information.
    static let needingDevice: Set<Operation> = [
        .createAuthenticationSession, .retrieveProfiles, .retrieveProfileForMVPD, .retrieveAuthorizationDecisions,
        .retrievePreauthorizationDecisions, .initiateLogout, .retrievePartnerAuthenticationRequest,
        .createPartnerProfile,
    ]

    /// The parameters of REST API v1 and of the SDKs.
    private static let foreignNames: Set<ExactText> = [
        "requestor", "requestor_id", "deviceId", "device_id", "device_info", "deviceType", "deviceUser", "appId",
        "mso_id", "resource", "reg_code", "domain_name", "redirect_url", "ap_vi", "ast", "format", "generic_data",
        "access_token",
    ]

    private static func judgeForm(of call: RecordedCall, _ ruling: inout Ruling) {
        if call.status == 405 || (call.status == 404 && call.operation == nil) {
            ruling.find("\(call.request.method.rawValue) \(call.request.path) isn't documented.", call)
        }
        switch call.operation {
        case .createAuthenticationSession, .resumeAuthenticationSession, .retrievePartnerAuthenticationRequest,
            .createPartnerProfile:
            if !call.request.body.isEmpty, !call.hasType("application/x-www-form-urlencoded") {
                ruling.find("The body isn't declared as application/x-www-form-urlencoded.", call)
            }
        case .retrieveAuthorizationDecisions, .retrievePreauthorizationDecisions:
            if !call.hasType("application/json") { ruling.find("The body isn't declared as application/json.", call) }
        default: break
        }
        guard let accept = call.request.fields[.accept], call.isOfV2 else { return }
        let ranges = accept.asciiLowercased.split(separator: ",").map {
            ($0.split(separator: ";").first ?? "").filter { $0 != " " }
        }
        if !ranges.contains(where: { ["application/json", "application/*", "*/*"].contains($0) }) {
            ruling.find("Accept doesn't allow JSON.", call)
        }
    }

    /// Whether a text has the form of an IP address. For an IPv6 address, only the characters are checked.
    private static func isAddress(_ text: String) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        if parts.count == 4 { return parts.allSatisfy { UInt8($0) != nil } }
        return text.contains(":")
            && text.utf8.allSatisfy {
                $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") || Character(Unicode.Scalar($0)).isHexDigit
            }
    }
}
