import PassCore
import PassCrypto

/// The keys that a simulator works with: those of its data directory, or the published test keys.
enum Installation {
    static func keys(_ configuration: Configuration) throws -> InstallationKeys {
        let now = SystemWallClock().now()
        do {
            guard let directory = configuration.dataDir else {
                return try InstallationKeys(
                    tokenPEM: TestKeys.token, devicePEM: TestKeys.device, samlPEM: TestKeys.saml, now: now)
            }
            return try KeyStore.open(directory: directory, overrides: overrides(configuration.keys), now: now)
        } catch {
            throw SimulatorError("\(error)")
        }
    }

    private static func overrides(_ keys: Configuration.Keys) -> [KeyStore.Name: String] {
        var overrides: [KeyStore.Name: String] = [:]
        overrides[.token] = keys.token
        overrides[.device] = keys.device
        overrides[.saml] = keys.saml
        overrides[.authority] = keys.authority
        return overrides
    }
}
