import PassCore
import PassDomain
import PassHTTP
import PassInstruments

extension SequenceDiagram {
    /// Draws a flow.
    ///
    /// - Parameters:
    ///   - turns: the changes to the World's clock; those between the flow's exchanges are drawn.
    ///   - mask: replaces secrets with pseudonyms; `nil` shows the secrets.
    init(_ flow: Flow, turns: [ClockTurn], mask: SecretMask?) {
        let cast = Cast(flow)
        let login = flow.exchanges.lastIndex { Self.pollsForLogin($0) && $0.entry.answer?.response.status == .ok } ?? 0
        title = mask?.text(Self.title(of: flow)) ?? Self.title(of: flow)
        var rest = turns.filter { $0.movedMilliseconds.magnitude >= Self.smallestJump }[...]
        if let first = flow.exchanges.first?.entry.id { rest = rest.drop { $0.isBefore(first) } }
        var steps: [Step] = []
        for (index, exchange) in flow.exchanges.enumerated() {
            while let turn = rest.first, turn.isBefore(exchange.entry.id) {
                steps.append(.clock(Self.words(of: turn)))
                rest = rest.dropFirst()
            }
            let isPending = Self.isPending(exchange, before: index < login)
            steps += Self.messages(of: exchange, cast, mask, isPending: isPending).map(Step.message)
        }
        let folded = Self.folded(steps)
        self.steps = Self.shortened(folded)
        let roles = Set(self.steps.flatMap(\.roles))
        participants = Role.allCases.filter(roles.contains).map { Participant(role: $0, name: cast.name(of: $0)) }
    }

    /// The smallest change to the clock that is drawn, in milliseconds.
    private static let smallestJump: UInt64 = 1_000

    private static func title(of flow: Flow) -> String {
        let facts = flow.exchanges.map(\.facts)
        let names = [facts.lazy.compactMap(\.requestor).first, facts.lazy.compactMap(\.mvpd).first].compactMap { $0 }
        let outcome =
            switch flow.outcome {
            case .pending: "no login so far"
            case .loggedIn: "logged in"
            case .failed: "failed"
            case .permitted: "permitted"
            case .denied: "denied"
            case .loggedOut: "logged out"
            }
        return ((names.isEmpty ? ["Flow"] : names) + [outcome]).joined(separator: " · ")
    }

    /// Returns a length of time in its two largest units, such as `31 days` or `1 h 30 min`.
    private static func words(of milliseconds: Int64) -> String {
        let seconds = Int(milliseconds.magnitude / 1_000)
        let parts = [
            (seconds / 86_400, seconds / 86_400 == 1 ? "day" : "days"), (seconds / 3_600 % 24, "h"),
            (seconds / 60 % 60, "min"), (seconds % 60, "s"),
        ]
        return parts.filter { $0.0 > 0 }.prefix(2).map { "\($0.0) \($0.1)" }.joined(separator: " ")
    }

    private static func words(of turn: ClockTurn) -> String {
        let direction = turn.movedMilliseconds < 0 ? "back" : "forwards"
        return "The clock was moved \(direction) by \(words(of: turn.movedMilliseconds)), "
            + "to \(CivilTime.dayAndTime(turn.after.time)) UTC"
    }

    /// Whether a request was refused only because the user has yet to log in.
    ///
    /// - Parameter login: whether a later request of the flow got the login.
    private static func isPending(_ exchange: ReadExchange, before login: Bool) -> Bool {
        guard pollsForLogin(exchange), let answer = exchange.entry.answer, answer.response.status != .ok else {
            return false
        }
        return login || exchange.outcome?.reason == "no user"
    }

    /// Whether a request asks whether the login with a registration code is complete.
    private static func pollsForLogin(_ exchange: ReadExchange) -> Bool {
        guard let operation = exchange.entry.operation, operation == .session || operation == .sessionDevice else {
            return false
        }
        let faults = exchange.entry.answer?.circumstances.isFaulted ?? false
        return !faults && ExchangeContent(exchange.entry.request).value("reg_code") != nil
    }

    private static func messages(
        of exchange: ReadExchange, _ cast: Cast, _ mask: SecretMask?, isPending: Bool
    ) -> [Message] {
        let shown = { (text: String) in mask?.text(text) ?? text }
        let entry = exchange.entry
        let (from, to) = cast.roles(of: entry.operation)
        let request = Message(
            from: from, to: to, isAnswer: false, words: RequestWords(exchange, shown).text,
            exchanges: [entry.id.description], time: entry.time, lastTime: entry.time)
        guard let answer = entry.answer else { return [request] }
        let words = AnswerWords(exchange, answer, isPending: isPending, shown)
        let ended = entry.time + TimeToLive(milliseconds: Int64((answer.circumstances.nanoseconds ?? 0) / 1_000_000))
        let message = Message(
            from: to, to: from, isAnswer: true, words: words.text, reason: words.reason,
            isRefused: words.isRefused, fault: words.fault, isBroken: words.isBroken,
            exchanges: [entry.id.description], time: ended, lastTime: ended)
        return [request, message]
    }

    /// Folds exchanges that repeat the exchange before them, such as polls, into one with a count.
    private static func folded(_ steps: [Step]) -> [Step] {
        var result: [Step] = []
        var index = 0
        while index < steps.count {
            let pair = steps[index...].prefix(2).compactMap(\.message)
            if pair.count == 2, !pair[0].isAnswer, pair[1].isAnswer, result.count >= 2,
                let request = result[result.count - 2].message, let answer = result[result.count - 1].message,
                let both = request.adding(pair[0]), let answers = answer.adding(pair[1])
            {
                result[result.count - 2] = .message(both)
                result[result.count - 1] = .message(answers)
                index += 2
            } else {
                result.append(steps[index])
                index += 1
            }
        }
        return result
    }

    /// Leaves out the middle of a diagram that has more than `mostSteps`.
    private static func shortened(_ steps: [Step]) -> [Step] {
        guard steps.count > mostSteps else { return steps }
        let (first, last) = (mostSteps * 2 / 3, mostSteps / 3)
        let left = steps[first..<(steps.count - last)]
        let count = Set(left.compactMap(\.message).flatMap(\.exchanges)).count
        return steps.prefix(first) + [.omission(count)] + steps.suffix(last)
    }
}

extension SequenceDiagram.Step {
    var message: SequenceDiagram.Message? {
        if case .message(let message) = self { message } else { nil }
    }

    fileprivate var roles: [SequenceDiagram.Role] { message.map { [$0.from, $0.to] } ?? [] }
}

extension SequenceDiagram.Message {
    /// Returns the message with the exchanges of another one added; `nil` if the messages differ in more than their
    /// exchanges and times.
    fileprivate func adding(_ other: Self) -> Self? {
        var sum = self
        sum.exchanges += other.exchanges
        sum.lastTime = other.lastTime
        var equal = other
        (equal.exchanges, equal.time, equal.lastTime) = (exchanges, time, lastTime)
        return equal == self ? sum : nil
    }
}

/// The parties of a flow, and the names that a diagram gives them.
private struct Cast {
    private let app: String
    private let browser: String

    init(_ flow: Flow) {
        let operations = flow.exchanges.compactMap(\.entry.operation)
        let hasSecondScreen = Self.hasSecondScreen(flow)
        let isOfSDK = operations.contains { Self.sdk.contains($0) }
        app = hasSecondScreen ? "TV" : isOfSDK ? "SDK" : "App"
        browser = hasSecondScreen ? "Phone" : "Browser"
    }

    private static let sdk: Set<Operation> = [
        .sessionDevice, .authorizeDevice, .deviceShortAuthorize, .session, .authorize, .shortAuthorize,
        .retrieveConfiguration,
    ]

    /// Whether one device shows a code and another one logs in with it. This is so if there is a registration code, if
    /// the session of a code is looked up or resumed, or if an app asks for the code's profile before the login is
    /// complete.
    private static func hasSecondScreen(_ flow: Flow) -> Bool {
        for exchange in flow.exchanges {
            switch exchange.entry.operation {
            case .requestRegistrationCode, .retrieveAuthenticationSession, .resumeAuthenticationSession: return true
            case .retrieveProfileForCode: return true
            case .consumeAssertion, .consumeAuthorizationCode: return false
            default: break
            }
        }
        return false
    }

    func name(of role: SequenceDiagram.Role) -> String {
        switch role {
        case .app: app
        case .browser: browser
        case .service: "Service"
        case .mvpd: "MVPD"
        case .programmer: "Programmer"
        }
    }

    func roles(of operation: Operation?) -> (from: SequenceDiagram.Role, to: SequenceDiagram.Role) {
        let participants = Participants(operation)
        return (Self.role(participants.client), Self.role(participants.server))
    }

    private static func role(_ name: String) -> SequenceDiagram.Role {
        switch name {
        case "browser": .browser
        case "programmer": .programmer
        case "service": .service
        case "MVPD": .mvpd
        default: .app
        }
    }
}
