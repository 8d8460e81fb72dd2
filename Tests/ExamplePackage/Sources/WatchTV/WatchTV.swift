import AccessEnabler
import AccessEnablerURLSession
import Foundation
import PassHarness

/// WatchTV RESOURCE [--url URL] [--requestor ID] [--mvpd ID] [--user NAME --password PASSWORD] [--folder FOLDER]
@main
struct WatchTV {
    @MainActor static func main() async {
        let options = Options(CommandLine.arguments.dropFirst())
        do {
            try await watch(options.resource, options)
        } catch {
            print("No picture: \(error)")
            exit(1)
        }
    }

    @MainActor static func watch(_ resource: String, _ options: Options) async throws {
        let enabler = AccessEnabler(
            options["statement"], settings: .init(defaultServiceProvider: options["url"] + "/adobe-services"),
            platform: .standard(folder: options.named["folder"]))
        try await enabler.configure(requestor: options["requestor"])

        if await enabler.authenticationStatus() != .authenticated {
            let wanted = options["mvpd"]
            try await enabler.authenticate(
                picker: { mvpds in
                    print("Providers: " + mvpds.map(\.id).joined(separator: ", "))
                    return mvpds.first { $0.id == wanted }
                }, userAgent: options.browser)
        }
        print("Logged in at \(await enabler.selectedProvider()?.displayName ?? "nobody")")

        let token = try await enabler.mediaToken(for: resource)
        if case .string(let expiry)? = await enabler.metadata(.authorizationExpiry(resource: resource)) {
            print("\(resource): authorized until \(expiry)")
        }
        print("Media token: \(token)")
    }
}

/// Shows where to log in, to a user with a browser of their own.
struct TerminalBrowser: AccessEnabler.UserAgent {
    func follow(_ url: String, until end: String, isVisible: Bool) async -> String? {
        print("Log in at this address, then press Return:\n\(url)")
        _ = readLine()
        return end
    }

    func cookies(for url: String) async -> String? { nil }
}

/// What the command line says.
struct Options {
    var resource = "TEST_RESOURCE"
    var named: [String: String] = [:]

    init(_ arguments: ArraySlice<String>) {
        var rest = arguments
        while let word = rest.popFirst() {
            if word.hasPrefix("--") { named[String(word.dropFirst(2))] = rest.popFirst() } else { resource = word }
        }
    }

    subscript(name: String) -> String { named[name] ?? Self.standard[name] ?? "" }
    static let standard = [
        "url": "http://127.0.0.1:8080", "requestor": "TEST_REQUESTOR", "mvpd": "Adobe", "statement": "e30.e30.c2ln",
    ]

    var browser: any AccessEnabler.UserAgent {
        guard let user = named["user"] else { return TerminalBrowser() }
        let browser = HeadlessUserAgent(transport: SocketTransport(), credentials: .init(user, self["password"]))
        return AttendedBrowser(browser)
    }
}
