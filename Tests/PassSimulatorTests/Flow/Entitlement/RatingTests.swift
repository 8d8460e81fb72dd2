import PassHTTP
import Testing

@testable import PassSimulator

@Suite("Parental ratings", .eachStore)
struct RatingTests {
    private static let sentence = "Parental controls do not allow this program."

    private func feed(_ ratings: String, channel: String = "") -> String {
        "<rss version=\"2.0\" xmlns:media=\"http://search.yahoo.com/mrss/\"><channel><title>NET</title>\(channel)"
            + "<item><title>An episode</title><guid>A</guid>\(ratings)</item></channel></rss>"
    }

    private func rating(_ scheme: String?, _ value: String) -> String {
        "<media:rating" + (scheme.map { " scheme=\"\($0)\"" } ?? "") + ">\(value)</media:rating>"
    }

    private func isAllowed(_ resource: String, to user: String = "child") throws -> Bool {
        let client = NativeClient(site: try TestSite())
        let answer = client.authorize(try client.login(user: user), resource)
        if answer.element("authzToken") != nil { return true }
        #expect(answer.isDenial(Self.sentence))
        return false
    }

    @Test(
        "A child with the limits PG and TV-PG is denied higher ratings",
        arguments: [
            ("urn:mpaa", "g", true), ("urn:mpaa", "PG", true), ("urn:mpaa", "PG-13", false), ("urn:mpaa", "r", false),
            ("urn:mpaa", "NC-17", false), ("urn:v-chip", "tv-y", true), ("urn:v-chip", "TV-Y7-FV", true),
            ("urn:vchip", "TV-G", true), ("urn:vchip", "tv-pg", true), ("urn:v-chip", "TV-PG-DLSV", true),
            ("urn:v-chip", "TV-14", false), ("URN:V-CHIP", " TV-MA (LV) ", false), ("urn:simple", "nonadult", true),
            ("urn:simple", "adult", false), (nil, "adult", false), (nil, "nonadult", true),
        ])
    func child(_ scheme: String?, _ value: String, _ expected: Bool) throws {
        #expect(try isAllowed(feed(rating(scheme, value))) == expected)
    }

    @Test(
        "A program without a rating, or with an unknown one, is permitted",
        arguments: [
            (nil, ""), (nil, "TV-MA"), ("urn:mpaa", "NR"), ("urn:mpaa", "PG-14"), ("urn:v-chip", "TV-MAX"),
            ("urn:icra", "r (n0 s0 v9 l0)"), ("urn:fsk", "18"),
        ])
    func unknown(_ scheme: String?, _ value: String) throws {
        #expect(try isAllowed(feed(rating(scheme, value))))
        #expect(try isAllowed("A") && isAllowed(feed("")))
    }

    @Test("The strictest of several ratings decides, anywhere in the item; a channel's is used if the item has none")
    func several() throws {
        #expect(try !isAllowed(feed(rating("urn:mpaa", "G") + rating("urn:v-chip", "TV-14"))))
        let deep = "<media:content><media:group>\(rating("urn:mpaa", "R"))</media:group></media:content>"
        #expect(try !isAllowed(feed(deep)))
        #expect(try !isAllowed(feed("", channel: rating("urn:mpaa", "R"))))
        #expect(try isAllowed(feed(rating("urn:mpaa", "G"), channel: rating("urn:mpaa", "R"))))
    }

    @Test("A subscriber without a limit, or with the highest, may watch everything", arguments: ["user", "nometadata"])
    func noLimit(_ user: String) throws {
        for (scheme, value) in [("urn:mpaa", "NC-17"), ("urn:v-chip", "TV-MA"), ("urn:simple", "adult")] {
            #expect(try isAllowed(feed(rating(scheme, value)), to: user))
        }
    }

    @Test("A preauthorization respects ratings too")
    func preauthorization() throws {
        let client = NativeClient(site: try TestSite())
        let answer = client.preauthorize(try client.login(user: "child"), [feed(rating("urn:mpaa", "R")), "A"])
        let decisions = answer.text.split(separator: "<authorized>").dropFirst().map { $0.prefix { $0 != "<" } }
        #expect(decisions == ["false", "true"])
    }
}
