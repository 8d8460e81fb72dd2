import AccessEnabler
import Foundation
import PassSimulator
import Testing

@testable import AccessEnablerURLSession

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

@Suite("The SDK over URLSession")
struct URLSessionTransportTests {
    private func with(_ body: (Simulator) async throws -> Void) async throws {
        let simulator = try await Simulator.start()
        do { try await body(simulator) } catch {
            await simulator.stop()
            throw error
        }
        await simulator.stop()
    }

    @Test("A form is sent unchanged, and the answer has its status, fields and body")
    func form() async throws {
        try await with { simulator in
            let answer = try await URLSessionTransport().send(
                TransportRequest(
                    method: "POST", url: simulator.url + "/reggie/v1/TEST_REQUESTOR/regcode",
                    fields: [TransportField("Content-Type", "application/x-www-form-urlencoded")],
                    body: Array("deviceId=my-device&format=json".utf8)))
            #expect(answer.status == 201)
            #expect(answer.fields["content-type"]?.hasPrefix("application/json") == true)
            #expect(String(decoding: answer.body, as: UTF8.self).contains(#""requestor":"TEST_REQUESTOR""#))
        }
    }

    @Test("A redirect is returned as an answer, and its cookie isn't sent again")
    func redirect() async throws {
        try await with { simulator in
            let transport = URLSessionTransport()
            let url =
                simulator.url
                + "/adobe-services/authenticate?requestor_id=TEST_REQUESTOR&mso_id=TempPass&redirect_url=app:done"
            for _ in 0..<2 {
                let answer = try await transport.send(TransportRequest(url: url))
                #expect(answer.status == 302)
                #expect(answer.fields["Location"]?.hasPrefix("app:done") == true)
                #expect(answer.fields["Set-Cookie"] != nil)
            }
            let session = try await transport.send(
                TransportRequest(
                    method: "POST", url: simulator.url + "/adobe-services/sessionDevice",
                    fields: [TransportField("Content-Type", "application/x-www-form-urlencoded")],
                    body: Array("requestor_id=TEST_REQUESTOR&device_id=my-device".utf8)))
            #expect(session.status == 401)
        }
    }

    @Test("The web view's cookies are sent as the SDK wrote them")
    func cookies() async throws {
        try await with { simulator in
            let transport = URLSessionTransport()
            let login = try await transport.send(
                TransportRequest(
                    url: simulator.url
                        + "/adobe-services/authenticate?requestor_id=TEST_REQUESTOR&mso_id=TempPass&redirect_url=app:done"
                ))
            let cookie = try #require(login.fields["Set-Cookie"]).prefix { $0 != ";" }
            let session = try await transport.send(
                TransportRequest(
                    method: "POST", url: simulator.url + "/adobe-services/sessionDevice",
                    fields: [
                        TransportField("Content-Type", "application/x-www-form-urlencoded"),
                        TransportField("Cookie", String(cookie)),
                    ], body: Array("requestor_id=TEST_REQUESTOR&device_id=my-device".utf8)))
            #expect(session.status == 200)
        }
    }

    @Test("A certificate that isn't trusted is distinguished from a server that isn't there")
    func failures() async throws {
        try await with { simulator in
            let error = await #expect(throws: AccessEnabler.TransportError.self) {
                try await URLSessionTransport().send(TransportRequest(url: simulator.httpsURL + "/_sim/ready"))
            }
            guard case .untrusted = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
        let error = await #expect(throws: AccessEnabler.TransportError.self) {
            try await URLSessionTransport().send(TransportRequest(url: "http://127.0.0.1:1/"))
        }
        guard case .unreachable = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("An answer whose body is too long is abandoned, one at the limit is complete")
    func longBody() async throws {
        try await with { simulator in
            let request = TransportRequest(url: simulator.url + "/_sim/ca.pem")
            let whole = try await URLSessionTransport().send(request).body
            #expect(whole.count > 500)
            #expect(try await URLSessionTransport(longestBody: whole.count).send(request).body == whole)
            await #expect(
                throws: AccessEnabler.TransportError.unreachable("the answer has more than \(whole.count - 1) bytes")
            ) { try await URLSessionTransport(longestBody: whole.count - 1).send(request) }
        }
    }

    @Test("Joined cookies are split, and other fields are left unchanged")
    func joinedCookies() {
        let fields = [TransportField](joined: [
            "Set-Cookie":
                "a=1; Expires=Wed, 21 Oct 2015 07:28:00 GMT; Path=/, b=x,y; Secure,c=; expires=Thu, 01-Jan-70 00:00:00 GMT"
        ])
        #expect(
            fields.map(\.value) == [
                "a=1; Expires=Wed, 21 Oct 2015 07:28:00 GMT; Path=/", "b=x,y; Secure",
                "c=; expires=Thu, 01-Jan-70 00:00:00 GMT",
            ])
        #expect(fields.allSatisfy { $0.name == "Set-Cookie" })
        #expect([TransportField](joined: ["Vary": "a, b=c"]) == [TransportField("Vary", "a, b=c")])
    }

    @Test("Several cookies of one answer are returned as several fields")
    func severalCookies() async throws {
        let cookies = ["a=1; Expires=Wed, 21 Oct 2015 07:28:00 GMT", "b=2; Path=/"]
        let port = try answerOnce(
            "HTTP/1.1 200 OK\r\n\(cookies.map { "Set-Cookie: \($0)\r\n" }.joined())Content-Length: 0\r\n\r\n")
        let answer = try await URLSessionTransport().send(TransportRequest(url: "http://127.0.0.1:\(port)/"))
        #expect(answer.fields.filter { $0.name.lowercased() == "set-cookie" }.map(\.value) == cookies)
    }

    /// Listens on a free port and answers one request.
    private func answerOnce(_ text: String) throws -> UInt16 {
        #if canImport(Glibc)
            let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let listener = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isReady = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && listen(listener, 1) == 0 && getsockname(listener, $0, &length) == 0
            }
        }
        try #require(isReady)
        Thread.detachNewThread {
            let connection = accept(listener, nil, nil)
            var buffer = [UInt8](repeating: 0, count: 4_096)
            _ = read(connection, &buffer, buffer.count)
            let bytes = Array(text.utf8)
            _ = write(connection, bytes, bytes.count)
            close(connection)
            close(listener)
        }
        return UInt16(bigEndian: address.sin_port)
    }

    @Test("A request that is cancelled while it is being sent ends as cancelled")
    func cancelledOnItsWay() async throws {
        try await with { simulator in
            let url = simulator.url + "/_sim/ready"
            let transport = URLSessionTransport()
            for _ in 0..<20 {
                let task = Task { try await transport.send(TransportRequest(url: url)) }
                await Task.yield()
                task.cancel()
                if case .failure(let error) = await task.result {
                    #expect(error as? AccessEnabler.TransportError == .cancelled)
                }
            }
        }
    }

    @Test("A cancelled request ends as cancelled")
    func cancelled() async throws {
        let task = Task { () async throws -> TransportResponse in
            try await URLSessionTransport().send(TransportRequest(url: "http://127.0.0.1:1/"))
        }
        task.cancel()
        let result = await task.result
        #expect(throws: AccessEnabler.TransportError.cancelled) { try result.get() }
    }

    @Test("An AccessEnabler on the standard platform configures itself, and returns as the same client and device")
    func configures() async throws {
        let folder = try temporaryFolder()
        try await with { simulator in
            let app = AccessEnabler.AppIdentity(bundleID: "com.example.player", teamID: "TEAM1")
            var stores: [[UInt8]] = []
            for _ in 0..<2 {
                let enabler = AccessEnabler(
                    statement,
                    settings: AccessEnablerSettings(defaultServiceProvider: simulator.url + "/adobe-services"),
                    platform: .standard(app: app, folder: folder))
                try await enabler.configure(requestor: "TEST_REQUESTOR")
                stores.append(try #require(FileStorage(path: "\(folder)/app-com.example.player.json").access { $0 }))
            }
            #expect(!stores[0].isEmpty)
            #expect(stores[0] == stores[1])
            let device = AccessEnabler.Platform.standard(app: app, folder: folder).device.identifier(.vendor)
            #expect(device == AccessEnabler.Platform.standard(app: app, folder: folder).device.identifier(.vendor))
            #expect(device.count == 36)
        }
    }

    /// Any well-formed statement is accepted.
    private let statement = "eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJ0ZXN0In0.c2lnbmF0dXJl"

    private func temporaryFolder() throws -> String {
        var template = Array("/tmp/access-enabler-XXXXXX".utf8CString)
        let made = mkdtemp(&template)
        try #require(made != nil)
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
