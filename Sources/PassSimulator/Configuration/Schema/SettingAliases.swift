import PassCore

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
        variable = Self.prefix + words.map(\.asciiUppercased).joined(separator: "_")
        option = "--" + words.map(\.asciiLowercased).joined(separator: "-")
    }

    /// Splits `headerBytes` into `header` and `Bytes`.
    ///
    /// A word begins at a capital after a small letter, so `unknownMVPDs` has the words `unknown` and `MVPDs`. All
    /// names are ASCII.
    private static func words(_ name: String) -> [Substring] {
        let isCapital = { (byte: UInt8) in (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }
        let isSmall = { (byte: UInt8) in (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
        var words: [Substring] = []
        var start = name.startIndex
        for (index, next) in zip(name.utf8.indices, name.utf8.indices.dropFirst())
        where isSmall(name.utf8[index]) && isCapital(name.utf8[next]) {
            words.append(name[start..<next])
            start = next
        }
        return words + [name[start...]]
    }

    /// Returns the object that a configuration file would contain in place of this text.
    func document(_ text: String) -> JSON5Node {
        path.reversed().reduce(JSON5Node(setting.spelling.node(text))) { inner, name in
            JSON5Node(.object([.init(name, inner)]))
        }
    }
}
