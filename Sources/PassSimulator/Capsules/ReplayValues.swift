import PassCore

/// The values of a recorded run, each with the value that replaces it in a replay.
///
/// A replay makes tokens, codes and identifiers of its own. Later requests carry them in place of the recorded values,
/// or in place of the pseudonyms of recorded values.
struct ReplayValues {
    private var known: [ExactText: String] = [:]
    /// The last client ID and client secret that the replay has received, for HTTP Basic credentials.
    private var client: (id: String, secret: String) = ("", "")

    /// Records that a value of the replay replaces a recorded one.
    ///
    /// - Parameter place: the place of the value in the answer, which ends with the value's name.
    mutating func learn(_ recorded: String, _ fresh: String, at place: String) {
        known[ExactText(recorded)] = fresh
        if place.hasSuffix("client_id") { client.id = fresh }
        if place.hasSuffix("client_secret") { client.secret = fresh }
    }

    /// Records a client ID or client secret that is the same in both runs; other values are ignored.
    mutating func note(_ value: String, at place: String) {
        if place.hasSuffix("client_id") { client.id = value }
        if place.hasSuffix("client_secret") { client.secret = value }
    }

    /// Returns the value that replaces a recorded one; `nil` if there is none.
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

    /// Returns a recorded text in which the replay's values replace the recorded ones.
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

    /// The length, in bytes, of the shortest word that is replaced within a longer text.
    private static let shortestWord = 6

    static func isOfWord(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || character == "-" || character == "_")
    }
}
