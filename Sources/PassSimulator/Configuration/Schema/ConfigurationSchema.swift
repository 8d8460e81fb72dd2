import PassCore

/// The list of all settings, in the order in which they are printed.
///
/// Reading, checking, printing, the environment variables, the options and their help text all derive from this list.
enum ConfigurationSchema {
    /// The form of a whole configuration.
    static let form = SettingForm.object(Configuration(demo: false), [demo] + server + limits + service + tables)

    /// The setting `demo`, which is read before all others because it selects the defaults. It therefore has no
    /// property.
    ///
    /// A printed configuration is complete, so it says `false`.
    private static let demo = Setting<Configuration>(
        "demo", checked: .flag, printed: false,
        """
        Whether the configuration is laid over the demo world (Config/demo.json5) or stands alone. The default is true. Here \
        it is false, because the tables below are complete.
        """)

    /// The environment variables and options, one pair for each setting that can be written as text.
    static let aliases: [SettingAliases] = aliases(of: form.members, within: [])

    private static func aliases(of settings: [SettingDescription], within path: [String]) -> [SettingAliases] {
        settings.flatMap { setting -> [SettingAliases] in
            switch setting.spelling {
            case .group: aliases(of: setting.members, within: path + [setting.name])
            case .table: []
            case .text, .number, .flag, .list, .optional:
                [SettingAliases(path: path + [setting.name], setting: setting)]
            }
        }
    }

    /// The number of settings of an object above which an error doesn't list them.
    private static let mostListed = 30

    /// Returns the error for an unknown key. The message names the most similar key of the same object, or else the
    /// most similar of all keys.
    ///
    /// If no key is similar, the message lists the object's keys, unless there are more than `mostListed`.
    static func unknownKey(
        _ member: JSON5Node.Member, in place: SettingPlace, known: [String]
    ) -> ConfigurationError {
        var paths: [String: String] = [:]
        for alias in aliases { paths[alias.path.last ?? ""] = alias.path.joined(separator: ".") }
        for table in form.members where table.spelling == .table { paths[table.name] = table.name }
        for name in known { paths[name] = (place.path + [name]).joined(separator: ".") }
        let others = paths.keys.filter { !known.contains($0) }.sorted()
        let nearest = NearestName.find(member.name, among: known) ?? NearestName.find(member.name, among: others)
        let name = place.member(member.name).name(at: member.position)
        let hint =
            nearest.flatMap { paths[$0] }.map { "; the nearest one is \($0)" }
            ?? (known.count > mostListed ? "" : "; the settings here are \(known.joined(separator: ", "))")
        var error = ConfigurationError(.unknownName, "\(name) is not a setting\(hint).")
        error.position = member.position
        return error
    }
}
