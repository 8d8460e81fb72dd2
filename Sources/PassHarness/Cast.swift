/// The roles of the scenarios, and the IDs that play them at a backend.
///
/// Scenarios name roles: in calls as `cast["M1"]` or `cast.m1`, in patterns directly, as in `.sel("M1")`. A name that
/// is no role stands for itself.
public struct Cast: Sendable {
    /// The IDs by role.
    public var ids: [String: String]
    /// The name and password of a user who may watch every resource but `denied`.
    public var user: HeadlessUserAgent.Credentials
    /// The software statement that apps register with.
    public var softwareStatement: String

    /// Creates a cast; roles without an ID stand for themselves.
    public init(
        ids: [String: String], user: HeadlessUserAgent.Credentials = .init("user", "password"),
        softwareStatement: String = Cast.demoStatement
    ) {
        self.ids = ids
        self.user = user
        self.softwareStatement = softwareStatement
    }

    /// The ID that plays the role, or the name itself if it is no role.
    public subscript(role: String) -> String { ids[role] ?? role }

    /// The requestor that has all MVPDs.
    public var ref: String { self["REF"] }
    /// The requestor of a second programmer, which has all MVPDs too.
    public var p2: String { self["P2"] }
    /// A requestor that has only the MVPD `M2` at the embedded simulator.
    public var ref2: String { self["REF2"] }
    /// An ordinary MVPD.
    public var m1: String { self["M1"] }
    /// A second ordinary MVPD.
    public var m2: String { self["M2"] }
    /// An MVPD that authenticates each requestor separately and allows passive authentication.
    public var m3: String { self["M3"] }
    /// An MVPD that requires the secure browser.
    public var m4: String { self["M4"] }
    /// An MVPD behind a proxy.
    public var x1: String { self["X1"] }
    /// A temporary pass.
    public var t1: String { self["T1"] }
    /// A promotional temporary pass.
    public var t2: String { self["T2"] }
    /// A resource that `user` may watch.
    public var r: String { self["r"] }
    /// A second resource that `user` may watch.
    public var r1: String { self["r1"] }
    /// A third resource that `user` may watch.
    public var r2: String { self["r2"] }
    /// A resource that no user may watch.
    public var denied: String { self["denied"] }

    /// The roles whose IDs can be set on the command line, with the option for each.
    public static let options: [(role: String, option: String)] = [
        ("REF", "--requestor"), ("P2", "--second-requestor"), ("M1", "--mvpd"), ("M2", "--second-mvpd"),
        ("r", "--resource"),
    ]
}

extension Cast {
    /// The cast of the embedded simulator, where nearly every role's name is its own ID.
    public static let embedded = Cast(ids: ["denied": "deny:r"])

    /// The cast of the demo world, which every simulator serves unless it is configured otherwise.
    public static let demo = Cast(ids: [
        "REF": "TEST_REQUESTOR", "P2": "DEMO_NET", "REF2": "REF30", "M1": "Adobe", "M2": "AcmeCable", "M3": "PassiveTV",
        "M4": "SafariTV", "X1": "TownCable", "T1": "TempPass", "T2": "PromoPass", "r": "TEST_RESOURCE",
        "denied": "deny:r",
    ])

    /// The published software statement of the demo app, the same as in `Fixtures/SoftwareStatements/demo.jwt`.
    public static let demoStatement =
        "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiI1ZjBhMmMxZS0xMTExLTRjMGQtOWEwMC03YTFkNmUzYjAwMDEiLCJuYmYiOjE1Nzc4MzY4MDAsImlz"
        + "cyI6ImF1dGguYWRvYmUuY29tIiwiaWF0IjoxNTc3ODM2ODAwLCJjbGllbnRfbmFtZSI6IkRlbW8gQXBwIiwic29mdHdhcmVfdmVyc2lvbiI6"
        + "IjEuMC4wIn0.hzSXq0JLmp1LZTMGht8_I4u-jdNTET-CqdBSElekO0Z8j3f5RTd3aI4Ll4g1YfbY1ib1cVUJbQrzUX6fCdfTIXTFJ01-3-4B"
        + "LRiQINzFsu6GpOaf4ywGA1_C2laqQGlDt3HjJj7VYFNG1bVsGV7N4X1C8aAdZS61B-I-JVgpu1Ez5zaRF6TMCrqLYC_mwgxRKc1Uv6TRGAVg"
        + "zvaPwFkI0--BGSoHWe8zs79lgwrCIIUTs22SHUrTHsC_-al0SPizgC3xUU32dn0fer25nA32MU_ned6QDZ_vZ-cPta5fUPDjWfaexUVVGdbS"
        + "FkhsWcBrOVFFH4f3KfxtrooVt6brVg"
}
