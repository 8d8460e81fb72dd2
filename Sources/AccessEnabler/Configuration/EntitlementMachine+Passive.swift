import PassCore

package enum PassiveStep: Sendable {
    case registrationCode(PassiveAttempt.Number)
    case token(PassiveAttempt.Number)
}

/// A login without the user that `setRequestor` tries.
package struct PassiveAttempt: Sendable {
    package struct Number: Sendable, Hashable { var number: Int }

    package var number: Number
    package var provider: MVPD
    /// The registration code that the browser's URL carries, from 3.0 on.
    package var code: String?
    /// The browser, once it is open.
    package var browsing: BrowsingID?
}

/// Logs in anew, with the MVPD's own session, where each requestor must have a token of its own ("Passive authentication").
///
/// The MVPD's session is in the cookies of the `UserAgent`, which keeps them by itself; the store holds none.
///
/// However it ends, nothing is told but N001 at its start.
extension EntitlementMachine {
    /// How long the whole attempt may take; our choice.
    private static let passivePatience: Int64 = 10_000

    /// Tries passive authentication if its conditions hold, and ends the configuration after it.
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

    /// Gives up the attempt that is under way; the configuration isn't ended.
    mutating func abandonPassive() {
        guard let attempt = state.passive else { return }
        state.passive = nil
        effects.append(.cancelAlarm(.passiveTimeout))
        if let browsing = attempt.browsing { effects.append(.stopFollowing(browsing)) }
    }

    private mutating func endPassively() {
        guard state.passive != nil else { return }
        abandonPassive()
        finishConfiguration()
    }

    /// Opens the login in a browser that ends at a page of the service, with or without a user.
    ///
    /// The secure browser, which from 3.1 on is the only one, is seen by the user.
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
        guard case .token(let text, let userMetadata) = TokenAnswer(response, element: "authnToken"),
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

    /// The MVPD to log in at: another requestor has a token of it that counts, and this one needs its own.
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

    private func allowsPassive(_ provider: MVPD) -> Bool {
        provider.hasAuthNPerRequestor && provider.passiveAuthnEnabled
            && (provider.useSVC || !setup.profile.knowsSecureBrowser)
    }

    private func holdsLogin(_ bucket: Bucket, at provider: String) -> Bool {
        guard !bucket.isPrivate, let stored = bucket.authentication, isOfThisDevice(stored) else { return false }
        return isUsable(stored, of: provider)
    }
}
