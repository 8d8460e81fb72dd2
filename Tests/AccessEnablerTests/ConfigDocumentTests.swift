import AccessEnablerOpenSSL
import PassCore
import Testing

@testable import AccessEnabler

@Suite("Configuration documents")
struct ConfigDocumentTests {
    private func read(_ text: String) throws -> ConfigDocument {
        try ConfigDocument(
            Array(text.utf8), from: ServiceProvider("sp.example/adobe-services", allowsPlainHTTP: false),
            url: "https://sp.example/adobe-services")
    }

    @Test("Every flag is read, whatever the root is called")
    func flags() throws {
        let document = try read(
            """
            <anything><time>1735689600123</time><device>mobile</device><clientType>ios</clientType><os>iOS</os>
            <requestor><id visible="true">DEMO_NET</id><mvpds><mvpd visible="true"><id>Acme</id>
            <displayName>A&amp;B</displayName><logoUrl>https://l/?a=1&amp;b=2</logoUrl><unknown/>
            <authPerAggregator>true</authPerAggregator><passiveAuthnEnabled>false</passiveAuthnEnabled>
            <tempPass>true</tempPass><useSVC>true</useSVC><ssoDisabled>true</ssoDisabled>
            <enablePlatformServices>true</enablePlatformServices>
            <boardingStatus>PICKER</boardingStatus><displayInPlatformPicker>true</displayInPlatformPicker>
            <enforcePlatformPermissions>true</enforcePlatformPermissions><platformMappingId>acme-1</platformMappingId>
            <requiredMetadataFields><field>zip</field><field>userID</field></requiredMetadataFields>
            </mvpd></mvpds></requestor></anything>
            """)
        var expected = MVPD(
            id: "Acme", displayName: "A&B", logoURL: "https://l/?a=1&b=2",
            spUrl: "https://sp.example/adobe-services", spBaseUrl: "https://sp.example")
        expected.hasAuthNPerRequestor = true
        expected.passiveAuthnEnabled = false
        expected.tempPass = true
        expected.useSVC = true
        expected.isSsoDisabled = true
        expected.enablePlatformServices = true
        expected.boardingStatus = "PICKER"
        expected.displayInPlatformPicker = true
        expected.enforcePlatformPermissions = true
        expected.platformMappingId = "acme-1"
        expected.requiredMetadataFields = ["zip", "userID"]
        #expect(document.providers == [expected])
        #expect(document.client == DetectedClient(device: "mobile", clientType: "ios", os: "iOS"))
        #expect(document.time == Timestamp(milliseconds: 1_735_689_600_123))
        #expect(!document.asksForLogout)
    }

    @Test("Flags that are left out have their defaults: passive authentication on, all others off")
    func defaults() throws {
        let document = try read(configXML(["M1"]))
        let plain = MVPD(
            id: "M1", displayName: "M1", logoURL: "https://l/", spUrl: "https://sp.example/adobe-services",
            spBaseUrl: "https://sp.example")
        #expect(document.providers == [plain])
        #expect(document.providers.first?.passiveAuthnEnabled == true)
        #expect(document.time == nil)
        #expect(document.client == DetectedClient())
    }

    @Test(
        "Required metadata is read from repeated elements and from a single one",
        arguments: [
            "<requiredMetadataFields>zip</requiredMetadataFields><requiredMetadataFields>userID</requiredMetadataFields>",
            "<requiredMetadataFields><field>zip</field><field> userID </field></requiredMetadataFields>",
            "<requiredMetadataFields>zip, userID</requiredMetadataFields><requiredMetadataFields/>",
        ])
    func requiredMetadata(elements: String) throws {
        let document = try read(configXML(["M1"], more: elements))
        #expect(document.providers.map(\.requiredMetadataFields) == [["zip", "userID"]])
    }

    @Test("A requestor without MVPDs is a configuration")
    func empty() throws {
        #expect(try read("<requestor><id>REF</id><mvpds/></requestor>").providers.isEmpty)
    }

    @Test(
        "An MVPD without its required elements invalidates the whole answer",
        arguments: ["id", "displayName", "logoUrl"])
    func required(name: String) {
        let all = ["id", "displayName", "logoUrl"].map { "<\($0)>\($0 == name ? " " : "x")</\($0)>" }
        #expect(throws: ConfigError(message: "An MVPD of the configuration has no \(name).")) {
            try read("<c><requestor><mvpds><mvpd>\(all.joined())</mvpd></mvpds></requestor></c>")
        }
    }

    @Test("What isn't a configuration is refused", arguments: ["", "<a>", "<html/>", "<!DOCTYPE a><requestor/>"])
    func refused(text: String) {
        #expect(throws: ConfigError.self) { try read(text) }
    }

    @Test("The service can request the removal of the tokens")
    func pendingLogout() throws {
        #expect(try read(#"<c><pendingLogout reason="1">true</pendingLogout><requestor/></c>"#).asksForLogout)
    }
}
