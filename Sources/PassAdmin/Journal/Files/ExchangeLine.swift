import PassCore
import PassHTTP
import PassInstruments

/// The simulator's own file format for exchanges: one JSON object on each line.
enum ExchangeLine {
    /// The version of the format, which each line states.
    static let version = 1

    /// Writes the members that describe an exchange in full.
    static func write(_ record: ExchangeRecord, mask: SecretMask?, to writer: inout JSONWriter) {
        record.exchange.write(to: &writer, mask: mask)
        writer.memberObject("request") { request in
            request.member("method", record.exchange.entry.request.method.rawValue)
            request.member("url", record.url)
            request.write(record.request)
        }
        guard let response = record.response, let answer = record.exchange.entry.answer else { return }
        writer.memberObject("response") { writer in
            writer.member("status", answer.response.status.code)
            writer.write(response)
        }
    }

    /// Appends the line of an exchange to a file.
    static func append(_ record: ExchangeRecord, mask: SecretMask?, to file: inout [UInt8]) {
        file += JSONWriter.object { line in
            line.member("version", version)
            write(record, mask: mask, to: &line)
        }
        file.append(UInt8(ascii: "\n"))
    }
}
