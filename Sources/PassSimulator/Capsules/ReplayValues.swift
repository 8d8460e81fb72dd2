import PassCore

/// The values of a recorded run with the values that stand for them in a replay.
///
/// A replay makes tokens, codes and identifiers of its own. Later requests carry them in place of the recorded values,
/// or in place of the pseudonyms of recorded values.
struct ReplayValues {
    private var known: [ExactText: String] = [:]
    /// The last client ID and secret that the replay has got, for credentials of HTTP Basic.
    private var client: (id: String, secret: String) = ("", "")

    /// Records that a value of the replay stands for a recorded one.
    ///
    /// - Parameter place: the place of the value in the answer, whose end is its name.
    mutating func learn(_ recorded: String, _ fresh: String, at place: String) {
        known[ExactText(recorded)] = fresh
        if place.hasSuffix("client_id") { client.id = fresh }
        if place.hasSuffix("client_secret") { client.secret = fresh }
    }

    /// Records a client ID that is the same in both runs.
    mutating func note(_ value: String, at place: String) {
        if place.hasSuffix("client_id") { client.id = value }
        if place.hasSuffix("client_secret") { client.secret = value }
    }

    /// Returns the value that stands for a recorded one; `nil` if there is none.
    subscript(recorded: String) -> String? { known[ExactText(recorded)] }

    /// The credentials of the last registered client for HTTP Basic; `nil` before the first registration.
    var basicCredentials: String? {
        client.id.isEmpty || client.secret.isEmpty ? nil : Base64.encode(Array("\(client.id):\(client.secret)".utf8))
    }

    /// Whether a text is a pseudonym.
    static func isPseudonym(_ text: some StringProtocol) -> Bool {
        text.utf8.count == 23 && text.hasPrefix("secret-") && text.utf8.dropFirst(7).allSatisfy(isLowerHexDigit)
    }

    static func isLowerHexDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
    }

    /// Returns a recorded text with the values of the replay.
    func text(_ text: String) -> String {
        if let value = self[text] { return value }
        guard !known.isEmpty else { return text }
        var result = ""
        var word = ""
        func end() {
            result += word.utf8.count >= Self.shortestWord ? self[word] ?? word : word
            word = ""
        }
        for character in text {
            if Self.isOfWord(character) {
                word.append(character)
            } else {
                end()
                result.append(character)
            }
        }
        end()
        return result
    }

    /// The length of the shortest word that is looked for inside of a text.
    private static let shortestWord = 6

    static func isOfWord(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || character == "-" || character == "_")
    }
}
