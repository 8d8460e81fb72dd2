import PassCore
import PassDomain

extension CheckWords {
    /// Returns the words for the checks of decisions.
    static func decision(_ check: Check, _ context: Context) -> CheckWords {
        switch check {
        case .offer(let resource, let requestor):
            CheckWords(
                "offer", [("resource", .text(resource.string)), ("requestor", .text(requestor.rawValue))],
                passed: "\(requestor) offers the resource \(resource.string).",
                failed: "\(requestor) doesn't offer the resource \(resource.string).")
        case .resourceForm:
            CheckWords("resource", passed: "The resource is well-formed.", failed: "The resource is malformed.")
        case .resourceCount(let count, let limit):
            CheckWords(
                "number of resources", [("resources", .number(count)), ("limit", .number(limit))],
                passed:
                    "The request asks for \(count == 1 ? "one resource" : "\(count) resources"), and the MVPD accepts up to \(limit) in a request.",
                failed: "The request asks for \(count) resources, and the MVPD accepts up to \(limit) in a request.")
        case .degradation(let degradation, let mvpd):
            CheckWords(
                "degradation", [("mvpd", .text(mvpd.rawValue)), ("rule", .text(degradation.rawValue))],
                passed: degradation == .authNAll
                    ? "The degradation rule of \(mvpd) logs every user in."
                    : "The degradation rule of \(mvpd) permits every resource.",
                failed: "The degradation rule of \(mvpd) denies every resource.")
        case .refreshToken(let mvpd):
            CheckWords(
                "refresh token", [("mvpd", .text(mvpd.rawValue))],
                passed: "\(mvpd) accepts the refresh token of the login.",
                failed: "\(mvpd) doesn't accept the refresh token of the login, or there is none.")
        case .magicName(let resource, let prefix):
            CheckWords(
                "resource name", [("resource", .text(resource.string)), ("prefix", .text(prefix))],
                passed: "The simulated MVPDs take three seconds for a resource whose name begins with \"\(prefix)\".",
                failed: "The simulated MVPDs deny every resource whose name begins with \"\(prefix)\".")
        case .account(let subscriber, let mvpd):
            CheckWords(
                "account", [("subscriber", .text(subscriber.rawValue)), ("mvpd", .text(mvpd.rawValue))],
                passed: "\(subscriber) has an account at \(mvpd).", failed: "\(subscriber) has no account at \(mvpd).")
        case .rating(let rating, let limit):
            CheckWords(
                "parental rating",
                [("rating", .text(rating.value))] + (limit.mpaa.map { [("mpaa", .text($0))] } ?? [])
                    + (limit.vchip.map { [("vchip", .text($0))] } ?? []),
                passed: "The subscriber may watch resources rated \(rating.value).",
                failed: "The subscriber may not watch resources rated \(rating.value).")
        case .decision(let decision): self.decision(decision)
        case .keptDecision(let resource, let expires, let now):
            CheckWords(
                "kept decision",
                [("resource", .text(resource.string)), ("expires", .time(expires)), ("now", .time(now))],
                passed: "The MVPD permitted the resource \(resource.string) earlier; its decision is kept until "
                    + "\(text(expires)).",
                failed: "The MVPD denied the resource \(resource.string) earlier; its decision is kept until "
                    + "\(text(expires)).")
        case .forcedDenial(let resource, let code):
            CheckWords(
                "rule", [("resource", .text(resource.string)), ("denial", .text(code.rawValue))], passed: "",
                failed: subject(rule: context.rule)
                    + (code == .network
                        ? " acts as if the MVPD were down, so the resource \(resource.string) is denied."
                        : " denies the resource \(resource.string)."))
        case .repeatedDenials(let count, let limit):
            CheckWords(
                "repeated denials", [("denials", .number(count)), ("limit", .number(limit))],
                passed: "The login has \(count) denials, and \(limit) are allowed.",
                failed: "The login has \(count) denials in a short time, which counts as attempted fraud.")
        case .temporaryPass(let mvpd):
            CheckWords(
                "temporary pass", [("mvpd", .text(mvpd.rawValue))],
                passed: "The temporary pass \(mvpd) needs no login.",
                failed: "The temporary pass \(mvpd) has no duration.")
        case .passHolder(let member):
            CheckWords(
                "pass holder", [("member", .text(member))], passed: "The request names the holder of the pass.",
                failed: "The request doesn't name the holder of the pass: its generic data has no \(member).")
        case .passResources(let used, let limit):
            CheckWords(
                "pass resources", [("used", .number(used)), ("limit", .number(limit))],
                passed: "The temporary pass covers the resource.",
                failed: "The temporary pass covers \(limit) resources, and \(used) have been used.")
        default: CheckWords("check", passed: "", failed: "")
        }
    }

    private static func decision(_ decision: Check.MVPDDecision) -> CheckWords {
        let (mvpd, subscriber, resource) = (decision.mvpd, decision.subscriber, decision.resource.string)
        return CheckWords(
            "MVPD decision",
            [
                ("mvpd", .text(mvpd.rawValue)), ("subscriber", .text(subscriber.rawValue)),
                ("resource", .text(resource)),
            ] + (decision.denial.map { [("denial", .text($0.code.rawValue)), ("message", .text($0.message))] } ?? []),
            passed: "\(mvpd) permits the resource \(resource) to \(subscriber).",
            failed: "\(mvpd) denies the resource \(resource) to \(subscriber): \(decision.denial?.message ?? "")")
    }
}
