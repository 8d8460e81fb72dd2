import PassCore
import Testing

@testable import AccessEnabler

/// An app, a platform and a service that do anything at any time, and what must hold after each of their steps.
struct RandomWalk {
    var bench: MachineBench
    var dice: Dice
    /// What the SDK waits for, beside the requests in `bench.pending`.
    private(set) var questions: [(id: QuestionID, question: PlatformQuestion)] = []
    private(set) var browsings: [BrowsingID] = []
    private(set) var alarms: [AlarmName: Int64] = [:]
    /// Whether the last `setRequestor` hasn't been told to be complete.
    private(set) var awaitsCompletion = false
    private(set) var called = Tally()
    private(set) var ended = Tally()
    private(set) var trace: [String] = []
    private(set) var completed: Set<CompletionID> = []

    /// How often the app asked, or was answered.
    struct Tally: Equatable {
        var metadata = 0
        var lists = 0
        var requests = 0
        var checks: [String: Int] = [:]
        /// Calls of `getAuthorization`, whose answer a failed login may swallow.
        var gets: [String: Int] = [:]
    }

    init(seed: UInt64, bench: MachineBench) {
        self.bench = bench
        dice = Dice(seed: seed)
    }

    var machine: EntitlementMachine { bench.machine }

    // MARK: Steps

    mutating func step() throws {
        bench.now = bench.now + TimeToLive(milliseconds: Int64(dice.roll(2000)))
        switch dice.roll(12) {
        case 0..<5: try call(RandomCalls.any(&dice, number: trace.count))
        case 5..<9 where !bench.pending.isEmpty: try answer(at: dice.roll(bench.pending.count), wellBehaved: false)
        case 9 where !alarms.isEmpty: try ring(dice.pick(alarms.keys.sorted { "\($0)" < "\($1)" }))
        case 10 where !browsings.isEmpty: try endBrowsing(dice.pick([nil, "adobepass://ios.app", "https://x/"]))
        default:
            if questions.isEmpty {
                try call(
                    .handleExternalURL(dice.pick(["adobepass://ios.app", "adbe.abc://adobe.com", "x", nil])))
            } else {
                try reply(wellBehaved: false)
            }
        }
    }

    mutating func call(_ call: EntitlementCall) throws {
        called.count(call)
        try give(.call(call))
    }

    mutating func answer(at place: Int, wellBehaved: Bool) throws {
        let (id, request) = bench.pending[place]
        let answer = wellBehaved ? .response(RandomAnswers.good(request)) : RandomAnswers.any(request, &dice)
        bench.forget(place)
        try give(.answered(id, answer))
    }

    mutating func ring(_ alarm: AlarmName) throws {
        alarms[alarm] = nil
        try give(.rang(alarm))
    }

    mutating func endBrowsing(_ end: String?) throws {
        try give(.followed(browsings.removeFirst(), end: end))
    }

    mutating func reply(wellBehaved: Bool) throws {
        let (id, question) = questions.remove(at: wellBehaved ? 0 : dice.roll(questions.count))
        let answer = wellBehaved ? RandomCalls.refusal(of: question) : RandomCalls.reply(to: question, &dice)
        try give(.platform(id, answer))
    }

    /// Lets a working service answer everything, until no request waits.
    mutating func comeToRest() throws {
        try call(.setRequestor(RequestorSetting(requestor: "REF"), isOnMain: true))
        for _ in 0..<2000 {
            if !bench.pending.isEmpty {
                try answer(at: 0, wellBehaved: true)
            } else if !questions.isEmpty {
                try reply(wellBehaved: true)
            } else if !browsings.isEmpty {
                try endBrowsing(nil)
            } else if machine.login.attempt != nil {
                try call(.setSelectedProvider(nil))
            } else {
                return
            }
        }
        Issue.record("The SDK never comes to rest: \(String(describing: machine.login.attempt))\n\(tail)")
    }

    // MARK: What must hold

    private mutating func give(_ input: Input) throws {
        let before = machine
        trace.append("\(input)")
        if case .call(.setRequestor, _) = input { awaitsCompletion = true }
        bench.give(input)
        for effect in bench.effects { try note(effect) }
        try checkStep(input, before)
    }

    private mutating func note(_ effect: Effect) throws {
        try #require(!Self.showsToken(effect), "a token in \(effect)\n\(tail)")
        switch effect {
        case .callback(let event, _):
            if case .setRequestorComplete = event {
                try #require(awaitsCompletion, "setRequestor completes twice\n\(tail)")
                awaitsCompletion = false
            }
            ended.count(event)
        case .preauthorized(let id, _, _):
            try #require(completed.insert(id).inserted, "preauthorize completes twice\n\(tail)")
            ended.requests += 1
        case .setAlarm(let name, let millis):
            try #require(millis >= 0, "an alarm before now\n\(tail)")
            alarms[name] = millis
        case .cancelAlarm(let name): alarms[name] = nil
        case .follow(let id, _, _, _): browsings.append(id)
        case .stopFollowing(let id): browsings.removeAll { $0 == id }
        case .ask(let id, let question): questions.append((id, question))
        case .stopAsking(let id): questions.removeAll { $0.id == id }
        case .request, .refuseCaller, .present, .log: break
        }
    }

    /// Whether an effect shows an authN or authZ token to the app or in the log; a URL of the logout may.
    private static func showsToken(_ effect: Effect) -> Bool {
        switch effect {
        case .callback(.navigateToUrl, _), .callback(.navigateToUrlUseSVC, _): return false
        case .callback, .preauthorized, .log:
            let text = "\(effect)"
            return text.contains("simpleToken") || text.contains("simpleAuth")
        default: return false
        }
    }

    private mutating func checkStep(_ input: Input, _ before: EntitlementMachine) throws {
        let queued = before.heldCalls.count + before.login.later.count + before.authorization.waiting.count
        let waiting = before.outbox.waitingCount + before.outbox.sentCount
        try #require(bench.effects.count <= 40 * (1 + queued + waiting), "too many effects\n\(tail)")
        let ends = bench.events.filter { if case .setAuthenticationStatus = $0 { true } else { false } }.count
        try #require(
            ends <= 1 + before.heldCalls.count + before.login.later.count, "a login ends twice\n\(tail)")
        if case .call(let call, _) = input, RandomCalls.isHeld(call), !before.configuration.isComplete {
            try #require(bench.effects.isEmpty, "answered before setRequestor has completed\n\(tail)")
        }
        try checkProgress()
        for (resource, count) in ended.checks {
            let asked = called.checks[resource, default: 0] + called.gets[resource, default: 0]
            try #require(count <= asked, "\(resource) is answered twice\n\(tail)")
        }
        let shared = bench.store.shared.bytes ?? Array("{}".utf8)
        try #require(try SharedRecord(bytes: shared) == bench.store.shared, "the shared record changes\n\(tail)")
        let own = bench.store.own.bytes ?? Array("{}".utf8)
        try #require(try OwnRecord(bytes: own) == bench.store.own, "the app's record changes\n\(tail)")
    }

    /// Whoever waits, waits for something that will come.
    private func checkProgress() throws {
        let isUnderWay = machine.outbox.sentCount > 0 || !questions.isEmpty
        try #require(
            machine.outbox.waitingCount == 0 || machine.outbox.sentCount > 0, "nobody fetches an access token\n\(tail)")
        if !machine.authorization.waiting.isEmpty {
            try #require(
                machine.login.attempt != nil || !machine.heldCalls.isEmpty, "no login runs for resources\n\(tail)")
        }
        if !machine.login.later.isEmpty {
            try #require(
                machine.login.attempt != nil || !machine.heldCalls.isEmpty, "no login runs for others\n\(tail)")
        }
        switch machine.login.attempt?.stage {
        case nil, .awaitingSelection, .awaitingExternalURL: break
        case .restarting:
            try #require(!machine.configuration.isComplete, "the login isn't begun anew\n\(tail)")
        case .fetchingCode, .fetchingToken, .atPlatform: try #require(isUnderWay, "the login stands still\n\(tail)")
        case .onSecondScreen: try #require(alarms[.poll] != nil, "nobody polls\n\(tail)")
        }
        if awaitsCompletion {
            try #require(isUnderWay || !browsings.isEmpty, "setRequestor stands still\n\(tail)")
        }
    }

    /// The last steps, for whoever has to find out.
    var tail: String { trace.suffix(25).map { String($0.prefix(400)) }.joined(separator: "\n") }
}

extension RandomWalk.Tally {
    mutating func count(_ call: EntitlementCall) {
        switch call {
        case .checkAuthorization(let request): checks[request.resource, default: 0] += 1
        case .getAuthorization(let request): gets[request.resource, default: 0] += 1
        case .checkPreauthorizedResources: lists += 1
        case .preauthorize: requests += 1
        case .getMetadata: metadata += 1
        default: break
        }
    }

    mutating func count(_ event: AccessEnablerEvent) {
        switch event {
        case .setToken(_, let resource), .tokenRequestFailed(let resource, _, _): checks[resource, default: 0] += 1
        case .preauthorizedResources: lists += 1
        case .setMetadataStatus: metadata += 1
        default: break
        }
    }
}
