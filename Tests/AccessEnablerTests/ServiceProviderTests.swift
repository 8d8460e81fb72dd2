import Testing

@testable import AccessEnabler

@Suite("Service providers")
struct ServiceProviderTests {
    @Test(
        "An address without scheme gets https, and paths are put behind it",
        arguments: [
            ("sp.example/adobe-services", "https://sp.example/adobe-services", "https://sp.example"),
            (
                "http://127.0.0.1:8080/_ns/a/adobe-services/", "http://127.0.0.1:8080/_ns/a/adobe-services",
                "http://127.0.0.1:8080/_ns/a"
            ),
            ("https://sp.example", "https://sp.example", "https://sp.example"),
        ])
    func accepted(text: String, url: String, base: String) throws {
        let provider = try ServiceProvider(text, allowsPlainHTTP: false)
        #expect(provider.url == url)
        #expect(provider.base == base)
    }

    @Test(
        "Plain http is refused unless it stays on this machine or is allowed",
        arguments: ["http://sp.example/x", "http://127.example/x"])
    func plainHTTP(text: String) throws {
        #expect(throws: ServiceProviderError.plainHTTP(text)) { try ServiceProvider(text, allowsPlainHTTP: false) }
        #expect(try ServiceProvider(text, allowsPlainHTTP: true).url == text)
    }

    @Test("Other schemes and empty hosts are no addresses", arguments: ["ftp://sp.example", "https://", ""])
    func refused(text: String) {
        #expect(throws: ServiceProviderError.notAnAddress(text)) { try ServiceProvider(text, allowsPlainHTTP: true) }
    }
}
