import AccessEnablerOpenSSL
import PassCore

@testable import AccessEnabler

extension MachineBench {
    /// Does work of the machine between inputs, as during one.
    mutating func run(_ work: (inout EntitlementMachine) -> Void) {
        effects = machine.run(now: now, store: &store, work)
    }

    /// Runs rules of the store between inputs, as a flow does during one.
    @discardableResult
    mutating func inStore<Value>(_ body: (inout FlowContext) -> Value) -> Value {
        var value: Value?
        run { machine in machine.perform { value = body(&$1) } }
        guard let value else { preconditionFailure("the machine runs its work at once") }
        return value
    }

    /// The MVPD of the stored login; `nil` when none is valid.
    mutating func loggedInAt() -> String? {
        inStore { context in
            guard case .valid(_, _, let provider) = context.storedLogin() else { return nil }
            return provider.id
        }
    }

    /// Puts a login into the store, as the flow that got it does.
    mutating func logIn(
        at provider: String = "M1", expires: String = Self.later, requestor: String? = nil, deviceID: String? = nil
    ) {
        inStore { context in
            let requestor = requestor ?? context.configuration?.requestor ?? ""
            context.setCurrentProvider(provider)
            let token = StoredToken(
                text: Self.authenticationToken(requestor, provider, expires: expires),
                deviceID: deviceID ?? context.setup.deviceID)
            context.update(provider) { bucket in
                bucket.canAuthenticate = true
                bucket.authentication = token
            }
        }
    }

    mutating func prepareStore() { inStore { $0.prepareStore() } }

    /// The advanced codes of the last input.
    var statusIDs: [String] {
        events.compactMap { event in
            if case .status(let status) = event { status.id } else { nil }
        }
    }

    /// An hour after the bench's clock.
    static let later = "2031/05/14 09:00:00 GMT +0000"
    static let earlier = "2031/05/14 07:59:59 GMT +0000"

    static func authenticationToken(_ requestor: String, _ provider: String, expires: String = later) -> String {
        "<signatureInfo>c2ln<signatureInfo><simpleAuthenticationToken>"
            + "<simpleTokenAuthenticationGuid>9F2C41D0-7B6E-4A5D-8C13-E0A7B45D9026</simpleTokenAuthenticationGuid>"
            + "<simpleTokenRequestorID>\(requestor)</simpleTokenRequestorID>"
            + "<simpleTokenDomainName>adobe.com</simpleTokenDomainName>"
            + "<simpleTokenExpires>\(expires)</simpleTokenExpires><simpleTokenMsoID>\(provider)</simpleTokenMsoID>"
            + "<simpleTokenDeviceID><simpleTokenFingerprint>ZnA=</simpleTokenFingerprint></simpleTokenDeviceID>"
            + "</simpleAuthenticationToken>"
    }

    static func authorizationToken(
        _ requestor: String, _ resource: String, _ provider: String = "M1", expires: String = later
    ) -> String {
        "<signatureInfo>c2ln<signatureInfo><simpleAuthorizationToken>"
            + "<simpleTokenRequestorID>\(requestor)</simpleTokenRequestorID>"
            + "<simpleTokenResourceID>\(resource)</simpleTokenResourceID><simpleTokenTTL>\(expires)</simpleTokenTTL>"
            + "<simpleTokenMsoID>\(provider)</simpleTokenMsoID>"
            + "<simpleTokenDeviceID><simpleTokenFingerprint>ZnA=</simpleTokenFingerprint></simpleTokenDeviceID>"
            + "</simpleAuthorizationToken>"
    }

    static func mvpd(_ id: String, perRequestor: Bool = false, isSsoDisabled: Bool = false) -> MVPD {
        var mvpd = provider
        mvpd.id = id
        mvpd.hasAuthNPerRequestor = perRequestor
        mvpd.isSsoDisabled = isSsoDisabled
        return mvpd
    }
}
