import PassCore
import PassDomain
import PassHTTP
import PassInstruments

/// A login that `POST /_sim/login` made, without a browser.
///
/// The journal records such a login as a step, because it isn't an app's exchange.
struct DirectLogin {
    /// The place of the login in the journal: the ID of the last arrival or answer before it.
    let position: ExchangeID
    let requestor: String
    let mvpd: String
    /// The user name; `nil` at an MVPD that asks for none.
    let user: String?
    /// The code by which the app finds the login.
    let code: String
    /// The device that the login was made for; `nil` if it was made for a code.
    let device: String?

    /// Reads a login from a step; `nil` if the step isn't a login.
    init?(_ step: JournalStep) {
        guard case .operation(let entry) = step.change, entry.operation == .signInSubscriber,
            let answer = entry.answer.flatMap({ try? JSONValue.parse($0.response.body) }),
            let requestor = answer["requestor"]?.stringValue, let mvpd = answer["mvpd"]?.stringValue,
            let code = answer["code"]?.stringValue
        else { return nil }
        position = step.position
        self.requestor = requestor
        self.mvpd = mvpd
        self.code = code
        user = answer["user"]?.stringValue
        let content = try? JSONValue.parse(entry.request.body)
        device = content?["device"]?.stringValue.map(ControlContent.plainDevice)
    }

    /// Whether the login came before an exchange of the same journal.
    func isBefore(_ id: ExchangeID) -> Bool { position.run == id.run && position.number < id.number }
}
