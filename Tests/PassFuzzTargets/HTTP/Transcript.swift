import PassCore
import PassHTTP

/// What one connection made of its bytes, so that two ways of cutting them up can be compared.
struct Transcript: Equatable {
    var events: [String] = []
    /// All that was sent to the client.
    var output: [UInt8] = []

    /// Small, so that inputs of some kilobytes reach every one.
    static let limits = {
        var limits = HTTPLimits()
        limits.headerBytes = 512
        limits.headerCount = 12
        limits.bodyBytes = 1_024
        return limits
    }()

    /// Plays a connection whose peer sends these runs of bytes and then ends.
    init(of runs: [[UInt8]]) throws {
        var machine = HTTPConnectionMachine()
        var window: [UInt8] = []
        var buffer = OutputBuffer()
        let connection = HTTPConnectionInfo()
        let dates = HTTPDateCache(now: Timestamp(seconds: 0))
        let total = runs.reduce(0) { $0 + $1.count }
        /// `false` once nothing more is read.
        func play() throws -> Bool {
            // Each turn takes bytes or changes the phase, so that many are more than enough.
            for _ in 0..<(2 * total + 8) {
                let (consumed, action) = window.withUnsafeBytes {
                    machine.advance($0, limits: Self.limits, connection: connection)
                }
                try require((0...window.count).contains(consumed), "more bytes are taken than there are")
                window.removeFirst(consumed)
                switch action {
                case .read: return true
                case .wait: throw BrokenProperty(description: "an answer is waited for that was given")
                case .close, .tunnel:
                    events.append("\(action)")
                    return false
                case .admit: machine.admit(.content(atMost: .max), dates, into: &buffer)
                case .sendContinue: continue
                case .deliver(let received):
                    let (request, form) = (received.request, received.targetForm)
                    try require(request.body.count <= Self.limits.bodyBytes, "a body is larger than the limit")
                    try require(request.fields.count <= Self.limits.headerCount, "there are more fields than the limit")
                    let fields = request.fields.pairs.map { "\($0.name): \($0.value)" }
                    events.append(
                        "\(request.method.rawValue) \(request.target) \(request.version) \(request.authority) \(form) "
                            + "\(fields) \(request.body)")
                    if request.method == .connect {
                        machine.acceptTunnel(into: &buffer)
                    } else {
                        machine.answer(HTTPResponse(text: "ok"), dates, into: &buffer)
                    }
                case .refuse(let error):
                    try require((400...599).contains(error.status.code), "a refusal isn't an error")
                    events.append("\(error.status.code) \(error.message)")
                    machine.answer(error.response, dates, into: &buffer)
                }
            }
            throw BrokenProperty(description: "the connection neither reads nor ends")
        }
        var isOpen = true
        for run in runs where isOpen {
            window += run
            isOpen = try play()
        }
        if isOpen {
            machine.endInput()
            try require(try !play(), "a connection whose input has ended reads on")
        }
        output = buffer.bytes.map { $0 }
    }
}
