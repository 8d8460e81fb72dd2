import PassCore
import PassDomain
import Testing

@Suite("Equality of resources")
struct ResourceTests {
    @Test("Resources are equal if all their parts are")
    func equality() {
        func resource(
            text: String = "t", name: String = "n", isMRSS: Bool = false, title: String? = nil, ratings: [Rating] = []
        ) -> Resource {
            Resource(text: text, name: name, isMRSS: isMRSS, title: title, ratings: ratings)
        }
        #expect(resource() == resource())
        #expect(Set([resource(), resource()]).count == 1)
        let others = [
            resource(text: "u"), resource(name: "m"), resource(isMRSS: true), resource(title: "T"),
            resource(ratings: [Rating(scheme: nil, "adult")]),
        ]
        for other in others { #expect(other != resource()) }
    }
}
