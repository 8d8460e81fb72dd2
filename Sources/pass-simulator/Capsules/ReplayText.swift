import PassCore
import PassSimulator

/// The report of a replay.
enum ReplayText {
    static func text(_ replay: CapsuleReplay) -> String {
        var text = "\(count(replay.exchanges.count, "request")) played: \(replay.same) answered the same"
        let different = replay.different.count
        text += different == 0 ? "." : ", \(different) answered differently."
        text += "\n"
        if !replay.isComplete {
            text += "The capsule doesn't reach back to the namespace's beginning, so differences are to be expected.\n"
        }
        for step in replay.failedSteps {
            text +=
                "A change made before these requests had another result: \(ShownText.line(step))\n"
        }
        for exchange in replay.exchanges {
            let name = "\(exchange.id)  \(exchange.method) \(exchange.path)  \(exchange.operation ?? "")"
            switch exchange.outcome {
            case .same: continue
            case .notCompared(let reason): text += "\n\(ShownText.line(name))\n  not compared: \(reason)\n"
            case .different(let differences):
                text += "\n\(ShownText.line(name))\n"
                for difference in differences {
                    text += "  \(ShownText.line(difference.place))\n"
                    text += "    recorded: \(ShownText.line(difference.recorded))\n"
                    text += "    replayed: \(ShownText.line(difference.replayed))\n"
                }
            }
        }
        return text
    }

    private static func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }

    static func json(_ replay: CapsuleReplay) -> String {
        let bytes = JSONWriter.object { report in
            report.member("complete", replay.isComplete)
            report.member("same", replay.same)
            report.member("different", replay.different.count)
            report.member("failedSteps", replay.failedSteps)
            report.memberArray("exchanges") { list in
                for exchange in replay.exchanges { list.elementObject { write(exchange, to: &$0) } }
            }
        }
        return String(decoding: bytes, as: UTF8.self) + "\n"
    }

    private static func write(_ exchange: CapsuleReplay.Exchange, to object: inout JSONWriter) {
        object.member("exchange", exchange.id.description)
        object.member("method", exchange.method)
        object.member("path", exchange.path)
        object.memberIfPresent("operation", exchange.operation)
        switch exchange.outcome {
        case .same: object.member("outcome", "same")
        case .notCompared(let reason):
            object.member("outcome", "notCompared")
            object.member("reason", reason)
        case .different(let differences):
            object.member("outcome", "different")
            object.memberArray("differences") { list in
                for difference in differences {
                    list.elementObject { element in
                        element.member("place", difference.place)
                        element.member("recorded", difference.recorded)
                        element.member("replayed", difference.replayed)
                    }
                }
            }
        }
    }
}
