public import PassSimulator

/// The backend that a scenario runs against.
public enum StageBackend: Sendable {
    /// A World of a simulator in this process.
    case embedded(Simulator, SimulatedWorld)
    /// A service provider URL, and the certificates to trust there as PEM text (`nil` trusts the system's).
    case foreign(serviceProvider: String, certificateAuthority: String?)

    /// The service provider URL for SDKs, e.g. `http://127.0.0.1:8080/adobe-services`.
    var serviceProvider: String {
        switch self {
        case .embedded(_, let world): world.serviceProvider
        case .foreign(let serviceProvider, _): serviceProvider
        }
    }

    /// The certificates to trust, as PEM text; `nil` trusts the system's.
    var certificateAuthority: String? {
        switch self {
        case .embedded(let simulator, _): simulator.certificateAuthority
        case .foreign(_, let authority): authority
        }
    }
}

extension Configuration {
    /// Returns the embedded backend's configuration: the demo world and, in addition, all roles under their own names.
    public static func scenarios(seed: UInt64? = nil) -> Configuration {
        var configuration = Configuration()
        configuration.seed = seed
        // 2031-05-17 08:30:00 UTC.
        configuration.timeMillis = 1_936_773_000_000
        configuration.mvpds["M1"] = MVPD(name: "Cable One", style: .samlPost)
        configuration.mvpds["M2"] = MVPD(name: "Cable Two", style: .samlRedirect)
        configuration.mvpds["M3"] = MVPD(name: "Passive Cable", style: .samlRedirect) { $0.authPerAggregator = true }
        configuration.mvpds["M4"] = MVPD(name: "Secure Cable") { $0.useSVC = true }
        configuration.mvpds["X1"] = MVPD(name: "Proxied Cable") { $0.proxy = "HubTV" }
        configuration.mvpds["T1"] = MVPD(name: "Temporary Pass", style: .tempPass) { $0.authPerAggregator = true }
        configuration.mvpds["T2"] = MVPD(name: "Promotional Pass", style: .tempPass) {
            $0.authPerAggregator = true
            $0.pass = .init(seconds: 86_400, resources: 3, identity: "email")
        }
        let all: Table<Integration> = [
            "M1": .init(), "M2": .init(), "M3": .init(), "M4": .init(), "X1": .init(), "T1": .init(), "T2": .init(),
        ]
        let requestors: [(String, String, Table<Integration>)] = [
            ("REF", "Reference", all), ("P2", "Second", all), ("REF2", "Other", ["M2": .init()]),
        ]
        for (id, name, mvpds) in requestors {
            configuration.requestors[id] = Requestor(
                name: name, domains: ["adobe.com"], schemes: ["adobepass", "adbe.AppA", "adbe.AppB", "adbe.AppC"],
                mvpds: mvpds)
        }
        return configuration
    }
}
