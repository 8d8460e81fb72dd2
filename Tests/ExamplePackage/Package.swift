// swift-tools-version: 6.2
import PackageDescription

/// A package of somebody else: a small app, and tests that run it and others against simulators.
let package = Package(
    name: "WatchTV",
    platforms: [.macOS(.v15)],
    // Elsewhere: .package(url: "…/pass-simulator.git", branch: "main")
    // Tests of an app need no store that outlives a restart, so they go without the traits `SQLite` and `Redis`.
    dependencies: [.package(name: "pass-simulator", path: "../..", traits: [])],
    targets: [
        .executableTarget(
            name: "WatchTV",
            dependencies: [
                .product(name: "AccessEnabler", package: "pass-simulator"),
                .product(name: "AccessEnablerURLSession", package: "pass-simulator"),
                .product(name: "PassHarness", package: "pass-simulator"),
            ]),
        .testTarget(
            name: "WatchTVTests",
            dependencies: [
                .product(name: "AccessEnabler", package: "pass-simulator"),
                .product(name: "PassTesting", package: "pass-simulator"),
            ]),
    ]
)
