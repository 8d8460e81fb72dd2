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
            name: "CPassOpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
        .target(name: "CPassSystem"),

        // Ground: bytes, time, HTTP, cryptography, sockets.
        .target(name: "PassCore"),
        .target(name: "PassCrypto", dependencies: ["PassCore", "CPassOpenSSL"]),
        .target(name: "PassHTTP", dependencies: ["PassCore"]),
        .target(name: "PassNetwork", dependencies: ["PassCore", "PassCrypto", "PassHTTP", "CPassSystem"]),

        // Domain: the field's vocabulary, its tokens and its SAML.

        // Adapters.

        // Families of endpoints.

        // Products.

        // Tests mirror the sources.
        .testTarget(name: "PassCoreTests", dependencies: ["PassCore"]),
        .testTarget(name: "PassHTTPTests", dependencies: ["PassHTTP", "PassCore"]),
        .testTarget(name: "PassCryptoTests", dependencies: ["PassCrypto", "PassCore"]),
        .testTarget(name: "PassNetworkTests", dependencies: ["PassNetwork", "PassHTTP", "PassCrypto", "PassCore"]),
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
