import PassDomain
import Testing

@Suite("Ratings")
struct RatingTests {
    private static let mpaa = "urn:mpaa"
    private static let vchip = "urn:v-chip"

    @Test(
        "A limit allows ratings at or below it in the same scheme",
        arguments: [
            (mpaa, "G", true), (mpaa, "pg-13", true), (mpaa, "R", false), (mpaa, "NC-17", false),
            (vchip, "TV-Y7-FV", true), (vchip, "TV-PG", true), ("URN:VCHIP", "tv-14-DLSV", false),
            (vchip, "TV-MA", false),
        ])
    func limits(_ scheme: String, _ value: String, _ isAllowed: Bool) {
        let limit = Rating.Limit(mpaa: "PG-13", vchip: "TV-PG")
        #expect(limit.allows(Rating(scheme: scheme, value)) == isAllowed)
    }

    @Test(
        "A rating that no scheme has is allowed, like an unrated program",
        arguments: [
            (mpaa, "PG-14"), (mpaa, ""), (vchip, "TV-PGX"), ("urn:other", "R"), (nil, "nonadult"), (nil, "R"),
        ])
    func unknown(_ scheme: String?, _ value: String) {
        let limit = Rating.Limit(mpaa: "G", vchip: "TV-Y")
        #expect(limit.allows(Rating(scheme: scheme, value)))
    }

    @Test("A scheme without a limit restricts nothing")
    func unlimited() {
        #expect(Rating.Limit(vchip: "TV-Y").allows(Rating(scheme: Self.mpaa, "NC-17")))
        #expect(Rating.Limit(mpaa: "nonsense").allows(Rating(scheme: Self.mpaa, "NC-17")))
    }

    @Test("Adult is the highest rating of either scale", arguments: [nil, "", "urn:simple"])
    func adult(_ scheme: String?) {
        let adult = Rating(scheme: scheme, "Adult")
        #expect(Rating.Limit().allows(adult))
        #expect(Rating.Limit(mpaa: "NC-17", vchip: "TV-MA").allows(adult))
        #expect(!Rating.Limit(mpaa: "R").allows(adult))
        #expect(!Rating.Limit(mpaa: "NC-17", vchip: "TV-14").allows(adult))
    }
}
