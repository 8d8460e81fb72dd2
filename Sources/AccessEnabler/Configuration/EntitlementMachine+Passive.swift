import PassCore

/// The steps of passive authentication that wait for the service.
package enum PassiveStep: Sendable {
    case registrationCode(PassiveAttempt.Number)
    case token(PassiveAttempt.Number)
}

/// A login that `setRequestor` attempts without the user.
package struct PassiveAttempt: Sendable {
    package struct Number: Sendable, Hashable { var number: Int }

    package var number: Number
    package var provider: MVPD
    /// The registration code in the browser's URL, from 3.0 on.
    package var code: String?
    /// The browser's run, once it has been started.
    package var browsing: BrowsingID?
}

/// The login by the MVPD's own session, for MVPDs where each requestor needs its own token ("Passive authentication").
///
/// The MVPD's session is in the cookies of the `UserAgent`, which keeps them; the store holds none.
///
/// The app gets no callback about the attempt except N001 at its start, whatever the outcome.
extension EntitlementMachine {
    /// The time limit of the whole attempt in milliseconds; the value is our choice.
    private static let passivePatience: Int64 = 10_000

    /// Tries passive authentication if its conditions hold, and then ends the configuration.
    mutating func authenticatePassively(isOnMain: Bool) {
        guard case .completing(_, let configuration) = state.configuration, state.passive == nil else { return }
        guard isOnMain, let provider = passiveProvider(configuration) else { return finishConfiguration() }
        if currentProviderID == nil { setCurrentProvider(provider.id) }
        let attempt = PassiveAttempt(
            number: PassiveAttempt.Number(number: state.nextNumber()), provider: provider)
        state.passive = attempt
        emit("N001", .info)
        effects.append(.setAlarm(.passiveTimeout, afterMillis: Self.passivePatience))
        guard setup.profile.registersClient else { return browsePassively(attempt, configuration) }
        send(
            .registrationCode(requestor: configuration.requestor, provider: provider, deviceID: setup.deviceID),
            then: .passive(.registrationCode(attempt.number)))
    }

    mutating func proceed(_ step: PassiveStep, with answer: Answer) {
        guard let attempt = state.passive, let configuration = state.configuration.current else { return }
        switch step {
        case .registrationCode(attempt.number):
            guard case .response(let response) = answer, let code = RegistrationCodeAnswer(response)?.code else {
                return endPassively()
            }
            var attempt = attempt
            attempt.code = code
            browsePassively(attempt, configuration)
        case .token(attempt.number):
            if case .response(let response) = answer { storePassiveLogin(response, attempt, configuration) }
            endPassively()
        case .registrationCode, .token: break
        }
    }

    /// Asks for the token if the browser reached the end page, or else ends the attempt.
    mutating func passiveBrowserEnded(_ browsing: BrowsingID, at end: String?) {
        guard var attempt = state.passive, attempt.browsing == browsing,
            let configuration = state.configuration.current
        else { return }
        guard end != nil else { return endPassively() }
        attempt.browsing = nil
        state.passive = attempt
        send(
            .session(
                requestor: configuration.requestor, provider: attempt.provider, deviceID: setup.deviceID,
                code: attempt.code, proof: requestorProof),
            then: .passive(.token(attempt.number)))
    }

    mutating func passiveTimedOut() { endPassively() }

    /// Abandons the attempt that is under way, without ending the configuration.
    mutating func abandonPassive() {
        guard let attempt = state.passive else { return }
        state.passive = nil
        effects.append(.cancelAlarm(.passiveTimeout))
        if let browsing = attempt.browsing { effects.append(.stopFollowing(browsing)) }
    }

    /// Ends the attempt and the configuration.
    private mutating func endPassively() {
        guard state.passive != nil else { return }
        abandonPassive()
        finishConfiguration()
    }

    /// Opens the login in a browser until it reaches a page of the service, whether or not the user was logged in.
    ///
    /// The user sees the secure browser, the only one used from 3.1 on.
    private mutating func browsePassively(_ attempt: PassiveAttempt, _ configuration: RequestorConfiguration) {
        var attempt = attempt
        let end = "\(attempt.provider.spUrl)/completePassiveAuthentication"
        let browsing = BrowsingID(number: state.nextNumber())
        attempt.browsing = browsing
        state.passive = attempt
        let call = ServiceCall.authenticate(
            requestor: configuration.requestor, provider: attempt.provider, redirect: end, clientType: clientType,
            clientVersion: setup.profile.version, code: attempt.code, isPassive: true)
        effects.append(
            .follow(browsing, url: browserURL(call), until: end, isVisible: setup.profile.knowsSecureBrowser))
    }

    private mutating func storePassiveLogin(
        _ response: TransportResponse, _ attempt: PassiveAttempt, _ configuration: RequestorConfiguration
    ) {
        guard case .token(let text, let userMetadata) = TokenAnswer(response, element: "authnToken", using: setup.xml),
            case let stored = StoredToken(text: text, deviceID: setup.deviceID),
            isUsable(stored, of: attempt.provider.id)
        else { return }
        setCurrentProvider(attempt.provider.id)
        update(attempt.provider.id) { bucket in
            bucket = Bucket()
            bucket.canAuthenticate = true
            bucket.authentication = stored
            bucket.userMetadata = userMetadata
        }
    }

    // MARK: Conditions

    /// Returns the MVPD to log in at: one where another requestor has a valid token and this one needs a token of its
    /// own.
    private mutating func passiveProvider(_ configuration: RequestorConfiguration) -> MVPD? {
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

    /// Whether the record holds a valid token of this device that other requestors may know of.
    private func holdsLogin(_ bucket: Bucket, at provider: String) -> Bool {
        guard !bucket.isPrivate, let stored = bucket.authentication, isOfThisDevice(stored) else { return false }
        return isUsable(stored, of: provider)
    }
}
