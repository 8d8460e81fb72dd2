import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP
import PassInstruments

/// Reads exchanges from a file: JSON lines in the simulator's own format, or HAR 1.1 or 1.2 from any program.
struct ExchangeFileReader {
    /// The maximum number of exchanges in a file.
    private static let longest = 100_000

    /// Returns the exchanges of a file, in the order of the file.
    ///
    /// - Throws: `EntitlementFailure.malformedParameter` that names the first place that can't be read.
    static func read(_ file: [UInt8]) throws(EntitlementFailure) -> [JournalEntry] {
        if let whole = try? JSONValue.parse(file), let log = whole["log"] { return try har(log) }
        var entries: [JournalEntry] = []
        var number = 0
        for line in file.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            number += 1
            if line.allSatisfy({ $0 <= 0x20 }) { continue }
            guard entries.count < longest else {
                throw .malformedParameter("The content", reason: "has more than \(longest) exchanges")
            }
            let value: JSONValue
            do {
                value = try JSONValue.parse(Array(line))
            } catch {
                throw .malformedParameter("Line \(number)", reason: "isn't JSON: \(error)")
            }
            entries.append(try own(ImportedObject(value, at: "Line \(number)")))
        }
        guard !entries.isEmpty else { throw .malformedParameter("The content", reason: "has no exchange") }
        return entries
    }

    /// Reads a line in the simulator's own format.
    private static func own(_ line: ImportedObject) throws(EntitlementFailure) -> JournalEntry {
        guard try line.integer("version") == Int64(ExchangeLine.version) else {
            throw line.malformed("version", "isn't \(ExchangeLine.version), the only supported version")
        }
        return try exchange(line, others: ["version"])
    }

    /// Reads the members that describe an exchange in full.
    ///
    /// - Parameters:
    ///   - others: the names of further members that the object may have.
    ///   - notes: the explanation and the decoded content of the exchange, if the file has them.
    static func exchange(
        _ line: ImportedObject, others: [String], notes: ExchangeNotes? = nil
    ) throws(EntitlementFailure) -> JournalEntry {
        try line.allow(only: summaryNames + ["request", "response"] + others)
        let request = try line.object("request")
        try request.allow(only: ["method", "url", "httpVersion", "headers", "body"])
        let body = try ownBody(request)
        let made = try ImportedRequest.make(
            method: request.text("method"), url: request.text("url"), path: line.path(),
            fields: request.fields("headers"), body: body.bytes, in: request)
        let nanoseconds = try nanoseconds(line, "durationMs")
        let isFaulted = try line.optionalBool("faulted") ?? false
        let rules = try line.texts("rules")
        let outcome = try outcome(line)
        let delivery = try DeliveryReport(of: line)
        var answer: JournalAnswer?
        if line.has("response") {
            let response = try line.object("response")
            try response.allow(only: ["status", "httpVersion", "headers", "body"])
            let body = try ownBody(response)
            answer = JournalAnswer(
                HTTPResponse(try response.status(), fields: try response.fields("headers"), body: body.bytes),
                isBodyCut: body.isCut,
                JournalCircumstances(
                    nanoseconds: nanoseconds, isFaulted: isFaulted, rules: rules, outcome: outcome,
                    delivery: delivery, notes: notes))
        }
        return JournalEntry(
            time: try line.time("time"), operation: try operation(line), request: made.request,
            receivedTarget: made.receivedTarget, isRequestBodyCut: body.isCut, answer: answer,
            importedID: try line.optionalText("id") ?? "")
    }

    /// Returns the exchange in a line of another node's file, with the ID that it has at that node.
    ///
    /// - Throws: `EntitlementFailure.malformedParameter` that names the first place that can't be read.
    static func named(_ line: [UInt8]) throws(EntitlementFailure) -> JournalEntry {
        guard let value = try? JSONValue.parse(line) else {
            throw .malformedParameter("The line", reason: "isn't JSON")
        }
        let object = try ImportedObject(value, at: "The line")
        guard let id = ExchangeID(try object.text("id")) else { throw object.malformed("id", "isn't an ID") }
        return try own(object).named(id, importedID: try object.optionalText("importedID"))
    }

    private static let summaryNames = [
        "id", "state", "time", "durationMs", "namespace", "node", "method", "path", "operation", "family", "status",
        "outcome", "reason", "parameter", "detail", "requestor", "mvpd", "device", "resources", "subscriber", "flow",
        "givesLogin", "loginBy", "faulted", "rules", "delivery", "traceparent", "imported", "importedID",
    ]

    private static func ownBody(_ message: ImportedObject) throws(EntitlementFailure) -> (bytes: [UInt8], isCut: Bool) {
        guard message.has("body") else { return ([], false) }
        let body = try message.object("body")
        try body.allow(only: ["bytes", "truncated", "text", "base64"])
        let isCut = try body.optionalBool("truncated") ?? false
        if let text = try body.optionalText("text") { return (Array(text.utf8), isCut) }
        guard let text = try body.optionalText("base64") else { return ([], isCut) }
        guard let bytes = Base64.decode(text) else { throw body.malformed("base64", "isn't base64") }
        return (bytes, isCut)
    }

    private static func operation(_ object: ImportedObject) throws(EntitlementFailure) -> Operation? {
        guard let name = try object.optionalText("operation") else { return nil }
        guard let operation = Operation(rawValue: name) else {
            throw object.malformed("operation", "names no operation")
        }
        return operation
    }

    private static func outcome(
        _ object: ImportedObject
    ) throws(EntitlementFailure) -> RecordedOutcome? {
        let outcome = try object.optionalText("outcome")
        let (reason, parameter) = (try object.optionalText("reason"), try object.optionalText("parameter"))
        let detail = try object.optionalText("detail")
        guard let outcome else { return nil }
        return .words(JournalOutcome(outcome, reason: reason, parameter: parameter, detail: detail))
    }

    private static func nanoseconds(_ object: ImportedObject, _ name: String) throws(EntitlementFailure) -> UInt64? {
        guard let milliseconds = try object.optionalNumber(name) else { return nil }
        guard (0...1e12).contains(milliseconds) else {
            throw object.malformed(name, "isn't a number from 0 to 1000000000000")
        }
        return UInt64(milliseconds * 1_000_000)
    }

    /// Reads the entries of a HAR file. Unknown members are allowed, as the HAR format demands.
    private static func har(_ value: JSONValue) throws(EntitlementFailure) -> [JournalEntry] {
        let log = try ImportedObject(value, at: "log")
        guard ["1.1", "1.2"].contains(try log.text("version")) else {
            throw log.malformed("version", "isn't 1.1 or 1.2")
        }
        let values = try log.array("entries")
        guard values.count <= longest else { throw log.malformed("entries", "has more than \(longest) exchanges") }
        var entries: [JournalEntry] = []
        for (index, value) in values.enumerated() {
            entries.append(try entry(ImportedObject(value, at: "log.entries[\(index)]")))
        }
        return entries
    }

    private static func entry(_ entry: ImportedObject) throws(EntitlementFailure) -> JournalEntry {
        let request = try entry.object("request")
        let response = try entry.object("response")
        var body: [UInt8] = []
        if request.has("postData") { body = try text(of: request.object("postData"), encoding: "_encoding") }
        let own = entry.has("_passSimulator") ? try entry.object("_passSimulator") : nil
        let made = try ImportedRequest.make(
            method: request.text("method"), url: request.text("url"), path: own?.path(),
            fields: request.fields("headers"), body: body, in: request)
        let nanoseconds = try nanoseconds(entry, "time")
        let isFaulted = try own?.optionalBool("faulted") ?? false
        let (rules, outcome) = (try own?.texts("rules") ?? [], try own.flatMap(outcome))
        let delivery = try own.flatMap(DeliveryReport.init(of:))
        var answer: JournalAnswer?
        // Browsers write 0 for a request without an answer.
        if try response.integer("status") != 0 {
            answer = JournalAnswer(
                HTTPResponse(
                    try response.status(), fields: try response.fields("headers"),
                    body: try text(of: response.object("content"), encoding: "encoding")),
                JournalCircumstances(
                    nanoseconds: nanoseconds, isFaulted: isFaulted, rules: rules, outcome: outcome,
                    delivery: delivery))
        }
        return JournalEntry(
            time: try entry.time("startedDateTime"), operation: try own.flatMap(operation), request: made.request,
            receivedTarget: made.receivedTarget, answer: answer, importedID: try own?.optionalText("id") ?? "")
    }

    private static func text(of content: ImportedObject, encoding: String) throws(EntitlementFailure) -> [UInt8] {
        let (text, encoded) = (try content.optionalText("text") ?? "", try content.optionalText(encoding))
        switch encoded {
        case nil, "": return Array(text.utf8)
        case "base64":
            guard let bytes = Base64.decodeLeniently(text) else { throw content.malformed("text", "isn't base64") }
            return bytes
        default: throw content.malformed(encoding, "isn't base64")
        }
    }
}
