import Testing

@testable import AccessEnabler

@Suite("Service providers")
struct ServiceProviderTests {
    @Test(
        "An address without a scheme gets https, and paths are appended to it",
        arguments: [
            ("sp.example/adobe-services", "https://sp.example/adobe-services", "https://sp.example"),
            (
                "http://127.0.0.1:8080/_ns/a/adobe-services/", "http://127.0.0.1:8080/_ns/a/adobe-services",
                "http://127.0.0.1:8080/_ns/a"
            ),
            ("https://sp.example", "https://sp.example", "https://sp.example"),
            ("HTTPS://sp.example/x", "https://sp.example/x", "https://sp.example"),
            ("Http://LocalHost:8080", "http://LocalHost:8080", "http://LocalHost:8080"),
            ("http://[::1]:8080", "http://[::1]:8080", "http://[::1]:8080"),
        ])
    func accepted(text: String, url: String, base: String) throws {
        let provider = try ServiceProvider(text, allowsPlainHTTP: false)
        #expect(provider.url == url)
        #expect(provider.base == base)
    }

    @Test(
        "Plain http is refused unless it stays on this machine or is allowed",
        arguments: ["http://sp.example/x", "http://127.example/x", "http://127.0.0.1.sp.example/x"])
    func plainHTTP(text: String) throws {
        #expect(throws: ServiceProviderError.plainHTTP(text)) { try ServiceProvider(text, allowsPlainHTTP: false) }
        #expect(try ServiceProvider(text, allowsPlainHTTP: true).url == text)
    }

    @Test(
        "Other schemes, empty hosts, user names, queries and blanks aren't accepted in an address",
        arguments: [
            "ftp://sp.example", "https://", "", "http://127.0.0.1:1@sp.example/", "https://sp.example?a=b",
            "https://sp.example#a", "https://sp.example/a b", "sp.example/\n", "http://127.0.0.1\\@sp.example",
            "http://[::1]sp.example/", "http://:80",
        ])
    func refused(text: String) {
        #expect(throws: ServiceProviderError.notAnAddress(text)) { try ServiceProvider(text, allowsPlainHTTP: true) }
    }
}
