import PassCore

/// The login on a second screen, which on tvOS takes the place of a browser.
extension EntitlementMachine {
    /// Passes the code to the app and starts to poll the service: at once, and then after each interval.
    mutating func showRegistrationCode(_ code: RegistrationCodeAnswer, for provider: MVPD) {
        state.authentication = .polling(mvpd: provider.id, code: code.code)
        effects.append(.setAlarm(.registrationCodeExpiry, afterMillis: timeToLive(of: code)))
        emit(.status(.registrationCode(code.code)))
        pollSecondScreen()
    }

    /// Returns how long the code can be used, in milliseconds; half an hour if by the device's clock it has already
    /// expired.
    private func timeToLive(of code: RegistrationCodeAnswer) -> Int64 {
        let told = (code.expires - now).milliseconds
        return told > 0 ? min(told, Self.longestCodeLifeMillis) : Self.codeLifeMillis
    }

    /// Asks the service whether the user has logged in on the second screen.
    mutating func pollSecondScreen() {
        guard case .polling(let id, let code) = state.authentication else { return }
        effects.append(.setAlarm(.poll, afterMillis: Self.pollIntervalMillis))
        guard !state.login.isPolling, let configuration = state.configuration.current else { return }
        guard let provider = configuration.provider(id) else {
            return failLogin(GENERIC_AUTHENTICATION_ERROR, .authenticationFailed)
        }
        state.login.isPolling = true
        send(
            session(at: provider, of: configuration, code: code),
            then: .authentication(.poll(login: state.login.number)))
    }

    /// Ends the login if the answer brings a token, or if there can never be one; otherwise polling continues.
    mutating func takePoll(_ answer: Answer) {
        guard case .polling(let id, _) = state.authentication else { return }
        state.login.isPolling = false
        switch answer {
        case .response(let response):
            guard state.configuration.current != nil,
                case .token(let text, let userMetadata) = TokenAnswer(response, element: "authnToken", using: setup.xml)
            else { return }
            finishLogin(token: text, userMetadata: userMetadata, provider: id)
        case .refused(.notRegistered), .refused(.noAccessToken):
            failLogin(GENERIC_AUTHENTICATION_ERROR, status(of: answer, else: .authenticationFailed))
        case .failed, .refused(.transport): return
        }
    }

    mutating func registrationCodeExpired() {
        guard case .polling = state.authentication else { return }
        failLogin(GENERIC_AUTHENTICATION_ERROR, .authenticationFailed)
    }

    private static let pollIntervalMillis: Int64 = 10_000
    private static let codeLifeMillis: Int64 = 1_800_000
    /// The longest lifetime of a code that the service issues.
    private static let longestCodeLifeMillis: Int64 = 36_000_000
}
