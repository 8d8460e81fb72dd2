// swift-tools-version: 6.2
import PackageDescription

/// Every target, lowest layer first. A target imports what its row names and nothing else; every arrow goes up this list.
let package = Package(
    name: "pass-simulator",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "PassSimulator", targets: ["PassSimulator"]),
        .library(name: "AccessEnabler", targets: ["AccessEnabler"]),
        .library(name: "AccessEnablerURLSession", targets: ["AccessEnablerURLSession"]),
        .library(name: "PassHarness", targets: ["PassHarness"]),
        .library(name: "PassTesting", targets: ["PassTesting"]),
        .executable(name: "pass-simulator", targets: ["pass-simulator"]),
    ],
    targets: [
        // System C libraries, and the calls that Swift can't see.
        .systemLibrary(
            name: "CPassExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"]), .brew(["expat"])]),
        .systemLibrary(
            name: "CPassOpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
        .systemLibrary(name: "CPassZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        .target(name: "CPassSystem"),

        // Ground: bytes, time, XML, cryptography, HTTP, sockets.
        .target(name: "PassCore"),
        .target(name: "PassXML", dependencies: ["PassCore", "CPassExpat"]),
        .target(name: "PassCrypto", dependencies: ["PassCore", "CPassOpenSSL"]),
        .target(name: "PassHTTP", dependencies: ["PassCore"]),
        .target(name: "PassNetwork", dependencies: ["PassCore", "PassCrypto", "PassHTTP", "CPassSystem"]),

        // Domain: the field's vocabulary, its tokens and its SAML.
        .target(name: "PassDomain", dependencies: ["PassCore"]),
        .target(name: "PassTokens", dependencies: ["PassCore", "PassXML", "PassCrypto", "PassDomain"]),
        .target(name: "PassSAML", dependencies: ["PassCore", "PassXML", "PassCrypto", "CPassZlib"]),

        // Adapters.
        .target(name: "PassStore", dependencies: ["PassCore", "PassDomain"]),
        .target(name: "PassInstruments", dependencies: ["PassCore", "PassHTTP", "PassDomain"]),
        .target(name: "PassEndpointKit", dependencies: ["PassCore", "PassHTTP", "PassXML", "PassDomain"]),

        // Families of endpoints.
        .target(
            name: "PassAdobeServices",
            dependencies: [
                "PassCore", "PassXML", "PassCrypto", "PassHTTP", "PassDomain", "PassTokens", "PassSAML",
                "PassEndpointKit",
            ]),
        .target(
            name: "PassClientRegistration",
            dependencies: ["PassCore", "PassCrypto", "PassHTTP", "PassDomain", "PassEndpointKit"]),
        .target(
            name: "PassRESTv1", dependencies: ["PassCore", "PassXML", "PassHTTP", "PassDomain", "PassEndpointKit"]),
        .target(
            name: "PassMVPD",
            dependencies: [
                "PassCore", "PassXML", "PassCrypto", "PassHTTP", "PassDomain", "PassTokens", "PassSAML",
                "PassEndpointKit",
            ]),
        .target(
            name: "PassAdmin",
            dependencies: ["PassCore", "PassCrypto", "PassHTTP", "PassDomain", "PassTokens", "PassEndpointKit"]),

        // Products.
        .target(
            name: "PassSimulator",
            dependencies: [
                "PassCore", "PassCrypto", "PassHTTP", "PassNetwork", "PassDomain", "PassTokens", "PassStore",
                "PassInstruments", "PassEndpointKit", "PassAdobeServices", "PassClientRegistration", "PassRESTv1",
                "PassMVPD", "PassAdmin",
            ]),
        .target(name: "AccessEnabler", dependencies: ["PassCore", "PassXML", "PassCrypto"]),
        .target(name: "AccessEnablerURLSession", dependencies: ["AccessEnabler", "PassCore"]),
        .target(
            name: "PassHarness",
            dependencies: [
                "PassSimulator", "AccessEnabler", "PassCore", "PassXML", "PassCrypto", "PassHTTP", "PassNetwork",
            ]),
        // Its own product: it imports Testing and XCTest, which the executable can't carry.
        .target(
            name: "PassTesting",
            dependencies: ["PassHarness", "PassSimulator", "AccessEnabler", "PassCore", "PassHTTP"]),
        .executableTarget(
            name: "pass-simulator",
            dependencies: [
                "PassSimulator", "AccessEnabler", "PassHarness", "PassCore", "PassCrypto", "PassHTTP", "PassNetwork",
                "PassTokens", "CPassOpenSSL", "CPassSystem",
            ]),

        // What `make bench` can measure in Swift alone; no product.
        .executableTarget(
            name: "pass-bench",
            dependencies: [
                "PassSimulator", "AccessEnabler", "PassHarness", "PassCore", "PassCrypto", "PassDomain", "CPassSystem",
            ], path: "Tests/Bench/pass-bench"),

        // Tests mirror the sources.
        .target(
            name: "PassTestSupport",
            dependencies: [
                "PassCore", "PassCrypto", "PassHTTP", "PassDomain", "PassTokens", "PassStore", "PassEndpointKit",
            ], path: "Tests/PassTestSupport"),
        // What bytes from outside must not break: replayed by the tests, searched by `make fuzz`.
        .target(
            name: "PassFuzzTargets",
            dependencies: [
                "PassCore", "PassXML", "PassCrypto", "PassHTTP", "PassDomain", "PassTokens", "PassSAML",
                "PassEndpointKit", "PassSimulator", "AccessEnabler", "PassTestSupport",
            ], path: "Tests/PassFuzzTargets"),
        .testTarget(name: "PassFuzzTests", dependencies: ["PassFuzzTargets"]),
        .testTarget(name: "PassCoreTests", dependencies: ["PassCore"]),
        .testTarget(name: "PassXMLTests", dependencies: ["PassXML", "PassTestSupport"]),
        .testTarget(name: "PassCryptoTests", dependencies: ["PassCrypto", "PassCore"]),
        .testTarget(name: "PassHTTPTests", dependencies: ["PassHTTP", "PassCore", "PassTestSupport"]),
        .testTarget(name: "PassNetworkTests", dependencies: ["PassNetwork", "PassHTTP", "PassCrypto", "PassCore"]),
        .testTarget(name: "PassDomainTests", dependencies: ["PassDomain", "PassCore", "PassTestSupport"]),
        .testTarget(
            name: "PassTokensTests",
            dependencies: ["PassTokens", "PassDomain", "PassCrypto", "PassCore", "PassTestSupport"]),
        .testTarget(
            name: "PassSAMLTests", dependencies: ["PassSAML", "PassCore", "PassCrypto", "PassTestSupport"]),
        .testTarget(name: "PassStoreTests", dependencies: ["PassStore", "PassDomain", "PassCore"]),
        .testTarget(
            name: "PassInstrumentsTests", dependencies: ["PassInstruments", "PassCore", "PassHTTP"]),
        .testTarget(
            name: "PassEndpointKitTests",
            dependencies: ["PassEndpointKit", "PassCore", "PassCrypto", "PassDomain", "PassHTTP"]),
        .testTarget(
            name: "PassClientRegistrationTests",
            dependencies: [
                "PassClientRegistration", "PassCore", "PassCrypto", "PassHTTP", "PassDomain", "PassTokens",
                "PassEndpointKit", "PassTestSupport",
            ]),
        .testTarget(
            name: "PassRESTv1Tests",
            dependencies: [
                "PassRESTv1", "PassClientRegistration", "PassCore", "PassHTTP", "PassDomain", "PassTokens",
                "PassEndpointKit", "PassTestSupport",
            ]),
        .testTarget(
            name: "PassMVPDTests",
            dependencies: [
                "PassMVPD", "PassCore", "PassXML", "PassCrypto", "PassHTTP", "PassDomain", "PassTokens", "PassSAML",
                "PassStore", "PassEndpointKit", "PassTestSupport",
            ]),
        .testTarget(name: "AccessEnablerTests", dependencies: ["AccessEnabler", "PassCore", "PassCrypto"]),
        .testTarget(
            name: "AccessEnablerURLSessionTests",
            dependencies: ["AccessEnablerURLSession", "AccessEnabler", "PassSimulator", "PassHarness"]),
        .testTarget(
            name: "PassHarnessTests",
            dependencies: [
                "PassHarness", "PassSimulator", "AccessEnabler", "PassCore", "PassHTTP", "PassTestSupport",
            ]),
        .testTarget(
            name: "PassTestingTests",
            dependencies: ["PassTesting", "PassSimulator", "AccessEnabler", "PassHTTP", "PassXML"]),
        .testTarget(
            name: "pass-simulatorTests",
            dependencies: ["pass-simulator", "PassSimulator", "PassCore", "PassTokens", "PassTestSupport"]),
        .testTarget(
            name: "PassSimulatorTests",
            dependencies: [
                "PassSimulator", "PassCore", "PassCrypto", "PassHTTP", "PassNetwork", "PassDomain", "PassSAML",
                "PassInstruments",
                "PassXML",
                "PassTestSupport",
            ]),
    ]
)

// `make fuzz` alone builds this: it links libFuzzer, which is nothing without the compiler's instrumentation.
if Context.environment["PASS_FUZZ"] != nil {
    package.targets.append(
        .executableTarget(name: "pass-fuzz", dependencies: ["PassFuzzTargets"], path: "Tests/PassFuzz"))
}

for target in package.targets where target.type != .system && target.type != .plugin {
    target.swiftSettings = [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .treatAllWarnings(as: .error),
    ]
}
