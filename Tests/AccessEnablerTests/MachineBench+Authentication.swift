import PassCore
import Testing

@testable import AccessEnabler

/// What a login is made of: MVPDs of each kind, and the service's answers as its pages show them.
extension MachineBench {
    static func provider(_ id: String, change: (inout MVPD) -> Void = { _ in }) -> MVPD {
        var provider = provider
        provider.id = id
        provider.displayName = "Cable \(id)"
        change(&provider)
        return provider
    }

    /// Two ordinary MVPDs, one for the secure browser, and a TempPass.
    static let providers = [
        provider("M1"), provider("M2"), provider("M4") { $0.useSVC = true },
        provider("T1") {
            $0.tempPass = true
            $0.hasAuthNPerRequestor = true
        },
    ]

    static func signedIn(
        _ bench: MachineBench = MachineBench(), requestor: String = "REF", at provider: String = "M1"
    ) throws -> MachineBench {
        var bench = try configured(requestor: requestor, providers: providers, bench: bench)
        bench.call(.getAuthentication(force: false, data: nil, filter: nil))
        bench.call(.setSelectedProvider(provider))
        if bench.machine.setup.usesRegistrationCode { try bench.answer("regcode", codeAnswer) }
        bench.call(.handleExternalURL(ADOBEPASS_REDIRECT_URL))
        try bench.answer("sessionDevice", session(provider: provider, requestor: requestor))
        return bench
    }

    /// Lives for half an hour by the bench's clock.
    static let codeAnswer =
        #"{"id":"1","code":"ABC1234","requestor":"REF","mvpd":null,"generated":1936512000000,"#
        + #""expires":1936513800000,"info":{}}"#

    /// Lives for an hour by the bench's clock, unless told.
    static func token(
        provider: String = "M1", requestor: String = "REF", guid: String = "9F2C41D0-7B6E-4A5D-8C13-E0A7B45D9026",
        expires: String = "2031/05/14 09:00:00 GMT +0000"
    ) -> String {
        "<signatureInfo>TmV2ZXI=<signatureInfo><simpleAuthenticationToken>"
            + "<simpleTokenAuthenticationGuid>\(guid)</simpleTokenAuthenticationGuid>"
            + "<simpleSamlSessionIndex>aWR4LTAwNDI=</simpleSamlSessionIndex>"
            + "<simpleTokenRequestorID>\(requestor)</simpleTokenRequestorID>"
            + "<simpleTokenDomainName>adobe.com</simpleTokenDomainName>"
            + "<simpleTokenExpires>\(expires)</simpleTokenExpires><simpleTokenMsoID>\(provider)</simpleTokenMsoID>"
            + "<simpleTokenDeviceID><simpleTokenFingerprint>RGV2</simpleTokenFingerprint></simpleTokenDeviceID>"
            + "<simpleSamlNameID>dXNlci1oYW5kbGU=</simpleSamlNameID><ttl>3600</ttl></simpleAuthenticationToken>"
    }

    static func session(
        provider: String = "M1", requestor: String = "REF", guid: String = "9F2C41D0-7B6E-4A5D-8C13-E0A7B45D9026",
        expires: String = "2031/05/14 09:00:00 GMT +0000"
    ) -> String {
        let token = token(provider: provider, requestor: requestor, guid: guid, expires: expires)
        let escaped = token.split(separator: "<", omittingEmptySubsequences: false).joined(separator: "&lt;")
            .split(separator: ">", omittingEmptySubsequences: false).joined(separator: "&gt;")
        return "<result><authnToken>\(escaped)</authnToken>"
            + #"<userMeta>{"updated":1735689600000,"encrypted":[],"data":{"userID":"u-77"}}</userMeta></result>"#
    }

    static func authenticated() -> AccessEnablerEvent { .setAuthenticationStatus(1, errorCode: "") }
    static func notAuthenticated(_ code: String) -> AccessEnablerEvent { .setAuthenticationStatus(0, errorCode: code) }
    static func status(_ id: String, _ level: AdvancedStatus.Level) -> AccessEnablerEvent {
        .status(AdvancedStatus(id: id, level: level))
    }

    mutating func getAuthentication(
        force: Bool = false, data: [String: EntitlementValue]? = nil
    ) -> [AccessEnablerEvent] {
        call(.getAuthentication(force: force, data: data, filter: nil))
    }

    /// Selects and takes the code, up to where the browser or the second screen is.
    @discardableResult
    mutating func select(_ provider: String) throws -> [AccessEnablerEvent] {
        let events = call(.setSelectedProvider(provider))
        return machine.setup.usesRegistrationCode ? try answer("regcode", Self.codeAnswer) : events
    }

    /// What is stored of that requestor at that MVPD.
    func stored(_ provider: String, requestor: String = "REF") -> Bucket? {
        store.shared.partitions["c0ffee"]?.requestors[requestor]?.providers[provider]
    }

    /// The URL that the last input handed to the app or to the presenter.
    var shownURL: String? {
        for effect in effects {
            switch effect {
            case .callback(.navigateToUrl(let url), _), .callback(.navigateToUrlUseSVC(let url, _), _),
                .present(let url):
                return url
            default: continue
            }
        }
        return nil
    }

    /// What a URL says under that name.
    static func query(_ name: String, of url: String?) -> String? {
        let query = url?.split(separator: "?", maxSplits: 1).last ?? ""
        let pair = query.split(separator: "&").first { $0.hasPrefix("\(name)=") }
        return pair.flatMap { PercentEncoding.decode($0.dropFirst(name.count + 1)) }
    }

    /// The form of the oldest request that isn't answered yet.
    var form: String { String(decoding: pending.first?.request.body ?? [], as: UTF8.self) }

    /// The alarms that the last input set, in milliseconds.
    var alarms: [AlarmName: Int64] {
        var alarms: [AlarmName: Int64] = [:]
        for case .setAlarm(let name, let millis) in effects { alarms[name] = millis }
        return alarms
    }

    var cancelledAlarms: [AlarmName] {
        effects.compactMap { if case .cancelAlarm(let name) = $0 { name } else { nil } }
    }
}
