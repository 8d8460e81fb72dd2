import PassCore
import PassDomain
import PassHTTP

/// Finds the requestors, MVPDs and users that a control request names. The refusal of an unknown name lists the known
/// ones.
struct KnownNames {
    let world: World

    /// The maximum number of names that a message lists.
    private static let mostListed = 20

    /// Returns a requestor that the World knows or accepts.
    func requestor(_ name: String) throws -> Requestor {
        do {
            return try world.catalog.requestor(RequestorID(rawValue: name))
        } catch {
            let hint = NearestName.hint(name, among: world.catalog.requestors.keys.map(\.rawValue).sorted())
            throw ControlProblem(.notFound, "Unknown requestor", "The requestor is unknown\(hint).")
        }
    }

    /// Returns the integration of a requestor with an MVPD that the World knows or accepts.
    func integration(of requestor: Requestor, with name: String) throws -> Integration {
        let id = MVPDID(rawValue: name)
        guard world.catalog.accepts(id) else {
            let hint = NearestName.hint(name, among: world.catalog.mvpds.map(\.id.rawValue))
            throw ControlProblem(.notFound, "Unknown MVPD", "The MVPD is unknown\(hint).")
        }
        guard let integration = world.catalog.integration(requestor, id) else {
            throw ControlProblem(
                .conflict, "Not integrated", "The requestor has no integration with this MVPD.")
        }
        return integration
    }

    /// Returns the refusal of a user that an MVPD doesn't know.
    static func unknownUser(_ name: String, among users: [SubscriberID]) -> ControlProblem {
        let names = users.map(\.rawValue)
        let hint = NearestName.hint(name, among: names)
        let rest = names.count > Self.mostListed ? " …" : ""
        let list = names.prefix(Self.mostListed).joined(separator: ", ") + rest
        let sentence = names.isEmpty ? "It has no users." : "Its users are \(list)."
        return ControlProblem(.notFound, "Unknown user", "The MVPD doesn't know the user\(hint). \(sentence)")
    }
}
