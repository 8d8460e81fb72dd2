import PassCore
import PassDomain
import PassMVPD
import PassTestSupport
import Testing

@Suite("The MVPDs' records in snapshots")
struct MVPDSnapshotTests {
    @Test("Each property of each kind of record is written, and read back as it was")
    func roundTrip() throws {
        let time = Timestamp(milliseconds: 1_936_513_800_250)
        let session = MVPDSession(
            id: "_1", mvpd: "M", subscriber: "user", isHomeBased: true, began: time, expires: time + .hours(1))
        var records: [any StoredRecord] = [session]
        for state in MVPDGrant.State.allCases {
            records.append(
                MVPDGrant(
                    code: "c", mvpd: "M", subscriber: "user", session: "_1", client: "adobepass-R",
                    redirectURI: "https://sp/done", scopes: ["openid"], nonce: "n", codeChallenge: "d",
                    authenticated: time, state: state, codeExpires: time, expires: time + .days(1)))
        }
        for record in records { #expect(SnapshotCheck.faults(of: record) == []) }
        let stores = try #require(try TestMVPD.make().world.simulatedMVPDs?.stores)
        #expect(Mirror(reflecting: stores).children.count == stores.all.count)
        let kinds = Set(stores.all.map(Self.kind))
        #expect(kinds == Set(records.map { type(of: $0).kind }))
    }

    @Test("A grant of a version without challenges is read without one")
    func grantWithoutChallenge() throws {
        let time = Timestamp(milliseconds: 1_936_513_800_250)
        let grant = MVPDGrant(
            code: "c", mvpd: "M", subscriber: "user", session: nil, client: "adobepass-R",
            redirectURI: "https://sp/done", scopes: ["openid"], authenticated: time, codeExpires: time,
            expires: time + .days(1))
        let members = try #require(grant.json.objectValue)
        #expect(members["codeChallenge"] == nil)
        #expect(try MVPDGrant.read(.object(members), at: "grant") == grant)
    }

    private static func kind(_ store: any RecordStore) -> String {
        func kind<Store: RecordStore>(_ store: Store) -> String { Store.Record.kind }
        return kind(store)
    }
}
