import PassCore

/// The SDK's logic without input and output: it turns inputs into effects, which the driver carries out.
///
/// The machine reads no clock, opens no store and sends no request, so a test can drive and inspect every step of a
/// flow. The driver passes one input at a time to the machine, and carries out the effects in order.
///
/// The machine consists of flows. Each flow is a machine of its own, with its own state, in a folder of its own. This
/// type passes inputs to the flows (`EntitlementMachine+Calls.swift`), carries signals between them
/// (`EntitlementMachine+Signals.swift`), and has the outbox send their requests. It decides nothing else.
struct EntitlementMachine: Sendable {
    var setup: MachineSetup
    /// The options of the last `setOptions`.
    var options: [String: EntitlementValue] = [:]
    var heldCalls = HeldCalls()
    var outbox = Outbox()

    // The flows.

    var configuration = ConfigurationMachine()
    var registration = ClientRegistrationMachine()
    var login = LoginMachine()
    var secondScreen = SecondScreenMachine()
    var passiveLogin = PassiveLoginMachine()
    var platformSignOn = PlatformSignOnMachine()
    var authorization = AuthorizationMachine()
    var preauthorization = PreauthorizationMachine()
    let metadata = MetadataMachine()
    var logout = LogoutMachine()

    /// The device's time while the current input is handled.
    private var now = Timestamp(seconds: 0)
    /// The stored data while the current input is handled; empty between inputs.
    private var store = EntitlementStore()
    /// The effects of the current input so far, in order; empty between inputs.
    private var effects: [Effect] = []

    init(_ setup: MachineSetup) { self.setup = setup }

    /// Handles one input.
    ///
    /// - Parameters:
    ///   - input: what happened.
    ///   - now: the device's time.
    ///   - store: the stored data at this moment, which other apps may have changed since the last input. On return, it
    ///     is the data to store before the first effect is carried out.
    /// - Returns: the effects to carry out, in order.
    mutating func handle(_ input: Input, now: Timestamp, store: inout EntitlementStore) -> [Effect] {
        run(now: now, store: &store) { $0.dispatch(input) }
    }

    /// Does the work for one input, with the given time and stored data.
    mutating func run(
        now: Timestamp, store: inout EntitlementStore, _ work: (inout EntitlementMachine) -> Void
    ) -> [Effect] {
        self.now = now
        self.store = store
        work(&self)
        store = self.store
        defer { (effects, self.store) = ([], EntitlementStore()) }
        return effects
    }

    /// Gives an event to a flow, and then carries out the flow's effects.
    mutating func perform(_ flow: (inout EntitlementMachine, inout FlowContext) -> Void) {
        var context = FlowContext(
            setup: setup, now: now, options: options, requestor: configuration.requestor,
            setting: configuration.setting, configuration: configuration.current,
            isConfigured: configuration.isComplete, store: store)
        flow(&self, &context)
        store = context.store
        for effect in context.effects {
            switch effect {
            case .carryOut(let effect): effects.append(effect)
            case .send(let call, let step): perform { $0.outbox.handle(.send(call, then: step), in: &$1) }
            case .signal(let signal): pass(on: signal)
            }
        }
    }

    /// Whether the next input may import a login; the stores of earlier SDKs are read only then.
    var mayImport: Bool { configuration.isFetching && setup.profile.storeGeneration > .single }

    /// Whether a `setRequestor` for that requestor ends the running login.
    func abandonsLogin(for requestor: String) -> Bool {
        login.attempt != nil && configuration.requestor.map { $0 != requestor } ?? false
    }

    private mutating func dispatch(_ input: Input) {
        switch input {
        case .started(let check): perform { $1.checkIntegrity(check) }
        case .call(let call, let caller): handle(call, for: caller)
        case .loginWithdrawn: perform { $0.login.handle(.withdrawn, in: &$1) }
        case .answered(let request, let answer): perform { $0.outbox.handle(.answered(request, answer), in: &$1) }
        case .rang(.poll): perform { $0.secondScreen.handle(.pollIsDue, in: &$1) }
        case .rang(.registrationCodeExpiry): perform { $0.secondScreen.handle(.codeHasExpired, in: &$1) }
        case .rang(.passiveTimeout): perform { $0.passiveLogin.handle(.timedOut, in: &$1) }
        case .rang(.platformTimeout): perform { $0.platformSignOn.handle(.timedOut, in: &$1) }
        case .followed(let browsing, let end):
            perform { $0.passiveLogin.handle(.browserEnded(browsing, at: end), in: &$1) }
        case .platform(let question, let answer):
            perform { $0.platformSignOn.handle(.answered(question, answer), in: &$1) }
        }
    }
}
