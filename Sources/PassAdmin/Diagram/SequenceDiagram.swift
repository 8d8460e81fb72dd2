import PassCore

/// The sequence diagram of a flow: who sent what to whom, what came back, and what disturbed it.
///
/// The diagram is a value. `DiagramSVG`, `DiagramMermaid` and `DiagramText` draw it.
struct SequenceDiagram: Equatable {
    /// The names of the flow's requestor, MVPD and outcome.
    var title: String
    /// The participants from left to right; only those that send or receive a message.
    var participants: [Participant] = []
    /// The steps in the order in which they happened.
    var steps: [Step] = []

    /// The part that a participant plays. The cases are in the order of the columns.
    enum Role: Int, CaseIterable, Comparable {
        /// The app on the device that plays the video.
        case app
        /// The browser of the login, on the same device or on a phone.
        case browser
        case service
        case mvpd
        /// The programmer's own server.
        case programmer

        static func < (left: Role, right: Role) -> Bool { left.rawValue < right.rawValue }
    }

    struct Participant: Equatable {
        var role: Role
        /// The name that the diagram shows, such as `TV`.
        var name: String
    }

    enum Step: Equatable {
        case message(Message)
        /// A change to the World's clock, in words.
        case clock(String)
        /// The number of exchanges that are left out of a long diagram.
        case omission(Int)
    }

    /// A request or an answer.
    struct Message: Equatable {
        var from: Role
        var to: Role
        var isAnswer: Bool
        /// The one line that says what is sent.
        var words: String
        /// The reason for a refusal; empty if the message isn't one.
        var reason = ""
        var isRefused = false
        /// The effect of a rule on the call; empty if no rule took effect.
        var fault = ""
        /// Whether the message wasn't delivered whole.
        var isBroken = false
        /// The IDs of the exchanges that the message represents; several if equal ones were folded into it.
        var exchanges: [String]
        /// The World's time of the first exchange.
        var time: Timestamp
        /// The World's time of the last exchange.
        var lastTime: Timestamp

        /// The number of equal messages that were folded into this one.
        var count: Int { exchanges.count }
    }

    /// The maximum number of steps that are drawn. If there are more, those in the middle are left out.
    static let mostSteps = 600

    /// Returns the name of a participant.
    func name(of role: Role) -> String { participants.first { $0.role == role }?.name ?? "" }

    /// The World's time of the first message.
    var begin: Timestamp? {
        steps.lazy.compactMap { step in
            if case .message(let message) = step { message.time } else { nil }
        }.first
    }

    /// Returns the time since the first message, such as `12.3 s`, `2:05`, `1:02:05` or `31 d 0:00`.
    func sinceBegin(_ time: Timestamp) -> String {
        let milliseconds = (time - (begin ?? time)).milliseconds
        return (milliseconds < 0 ? "−" : "") + Self.duration(milliseconds)
    }

    /// Returns a length of time, without its sign, as `sinceBegin` writes it.
    static func duration(_ milliseconds: Int64) -> String {
        let tenths = milliseconds.magnitude / 100
        let seconds = Int(tenths / 10)
        if seconds < 60 { return "\(seconds).\(tenths % 10) s" }
        let (minutes, hours) = (seconds / 60 % 60, seconds / 3_600 % 24)
        if seconds < 3_600 { return "\(minutes):\(CivilTime.padded(seconds % 60))" }
        if seconds < 86_400 {
            return "\(hours):\(CivilTime.padded(minutes)):\(CivilTime.padded(seconds % 60))"
        }
        return "\(seconds / 86_400) d \(hours):\(CivilTime.padded(minutes))"
    }
}
