import PassCore

/// Feeds the machine one input at a time, in the order given, and carries out its effects.
///
/// What it starts (requests, browsers, alarms, questions) holds it weakly, and ends with `close`.
///
/// It runs on a queue of its own: a store may keep it waiting for seconds, and the threads that all tasks share must not wait.
actor Driver {
    nonisolated let callbacks: Callbacks
    nonisolated let platform: Platform
    private nonisolated let inbox = Inbox()
    nonisolated let underWay = UnderWay()
    private nonisolated let queue = DriverQueue()
    private var machine: EntitlementMachine
    private let store: StoreAccess
    var completions: [CompletionID: AccessEnablerCallback<PreauthorizeResponse>] = [:]
    /// Asked for and not stopped.
    var browsings: Set<BrowsingID> = []
    /// Calls that somebody waits for, until the configuration that is under way has ended; oldest first.
    private var heldCalls: [HeldCall] = []
    /// Of the last `setRequestor`, however it ended.
    private var requestor: String?
    private var lastNumber = 0

    init(_ setup: MachineSetup, platform: Platform) {
        self.platform = platform
        machine = EntitlementMachine(setup)
        store = StoreAccess(platform.storage, setup.profile.storeGeneration)
        callbacks = Callbacks(platform.callbackExecutor, activity: platform.activity)
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    /// Takes an input after those before it; from any thread, and at once.
    nonisolated func post(_ input: Input, expecting expectation: Expectation? = nil) {
        post(Inbox.Letter(content: .input(input), expectation: expectation))
    }

    nonisolated func post(_ content: Inbox.Content) { post(Inbox.Letter(content: content)) }

    private nonisolated func post(_ letter: Inbox.Letter) {
        platform.activity?.begin()
        switch inbox.post(letter) {
        case .first: Task { await empty() }
        case .behindOthers: break
        case .closed: platform.activity?.end()
        }
    }

    /// Ends everything that is under way, and lets go of it; nothing is called back any more.
    nonisolated func close() {
        for _ in 0..<inbox.close() { platform.activity?.end() }
        underWay.close()
        callbacks.close()
    }

    /// Handles what was posted, until there is nothing left. It doesn't wait, so nothing else runs here in between.
    private func empty() {
        while true {
            let letters = inbox.takeAll()
            if letters.isEmpty { return }
            for letter in letters {
                if !inbox.isClosed { take(letter) }
                platform.activity?.end()
            }
        }
    }

    private func take(_ letter: Inbox.Letter) {
        if case .input(.call(.setRequestor(let setting, _))) = letter.content { announce(setting) }
        if let expectation = letter.expectation {
            let caller = callbacks.expect(expectation)
            if case .input(.call(let call)) = letter.content, call.waitsForConfiguration,
                !machine.state.configuration.isComplete
            {
                return hold(HeldCall(call: call, caller: caller, isWithdrawn: expectation.isWithdrawn))
            }
        }
        switch letter.content {
        case .input(.followed(let browsing, let end)):
            if browsings.remove(browsing) != nil { handle(.followed(browsing, end: end)) }
        case .input(let input): handle(input)
        case .preauthorize(let request, let completion):
            let id = CompletionID(number: nextNumber())
            completions[id] = completion
            handle(.call(.preauthorize(request, id)))
        case .alarm(let name, let number):
            if underWay.takeAlarm(name, number: number) { handle(.rang(name)) }
        case .redirectURL(let url): machine.setup.app.redirectURL = url
        }
    }

    private func handle(_ input: Input) {
        let now = Timestamp(milliseconds: platform.clock.nowMillis)
        var probesWriting = false
        if case .started(.INTEGRITY_CHECK_ALL) = input { probesWriting = true }
        let effects = store.perform(readsOlder: machine.mayImport, probesWriting: probesWriting) { store in
            machine.handle(input, now: now, store: &store)
        }
        for effect in effects { carryOut(effect, of: input) }
        settleHeldCalls()
    }

    private func announce(_ setting: RequestorSetting) {
        let isOther = requestor.map { $0 != setting.requestor } ?? false
        requestor = setting.requestor
        callbacks.announceConfiguration(abandonsLogin: isOther && machine.state.authentication != .idle)
    }

    // MARK: Calls that somebody waits for

    private func hold(_ call: HeldCall) {
        guard heldCalls.count < HeldCall.most else { return refuse(call) }
        heldCalls.append(call)
        settleHeldCalls()
    }

    /// Makes the calls if there is a configuration now, and refuses them if none is under way any more.
    private func settleHeldCalls() {
        if heldCalls.isEmpty { return }
        let calls = heldCalls
        switch machine.state.configuration {
        case .configuring, .completing: return
        case .unconfigured:
            heldCalls = []
            for call in calls { refuse(call) }
        case .configured:
            heldCalls = []
            for held in calls {
                if held.isWithdrawn() { callbacks.refuse(held.caller) } else { handle(.call(held.call)) }
            }
        }
    }

    private func refuse(_ held: HeldCall) {
        callbacks.refuse(held.caller)
        // Who asked to be logged out is, as by the documented call, once there is a configuration.
        if case .logout = held.call { return handle(.call(.logout)) }
        platform.logger?.log(.error, "[AccessEnabler] A call is not made: setRequestor comes first, and must succeed")
    }

    func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }
}
