import AccessEnablerOpenSSL
import PassCore
import Testing

@testable import AccessEnabler

/// Drives the machine by hand: one input at a time, with a store and a clock that the test holds.
struct MachineBench {
    var machine: EntitlementMachine
    var store = EntitlementStore()
    /// 2031-05-14 08:00:00 UTC.
    var now = Timestamp(seconds: 1_936_512_000)
    /// What the last input brought about.
    var effects: [Effect] = []
    /// What the platform was asked last.
    private(set) var question: QuestionID?
    /// Sent and not yet answered, oldest first.
    private(set) var pending: [(id: RequestID, request: TransportRequest)] = []

    init(
        version: SDKVersion = SDKVersion(3, 9),
        system: AccessEnabler.OperatingSystem = AccessEnabler.OperatingSystem(.iOS, version: "9.2.1"),
        deviceID: String = "c0ffee", change: (inout MachineSetup) -> Void = { _ in }
    ) {
        var setup = MachineSetup(
            profile: CompatibilityProfile(version), softwareStatement: "statement.jwt",
            app: AccessEnabler.AppIdentity(
                bundleID: "com.x.y.AppA", teamID: "TEAM1", redirectURL: "adbe.abc://adobe.com"),
            operatingSystem: system, clientInformation: ClientInformation(), deviceID: deviceID,
            hasher: OpenSSLHasher(), xml: ExpatXMLReader(),
            defaultServiceProvider: "http://127.0.0.1:8080/adobe-services", allowsPlainHTTP: false, hasUserAgent: false,
            hasPresenter: false, hasPlatformSSO: false)
        change(&setup)
        machine = EntitlementMachine(setup)
    }

    @discardableResult
    mutating func give(_ input: Input) -> [Effect] {
        effects = machine.handle(input, now: now, store: &store)
        for case .request(let id, let request, _) in effects { pending.append((id, request)) }
        for case .ask(let id, _) in effects { question = id }
        return effects
    }

    @discardableResult
    mutating func call(_ call: EntitlementCall) -> [AccessEnablerEvent] {
        give(.call(call))
        return events
    }

    /// Answers what the platform was asked last.
    @discardableResult
    mutating func platform(_ answer: PlatformAnswer) -> [AccessEnablerEvent] {
        guard let question else { return [] }
        give(.platform(question, answer))
        return events
    }

    /// Answers the oldest pending request whose URL holds `part`.
    @discardableResult
    mutating func answer(
        _ part: String, status: Int = 200, _ body: String = "", fields: [TransportField] = [],
        location: SourceLocation = #_sourceLocation
    ) throws -> [AccessEnablerEvent] {
        try answer(
            part, with: .response(TransportResponse(status: status, fields: fields, body: Array(body.utf8))),
            location: location)
    }

    @discardableResult
    mutating func answer(
        _ part: String, with answer: Answer, location: SourceLocation = #_sourceLocation
    ) throws -> [AccessEnablerEvent] {
        let place = try #require(
            pending.firstIndex { $0.request.url.contains(part) },
            "nothing was sent to \(part): \(pending.map(\.request.url))",
            sourceLocation: location)
        let id = pending.remove(at: place).id
        give(.answered(id, answer))
        return events
    }

    /// Takes a pending request away, to be answered by hand.
    mutating func forget(_ place: Int) { pending.remove(at: place) }

    /// The callbacks of the last input, without tracking.
    var events: [AccessEnablerEvent] {
        effects.compactMap { effect in
            guard case .callback(let event, _) = effect else { return nil }
            if case .sendTrackingData = event { return nil }
            return event
        }
    }

    /// The tracking events of the last input.
    var tracked: [(event: Int32, data: [String?])] {
        effects.compactMap { effect in
            guard case .callback(.sendTrackingData(let data, let event), _) = effect else { return nil }
            return (event, data)
        }
    }

    static let provider = MVPD(
        id: "M1", displayName: "Cable One", logoURL: "https://m1.example/logo.png",
        spUrl: "http://127.0.0.1:8080/adobe-services", spBaseUrl: "http://127.0.0.1:8080")

    /// A bench whose requestor is configured, as after a `setRequestor` that succeeded.
    static func configured(
        requestor: String = "REF", providers: [MVPD] = [provider], bench: MachineBench = MachineBench()
    ) throws -> MachineBench {
        var bench = bench
        bench.machine.configuration = ConfigurationMachine(
            RequestorConfiguration(
                setting: RequestorSetting(requestor: requestor), providers: providers, client: DetectedClient()))
        bench.store.own.client = ClientCredentials(id: "id", secret: "secret", softwareStatement: "statement.jwt")
        bench.store.own.accessToken = AccessToken(
            text: "access", expires: bench.now + TimeToLive(milliseconds: 3_600_000))
        return bench
    }
}
