extension AccessEnabler {
    /// Logs the user in, unless that is done already: shows the picker and the browser as the login asks for them.
    ///
    /// One login at a time; a later caller waits for the earlier one's end. On tvOS the user logs in on a second screen: take its code from
    /// the status event `REGCODE`. Cancelling the task cancels the login by `setSelectedProvider(nil)`.
    ///
    /// - Parameters:
    ///   - picker: lets the user choose; `nil` cancels.
    ///   - userAgent: opens the login pages until the redirect URL; the platform's when there is none. Without any the app does that part itself,
    ///     when its delegate is told.
    ///   - force: whether to log in again a user who is logged in (1.9 and later).
    ///   - data: passed through to the service (1.9 and later).
    /// - Throws: `notAuthenticated` when the login failed or the user cancelled, `cancelled`, `unknownCall`.
    public func authenticate(
        picker: @escaping @Sendable ([MVPD]) async -> MVPD?, userAgent: (any UserAgent)? = nil, force: Bool = false,
        data: [String: EntitlementValue]? = nil
    ) async throws(AccessEnablerError) {
        if force || data != nil, !knows(.getAuthenticationData) { throw .unknownCall(profile.version) }
        let call = EntitlementCall.getAuthentication(force: force, data: data, filter: nil)
        let end = await interact(call, picker: picker, userAgent: userAgent ?? platform.userAgent) { [driver] in
            driver.post(.call(.setSelectedProvider(nil)))
        }
        switch end {
        case .authenticated: return
        case .notAuthenticated(let code): throw .notAuthenticated(errorCode: code)
        case nil: throw .cancelled
        }
    }

    /// Logs the user out everywhere: what is stored at once, then the service and the MVPD in a browser; returns when that is done.
    ///
    /// Where the browser doesn't come to the end, the user is logged out on this device all the same. Cancelling the task stops the browser
    /// and the waiting, not the logout.
    ///
    /// - Parameter userAgent: the platform's when there is none. Without any the app does that part itself.
    public func logout(using userAgent: (any UserAgent)? = nil) async {
        _ = await interact(.logout, picker: nil, userAgent: userAgent ?? platform.userAgent) {}
    }

    /// - Returns: how it ended, or `nil` when the task was cancelled.
    private func interact(
        _ call: EntitlementCall, picker: (@Sendable ([MVPD]) async -> MVPD?)?, userAgent: (any UserAgent)?,
        onCancel: @escaping @Sendable () -> Void
    ) async -> AuthenticationStatus? {
        let (driver, lines) = (driver, lines)
        let interaction = Interaction { lines.leave(.authentication) }
        return await withTaskCancellationHandler {
            lines.enter(.authentication) {
                interaction.begin { driver.post(.call(call), expecting: Expectation(offer: interaction.take)) }
            }
            return await run(interaction, picker: picker, userAgent: userAgent)
        } onCancel: {
            interaction.cancel(onCancel)
        }
    }

    private func run(
        _ interaction: Interaction, picker: (@Sendable ([MVPD]) async -> MVPD?)?, userAgent: (any UserAgent)?
    ) async -> AuthenticationStatus? {
        var work: Task<Void, Never>?
        for await step in interaction.steps {
            switch step {
            case .choose(let mvpds):
                work?.cancel()
                work = picker.map { picker in Task { await choose(of: mvpds, by: picker) } }
            case .browse(let url, let isSecure):
                work?.cancel()
                work = userAgent.map { agent in
                    Task { await browse(url, isSecure: isSecure, in: agent, isLogin: picker != nil) }
                }
            case .ended(let status):
                // Up to 2.x a logout ends before its browser does; that one goes on to its end.
                guard picker == nil, !profile.registersClient else {
                    work?.cancel()
                    return status
                }
                await work?.value
                return status
            case .cancelled:
                work?.cancel()
                return nil
            }
        }
        return nil
    }

    private func choose(of mvpds: [MVPD], by picker: @Sendable ([MVPD]) async -> MVPD?) async {
        let chosen = await picker(mvpds)
        if !Task.isCancelled { setSelectedProvider(chosen?.id) }
    }

    private func browse(_ url: String, isSecure: Bool, in agent: any UserAgent, isLogin: Bool) async {
        let redirect = (isSecure ? svcRedirectURL : nil) ?? profile.redirectURL
        let end = await agent.follow(url, until: redirect, isVisible: isSecure)
        if Task.isCancelled { return }
        switch end {
        case nil where isLogin: setSelectedProvider(nil)
        case let end where profile.registersClient: handleExternalURL(end ?? redirect)
        default: if isLogin { getAuthenticationToken() }
        }
    }
}
