import PassDomain
import PassEndpointKit
import PassHTTP

/// The page on which a subscriber signs in.
struct LoginPage {
    let provider: Provider
    let requestor: String?
    /// The login, sealed.
    let login: String
    /// A name and password to try; `nil` when the catalog has none.
    let hint: (username: String, password: String)?
    /// What the subscriber typed last.
    var username = ""
    var problem: Problem?

    /// Why the page is shown again, and which fields are to blame.
    struct Problem: Hashable {
        var sentence: String
        var isInUsername = false
        var isInPassword = false

        static let nothingEntered = Problem(
            sentence: "Enter your user name and password.", isInUsername: true, isInPassword: true)
        static let noUsername = Problem(sentence: "Enter your user name.", isInUsername: true)
        static let noPassword = Problem(sentence: "Enter your password.", isInPassword: true)
        static let notRight = Problem(
            sentence: "The user name or password is not right.", isInUsername: true, isInPassword: true)
    }

    init(_ login: Login, sealedBy logins: LoginSealer, at provider: Provider, in world: World) {
        self.provider = provider
        requestor = login.requestor
        self.login = logins.seal(login, at: provider, in: world)
        hint = Self.hint(world.catalog, at: provider.mvpd.id)
    }

    func response() -> HTTPResponse {
        let heading = "Sign in"
        var page = Page(title: problem == nil ? heading : "Error: \(heading)", brand: provider.brand) { html in
            html.element("h1", heading)
            html.markup("\n")
            html.element("p", [("class", "soft")]) { html in
                html.text("Use your \(provider.brand.name) account")
                if let requestor { html.text(" to watch \(requestor)") }
                html.text(".")
            }
            html.markup("\n")
            html.form(action: provider.signInPath, hidden: [(LoginSealer.field, login)]) { writeFields(to: &$0) }
        }
        page.footer = footer
        return page.response()
    }

    private func writeFields(to html: inout HTMLWriter) {
        if let problem {
            html.element("p", [("class", "problem"), ("id", "problem"), ("role", "alert")], problem.sentence)
            html.markup("\n")
        }
        html.markup("<label for=\"username\">User name</label>\n")
        html.input(
            [("type", "text"), ("name", "username"), ("value", username), ("id", "username")]
                + [("autocomplete", "username"), ("autocapitalize", "none"), ("spellcheck", "false")]
                + marks(problem?.isInUsername == true))
        html.markup("\n<label for=\"password\">Password</label>\n")
        html.input(
            [("type", "password"), ("name", "password"), ("id", "password"), ("autocomplete", "current-password")]
                + marks(problem?.isInPassword == true))
        html.markup("\n<button type=\"submit\">Sign in</button>\n")
    }

    private func marks(_ isWrong: Bool) -> [(StaticString, String)] {
        isWrong ? [("aria-invalid", "true"), ("aria-describedby", "problem")] : []
    }

    private var footer: HTMLWriter {
        var html = HTMLWriter()
        html.text("Simulated provider")
        if let hint {
            html.text(" – sign in as ")
            html.element("kbd", hint.username)
            html.text(" / ")
            html.element("kbd", hint.password)
        }
        return html
    }

    /// The subscriber that every description of the demo names, else the first who can sign in.
    private static func hint(_ catalog: Catalog, at mvpd: MVPDID) -> (String, String)? {
        let able = catalog.subscribers.values.filter {
            $0.signIn == .succeeds && $0.password != nil && $0.hasAccount(at: mvpd)
        }
        let best = able.first { $0.id == "user" } ?? able.min { $0.id.rawValue < $1.id.rawValue }
        return best.flatMap { subscriber in subscriber.password.map { (subscriber.id.rawValue, $0) } }
    }
}
