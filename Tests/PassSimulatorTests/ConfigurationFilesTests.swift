import FoundationEssentials
import Glibc
import PassDomain
import Testing

@testable import PassSimulator

@Suite("The configuration files of the project")
struct ConfigurationFilesTests {
    /// The folder `Config` of the package that this file belongs to.
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Config")

    static func read(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: path)))
    }

    static func path(_ name: String) -> String { folder.appending(path: name).path }

    @Test("default.json5 is what the code prints for its defaults, byte for byte")
    func defaultFile() throws {
        let text = Configuration.server(demo: false).text
        if getenv("PASS_RECORD") != nil {
            try Data(text.utf8).write(to: Self.folder.appending(path: "default.json5"))
        }
        #expect(String(decoding: try Self.read(Self.path("default.json5")), as: UTF8.self) == text)
    }

    @Test("default.json5 loads as the defaults")
    func defaultLoads() throws {
        let loaded = try Configuration.load(file: Self.path("default.json5"), readFile: Self.read)
        #expect(loaded == Configuration.server(demo: false))
    }

    @Test("demo.json5 is the demo world that is compiled in")
    func demo() throws {
        let loaded = try Configuration.load(file: Self.path("demo.json5"), readFile: Self.read)
        #expect(loaded == Configuration.server(demo: true))
        #expect(loaded.mvpds.ids == Configuration().mvpds.ids)
    }

    @Test("strict.json5 refuses everything that isn't registered, and keeps the demo world")
    func strict() throws {
        let strict = try Configuration.load(file: Self.path("strict.json5"), readFile: Self.read)
        let policy = strict.policy
        #expect(policy.unknownRequestors == .refuse)
        #expect(policy.unknownMVPDs == .refuse)
        #expect(policy.unknownResources == .refuse)
        #expect(policy.unknownClients == .refuse)
        #expect(policy.redirects == .registered)
        #expect(policy.statements == .trusted)
        #expect(policy.deviceCheck == .strict)
        #expect(policy.requiresTLS)
        #expect(strict.requestors == Configuration().requestors)
    }
}
