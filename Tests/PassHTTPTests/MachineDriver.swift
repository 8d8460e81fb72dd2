import PassCore
import PassHTTP
import Testing

/// Drives a machine as a loop does, without a socket, and writes down what happens.
struct MachineDriver {
    var machine = HTTPConnectionMachine()
    var limits = HTTPLimits()
    var log: [String] = []
    /// Answered at once with their own target unless their path is `/wait`.
    private var pending: [UInt8] = []
    private let connection = HTTPConnectionInfo()

    mutating func receive(_ text: String) {
        pending += Array(text.utf8)
        run()
    }

    mutating func endInput() {
        machine.endInput()
        run()
    }

    mutating func answer(_ response: HTTPResponse) {
        write(response)
        run()
    }

    mutating func acceptTunnel() {
        var output = OutputBuffer()
        machine.acceptTunnel(into: &output)
        log.append("> " + firstLine(output.bytes))
        run()
    }

    mutating func expire() {
        perform(machine.expire())
    }

    mutating func run() {
        while true {
            let window = pending
            let step = window.withUnsafeBytes { machine.advance($0, limits: limits, connection: connection) }
            pending.removeFirst(step.consumed)
            if !perform(step.action) { return }
        }
    }

    /// - Returns: whether the machine is to be asked again.
    @discardableResult
    private mutating func perform(_ action: HTTPConnectionMachine.Action) -> Bool {
        switch action {
        case .read:
            log.append("read \(machine.waiting)")
            return false
        case .admit(let head):
            var output = OutputBuffer()
            let admission: HTTPAdmission =
                switch head.request.target {
                case "/none": .refuse(HTTPResponse(.notFound, text: "/none"))
                case "/few": .content(atMost: 4)
                default: .content(atMost: .max)
                }
            machine.admit(admission, HTTPDateCache(now: Timestamp(seconds: 0)), into: &output)
            if output.count > 0 { log.append("> " + firstLine(output.bytes)) }
            return true
        case .sendContinue:
            log.append("> 100")
            return true
        case .deliver(let received):
            let request = received.request
            log.append("< \(request.method.rawValue) \(request.target)")
            if request.target == "/wait" || request.method == .connect { return true }
            write(HTTPResponse(text: request.target))
            return true
        case .refuse(let error):
            write(error.response)
            return true
        case .wait:
            log.append("wait")
            return false
        case .tunnel:
            log.append("tunnel")
            return false
        case .close:
            log.append("close" + (machine.endIsExpected ? "" : " in stages"))
            return false
        }
    }

    private mutating func write(_ response: HTTPResponse) {
        var output = OutputBuffer()
        machine.answer(response, HTTPDateCache(now: Timestamp(seconds: 0)), into: &output)
        let text = String(decoding: output.bytes, as: UTF8.self)
        log.append("> " + firstLine(output.bytes) + (text.contains("\r\nConnection: close\r\n") ? " close" : ""))
    }

    private func firstLine(_ bytes: UnsafeRawBufferPointer) -> String {
        String(decoding: bytes.prefix { $0 != 0x0D }.dropFirst("HTTP/1.1 ".utf8.count), as: UTF8.self)
    }
}
