extension SettingForm {
    /// A form that allows `null` in addition to the values of another form.
    ///
    /// - Parameter meaning: the words that say what `null` means, e.g. `null for the ID`.
    static func optional<Wrapped: Sendable>(_ form: SettingForm<Wrapped>, or meaning: String) -> SettingForm
    where Value == Wrapped? {
        let allowed = "\(form.allowed), or \(meaning)"
        let spelling = form.spelling.isObject ? form.spelling : .optional(form.spelling)
        let isScalar = !form.spelling.isObject && !form.spelling.isList
        return SettingForm(
            allowed: allowed, spelling: spelling, members: form.members
        ) { node, place, older, mistakes in
            if case .null = node.value { return .some(nil) }
            guard isScalar else { return form.read(node, place, older.flatMap { $0 }, &mistakes).map(Optional.some) }
            // The message about a wrong scalar must say that `null` is also allowed.
            var ignored = ConfigurationMistakes()
            guard let value = form.read(node, place, older.flatMap { $0 }, &ignored) else {
                mistakes.add(place.refuse(node, mustBe: allowed))
                return nil
            }
            return .some(value)
        } write: {
            $0.map(form.write) ?? .null
        }
    }

    /// A form for a list, which replaces the older list as a whole.
    static func list<Element: Sendable>(
        _ allowed: String, of form: SettingForm<Element>, isEmptyAllowed: Bool = true
    ) -> SettingForm where Value == [Element] {
        SettingForm(allowed: allowed, spelling: .list(form.spelling)) { node, place, _, mistakes in
            guard case .list(let nodes) = node.value, isEmptyAllowed || !nodes.isEmpty else {
                mistakes.add(place.refuse(node, mustBe: allowed))
                return nil
            }
            return nodes.compactMap { form.read($0, place, nil, &mistakes) }
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
        SettingForm(
            allowed: "an object", spelling: .group, members: settings.map(\.description)
        ) { node, place, older, mistakes in
            var value = older ?? new
            guard let members = node.members else {
                mistakes.add(place.refuse(node, mustBe: "an object"))
                // A table's entry with a wrong value still counts as present, so that references to it aren't reported
                // as mistakes.
                return value
            }
            for member in members {
                if let setting = settings.first(where: { $0.description.name == member.name }) {
                    setting.read(member.node, place.member(member.name), &value, &mistakes)
                } else {
                    let known = settings.map(\.description.name)
                    mistakes.add(ConfigurationSchema.unknownKey(member, in: place, known: known))
                }
            }
            return value
        } write: { value in
            let written = settings.map { JSON5Node.Member($0.description.name, $0.write(value)) }
            guard isBrief else { return .object(written) }
            return .object(zip(written, settings).filter { $0.node.value != $1.write(new) }.map(\.0))
        }
    }

    /// A form for entries by ID, which are merged with the older entries.
    ///
    /// `null` removes an entry; it is refused where there are no older entries.
    static func table<Entry: Sendable & Hashable>(_ allowed: String, of form: SettingForm<Entry>) -> SettingForm
    where Value == Configuration.Table<Entry> {
        SettingForm(
            allowed: allowed, spelling: .table, members: form.members
        ) { node, place, older, mistakes in
            guard let members = node.members else {
                mistakes.add(place.refuse(node, mustBe: allowed))
                return nil
            }
            var table = older ?? [:]
            for member in members {
                let entry = place.member(member.name)
                if !(1...256).contains(member.name.utf8.count) {
                    let name = place.name(at: member.position)
                    mistakes.add(
                        .badValue, "\(name) has an ID that is empty or longer than 256 bytes.", at: member.position)
                } else if case .null = member.node.value {
                    table[member.name] = nil
                    guard older == nil else { continue }
                    let name = entry.name(at: member.position)
                    mistakes.add(
                        .badValue, "\(name) is null, but there is no such entry to remove.", at: member.position)
                } else {
                    table[member.name] = form.read(member.node, entry, table[member.name], &mistakes)
                }
            }
            return table
        } write: { table in
            .object(table.map { .init($0.id, form.write($0.entry)) })
        }
    }
}
