import PassCore

/// The text form of a token: a signature between two tags, followed by the signed element.
///
/// The form is `<signatureInfo>SIG<signatureInfo><simple…Token>…</simple…Token>`; the second tag is usually an opening
/// tag like the first. A token isn't an XML document, so the text is cut before it is parsed. Checking the signature is
/// left to the service.
enum TokenText {
    /// The longest text that is read, in bytes; real tokens are far shorter.
    static let largest = 65_536

    /// Returns the signed element, whatever its name; `nil` for text that isn't a token.
    ///
    /// The service may change the structure of its tokens at any time ("iOS/tvOS SDK overview"). The SDK therefore
    /// relies only on the elements that it reads, wherever in the token they are.
    static func element(_ text: String, using xml: any EntitlementXMLReader) -> EntitlementXMLElement? {
        guard text.utf8.count <= largest else { return nil }
        let bytes = Array(text.utf8)
        guard let signature = bytes.firstIndex(where: { !isBlank($0) }), bytes[signature...].starts(with: tag) else {
            return nil
        }
        var place = signature + tag.count
        while place < bytes.count {
            if bytes[place] == UInt8(ascii: "<") {
                let rest = bytes[place...]
                let length = rest.starts(with: tag) ? tag.count : rest.starts(with: closingTag) ? closingTag.count : 0
                guard length > 0 else { return nil }
                let document = Array(rest.dropFirst(length).drop(while: isBlank))
                return try? xml.read(document, limits: EntitlementXMLLimits(elements: 2000))
            }
            place += 1
        }
        return nil
    }

    /// Returns the instant that a text such as `2031/05/14 08:30:00 GMT +0200` names; `nil` for any other form.
    static func expiry(_ text: String) -> Timestamp? {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false).map { Array($0.utf8) }
        guard parts.count == 4, parts[2] == Array("GMT".utf8), let day = numbers(parts[0], [4, 2, 2], "/"),
            let time = numbers(parts[1], [2, 2, 2], ":"), parts[3].count == 5,
            let hours = CivilTime.number(parts[3][1...2]), let minutes = CivilTime.number(parts[3][3...4]), hours < 24,
            minutes < 60
        else { return nil }
        let sign: Int
        switch parts[3][0] {
        case UInt8(ascii: "+"): sign = 1
        case UInt8(ascii: "-"): sign = -1
        default: return nil
        }
        return CivilTime.timestamp(
            year: day[0], month: day[1], day: day[2], hour: time[0], minute: time[1], second: time[2],
            offsetMinutes: sign * (hours * 60 + minutes))
    }

    private static let tag = Array("<signatureInfo>".utf8)
    private static let closingTag = Array("</signatureInfo>".utf8)

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    /// Returns the numbers in a text that consists of numbers of exactly these widths, separated by `separator`;
    /// otherwise `nil`.
    private static func numbers(_ text: [UInt8], _ widths: [Int], _ separator: Unicode.Scalar) -> [Int]? {
        let parts = text.split(separator: UInt8(ascii: separator), omittingEmptySubsequences: false)
        guard parts.map(\.count) == widths else { return nil }
        let values = parts.compactMap { CivilTime.number($0) }
        return values.count == widths.count ? values : nil
    }
}
