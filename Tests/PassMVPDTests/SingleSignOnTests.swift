import PassCore
import PassCrypto
import PassDomain
import PassEndpointKit
import PassHTTP
import PassSAML
import PassTestSupport
import Testing

@Suite("Single sign-on requests")
struct SingleSignOnTests {
    @Test("A signed request by redirect shows the login page")
    func redirect() throws {
        let page = try TestMVPD.make().begin()
        #expect(page.status == .ok)
        #expect(page.text.contains("<h1>Sign in</h1>"))
        #expect(page.text.contains("Use your Acme Cable account to watch Test &lt;TV&gt; &amp; Co."))
        #expect(try page.formPlace == "http://localhost:8080/_sim/mvpd/AcmeCable/login")
        #expect(try page.hiddenInputs.map(\.name) == ["login"])
        #expect(page.problem == nil)
        #expect(!page.fields.contains(.setCookie))
    }

    @Test("A signed request by form shows the login page")
    func form() throws {
        let page = try post(try TestMVPD.make(), signedBy: try TestKey.saml)
        #expect(page.status == .ok)
        #expect(try page.formPlace == "http://localhost:8080/_sim/mvpd/Adobe/login")
    }

    @Test("A request by form without a signature, or with another key's, is refused")
    func unsignedForm() throws {
        let mvpd = try TestMVPD.make()
        for (key, reason) in [(nil, "not signed"), (try TestKey.foreign, "is invalid")] {
            let page = try post(mvpd, signedBy: key)
            #expect(page.status == .badRequest)
            #expect(page.text.contains(reason) && !page.text.contains("<form"))
        }
    }

    @Test("A request by form that was altered after it was signed is refused")
    func alteredForm() throws {
        let mvpd = try TestMVPD.make()
        let signed = String(decoding: try mvpd.request().xml(signedBy: try TestKey.saml), as: UTF8.self)
        let altered = signed.replacing("ForceAuthn=\"false\"", with: "ForceAuthn=\"true\"")
        #expect(altered != signed)
        let page = try mvpd.post("/_sim/mvpd/Adobe/sso", [("SAMLRequest", Base64.encode(Array(altered.utf8)))])
        #expect(page.status == .badRequest && page.text.contains("covers something other than"))
    }

    private func post(_ mvpd: TestMVPD, signedBy key: RSAPrivateKey?) throws -> HTTPResponse {
        let fields = try POSTBinding.fields(for: try mvpd.request(), relayState: try RelayState("r"), signedBy: key)
        return try mvpd.post("/_sim/mvpd/Adobe/sso", fields)
    }

    @Test("HEAD is answered as GET")
    func head() throws {
        let mvpd = try TestMVPD.make()
        let query = try RedirectBinding.query(for: try mvpd.request(), relayState: nil, signedBy: try TestKey.saml)
        let request = HTTPRequest(method: .head, target: "/_sim/mvpd/Adobe/sso?\(query)")
        #expect(mvpd.respond(to: request).status == .ok)
    }

    @Test("A request by redirect without a signature is refused")
    func unsigned() throws {
        let mvpd = try TestMVPD.make()
        let query = try RedirectBinding.query(for: try mvpd.request(), relayState: nil, signedBy: nil)
        let page = try mvpd.get("/_sim/mvpd/AcmeCable/sso?\(query)")
        #expect(page.status == .badRequest)
        #expect(page.text.contains("not signed"))
        #expect(!page.text.contains("<form"))
    }

    @Test("A request by redirect that another key signed is refused")
    func foreignSignature() throws {
        let mvpd = try TestMVPD.make()
        let query = try RedirectBinding.query(for: try mvpd.request(), relayState: nil, signedBy: try TestKey.foreign)
        #expect(try mvpd.get("/_sim/mvpd/AcmeCable/sso?\(query)").status == .badRequest)
    }

    @Test("A request by redirect whose RelayState was changed is refused")
    func changedRelayState() throws {
        let mvpd = try TestMVPD.make()
        let query = try RedirectBinding.query(
            for: try mvpd.request(), relayState: try RelayState("mine"), signedBy: try TestKey.saml)
        let changed = query.replacing("RelayState=mine", with: "RelayState=yours")
        #expect(changed != query)
        #expect(try mvpd.get("/_sim/mvpd/AcmeCable/sso?\(changed)").status == .badRequest)
    }

    @Test(
        "Other messages are refused with a page",
        arguments: [
            "", "?", "?SAMLRequest=", "?SAMLRequest=%%%", "?SAMLRequest=%00", "?SAMLRequest=%FF", "?SAMLRequest=abc",
            "?SAMLResponse=abc", "?SAMLRequest=a&SAMLRequest=b", "?x=1",
        ])
    func noRequest(_ query: String) throws {
        let mvpd = try TestMVPD.make()
        for response in [
            try mvpd.get("/_sim/mvpd/AcmeCable/sso\(query)"),
            try mvpd.post("/_sim/mvpd/AcmeCable/sso", body: Array(query.dropFirst().utf8)),
        ] {
            #expect(response.status == .badRequest)
            #expect(response.text.contains("<h1>That did not work</h1>"))
            #expect(response.text.contains("Acme Cable"))
        }
    }

    @Test(
        "A request from another service, or for another time, destination or answer, is refused",
        arguments: [
            ("issuer", "https://evil.example"), ("issuer", "https://saml.evil.adobe.com"),
            ("consumer", "https://evil.example/sp"), ("consumer", "javascript:alert(1)//localhost:8080"),
            ("consumer", "http://localhost:8081/sp"), ("consumer", "http://localhost:8080@evil.example/sp"),
            ("consumer", "http://sp.auth.adobe.com.evil.example/"), ("consumer", "/sp/saml/SAMLAssertionConsumer"),
            ("destination", "http://localhost:8080/_sim/mvpd/Adobe/sso"), ("destination", "https://other.example/"),
            ("seconds", "-301"), ("seconds", "301"),
        ])
    func foreignRequest(_ part: String, _ value: String) throws {
        let page = try TestMVPD.make().begin { request in
            switch part {
            case "issuer": request.issuer = value
            case "consumer": request.assertionConsumerServiceURL = value
            case "destination": request.destination = value
            default: request.issueInstant = request.issueInstant + .seconds(Int64(value) ?? 0)
            }
        }
        #expect(page.status == .badRequest)
        #expect(!page.text.contains("<form"))
    }

    @Test(
        "The service is recognized by its host, under either scheme",
        arguments: [
            ("consumer", "https://localhost:8080/sp/saml/SAMLAssertionConsumer"),
            ("consumer", "https://sp.auth.adobe.com/sp/saml/SAMLAssertionConsumer"),
            ("consumer", "http://sp.auth-staging.adobe.com:8080/sp/saml/SAMLAssertionConsumer"),
            ("destination", "https://localhost:8443/_sim/mvpd/AcmeCable/sso"), ("seconds", "-299"), ("seconds", "299"),
        ])
    func knownService(_ part: String, _ value: String) throws {
        let page = try TestMVPD.make().begin { request in
            switch part {
            case "consumer": request.assertionConsumerServiceURL = value
            case "destination": request.destination = value
            default: request.issueInstant = request.issueInstant + .seconds(Int64(value) ?? 0)
            }
        }
        #expect(page.status == .ok)
    }

    @Test("On a provider's own host, an answer goes only to the service's hosts")
    func spoofedHosts() throws {
        let mvpd = try TestMVPD.make(scheme: .https, authority: "login.mvpd.example", hostKind: .mvpd)
        let page = try mvpd.begin {
            $0.assertionConsumerServiceURL = "https://sp.auth.adobe.com/sp/saml/SAMLAssertionConsumer"
            $0.destination = "https://login.mvpd.example/AcmeCable/sso"
        }
        #expect(page.status == .ok)
        #expect(try page.formPlace == "https://login.mvpd.example/AcmeCable/login")
        let own = try mvpd.begin { $0.assertionConsumerServiceURL = "https://login.mvpd.example/sp" }
        #expect(own.status == .badRequest)
    }

    @Test("The login form stays in its namespace")
    func namespace() throws {
        let page = try TestMVPD.make(prefix: "/_ns/one").begin()
        #expect(try page.formPlace == "http://localhost:8080/_ns/one/_sim/mvpd/AcmeCable/login")
    }

    @Test("A passive request is answered at once: no subscriber is signed in")
    func passive() throws {
        let page = try TestMVPD.make().begin { $0.isPassive = true }
        let response = try page.samlResponse
        #expect(response.status == SAMLStatus(.responder, .noPassive))
        #expect(response.assertion == nil)
        #expect(try page.formAction == TestMVPD.consumer)
    }

    @Test("An unknown provider is served unless the World refuses it")
    func unknownProvider() throws {
        #expect(try TestMVPD.make().begin(at: "thr030").status == .ok)
        let strict = try TestMVPD.make(unknownMVPDs: .refuse)
        #expect(try strict.begin(at: "thr030").status == .notFound)
        #expect(try strict.begin(at: "AcmeCable").status == .ok)
        #expect(try TestMVPD.make().begin(at: String(repeating: "x", count: 129)).status == .notFound)
    }

    @Test("The page says who can sign in, by the names of the catalog")
    func hint() throws {
        let page = try TestMVPD.make().begin()
        #expect(
            page.text.contains("<footer>Simulated provider – sign in as <kbd>user</kbd> / <kbd>password</kbd></footer>")
        )
    }

    @Test("A name of a provider or requestor is text on the page")
    func names() throws {
        let page = try TestMVPD.make().begin(at: "AmpCable") { $0.requesterIDs = ["<img src=x>"] }
        #expect(page.text.contains("<title>Sign in – A&amp;B &lt;Cable&gt;</title>"))
        #expect(page.text.contains("Use your A&amp;B &lt;Cable&gt; account to watch &lt;img src=x&gt;."))
    }
}
