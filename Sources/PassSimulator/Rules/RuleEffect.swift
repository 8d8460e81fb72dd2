import CPassSystem
import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP
import PassInstruments
import PassTokens

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The effect of a rule on one request: how it replaces or limits the operation's answer, and what it changes in the
/// answer.
struct RuleEffect {
    /// The ID of the rule.
    let rule: String
    /// The answer that the request gets instead of reaching its operation; `nil` if there is none.
    private(set) var answer: HTTPResponse?
    /// The failure with which the operation's family answers instead of the operation; `nil` if there is none.
    private(set) var failure: EntitlementFailure?
    /// The denial of those of the request's resources that the rule matches.
    private(set) var denial: ForcedDenial?
    /// The defect of the simulated MVPD.
    private(set) var mvpdFault: MVPDFault?
    private let action: RuleAction
    private let uncount: @Sendable () throws -> Void
    private var delay = 0

    init(_ taken: TakenRule, on operation: Operation, _ facts: RequestFacts) {
        rule = taken.rule.id
        action = taken.rule.action
        uncount = taken.uncount
        let resource = taken.rule.match.facts[.resource]
        switch action.answer {
        case .usual: break
        case .status(let code): answer = Self.page(code, action.body)
        case .failure(let forced): fail(forced.cause)
        }
        if let fault = action.mvpd { apply(fault, to: operation) }
        if case .denied(let denial) = failure, operation.decidesSeveral, resource != nil || action.mvpd == .down {
            self.denial = ForcedDenial(denial, resources: resource.map { facts.resources(matching: $0) })
            failure = nil
        }
        if let drawn = action.delay { delay += drawn.milliseconds(chance: taken.chance) }
    }

    /// Whether the rule answers the request in place of its operation.
    private var refuses: Bool { answer != nil || failure != nil }

    /// Notes that the rule takes effect.
    func note(in checks: CheckLog?) {
        checks?.note(!refuses, .ruleEffect(rule, action: action.summary))
    }

    private mutating func fail(_ cause: ForcedFailure.Cause) {
        switch cause {
        case .failure(let failure): self.failure = failure
        case .answer(let response): answer = response
        }
    }

    private mutating func apply(_ fault: MVPDFault, to operation: Operation) {
        switch fault {
        case .down where operation.family == .mvpd:
            answer = ContainerPage.response(.serviceUnavailable, "The provider is down.")
        case .down: if operation.decides { failure = .denied(.providerUnreachable) }
        case .slow: delay += MVPDFault.slowness
        case .badSignature, .wrongAudience, .expiredAssertion, .loginLoop: mvpdFault = fault
        }
    }

    /// Returns the error page of a status, or the rule's own content.
    private static func page(_ code: Int, _ body: RuleAction.Body?) -> HTTPResponse {
        let status = HTTPStatus(code: code)
        if code == 204 || code == 205 || code == 304 { return HTTPResponse(status) }
        guard let body else { return ContainerPage.response(status, "\(status.reason)") }
        return HTTPResponse(status, fields: body.type.map { [.contentType: $0] } ?? [:], body: body.bytes)
    }

    /// The header fields that the answer gets or loses at the end, when it has all others.
    var headers: [RuleAction.Header] { action.headers }

    /// Whether the rule has no effect if the operation refuses the request before it decides about a resource.
    var onlyDenies: Bool { denial != nil && action.leavesAnswer && delay == 0 }

    /// Whether the rule had no effect on the request, because the operation refused it before it decided about a
    /// resource.
    var isUnused: Bool { onlyDenies && denial?.isUsed == false }

    /// Takes back the counting of a request on which the rule had no effect.
    ///
    /// - Returns: whether it isn't counted any more; `false` if the store that holds the counts of all nodes can't be
    ///   used.
    func withdraw(notingIn checks: CheckLog?) -> Bool {
        guard (try? uncount()) != nil else { return false }
        checks?.note(true, .rule(rule, .notReached))
        return true
    }

    /// Changes an answer as the rule says, apart from its header fields.
    func change(_ response: inout HTTPResponse, in world: World, now: Timestamp) {
        if let surgery = action.token {
            response.body = AnswerTokens.change(in: response.body) { token in
                world.ports.tokens.operate(
                    on: token, surgery,
                    otherDevice: { binding in
                        let kind: Device.Kind = binding.isNative ? .native : .web
                        return world.ports.devices.bind(Device(id: Self.otherDevice, kind: kind))
                    }, now: now)
            } accessToken: {
                world.ports.credentials.operate(on: $0, surgery, now: now)
            }
        }
        if let body = action.body, answer == nil {
            response.body = body.bytes
            if let type = body.type { response.fields.set(.contentType, type) }
        }
        for patch in action.bodyPatch {
            response.body = patch.apply(to: response.body, limit: max(Self.longestBody, response.body.count))
        }
        response.delay(milliseconds: delay)
        if let transport = action.transport { response.delivery.fault = transport }
    }

    /// The device identifier in tokens that the defect `otherDevice` binds to another device.
    private static let otherDevice = "another device"
    /// The length, in bytes, up to which a body may grow as strings in it are replaced.
    private static let longestBody = 1_048_576
}

extension RuleAction.Replacement {
    /// Returns `content` with each occurrence of `find` replaced.
    ///
    /// - Parameter limit: the maximum length of the result, in bytes; what is beyond it is left out, from the start of
    ///   a character. A few small replacements, one applied to the result of the other, could otherwise fill all
    ///   memory.
    func apply(to content: [UInt8], limit: Int) -> [UInt8] {
        let (find, replacement) = (Array(find.utf8), replace.utf8)
        return content.withUnsafeBytes { content in
            var result: [UInt8] = []
            var rest = content[...]
            while result.count < limit, let start = UnsafeRawBufferPointer(rebasing: rest).firstIndex(of: find) {
                result.append(contentsOf: rest.prefix(start))
                result.append(contentsOf: replacement)
                rest = rest.dropFirst(start + find.count)
            }
            result.append(contentsOf: rest.prefix(max(0, limit + 1 - result.count)))
            guard result.count > limit else { return result }
            // In UTF-8, all bytes of a character but its first have this form.
            let end = result[...limit].lastIndex { $0 & 0xC0 != 0x80 } ?? limit
            return Array(result[..<end])
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Returns the index at which `bytes` first occur; `nil` if they don't.
    fileprivate func firstIndex(of bytes: [UInt8]) -> Int? {
        guard let start = baseAddress else { return nil }
        return CPassSystem_find(start, count, bytes, bytes.count).map { $0 - start }
    }
}

extension RuleDelay {
    /// Returns the delay of one answer, in milliseconds.
    ///
    /// - Parameter chance: a pseudorandom number.
    func milliseconds(chance: UInt64) -> Int {
        var numbers = RepeatableNumbers(seed: chance)
        switch self {
        case .fixed(let milliseconds): return milliseconds
        case .uniform(let range): return Int.random(in: range, using: &numbers)
        case .longTail(let median, let sigma):
            // The sum of twelve uniform numbers is nearly normal, with the variance 1.
            let normal = (0..<12).reduce(-6.0) { sum, _ in sum + numbers.fraction() }
            return Int(min(median * exp(normal * sigma), Double(Self.longest)))
        }
    }
}
