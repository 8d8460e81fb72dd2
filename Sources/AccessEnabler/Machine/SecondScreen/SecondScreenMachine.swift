import PassCore

/// The login on a second screen, which on tvOS takes the place of a browser: the SDK polls for the token.
struct SecondScreenMachine: Sendable {
    enum Event {
        /// A login begins with this code, which the user enters on the second screen.
        case begin(provider: String, RegistrationCodeAnswer)
        case pollIsDue
        case codeHasExpired
        case answered(login: Int, Answer)
        /// The login has ended.
        case stop
    }

    private enum State {
        case idle
        case polling(Login)
    }

    private struct Login {
        /// The number of the login; answers to polls of an earlier one carry another number and are ignored.
        var number: Int
        var provider: String
        var code: String
        /// Whether the last poll is still unanswered.
        var awaitsAnswer = false
    }

    private static let pollIntervalMillis: Int64 = 10_000
    private static let codeLifeMillis: Int64 = 1_800_000
    /// The longest lifetime of a code that the service issues.
    private static let longestCodeLifeMillis: Int64 = 36_000_000

    private var state = State.idle
    private var lastNumber = 0

    mutating func handle(_ event: Event, in context: inout FlowContext) {
        switch (event, state) {
        case (.begin(let provider, let code), _): begin(at: provider, code, &context)
        case (.pollIsDue, .polling(let login)): poll(login, &context)
        case (.codeHasExpired, .polling): context.signal(.loginGetsNoToken(.authenticationFailed))
        case (.answered(let number, let answer), .polling(let login)) where login.number == number:
            receive(answer, login, &context)
        case (.stop, .polling):
            context.carryOut(.cancelAlarm(.poll))
            context.carryOut(.cancelAlarm(.registrationCodeExpiry))
            state = .idle
        case (.pollIsDue, .idle), (.codeHasExpired, .idle), (.answered, _), (.stop, .idle): break
        }
    }

    /// Passes the code to the app and starts to poll the service: at once, and then after each interval.
    private mutating func begin(at provider: String, _ code: RegistrationCodeAnswer, _ context: inout FlowContext) {
        lastNumber += 1
        let login = Login(number: lastNumber, provider: provider, code: code.code)
        state = .polling(login)
        context.carryOut(.setAlarm(.registrationCodeExpiry, afterMillis: Self.timeToLive(of: code, context.now)))
        context.emit(.status(.registrationCode(code.code)))
        poll(login, &context)
    }

    /// Returns how long the code can be used, in milliseconds.
    ///
    /// If the device's clock is so wrong that the code seems to have expired already, the result is half an hour.
    private static func timeToLive(of code: RegistrationCodeAnswer, _ now: Timestamp) -> Int64 {
        let told = (code.expires - now).milliseconds
        return told > 0 ? min(told, longestCodeLifeMillis) : codeLifeMillis
    }

    /// Asks the service whether the user has logged in on the second screen, unless the last poll is still unanswered.
    private mutating func poll(_ login: Login, _ context: inout FlowContext) {
        context.carryOut(.setAlarm(.poll, afterMillis: Self.pollIntervalMillis))
        guard !login.awaitsAnswer, let configuration = context.configuration else { return }
        guard let provider = configuration.provider(login.provider) else {
            return context.signal(.loginGetsNoToken(.authenticationFailed))
        }
        var login = login
        login.awaitsAnswer = true
        state = .polling(login)
        context.send(
            context.session(of: configuration.requestor, at: provider, code: login.code),
            then: .secondScreen(login: login.number))
    }

    /// Ends the login if the answer brings a token, or if no token can ever come; otherwise polling continues.
    private mutating func receive(_ answer: Answer, _ login: Login, _ context: inout FlowContext) {
        var login = login
        login.awaitsAnswer = false
        state = .polling(login)
        switch answer {
        case .response(let response):
            guard context.configuration != nil,
                case .token(let text, let userMetadata) = TokenAnswer(
                    response, element: "authnToken", using: context.setup.xml)
            else { return }
            context.signal(.loginGotToken(LoginToken(text: text, userMetadata: userMetadata)))
        case .refused(.notRegistered), .refused(.noAccessToken):
            context.signal(.loginGetsNoToken(context.status(of: answer, else: .authenticationFailed)))
        case .failed, .refused(.transport): break
        }
    }
}
