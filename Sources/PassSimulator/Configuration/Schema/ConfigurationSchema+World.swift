extension ConfigurationSchema {
    /// The settings of one World, which may change while the server runs.
    static let worldForm = SettingForm.object(Configuration(demo: false), [requireTLS] + service + tables)

    /// Refuses settings of the server as a whole.
    ///
    /// - Throws: `ConfigurationError` with the code `notOfWorld`, which names such settings.
    static func checkIsOfWorld(_ document: JSON5Node, _ place: SettingPlace) throws(ConfigurationError) {
        var mistakes = ConfigurationMistakes()
        let ofWorld = Set(worldForm.members.map(\.name))
        let ofServer = Set(form.members.map(\.name)).subtracting(ofWorld)
        for member in document.members ?? [] where ofServer.contains(member.name) {
            let name = place.member(member.name).name(at: member.position)
            mistakes.add(
                .notOfWorld, "\(name) is a setting of the whole simulator, which can be set only before it starts.",
                at: member.position)
        }
        try mistakes.check()
    }
}
