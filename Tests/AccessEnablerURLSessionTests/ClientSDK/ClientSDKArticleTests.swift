import AccessEnabler
import Foundation
import PassHarness
import PassSimulator
import Testing

@Suite("The article on the client SDK", .timeLimit(.minutes(10)))
struct ClientSDKArticleTests {
    /// Any well-formed statement is accepted.
    private let statement = "eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJ0ZXN0In0.c2lnbmF0dXJl"
    private let folder = FileManager.default.temporaryDirectory.path + "/client-sdk-\(UUID().uuidString)"

    @Test("The article shows the code that is tested here", arguments: ["Player", "AsyncPlayer"])
    func shows(name: String) throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let code = try String(contentsOf: folder.appendingPathComponent("\(name).swift"), encoding: .utf8)
        let article = folder.appendingPathComponent("../../../Sources/PassSimulator/PassSimulator.docc/ClientSDK.md")
        #expect(try String(contentsOf: article, encoding: .utf8).contains("```swift\n\(code)```\n"))
    }

    @Test("The article's delegate completes a flow from a picker and a web view to a media token, on the main actor")
    @MainActor func player() async throws {
        let simulator = try await Simulator.start()
        let browser = browser
        let player = Player(statement, serviceProvider: simulator.world.serviceProvider, folder: folder)
        let token = await withCheckedContinuation { (end: CheckedContinuation<String?, Never>) in
            player.showPicker = { mvpds in player.choose(mvpds.first { $0.id == "Adobe" }) }
            player.openWebView = { url in
                Task {
                    let reached = await browser.follow(url, until: ADOBEPASS_REDIRECT_URL, isVisible: false)
                    player.webViewEnded(at: reached ?? "")
                }
            }
            player.play = { end.resume(returning: $0) }
            player.complain = {
                Issue.record("\($0)")
                end.resume(returning: nil)
            }
            player.start()
        }
        #expect(simulator.world.verifyMediaToken(try #require(token), resource: "TEST_RESOURCE").isValid)
        await simulator.stop()
        try? FileManager.default.removeItem(atPath: folder)
    }

    @Test("The article's async calls get a media token")
    func asyncPlayer() async throws {
        let simulator = try await Simulator.start()
        let token = try await mediaToken(
            statement, serviceProvider: simulator.world.serviceProvider, folder: folder, browser: browser)
        #expect(simulator.world.verifyMediaToken(token, resource: "TEST_RESOURCE").isValid)
        await simulator.stop()
        try? FileManager.default.removeItem(atPath: folder)
    }

    private var browser: AttendedBrowser {
        AttendedBrowser(HeadlessUserAgent(transport: SocketTransport(), credentials: .init("user", "password")))
    }
}
