import PassAdmin
import PassCore
import PassDomain
import PassMVPD

extension Worlds: StateControl {
    func settings(of name: NamespaceName) -> JSONValue {
        let configuration = configuration(of: name)
        let tables = ConfigurationSchema.tables.map { setting in
            (ExactText(setting.description.name), setting.write(configuration).json)
        }
        return .object(Dictionary(uniqueKeysWithValues: tables))
    }

    func configure(_ name: NamespaceName, _ json5: String) throws -> World {
        try Self.using(settings: "The content") { try change(name, json5, from: .request) }
        return namespaces.restorePinned(name).world
    }

    func subscribers(of mvpd: MVPD, in world: World) -> [SubscriberID] {
        world.simulatedMVPDs?.subscribers(of: mvpd.id) ?? []
    }

    func refusal(of subscriber: SubscriberID, at mvpd: MVPD, in world: World) -> String? {
        world.simulatedMVPDs?.refusal(of: subscriber, at: mvpd.id)
    }

    func signIn(
        _ subscriber: SubscriberID, at mvpd: MVPD, for requestor: RequestorID, isHomeBased: Bool, in world: World,
        now: Timestamp
    ) throws -> AuthenticationService.MVPDAnswer? {
        try world.simulatedMVPDs?.signIn(
            subscriber, at: mvpd, for: requestor, isHomeBased: isHomeBased, now: now)
    }
}

extension JSON5Node.Value {
    /// The value in JSON; numbers that JSON can't hold become `null`.
    fileprivate var json: JSONValue {
        switch self {
        case .null: .null
        case .flag(let flag): .bool(flag)
        case .integer(let number): .integer(number)
        case .number(let number): .number(number)
        case .text(let text): .string(text)
        case .list(let nodes): .array(nodes.map(\.value.json))
        case .object(let members):
            .object(Dictionary(members.map { (ExactText($0.name), $0.node.value.json) }) { _, later in later })
        }
    }
}
