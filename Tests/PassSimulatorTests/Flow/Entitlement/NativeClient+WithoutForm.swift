import PassHTTP
import Testing

extension NativeClient {
    /// Begins a login without a form, and returns the service's only answer and its cookies.
    func begin(generic: String? = nil) throws -> (answer: HTTPResponse, cookies: HTTPFields) {
        var browser = TestBrowser(site)
        var query = [("requestor_id", requestor), ("mso_id", mvpd), ("redirect_url", "adobepass://ios.app")]
        if let generic { query.append(("generic_data", generic)) }
        let answer = try browser.open(site.prefix + "/adobe-services/authenticate/saml?" + FormFields.encode(query))
        try #require(answer.location == "adobepass://ios.app")
        return (answer, browser.cookieField)
    }

    /// The authN token of a login without a form.
    func token(generic: String? = nil) throws -> String {
        try #require(session(try begin(generic: generic).cookies).element("authnToken"))
    }

    func preauthorize(_ token: String, _ resources: [String], _ fields: HTTPFields = [:]) -> HTTPResponse {
        site.post(
            "/adobe-services/preauthorize",
            [("authentication_token", token), ("requestor_id", requestor), ("noflash", "true")]
                + resources.map { ("resource_id", $0) }, fields)
    }
}

extension HTTPResponse {
    /// Whether this is a denial with exactly that sentence, under that code and status.
    func isDenial(_ sentence: String, _ code: String = "noAuthZ", _ status: HTTPStatus = .ok) -> Bool {
        text == "<error><notAuthorized/><details>\(sentence)</details></error>" && self.status == status
            && fields["Authzf-Error-Code"] == code && fields["Authzf-Error-Details"] == sentence
    }
}
