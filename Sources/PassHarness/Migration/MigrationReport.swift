package import AccessEnabler
import PassCore
import PassDomain

/// A report for the migration of an app to REST API v2, from the journal of its calls.
package struct MigrationReport: Sendable {
    /// A replacement with the calls that need it.
    package struct Call: Sendable {
        package var operation: String
        package var count: Int
        package var replacement: CallReplacement
    }

    /// A decision of the journal, made again through both APIs.
    package struct Decision: Sendable, Hashable {
        package var requestor: String
        package var mvpd: String
        package var user: String
        package var resource: String
        /// The result in the journal: `permitted`, `denied` or another outcome.
        package var recorded: String
        /// The result of the call that the app makes now.
        package var before: String
        /// The result through REST API v2.
        package var after: String
        package var isSame: Bool { before == after }
    }

    /// The number of exchanges in the journal.
    package var exchangeCount = 0
    package var calls: [Call] = []
    /// The operations of REST API v2 that the app calls already.
    package var modern: [String] = []
    package var decisions: [Decision] = []
    /// The decisions that couldn't be made again, each with the reason.
    package var skipped: [String] = []

    private static let most = 100

    /// Reads a journal, and makes its decisions again in a copy of the namespace, which is removed afterwards.
    ///
    /// - Throws: `ControlError`, `TransportError`, `RESTv2Error`.
    package init(_ control: SimulatorControlClient, transport: any HTTPTransport) async throws {
        let exchanges = try await control.allExchanges().exchanges
        exchangeCount = exchanges.count
        var counts: [Operation: Int] = [:]
        for operation in exchanges.compactMap(\.operation) { counts[operation, default: 0] += 1 }
        for replacement in CallReplacement.all {
            for operation in replacement.operations {
                guard let count = counts[operation] else { continue }
                calls.append(Call(operation: operation.rawValue, count: count, replacement: replacement))
            }
        }
        modern = Set(exchanges.filter { $0.family == "v2" }.compactMap(\.operationName)).sorted()
        let wishes = Self.wishes(exchanges, &skipped)
        guard !wishes.isEmpty else { return }
        let name = "migrate-" + SystemIdentifierSource().hex(byteCount: 6)
        let source = control.namespace ?? Self.namespace(of: control.url)
        let root = Self.root(of: control.url)
        let play = control.inNamespace(name)
        try await control.createNamespace(name, .copy(of: source))
        do {
            let url = "\(root)/_ns/\(name)"
            for wish in wishes { decisions.append(try await Self.decide(wish, play, url, transport)) }
        } catch {
            try? await control.removeNamespace(name)
            throw error
        }
        try await control.removeNamespace(name)
    }

    /// Returns the namespace that a URL names by its path.
    private static func namespace(of url: String) -> String {
        url.firstRange(of: "/_ns/").map { String(url[$0.upperBound...].prefix { $0 != "/" }) } ?? "default"
    }

    private static func root(of url: String) -> String {
        url.firstRange(of: "/_ns/").map { String(url[..<$0.lowerBound]) } ?? url
    }

    /// Returns the different decisions of a journal, without results.
    private static func wishes(_ exchanges: [JournalExchange], _ skipped: inout [String]) -> [Decision] {
        var wishes: [Decision] = []
        for exchange in exchanges {
            guard [.authorize, .authorizeDevice].contains(exchange.operation), let resource = exchange.resources.first
            else { continue }
            guard let requestor = exchange.requestor, let mvpd = exchange.mvpd, let user = exchange.subscriber else {
                skipped.append("\(exchange.id): the journal doesn't tell the requestor, the MVPD or the user.")
                continue
            }
            let wish = Decision(
                requestor: requestor, mvpd: mvpd, user: user, resource: resource,
                recorded: exchange.outcome ?? "none", before: "", after: "")
            if !wishes.contains(wish), wishes.count < most { wishes.append(wish) }
        }
        return wishes
    }

    private static func decide(
        _ wish: Decision, _ control: SimulatorControlClient, _ url: String, _ transport: any HTTPTransport
    ) async throws -> Decision {
        var decision = wish
        let device = "migration-" + SystemIdentifierSource().hex(byteCount: 8)
        decision.before = try await before(wish, control, url, device, transport)
        do {
            let client = try await PassRESTv2Client(
                url: url, serviceProvider: wish.requestor, deviceID: device + "-v2", softwareStatement: statement,
                transport: transport)
            let session = try await client.createSession(mvpd: wish.mvpd, redirectURL: "\(url)/_sim/done")
            if let code = session.code {
                try await control.logIn(user: wish.user, mvpd: wish.mvpd, requestor: wish.requestor, at: .code(code))
            }
            let answer = try await client.authorize([wish.resource], at: wish.mvpd).first
            decision.after = answer?.authorized == true ? "permitted" : "denied"
        } catch let error as RESTv2Error {
            decision.after = "refused \(error.code)"
        } catch let error as ControlError {
            decision.after = "no login: \(error.detail)"
        }
        return decision
    }

    /// Makes the decision through the call that the app makes now.
    private static func before(
        _ wish: Decision, _ control: SimulatorControlClient, _ url: String, _ device: String,
        _ transport: any HTTPTransport
    ) async throws -> String {
        let login: ControlRecord
        do {
            login = try await control.logIn(
                user: wish.user, mvpd: wish.mvpd, requestor: wish.requestor, at: .device(device))
        } catch let error as ControlError {
            return "no login: \(error.detail)"
        }
        let form: [(String, String)] = [
            ("requestor_id", wish.requestor), ("device_id", device), ("mso_id", wish.mvpd),
            ("resource_id", wish.resource), ("authentication_token", login["authnToken"] ?? ""),
        ]
        let body = form.map { "\($0)=\(PercentEncoding.encode($1))" }.joined(separator: "&")
        let answer = try await transport.send(
            TransportRequest(
                method: "POST", url: "\(url)/adobe-services/authorizeDevice",
                fields: [TransportField("Content-Type", "application/x-www-form-urlencoded")], body: Array(body.utf8)))
        let isPermitted = String(decoding: answer.body, as: UTF8.self).contains("<authzToken>")
        return isPermitted ? "permitted" : "denied"
    }

    /// A well-formed software statement without a valid signature.
    private static var statement: String {
        let claims = JSONWriter.object { $0.member("sub", "pass-simulator-migration") }
        return [Array(#"{"alg":"RS256"}"#.utf8), claims, [UInt8](repeating: 0, count: 256)]
            .map { Base64.encode($0, .url) }.joined(separator: ".")
    }
}
