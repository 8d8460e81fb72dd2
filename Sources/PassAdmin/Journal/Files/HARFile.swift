import PassCore
import PassHTTP
import PassInstruments

/// A file in the format HAR 1.2, which browsers' developer tools open (W3C, "HTTP Archive (HAR) format").
///
/// Names that begin with `_` are the simulator's own. Requests without an answer aren't in the file, since the format
/// has no place for them.
enum HARFile {
    /// Returns the file.
    ///
    /// - Parameter visit: calls its argument with each exchange, oldest first, so that they needn't all be in memory
    ///   together with the file.
    static func bytes(_ visit: ((ExchangeRecord) -> Void) -> Void, mask: SecretMask?) -> [UInt8] {
        JSONWriter.object { file in
            file.memberObject("log") { log in
                log.member("version", "1.2")
                log.memberObject("creator") { creator in
                    creator.member("name", "pass-simulator")
                    creator.member("version", "1")
                }
                log.memberArray("entries") { entries in
                    visit { record in
                        guard let response = record.response else { return }
                        entries.elementObject { write(record, response, mask: mask, to: &$0) }
                    }
                }
            }
        }
    }

    private static func write(
        _ record: ExchangeRecord, _ response: ExchangeRecord.Message, mask: SecretMask?, to entry: inout JSONWriter
    ) {
        let nanoseconds = record.exchange.entry.answer?.circumstances.nanoseconds ?? 0
        let milliseconds = JSONValue.number(Double(nanoseconds / 1_000) / 1_000)
        entry.member("startedDateTime", CivilTime.isoDateWithMilliseconds(record.exchange.entry.time))
        entry.member("time", milliseconds)
        entry.memberObject("request") { write(record, to: &$0) }
        entry.memberObject("response") { write(record, response, to: &$0) }
        entry.memberObject("cache") { _ in }
        entry.memberObject("timings") { timings in
            timings.member("send", 0)
            timings.member("wait", milliseconds)
            timings.member("receive", 0)
        }
        entry.memberObject("_passSimulator") { own in
            own.member("version", ExchangeLine.version)
            record.exchange.write(to: &own, mask: mask)
        }
    }

    private static func write(_ record: ExchangeRecord, to request: inout JSONWriter) {
        let message = record.request
        let query = URIReference(record.url)?.query.flatMap { try? FormFields.parse($0).pairs } ?? []
        let cookies = message.fields.filter { $0.name.asciiLowercased == "cookie" }
        request.member("method", record.exchange.entry.request.method.rawValue)
        request.member("url", record.url)
        request.member("httpVersion", message.version)
        write("cookies", cookies.flatMap { CookieHeader.parse($0.value) }, to: &request)
        write("headers", message.fields, to: &request)
        write("queryString", query, to: &request)
        if !message.body.isEmpty {
            request.memberObject("postData") { data in
                data.member("mimeType", message.field("content-type") ?? "application/octet-stream")
                writeText(of: message, encoding: "_encoding", to: &data)
            }
        }
        request.member("headersSize", -1)
        request.member("bodySize", message.isBodyCut ? -1 : message.body.count)
    }

    private static func write(
        _ record: ExchangeRecord, _ message: ExchangeRecord.Message, to response: inout JSONWriter
    ) {
        let status = record.exchange.entry.answer?.response.status ?? .ok
        let delivery = record.exchange.entry.answer?.circumstances.delivery
        let cookies = message.fields.filter { $0.name.asciiLowercased == "set-cookie" }.compactMap { field in
            CookieHeader.parse(setCookie: field.value)
        }
        response.member("status", status.code)
        response.member("statusText", "\(status.reason)")
        response.member("httpVersion", message.version)
        write("cookies", cookies, to: &response)
        write("headers", message.fields, to: &response)
        response.memberObject("content") { content in
            content.member("size", message.body.count)
            content.member("mimeType", message.field("content-type") ?? "")
            if !message.body.isEmpty { writeText(of: message, encoding: "encoding", to: &content) }
        }
        response.member("redirectURL", message.field("location") ?? "")
        response.member("headersSize", -1)
        response.member("bodySize", delivery?.contentBytes ?? (message.isBodyCut ? -1 : message.body.count))
        if let delivery { response.member("comment", delivery.sentence) }
    }

    private static func writeText(
        of message: ExchangeRecord.Message, encoding: JSONWriter.Name, to writer: inout JSONWriter
    ) {
        if let text = message.text {
            writer.member("text", text)
        } else {
            writer.member("text", Base64.encode(message.body))
            writer.member(encoding, "base64")
        }
        if message.isBodyCut { writer.member("_truncated", true) }
    }

    private static func write(
        _ name: JSONWriter.Name, _ pairs: [(name: String, value: String)], to writer: inout JSONWriter
    ) {
        writer.memberArray(name) { array in
            for pair in pairs {
                array.elementObject { element in
                    element.member("name", pair.name)
                    element.member("value", pair.value)
                }
            }
        }
    }
}
