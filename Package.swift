// swift-tools-version: 6.2
import PackageDescription

/// Every target, lowest layer first. A target imports what its row names and nothing else; every arrow goes up this list.
let package = Package(
    name: "pass-simulator",
    platforms: [.macOS(.v15)],
    products: [],
    targets: [
        // System C libraries.
        .systemLibrary(
            name: "CPassExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"]), .brew(["expat"])]),
        .systemLibrary(
            name: "CPassOpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),

        // Ground: bytes, time, XML, cryptography, HTTP, sockets.
        .target(name: "PassCore"),
        .target(name: "PassXML", dependencies: ["PassCore", "CPassExpat"]),
        .target(name: "PassCrypto", dependencies: ["PassCore", "CPassOpenSSL"]),
        .target(name: "PassHTTP", dependencies: ["PassCore"]),

        // Domain: the field's vocabulary, its tokens and its SAML.
        .target(name: "PassDomain", dependencies: ["PassCore"]),
        .target(name: "PassTokens", dependencies: ["PassCore", "PassXML", "PassCrypto", "PassDomain"]),

        // Adapters.
        .target(name: "PassStore", dependencies: ["PassCore", "PassDomain"]),
        .target(name: "PassEndpointKit", dependencies: ["PassCore", "PassHTTP", "PassXML", "PassDomain"]),

        // Families of endpoints.

        // Products.
        .target(name: "PassSimulator", dependencies: ["PassCore", "PassDomain", "PassHTTP"]),

        // Tests mirror the sources.
        .testTarget(name: "PassCoreTests", dependencies: ["PassCore"]),
        .testTarget(name: "PassXMLTests", dependencies: ["PassXML"]),
        .testTarget(name: "PassCryptoTests", dependencies: ["PassCrypto", "PassCore"]),
        .testTarget(name: "PassHTTPTests", dependencies: ["PassHTTP", "PassCore"]),
        .testTarget(name: "PassSimulatorTests", dependencies: ["PassSimulator", "PassCore", "PassDomain", "PassHTTP"]),
    ]
)

for target in package.targets where target.type != .system && target.type != .plugin {
    target.swiftSettings = [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .treatAllWarnings(as: .error),
    ]
}
