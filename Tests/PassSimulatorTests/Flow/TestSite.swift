import PassCore
import PassCrypto
import PassDomain
import PassHTTP
import PassInstruments
import PassTestSupport
import Testing

@testable import PassSimulator

/// A backend without sockets, in a World whose clock stands still and whose identifiers repeat. It uses the store of its
/// test (`EachStore`).
struct TestSite {
    static let start = CivilTime.timestamp(isoDate: "2031-05-14T08:00:00Z") ?? Timestamp(seconds: 0)

    let backend: Backend
    let keys: InstallationKeys
    var scheme = HTTPConnectionInfo.Scheme.http
    var authority = "127.0.0.1:8080"
    /// What every path starts with: `/_ns/NAME` addresses a namespace.
    var prefix = ""
    var fields: HTTPFields = [:]

    /// - Parameters:
    ///   - tokenKey: the fixture that holds the key of all tokens.
    ///   - log: gets a line for each request.
    ///   - engine: stores the records instead of the configured store.
    init(
        tokenKey: String = "Keys/token.pem", log: RequestLog? = nil, engine: (any StoreEngine)? = nil,
        _ change: (inout Configuration) -> Void = { _ in }
    ) throws {
        var configuration = Configuration()
        configuration.timeMillis = Self.start.milliseconds
        configuration.seed = 7
        if engine == nil {
            configuration.store = try EachStore.store()
            configuration.storeDurability = .relaxed
        }
        change(&configuration)
        let signing = try SigningKeys(
            tokenPEM: Fixture.bytes(tokenKey), devicePEM: Fixture.bytes("Keys/device.pem"),
            samlPEM: Fixture.bytes("Keys/saml.pem"))
        keys = try InstallationKeys(signing, now: Self.start)
        backend = try Backend(configuration, keys: keys, log: log, engine: engine)
        backend.becomeReady()
        // The clock of a shared store has its state there.
        if engine != nil { return }
        guard let shared = backend.shared else {
            stopClock()
            return
        }
        try shared.change {
            stopClock()
            try backend.worlds.keepDescription(of: .default)
        }
    }

    private func stopClock() {
        clock?.freeze()
        clock?.set(to: Self.start)
    }

    var world: World? { backend.worlds.namespaces.findOrCreate(.default)?.world }
    var clock: VirtualClock? { world?.clock as? VirtualClock }

    func send(_ request: HTTPRequest) -> HTTPResponse {
        backend.pipeline.respond(to: request).whole()
    }

    func request(_ method: HTTPMethod, _ target: String, _ more: HTTPFields = [:], body: [UInt8] = []) -> HTTPRequest {
        var all = fields
        for (name, value) in more.pairs { all.append(HTTPFieldName(name), value) }
        return HTTPRequest(
            method: method, target: target, authority: authority, fields: all, body: body,
            connection: HTTPConnectionInfo(scheme: scheme))
    }

    func get(_ path: String, _ query: [(name: String, value: String)] = [], _ fields: HTTPFields = [:]) -> HTTPResponse
    {
        let target = query.isEmpty ? path : path + "?" + FormFields.encode(query)
        return send(request(.get, prefix + target, fields))
    }

    func post(_ path: String, _ form: [(name: String, value: String)], _ fields: HTTPFields = [:]) -> HTTPResponse {
        var fields = fields
        fields.append(.contentType, "application/x-www-form-urlencoded; charset=UTF-8")
        return send(request(.post, prefix + path, fields, body: Array(FormFields.encode(form).utf8)))
    }
}

extension HTTPResponse {
    var text: String { String(decoding: body, as: UTF8.self) }
    var location: String? { fields[.location] }

    /// The text of the first element of that name, its three entities undone, as naive clients do it.
    func element(_ name: String) -> String? {
        guard let start = text.firstRange(of: "<\(name)>"), let end = text.firstRange(of: "</\(name)>") else {
            return nil
        }
        return String(text[start.upperBound..<end.lowerBound])
            .replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&")
    }
}
