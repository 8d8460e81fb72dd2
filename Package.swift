// swift-tools-version: 6.2
import PackageDescription

/// Every target, lowest layer first. A target imports what its row names and nothing else; every arrow goes up this list.
let package = Package(
    name: "pass-simulator",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18)],
    products: [
        .library(name: "PassSimulator", targets: ["PassSimulator"]),
        // The second target holds the standard platform, which apps needn't import.
        .library(name: "AccessEnabler", targets: ["AccessEnabler", "AccessEnablerURLSession"]),
        .library(name: "AccessEnablerURLSession", targets: ["AccessEnablerURLSession"]),
        .library(name: "PassHarness", targets: ["PassHarness"]),
        .library(name: "PassTesting", targets: ["PassTesting"]),
        .executable(name: "pass-simulator", targets: ["pass-simulator"]),
    ],
    traits: [
        .trait(name: "SQLite", description: "Stores that outlive a restart, in an SQLite file; needs libsqlite3."),
        .trait(name: "Redis", description: "Stores in Valkey or Redis, which machines share; needs libhiredis."),
        .default(enabledTraits: ["SQLite", "Redis"]),
    ],
    targets: [
        // MARK: C libraries

        // Makes expat's headers visible.
        .systemLibrary(
            name: "CPassExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"]), .brew(["expat"])]),
        // Makes the headers of hiredis visible, which writes and reads the protocol of Redis.
        .systemLibrary(name: "CPassHiredis", providers: [.apt(["libhiredis-dev"]), .brew(["hiredis"])]),
        // Makes OpenSSL's headers visible, and its macros callable.
        .systemLibrary(
            name: "CPassOpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
        // Makes SQLite's headers visible, and its macros callable.
        .systemLibrary(
            name: "CPassSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
        // Makes zlib's headers visible.
        .systemLibrary(name: "CPassZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        // Wraps the system calls that Swift can't see, such as accept4.
        .target(name: "CPassSystem"),
        // Holds the dashboard's files, which the compiler embeds in the program.
        .target(name: "CPassDashboard", exclude: ["Page"]),

        // MARK: Ground

        // Clocks, identifiers, and codecs for JSON, base64, hex and percent escapes.
        .target(name: "PassCore"),
        // An XML writer whose output is stable byte for byte, a bounded XML reader, and canonical XML.
        .target(name: "PassXML", dependencies: ["PassCore", "CPassExpat"]),
        // RSA and EC keys, certificates, the certificate authority, sealing, TLS sessions.
        .target(name: "PassCrypto", dependencies: ["PassCore", "CPassOpenSSL"]),
        // HTTP messages, parsers, serializer and the state machine of a connection, without I/O.
        .target(name: "PassHTTP", dependencies: ["PassCore"]),
        // The HTTP server on raw sockets and Dispatch, and a small HTTP client.
        .target(name: "PassNetwork", dependencies: ["PassCore", "PassCrypto", "PassHTTP", "CPassSystem"]),

        // MARK: Domain

        // The field's vocabulary, records and rules, the services that decide, the ports they need, and the World.
        .target(name: "PassDomain", dependencies: ["PassCore", "CPassSystem"]),
        // The formats of authN, authZ, media and access tokens: signing, reading, verifying, inspecting.
        .target(name: "PassTokens", dependencies: ["PassCore", "PassXML", "PassCrypto", "PassDomain"]),
        // SAML messages, their signatures, and the redirect and POST bindings.
        .target(name: "PassSAML", dependencies: ["PassCore", "PassXML", "PassCrypto", "CPassZlib"]),

        // MARK: Adapters

        // The record store in memory.
        .target(name: "PassStore", dependencies: ["PassCore", "PassDomain"]),
        // The record store in an SQLite file, which outlives a restart.
        .target(name: "PassSQLite", dependencies: ["PassCore", "PassDomain", "CPassSQLite"]),
        // The record store in a database of Valkey or Redis, which several machines share.
        .target(
            name: "PassRedis",
            dependencies: ["PassCore", "PassCrypto", "PassNetwork", "PassDomain", "CPassHiredis"]),
        // The rules of a namespace, which make requests fail, and its journal of exchanges.
        .target(name: "PassInstruments", dependencies: ["PassCore", "PassHTTP", "PassDomain", "CPassSystem"]),
        // What endpoints share: Endpoint, Route, Router, Exchange, Parameters, pages.
        .target(name: "PassEndpointKit", dependencies: ["PassCore", "PassHTTP", "PassXML", "PassDomain"]),

        // MARK: Families of endpoints

        // The backend of the AccessEnabler SDKs: /adobe-services, /sp/saml, /indiv, /tvs.
        .target(
            name: "PassAdobeServices",
            dependencies: [
                "PassCore", "PassXML", "PassCrypto", "PassHTTP", "PassDomain", "PassTokens", "PassSAML",
                "PassEndpointKit",
            ]),
        // Dynamic client registration: /o/client.
        .target(
            name: "PassClientRegistration",
            dependencies: ["PassCore", "PassCrypto", "PassHTTP", "PassDomain", "PassEndpointKit"]),
        // Registration codes: /reggie/v1.
        .target(
            name: "PassRESTv1", dependencies: ["PassCore", "PassXML", "PassHTTP", "PassDomain", "PassEndpointKit"]),
        // The API of apps that hold no tokens, /api/v2, and the SSO Service beside it.
        .target(
            name: "PassRESTv2",
            dependencies: ["PassCore", "PassHTTP", "PassDomain", "PassTokens", "PassEndpointKit"]),
        // The simulated MVPDs: login pages, SAML and OAuth 2.0, their sessions and their decisions.
        .target(
            name: "PassMVPD",
            dependencies: [
                "PassCore", "PassXML", "PassCrypto", "PassHTTP", "PassDomain", "PassTokens", "PassSAML",
                "PassEndpointKit",
            ]),
        // The simulator's own pages and API, /_sim: clock, namespaces, rules, state, journal, keys, certificates.
        .target(
            name: "PassAdmin",
            dependencies: [
                "PassCore", "PassCrypto", "PassHTTP", "PassDomain", "PassTokens", "PassSAML",
                "PassInstruments",
                "PassEndpointKit", "CPassDashboard",
            ]),

        // MARK: Products

        // Configuration, the order of a request's stages, the list of families, the life cycle.
        .target(
            name: "PassSimulator",
            dependencies: [
                "PassCore", "PassCrypto", "PassHTTP", "PassNetwork", "PassDomain", "PassTokens", "PassStore",
                "PassInstruments", "PassEndpointKit", "PassAdobeServices", "PassClientRegistration", "PassRESTv1",
                "PassRESTv2", "PassMVPD", "PassAdmin",
                // Whoever only tests an app needs no library for stores that outlive a restart.
                .target(name: "PassSQLite", condition: .when(traits: ["SQLite"])),
                .target(name: "PassRedis", condition: .when(traits: ["Redis"])),
            ]),
        // The client SDK. It can't see the server's code, so the two can't share a mistake.
        .target(name: "AccessEnabler", dependencies: ["PassCore"]),
        // The client SDK's hashes and XML on Linux, by OpenSSL and expat.
        .target(name: "AccessEnablerOpenSSL", dependencies: ["AccessEnabler", "PassXML", "PassCrypto"]),
        // The client SDK's hashes and XML on Apple's platforms, by CryptoKit and Foundation.
        .target(name: "AccessEnablerApple", dependencies: ["AccessEnabler"]),
        // Installs the client SDK's standard platform when the program is loaded.
        .target(name: "CAccessEnablerStart"),
        // The client SDK's platform for apps: URLSession and files.
        .target(
            name: "AccessEnablerURLSession",
            dependencies: [
                "AccessEnabler", "PassCore", "CAccessEnablerStart",
                .target(name: "AccessEnablerOpenSSL", condition: .when(platforms: [.linux])),
                .target(name: "AccessEnablerApple", condition: .when(platforms: [.macOS, .iOS, .tvOS])),
            ]),
        // Simulated devices and apps, a browser without a screen, the scenarios and their reports.
        .target(
            name: "PassHarness",
            dependencies: [
                "PassSimulator", "AccessEnabler", "AccessEnablerOpenSSL", "PassCore", "PassXML", "PassCrypto",
                "PassHTTP", "PassNetwork",
                "PassDomain",
            ]),
        // Its own product: it imports Testing and XCTest, which the executable can't carry.
        // Traits, expectations and base classes for tests of apps.
        .target(
            name: "PassTesting",
            dependencies: [
                "PassHarness", "PassSimulator", "AccessEnabler", "AccessEnablerOpenSSL", "PassCore", "PassDomain",
                "PassHTTP",
            ]),
        // The command line.
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
                "PassSimulator", "AccessEnabler", "AccessEnablerOpenSSL", "PassHarness", "PassCore", "PassCrypto",
                "PassDomain", "CPassSystem",
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
                "PassEndpointKit", "PassSimulator", "AccessEnabler", "AccessEnablerOpenSSL", "PassTestSupport",
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
        .testTarget(
            name: "PassStoreTests",
            dependencies: [
                "PassStore", "PassSQLite", "PassRedis", "PassNetwork", "PassDomain", "PassCore", "PassTestSupport",
            ]),
        .testTarget(
            name: "PassSQLiteTests", dependencies: ["PassSQLite", "PassDomain", "PassCore", "PassTestSupport"]),
        .testTarget(
            name: "PassRedisTests",
            dependencies: ["PassRedis", "PassNetwork", "PassCrypto", "PassDomain", "PassCore", "PassTestSupport"]),
        .testTarget(
            name: "PassInstrumentsTests", dependencies: ["PassInstruments", "PassCore", "PassHTTP", "PassDomain"]),
        .testTarget(
            name: "PassEndpointKitTests",
            dependencies: ["PassEndpointKit", "PassCore", "PassCrypto", "PassDomain", "PassHTTP", "PassTestSupport"]),
        .testTarget(
            name: "PassAdobeServicesTests",
            dependencies: [
                "PassAdobeServices", "PassCore", "PassCrypto", "PassHTTP", "PassDomain", "PassTokens", "PassSAML",
                "PassEndpointKit", "PassTestSupport",
            ]),
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
            name: "PassRESTv2Tests",
            dependencies: ["PassRESTv2", "PassCore", "PassHTTP", "PassDomain", "PassEndpointKit", "PassTestSupport"]),
        .testTarget(
            name: "PassMVPDTests",
            dependencies: [
                "PassMVPD", "PassCore", "PassXML", "PassCrypto", "PassHTTP", "PassDomain", "PassTokens", "PassSAML",
                "PassStore", "PassEndpointKit", "PassTestSupport",
            ]),
        .testTarget(
            name: "PassAdminTests",
            dependencies: [
                "PassAdmin", "PassInstruments", "PassCore", "PassCrypto", "PassHTTP", "PassDomain", "PassTokens",
                "PassEndpointKit",
                "PassTestSupport",
            ]),
        .testTarget(
            name: "AccessEnablerTests",
            dependencies: ["AccessEnabler", "AccessEnablerOpenSSL", "PassCore", "PassCrypto"]),
        // Delegates and calls of apps for the vendor's library, in both language modes; the files are the same.
        .testTarget(
            name: "ConformanceSwift5Tests", dependencies: ["AccessEnabler", "AccessEnablerOpenSSL"],
            path: "Tests/Conformance/Swift5"),
        .testTarget(
            name: "ConformanceSwift6Tests", dependencies: ["AccessEnabler", "AccessEnablerOpenSSL"],
            path: "Tests/Conformance/Swift6"),
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
            dependencies: [
                "PassTesting", "PassHarness", "PassSimulator", "AccessEnabler", "AccessEnablerOpenSSL", "PassHTTP",
                "PassXML",
            ]),
        .testTarget(
            name: "pass-simulatorTests",
            dependencies: [
                "pass-simulator", "PassSimulator", "PassHarness", "PassCore", "PassTokens", "PassTestSupport",
            ]),
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
    // Apps are compiled without this project's settings.
    if target.name.hasPrefix("Conformance") {
        target.swiftSettings = [.swiftLanguageMode(target.name == "ConformanceSwift5Tests" ? .v5 : .v6)]
        continue
    }
    target.swiftSettings = [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .treatAllWarnings(as: .error),
    ]
}
