import PassCore

/// The login on a second screen, which tvOS has in place of a browser.
extension EntitlementMachine {
    /// Tells the code and starts to ask the service; the first question goes out one interval later.
    mutating func showRegistrationCode(_ code: RegistrationCodeAnswer, for provider: MVPD) {
        state.authentication = .polling(mvpd: provider.id, code: code.code)
        effects.append(.setAlarm(.poll, afterMillis: Self.pollIntervalMillis))
        effects.append(.setAlarm(.registrationCodeExpiry, afterMillis: life(of: code)))
        emit(.status(.registrationCode(code.code)))
    }

    /// How long the code can be used; half an hour if by the device's clock it is over already.
    private func life(of code: RegistrationCodeAnswer) -> Int64 {
        let told = (code.expires - now).milliseconds
        return told > 0 ? min(told, Self.longestCodeLifeMillis) : Self.codeLifeMillis
    }

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

    /// Goes on asking unless there is a token, or there can never be one.
    mutating func takePoll(_ answer: Answer) {
        guard case .polling(let id, _) = state.authentication else { return }
        state.login.isPolling = false
        switch answer {
        case .response(let response):
            guard state.configuration.current != nil,
                case .token(let text, let userMetadata) = TokenAnswer(response, element: "authnToken")
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
    /// The service gives no longer ones.
    private static let longestCodeLifeMillis: Int64 = 36_000_000
}
