import PassCore
import PassDomain
import PassHTTP
import PassInstruments

/// The rules about the number of requests, their transport, and the use of several APIs by one app.
extension ClientRule {
    static let transport: [ClientRule] = [
        ClientRule(
            "R-21", .must, "An app doesn't mix v2 with calls of REST API v1 or of an SDK.",
            clause: "REST API v2 FAQs, migration 2", needs: "a call of v2 and one of an older API",
            remedy: "Migrate all calls of the app, and of its second screen, at once."
        ) { history, ruling in
            var ours: [ExactText: RecordedCall] = [:]
            for call in history.ofV2 { for key in call.identities where ours[key] == nil { ours[key] = call } }
            let old = history.calls.filter { call in
                guard let operation = call.operation else { return false }
                return operation.family == .v1 || sdkCalls.contains(operation)
            }
            if !ours.isEmpty, !old.isEmpty { ruling.see() }
            for call in old {
                if let mixed = call.identities.lazy.compactMap({ ours[$0] }).first {
                    ruling.find("One app calls v2 and an older API.", mixed, call)
                }
            }
        },
        ClientRule(
            "R-23", .must, "A device stays within one request a second and one burst of ten.",
            clause: "Throttling mechanism, limits; authentication FAQ 17", needs: "three limited calls of one device",
            remedy: "Poll more slowly, keep answers, and don't start calls in parallel."
        ) { history, ruling in
            for (_, calls) in ClientHistory.groups(history.calls.filter(\.isLimited), by: \.counted) {
                judgeRate(calls, history, &ruling)
            }
        },
        ClientRule(
            "R-24", .must, "After 429 a client waits a second before any new request.",
            clause: "Throttling mechanism, response", needs: "an answer with the status 429",
            remedy: "Pause all requests for at least one second after 429."
        ) { history, ruling in
            var last: [ExactText: RecordedCall] = [:]
            for call in history.calls where call.isLimited {
                let address = ExactText(call.address)
                if let refusal = last[address], history.follows(call, refusal),
                    history.isMeasured(from: refusal, to: call), call.arrived - refusal.answered < 750
                {
                    ruling.find("The next request came \(call.arrived - refusal.answered) ms after 429.", refusal, call)
                }
                last[address] = nil
                if call.status == 429 {
                    ruling.see()
                    last[address] = call
                }
            }
        },
        ClientRule(
            "R-25", .should, "Credentials go over HTTPS only.",
            clause: "Tech note about cookies; SDK overviews",
            needs: "credentials sent to another machine",
            remedy: "Use the https address; the simulator offers TLS on the same port."
        ) { history, ruling in
            for call in history.calls where !isLoopback(call.host) {
                guard call.request.fields[.authorization] != nil || call.content.value("client_secret") != nil else {
                    continue
                }
                ruling.see()
                if call.request.connection.scheme == .http { ruling.find("Credentials were sent unencrypted.", call) }
            }
        },
    ]

    /// The entitlement calls of an SDK.
    static let sdkCalls: Set<Operation> = [
        .session, .sessionDevice, .authorize, .authorizeDevice, .shortAuthorize, .deviceShortAuthorize, .preauthorize,
        .getMetadata, .getMetadataDevice, .retrieveUserMetadata,
    ]

    /// Judges the rate-limited calls of one device by the second, counted from the first call.
    ///
    /// The first request in each second is free. Each further request in that second uses up one of ten extra requests
    /// (the burst), which are never refilled.
    private static func judgeRate(_ calls: [RecordedCall], _ history: ClientHistory, _ ruling: inout Ruling) {
        guard let first = calls.first, let last = calls.last, calls.count > 2, history.isMeasured(from: first, to: last)
        else { return }
        ruling.see()
        var (second, burst) = (Int64(-1), 0)
        for call in calls {
            let now = (call.arrived - first.arrived) / 1_000
            if now != second {
                second = now
            } else {
                burst += 1
                // One request beyond the burst is tolerated, since the recorded times aren't exact.
                if burst > 11 {
                    return ruling.find(
                        "\(burst) requests came in a second that already had one; a burst of ten is allowed.", first,
                        call)
                }
            }
        }
    }

    private static func isLoopback(_ host: String) -> Bool {
        host == "localhost" || host.hasSuffix(".localhost") || host.hasPrefix("127.") || host == "[::1]"
            || host == "10.0.2.2"
    }
}

extension RecordedCall {
    /// The registered client and the device, which show that calls of different APIs come from one app.
    fileprivate var identities: [ExactText] {
        [client.map { ExactText("client \($0)") }, device.map { ExactText("device \($0)") }].compactMap { $0 }
    }

    /// Whether the service limits how often the call may be made.
    fileprivate var isLimited: Bool {
        switch operation?.family {
        case .v2, .dcr, .v1: true
        default: operation == .retrieveConfiguration
        }
    }

    /// The address by which the service counts requests: the first one in `X-Forwarded-For`, or else that of the
    /// connection.
    fileprivate var address: String {
        let forwarded = request.fields["X-Forwarded-For"]?.prefix { $0 != "," }.filter { $0 != " " } ?? ""
        return forwarded.isEmpty ? request.connection.peerAddress : forwarded
    }

    /// The key by which requests are counted: the address with the device, or with the client if there is no device.
    ///
    /// Counting by the address and the device together is the lenient reading of the limits.
    fileprivate var counted: ExactText? { ExactText("\(address)\n\(device ?? client ?? "")") }
}
