import PassDomain
import PassEndpointKit
import PassHTTP

/// The page on which a subscriber signs in, or one of the two pages if the MVPD has two.
struct LoginPage {
    let site: MVPDSite
    let requestor: String?
    /// The sealed login.
    let login: String
    /// A user name and password that work; `nil` when the MVPD has none.
    let hint: (username: String, password: String)?
    /// The fields that the page shows.
    var fields = Fields.both
    /// The user name that the subscriber typed last.
    var username = ""
    /// The problem of the last attempt, if there was one.
    var problem: Problem?

    /// The fields that a page may show.
    enum Fields {
        /// User name and password, on an MVPD's only page.
        case both
        /// The user name, on the first of two pages.
        case username
        /// The password, on the second of two pages, which has the user name in a hidden input.
        case password
    }

    /// The reason why the page is shown again, and the fields with the error.
    struct Problem: Hashable {
        var sentence: String
        var isInUsername = false
        var isInPassword = false

        static let nothingEntered = Problem(
            sentence: "Enter your user name and password.", isInUsername: true, isInPassword: true)
        static let noUsername = Problem(sentence: "Enter your user name.", isInUsername: true)
        static let noPassword = Problem(sentence: "Enter your password.", isInPassword: true)
        static let notRight = Problem(
            sentence: "The user name or password is wrong.", isInUsername: true, isInPassword: true)
    }

    init(_ login: Login, sealed: String, at site: MVPDSite) {
        self.site = site
        requestor = login.requestor
        self.login = sealed
        hint = Self.hint(at: site)
    }

    func response() -> HTTPResponse {
        let heading = fields == .password ? "Enter your password" : "Sign in"
        var page = Page(title: problem == nil ? heading : "Error: \(heading)", brand: site.brand) { html in
            html.element("h1", heading)
            html.markup("\n")
            writeIntroduction(to: &html)
            html.markup("\n")
            var hidden = [(name: LoginSealer.field, value: login)]
            if fields == .password { hidden.append(("username", username)) }
            html.form(action: site.action("login", login), hidden: hidden) { writeFields(to: &$0) }
        }
        if site.behaviour.pages == .json { page.script = .postsJSON }
        page.footer = footer
        return page.response()
    }

    private func writeIntroduction(to html: inout HTMLWriter) {
        html.element("p", [("class", "soft")]) { html in
            if fields == .password {
                html.text("You are signing in as ")
                html.element("strong", username)
            } else {
                html.text("Use your \(site.brand.name) account")
                if let requestor { html.text(" to watch \(requestor)") }
            }
            html.text(".")
        }
    }

    private func writeFields(to html: inout HTMLWriter) {
        if let problem {
            html.element("p", [("class", "problem"), ("id", "problem"), ("role", "alert")], problem.sentence)
            html.markup("\n")
        }
        if fields != .password { writeUsername(to: &html) }
        if fields != .username { writePassword(to: &html) }
        html.element("button", [("type", "submit")], fields == .username ? "Next" : "Sign in")
        html.markup("\n")
        if fields == .password {
            html.element(
                "button", [("type", "submit"), ("name", "back"), ("value", "username"), ("class", "quiet")],
                "Use another account")
            html.markup("\n")
        }
    }

    private func writeUsername(to html: inout HTMLWriter) {
        html.markup("<label for=\"username\">User name</label>\n")
        html.input(
            [("type", "text"), ("name", "username"), ("value", username), ("id", "username")]
                + [("autocomplete", "username"), ("autocapitalize", "none"), ("spellcheck", "false")]
                + marks(problem?.isInUsername == true))
        html.markup("\n")
    }

    /// Writes the password field. A client without a browser recognizes the page by the order of the first three
    /// attributes (yt-dlp, "Suddenlink").
    private func writePassword(to html: inout HTMLWriter) {
        html.markup("<label for=\"password\">Password</label>\n")
        html.input(
            [("id", "password"), ("type", "password"), ("name", "password"), ("autocomplete", "current-password")]
                + marks(problem?.isInPassword == true))
        html.markup("\n")
    }

    private func marks(_ isWrong: Bool) -> [(StaticString, String)] {
        isWrong ? [("aria-invalid", "true"), ("aria-describedby", "problem")] : []
    }

    private var footer: HTML {
        HTML { html in
            html.text("Simulated provider")
            if let hint {
                html.text(" – sign in as ")
                html.element("kbd", hint.username)
                html.text(" / ")
                html.element("kbd", hint.password)
            }
        }
    }

    /// Returns the user name and password of the demo world's subscriber `user` if that subscriber can sign in here,
    /// otherwise those of the first subscriber who can; `nil` if none can.
    private static func hint(at site: MVPDSite) -> (String, String)? {
        let able = site.mvpds.accounts.values.filter {
            $0.signIn == .succeeds && $0.password != nil && $0.exists(at: site.mvpd.id)
        }
        let best = able.first { $0.id == "user" } ?? able.min { $0.id.rawValue < $1.id.rawValue }
        return best.flatMap { subscriber in subscriber.password.map { (subscriber.id.rawValue, $0) } }
    }
}
