import PassCore

/// The login through the user's session at the MVPD, for MVPDs where each requestor needs its own token ("Passive
/// authentication").
///
/// The MVPD's session is in the cookies of the `UserAgent`, which keeps them; the store holds none. The app gets no
/// callback about the attempt except N001 at its start, whatever the outcome.
struct PassiveLoginMachine: Sendable {
    enum Event {
        /// A configuration has arrived.
        ///
        /// - `isOnMain`: whether `setRequestor` was called on the main thread, as passive authentication requires.
        case begin(isOnMain: Bool)
        case answered(PassiveStep, Answer)
        /// The browser reached the end page, at this URL; `nil` when it ended elsewhere.
        case browserEnded(BrowsingID, at: String?)
        case timedOut
        /// A new `setRequestor` begins.
        case abandon
    }

    private enum State {
        case idle
        /// The registration code is being fetched (3.0 and later).
        case fetchingCode(attempt: Int, MVPD)
        /// The browser runs; `code` is the registration code in its URL (3.0 and later).
        case browsing(attempt: Int, MVPD, code: String?, BrowsingID)
        case fetchingToken(attempt: Int, MVPD)
    }

    /// The time limit of the whole attempt in milliseconds; the value is our choice.
    private static let patience: Int64 = 10_000

    private var state = State.idle
    private var lastNumber = 0

    mutating func handle(_ event: Event, in context: inout FlowContext) {
        switch event {
        case .begin(let isOnMain): begin(isOnMain: isOnMain, &context)
        case .answered(let step, let answer):
            if let configuration = context.configuration { receive(answer, to: step, configuration, &context) }
        case .browserEnded(let browsing, let end):
            if let configuration = context.configuration { leave(browsing, at: end, configuration, &context) }
        case .timedOut: end(&context)
        case .abandon: abandon(&context)
        }
    }

    /// Whether an attempt is running.
    var isRunning: Bool { if case .idle = state { false } else { true } }

    /// Tries a passive login if its conditions are met; otherwise the flow ends at once.
    private mutating func begin(isOnMain: Bool, _ context: inout FlowContext) {
        guard case .idle = state, let configuration = context.configuration else { return }
        guard isOnMain, let provider = context.passiveProvider(configuration) else {
            return context.signal(.passiveLoginEnded)
        }
        if context.currentProviderID == nil { context.setCurrentProvider(provider.id) }
        lastNumber += 1
        context.emit("N001", .info)
        context.carryOut(.setAlarm(.passiveTimeout, afterMillis: Self.patience))
        guard context.setup.profile.registersClient else {
            return browse(lastNumber, at: provider, code: nil, configuration, &context)
        }
        state = .fetchingCode(attempt: lastNumber, provider)
        context.send(
            .registrationCode(
                requestor: configuration.requestor, provider: provider, deviceID: context.setup.deviceID),
            then: .passiveLogin(.registrationCode(attempt: lastNumber)))
    }

    private mutating func receive(
        _ answer: Answer, to step: PassiveStep, _ configuration: RequestorConfiguration, _ context: inout FlowContext
    ) {
        switch (step, state) {
        case (.registrationCode(let answered), .fetchingCode(let number, let provider)) where answered == number:
            guard case .response(let response) = answer, let code = RegistrationCodeAnswer(response)?.code else {
                return end(&context)
            }
            browse(number, at: provider, code: code, configuration, &context)
        case (.token(let answered), .fetchingToken(let number, let provider)) where answered == number:
            if case .response(let response) = answer { context.storePassiveLogin(response, at: provider) }
            end(&context)
        default: break
        }
    }

    /// Opens the login in a browser, which ends at a page of the service whether or not the user was logged in.
    ///
    /// From 3.1 on, the browser is always the secure browser, which the user sees.
    private mutating func browse(
        _ number: Int, at provider: MVPD, code: String?, _ configuration: RequestorConfiguration,
        _ context: inout FlowContext
    ) {
        let browsing = BrowsingID(number: number)
        state = .browsing(attempt: number, provider, code: code, browsing)
        let end = "\(provider.spUrl)/completePassiveAuthentication"
        let call = ServiceCall.authenticate(
            requestor: configuration.requestor, provider: provider, redirect: end, clientType: context.clientType,
            clientVersion: context.setup.profile.version, code: code, isPassive: true)
        context.carryOut(
            .follow(
                browsing, url: context.browserURL(call), until: end,
                isVisible: context.setup.profile.knowsSecureBrowser))
    }

    /// Requests the token if the browser reached the end page; otherwise ends the attempt.
    private mutating func leave(
        _ browsing: BrowsingID, at end: String?, _ configuration: RequestorConfiguration, _ context: inout FlowContext
    ) {
        guard case .browsing(let number, let provider, let code, browsing) = state else { return }
        guard end != nil else { return self.end(&context) }
        state = .fetchingToken(attempt: number, provider)
        context.send(
            context.session(of: configuration.requestor, at: provider, code: code),
            then: .passiveLogin(.token(attempt: number)))
    }

    /// Ends the attempt, and with it the flow.
    private mutating func end(_ context: inout FlowContext) {
        guard isRunning else { return }
        abandon(&context)
        context.signal(.passiveLoginEnded)
    }

    /// Stops the attempt that is under way.
    private mutating func abandon(_ context: inout FlowContext) {
        guard isRunning else { return }
        context.carryOut(.cancelAlarm(.passiveTimeout))
        if case .browsing(_, _, _, let browsing) = state { context.carryOut(.stopFollowing(browsing)) }
        state = .idle
    }
}

extension FlowContext {
    fileprivate mutating func storePassiveLogin(_ response: TransportResponse, at provider: MVPD) {
        guard case .token(let text, let userMetadata) = TokenAnswer(response, element: "authnToken", using: setup.xml),
            case let stored = StoredToken(text: text, deviceID: setup.deviceID), isUsable(stored, of: provider.id)
        else { return }
        setCurrentProvider(provider.id)
        update(provider.id) { bucket in
            bucket = Bucket()
            bucket.canAuthenticate = true
            bucket.authentication = stored
            bucket.userMetadata = userMetadata
        }
    }

    /// Returns the MVPD to log in at: one where another requestor has a valid token and this requestor needs a token of
    /// its own.
    fileprivate mutating func passiveProvider(_ configuration: RequestorConfiguration) -> MVPD? {
        guard setup.profile.authenticatesPassively, setup.hasUserAgent, !setup.isTV else { return nil }
        if case .valid = storedLogin() { return nil }
        let current = currentProviderID
        let holders = store.shared.partitions[partitionName]?.requestors ?? [:]
        for (requestor, holder) in holders.sorted(by: { $0.key < $1.key }) where requestor != configuration.requestor {
            for (id, bucket) in holder.providers.sorted(by: { $0.key < $1.key }) where current ?? id == id {
                guard let provider = configuration.provider(id), allowsPassive(provider), holdsLogin(bucket, at: id)
                else { continue }
                return provider
            }
        }
        return nil
    }

    /// Whether the MVPD issues a token for each requestor and permits passive authentication in this version's browser.
    private func allowsPassive(_ provider: MVPD) -> Bool {
        provider.hasAuthNPerRequestor && provider.passiveAuthnEnabled
            && (provider.useSVC || !setup.profile.knowsSecureBrowser)
    }

    /// Whether the record holds a valid token of this device that is shared with other requestors.
    private func holdsLogin(_ bucket: Bucket, at provider: String) -> Bool {
        guard !bucket.isPrivate, let stored = bucket.authentication, isOfThisDevice(stored) else { return false }
        return isUsable(stored, of: provider)
    }
}
