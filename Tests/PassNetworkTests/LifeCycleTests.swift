import Dispatch
import PassCore
import PassHTTP
import Testing

@testable import PassNetwork

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension RawClient {
    /// Closes so that the server gets a reset.
    func reset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        _ = setsockopt(socket.descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }
}

@Suite("Life cycle of the server")
struct LifeCycleTests {
    @Test("A client that sends the rest of its refused content, and ends its sending, still gets an orderly end")
    func refusedContent() async throws {
        let (entered, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let respond: @Sendable (HTTPRequest) -> HTTPAnswer = { request in
            if request.target == "/hold" {
                entered.signal()
                gate.wait()
            }
            return .ready(HTTPResponse(text: request.target))
        }
        var limits = HTTPLimits()
        limits.bodyBytes = 10
        try await TestServer.run(limits: limits, respond: respond) { server in
            let client = try server.connect()
            try client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 900000\r\n\r\n")
            #expect(try client.response().status == .contentTooLarge)
            // While the loop is held up, the rest of the content and the end of the client's sending arrive together.
            let holder = try server.connect()
            try holder.send("GET /hold HTTP/1.1\r\nHost: a\r\n\r\n")
            entered.wait()
            try client.send(String(repeating: "a", count: 150_000))
            client.socket.endSending()
            gate.signal()
            #expect(try client.receiveAll() == Received("", .orderly))
            #expect(try holder.response().text == "/hold")
        }
    }

    @Test("Stopping closes idle connections, refuses new ones and lets the last answer out")
    func draining() async throws {
        let gate = DispatchSemaphore(value: 0)
        let late = Guarded(0)
        let respond: @Sendable (HTTPRequest) -> HTTPAnswer = { request in
            if request.target == "/late" { late.withLock { $0 += 1 } }
            guard request.target == "/work" else { return .ready(HTTPResponse()) }
            return .work { _ in
                gate.wait()
                return HTTPResponse(text: "done")
            }
        }
        try await TestServer.run(respond: respond) { server in
            let fresh = try server.connect()
            let idle = try server.connect()
            try idle.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try idle.response().status == .ok)
            let busy = try server.connect()
            try busy.send("GET /work HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\n")
            try server.roundTrip()
            server.server.drain(within: 10_000)
            #expect(try idle.isAtEnd())
            #expect(try fresh.isAtEnd())
            // The connection fails, unless another test's server has got the port by now.
            if let other = try? server.connect(), (try? other.send("GET /late HTTP/1.1\r\nHost: a\r\n\r\n")) != nil {
                _ = try? other.response()
            }
            #expect(late.withLock(\.self) == 0)
            gate.signal()
            let response = try busy.response()
            #expect(response.text == "done")
            #expect(response.fields[.connection] == "close")
            #expect(try busy.isAtEnd())
            busy.socket.endSending()
            await server.server.stop(within: 10_000)
            #expect(server.server.connectionCount == 0)
            await server.server.stop(within: 0)
        }
    }

    @Test("Unfinished work is closed when the time to stop has run out")
    func bounded() async throws {
        let gate = DispatchSemaphore(value: 0)
        let respond: @Sendable (HTTPRequest) -> HTTPAnswer = { _ in
            .work { _ in
                gate.wait()
                return HTTPResponse()
            }
        }
        try await TestServer.run(respond: respond) { server in
            let busy = try server.connect()
            try busy.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            let partial = try server.connect()
            try partial.send("GET / HT")
            await server.server.stop(within: 20)
            #expect(busy.isGone())
            #expect(partial.isGone())
            gate.signal()
        }
    }

    @Test(
        "A client that resets its connection leaks nothing, whatever stage it was in",
        arguments: [
            "", "GET / HT", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc", "\u{16}\u{3}\u{1}",
            "GET / HTTP/1.1\r\nHost: a\r\n\r\n", "GET /work HTTP/1.1\r\nHost: a\r\n\r\n",
            "GET /late HTTP/1.1\r\nHost: a\r\n\r\n", "GET /large HTTP/1.1\r\nHost: a\r\n\r\n",
            "CONNECT a.example:443 HTTP/1.1\r\nHost: a\r\n\r\n", "broken\r\n\r\n",
        ])
    func resets(_ sent: String) async throws {
        let gate = DispatchSemaphore(value: 0)
        let content = [UInt8](repeating: 7, count: 16 << 20)
        let respond: @Sendable (HTTPRequest) -> HTTPAnswer = { request in
            switch request.target {
            case "/large": return .ready(HTTPResponse(body: content))
            case "/work":
                return .work { _ in
                    gate.wait()
                    return HTTPResponse()
                }
            case "/late":
                var late = HTTPResponse()
                late.delivery = .delayed(milliseconds: 600_000)
                return .ready(late)
            default: return .ready(HTTPResponse())
            }
        }
        try await TestServer.run(respond: respond) { server in
            do {
                let client = try server.connect()
                try client.send(sent)
                try server.roundTrip()
                client.reset()
            }
            let observer = try server.connect()
            // On a busy machine the kernel may hand over a reset after what another connection sent later.
            let deadline = MonotonicClock.milliseconds + 10_000
            repeat {
                try observer.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(try observer.response().status == .ok)
            } while server.server.connectionCount > 1 && MonotonicClock.milliseconds < deadline
            #expect(server.server.connectionCount == 1)
            gate.signal()
            try observer.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try observer.response().status == .ok)
        }
    }

    @Test("No descriptor is open after the server has stopped")
    func descriptors() async {
        await #expect(processExitsWith: .success) {
            // Dispatch opens files for a moment, to look at its threads.
            let count = { (0..<20).map { _ in DescriptorCount.now() }.min() ?? 0 }
            // The first use of libraries opens what stays open.
            try await LifeCycleTests.useEverything()
            let before = count()
            for _ in 0..<3 { try await LifeCycleTests.useEverything() }
            #expect(count() == before)
            #expect(before > 2)
        }
    }

    @Test("A poller that the system refuses throws, and frees its memory once")
    func noPoller() async {
        await #expect(processExitsWith: .success) {
            // With a limit of 0, open descriptors stay open and no other can be opened, even when one is closed.
            var limit = rlimit(rlim_cur: 0, rlim_max: 80)
            #expect(setrlimit(DescriptorCount.resource, &limit) == 0)
            for _ in 0..<10 { #expect(throws: SystemError.self) { try Poller() } }
        }
    }

    @Test("Without free descriptors a connection is closed at once, and served again when there are some")
    func outOfDescriptors() async {
        await #expect(processExitsWith: .success) {
            var limit = rlimit(rlim_cur: 80, rlim_max: 80)
            #expect(setrlimit(DescriptorCount.resource, &limit) == 0)
            let events = Guarded(0)
            let log: @Sendable (HTTPServerEvent) -> Void = { event in
                if case .outOfDescriptors = event { events.withLock { $0 += 1 } }
            }
            try await TestServer.run(log: log) { server in
                try server.roundTrip()
                while server.server.connectionCount > 0 { await Task.yield() }
                var held = DescriptorCount.takeAll()
                // One for the client, none for the server.
                close(held.removeLast())
                #expect(try server.connect().isGone())
                #expect(events.withLock { $0 } > 0)
                for descriptor in held { close(descriptor) }
                try server.roundTrip()
            }
        }
    }

    @Test("A connection that waits for its answer uses no CPU time, whatever its client sends meanwhile")
    func idleWhileWaiting() async {
        await #expect(processExitsWith: .success) {
            let respond: @Sendable (HTTPRequest) -> HTTPAnswer = { _ in
                var late = HTTPResponse()
                late.delivery = .delayed(milliseconds: 500)
                return .ready(late)
            }
            try await TestServer.run(respond: respond) { server in
                let secure = try server.connect()
                try secure.socket.startTLS(try TestAuthority.shared.clientContext(), serverName: "localhost")
                let clients = [secure, try server.connect(), try server.connect()]
                let start = clock()
                for client in clients {
                    try client.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
                    try client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                }
                clients[2].socket.endSending()
                for client in clients { #expect(try client.response().status == .ok) }
                #expect(clock() - start < CLOCKS_PER_SEC / 5)
            }
        }
    }

    /// Plain, TLS and tunnelled exchanges, refusals, resets and a connection that is open at the end.
    static func useEverything() async throws {
        try await TestServer.run { server in
            try server.roundTrip()
            let secure = try server.connect()
            try secure.socket.startTLS(try TestAuthority.shared.clientContext(), serverName: "localhost")
            try secure.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try secure.response().status == .ok)
            let tunnel = try server.connect()
            try tunnel.send("CONNECT a.example:443 HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try tunnel.response(to: .connect).status == .ok)
            try tunnel.socket.startTLS(try TestAuthority.shared.clientContext(), serverName: "a.example")
            let broken = try server.connect()
            try broken.send("broken\r\n\r\n")
            #expect(try broken.response().status == .badRequest)
            let reset = try server.connect()
            try reset.send("GET / HT")
            reset.reset()
            let open = try server.connect()
            try open.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try open.response().status == .ok)
        }
    }
}

/// The descriptors of this process.
enum DescriptorCount {
    #if canImport(Glibc)
        static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
        static let resource = RLIMIT_NOFILE
    #endif

    static func now() -> Int {
        (0..<4_096).count { fcntl(Int32($0), F_GETFD) >= 0 }
    }

    /// Opens files until no descriptor is free, and returns their descriptors. Waits for Dispatch to close its own.
    static func takeAll() -> [Int32] {
        var held: [Int32] = []
        repeat {
            while case let descriptor = open("/dev/null", O_RDONLY), descriptor >= 0 { held.append(descriptor) }
        } while hasBriefOne
        return held
    }

    /// Whether a file in `/proc` is open: Dispatch opens them for a moment, to look at its threads.
    private static var hasBriefOne: Bool {
        var target = [CChar](repeating: 0, count: 256)
        let folder = "/proc/".utf8.map(CChar.init(bitPattern:))
        return (0..<4_096).contains { descriptor in
            readlink("/proc/self/fd/\(descriptor)", &target, 256) > 0 && target.starts(with: folder)
        }
    }
}
