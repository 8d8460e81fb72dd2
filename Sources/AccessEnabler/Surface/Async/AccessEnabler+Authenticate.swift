import PassCore

extension AccessEnabler {
    /// Logs the user in, unless the user is already logged in; shows the picker and the browser when the login needs
    /// them.
    ///
    /// One login runs at a time; a later caller waits for the end of the earlier one. On tvOS the user logs in on a
    /// second screen, with the code of the status event `REGCODE`. Cancelling the task cancels the login as
    /// `setSelectedProvider(nil)` does, and cancels the tasks of the picker and the browser.
    ///
    /// - Parameters:
    ///   - picker: lets the user choose an MVPD; returning `nil` cancels the login.
    ///   - userAgent: opens the login pages and follows them to the redirect URL; `nil` means the platform's user
    ///     agent. If the platform has none either, the app opens the pages itself when its delegate is called.
    ///   - force: whether to log in again if the user is already logged in (1.9 and later).
    ///   - data: the data passed through to the service (1.9 and later).
    /// - Throws: `notAuthenticated` when the login failed, the user cancelled or `logout` was called; `superseded` when
    ///   another requestor was configured during the login; `notConfigured`, `cancelled`, `unknownCall`.
    public func authenticate(
        picker: @escaping @Sendable ([MVPD]) async -> MVPD?, userAgent: (any AccessEnabler.UserAgent)? = nil,
        force: Bool = false,
        data: [String: EntitlementValue]? = nil
    ) async throws(AccessEnablerError) {
        if force || data != nil, !knows(.getAuthenticationData) { throw .unknownCall(profile.version) }
        let call = EntitlementCall.getAuthentication(force: force, data: data, filter: nil)
        let end = await interact(call, picker: picker, userAgent: userAgent ?? platform.userAgent) { [driver] in
            driver.post(.loginWithdrawn)
        }
        switch end {
        case .status(.authenticated): return
        case .status(.notAuthenticated(let code)): throw .notAuthenticated(errorCode: code)
        case .status(.notConfigured): throw .notConfigured
        case .superseded: throw .superseded
        case .cancelled: throw .cancelled
        }
    }

    /// Logs the user out everywhere: erases the stored data, then ends the service's and the MVPD's sessions in a
    /// browser.
    ///
    /// The function returns when the browser has ended. Every `authenticate` that is running or waiting ends first,
    /// with `notAuthenticated`. The user is logged out on this device even if the browser doesn't reach the redirect
    /// URL. Cancelling the task stops the browser and the wait, but not the logout. Without a configuration the
    /// function returns at once, and the logout takes place as soon as there is one.
    ///
    /// - Parameter userAgent: opens the logout pages; `nil` means the platform's user agent. If the platform has none
    ///   either, the app opens the pages itself.
    public func logout(using userAgent: (any AccessEnabler.UserAgent)? = nil) async {
        _ = await interact(.logout, picker: nil, userAgent: userAgent ?? platform.userAgent) {}
    }

    private func interact(
        _ call: EntitlementCall, picker: (@Sendable ([MVPD]) async -> MVPD?)?,
        userAgent: (any AccessEnabler.UserAgent)?,
        onCancel: @escaping @Sendable () -> Void
    ) async -> Interaction.End {
        let (driver, queues, isLogin) = (driver, queues, picker != nil)
        let interaction = Interaction(isLogin: isLogin) { queues.leave(.authentication) }
        if isLogin { logins.withLock { $0.append(interaction) } }
        defer { logins.withLock { logins in logins.removeAll { $0 === interaction } } }
        return await withTaskCancellationHandler {
            queues.enter(.authentication, isFirst: !isLogin) {
                interaction.begin {
                    let expectation = Expectation(offer: interaction.observe) { interaction.isOver }
                    driver.post(.call(call), expecting: expectation)
                }
            }
            if !isLogin { endLogins() }
            return await run(interaction, picker: picker, userAgent: userAgent)
        } onCancel: {
            interaction.end(.cancelled, onCancel)
        }
    }

    /// Ends all logins before a logout; their outcome is `notAuthenticated`.
    private func endLogins() {
        for login in logins.withLock({ $0 }) {
            login.end(.status(.notAuthenticated(errorCode: USER_NOT_AUTHENTICATED_ERROR)))
        }
    }

    private func run(
        _ interaction: Interaction, picker: (@Sendable ([MVPD]) async -> MVPD?)?,
        userAgent: (any AccessEnabler.UserAgent)?
    ) async -> Interaction.End {
        var work: Task<Void, Never>?
        // `defer`, because the loop ends without an `ended` step if the task is cancelled.
        defer { work?.cancel() }
        for await step in interaction.steps {
            switch step {
            case .choose(let mvpds):
                work?.cancel()
                work = picker.map { picker in Task { await choose(of: mvpds, by: picker, for: interaction) } }
            case .browse(let url, let isSecure):
                work?.cancel()
                work = userAgent.map { agent in
                    Task { await browse(url, isSecure: isSecure, in: agent, isLogin: picker != nil, for: interaction) }
                }
            case .ended(let end): return end
            }
        }
        return .cancelled
    }

    private func choose(
        of mvpds: [MVPD], by picker: @Sendable ([MVPD]) async -> MVPD?, for interaction: Interaction
    ) async {
        let chosen = await picker(mvpds)
        if !Task.isCancelled { interaction.perform { setSelectedProvider(chosen?.id) } }
    }

    private func browse(
        _ url: String, isSecure: Bool, in agent: any AccessEnabler.UserAgent, isLogin: Bool,
        for interaction: Interaction
    ) async {
        let redirect = (isSecure ? svcRedirectURL : nil) ?? ADOBEPASS_REDIRECT_URL
        let end = await agent.follow(url, until: redirect, isVisible: isSecure)
        if Task.isCancelled { return }
        interaction.perform {
            switch end {
            case nil where isLogin: setSelectedProvider(nil)
            case let end where profile.registersClient: handleExternalURL(end ?? redirect)
            default: getAuthenticationToken()
            }
        }
    }
}
