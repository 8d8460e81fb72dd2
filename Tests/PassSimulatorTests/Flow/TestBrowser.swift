import PassHTTP
import Testing

/// Walks a login as a browser without script does: cookies, redirects, meta refresh, forms.
struct TestBrowser {
    let site: TestSite
    private var cookies: [Cookie] = []
    /// Where the last page came from: relative addresses lead on from there.
    private var place: TestSite
    /// Every answer on the way, oldest first.
    private(set) var answers: [HTTPResponse] = []

    init(_ site: TestSite) {
        self.site = site
        place = site
    }

    /// What the browser holds under one name for one path (RFC 6265, section 5.3), whatever the host.
    private struct Cookie {
        var name: String
        var value: String
        var path: String
    }

    /// The cookies that go to the service itself.
    var cookieField: HTTPFields { cookieField(for: site.prefix + "/adobe-services/session") }

    private func cookieField(for path: some StringProtocol) -> HTTPFields {
        let sent = cookies.filter { path.hasPrefix($0.path) }
        return sent.isEmpty ? [:] : [.cookie: sent.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")]
    }

    @discardableResult
    mutating func open(_ url: String, posting form: [(name: String, value: String)]? = nil) throws -> HTTPResponse {
        var target = url
        if let reference = URIReference(url), let host = reference.host {
            place.scheme = reference.scheme == "https" ? .https : .http
            place.authority = HTTPAuthority(host: host, port: reference.port).description
            target = reference.path + (reference.query.map { "?\($0)" } ?? "")
        }
        var fields = cookieField(for: target.prefix { $0 != "?" })
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
        let page = try begin(query)
        return try #require(Form(page.text), "no login form: \(page.status.code) \(page.location ?? page.text)")
    }

    /// Begins a login and goes on by itself until a page wants something typed or chosen, or the service has answered.
    mutating func begin(_ query: [(name: String, value: String)]) throws -> HTTPResponse {
        place = site
        return try goOn(open(site.prefix + "/adobe-services/authenticate/saml?" + FormFields.encode(query)))
    }

    /// Goes on from a page where nothing has to be typed or chosen.
    mutating func goOn(_ first: HTTPResponse) throws -> HTTPResponse {
        var answer = first
        for _ in 0..<8 {
            if let location = answer.location {
                if location.contains("://site.example/") || !location.hasPrefix("http") { return answer }
                answer = try open(location)
            } else if let refresh = Self.refresh(in: answer.text) {
                answer = try open(refresh)
            } else if let link = Self.noscriptLink(in: answer.text) {
                answer = try open(link)
            } else if let form = Form(answer.text), !form.asks {
                answer = try open(form.action, posting: form.fields)
            } else {
                return answer
            }
        }
        Issue.record("no end after eight steps")
        throw CancellationError()
    }

    /// Signs in and returns the service's answer to that of the MVPD.
    mutating func signIn(_ form: Form, user: String = "user", password: String = "password") throws -> HTTPResponse {
        let answer = try open(form.action, posting: form.fields + [("username", user), ("password", password)])
        if let location = answer.location { return try open(location) }
        let confirmation = try #require(Form(answer.text))
        return try open(confirmation.action, posting: confirmation.fields)
    }

    /// Posts the page's form with what was typed or chosen, and goes on by itself.
    mutating func fill(
        _ page: HTTPResponse, _ fields: [(name: String, value: String)], postsHidden: Bool = true
    ) throws -> HTTPResponse {
        let form = try #require(Form(page.text), "no form: \(page.status.code) \(page.text)")
        return try goOn(open(form.action, posting: (postsHidden ? form.fields : []) + fields))
    }

    private mutating func keep(_ line: String) {
        let pair = line.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard pair.count == 2 else { return }
        let path = line.firstRange(of: "; Path=").map { line[$0.upperBound...].prefix { $0 != ";" } } ?? "/"
        let cookie = Cookie(name: String(pair[0]), value: String(pair[1]), path: String(path))
        cookies.removeAll { $0.name == cookie.name && $0.path == cookie.path }
        if !cookie.value.isEmpty { cookies.append(cookie) }
    }

    /// Where a meta refresh leads, for a reader that undoes no `&amp;`: many clients are such readers.
    static func refresh(in page: String) -> String? {
        guard let mark = page.firstRange(of: #"http-equiv="refresh""#),
            let start = page[mark.upperBound...].firstRange(of: "url="),
            let end = page[start.upperBound...].firstIndex(of: "\"")
        else { return nil }
        return String(page[start.upperBound..<end])
    }

    private static func noscriptLink(in page: String) -> String? {
        guard let start = page.firstRange(of: #"<noscript><a class="button" href=""#),
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
        /// Whether something has to be typed or chosen.
        var asks: Bool

        init?(_ page: String) {
            guard let start = page.firstRange(of: "<form action=\""),
                let quote = page[start.upperBound...].firstIndex(of: "\"")
            else { return nil }
            action = TestBrowser.unescaped(page[start.upperBound..<quote])
            hasPassword = page.contains("type=\"password\"")
            asks = ["type=\"password\"", "type=\"text\"", "<button type=\"submit\" name="].contains(
                where: page.contains)
            for part in page.split(separator: "<input type=\"hidden\" name=\"").dropFirst() {
                let pieces = part.split(separator: "\"", maxSplits: 3, omittingEmptySubsequences: false)
                guard pieces.count == 4, pieces[1] == " value=" else { continue }
                fields.append((TestBrowser.unescaped(pieces[0]), TestBrowser.unescaped(pieces[2])))
            }
        }
    }
}
