/// The other two names of a setting: an environment variable and an option.
///
/// `limits.headerBytes` is `PASS_SIMULATOR_LIMITS_HEADER_BYTES` and `--limits-header-bytes`.
struct SettingAliases: Sendable {
    let path: [String]
    let setting: SettingDescription
    let variable: String
    /// The option with its dashes.
    let option: String

    static let prefix = "PASS_SIMULATOR_"

    init(path: [String], setting: SettingDescription) {
        self.path = path
        self.setting = setting
        let words = path.flatMap(Self.words)
        variable = Self.prefix + words.map { $0.uppercased() }.joined(separator: "_")
        option = "--" + words.map { $0.lowercased() }.joined(separator: "-")
    }

    /// Splits `headerBytes` into `header` and `Bytes`.
    ///
    /// A word begins at a capital after a small letter, so `unknownMVPDs` has two.
    private static func words(_ name: String) -> [String] {
        var words: [String] = []
        var previous: Character?
        for character in name {
            if let previous, !(character.isUppercase && previous.isLowercase) {
                words[words.count - 1].append(character)
            } else {
                words.append(String(character))
            }
            previous = character
        }
        return words
    }

    /// Returns the object that a configuration file would contain in place of this text.
    func document(_ text: String) -> JSON5Node {
        path.reversed().reduce(JSON5Node(setting.spelling.node(text))) { inner, name in
            JSON5Node(.object([.init(name, inner)]))
        }
    }
}
