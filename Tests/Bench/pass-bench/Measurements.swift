import PassCore

/// What only Swift can measure: `pass-bench NAME [ARGUMENT…]` prints one JSON object of figures to standard output; `bare` serves
/// until it is ended.
enum Measurements {
    /// - Returns: the exit code: 0 good, 1 when the measurement failed, 2 for a wrong call.
    static func run(_ arguments: [String]) async -> Int32 {
        do {
            let figures: Figures
            switch (arguments.first, Array(arguments.dropFirst())) {
            case ("start", []): figures = try await StartTimes.measure()
            case ("namespaces", []): figures = try await NamespaceTimes.measure()
            case ("leaves", []): figures = try LeafTimes.measure()
            case ("sessions", []): figures = try await SessionGrowth.measure()
            case ("flow", let rest) where rest.count == 2:
                guard let seconds = Int(rest[1]) else { return usage() }
                figures = try await FlowRate.measure(url: rest[0], seconds: seconds)
            case ("record", let rest) where rest.count == 2:
                figures = try await FlowRecording.write(url: rest[0], host: rest[1])
            #if os(Linux)
                case ("bare", let rest) where rest.count == 2:
                    guard let port = UInt16(rest[0]), let bytes = Int(rest[1]) else { return usage() }
                    try BareAnswers.serve(port: port, bytes: bytes)
                case ("load", let rest) where rest.count >= 5:
                    guard let port = UInt16(rest[0]), let bytes = Int(rest[2]), let connections = Int(rest[3]),
                        let milliseconds = Int(rest[4]), let question = LeanLoad.Question(rest.dropFirst(5))
                    else { return usage() }
                    figures = try LeanLoad.measure(
                        port: port, path: rest[1], question, answerBytes: bytes, connections: connections,
                        milliseconds: milliseconds)
            #endif
            default: return usage()
            }
            let line = JSONWriter.object { json in
                for (name, value) in figures { json.member(name, value) }
            }
            _ = StandardStream.output.write(line + Array("\n".utf8))
            return 0
        } catch {
            _ = StandardStream.error.write("pass-bench: \(error)\n")
            return 1
        }
    }

    private static func usage() -> Int32 {
        _ = StandardStream.error.write(
            """
            usage: pass-bench start | namespaces | leaves | sessions | flow URL SECONDS | record URL HOST | bare PORT BYTES
                   pass-bench load PORT PATH BYTES CONNECTIONS MILLISECONDS [varied | form BODY]

            """
        )
        return 2
    }
}

/// Names and values in the order in which they are printed.
typealias Figures = [(name: String, value: JSONValue)]
