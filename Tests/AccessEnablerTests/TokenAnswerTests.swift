import AccessEnablerOpenSSL
import Testing

@testable import AccessEnabler

@Suite("Answers with tokens")
struct TokenAnswerTests {
    private func answer(_ body: String, status: Int = 200, fields: [TransportField] = []) -> TransportResponse {
        TransportResponse(status: status, fields: fields, body: Array(body.utf8))
    }

    private func read(_ body: String, status: Int = 200, fields: [TransportField] = []) -> TokenAnswer {
        TokenAnswer(answer(body, status: status, fields: fields), element: "authnToken")
    }

    static let escaped = "&lt;signatureInfo&gt;Q0==&lt;signatureInfo&gt;&lt;t&gt;A &amp;amp; B&lt;/t&gt;"
    static let token = "<signatureInfo>Q0==<signatureInfo><t>A &amp; B</t>"
    static let metadata = #"{"updated":1735689600000,"encrypted":["zip"],"data":{"userID":"u-77"}}"#

    @Test("A token is unescaped once, and the metadata beside it is taken as written")
    func token() {
        let body = "<result><authnToken>\(Self.escaped)</authnToken><userMeta>\(Self.metadata)</userMeta></result>"
        #expect(read(body) == .token(Self.token, userMetadata: Self.metadata))
    }

    @Test("An indented answer with an XML declaration is read, too")
    func indented() {
        let body = """
            <?xml version="1.0" encoding="UTF-8"?>
            <result>
              <authnToken>
                \(Self.escaped)
              </authnToken>
              <userMeta></userMeta>
            </result>
            """
        #expect(read(body) == .token(Self.token, userMetadata: nil))
    }

    @Test("Metadata that isn't well-formed XML doesn't lose the token")
    func bareAmpersand() {
        let metadata = #"{"updated":1,"encrypted":[],"data":{"userID":"a&b"}}"#
        let body = "<result><authnToken>\(Self.escaped)</authnToken><userMeta>\(metadata)</userMeta></result>"
        #expect(read(body) == .token(Self.token, userMetadata: metadata))
    }

    @Test("The other token, an empty one, another root and another status aren't accepted as a token")
    func unusable() {
        let other = "<result><authzToken>\(Self.escaped)</authzToken></result>"
        #expect(read(other) == .unusable(status: 200))
        #expect(read("<result><authnToken> </authnToken></result>") == .unusable(status: 200))
        #expect(read("<answer><authnToken>x</authnToken></answer>") == .unusable(status: 200))
        #expect(read("<result><authnToken>x</authnToken></result>", status: 500) == .unusable(status: 500))
        #expect(read("") == .unusable(status: 200))
        #expect(read("<reason>34763</reason>", status: 400) == .unusable(status: 400))
    }

    @Test("An answer of more than a megabyte, and one that nests deeper than any token, are unusable")
    func bounded() {
        let long = String(repeating: "A", count: 1 << 20)
        #expect(read("<result><authnToken>\(long)</authnToken></result>") == .unusable(status: 200))
        let deep = String(repeating: "<result>", count: 100_000)
        #expect(read(deep) == .unusable(status: 200))
        #expect(
            read("<!DOCTYPE r [<!ENTITY a \"x\">]><result><authnToken>&a;</authnToken></result>")
                == .unusable(status: 200))
    }

    @Test("401 with its text means that no user has logged in; 401 without it doesn't")
    func notFound() {
        #expect(read("Data not found", status: 401) == .notFound)
        #expect(read(#"{"error":"access_denied"}"#, status: 401) == .unusable(status: 401))
    }

    @Test("A pending logout is reported with its reason, and only when it is true")
    func pendingLogout() {
        #expect(read(#"<pendingLogout reason="34764">true</pendingLogout>"#) == .pendingLogout(reason: "34764"))
        #expect(read("<pendingLogout> true </pendingLogout>") == .pendingLogout(reason: ""))
        #expect(read(#"<pendingLogout reason="1">false</pendingLogout>"#) == .unusable(status: 200))
    }

    @Test(
        "A denial has the service's codes, whatever the case of their field names, and the MVPD's message",
        arguments: [200, 400])
    func denied(status: Int) {
        let fields = [TransportField("authzf-error-code", "fraud"), TransportField("AUTHZF-SUB-ERROR-CODE", "1010")]
        let body = "<error><notAuthorized/><details>Not in your package.</details></error>"
        #expect(
            read(body, status: status, fields: fields)
                == .denied(ServiceDenial(code: "fraud", subCode: "1010", details: "Not in your package.")))
    }

    @Test("A denial's message comes from its field when the body has none")
    func deniedByField() {
        let fields = [TransportField("Authzf-Error-Details", "Ask your parents.")]
        #expect(
            read("<error><notAuthorized/></error>", fields: fields)
                == .denied(ServiceDenial(details: "Ask your parents.")))
        #expect(read("<error><notAuthorized/></error>") == .denied(ServiceDenial()))
    }

    @Test("A failure of the service isn't a denial")
    func serverError() {
        #expect(read("<error><notAuthorized/></error>", status: 503) == .unusable(status: 503))
    }

    @Test("A media token is the unchanged body; pages, refusals and other statuses aren't accepted as one")
    func mediaToken() {
        let token = "<signatureInfo>Q0==<signatureInfo><shortAuthorizationToken></shortAuthorizationToken>"
        #expect(MediaTokenAnswer(answer(token)) == .token(token))
        #expect(MediaTokenAnswer(answer(token, status: 500)) == .unusable(status: 500))
        #expect(MediaTokenAnswer(answer("\n<!DOCTYPE html><p>Log in to the café")) == .unusable(status: 200))
        #expect(MediaTokenAnswer(answer(" ")) == .unusable(status: 200))
        #expect(MediaTokenAnswer(TransportResponse(status: 200, body: [0xFF])) == .unusable(status: 200))
        #expect(
            MediaTokenAnswer(answer(#"<pendingLogout reason="58772">true</pendingLogout>"#))
                == .pendingLogout(reason: "58772"))
        #expect(
            MediaTokenAnswer(answer("<error><notAuthorized/><details>No.</details></error>"))
                == .denied(ServiceDenial(details: "No.")))
    }
}
