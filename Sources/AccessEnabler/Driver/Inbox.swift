import PassCore

/// What has happened and wasn't handled yet, in the order in which it was posted.
///
/// It has no bound of its own: what waits here is a call of the app, or the one answer to something that the SDK asked.
final class Inbox: Sendable {
    struct Letter: Sendable {
        var content: Content
        /// Who waits for what this brings about; told of it where the callbacks are made.
        var expectation: Expectation?
    }

    enum Content: Sendable {
        case input(Input)
        case preauthorize(PreauthorizeRequest, AccessEnablerCallback<PreauthorizeResponse>)
        /// An alarm fired; it counts only if it is still the one that was set.
        case alarm(AlarmName, number: Int)
        case redirectURL(String?)
    }

    enum Place: Sendable {
        /// Nobody empties the box: who posted has to.
        case first
        case behindOthers
        case closed
    }

    private struct State {
        var letters: [Letter] = []
        var isBeingEmptied = false
        var isClosed = false
    }

    private let state = Guarded(State())

    func post(_ letter: Letter) -> Place {
        state.withLock { state in
            if state.isClosed { return .closed }
            state.letters.append(letter)
            defer { state.isBeingEmptied = true }
            return state.isBeingEmptied ? .behindOthers : .first
        }
    }

    /// All letters at once, oldest first; none means that nobody empties the box from now on.
    func takeAll() -> [Letter] {
        state.withLock { state in
            defer { state.letters = [] }
            if state.letters.isEmpty { state.isBeingEmptied = false }
            return state.letters
        }
    }

    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Takes nothing any more.
    ///
    /// - Returns: how many letters are thrown away.
    func close() -> Int {
        state.withLock { state in
            defer { state.letters = [] }
            state.isClosed = true
            return state.letters.count
        }
    }
}
