/// Every setting there is, in the order in which it is printed: reading, checking, printing, the environment's variables,
/// the options and their help all come from this one list.
enum ConfigurationSchema {
    static let form = SettingForm.object(Configuration(demo: false), [demo] + server + limits + service + tables)

    /// Decided before anything else is read, so it has no property. What is printed is complete, so `false` is printed.
    private static let demo = Setting<Configuration>(
        "demo", checked: .flag, printed: false,
        """
        Whether everything is laid over the demo world (Config/demo.json5) or stands alone. It is true where nothing is \
        said; here it is false, because the tables below are all there is.
        """)

    /// The environment variables and options: one for each setting that text can say.
    static let twins: [SettingTwin] = twins(of: form.members, within: [])

    private static func twins(of settings: [SettingDescription], within path: [String]) -> [SettingTwin] {
        settings.flatMap { setting -> [SettingTwin] in
            switch setting.spelling {
            case .group: twins(of: setting.members, within: path + [setting.name])
            case .table: []
            case .text, .number, .flag, .list, .optional: [SettingTwin(path: path + [setting.name], setting: setting)]
            }
        }
    }

    /// The refusal of a key that doesn't exist, with the nearest one that does: of the same object, or else of another.
    static func unknownKey(
        _ member: JSON5Node.Member, in place: SettingPlace, known: [String]
    ) -> ConfigurationError {
        var paths: [String: String] = [:]
        for twin in twins { paths[twin.path.last ?? ""] = twin.path.joined(separator: ".") }
        for table in form.members where table.spelling == .table { paths[table.name] = table.name }
        for name in known { paths[name] = (place.path + [name]).joined(separator: ".") }
        let names = known + paths.keys.filter { !known.contains($0) }.sorted()
        let nearest = NearestName.find(member.name, among: names).flatMap { paths[$0] } ?? ""
        let name = place.member(member.name).name(at: member.position)
        return ConfigurationError(.unknownName, "\(name) is no setting; the nearest one is \(nearest).")
    }
}
