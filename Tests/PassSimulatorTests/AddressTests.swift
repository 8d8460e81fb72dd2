import PassCore
import Testing

@testable import PassSimulator

@Suite("Addresses in the configuration")
struct AddressTests {
    @Test(
        "A range holds the addresses of its network and no others",
        arguments: [
            ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.1", false), ("10.1.2.3", "10.1.2.3", true),
            ("10.1.2.3", "10.1.2.4", false), ("0.0.0.0/0", "1.2.3.4", true), ("0.0.0.0/0", "::1", false),
            ("192.168.0.0/23", "192.168.1.9", true), ("192.168.0.0/23", "192.168.2.9", false), ("::1", "::1", true),
            ("2001:db8::/33", "2001:db8:7fff::1", true), ("2001:db8::/33", "2001:db8:8000::1", false),
            ("10.0.0.0/8", "::ffff:10.2.3.4", true), ("10.0.0.0/8", "nonsense", false),
        ])
    func contains(range: String, address: String, expected: Bool) throws {
        #expect(try #require(Configuration.AddressRange(range)).contains(address) == expected)
    }

    @Test(
        "Text of another form isn't a range",
        arguments: [
            "", "10.0.0", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/08", "::/129", "a.example", "/8",
        ])
    func noRange(text: String) {
        #expect(Configuration.AddressRange(text) == nil)
    }

    @Test(
        "A listening address is a host and a port",
        arguments: [("127.0.0.1:0", "127.0.0.1", 0), ("[::1]:65535", "::1", 65535), ("my-host:80", "my-host", 80)])
    func listen(text: String, host: String, port: UInt16) throws {
        let address = try #require(Configuration.ListenAddress(text))
        #expect(address == Configuration.ListenAddress(host: host, port: port))
        #expect(address.description == text)
    }

    @Test(
        "Text of another form isn't a listening address",
        arguments: [
            "", ":80", "8080", "a:", "a:65536", "a:-1", "a:+1", "::1:80", "[::1]", "[a]:80", "a b:1", "http://a:1",
        ])
    func noListen(text: String) {
        #expect(Configuration.ListenAddress(text) == nil)
    }

    @Test("The nearest name is found by edit distance, whatever its case")
    func nearest() {
        let names = ["listen", "limits", "log"]
        #expect(NearestName.find("LISTNE", among: names) == "listen")
        #expect(NearestName.find("lgo", among: names) == "log")
        #expect(NearestName.find("x", among: []) == nil)
        #expect(NearestName.find("frobnicate", among: names) == nil)
        #expect(NearestName.hint("lgo", among: names) == "; the nearest one is log")
        #expect(NearestName.hint("frobnicate", among: names) == "")
        #expect(NearestName.distance(Array("abcd"), Array("acbd")) == 1)
        #expect(NearestName.distance(Array(""), Array("abc")) == 3)
    }
}
