import Foundation
import PassCore

/// A server of Redis that a test process runs for itself, on a port of its own.
///
/// It ends with the test process: its standard input is a pipe, and the shell around it kills it when the pipe ends.
package final class RedisProcess: Sendable {
    /// The port at which the server listens on 127.0.0.1.
    package let port: Int
    private let process: Guarded<Process>
    private let input: Pipe

    /// The error for a server that can't be started.
    package struct CannotStart: Error, CustomStringConvertible {
        package let description: String
    }

    /// The server that tests share which don't disturb each other: each uses namespaces or databases of its own.
    package static let shared = Result { try RedisProcess() }

    private static let lastDatabase = Guarded(99)

    /// Returns the address of a database on the shared server that no other test uses.
    package static func database() throws -> String {
        let number = lastDatabase.withLock { last in
            last += 1
            return last
        }
        return "redis://127.0.0.1:\(try shared.get().port)/\(number)"
    }

    private static let program = ["valkey-server", "redis-server"].lazy.compactMap { name in
        ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"].map { "\($0)/\(name)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }.first

    /// Starts a server without persistence.
    ///
    /// - Parameter options: further lines of its configuration.
    package init(_ options: [String] = []) throws {
        guard let program = Self.program else {
            throw CannotStart(description: "The tests need redis-server: run Tests/Tools/install.sh test.")
        }
        var last = ""
        // Another process may take the port between its choice and the server's start.
        for _ in 0..<20 {
            let port = try Self.freePort()
            let process = Process()
            let (input, output) = (Pipe(), Pipe())
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            let words = [
                program, "--port", "\(port)", "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--databases",
                "10000", "--enable-debug-command", "yes", "--dir",
                TemporaryFile.path("dir").replacing("/dir", with: ""),
            ]
            process.arguments =
                ["-c", #""$@" </dev/null & server=$!; cat >/dev/null; kill -9 $server"#, "sh"] + words + options
            process.standardInput = input
            process.standardOutput = output
            process.standardError = output
            try process.run()
            try? output.fileHandleForWriting.close()
            last = ""
            while true {
                let bytes = output.fileHandleForReading.availableData
                if bytes.isEmpty { break }
                last += String(decoding: bytes, as: UTF8.self)
                if last.contains("Ready to accept connections") {
                    // Later output must not fill the pipe. A thread reads it until it ends, since a readability handler can
                    // outlive its descriptor, which ends the process.
                    let later = output.fileHandleForReading
                    Thread.detachNewThread { while !later.availableData.isEmpty {} }
                    self.port = port
                    self.process = Guarded(process)
                    self.input = input
                    return
                }
                if last.contains("bind: Address") || last.contains("Failed listening") { break }
            }
            try? input.fileHandleForWriting.close()
            process.waitUntilExit()
        }
        throw CannotStart(description: "\(program) doesn't start: \(last.suffix(500))")
    }

    deinit {
        stop()
    }

    /// Kills the server.
    package func stop() {
        try? input.fileHandleForWriting.close()
        process.withLock { $0.waitUntilExit() }
    }

    private static func freePort() throws -> Int {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, length) == 0 && getsockname(descriptor, address, &length) == 0
            }
        }
        guard status else { throw CannotStart(description: "No port is free on 127.0.0.1.") }
        return Int(UInt16(bigEndian: address.sin_port))
    }
}
