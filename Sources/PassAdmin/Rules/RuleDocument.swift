package import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP
package import PassInstruments

/// Writes rules in the form that `RuleReader` reads.
package enum RuleDocument {
    /// Returns the rule's members, without those that have their default values.
    package static func value(of rule: Rule) -> JSONValue {
        var members: [ExactText: JSONValue] = ["action": value(of: rule.action)]
        if !rule.id.isEmpty { members["id"] = .string(rule.id) }
        if rule.match != RuleMatch() { members["match"] = value(of: rule.match) }
        if let times = rule.times { members["times"] = .integer(Int64(times)) }
        if rule.after != 0 { members["after"] = .integer(Int64(rule.after)) }
        if let until = rule.until { members["until"] = .string(CivilTime.isoDateWithMilliseconds(until)) }
        if rule.priority != 0 { members["priority"] = .integer(Int64(rule.priority)) }
        return .object(members)
    }

    /// Writes a rule with its counters: first its name, conditions and action, next its limits and counters, and
    /// the time at which it was added.
    static func write(_ state: RuleState, warnings: [String] = [], to writer: inout JSONWriter) {
        let rule = state.rule
        writer.member("id", rule.id)
        writer.member("match", value(of: rule.match))
        writer.member("action", value(of: rule.action))
        if let times = rule.times { writer.member("times", times) }
        writer.member("after", rule.after)
        if let until = rule.until { writer.member("until", CivilTime.isoDateWithMilliseconds(until)) }
        writer.member("priority", rule.priority)
        writer.member("hits", state.hits)
        writer.member("matches", state.matches)
        if let added = state.added { writer.member("added", CivilTime.isoDateWithMilliseconds(added)) }
        if !warnings.isEmpty { writer.member("warnings", warnings) }
    }

    static func response(_ status: HTTPStatus, _ state: RuleState, warnings: [String] = []) -> HTTPResponse {
        response(status) { write(state, warnings: warnings, to: &$0) }
    }

    static func response(_ status: HTTPStatus, _ members: (inout JSONWriter) -> Void) -> HTTPResponse {
        HTTPResponse(
            status, fields: [.contentType: "application/json", .cacheControl: "no-store"],
            body: JSONWriter.object(members))
    }

    private static func value(of match: RuleMatch) -> JSONValue {
        var members: [ExactText: JSONValue] = [:]
        if let operation = match.operation { members["operation"] = .string(operation.text.string) }
        if let family = match.family { members["family"] = .string(family.rawValue) }
        for (fact, pattern) in match.facts { members[fact.rawValue] = .string(pattern.text.string) }
        if !match.headers.isEmpty {
            members["headers"] = .object(
                Dictionary(
                    match.headers.map { (ExactText($0.name.spelling), .string($0.value.text.string)) },
                    uniquingKeysWith: { first, _ in first }))
        }
        if let nth = match.nth { members["nth"] = .integer(Int64(nth)) }
        if let probability = match.probability { members["probability"] = number(probability) }
        if let seed = match.seed { members["seed"] = .integer(Int64(clamping: seed)) }
        return .object(members)
    }

    private static func value(of action: RuleAction) -> JSONValue {
        var members: [ExactText: JSONValue] = [:]
        switch action.answer {
        case .usual: break
        case .status(let status): members["status"] = .integer(Int64(status))
        case .failure(let failure):
            members["failure"] = .string(failure.name)
            if case .denied(let message?) = failure { members["message"] = .string(message) }
        }
        if !action.headers.isEmpty {
            members["headers"] = .object(
                Dictionary(
                    action.headers.map { (ExactText($0.name.spelling), $0.value.map { .string($0) } ?? .null) },
                    uniquingKeysWith: { first, _ in first }))
        }
        if let body = action.body {
            if let text = String(validating: body.bytes, as: UTF8.self) {
                members["body"] = .string(text)
            } else {
                members["bodyBase64"] = .string(Base64.encode(body.bytes))
            }
            if let type = body.type { members["contentType"] = .string(type) }
        }
        if !action.bodyPatch.isEmpty {
            members["bodyPatch"] = .array(
                action.bodyPatch.map { .object(["find": .string($0.find), "replace": .string($0.replace)]) })
        }
        if let delay = action.delay { members["delay"] = value(of: delay) }
        if let token = action.token { members["token"] = .string(token.rawValue) }
        if let transport = action.transport { members["transport"] = TransportForm.value(of: transport) }
        if let mvpd = action.mvpd { members["mvpd"] = .string(mvpd.rawValue) }
        return .object(members)
    }

    private static func value(of delay: RuleDelay) -> JSONValue {
        switch delay {
        case .fixed(let milliseconds): .object(["fixedMs": .integer(Int64(milliseconds))])
        case .uniform(let range):
            .object(["uniformMs": .array([range.lowerBound, range.upperBound].map { .integer(Int64($0)) })])
        case .longTail(let median, let sigma): .object(["longTailMs": number(median), "sigma": number(sigma)])
        }
    }

    private static func number(_ number: Double) -> JSONValue {
        Int64(exactly: number).map { .integer($0) } ?? .number(number)
    }
}
