import PassCore
import PassHTTP
import Testing

/// Bytes that come piece by piece to a machine, driven and answered as a server's loop does it, and what became of them.
struct CorpusConversation: Equatable {
    private(set) var requests: [CorpusRequest.Expected] = []
    /// How much of the input had come when each request was handed on.
    private(set) var arrivals: [Int] = []
    private(set) var refusal: Int?
    private(set) var hasEnded = false

    /// - Parameters:
    ///   - pieces: the lengths of the input that have come after each step, growing.
    ///   - ending: whether the client ends its side behind the last piece.
    init(_ bytes: [UInt8], pieces: some Sequence<Int>, ending: Bool = false) {
        var machine = HTTPConnectionMachine()
        var taken = 0
        bytes.withUnsafeBytes { bytes in
            for arrived in pieces where !hasEnded {
                run(&machine, UnsafeRawBufferPointer(rebasing: bytes[..<arrived]), &taken)
            }
            if ending, !hasEnded {
                machine.endInput()
                run(&machine, bytes, &taken)
            }
        }
    }

    /// What the client's own slowness gets it: the refusal's status when all of `bytes` has come and nothing more does.
    static func deadline(_ bytes: [UInt8]) -> Int? {
        var machine = HTTPConnectionMachine()
        var (conversation, taken) = (CorpusConversation([], pieces: []), 0)
        bytes.withUnsafeBytes { conversation.run(&machine, $0, &taken) }
        guard case .refuse(let error) = machine.expire() else { return nil }
        return error.status.code
    }

    /// Equal however the input came.
    static func == (left: CorpusConversation, right: CorpusConversation) -> Bool {
        left.requests == right.requests && left.refusal == right.refusal && left.hasEnded == right.hasEnded
    }

    private mutating func run(
        _ machine: inout HTTPConnectionMachine, _ input: UnsafeRawBufferPointer, _ taken: inout Int
    ) {
        // Each turn takes bytes or changes the machine's state, so that these are more than enough.
        for _ in 0..<(2 * input.count + 8) {
            let (consumed, action) = machine.advance(
                UnsafeRawBufferPointer(rebasing: input[taken...]), limits: Self.limits, connection: Self.connection)
            taken += consumed
            var output = OutputBuffer()
            switch action {
            case .deliver(let received):
                let request = received.request
                requests.append(
                    CorpusRequest.Expected(
                        method: request.method.rawValue, target: request.target, contentBytes: request.body.count))
                arrivals.append(input.count)
                if request.method == .connect {
                    machine.acceptTunnel(into: &output)
                } else {
                    machine.answer(HTTPResponse(), Self.dates, into: &output)
                }
            case .refuse(let error):
                refusal = error.status.code
                machine.answer(error.response, Self.dates, into: &output)
            case .tunnel:
                machine = HTTPConnectionMachine()
            case .admit:
                machine.admit(.content(atMost: .max), Self.dates, into: &output)
            case .sendContinue:
                continue
            case .read, .wait:
                return
            case .close:
                hasEnded = true
                return
            }
        }
        Issue.record("The machine neither reads, waits nor closes.")
        hasEnded = true
    }

    private static let limits = HTTPLimits()
    private static let connection = HTTPConnectionInfo()
    private static let dates = HTTPDateCache(now: Timestamp(seconds: 0))
}
