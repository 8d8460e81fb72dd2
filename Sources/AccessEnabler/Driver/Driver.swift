import PassCore

/// The actor that feeds inputs to the machine, one at a time and in the order given, and carries out the effects.
///
/// Everything that the driver starts (requests, browsers, alarms, calls to the platform) refers to the driver weakly,
/// and `close` ends it.
///
/// The driver runs on a queue of its own, because a store may block its thread for seconds. The threads that all Swift
/// tasks share must not block.
actor Driver {
    nonisolated let callbacks: Callbacks
    nonisolated let platform: AccessEnablerPlatform
    private nonisolated let inbox = Inbox()
    nonisolated let pendingWork = PendingWork()
    private nonisolated let queue = DriverQueue()
    private var machine: EntitlementMachine
    private let store: StoreAccess
    var completions: [CompletionID: AccessEnablerCallback<PreauthorizeResponse>] = [:]
    /// The browsing sessions that the machine started and that haven't ended.
    var browsings: Set<BrowsingID> = []
    private var lastNumber = 0

    init(_ setup: MachineSetup, platform: AccessEnablerPlatform) {
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
        case .first: Task { await handleLetters() }
        case .behindOthers: break
        case .closed: platform.activity?.end()
        }
    }

    /// Ends everything that is under way and releases it; no callback follows.
    nonisolated func close() {
        for _ in 0..<inbox.close() { platform.activity?.end() }
        pendingWork.close()
        callbacks.close()
    }

    /// Handles the posted letters until none is left. The function never suspends, so nothing else runs on the driver
    /// meanwhile.
    private func handleLetters() {
        while true {
            let letters = inbox.takeAll()
            if letters.isEmpty { return }
            for letter in letters {
                if !inbox.isClosed { handle(letter) }
                platform.activity?.end()
            }
        }
    }

    private func handle(_ letter: Inbox.Letter) {
        if case .input(.call(.setRequestor(let setting, _), _)) = letter.content {
            callbacks.announceConfiguration(abandonsLogin: machine.abandonsLogin(for: setting.requestor))
        }
        let caller = letter.expectation.map { expectation in
            WaitingCaller(number: callbacks.expect(expectation), isWithdrawn: expectation.isWithdrawn)
        }
        switch letter.content {
        case .input(.call(let call, _)): handle(.call(call, from: caller))
        case .input(.followed(let browsing, let end)):
            if browsings.remove(browsing) != nil { handle(.followed(browsing, end: end)) }
        case .input(let input): handle(input)
        case .preauthorize(let request, let completion):
            let id = CompletionID(number: nextNumber())
            completions[id] = completion
            handle(.call(.preauthorize(request, id)))
        case .alarm(let name, let number):
            if pendingWork.removeAlarm(name, number: number) { handle(.rang(name)) }
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
        for effect in effects { carryOut(effect) }
    }

    func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }
}
