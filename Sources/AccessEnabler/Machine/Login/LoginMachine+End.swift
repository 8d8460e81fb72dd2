/// The ends of a login: with a token, with a failure, or because it was cancelled.
extension LoginMachine {
    /// Ends the login with the service's token: stores the token and informs all waiting callers, or fails if the token
    /// is unusable.
    ///
    /// A second screen can bring a token of another MVPD of this requestor; that MVPD then becomes the current one.
    mutating func finish(_ got: LoginToken, _ context: inout FlowContext) {
        guard let token = AuthenticationToken(got.text, using: context.setup.xml),
            let issuer = context.configuration?.provider(token.provider)
        else { return fail(.authenticationFailed, &context) }
        guard token.expires >= context.now else {
            return fail(issuer.tempPass ? .temporaryPassExpired : .authenticationFailed, &context)
        }
        select(issuer, &context)
        context.storeLogin(got, at: issuer.id)
        stop(&context)
        forgetArguments()
        context.tellAuthenticated(token, at: issuer, wasCached: false)
        context.signal(.loginSucceeded)
        continueWithLaterCalls(&context)
    }

    /// Ends the login without success, and erases this requestor's data at its current MVPD; all other data stays.
    ///
    /// Resources that wait for the login are dropped without a callback of their own.
    ///
    /// - Parameter status: the status event; `nil` when one was already emitted.
    mutating func fail(_ status: AdvancedStatus?, _ context: inout FlowContext) {
        stop(&context)
        context.eraseCurrentProvider()
        end(GENERIC_AUTHENTICATION_ERROR, status, &context)
    }

    /// Ends the running login, or the selection if no login is running, because the user or the app cancelled it.
    ///
    /// A valid login is kept, so that cancelling a forced login changes only `canAuthenticate`. This requestor's data
    /// at its current MVPD is erased if there is no valid login, or if that login is a temporary pass and no login is
    /// running: apps leave a temporary pass by cancelling ("Promotional TempPass").
    mutating func cancel(_ context: inout FlowContext) {
        let wasRunning = attempt != nil
        stop(&context)
        if let provider = context.validProvider, wasRunning || !provider.isTemporary {
            if wasRunning { context.update(provider.id) { $0.canAuthenticate = false } }
        } else {
            context.eraseCurrentProvider()
        }
        end(PROVIDER_NOT_SELECTED_ERROR, .selectionCancelled, &context)
    }

    /// Clears the state of a login that has ended without success, and tells the app.
    private mutating func end(_ code: String, _ status: AdvancedStatus?, _ context: inout FlowContext) {
        context.signal(.dropHeldSteps)
        forgetArguments()
        context.signal(.loginFailed)
        context.refuseAuthentication(code, status)
        continueWithLaterCalls(&context)
    }
}

extension FlowContext {
    /// The current MVPD if its stored token is valid; without a configuration, there is no list that the MVPD must be
    /// in.
    fileprivate var validProvider: (id: String, isTemporary: Bool)? {
        guard let id = currentProviderID else { return nil }
        guard let configuration else {
            guard let stored = bucket(id).authentication, isOfThisDevice(stored), isUsable(stored, of: id) else {
                return nil
            }
            return (id, false)
        }
        guard case .valid(_, _, let provider) = ownLogin(configuration) else { return nil }
        return (provider.id, provider.tempPass)
    }
}
