import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP
import PassInstruments
import PassTokens

/// The requestor, MVPD, device, resources and subscriber that a request names, each read when a rule first asks for it.
///
/// A fact is taken from the first of these that has it: the path, the query and the form, the JSON content, the header
/// fields, the tokens that the request carries, the login that it belongs to. A malformed request has fewer facts, and
/// its operation refuses it.
final class RequestFacts: RuleFacts {
    private let request: HTTPRequest
    private let captures: Captures
    private let world: World
    private let now: Timestamp
    private var known: [RuleFact: [String]] = [:]
    private lazy var parameters = (try? Parameters(of: request)) ?? Parameters([])
    private lazy var json = RequestFacts.json(request.body)
    private lazy var tokens = CarriedTokens(request, parameters, world)
    /// The login of the request; `nil` until it has been looked for, and `.some(nil)` if there is none.
    private var knownLogin: AuthenticationSession??

    init(_ request: HTTPRequest, _ captures: Captures, _ world: World, now: Timestamp) {
        self.request = request
        self.captures = captures
        self.world = world
        self.now = now
    }

    func texts(of fact: RuleFact) throws -> [String] {
        if let texts = known[fact] { return texts }
        let texts =
            switch fact {
            case .requestor: try requestors()
            case .mvpd: try mvpds()
            case .device: try devices()
            case .resource: resources()
            case .subscriber: try subscribers()
            }
        known[fact] = texts
        return texts
    }

    func values(of name: HTTPFieldName) -> [String] { request.fields.values(name) }

    private static func json(_ body: [UInt8]) -> JSONValue? {
        guard body.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") else { return nil }
        return try? JSONValue.parse(body)
    }

    private func requestors() throws -> [String] {
        if let named = named(captured: ["requestor", "serviceProvider"], ["requestor_id", "requestor"]) {
            return [named]
        }
        if let token = tokens.profile { return [token.requestor.rawValue] }
        if let token = tokens.decision { return [token.requestor.rawValue] }
        if let token = tokens.media { return [token.requestor.rawValue] }
        if let code = try code() { return [code.requestor.rawValue] }
        if let login = try login() { return [login.requestor.rawValue] }
        let statement = named(captured: [], ["software_statement"]).flatMap { text in
            try? world.ports.credentials.openStatement(text, trustedOnly: false, now: now)
        }
        return try (statement ?? client()?.statement)?.requestors.map(\.rawValue) ?? []
    }

    private func mvpds() throws -> [String] {
        if let named = named(captured: ["mvpd"], ["mso_id", "mvpd", "mvpd_id"]) { return [named] }
        if let token = tokens.profile { return [token.mvpd.rawValue] }
        if let token = tokens.decision { return [token.mvpd.rawValue] }
        if let token = tokens.media { return [token.mvpd.rawValue] }
        if let login = try login() { return [login.mvpd.rawValue] }
        return try code()?.details[.mvpd].map { [$0] } ?? []
    }

    private func devices() throws -> [String] {
        if let named = named(captured: [], ["device_id", "deviceId"]) { return [named] }
        if let web = request.fields["ap_21"], !web.isEmpty { return [web] }
        // A rule can name the identifier itself or the header field's encoding of it.
        if let field = request.fields["AP-Device-Identifier"] {
            let words = field.split(separator: " ")
            guard words.count == 2, words[0].lowercased() == "fingerprint" else { return [field] }
            let spelling = String(words[1])
            let plain = Base64.decodeTextLeniently(spelling)
            return (plain.map { [$0] } ?? []) + [spelling]
        }
        return try code().map { [$0.deviceID.string] } ?? []
    }

    /// Returns the resources as the request states them and, for a resource that is an MRSS document, also its name.
    private func resources() -> [String] {
        var texts = parameters.all("resource_id").filter { !$0.isEmpty }
        texts += json?["resources"]?.arrayValue?.compactMap(\.stringValue) ?? []
        if texts.isEmpty, let token = tokens.decision { texts = [token.resource.text.string] }
        if texts.isEmpty, let token = tokens.media { texts = [token.resource.text.string] }
        return texts.flatMap { [$0] + Self.names(of: $0) }
    }

    /// Returns the texts of the resources whose text or name matches the pattern.
    func resources(matching pattern: TextPattern) -> Set<ExactText> {
        let texts = parameters.all("resource_id") + (json?["resources"]?.arrayValue?.compactMap(\.stringValue) ?? [])
        let matching = texts.filter { text in ([text] + Self.names(of: text)).contains { pattern.matches($0) } }
        // Services compare a resource by the text that `ResourceReader` extracts.
        return Set(matching.map { (try? ResourceReader.read(requested: $0))?.text ?? ExactText($0) })
    }

    private static func names(of text: String) -> [String] {
        guard text.contains("<"), let resource = try? ResourceReader.read(requested: text) else { return [] }
        return [resource.name.string]
    }

    private func subscribers() throws -> [String] {
        if let named = named(captured: [], ["username"]) { return [named] }
        if let token = tokens.profile {
            let origin = try world.stores.profileOrigins.find(token.guid, now: now)
            return (token.handles?.subscriber ?? origin?.subscriber).map { [$0.rawValue] } ?? []
        }
        if let subscriber = try login().flatMap(Self.subscriber) { return [subscriber.rawValue] }
        if let decision = tokens.decisionDigest,
            let origin = try world.stores.decisionOrigins.find(decision, now: now)
        {
            let logins = try origin.sessions.compactMap { try world.stores.sessions.find($0, now: now) }
            return logins.compactMap(Self.subscriber).map(\.rawValue)
        }
        return try appProfiles().map(\.profile.subscriber.rawValue)
    }

    private static func subscriber(of session: AuthenticationSession) -> SubscriberID? {
        switch session.state {
        case .authenticated(let login), .leaving(let login): login.subscriber
        case .pending, .answering, .failed, .loggedOut: nil
        }
    }

    /// Returns the profiles of the app that calls REST API v2: at the MVPD in the path, or at every MVPD if the path
    /// names none.
    private func appProfiles() throws -> [AppProfiles.Entry] {
        guard let requestor = captures["serviceProvider"], let client = try client(), let device = try devices().first,
            let kept = try world.stores.appProfiles.find(
                .init(requestor: RequestorID(rawValue: requestor), client: client.id, deviceID: ExactText(device)),
                now: now)
        else { return [] }
        let mvpd = captures["mvpd"]
        return kept.profiles.filter { entry in mvpd.map { entry.profile.mvpd == MVPDID(rawValue: $0) } ?? true }
    }

    /// Returns the registered client that sent the request, found by its access token or, without one, by its client
    /// ID.
    private func client() throws -> RegisteredApplication? {
        let id = tokens.access?.client ?? named(captured: [], ["client_id"]).map { ClientID(rawValue: $0) }
        return try id.flatMap { try world.stores.applications.find($0, now: now) }
    }

    private func code() throws -> RegistrationCode? {
        guard let text = named(captured: ["code"], ["reg_code"]) else { return nil }
        return try world.stores.registrationCodes.find(ExactText(text.asciiUppercased), now: now)
    }

    private func login() throws -> AuthenticationSession? {
        if let knownLogin { return knownLogin }
        let login = try session()
        knownLogin = .some(login)
        return login
    }

    /// Returns the login that a registration code, an MVPD's answer or a browser's cookie names.
    private func session() throws -> AuthenticationSession? {
        if let code = try code(), let id = code.session { return try world.stores.sessions.find(id, now: now) }
        if let state = named(captured: [], ["RelayState", "state"]) {
            return try world.stores.sessions.find(SessionID(rawValue: state), now: now)
        }
        for header in request.fields.values(.cookie) {
            for pair in CookieHeader.parse(header) where pair.name.hasSameBytes(as: "JSESSIONID") {
                let id = world.ports.tokens.session(of: SessionCookie(rawValue: pair.value))
                return try world.stores.sessions.find(id, now: now)
            }
        }
        return nil
    }

    /// Returns the first text under one of the names: captured in the path, as a parameter, or as a JSON member.
    private func named(captured: [String], _ names: [String]) -> String? {
        for name in captured {
            if let text = captures[name], !text.isEmpty { return text }
        }
        for name in names {
            if let text = parameters.all(name).first(where: { !$0.isEmpty }) { return text }
        }
        for name in captured + names {
            if let text = json?[name]?.stringValue, !text.isEmpty { return text }
        }
        return nil
    }
}
