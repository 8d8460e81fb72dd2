extension SettingForm {
    /// A form that allows `null` as well.
    ///
    /// - Parameter meaning: the text `null` and what it stands for.
    static func optional<Wrapped: Sendable>(_ form: SettingForm<Wrapped>, or meaning: String) -> SettingForm
    where Value == Wrapped? {
        let allowed = "\(form.allowed), or \(meaning)"
        let spelling = form.spelling.isObject ? form.spelling : .optional(form.spelling)
        let isScalar = !form.spelling.isObject && !form.spelling.isList
        return SettingForm(
            allowed: allowed, spelling: spelling, members: form.members
        ) { node, place, older throws(ConfigurationError) in
            if case .null = node.value { return nil }
            do throws(ConfigurationError) {
                return try form.read(node, place, older.flatMap { $0 })
            } catch {
                throw isScalar ? place.refuse(node, mustBe: allowed) : error
            }
        } write: {
            $0.map(form.write) ?? .null
        }
    }

    /// A form for a list, which replaces the older list as a whole.
    static func list<Element: Sendable>(
        _ allowed: String, of form: SettingForm<Element>, isEmptyAllowed: Bool = true
    ) -> SettingForm where Value == [Element] {
        SettingForm(allowed: allowed, spelling: .list(form.spelling)) { node, place, _ throws(ConfigurationError) in
            guard case .list(let nodes) = node.value, isEmptyAllowed || !nodes.isEmpty else {
                throw place.refuse(node, mustBe: allowed)
            }
            var elements: [Element] = []
            for node in nodes { elements.append(try form.read(node, place, nil)) }
            return elements
        } write: { elements in
            .list(elements.map { JSON5Node(form.write($0)) })
        }
    }

    /// A form for an object with known members, each of which is read over its older value.
    ///
    /// - Parameters:
    ///   - new: the value that the first layer is read over.
    ///   - isBrief: whether members are printed only where they differ from `new`.
    static func object(_ new: Value, isBrief: Bool = false, _ settings: [Setting<Value>]) -> SettingForm {
        let usual = settings.map { $0.write(new) }
        return SettingForm(
            allowed: "an object", spelling: .group, members: settings.map(\.description)
        ) { node, place, older throws(ConfigurationError) in
            guard let members = node.members else { throw place.refuse(node, mustBe: "an object") }
            var value = older ?? new
            for member in members {
                guard let setting = settings.first(where: { $0.description.name == member.name }) else {
                    throw ConfigurationSchema.unknownKey(member, in: place, known: settings.map(\.description.name))
                }
                try setting.read(member.node, place.member(member.name), &value)
            }
            return value
        } write: { value in
            let written = settings.map { JSON5Node.Member($0.description.name, $0.write(value)) }
            return .object(isBrief ? zip(written, usual).filter { $0.node.value != $1 }.map(\.0) : written)
        }
    }

    /// A form for entries by ID, which are merged with the older entries.
    ///
    /// `null` removes an entry; it is refused where there are no older entries.
    static func table<Entry: Sendable & Hashable>(_ allowed: String, of form: SettingForm<Entry>) -> SettingForm
    where Value == Configuration.Table<Entry> {
        SettingForm(
            allowed: allowed, spelling: .table, members: form.members
        ) { node, place, older throws(ConfigurationError) in
            guard let members = node.members else { throw place.refuse(node, mustBe: allowed) }
            var table = older ?? [:]
            for member in members {
                guard (1...256).contains(member.name.utf8.count) else {
                    let place = place.name(at: member.position)
                    throw ConfigurationError(.badValue, "\(place) has an ID that is empty or longer than 256 bytes.")
                }
                if case .null = member.node.value {
                    guard older != nil else {
                        let place = place.member(member.name).name(at: member.position)
                        throw ConfigurationError(
                            .badValue, "\(place) is null, but there is no such entry to remove.")
                    }
                    table[member.name] = nil
                } else {
                    table[member.name] = try form.read(member.node, place.member(member.name), table[member.name])
                }
            }
            return table
        } write: { table in
            .object(table.map { .init($0.id, form.write($0.entry)) })
        }
    }
}
