import AccessEnabler

extension [TransportField] {
    /// Reads the fields of an answer as URLSession gives them: fields with the same name are joined by commas.
    ///
    /// The joined form has the same meaning as separate fields (RFC 9110, section 5.3), except for `Set-Cookie`, which
    /// is therefore split again.
    init(joined fields: [AnyHashable: Any]) {
        self = fields.flatMap { name, value in
            let (name, value) = ("\(name)", "\(value)")
            let values = name.lowercased() == "set-cookie" ? Self.cookies(value) : [value]
            return values.map { TransportField(name, $0) }
        }
    }

    /// Splits joined cookies at each comma that is followed by a name and `=`.
    ///
    /// The comma in `Expires=Wed, 21 Oct 2015 07:28:00 GMT` doesn't begin another cookie.
    private static func cookies(_ joined: String) -> [String] {
        var cookies: [String] = []
        for part in joined.split(separator: ",", omittingEmptySubsequences: false) {
            let name = part.drop { $0 == " " }.prefix { $0 != "=" && $0 != ";" }
            let beginsCookie =
                !name.isEmpty && name.endIndex < part.endIndex && part[name.endIndex] == "="
                && !name.contains(" ")
            if beginsCookie || cookies.isEmpty {
                cookies.append(String(part.drop { $0 == " " }))
            } else {
                cookies[cookies.count - 1] += ",\(part)"
            }
        }
        return cookies
    }
}
