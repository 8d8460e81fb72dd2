import PassCore
import Testing

@testable import AccessEnabler

@Suite("What every request carries")
struct RequestTests {
    @Test(
        "The client sends its name and version as the original does",
        arguments: [
            (SDKVersion(1, 9, 4), "AdobePassNativeClient/1.9.4 (iPhone; U; CPU iPhone OS 9.2.1 like Mac OS X; en-us)"),
            (
                SDKVersion(3, 6, 1),
                "Mozilla/5.0 (iPhone; U; CPU iPhone OS 9.2.1 like Mac OS X; en-us) AdobePassNativeClient/3.6.1"
            ),
        ])
    func userAgent(version: SDKVersion, expected: String) throws {
        var bench = MachineBench(version: version)
        bench.setRequestor()
        #expect(bench.pending.first?.request.fields["user-agent"] == expected)
    }

    @Test("The device is described by the documented object")
    func deviceInformation() throws {
        var bench = MachineBench.registered()
        bench.setRequestor()
        let field = try #require(bench.pending.first?.request.fields["x-device-info"])
        let bytes = try #require(Base64.decode(field))
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == #"{"primaryHardwareType":"MobilePhone","model":"iPhone10,1","version":"10,1","#
                + #""manufacturer":"Apple","vendor":"Apple","displayWidth":750,"displayHeight":1334,"osName":"iOS","#
                + #""osVersion":"9.2.1","connectionType":"WiFi","applicationId":"com.x.y.AppA"}"#)
    }

    @Test("The app's device_info replaces all device information")
    func replacedInformation() {
        var bench = MachineBench.registered()
        bench.call(.setOptions(["device_info": "e30="]))
        bench.setRequestor()
        #expect(bench.pending.first?.request.fields.filter { $0.name == "X-Device-Info" }.map(\.value) == ["e30="])
        bench.call(.setOptions(["device_info": "e30=\r\nX-Other: 1"]))
        bench.setRequestor()
        #expect(bench.pending.last?.request.fields["x-device-info"]?.hasPrefix("eyJ") == true)
    }

    @Test("The visitor's ID and the application profile are sent with every call, in query, form and browser")
    func options() throws {
        var bench = MachineBench()
        bench.call(.setOptions(["visitorID": "a+b c&d", "applicationProfile": "tv"]))
        bench.setRequestor()
        #expect(bench.pending[0].request.url.hasSuffix("/register?ap_vi=a%2Bb%20c%26d&applicationProfile=tv"))
        try bench.answer("register", AccessTests.client)
        #expect(
            String(decoding: bench.pending[0].request.body, as: UTF8.self)
                .hasSuffix("&client_secret=s1&ap_vi=a%2Bb%20c%26d&applicationProfile=tv"))
        bench.call(.setOptions(["visitorID": "new"]))
        try bench.answer("token", AccessTests.token)
        #expect(bench.pending[0].request.url.hasSuffix("/config/REF?ap_vi=new"))
        let call = ServiceCall.logout(
            requestor: "REF", provider: MachineBench.provider, nameID: "n 1", sessionIndex: nil, token: nil,
            redirect: "adobepass://ios.app")
        let url = bench.inStore { $0.browserURL(call) }
        #expect(
            url.hasPrefix(
                "http://127.0.0.1:8080/adobe-services/logout?mso_id=M1&requestor_id=REF&name_id=n%201"
                    + "&redirect_url=adobepass%3A%2F%2Fios.app&ap_vi=new&device_info=eyJ"))
    }

    @Test("A login's URL has what the service requires")
    func authenticate() {
        let call = ServiceCall.authenticate(
            requestor: "REF", provider: MachineBench.provider, redirect: "adobepass://ios.app", clientType: "iOS",
            clientVersion: SDKVersion(3, 9), code: "ABC", genericData: #"{"a":1}"#, isPassive: true)
        #expect(call.url == "http://127.0.0.1:8080/adobe-services/authenticate/saml")
        #expect(
            call.parameters.map { "\($0.name)=\($0.value)" } == [
                "domain_name=adobe.com", "noflash=true", "no_iframe=true", "mso_id=M1", "requestor_id=REF",
                "client_type=iOS", "client_version=3.9", "reg_code=ABC", #"generic_data={"a":1}"#, "passive=true",
                "redirect_url=adobepass://ios.app",
            ])
    }

    @Test("A session is requested by its code, or with the web view's cookies")
    func session() {
        func call(_ code: String?) -> ServiceCall {
            .session(
                requestor: "REF", provider: MachineBench.provider, deviceID: "c0ffee", code: code,
                proof: code == nil ? [.init("signed_requestor_id", "sig")] : [])
        }
        #expect(
            call("ABC").parameters.map { "\($0.name)=\($0.value)" }
                == ["_method=GET", "requestor_id=REF", "reg_code=ABC", "device_id=c0ffee"])
        #expect(!call("ABC").sharesCookies)
        #expect(
            call(nil).parameters.map { "\($0.name)=\($0.value)" }
                == ["_method=GET", "requestor_id=REF", "signed_requestor_id=sig", "device_id=c0ffee"])
        #expect(call(nil).sharesCookies)
    }

    @Test("The signed requestor ID proves the requestor before 3.0, and isn't sent after")
    func proof() throws {
        for (version, expected) in [(SDKVersion(2, 5), ["signed_requestor_id"]), (SDKVersion(3, 9), [])] {
            var bench = try MachineBench.configured(bench: MachineBench(version: version))
            var configuration = try #require(bench.machine.configuration.current)
            configuration.setting.signedRequestor = "sig"
            bench.machine.configuration = ConfigurationMachine(configuration)
            #expect(bench.inStore { $0.requestorProof.map(\.name) } == expected)
        }
    }

    @Test("A registration code is read from any success, and not otherwise")
    func registrationCode() {
        func read(_ status: Int, _ body: String) -> RegistrationCodeAnswer? {
            RegistrationCodeAnswer(TransportResponse(status: status, body: Array(body.utf8)))
        }
        let body = #"{"id":"1","code":"Q7XK2MB","expires":1936773000000}"#
        #expect(read(201, body)?.code == "Q7XK2MB")
        #expect(read(200, body)?.expires == Timestamp(seconds: 1_936_773_000))
        #expect(read(400, body) == nil)
        #expect(read(200, #"{"code":"","expires":1}"#) == nil)
        #expect(read(200, #"{"code":"A"}"#) == nil)
        #expect(read(200, "<html/>") == nil)
    }
}
