import AccessEnablerOpenSSL
import Testing

@testable import AccessEnabler

@Suite("Device identifier")
struct DeviceIdentifierTests {
    struct Device: DeviceIdentity {
        var operatingSystem = AccessEnabler.OperatingSystem(.iOS, version: "9.2.1")
        func identifier(_ kind: DeviceIdentifierKind) -> String { kind == .vendor ? "abc" : "" }
    }

    @Test(
        "The versions of system and SDK decide what identifies the device",
        arguments: [
            (AccessEnabler.OperatingSystem(.iOS, version: "6.1"), SDKVersion(1, 7, 4), DeviceIdentifierKind.macAddress),
            (AccessEnabler.OperatingSystem(.iOS, version: "6.1"), SDKVersion(1, 9), .macAddress),
            (AccessEnabler.OperatingSystem(.iOS, version: "7.0"), SDKVersion(1, 7, 4), .macAddress),
            (AccessEnabler.OperatingSystem(.iOS, version: "7.0"), SDKVersion(1, 7, 5), .advertising),
            (AccessEnabler.OperatingSystem(.iOS, version: "7.0"), SDKVersion(1, 8), .vendor),
            (AccessEnabler.OperatingSystem(.iOS, version: "17.2"), SDKVersion(3, 9), .vendor),
            (AccessEnabler.OperatingSystem(.tvOS, version: "9.0"), SDKVersion(2, 0), .vendor),
        ])
    func kind(system: AccessEnabler.OperatingSystem, version: SDKVersion, kind: DeviceIdentifierKind) {
        #expect(DeviceIdentifier.kind(on: system, for: version) == kind)
    }

    @Test("The service gets the identifier's SHA-256 in hex (FIPS 180-4, the example abc)")
    func hashed() {
        let identifier = DeviceIdentifier(of: Device(), for: SDKVersion(3, 9))
        #expect(identifier.hashed == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    }
}
