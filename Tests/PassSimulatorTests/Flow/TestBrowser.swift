import PassHTTP
import Testing

/// Walks a login as a browser without script does: cookies, redirects, meta refresh, forms.
struct TestBrowser {
    let site: TestSite
    private var cookies: [(name: String, value: String)] = []
    /// Where the last page came from: relative addresses lead on from there.
    private var place: TestSite
    /// Every answer on the way, oldest first.
    private(set) var answers: [HTTPResponse] = []

    init(_ site: TestSite) {
        self.site = site
        place = site
    }

    var cookieField: HTTPFields {
        cookies.isEmpty ? [:] : [.cookie: cookies.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")]
    }

    @discardableResult
    mutating func open(_ url: String, posting form: [(name: String, value: String)]? = nil) throws -> HTTPResponse {
        var target = url
        if let reference = URIReference(url), let host = reference.host {
            place.scheme = reference.scheme == "https" ? .https : .http
            place.authority = HTTPAuthority(host: host, port: reference.port).description
            target = reference.path + (reference.query.map { "?\($0)" } ?? "")
        }
        var fields = cookieField
        var body: [UInt8] = []
        if let form {
            fields.append(.contentType, "application/x-www-form-urlencoded")
            body = Array(FormFields.encode(form).utf8)
        }
        let answer = place.send(place.request(form == nil ? .get : .post, target, fields, body: body))
        for line in answer.fields.values(.setCookie) { keep(line) }
        answers.append(answer)
        return answer
    }

    /// Begins a login and goes on until the login form is there.
    mutating func openLogin(_ query: [(name: String, value: String)]) throws -> Form {
        place = site
        var answer = try open(site.prefix + "/adobe-services/authenticate/saml?" + FormFields.encode(query))
        for _ in 0..<5 {
            if let location = answer.location {
                answer = try open(location)
            } else if let refresh = Self.refresh(in: answer.text) {
                answer = try open(refresh)
            } else if let form = Form(answer.text), form.hasPassword {
                return form
            } else {
                let form = try #require(Form(answer.text), "no way on: \(answer.status.code) \(answer.text)")
                answer = try open(form.action, posting: form.fields)
            }
        }
        Issue.record("no login form after five steps")
        throw CancellationError()
    }

    /// Signs in and returns the answer of the assertion consumer.
    mutating func signIn(_ form: Form, user: String = "user", password: String = "password") throws -> HTTPResponse {
        let answer = try open(form.action, posting: form.fields + [("username", user), ("password", password)])
        let confirmation = try #require(Form(answer.text))
        return try open(confirmation.action, posting: confirmation.fields)
    }

    private mutating func keep(_ line: String) {
        let pair = line.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard pair.count == 2 else { return }
        cookies.removeAll { $0.name == pair[0] }
        if !pair[1].isEmpty { cookies.append((String(pair[0]), String(pair[1]))) }
    }

    static func refresh(in page: String) -> String? {
        guard let mark = page.firstRange(of: #"http-equiv="refresh""#),
            let start = page[mark.upperBound...].firstRange(of: "url="),
            let end = page[start.upperBound...].firstIndex(of: "\"")
        else { return nil }
        return unescaped(page[start.upperBound..<end])
    }

    fileprivate static func unescaped(_ text: some StringProtocol) -> String {
        String(text).replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
            .replacing("&#39;", with: "'").replacing("&amp;", with: "&")
    }

    /// The first form of a page: where it goes and its hidden inputs.
    struct Form {
        var action: String
        var fields: [(name: String, value: String)] = []
        var hasPassword: Bool

        init?(_ page: String) {
            guard let start = page.firstRange(of: "<form action=\""),
                let quote = page[start.upperBound...].firstIndex(of: "\"")
            else { return nil }
            action = TestBrowser.unescaped(page[start.upperBound..<quote])
            hasPassword = page.contains("type=\"password\"")
            for part in page.split(separator: "<input type=\"hidden\" name=\"").dropFirst() {
                let pieces = part.split(separator: "\"", maxSplits: 3, omittingEmptySubsequences: false)
                guard pieces.count == 4, pieces[1] == " value=" else { continue }
                fields.append((TestBrowser.unescaped(pieces[0]), TestBrowser.unescaped(pieces[2])))
            }
        }
    }
}
