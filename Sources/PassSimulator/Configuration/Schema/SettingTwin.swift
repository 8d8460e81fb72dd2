/// A setting under its other two names: an environment variable and an option.
///
/// `limits.headerBytes` is `PASS_SIMULATOR_LIMITS_HEADER_BYTES` and `--limits-header-bytes`.
struct SettingTwin: Sendable {
    let path: [String]
    let setting: SettingDescription
    let variable: String
    /// With its dashes.
    let option: String

    static let prefix = "PASS_SIMULATOR_"

    init(path: [String], setting: SettingDescription) {
        self.path = path
        self.setting = setting
        let words = path.flatMap(Self.words)
        variable = Self.prefix + words.map { $0.uppercased() }.joined(separator: "_")
        option = "--" + words.map { $0.lowercased() }.joined(separator: "-")
    }

    /// `headerBytes` as `header`, `Bytes`; a word begins at a capital after a small letter, so `unknownMVPDs` has two.
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

    /// The object that a file would hold to say the same.
    func document(_ text: String) -> JSON5Node {
        path.reversed().reduce(JSON5Node(setting.spelling.node(text))) { inner, name in
            JSON5Node(.object([.init(name, inner)]))
        }
    }

    /// The option as the command line's reader knows it.
    var argument: Arguments.Option {
        .init(option, value: setting.spelling.placeholder, isRepeatable: setting.spelling.isList, setting.comment)
    }
}
