import PassCore
import PassEndpointKit
import PassHTTP

extension FuzzTarget {
    /// Forms and queries: what is written is read back as it was.
    static let form = FuzzTarget(
        "form", maximumBytes: 4_096, words: ["&", "=", "%2B", "+", "%00", "a=b&", "%C3%A9", "{}"],
        seeds: {
            try Seeds.bodies("Wire/AdobeServices", "request.http").prefix(40)
                + Seeds.texts("a=1&b=2&&c", "a+b=c%20d", "%zz", "=", "a=%C3")
        },
        run: { bytes in
            if let form = try? FormFields.parse(bytes) {
                try require(form.pairs.count <= FormFields.Limits().maximumPairs, "there are more pairs than the limit")
                try requireSame(form.pairs)
            }
            let words = bytes.prefix(1_024).split(separator: 0, maxSplits: 40, omittingEmptySubsequences: false)
            try requireSame(words.map { ($0.reversed().map { $0 }.text, Array($0).text) })
            let parameters = bytes.withUnsafeBufferPointer { try? Parameters(query: $0, form: bytes) }
            for (name, _) in parameters?.pairs.prefix(16) ?? [] { _ = try? parameters?.optional(name, longest: 100) }
        })

    private static func requireSame(_ pairs: [(name: String, value: String)]) throws {
        let text = FormFields.encode(pairs)
        let again = try FormFields.parse(text, limits: .init(maximumPairs: 10_000)).pairs
        try require(again.elementsEqual(pairs, by: ==), "\(pairs) became \(again)")
    }

    /// Cookies: no text in one can add an attribute or a field.
    static let cookie = FuzzTarget(
        "cookie", maximumBytes: 1_024, words: ["; ", "=", "\r\n", "Path=/", "\"", ",", "%"],
        seeds: { Seeds.texts("a=b; c=d", "SESSION=\"x y\";; =z; e", "a=b; Path=/; Secure", "é=\r\nX: y") },
        run: { bytes in
            let pairs = CookieHeader.parse(bytes.text)
            try require(pairs.count <= CookieHeader.maximumPairs, "there are more pairs than the limit")
            for (name, value) in pairs {
                try require(!name.isEmpty && !name.utf8.contains(UInt8(ascii: "=")), "a cookie has the name \(name)")
                try require(!value.utf8.contains(UInt8(ascii: ";")), "a cookie has the value \(value)")
            }
            let texts = bytes.split(separator: 0, maxSplits: 3, omittingEmptySubsequences: false).map { Array($0).text }
            let cookie = SetCookie(
                name: "n" + texts[0], value: texts.last ?? "", path: texts.count > 1 ? texts[1] : nil,
                domain: texts.count > 2 ? texts[2] : nil, maxAgeSeconds: bytes.count,
                expires: Timestamp(milliseconds: Int64(truncatingIfNeeded: bytes.digest) >> 12), isSecure: true,
                isHTTPOnly: true,
                sameSite: .lax)
            let written = cookie.serialized
            try require(written.utf8.allSatisfy { (0x20...0x7E).contains($0) }, "a cookie isn't plain: \(written)")
            let attributes = 5 + (cookie.path == nil ? 0 : 1) + (cookie.domain == nil ? 0 : 1)
            try require(
                written.utf8.count { $0 == UInt8(ascii: ";") } == attributes, "a cookie has more attributes: \(written)"
            )
            let read = CookieHeader.parse(written).first
            try require(
                read.map { written.hasPrefix("\($0.name)=\($0.value);") } ?? false,
                "a cookie isn't read back: \(written)")
        })
}
