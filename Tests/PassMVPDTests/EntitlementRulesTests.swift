import PassCore
import PassDomain
import Testing

@testable import PassMVPD

@Suite("The rules for magic resources and accounts")
struct EntitlementRulesTests {
    private func verdict(
        _ resource: Resource, _ account: SubscriberAccount?, needsAccount: Bool = true
    ) -> EntitlementVerdict {
        EntitlementRules.verdict(on: resource, account: account, needsAccount: needsAccount)
    }

    private static let entitled = SubscriberAccount(id: "user", password: nil)
    private static let refused = SubscriberAccount(id: "denied", password: nil, entitlement: .nothing("Call us."))

    @Test(
        "Each magic name has its denial, whatever the account",
        arguments: [
            ("deny:", Denial.notSubscribed), ("network:", .providerUnreachable), ("fraud:", .repeatedDenials),
            ("invalid:", .invalidResource), ("norefreshtoken:", .refreshTokenMissing), ("authznone:", .degraded),
            ("mismatch:", .deviceMismatch), ("hba:", .homeBasedPolicies), ("identity:", .identityUnknown),
            ("readerror:", .readError), ("tooslow:", .tooSlow), ("parental:", .parentalControls),
        ])
    func magic(_ prefix: String, _ denial: Denial) {
        for account in [Self.entitled, Self.refused, nil] {
            #expect(verdict(Resource(prefix + "x"), account) == EntitlementVerdict(denial: denial))
        }
        #expect(verdict(Resource("x" + prefix), Self.entitled).denial == nil)
    }

    @Test("A slow resource is decided as any other, after three seconds")
    func slow() {
        #expect(verdict(Resource("slow:x"), Self.entitled) == EntitlementVerdict(delayMilliseconds: 3000))
        let denied = EntitlementVerdict(denial: Denial(.noAuthZ, "Call us."), delayMilliseconds: 3000)
        #expect(verdict(Resource("slow:x"), Self.refused) == denied)
    }

    @Test("Only an MVPD that has accounts requires one")
    func account() {
        #expect(verdict(Resource("A"), nil).denial == Denial(.noAuthZ, "Your provider does not know this account."))
        #expect(verdict(Resource("A"), nil, needsAccount: false) == EntitlementVerdict())
        #expect(verdict(Resource("A"), Self.refused, needsAccount: false) == EntitlementVerdict())
    }

    @Test("A program above the account's rating limit is denied")
    func ratings() {
        let child = SubscriberAccount(
            id: "child", password: nil, metadata: ["maxRating": .object(["MPAA": .string("PG")])])
        func item(_ value: String) -> Resource {
            Resource(
                text: "<rss/>", name: "A", isMRSS: true, ratings: [Rating(scheme: "urn:mpaa", value)])
        }
        #expect(verdict(item("pg"), child).denial == nil)
        #expect(verdict(item("r"), child).denial == .parentalControls)
        #expect(verdict(item("r"), Self.entitled).denial == nil)
    }
}
