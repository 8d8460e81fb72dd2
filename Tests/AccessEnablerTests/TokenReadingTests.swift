import AccessEnablerOpenSSL
import PassCore
import Testing

@testable import AccessEnabler

@Suite("Reading of tokens")
struct TokenReadingTests {
    /// The vendor's listing as it is printed, with invented values: "AccessEnabler iOS/tvOS SDK overview".
    private static let authenticationListing = """
        <signatureInfo>signatureInfo(RSA of the token)<signatureInfo>
        <simpleAuthenticationToken>
            <simpleTokenAuthenticationGuid>9F2C41D0-7B6E-4A5D-8C13-E0A7B45D9026</simpleTokenAuthenticationGuid>
            <simpleTokenRequestorID>DEMO_NET</simpleTokenRequestorID>
            <simpleTokenDomainName>adobe.com</simpleTokenDomainName>
            <simpleTokenExpires>2031/05/14 10:30:00 GMT +0200</simpleTokenExpires>
            <simpleTokenMsoID>AcmeCable</simpleTokenMsoID>
            <simpleTokenDeviceID>
                <simpleTokenFingerprint>
                    HASH(A1B2C3D4E5F60718)
                </simpleTokenFingerprint>
            </simpleTokenDeviceID>
        </simpleAuthenticationToken>

        """
    private static let authorizationListing = """
        <signatureInfo>
            SW52ZW50ZWQg
            YnJva2Vu
        <signatureInfo>
        <simpleAuthorizationToken>
            <simpleTokenRequestorID>DEMO_NET</simpleTokenRequestorID>
            <simpleTokenResourceID>
                demo-live
            </simpleTokenResourceID>
            <simpleTokenTTL>2031/05/14 01:30:00 GMT -0700</simpleTokenTTL>
            <simpleTokenMsoID>AcmeCable</simpleTokenMsoID>
        </simpleAuthorizationToken>
        """
    private static let mediaListing = """
        <signatureInfo>sig<signatureInfo>
        <shortAuthorizationToken>
            <sessionGUID>d41d8cd98f00b204e9800998ecf8427e</sessionGUID>
            <requestorID>DEMO_NET</requestorID>
            <resourceID>
                demo-live
            </resourceID>
            <ttl>300000</ttl>
            <issueTime>2031-05-14 00:55:02 -0700</issueTime>
            <mvpdId>AcmeCable</mvpdId>
            <proxyMvpdId>SmallTown</proxyMvpdId>
        </shortAuthorizationToken>
        """
    /// 2031-05-14 08:30:00 UTC, by `date -u -d @1936513800`.
    private static let expiry = Timestamp(seconds: 1_936_513_800)

    @Test("The printed authN token is read, with either form of the second tag", arguments: [false, true])
    func authentication(isClosed: Bool) throws {
        var text = Self.authenticationListing
        if isClosed { text = text.replacingSecond("<signatureInfo>", with: "</signatureInfo>") }
        let token = try #require(AuthenticationToken(text))
        #expect(token.guid == "9F2C41D0-7B6E-4A5D-8C13-E0A7B45D9026")
        #expect(token.requestor == "DEMO_NET")
        #expect(token.provider == "AcmeCable")
        #expect(token.expires == Self.expiry)
        #expect(token.expiresText == "2031/05/14 10:30:00 GMT +0200")
        #expect(token.sessionIndex == nil)
        #expect(token.authorizedResources == nil)
    }

    @Test("The printed authZ token is read, its expiry west of Greenwich")
    func authorization() throws {
        let token = try #require(AuthorizationToken(Self.authorizationListing))
        #expect(token.resource == "demo-live")
        #expect(token.provider == "AcmeCable")
        #expect(token.expires == Self.expiry)
    }

    @Test("The printed media token shows its fields in their order")
    func media() throws {
        let token = try #require(MediaToken(Self.mediaListing))
        #expect(
            token.fields.map(\.name) == [
                "sessionGUID", "requestorID", "resourceID", "ttl", "issueTime", "mvpdId", "proxyMvpdId",
            ])
        #expect(token["resourceID"] == "demo-live")
        #expect(token["ttl"] == "300000")
    }

    @Test("A text without the second tag isn't a token, even if its element is complete")
    func withoutSecondTag() {
        let text = Self.authenticationListing.replacingSecond("<signatureInfo>", with: "")
        #expect(AuthenticationToken(text) == nil)
    }

    @Test("A recorded token gives session, name, line-up, and the proxied MVPD before its proxy")
    func recorded() throws {
        let text =
            "<signatureInfo>c2ln<signatureInfo><simpleAuthenticationToken><simpleTokenAuthenticationGuid>g"
            + "</simpleTokenAuthenticationGuid><simpleSamlSessionIndex>aWR4</simpleSamlSessionIndex>"
            + "<simpleTokenRequestorID>R</simpleTokenRequestorID><simpleTokenExpires>2031/05/14 08:30:00 GMT +0000"
            + "</simpleTokenExpires><simpleTokenMsoID>Proxy</simpleTokenMsoID><simpleSamlNameID>bmFtZQ=="
            + "</simpleSamlNameID><simpleTokenSubMvpdID>SmallTown</simpleTokenSubMvpdID><simpleAuthorizedResources>"
            + "<simpleAuthorizedResource simpleResourceID=\"a&amp;b\"/><simpleAuthorizedResource simpleResourceID=\"c\"/>"
            + "</simpleAuthorizedResources></simpleAuthenticationToken>"
        let token = try #require(AuthenticationToken(text))
        #expect(token.sessionIndex == "aWR4")
        #expect(token.nameID == "bmFtZQ==")
        #expect(token.provider == "SmallTown")
        #expect(token.authorizedResources == ["a&b", "c"])
    }

    @Test("An MRSS resource in CDATA is read whole, including its own end of CDATA")
    func mrss() throws {
        let resource = "<rss><item><guid>a&amp;b<![CDATA[x]]></guid></item></rss>"
        let written =
            "<![CDATA[<rss><item><guid>a&amp;b<![CDATA[x]]]]>><![CDATA[</guid></item></rss>]]>"
        let token = AuthorizationToken(MachineBench.authorizationToken("R", written))
        #expect(token?.resource == resource)
    }

    @Test("A token is read whatever its root, the order of its elements, and the content beside or around them")
    func otherShapes() throws {
        let login = try #require(
            AuthenticationToken(
                "<signatureInfo>s<signatureInfo><t2 v=\"2\"><new><simpleTokenExpires>2031/05/14 08:30:00 GMT +0000"
                    + "</simpleTokenExpires></new><x/><simpleTokenMsoID>M1</simpleTokenMsoID>"
                    + "<simpleTokenRequestorID>R</simpleTokenRequestorID>"
                    + "<simpleTokenAuthenticationGuid>g</simpleTokenAuthenticationGuid></t2>"))
        #expect([login.guid, login.requestor, login.provider] == ["g", "R", "M1"])
        #expect(login.expires == Self.expiry)
        let permission = try #require(
            AuthorizationToken(
                "<signatureInfo>s<signatureInfo><t2><a><simpleTokenTTL>2031/05/14 08:30:00 GMT +0000</simpleTokenTTL></a>"
                    + "<simpleTokenMsoID>M1</simpleTokenMsoID><zAll>true</zAll>"
                    + "<simpleTokenResourceID>r</simpleTokenResourceID>"
                    + "<simpleTokenRequestorID>R</simpleTokenRequestorID></t2>"))
        #expect([permission.requestor, permission.resource, permission.provider] == ["R", "r", "M1"])
    }

    @Test(
        "An invalid expiry makes the token unreadable",
        arguments: [
            "2031-05-14 08:30:00 GMT +0000", "2031/02/30 08:30:00 GMT +0000", "2031/05/14 08:30:00 +0000",
            "2031/05/14 08:30:00 GMT 0000", "2031/05/14 8:30:00 GMT +0000", "2031/05/14 08:30:00 GMT +2460", "never",
            "2031/05/14 08:30:00  GMT +0000", "",
        ])
    func badExpiry(text: String) {
        #expect(AuthenticationToken(MachineBench.authenticationToken("R", "M1", expires: text)) == nil)
        #expect(AuthorizationToken(MachineBench.authorizationToken("R", "r", expires: text)) == nil)
    }

    @Test(
        "Other texts aren't accepted as tokens",
        arguments: [
            "", " ", "<signatureInfo>", "<signatureInfo>sig", "<signatureInfo>sig<signatureInfo>",
            "<simpleAuthenticationToken/>", "<signatureInfo>a<b><signatureInfo><simpleAuthenticationToken/>",
            MachineBench.authorizationToken("R", "r"), MachineBench.authenticationToken("R", "M1") + "x",
        ])
    func noToken(text: String) {
        #expect(AuthenticationToken(text) == nil)
    }

    @Test("Texts of more than 64 KiB aren't read")
    func bound() {
        let token = MachineBench.authenticationToken("R", "M1")
        let room = 65_536 - token.utf8.count
        #expect(AuthenticationToken(token + String(repeating: " ", count: room)) != nil)
        #expect(AuthenticationToken(token + String(repeating: " ", count: room + 1)) == nil)
    }
}

extension String {
    fileprivate func replacingSecond(_ part: String, with other: String) -> String {
        let pieces = split(separator: part, omittingEmptySubsequences: false)
        return pieces[0] + part + pieces[1] + other + pieces[2]
    }
}
