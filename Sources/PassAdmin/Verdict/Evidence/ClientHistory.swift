import PassCore
import PassDomain
import PassInstruments

/// Everything that a client did, as the journal shows it: the evidence for all rules.
struct ClientHistory: Sendable {
    /// The calls in the order of their arrival.
    let calls: [RecordedCall]
    /// The largest numbers of resources that one call may name.
    let limits: Limits
    /// Whether the calls begin with the client's first one. If so, a call that is missing here was never made.
    let isWhole: Bool
    /// Whether the client is the first or the second screen; `nil` if the request for the verdict doesn't say.
    let screen: Screen?
    /// Whether the World's clock ran in real time, by the number of times that the clock had been changed (a call's
    /// `era`).
    private let realTime: [Bool]
    /// The devices that created authentication sessions, by the sessions' codes.
    private let devices: [ExactText: String]
    /// The media tokens that authorizations of REST API v2 gave.
    private let mediaTokensOfV2: Set<ExactText>

    /// The largest numbers of resources that one call may name, for an MVPD.
    struct Limits: Sendable {
        var preauthorization: @Sendable (_ mvpd: String) -> Int
        var authorization: @Sendable (_ mvpd: String) -> Int

        /// The usual limits of the service.
        static let usual = Limits(preauthorization: { _ in 5 }, authorization: { _ in 1 })
    }

    /// The device on which a user logs in.
    enum Screen: String, Sendable, CaseIterable {
        /// The device that plays.
        case primary
        /// Another device, such as a phone beside a TV.
        case secondary
    }

    /// Creates the history of a client.
    ///
    /// - Parameters:
    ///   - calls: the client's calls in the order of their arrival.
    ///   - turns: the changes of the World's clock.
    ///   - clock: the clock at the time of the verdict; used only if `turns` is empty.
    init(
        _ calls: [RecordedCall], turns: [ClockTurn] = [],
        clock: ClockTurn.Reading = ClockTurn.Reading(time: Timestamp(milliseconds: 0)), limits: Limits = .usual,
        isWhole: Bool = true, screen: Screen? = nil
    ) {
        self.calls = calls
        var devices: [ExactText: String] = [:]
        for call in calls where call.operation == .createAuthenticationSession {
            if let code = call.code, let device = call.identifier { devices[ExactText(code)] = device }
        }
        self.devices = devices
        mediaTokensOfV2 = Set(calls.flatMap(\.mediaTokens).map { ExactText($0) })
        self.limits = limits
        self.screen = screen
        self.isWhole = isWhole
        realTime = turns.map(\.before.runsInRealTime) + [(turns.last?.after ?? clock).runsInRealTime]
    }

    /// Returns the calls of some operations.
    func calls(_ operations: Operation...) -> [RecordedCall] {
        calls.filter { call in call.operation.map(operations.contains) ?? false }
    }

    /// The calls of REST API v2 that need an access token.
    var ofV2: [RecordedCall] { calls.filter(\.isOfV2) }

    /// Returns the milliseconds between the arrivals of two calls; `nil` if they can't be known, because the clock was
    /// stopped, scaled or changed in between.
    func gap(from earlier: RecordedCall, to later: RecordedCall) -> Int64? {
        guard isMeasured(from: earlier, to: later) else { return nil }
        return later.arrived - earlier.arrived
    }

    /// Whether the time between two calls can be measured: the clock ran in real time, and wasn't changed in between.
    func isMeasured(from earlier: RecordedCall, to later: RecordedCall) -> Bool {
        earlier.era == later.era && realTime.indices.contains(later.era) && realTime[later.era]
    }

    /// Whether the later call arrived after the earlier one was answered.
    ///
    /// If the time between them can't be measured, e.g. with a stopped clock, the order of arrival decides.
    func follows(_ later: RecordedCall, _ earlier: RecordedCall) -> Bool {
        guard later.index > earlier.index, earlier.status > 0 else { return false }
        guard isMeasured(from: earlier, to: later) else { return true }
        return later.arrived >= earlier.answered
    }

    /// Returns the installation of the app that sent a call of REST API v2, identified by its client ID, service
    /// provider, and device.
    ///
    /// A call without a device identifier belongs to the device that got its code.
    func instance(of call: RecordedCall) -> ExactText? {
        let device = call.identifier ?? call.code.flatMap { devices[ExactText($0)] }
        guard let client = call.client ?? call.device else { return nil }
        return ExactText("\(client)\n\(call.requestor ?? "")\n\(device ?? "")")
    }

    /// Whether a media token comes from an authorization of REST API v2.
    func isOfV2(_ mediaToken: ExactText) -> Bool { mediaTokensOfV2.contains(mediaToken) }

    /// Groups calls by the text that a function returns, in the order of first occurrence. Calls for which it returns
    /// `nil` are left out.
    static func groups(
        _ calls: [RecordedCall], by key: (RecordedCall) -> ExactText?
    ) -> [(key: ExactText, calls: [RecordedCall])] {
        var order: [ExactText] = []
        var groups: [ExactText: [RecordedCall]] = [:]
        for call in calls {
            guard let key = key(call) else { continue }
            if groups[key] == nil { order.append(key) }
            groups[key, default: []].append(call)
        }
        return order.map { ($0, groups[$0] ?? []) }
    }
}
