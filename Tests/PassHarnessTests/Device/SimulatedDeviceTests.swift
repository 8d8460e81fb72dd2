import AccessEnabler
import Testing

@testable import PassHarness

@Suite("A simulated device")
struct SimulatedDeviceTests {
    private static let appA = AccessEnabler.AppIdentity(bundleID: "com.x.y.AppA", teamID: "TEAM1")
    private static let appB = AccessEnabler.AppIdentity(bundleID: "com.x.y.AppB", teamID: "TEAM1")
    private static let otherPrefix = AccessEnabler.AppIdentity(bundleID: "com.z.AppB", teamID: "TEAM1")
    private static let otherTeam = AccessEnabler.AppIdentity(bundleID: "com.x.y.AppC", teamID: "TEAM2")

    private static func device(_ name: AccessEnabler.OperatingSystem.Name, _ version: String) -> SimulatedDevice {
        SimulatedDevice(AccessEnabler.OperatingSystem(name, version: version), clock: DeviceClock(atMillis: 0))
    }

    // "SSO on iOS when using the Access Enabler": up to iOS 6 all apps, from iOS 7 those of one team, on tvOS none.
    @Test(
        "The operating system decides which apps share a pasteboard",
        arguments: [
            (AccessEnabler.OperatingSystem.Name.iOS, "6.1", appB, true), (.iOS, "6.1", otherTeam, true),
            (.iOS, "7.0", appB, true), (.iOS, "9.2.1", otherPrefix, true), (.iOS, "7.0", otherTeam, false),
            (.iOS, "9.2.1", otherTeam, false), (.tvOS, "9.2", appB, false), (.tvOS, "9.2", otherTeam, false),
        ], [StoreGeneration.single, .nested, .partitioned])
    func pasteboards(
        row: (
            system: AccessEnabler.OperatingSystem.Name, version: String, other: AccessEnabler.AppIdentity,
            isShared: Bool
        ),
        generation: StoreGeneration
    ) {
        let device = Self.device(row.system, row.version)
        device.sharedMedium(generation, for: Self.appA).bytes = [1]
        #expect((device.sharedMedium(generation, for: row.other).bytes == [1]) == row.isShared)
    }

    @Test("A keychain group belongs to a team, and is another medium than its pasteboard")
    func keychain() {
        let device = Self.device(.iOS, "9.2.1")
        device.sharedMedium(.keychain, for: Self.appA).bytes = [1]
        #expect(device.sharedMedium(.keychain, for: Self.otherPrefix).bytes == [1])
        #expect(device.sharedMedium(.keychain, for: Self.otherTeam).bytes == nil)
        #expect(device.sharedMedium(.partitioned, for: Self.appA).bytes == nil)
    }

    @Test("An app's private data is invisible to the others")
    func ownMedium() {
        let device = Self.device(.iOS, "6.1")
        device.ownMedium(of: Self.appA).bytes = [1]
        #expect(device.ownMedium(of: Self.appB).bytes == nil)
    }

    @Test("iOS 7 gives each team the data of the one pasteboard, and separates the teams from then on")
    func division() throws {
        let device = Self.device(.iOS, "6.1")
        try device.install(Self.appA, sdk: SDKVersion(1, 7, 4))
        try device.install(Self.otherTeam, sdk: SDKVersion(1, 7, 4))
        device.sharedMedium(.nested, for: Self.appA).bytes = [1]
        device.upgradeOS(to: "7.0")
        #expect(device.sharedMedium(.nested, for: Self.otherTeam).bytes == [1])
        device.sharedMedium(.nested, for: Self.otherTeam).bytes = [2]
        #expect(device.sharedMedium(.nested, for: Self.appA).bytes == [1])
    }

    @Test("iOS 10 empties pasteboards and keeps keychains and an app's private data")
    func emptying() {
        let device = Self.device(.iOS, "9.3")
        device.sharedMedium(.partitioned, for: Self.appA).bytes = [1]
        device.sharedMedium(.keychain, for: Self.appA).bytes = [2]
        device.ownMedium(of: Self.appA).bytes = [3]
        device.upgradeOS(to: "10.0")
        #expect(device.sharedMedium(.partitioned, for: Self.appA).bytes == nil)
        #expect(device.sharedMedium(.keychain, for: Self.appA).bytes == [2])
        #expect(device.ownMedium(of: Self.appA).bytes == [3])
    }

    @Test("Upgrades end the processes that they affect")
    func upgradesEnd() async throws {
        let device = Self.device(.iOS, "9.3")
        try device.install(Self.appA, sdk: SDKVersion(3, 6))
        try device.install(Self.appB, sdk: SDKVersion(3, 6))
        let ended = Recorder<String>()
        try device.launch(Self.appA.bundleID) { ended.add("A") }
        try device.launch(Self.appB.bundleID) { ended.add("B") }
        try device.upgradeSDK(of: Self.appA.bundleID, to: SDKVersion(3, 7))
        #expect(ended.all == ["A"])
        device.upgradeOS(to: "10.0")
        #expect(ended.all == ["A", "B"])
        #expect(device.sdkVersion(of: Self.appA.bundleID) == SDKVersion(3, 7))
    }

    @Test("SDKs from 1.9.4 on are refused below iOS 7, also on an upgrade")
    func deploymentTarget() throws {
        let device = Self.device(.iOS, "6.1")
        #expect(throws: SimulatedDeviceError.systemTooOld(SDKVersion(1, 9, 4), "6.1")) {
            try device.install(Self.appA, sdk: SDKVersion(1, 9, 4))
        }
        try device.install(Self.appA, sdk: SDKVersion(1, 9, 3))
        #expect(throws: SimulatedDeviceError.self) {
            try device.upgradeSDK(of: Self.appA.bundleID, to: SDKVersion(1, 10))
        }
        #expect(throws: SimulatedDeviceError.alreadyInstalled("com.x.y.AppA")) {
            try device.install(Self.appA, sdk: SDKVersion(1, 9))
        }
    }

    @Test("The MAC address is the same in all apps, and hidden from iOS 7 on")
    func macAddress() {
        let device = Self.device(.iOS, "6.1")
        let address = device.view(of: Self.appA).identifier(.macAddress)
        #expect(address == device.view(of: Self.otherTeam).identifier(.macAddress))
        #expect(address != "02:00:00:00:00:00")
        #expect(address.count == 17)
        device.upgradeOS(to: "7.0")
        #expect(device.view(of: Self.appA).identifier(.macAddress) == "02:00:00:00:00:00")
    }

    @Test("The advertising identifier is the same in all apps until the user resets it")
    func advertising() {
        let device = Self.device(.iOS, "7.0")
        let identifier = device.view(of: Self.appA).identifier(.advertising)
        #expect(identifier == device.view(of: Self.otherTeam).identifier(.advertising))
        device.resetIDFA()
        #expect(device.view(of: Self.appA).identifier(.advertising) != identifier)
    }

    @Test(
        "The vendor's identifier depends on all components of the bundle ID but the last, or on the only one",
        arguments: [
            ("com.x.y.AppA", "com.x.y.AppB", true), ("com.x.y.AppA", "com.z.AppB", false), ("solo", "solo", true),
            ("solo", "duo", false), ("com.x.y.AppA", "com.x.y", false),
        ])
    func vendor(one: String, other: String, isSame: Bool) {
        let device = Self.device(.iOS, "9.2.1")
        func identifier(_ bundleID: String) -> String {
            device.view(of: AccessEnabler.AppIdentity(bundleID: bundleID, teamID: "T")).identifier(.vendor)
        }
        #expect((identifier(one) == identifier(other)) == isSame)
        #expect(identifier(one).count == 36)
    }

    @Test("Two devices share no identifier")
    func twoDevices() {
        let one = Self.device(.iOS, "6.1")
        let other = SimulatedDevice(
            AccessEnabler.OperatingSystem(.iOS, version: "6.1"), name: "other", clock: DeviceClock(atMillis: 0))
        for kind in DeviceIdentifierKind.allCases {
            #expect(one.view(of: Self.appA).identifier(kind) != other.view(of: Self.appA).identifier(kind))
        }
    }
}
