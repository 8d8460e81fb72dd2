/// Who plays: the roles of the scenarios, and the IDs that play them at a backend.
///
/// Scenarios name roles, in calls by `cast["M1"]` or `cast.m1`, in patterns directly: `.sel("M1")`. A name that is no role
/// stands for itself.
public struct Cast: Sendable {
    /// By role.
    public var ids: [String: String]
    /// Of somebody who may watch everything.
    public var user: HeadlessUserAgent.Credentials
    public var softwareStatement: String

    public init(
        ids: [String: String], user: HeadlessUserAgent.Credentials = .init("user", "password"),
        softwareStatement: String = Cast.demoStatement
    ) {
        self.ids = ids
        self.user = user
        self.softwareStatement = softwareStatement
    }

    public subscript(role: String) -> String { ids[role] ?? role }

    /// The requestor that all integrates, the second programmer, and one that knows `M2` alone.
    public var ref: String { self["REF"] }
    public var p2: String { self["P2"] }
    public var ref2: String { self["REF2"] }
    /// Two that are as usual.
    public var m1: String { self["M1"] }
    public var m2: String { self["M2"] }
    /// Authentication per requestor, and passive.
    public var m3: String { self["M3"] }
    /// Wants the secure browser.
    public var m4: String { self["M4"] }
    /// Stands behind a proxy.
    public var x1: String { self["X1"] }
    /// A temporary pass, and a promotional one.
    public var t1: String { self["T1"] }
    public var t2: String { self["T2"] }
    /// Resources that `user` may watch, and one that nobody may.
    public var r: String { self["r"] }
    public var r1: String { self["r1"] }
    public var r2: String { self["r2"] }
    public var denied: String { self["denied"] }

    /// The roles that a command line may give to other IDs, with the option that does.
    public static let options: [(role: String, option: String)] = [
        ("REF", "--requestor"), ("P2", "--second-requestor"), ("M1", "--mvpd"), ("M2", "--second-mvpd"),
        ("r", "--resource"),
    ]
}

extension Cast {
    /// The embedded simulator's, where each role has its own name.
    public static let embedded = Cast(ids: ["denied": "deny:r"])

    /// The demo world's, as any simulator has it that isn't told otherwise.
    public static let demo = Cast(ids: [
        "REF": "TEST_REQUESTOR", "P2": "DEMO_NET", "REF2": "REF30", "M1": "Adobe", "M2": "AcmeCable", "M3": "PassiveTV",
        "M4": "SafariTV", "X1": "TownCable", "T1": "TempPass", "T2": "PromoPass", "r": "TEST_RESOURCE",
        "denied": "deny:r",
    ])

    /// The published software statement of the demo, as `Fixtures/SoftwareStatements/demo.jwt`.
    public static let demoStatement =
        "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiI1ZjBhMmMxZS0xMTExLTRjMGQtOWEwMC03YTFkNmUzYjAwMDEiLCJuYmYiOjE1Nzc4MzY4MDAsImlz"
        + "cyI6ImF1dGguYWRvYmUuY29tIiwiaWF0IjoxNTc3ODM2ODAwLCJjbGllbnRfbmFtZSI6IkRlbW8gQXBwIiwic29mdHdhcmVfdmVyc2lvbiI6"
        + "IjEuMC4wIn0.hzSXq0JLmp1LZTMGht8_I4u-jdNTET-CqdBSElekO0Z8j3f5RTd3aI4Ll4g1YfbY1ib1cVUJbQrzUX6fCdfTIXTFJ01-3-4B"
        + "LRiQINzFsu6GpOaf4ywGA1_C2laqQGlDt3HjJj7VYFNG1bVsGV7N4X1C8aAdZS61B-I-JVgpu1Ez5zaRF6TMCrqLYC_mwgxRKc1Uv6TRGAVg"
        + "zvaPwFkI0--BGSoHWe8zs79lgwrCIIUTs22SHUrTHsC_-al0SPizgC3xUU32dn0fer25nA32MU_ned6QDZ_vZ-cPta5fUPDjWfaexUVVGdbS"
        + "FkhsWcBrOVFFH4f3KfxtrooVt6brVg"
}
