public import AccessEnabler
import PassCore
import PassHTTP

/// A browser without a screen that logs in by itself: follows redirects, meta refreshes and forms that send themselves, fills
/// in what a login asks, and stops before a URL that the app waits for.
///
/// ```swift
/// let browser = HeadlessUserAgent(transport: transport, credentials: .init("user", "password"))
/// let end = try await browser.run(loginURL, until: ["adobepass://"])
/// ```
///
/// It runs no script; of a page's scripts it believes that those which submit a form do so, and takes the link that pages offer
/// to browsers without script. Cookies are kept by kind of browser, as on iOS: an app's web view shares its cookies with
/// the app, the secure browser has its own.
public final class HeadlessUserAgent: UserAgent {
    /// What is typed into login pages.
    public struct Credentials: Sendable, Hashable {
        public var name: String
        public var password: String

        public init(_ name: String, _ password: String) {
            self.name = name
            self.password = password
        }
    }

    public enum Kind: Sendable, Hashable, CaseIterable {
        /// Cookies readable by the app.
        case webView
        /// SFSafariViewController: cookies of its own.
        case secureBrowser
    }

    /// One page or redirect on the way.
    public struct Visit: Sendable, Hashable {
        public var method: String
        public var url: String
        public var status: Int
        public var kind = Kind.webView
    }

    /// What is loaded next: a page, or the answer to a form that is posted.
    struct Step {
        var url: String
        var form: [(name: String, value: String)]?
    }

    /// More steps than this are a circle; the longest login has about ten.
    private static let maximumSteps = 40

    private struct State: Sendable {
        var jars: [Kind: CookieJar] = [:]
        var visits: [Visit] = []
    }

    private let transport: any HTTPTransport
    let credentials: Credentials?
    private let state = Guarded(State())

    /// - Parameter credentials: `nil` is a user who isn't there: pages that ask something are dead ends.
    public init(transport: any HTTPTransport, credentials: Credentials?) {
        self.transport = transport
        self.credentials = credentials
    }

    /// Everything that was loaded, oldest first.
    public var visits: [Visit] { state.withLock(\.visits) }

    /// Forgets the cookies, as when the user clears the browser's data.
    public func clearCookies() { state.withLock { $0.jars = [:] } }

    /// Opens `url` and goes on until it would load a URL that starts with one of `ends`; that one isn't loaded.
    ///
    /// - Returns: the URL where it stopped.
    /// - Throws: `UserAgentError` when the way ends elsewhere, `TransportError` when a server doesn't answer.
    public func run(_ url: String, until ends: [String], in kind: Kind = .webView) async throws -> String {
        try await run(url, until: ends, in: kind, credentials: credentials)
    }

    private func run(
        _ url: String, until ends: [String], in kind: Kind, credentials: Credentials?
    ) async throws -> String {
        try await go(Step(url: url), until: ends, in: kind, credentials: credentials).url
    }

    /// Goes on from a step until the next one would load a URL that starts with one of `ends`.
    ///
    /// - Parameter credentials: `nil` is a user who isn't there.
    /// - Returns: the step that isn't taken.
    func go(
        _ start: Step, until ends: [String], in kind: Kind, credentials: Credentials?
    ) async throws -> Step {
        var step = start
        var filled: [HTMLForm] = []
        for _ in 0..<Self.maximumSteps {
            if ends.contains(where: step.url.hasPrefix) { return step }
            let (address, response) = try await load(step, kind)
            step = try next(after: response, at: address, credentials: credentials, filled: &filled)
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

    private func next(
        after response: TransportResponse, at address: URIReference, credentials: Credentials?, filled: inout [HTMLForm]
    ) throws -> Step {
        func link(_ text: String) throws -> String {
            guard let target = address.target(of: text) else { throw UserAgentError.brokenLink(text) }
            return target
        }
        if (300..<400).contains(response.status), let location = response.fields["Location"] {
            return Step(url: try link(location))
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

    /// What is sent for a form; `nil` when nobody is there to fill it in, or it comes back as it was: a wrong password.
    private func answers(
        to form: HTMLForm, _ credentials: Credentials?, _ filled: [HTMLForm]
    ) -> [(name: String, value: String)]? {
        var fields = form.hidden.map { (name: $0.name, value: $0.value) }
        // A button has to be pressed by somebody, unless a script does it.
        guard form.asks else { return credentials != nil || form.submitsItself ? fields : nil }
        guard let credentials, filled.filter({ $0.isSameQuestion(as: form) }).isEmpty else { return nil }
        fields += form.typed.map { (name: $0.name, value: $0.value.isEmpty ? credentials.name : $0.value) }
        fields += form.passwords.map { (name: $0.name, value: credentials.password) }
        fields += form.choices.map { (name: $0.name, value: $0.value) }
        return fields
    }

    // MARK: UserAgent

    /// Goes there as the SDK does by itself in a passive login, where nobody is asked and nobody types anything: a page that
    /// asks is a dead end, whatever the credentials are.
    ///
    /// So it is no browser for `AccessEnabler.authenticate(picker:userAgent:)`, each of whose logins would end as cancelled:
    /// that takes an `AttendedBrowser(browser)`.
    ///
    /// - Parameter end: where the SDK takes over, `ADOBEPASS_REDIRECT_URL`; `ADOBEPASS_LEGACY_REDIRECT_URL` up to 2.x.
    /// - Returns: `nil` at a page that asks something, and wherever `run` throws.
    public func follow(_ url: String, until end: String, isVisible: Bool) async -> String? {
        try? await run(url, until: [end], in: isVisible ? .secureBrowser : .webView, credentials: nil)
    }

    public func cookies(for url: String) async -> String? {
        guard let address = URIReference(url) else { return nil }
        return state.withLock { $0.jars[.webView]?.field(for: address) }
    }
}

extension HTMLForm {
    /// Whether it asks for the same inputs.
    fileprivate func isSameQuestion(as other: HTMLForm) -> Bool {
        typed.map(\.name) == other.typed.map(\.name) && passwords.map(\.name) == other.passwords.map(\.name)
            && choices.map(\.name) == other.choices.map(\.name)
    }
}
