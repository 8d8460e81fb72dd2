import PassCore
import PassHarness

/// The migration report as text and as JSON.
enum MigrationText {
    static func text(_ report: MigrationReport) -> String {
        var text = ""
        if report.exchangeCount == 0 {
            text += "The journal is empty. Did the app call another namespace?\n"
        } else if report.calls.isEmpty {
            text += "The journal has no call that REST API v2 replaces.\n"
        } else {
            text += "Calls to replace:\n"
            for call in report.calls {
                text += "\n\(call.operation), \(call.count) call\(call.count == 1 ? "" : "s")\n"
                text += "  in REST API v2: \(call.replacement.call ?? "no call")\n  \(call.replacement.changes)\n"
            }
        }
        if !report.modern.isEmpty {
            text +=
                "\nCalls that already use REST API v2: \(report.modern.joined(separator: ", "))\n"
        }
        if !report.decisions.isEmpty {
            text += "\nThe same users through both APIs:\n\n"
            for decision in report.decisions {
                text +=
                    ShownText.line(
                        "  \(decision.user) at \(decision.mvpd), \(decision.resource) of \(decision.requestor)"
                            + (decision.isPreauthorization ? ", preauthorized: " : ": ")
                            + (decision.isSame
                                ? "\(decision.after) by both"
                                : "\(decision.before) now, \(decision.after) by REST API v2")
                            + (decision.recorded.map { $0 == decision.before ? "" : "; the journal says \($0)" } ?? ""))
                    + "\n"
            }
        }
        for reason in report.skipped { text += "\nNot played: \(ShownText.line(reason))\n" }
        return text
    }

    static func json(_ report: MigrationReport) -> String {
        let bytes = JSONWriter.object { object in
            object.memberArray("calls") { list in
                for call in report.calls {
                    list.elementObject { element in
                        element.member("operation", call.operation)
                        element.member("count", call.count)
                        element.memberIfPresent("replacement", call.replacement.call)
                        element.member("changes", call.replacement.changes)
                    }
                }
            }
            object.member("modern", report.modern)
            object.memberArray("decisions") { list in
                for decision in report.decisions {
                    list.elementObject { element in
                        element.member("operation", decision.operation)
                        element.member("requestor", decision.requestor)
                        element.member("mvpd", decision.mvpd)
                        element.member("user", decision.user)
                        element.member("resource", decision.resource)
                        element.memberIfPresent("recorded", decision.recorded)
                        element.member("before", decision.before)
                        element.member("after", decision.after)
                        element.member("same", decision.isSame)
                    }
                }
            }
            object.member("skipped", report.skipped)
        }
        return String(decoding: bytes, as: UTF8.self) + "\n"
    }
}
