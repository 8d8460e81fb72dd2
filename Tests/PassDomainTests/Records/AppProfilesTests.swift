import PassCore
import PassDomain
import Testing

@Suite("Profiles of apps")
struct AppProfilesTests {
    private static let owner = AppProfiles.Owner(requestor: "R", client: "C", deviceID: "d")

    private static func profile(subscriber: SubscriberID = "user") -> Profile {
        Profile(
            guid: "G", requestor: "R", mvpd: "M", subscriber: subscriber, session: "S",
            device: DeviceBinding(fingerprint: "f"), expires: Timestamp(seconds: 1_000), timeToLive: .hours(1))
    }

    private static func entry(
        _ profile: Profile = profile(), begins: Int64 = 1, login: String? = nil, isPartnerLogin: Bool = false,
        source: AppProfiles.Owner? = nil
    ) -> AppProfiles.Entry {
        AppProfiles.Entry(
            profile: profile, begins: Timestamp(seconds: begins), providerSession: login,
            isPartnerLogin: isPartnerLogin, source: source)
    }

    @Test("Entries are equal if all their facts are")
    func equality() {
        #expect(Self.entry() == Self.entry())
        #expect(Set([Self.entry(), Self.entry()]).count == 1)
        let others = [
            Self.entry(Self.profile(subscriber: "other")), Self.entry(begins: 2), Self.entry(login: "L"),
            Self.entry(isPartnerLogin: true), Self.entry(source: Self.owner),
        ]
        for other in others { #expect(other != Self.entry()) }
    }

    @Test("An entry with another expiry, or shared by an identity, keeps its other facts")
    func changed() {
        let entry = Self.entry(login: "L", isPartnerLogin: true)
        #expect(entry.shared(by: Self.owner) == Self.entry(login: "L", isPartnerLogin: true, source: Self.owner))
        var later = Self.profile()
        later.expires = Timestamp(seconds: 2_000)
        let changed = entry.shared(by: Self.owner).expiring(at: Timestamp(milliseconds: 2_000_999))
        #expect(changed == Self.entry(later, login: "L", isPartnerLogin: true, source: Self.owner))
    }
}
