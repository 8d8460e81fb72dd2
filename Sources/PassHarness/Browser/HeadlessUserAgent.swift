public import AccessEnabler
import PassCore
import PassHTTP

/// A browser without a screen that logs in without help.
///
/// The browser follows redirects, meta refreshes and forms that submit themselves, fills in what a login page asks for,
/// and stops before a URL that the app waits for.
///
/// ```swift
/// let browser = HeadlessUserAgent(transport: transport, credentials: .init("user", "password"))
/// let end = try await browser.run(loginURL, until: ["adobepass://"])
/// ```
///
/// The browser runs no scripts. If a script contains code to submit a form, the browser submits that form; it also
/// follows the link that a page offers to browsers without scripts. Each kind of browser has its own cookies, as on
/// iOS: an app's web view shares its cookies with the app, but the secure browser doesn't.
public final class HeadlessUserAgent: AccessEnabler.UserAgent {
    /// The name and password that are typed into login pages.
    public struct Credentials: Sendable, Hashable {
        /// The user's name at the MVPD.
        public var name: String
        /// The user's password.
        public var password: String

        /// Creates credentials of a name and a password.
        public init(_ name: String, _ password: String) {
            self.name = name
            self.password = password
        }
    }

    /// The kind of browser that loads a page.
    public enum Kind: Sendable, Hashable, CaseIterable {
        /// The app's web view, whose cookies the app can read.
        case webView
        /// SFSafariViewController, which has its own cookies.
        case secureBrowser
    }

    /// A page or redirect that the browser loaded.
    public struct Visit: Sendable, Hashable {
        /// The request's method, GET or POST.
        public var method: String
        /// The URL that was loaded.
        public var url: String
        /// The answer's status code.
        public var status: Int
        /// The kind of browser that loaded the page.
        public var kind = Kind.webView
    }

    /// The next load: a page, or the answer to a form that is posted.
    struct Step {
        var url: String
        var form: [(name: String, value: String)]?
    }

    /// The maximum number of steps, above which a login counts as a redirect loop; the longest login has about ten
    /// steps.
    private static let maximumSteps = 40

    private struct State: Sendable {
        var jars: [Kind: CookieJar] = [:]
        var visits: [Visit] = []
    }

    private let transport: any HTTPTransport
    let credentials: Credentials?
    private let state = Guarded(State())

    /// Creates a browser without cookies.
    ///
    /// - Parameter credentials: `nil` means that no user is present, so a page that asks for input is a dead end.
    public init(transport: any HTTPTransport, credentials: Credentials?) {
        self.transport = transport
        self.credentials = credentials
    }

    /// All pages and redirects that were loaded, oldest first.
    public var visits: [Visit] { state.withLock(\.visits) }

    /// Deletes the cookies, as when the user clears the browser's data.
    public func clearCookies() { state.withLock { $0.jars = [:] } }

    /// Opens a URL and continues until the browser would load a URL that starts with one of `ends`, which isn't loaded.
    ///
    /// - Returns: the URL where the browser stopped.
    /// - Throws: `UserAgentError` if the browser can't get there, `TransportError` if a server doesn't answer.
    public func run(_ url: String, until ends: [String], in kind: Kind = .webView) async throws -> String {
        try await run(url, until: ends, in: kind, credentials: credentials)
    }

    private func run(
        _ url: String, until ends: [String], in kind: Kind, credentials: Credentials?
    ) async throws -> String {
        try await go(Step(url: url), until: ends, in: kind, credentials: credentials).url
    }

    /// Continues from a step until the next one would load a URL that starts with one of `ends`.
    ///
    /// - Parameter credentials: `nil` means that no user is present.
    /// - Returns: the step that isn't taken.
    func go(
        _ start: Step, until ends: [String], in kind: Kind, credentials: Credentials?
    ) async throws -> Step {
        var step = start
        var filled: [HTMLForm] = []
        for _ in 0..<Self.maximumSteps {
            if ends.contains(where: step.url.hasPrefix) { return step }
            let (address, response) = try await load(step, kind)
            step = try next(
                after: response, to: step, at: address, credentials: credentials, filled: &filled)
        }
        throw UserAgentError.tooManySteps(start.url)
    }

    private func load(_ step: Step, _ kind: Kind) async throws -> (URIReference, TransportResponse) {
        let url = step.url
        guard let address = URIReference(url), address.scheme == "http" || address.scheme == "https" else {
            throw UserAgentError.unknownScheme(url)
        }
        var request = TransportRequest(method: step.form == nil ? "GET" : "POST", url: url)
        request.fields = [TransportField("Accept", "text/html,application/xhtml+xml,*/*;q=0.8")]
        if let cookies = state.withLock({ $0.jars[kind, default: CookieJar()].field(for: address) }) {
            request.fields.append(TransportField("Cookie", cookies))
        }
        if let form = step.form {
            request.fields.append(TransportField("Content-Type", "application/x-www-form-urlencoded"))
            request.body = Array(FormFields.encode(form).utf8)
        }
        let response = try await transport.send(request)
        state.withLock { state in
            state.visits.append(Visit(method: request.method, url: url, status: response.status, kind: kind))
            for field in response.fields where field.name.lowercased() == "set-cookie" {
                state.jars[kind, default: CookieJar()].take(field.value, from: address)
            }
        }
        return (address, response)
    }

    /// Returns the step that follows an answer: a redirect, a refresh, a form or a link for browsers without script.
    ///
    /// - Parameters:
    ///   - step: the step that was answered.
    ///   - filled: the forms that the user has filled in so far.
    private func next(
        after response: TransportResponse, to step: Step, at address: URIReference, credentials: Credentials?,
        filled: inout [HTMLForm]
    ) throws -> Step {
        func link(_ text: String) throws -> String {
            guard let target = address.target(of: text) else { throw UserAgentError.brokenLink(text) }
            return target
        }
        if (300..<400).contains(response.status), let location = response.fields["Location"] {
            // The redirects 307 and 308 keep the method and the content (RFC 9110, sections 15.4.8 and 15.4.9).
            let keepsForm = response.status == 307 || response.status == 308
            return Step(url: try link(location), form: keepsForm ? step.form : nil)
        }
        let page = HTMLPage(String(decoding: response.body, as: UTF8.self))
        guard response.status < 400 else { throw UserAgentError.refused(response.status, page.words) }
        if let refresh = page.refresh { return Step(url: try link(refresh)) }
        if let form = page.forms.first {
            guard let fields = answers(to: form, credentials, filled) else {
                throw UserAgentError.deadEnd(page.words)
            }
            if form.asks { filled.append(form) }
            let action = try link(form.action)
            guard !form.isPost else { return Step(url: action, form: fields) }
            let bare = action.prefix { $0 != "?" }
            return Step(url: "\(bare)?\(FormFields.encode(fields))")
        }
        if let target = page.linkWithoutScript { return Step(url: try link(target)) }
        throw UserAgentError.deadEnd(page.words)
    }

    /// Returns the fields to submit for a form, or `nil` if the form can't be filled in.
    ///
    /// A form can't be filled in if no user is present, or if the page shows a form again that was filled in before,
    /// e.g. after a wrong password.
    private func answers(
        to form: HTMLForm, _ credentials: Credentials?, _ filled: [HTMLForm]
    ) -> [(name: String, value: String)]? {
        var fields = form.hidden.map { (name: $0.name, value: $0.value) }
        // A user has to press the button, unless a script does.
        guard form.asks else { return credentials != nil || form.submitsItself ? fields : nil }
        guard let credentials, filled.filter({ $0.isSameQuestion(as: form) }).isEmpty else { return nil }
        fields += form.typed.map { (name: $0.name, value: $0.value.isEmpty ? credentials.name : $0.value) }
        fields += form.passwords.map { (name: $0.name, value: credentials.password) }
        fields += form.choices.map { (name: $0.name, value: $0.value) }
        return fields
    }

    // MARK: UserAgent

    /// Opens a URL for the SDK in a passive login, where no user is present: a page that asks for input is a dead end.
    ///
    /// The credentials aren't used. Each login of `AccessEnabler.authenticate(picker:userAgent:)` would therefore end
    /// as cancelled with this browser; pass `AttendedBrowser(browser)` there.
    ///
    /// - Parameter end: the URL at which the SDK takes over, such as `ADOBEPASS_REDIRECT_URL`.
    /// - Returns: the URL that starts with `end`, or `nil` at a page that asks for input and wherever `run` throws.
    public func follow(_ url: String, until end: String, isVisible: Bool) async -> String? {
        try? await run(url, until: [end], in: isVisible ? .secureBrowser : .webView, credentials: nil)
    }

    /// Returns the `Cookie` field that the app's web view would send to that URL, or `nil` if it has no cookies for it.
    public func cookies(for url: String) async -> String? {
        guard let address = URIReference(url) else { return nil }
        return state.withLock { $0.jars[.webView]?.field(for: address) }
    }
}

extension HTMLForm {
    /// Whether both forms ask for the same inputs.
    fileprivate func isSameQuestion(as other: HTMLForm) -> Bool {
        typed.map(\.name) == other.typed.map(\.name) && passwords.map(\.name) == other.passwords.map(\.name)
            && choices.map(\.name) == other.choices.map(\.name)
    }
}
