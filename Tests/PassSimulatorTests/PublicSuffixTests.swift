import PassDomain
import Testing

@testable import PassSimulator

@Suite("Public suffixes")
struct PublicSuffixTests {
    private func load(_ text: String) throws -> Configuration {
        try Configuration.load(arguments: ["--config", "f"], environment: [:], readFile: { _ in Array(text.utf8) })
    }

    @Test(
        "A suffix below which strangers have names isn't a host that the authority may vouch for",
        arguments: [
            "com", "COM", "co.uk", "com.au", "github.io", "intranet",
        ])
    func refused(_ host: String) {
        for text in [
            "{mvpds: {A: {host: \"\(host)\"}}}", "{proxy: {landingHosts: [\"\(host)\"]}}",
            "{admin: {hosts: [\"\(host)\"]}}",
        ] {
            #expect(throws: ConfigurationError.self, "\(text)") { try load(text) }
        }
    }

    @Test(
        "Names below a suffix, and localhost, are hosts",
        arguments: ["a.com", "a.co.uk", "localhost", "login.a.github.io"])
    func accepted(_ host: String) throws {
        #expect(try load("{mvpds: {A: {host: \"\(host)\"}}}").mvpds["A"]?.host == host)
        #expect(try load("{proxy: {landingHosts: [\"\(host)\"]}}").proxy.landingHosts == [host])
    }

    @Test("Thousands of MVPDs that are like one another are read quickly")
    func manyChains() throws {
        let tables = (0..<3000).map { $0 % 10 == 9 ? "M\($0): {}" : "M\($0): {like: \"M\($0 + 1)\"}" }
        let text = "{mvpds: {" + tables.joined(separator: ",") + "}}"
        let configuration = try load(text)
        #expect(configuration.catalog.mvpds.count >= 3000)
    }
}
