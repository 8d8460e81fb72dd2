import PassHTTP
import Testing

@testable import PassSimulator

@Suite("AuthZ tokens that two logins share", .eachStore)
struct SharedPermissionTests {
    @Test("A token that two logins got within one second is valid until both are logged out")
    func twoLogins() throws {
        let site = try TestSite()
        let client = NativeClient(site: site)
        let logins = [try client.login(), try client.login()]
        let tokens = try logins.map { try #require(client.authorize($0).element("authzToken")) }
        #expect(tokens[0] == tokens[1])
        for (index, isGood) in [(1, true), (0, false)] {
            let ended = site.get(
                "/adobe-services/logout",
                [("authentication_token", logins[index]), ("redirect_url", "adobepass://ios.app")])
            #expect(ended.status == .found)
            #expect(client.authorize(logins[index]).text == #"<pendingLogout reason="0">true</pendingLogout>"#)
            #expect(client.mediaToken(tokens[0]).text.hasPrefix("<signatureInfo>") == isGood)
        }
    }
}
