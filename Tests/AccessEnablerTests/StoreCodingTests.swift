import AccessEnablerOpenSSL
import PassCore
import Testing

@testable import AccessEnabler

@Suite("The store as bytes")
struct StoreCodingTests {
    private static var shared: SharedRecord {
        var bucket = Bucket()
        bucket.canAuthenticate = true
        bucket.authentication = StoredToken(text: "<a>\"1\"", deviceID: "c0ffee")
        bucket.authorizations = [
            "r2": StoredToken(text: "z2", deviceID: "d"), "r1": StoredToken(text: "z1", deviceID: "d"),
        ]
        bucket.userMetadata = "{}"
        bucket.preauthorized = StoredPreauthorization(asked: ["b", "a"], allowed: ["a"])
        var holder = RequestorBucket()
        holder.currentProvider = "M1"
        holder.providers = ["M2": Bucket(), "M1": bucket]
        var record = SharedRecord()
        record["c0ffee", "REF"] = holder
        return record
    }

    /// Written by hand from the names of the layout.
    private static let sharedText =
        #"{"partition":{"c0ffee":{"requestorBucket":{"REF":{"currentMvpdId":"M1","mvpd":{"M1":{"#
        + #""canAuthenticate":true,"authnToken":{"token":"<a>\"1\"","deviceId":"c0ffee"},"authzTokens":{"#
        + #""r1":{"token":"z1","deviceId":"d"},"r2":{"token":"z2","deviceId":"d"}},"userMeta":"{}","#
        + #""preAuthorizedResources":{"asked":["a","b"],"allowed":["a"]}},"M2":{"canAuthenticate":false}}}}}}}"#

    @Test("The layout has its documented names, in one order")
    func sharedNames() throws {
        let bytes = try #require(Self.shared.bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == Self.sharedText)
        #expect(try SharedRecord(bytes: Array(Self.sharedText.utf8)) == Self.shared)
    }

    @Test("Before 1.9 the requestors' buckets are outermost, and up to 1.6 there is one record")
    func olderLayouts() throws {
        var record = SharedRecord()
        var holder = RequestorBucket()
        holder.currentProvider = "M1"
        record["", "REF"] = holder
        let nested = #"{"requestorBucket":{"REF":{"currentMvpdId":"M1"}}}"#
        #expect(record.bytes == Array(nested.utf8))
        #expect(try SharedRecord(bytes: Array(nested.utf8)) == record)

        record = SharedRecord()
        var single = SingleRecord()
        single.provider = "M1"
        single.bucket.isFromPlatform = true
        single.bucket.isPrivate = true
        single.bucket.encryptedUserMetadata = "e"
        record.single = single
        let text =
            #"{"single":{"currentMvpdId":"M1","canAuthenticate":false,"encryptedUserMeta":"e","isFromPlatform":true,"isPrivate":true}}"#
        #expect(record.bytes == Array(text.utf8))
        #expect(try SharedRecord(bytes: Array(text.utf8)) == record)
    }

    @Test("The app's own record keeps the client, and its access token")
    func own() throws {
        var record = OwnRecord()
        record.client = ClientCredentials(id: "i", secret: "s", softwareStatement: "j")
        record.accessToken = AccessToken(text: "t", expires: Timestamp(milliseconds: 1_936_771_200_123))
        let text =
            #"{"client":{"id":"i","secret":"s","softwareStatement":"j"},"accessToken":{"token":"t","expires":1936771200123}}"#
        #expect(record.bytes == Array(text.utf8))
        #expect(try OwnRecord(bytes: Array(text.utf8)) == record)
    }

    @Test("An empty record isn't stored")
    func empty() throws {
        #expect(SharedRecord().bytes == nil)
        #expect(OwnRecord().bytes == nil)
        #expect(try SharedRecord(bytes: Array("{}".utf8)) == SharedRecord())
    }

    @Test(
        "Content of another shape isn't read",
        arguments: [
            "", "null", "[]", "garbage", #"{"partition":[]}"#, #"{"partition":{"d":7}}"#,
            #"{"requestorBucket":{"R":{"currentMvpdId":1}}}"#, #"{"single":{"canAuthenticate":"yes"}}"#,
            #"{"single":{"authnToken":"text"}}"#, #"{"single":{"authnToken":{"deviceId":"d"}}}"#,
            #"{"single":{"preAuthorizedResources":{"asked":["a"]}}}"#,
            #"{"single":"#,
        ])
    func damaged(text: String) {
        #expect(throws: StoreContentError.self) { try SharedRecord(bytes: Array(text.utf8)) }
    }

    @Test("A token without its device is kept, and matches no device")
    func tokenWithoutDevice() throws {
        let record = try SharedRecord(bytes: Array(#"{"single":{"authnToken":{"token":"t"}}}"#.utf8))
        #expect(record.single?.bucket.authentication == StoredToken(text: "t", deviceID: ""))
    }
}
