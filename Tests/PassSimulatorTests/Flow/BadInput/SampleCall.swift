import PassHTTP
import Testing

/// One operation as a client calls it, and the shape in which it must refuse a bad parameter.
struct SampleCall: Sendable, CustomTestStringConvertible {
    var path: String
    var isGet = false
    /// A complete call; each of these is required.
    var parameters: [(name: String, value: String)]
    /// Accompany the call and may be absent.
    var others: [(name: String, value: String)] = []
    /// Required ones whose value is judged as a whole, so that a control character makes a tampered token of it.
    var opaque: Set<String> = []
    /// Required ones that are base64, in which line breaks are usual.
    var folded: Set<String> = []
    var refusal: Refusal

    /// How a bad parameter is answered (legacy protocol, "Endpoints"; REST API v1; RFC 6749; RFC 9457).
    enum Refusal: Sendable {
        /// 200 `<error>` with `Authzf-Error-Code: invalid` and the parameter's name.
        case denial
        /// 400 text with the parameter's name.
        case text
        /// 400, a page that leads nowhere.
        case page
        /// 400 `{"error":"invalid_request"}`.
        case oauth
        /// 400 in the basic error body, with the parameter's name.
        case basic
        /// 400, a problem document with the parameter's name.
        case problem
    }

    var testDescription: String { path }

    /// - Parameters:
    ///   - left: a required parameter to leave out.
    ///   - raw: a piece of the form to add as it is.
    func call(_ site: TestSite, without left: String? = nil, adding raw: String? = nil) -> HTTPResponse {
        var form = FormFields.encode((parameters + others).filter { $0.name != left })
        if let raw { form += (form.isEmpty ? "" : "&") + raw }
        if isGet { return site.get(path + "?" + form) }
        return site.send(
            site.request(
                .post, path, [.contentType: "application/x-www-form-urlencoded"], body: Array(form.utf8)))
    }

    func expectRefusal(
        _ answer: HTTPResponse, naming name: String, _ location: SourceLocation = #_sourceLocation
    ) {
        let type = answer.fields[.contentType] ?? ""
        let comment = Comment(rawValue: "\(name): \(answer.status.code) \(answer.text)")
        switch refusal {
        case .denial:
            #expect(answer.status == .ok && type == "application/xml;charset=UTF-8", comment, sourceLocation: location)
            #expect(answer.fields["Authzf-Error-Code"] == "invalid", comment, sourceLocation: location)
            #expect(
                answer.text.hasPrefix("<error><notAuthorized/><details>")
                    && answer.element("details")?.contains(name) == true, comment, sourceLocation: location)
        case .text:
            #expect(answer.status == .badRequest && type.hasPrefix("text/plain"), comment, sourceLocation: location)
            #expect(answer.text.contains(name), comment, sourceLocation: location)
        case .page:
            #expect(answer.status == .badRequest && type.hasPrefix("text/html"), comment, sourceLocation: location)
            #expect(
                answer.location == nil && !answer.text.contains("<a "), comment, sourceLocation: location)
        case .oauth:
            #expect(answer.status == .badRequest, comment, sourceLocation: location)
            #expect(answer.text == #"{"error":"invalid_request"}"#, comment, sourceLocation: location)
        case .basic:
            #expect(answer.status == .badRequest && answer.text.contains(name), comment, sourceLocation: location)
        case .problem:
            #expect(
                answer.status == .badRequest && type == "application/problem+json" && answer.text.contains(name),
                comment, sourceLocation: location)
        }
    }
}
