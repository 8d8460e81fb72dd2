import PassCore
import PassTokens

extension FuzzTarget {
    /// Dates of headers, XML and tokens: an instant that was read is written and read back as the same.
    static let dates = FuzzTarget(
        "dates", maximumBytes: 64, words: ["GMT", " +0000", " -0730", "T", "Z", "+14:00", "Feb", ":60"],
        seeds: {
            Seeds.texts(
                "Sun, 06 Nov 1994 08:49:37 GMT", "2031-05-14T08:30:00Z", "2031-05-14T08:30:00.123456789+05:30",
                "2031/05/14 08:30:00 GMT +0000", "2031-05-14 07:55:02 -0700", "1936512000000")
        },
        run: { bytes in
            let text = bytes.text
            if let instant = CivilTime.timestamp(httpDate: text), isWritable(instant) {
                try requireSame(instant, CivilTime.timestamp(httpDate: CivilTime.httpDate(instant)), text)
            }
            if let instant = CivilTime.timestamp(isoDate: text), isWritable(instant) {
                try requireSame(instant.wholeSecond, CivilTime.timestamp(isoDate: CivilTime.isoDate(instant)), text)
            }
            for offset in [0, -420, 345] {
                if let instant = TokenDate.timestamp(proofDate: text), isWritable(instant, offset) {
                    let written = TokenDate.proofDate(instant, offsetMinutes: offset)
                    try requireSame(instant, TokenDate.timestamp(proofDate: written), text)
                }
                if let instant = TokenDate.timestamp(issueTime: text), isWritable(instant, offset) {
                    let written = TokenDate.issueTime(instant, offsetMinutes: offset)
                    try requireSame(instant, TokenDate.timestamp(issueTime: written), text)
                }
            }
            // Every instant has a spelling.
            let instant = Timestamp(milliseconds: Int64(text) ?? 0)
            _ = (
                CivilTime.httpDate(instant), CivilTime.isoDate(instant),
                TokenDate.proofDate(instant, offsetMinutes: -720)
            )
        })

    /// Whether its year has four digits, as the formats want it.
    private static func isWritable(_ instant: Timestamp, _ offset: Int = 0) -> Bool {
        (0...9999).contains(CivilTime(instant, offsetMinutes: offset).year)
    }

    private static func requireSame(_ instant: Timestamp, _ again: Timestamp?, _ text: String) throws {
        try require(again == instant, "\(text) became another instant: \(instant), \(String(describing: again))")
    }

    /// Base64 and hexadecimal text: canonical text is read and written the same.
    static let base64 = FuzzTarget(
        "base64", maximumBytes: 512, words: ["=", "==", "+/", "-_", "\n"],
        seeds: { Seeds.texts("YWJj", "YQ==", "-_-_", "YW Jj\n", "deadbeef") },
        run: { bytes in
            let text = bytes.text
            for alphabet in [Base64.Alphabet.standard, .url] {
                try require(
                    Base64.decode(Base64.encode(bytes, alphabet), alphabet) == bytes, "base64 doesn't come back")
                if let decoded = Base64.decode(text, alphabet) {
                    try require(Base64.encode(decoded, alphabet) == text, "\(text) isn't the one spelling of its bytes")
                    try require(Base64.decodeLeniently(text) == decoded, "\(text) is read leniently as something else")
                }
            }
            try require(Hex.decode(Hex.encode(bytes)) == bytes, "hexadecimal text doesn't come back")
            if let decoded = Hex.decode(text) {
                try require(Hex.encode(decoded) == text.lowercased(), "\(text) isn't what its bytes are written as")
            }
        })
}
