import PassCore

/// The actor that feeds inputs to the machine, one at a time and in the order given, and carries out the effects.
///
/// Everything that the driver starts (requests, browsers, alarms, questions) refers to it weakly and ends with `close`.
///
/// The driver runs on a queue of its own: a store may block it for seconds, and the threads that all tasks share must
/// not block.
actor Driver {
    nonisolated let callbacks: Callbacks
    nonisolated let platform: AccessEnabler.Platform
    private nonisolated let inbox = Inbox()
    nonisolated let underWay = UnderWay()
    private nonisolated let queue = DriverQueue()
    private var machine: EntitlementMachine
    private let store: StoreAccess
    var completions: [CompletionID: AccessEnablerCallback<PreauthorizeResponse>] = [:]
    /// The browsings that the machine started and hasn't stopped.
    var browsings: Set<BrowsingID> = []
    /// The calls with a waiting caller that are held until the current configuration has ended, oldest first.
    private var heldCalls: [HeldCall] = []
    /// The requestor of the last `setRequestor`, however it ended.
    private var requestor: String?
    private var lastNumber = 0

    init(_ setup: MachineSetup, platform: AccessEnabler.Platform) {
        self.platform = platform
        machine = EntitlementMachine(setup)
        store = StoreAccess(platform.storage, setup.profile.storeGeneration)
        callbacks = Callbacks(platform.callbackExecutor, activity: platform.activity)
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    /// Queues an input after all earlier ones. Returns at once and may be called from any thread.
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

    /// Ends everything that is under way and releases it; no callback follows.
    nonisolated func close() {
        for _ in 0..<inbox.close() { platform.activity?.end() }
        underWay.close()
        callbacks.close()
    }

    /// Handles the posted letters until none is left. It never suspends, so nothing else runs on the driver meanwhile.
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

    /// Tells the waiting callers of a new `setRequestor`, and whether it ends another requestor's login.
    private func announce(_ setting: RequestorSetting) {
        let isOther = requestor.map { $0 != setting.requestor } ?? false
        requestor = setting.requestor
        callbacks.announceConfiguration(abandonsLogin: isOther && machine.state.authentication != .idle)
    }

    // MARK: Calls that wait for an answer

    private func hold(_ call: HeldCall) {
        guard heldCalls.count < HeldCall.most else { return refuse(call) }
        heldCalls.append(call)
        settleHeldCalls()
    }

    /// Makes the held calls if there is a configuration, and refuses them if none is under way.
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
        // The user still gets logged out once there is a configuration, as with the documented call.
        if case .logout = held.call { return handle(.call(.logout)) }
        platform.logger?.log(
            .error, "[AccessEnabler] The call is ignored: call setRequestor first, and wait until it succeeds")
    }

    func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }
}
