import PassCore
import PassDomain
import PassHTTP
import PassInstruments

/// The URL, the request and the answer of an exchange as a file shows them, with the secrets or with pseudonyms.
struct ExchangeRecord {
    let exchange: ReadExchange
    var url: String
    var request: Message
    /// The answer; `nil` while the request is in flight.
    var response: Message?

    /// The request or the answer.
    struct Message {
        var version: String
        var fields: [(name: String, value: String)]
        var body: [UInt8]
        var isBodyCut: Bool

        /// The body as text; `nil` if it isn't UTF-8 or has a zero byte, as binary data does.
        var text: String? {
            guard let text = String(validating: body, as: UTF8.self), !body.contains(0) else { return nil }
            return text
        }

        /// Returns the value of the first header field with a name, which must be given in lower case.
        func field(_ name: String) -> String? {
            fields.first { $0.name.asciiLowercased.hasSameBytes(as: name) }?.value
        }
    }

    init(_ exchange: ReadExchange, mask: SecretMask?) {
        let entry = exchange.entry
        self.exchange = exchange
        url = exchange.url(mask: mask)
        request = Message(
            version: entry.request.version == .http10 ? "HTTP/1.0" : "HTTP/1.1", fields: entry.request.fields.pairs,
            body: entry.request.body, isBodyCut: entry.isRequestBodyCut)
        response = entry.answer.map { answer in
            Message(
                version: "HTTP/1.1", fields: answer.response.fields.pairs, body: answer.response.body,
                isBodyCut: answer.isBodyCut)
        }
        guard let mask else { return }
        request.hide(mask)
        response?.hide(mask)
    }
}

extension ExchangeRecord.Message {
    /// Replaces the secrets with pseudonyms.
    fileprivate mutating func hide(_ mask: SecretMask) {
        fields = fields.map { name, value in
            let field = name.asciiLowercased
            switch field {
            case "cookie", "set-cookie": return (name, mask.cookies(mask.text(value), field))
            case _ where SecretNames.isField(field):
                let (scheme, secret) = ExchangeSecrets.credentials(value)
                guard !secret.isEmpty else { return (name, value) }
                let text = mask.text(secret)
                let hidden = text.hasSameBytes(as: secret) ? mask.pseudonym(text) : text
                return (name, scheme.isEmpty ? hidden : "\(scheme) \(hidden)")
            default: return (name, mask.text(value))
            }
        }
        body = mask.content(body)
    }
}

extension SecretMask {
    /// Returns cookies with a pseudonym in place of each one that has no name.
    fileprivate func cookies(_ value: String, _ field: String) -> String {
        let cookies = value.split(separator: ";", omittingEmptySubsequences: false)
        return cookies.enumerated().map { index, cookie in
            if field == "set-cookie", index > 0 || cookie.isEmpty { return String(cookie) }
            let bare = cookie.utf8.drop { $0 == 0x20 }
            guard !bare.isEmpty, !cookie.utf8.contains(UInt8(ascii: "=")) else { return String(cookie) }
            return String(repeating: " ", count: cookie.utf8.count - bare.count)
                + pseudonym(String(decoding: bare, as: UTF8.self))
        }.joined(separator: ";")
    }
}

extension JSONWriter {
    /// Writes the members of a message in the simulator's own format.
    mutating func write(_ message: ExchangeRecord.Message) {
        member("httpVersion", message.version)
        memberArray("headers") { array in
            for (name, value) in message.fields {
                array.elementObject { field in
                    field.member("name", name)
                    field.member("value", value)
                }
            }
        }
        memberObject("body") { body in
            body.member("bytes", message.body.count)
            body.member("truncated", message.isBodyCut)
            if let text = message.text {
                if !text.isEmpty { body.member("text", text) }
            } else {
                body.member("base64", Base64.encode(message.body))
            }
        }
    }
}
