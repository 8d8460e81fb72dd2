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
            case ("sessions", let rest) where rest.count <= 2:
                figures = try await SessionGrowth.measure(
                    store: rest[0], cacheBytes: rest.dropFirst().first.flatMap { Int($0) })
            case ("flow", let rest) where rest.count == 2:
                guard let seconds = Int(rest[1]) else { return usage() }
                figures = try await FlowRate.measure(url: rest[0], seconds: seconds)
            case ("record", let rest) where rest.count == 2:
                figures = try await FlowRecording.write(url: rest[0], host: rest[1])
            #if os(Linux)
                case ("bare", let rest) where rest.count == 3:
                    guard let port = UInt16(rest[0]), let bytes = Int(rest[1]), let signatures = Int(rest[2])
                    else { return usage() }
                    try BareAnswers.serve(port: port, bytes: bytes, signatures: signatures)
                case ("load", let rest) where rest.count == 5 || rest.count == 6:
                    guard let port = UInt16(rest[0]), let answers = AnswerLengths(statuses: rest[2]),
                        let connections = Int(rest[3]), let milliseconds = Int(rest[4])
                    else { return usage() }
                    figures = try LeanLoad.measure(
                        .init(
                            port: port, requests: PreparedRequests(file: rest[1]), answers: answers,
                            connections: connections, milliseconds: milliseconds,
                            authority: rest.count == 6 ? PreparedRequests.read(rest[5]) : nil))
                case ("play", let rest) where rest.count == 4:
                    guard let port = UInt16(rest[0]), let users = Int(rest[2]), let milliseconds = Int(rest[3])
                    else { return usage() }
                    figures = try PlayLoad.measure(port: port, file: rest[1], users: users, milliseconds: milliseconds)
            #endif
            default: return usage()
            }
            let line = JSONWriter.object { json in
                for (name, value) in figures { json.member(.text(name), value) }
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
            usage: pass-bench start | namespaces | leaves | sessions [STORE [CACHE-BYTES]] | flow URL SECONDS | record URL HOST | bare PORT BYTES SIGNATURES
                   pass-bench load PORT REQUESTS STATUS[,STATUS…] CONNECTIONS MILLISECONDS [AUTHORITY]
                   pass-bench play PORT PLAY USERS MILLISECONDS

            """
        )
        return 2
    }
}

/// Names and values in the order in which they are printed.
typealias Figures = [(name: String, value: JSONValue)]
