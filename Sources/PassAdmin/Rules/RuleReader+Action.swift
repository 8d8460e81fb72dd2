package import PassCore
package import PassDomain
import PassHTTP
package import PassInstruments

extension RuleReader {
    static let actionNames = [
        "failure", "message", "status", "headers", "body", "bodyBase64", "contentType", "bodyPatch", "delay", "token",
        "transport", "mvpd",
    ]

    /// Reads the action of a rule.
    package func action(_ value: JSONValue, at place: String) throws(EntitlementFailure) -> RuleAction {
        let content = try ControlContent(value, names: Self.actionNames, at: place)
        var action = RuleAction(try answer(content))
        action.headers = try headers(content, at: place)
        action.body = try body(content)
        action.bodyPatch = try bodyPatch(content, at: place)
        action.delay = try delay(content, at: place)
        action.token = try choice("token", of: TokenSurgery.self, content)
        action.transport = try content["transport"].map { value throws(EntitlementFailure) in
            try TransportForm.read(value, at: "\(place).transport")
        }
        action.mvpd = try choice("mvpd", of: MVPDFault.self, content)
        guard !content.isEmpty else {
            throw .missingParameter("One of \(Self.actionNames.joined(separator: ", ")) in \(place)")
        }
        try checkCombination(action, content)
        return action
    }

    private func answer(_ content: ControlContent) throws(EntitlementFailure) -> RuleAction.Answer {
        let status = try content.integer("status", in: 200...599)
        let message = try content.text("message")
        guard let name = try content.text("failure") else {
            if message != nil { throw content.malformed("message", "has no effect without the failure denied") }
            return status.map { .status(Int($0)) } ?? .usual
        }
        if status != nil { throw content.malformed("status", "can't be combined with failure") }
        return .failure(try failure(name, message, content))
    }

    private func failure(
        _ name: String, _ message: String?, _ content: ControlContent
    ) throws(EntitlementFailure) -> ForcedFailure {
        if [ForcedFailure.denied, ForcedFailure.notAuthorized].containsBytes(of: name) {
            if let message, !ForcedFailure.isMessage(message) {
                throw content.malformed(
                    "message",
                    "isn't one line of at most 1024 bytes without the word \"details\", at which old clients cut the "
                        + "message off"
                )
            }
            return .denied(message)
        }
        if message != nil { throw content.malformed("message", "has no effect without the failure denied") }
        if let failure = ForcedFailure.Name.allCases.first(where: { $0.rawValue.hasSameBytes(as: name) }) {
            return .named(failure)
        }
        if enhancedErrors.containsBytes(of: name) { return .enhancedError(name) }
        let known = [ForcedFailure.denied] + ForcedFailure.Name.allCases.map(\.rawValue) + enhancedErrors
        let help =
            NearestName.find(name, among: known).map { "the nearest one is \($0)" }
            ?? "the page Rules and /_sim/openapi/simulator.json list them"
        throw content.malformed(
            "failure",
            "is \"\(ControlContent.shown(name))\", which names no failure that a rule can force; \(help)")
    }

    private func headers(
        _ content: ControlContent, at place: String
    ) throws(EntitlementFailure) -> [RuleAction.Header] {
        guard let value = content["headers"] else { return [] }
        guard let members = value.objectValue, !members.isEmpty, members.count <= Self.mostParts else {
            throw content.malformed("headers", "isn't an object of 1 to \(Self.mostParts) fields")
        }
        var headers: [RuleAction.Header] = []
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
            try checkName(name.string, at: "\(place).headers")
            let field = HTTPFieldName(name.string)
            if Self.framing.contains(field) {
                throw .malformedParameter(
                    "\(place).headers.\(name)",
                    reason: "controls the connection, so a rule can't change it; use the member transport to "
                        + "change how answers are sent"
                )
            }
            if Self.identification.contains(field) {
                throw .malformedParameter(
                    "\(place).headers.\(name)", reason: "names the exchange or the node, so a rule can't change it")
            }
            switch value {
            case .null: headers.append(.init(field, nil))
            case .string(let text) where Self.isFieldValue(text): headers.append(.init(field, text))
            default:
                throw .malformedParameter(
                    "\(place).headers.\(name)", reason: "is neither a valid header field value nor null")
            }
        }
        return headers
    }

    static let framing: Set<HTTPFieldName> = [
        .connection, .contentLength, .transferEncoding, "Keep-Alive", "Upgrade", "Trailer",
    ]
    /// The fields by which a client finds the exchange in the journal.
    static let identification: Set<HTTPFieldName> = ["X-Pass-Simulator-Exchange", "X-Pass-Simulator-Node"]

    private static func isFieldValue(_ text: String) -> Bool {
        text.utf8.count <= longestText && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
    }

    private func body(_ content: ControlContent) throws(EntitlementFailure) -> RuleAction.Body? {
        let type = try content.text("contentType")
        if let type, !Self.isFieldValue(type) {
            throw content.malformed("contentType", "isn't a valid header field value")
        }
        let bytes: [UInt8]
        switch (content["body"], content["bodyBase64"]) {
        case (nil, nil):
            if type != nil { throw content.malformed("contentType", "has no effect without body") }
            return nil
        case (.string(let text)?, nil): bytes = Array(text.utf8)
        case (_?, nil): throw content.malformed("body", "isn't text")
        case (nil, let value?):
            guard let decoded = value.stringValue.flatMap({ Base64.decode($0) }) else {
                throw content.malformed("bodyBase64", "isn't base64")
            }
            bytes = decoded
        case (_?, _?): throw content.malformed("bodyBase64", "can't be combined with body")
        }
        guard bytes.count <= Self.longestBody else {
            throw content.malformed("body", "is longer than \(Self.longestBody) bytes")
        }
        return RuleAction.Body(bytes, type: type)
    }

    private func bodyPatch(
        _ content: ControlContent, at place: String
    ) throws(EntitlementFailure) -> [RuleAction.Replacement] {
        guard let value = content["bodyPatch"] else { return [] }
        guard let elements = value.arrayValue, !elements.isEmpty, elements.count <= Self.mostParts else {
            throw content.malformed("bodyPatch", "isn't a list of 1 to \(Self.mostParts) objects")
        }
        var patch: [RuleAction.Replacement] = []
        for (index, element) in elements.enumerated() {
            let item = try ControlContent(element, names: ["find", "replace"], at: "\(place).bodyPatch[\(index)]")
            let find = try item.requiredText("find")
            guard let replace = item["replace"]?.stringValue else { throw item.malformed("replace", "isn't text") }
            guard find.utf8.count <= Self.longestText, replace.utf8.count <= Self.longestText else {
                throw item.malformed("find", "or replace is longer than \(Self.longestText) bytes")
            }
            patch.append(.init(find: find, replace: replace))
        }
        return patch
    }

    private func delay(_ content: ControlContent, at place: String) throws(EntitlementFailure) -> RuleDelay? {
        guard let value = content["delay"] else { return nil }
        let longest = Int64(RuleDelay.longest)
        if value.objectValue == nil {
            guard let number = value.integerValue, (0...longest).contains(number) else {
                throw content.malformed("delay", "is neither 0 to \(longest) milliseconds nor an object")
            }
            return .fixed(Int(number))
        }
        let form = try ControlContent(
            value, names: ["fixedMs", "uniformMs", "longTailMs", "sigma"], at: "\(place).delay")
        let kinds = ["fixedMs", "uniformMs", "longTailMs"].filter { form[$0] != nil }
        guard kinds.count == 1 else {
            throw content.malformed("delay", "doesn't have exactly one of fixedMs, uniformMs and longTailMs")
        }
        let sigma = try form.number("sigma", in: 0...5)
        if sigma != nil, kinds[0] != "longTailMs" {
            throw form.malformed("sigma", "has no effect without longTailMs")
        }
        if let fixed = try form.integer("fixedMs", in: 0...longest) { return .fixed(Int(fixed)) }
        if let median = try form.number("longTailMs", in: 0...Double(longest)) {
            return .longTail(median: median, sigma: sigma ?? 1)
        }
        let bounds = form["uniformMs"]?.arrayValue?.compactMap(\.integerValue) ?? []
        guard bounds.count == 2, form["uniformMs"]?.arrayValue?.count == 2, bounds[0] <= bounds[1],
            bounds.allSatisfy((0...longest).contains)
        else {
            throw form.malformed("uniformMs", "isn't a list of two times from 0 to \(longest), the shorter one first")
        }
        return .uniform(Int(bounds[0])...Int(bounds[1]))
    }

    private func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String, of type: Choice.Type, _ content: ControlContent
    ) throws(EntitlementFailure) -> Choice? {
        guard let text = try content.text(name) else { return nil }
        guard let choice = Choice.allCases.first(where: { $0.rawValue.hasSameBytes(as: text) }) else {
            throw content.malformed(
                name, "isn't one of \(Choice.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return choice
    }

    /// Refuses combinations of members in which one would have no effect.
    private func checkCombination(
        _ action: RuleAction, _ content: ControlContent
    ) throws(EntitlementFailure) {
        if case .status(let status) = action.answer {
            if action.token != nil { throw content.malformed("token", "has no effect together with status") }
            if action.mvpd != nil { throw content.malformed("mvpd", "has no effect together with status") }
            if status == 204 || status == 205 || status == 304, action.body != nil {
                throw content.malformed("body", "can't be sent with the status \(status)")
            }
        }
        if case .failure = action.answer, action.mvpd == .down {
            throw content.malformed("mvpd", "has no effect together with failure")
        }
        if action.body != nil, action.token != nil {
            throw content.malformed("token", "has no effect together with body")
        }
        if action.body != nil, !action.bodyPatch.isEmpty {
            throw content.malformed("bodyPatch", "has no effect together with body")
        }
    }
}
