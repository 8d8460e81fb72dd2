import PassHTTP
import Testing

@testable import PassHarness

@Suite("Links of a page")
struct BrowserAddressTests {
    /// RFC 3986, sections 5.4.1 and 5.4.2, as far as they concern http.
    @Test(
        "A link resolves as in the standard's examples",
        arguments: [
            ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
            ("/g", "http://a/g"), ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
            ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("..", "http://a/b/"), ("../g", "http://a/b/g"),
            ("../..", "http://a/"), ("../../g", "http://a/g"), ("../../../g", "http://a/g"), ("/../g", "http://a/g"),
            ("adobepass://ios.app", "adobepass://ios.app"),
        ])
    func examples(link: String, target: String) throws {
        #expect(try #require(URIReference("http://a/b/c/d;p?q")).target(of: link) == target)
    }
}
