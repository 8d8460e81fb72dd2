import AccessEnablerOpenSSL
import PassCore

@testable import AccessEnabler

extension MachineBench {
    /// Runs rules of the store between inputs, as a flow does during one.
    mutating func inStore<Value>(_ body: (inout EntitlementMachine) -> Value) -> Value {
        machine.now = now
        machine.store = store
        machine.effects = []
        defer {
            store = machine.store
            machine.store = EntitlementStore()
            effects = machine.effects
            machine.effects = []
        }
        return body(&machine)
    }

    /// The MVPD of the stored login; `nil` when none is valid.
    mutating func loggedInAt() -> String? {
        inStore { machine in
            guard case .valid(_, _, let provider) = machine.storedLogin() else { return nil }
            return provider.id
        }
    }

    /// Puts a login into the store, as the flow that got it does.
    mutating func logIn(
        at provider: String = "M1", expires: String = Self.later, requestor: String? = nil, deviceID: String? = nil
    ) {
        inStore { machine in
            let requestor = requestor ?? machine.state.configuration.current?.requestor ?? ""
            machine.setCurrentProvider(provider)
            let token = StoredToken(
                text: Self.authenticationToken(requestor, provider, expires: expires),
                deviceID: deviceID ?? machine.setup.deviceID)
            machine.update(provider) { bucket in
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
