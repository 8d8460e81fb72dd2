import PassCore

/// The inputs (letters) that were posted to the driver and haven't been handled, in the order of posting.
///
/// The inbox has no limit of its own: each letter is a call by the app, or the only answer to something that the SDK
/// asked for.
final class Inbox: Sendable {
    struct Letter: Sendable {
        var content: Content
        /// The caller that waits for a callback caused by this letter.
        var expectation: Expectation?
    }

    enum Content: Sendable {
        case input(Input)
        case preauthorize(PreauthorizeRequest, AccessEnablerCallback<PreauthorizeResponse>)
        /// An alarm fired; the letter is ignored unless that alarm is still set.
        case alarm(AlarmName, number: Int)
        case redirectURL(String?)
    }

    /// The result of posting a letter.
    enum Place: Sendable {
        /// The inbox isn't being emptied, so the poster has to empty it.
        case first
        /// The inbox is being emptied, and this letter's turn will come.
        case behindOthers
        /// The inbox is closed and has discarded the letter.
        case closed
    }

    private struct State {
        var letters: [Letter] = []
        var isBeingEmptied = false
        var isClosed = false
    }

    private let state = Guarded(State())

    /// Adds a letter at the end.
    ///
    /// - Returns: the letter's place, which says whether the poster has to empty the inbox.
    func post(_ letter: Letter) -> Place {
        state.withLock { state in
            if state.isClosed { return .closed }
            state.letters.append(letter)
            defer { state.isBeingEmptied = true }
            return state.isBeingEmptied ? .behindOthers : .first
        }
    }

    /// Returns all letters, oldest first, and removes them. An empty result means that emptying has ended.
    func takeAll() -> [Letter] {
        state.withLock { state in
            defer { state.letters = [] }
            if state.letters.isEmpty { state.isBeingEmptied = false }
            return state.letters
        }
    }

    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Closes the inbox, which then accepts no more letters.
    ///
    /// - Returns: the number of letters discarded.
    func close() -> Int {
        state.withLock { state in
            defer { state.letters = [] }
            state.isClosed = true
            return state.letters.count
        }
    }
}
