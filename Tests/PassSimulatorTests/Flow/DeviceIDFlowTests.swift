import PassHTTP
import Testing

@testable import PassSimulator

@Suite("The hashed device ID", .eachStore)
struct DeviceIDFlowTests {
    private func post(_ site: TestSite, _ operation: String, _ device: String?, _ fields: HTTPFields = [:])
        -> HTTPResponse
    {
        site.post(
            "/adobe-services/\(operation)",
            [("requestor_id", "TEST_REQUESTOR")] + (device.map { [("device_id", $0)] } ?? []), fields)
    }

    @Test("A browser's device ID is the same for the same device, by device_id as by ap_21")
    func web() throws {
        let site = try TestSite()
        let id = "0123456789abcdef0123456789abcdef"
        // printf %s 0123456789abcdef0123456789abcdef | sha1sum
        let hash = "b1775a785f09a6ebaf2dc33d6eaeb98974d9cdb8"
        #expect(post(site, "getMetadata", id).text == hash)
        #expect(post(site, "getMetadata", nil, ["ap_21": id]).text == hash)
        #expect(post(site, "getMetadata", id, ["ap_21": id]).text == hash)
        #expect(post(site, "getMetadata", id, ["ap_21": "f"]).text == Documented.pendingLogout(34764))
        #expect(post(site, "getMetadata", "other").text != hash)
        #expect(post(site, "getMetadata", nil).text == Documented.missingDevice)
    }

    @Test("A native device's ID is derived from the token's fingerprint, even if a + arrives as a space")
    func native() throws {
        let site = try TestSite()
        let fingerprint = try #require(try NativeClient(site: site).login().element("simpleTokenFingerprint"))
        let hash = post(site, "getMetadataDevice", fingerprint)
        #expect(hash.status == .ok && hash.text.wholeMatch(of: /[0-9a-f]{40}/) != nil)
        #expect(hash.fields[.contentType] == "text/plain;charset=UTF-8")
        try #require(fingerprint.contains("+"))
        #expect(post(site, "getMetadataDevice", fingerprint.replacing("+", with: " ")).text == hash.text)
        for missing in [nil, ""] {
            let answer = post(site, "getMetadataDevice", missing, ["ap_21": "c0ffee"])
            #expect(answer.status == .badRequest && answer.text == Documented.missingDevice)
        }
        #expect(post(site, "getMetadataDevice", String(repeating: "a", count: 1025)).status == .badRequest)
    }

    @Test("A device identifier has at most 1,024 bytes, in device_id as in ap_21")
    func longest() throws {
        let site = try TestSite()
        for (length, status) in [(1024, HTTPStatus.ok), (1025, .badRequest)] {
            let id = String(repeating: "a", count: length)
            #expect(post(site, "getMetadata", id).status == status)
            #expect(post(site, "getMetadata", nil, ["ap_21": id]).status == status)
        }
    }

    @Test(
        "A requestor that may not know the ID gets an empty answer", arguments: ["getMetadata", "getMetadataDevice"])
    func notShared(_ operation: String) throws {
        let site = try TestSite { $0.requestors["TEST_REQUESTOR"]?.sharesDeviceID = false }
        let answer = post(site, operation, "c0ffee")
        #expect(answer.status == .ok && answer.body.isEmpty && answer.fields["X-Pass-Simulator-Reason"] != nil)
    }

    @Test("An unknown requestor is refused if a setting says so", arguments: ["getMetadata", "getMetadataDevice"])
    func unknownRequestor(_ operation: String) throws {
        let site = try TestSite { $0.unknownRequestors = .refuse }
        let answer = site.post("/adobe-services/\(operation)", [("requestor_id", "NOBODY"), ("device_id", "c0ffee")])
        #expect(answer.status == .badRequest && answer.text == "Requestor not found for given ID")
    }
}
