import PassCore
import PassDomain
import PassTokens
import Testing

@Suite("Resources")
struct ResourceReaderTests {
    @Test(
        "A plain identifier names itself, whatever characters it has",
        arguments: ["demo-live", "deny:x", "a&b", "ünï", " x"])
    func plain(_ text: String) throws {
        #expect(try ResourceReader.read(requested: text) == Resource(text))
    }

    @Test("A character that no token can hold is denied", arguments: ["x\u{FFFE}", "\u{FFFF}"])
    func noncharacter(_ text: String) {
        #expect(throws: Denial.invalidResource) { try ResourceReader.read(requested: text) }
    }

    @Test("An MRSS item is named by its guid, else by the channel's title")
    func document() throws {
        let item =
            #"<rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><title>NET</title><item><title>T</title><guid> deny:x </guid><media:rating scheme="urn:v-chip">TV-PG</media:rating></item></channel></rss>"#
        #expect(try ResourceReader.read(requested: item).name == "deny:x")
        #expect(try ResourceReader.read(requested: item).text == ExactText(item))
        let channel = #"<rss version="2.0"><channel><title>NET</title></channel></rss>"#
        #expect(try ResourceReader.read(requested: channel).name == "NET")
    }

    @Test("An item's title and ratings are read, with the scheme that holds where none is named")
    func ratings() throws {
        let item =
            #"<rss xmlns:media="http://search.yahoo.com/mrss/"><channel><title>NET</title><item><title> T </title><guid>g</guid><media:rating scheme="urn:mpaa"> pg </media:rating><media:content><media:rating>adult</media:rating></media:content><media:rating scheme="urn:v-chip"> </media:rating></item></channel></rss>"#
        let resource = try ResourceReader.read(requested: item)
        #expect(resource.title == "T")
        #expect(resource.ratings == [Rating(scheme: "urn:mpaa", "pg"), Rating(scheme: "urn:simple", "adult")])
    }

    @Test("A prefix that was never declared is accepted")
    func undeclared() throws {
        let text = "<rss><channel><item><guid>g</guid><media:rating>TV-Y</media:rating></item></channel></rss>"
        #expect(try ResourceReader.read(requested: text).name == "g")
    }

    @Test(
        "Other XML, broken XML, nameless items and XML bombs are denied as invalid",
        arguments: [
            "<", "<rss>", "<rss></rss>", "<feed><title>x</title></feed>", "<rss><channel></channel></rss>",
            "<rss><channel><title> </title></channel></rss>", "<rss><channel><title>a&b</title></channel></rss>",
            "<!DOCTYPE rss [<!ENTITY a \"b\">]><rss><channel><title>&a;</title></channel></rss>",
            "<!DOCTYPE rss SYSTEM \"file:///etc/passwd\"><rss><channel><title>x</title></channel></rss>",
            String(repeating: "<rss>", count: 100_000),
        ])
    func denied(_ text: String) {
        #expect(throws: Denial.invalidResource) { try ResourceReader.read(requested: text) }
    }
}
