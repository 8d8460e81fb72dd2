import PassCore
import PassHTTP

extension Exchange {
    /// The `User-Agent` field; `nil` if there is none.
    ///
    /// A field of more than 512 bytes is cut and not refused, since an app often can't choose it.
    package var userAgent: String? { header(.userAgent)?.cut(toBytes: UserAgentReading.longest) }
}

/// The facts about a device that its `User-Agent` implies, under the names of `X-Device-Info` (REST API v2,
/// "X-Device-Info": "values are derived from User-Agent").
///
/// A table lists the families of systems and browsers that the API names, each with a word by which it is recognized in
/// a `User-Agent`. The first match is used. Everything else is unknown.
struct UserAgentReading {
    private(set) var facts: [ExactText: String] = [:]

    /// The maximum number of bytes that are read of a `User-Agent`.
    static let longest = 512
    private static let longestVersion = 24

    init(_ userAgent: String) {
        let text = userAgent.cut(toBytes: Self.longest).asciiLowercased
        if let system = Self.systems.first(where: { text.containsBytes(of: $0.word) }) {
            facts["osName"] = system.name
            facts["osFamily"] = system.family
            facts["osVendor"] = system.vendor
            facts["osVersion"] = Self.version(after: system.versionMarks, in: text)
            facts["primaryHardwareType"] = Self.hardware(text) ?? system.hardware
        }
        if let browser = Self.browsers.first(where: { text.containsBytes(of: $0.word) }) {
            facts["browserName"] = browser.name
            facts["browserVendor"] = browser.vendor
            facts["browserVersion"] = Self.version(after: browser.versionMarks, in: text)
        }
    }

    private struct System {
        var word: StaticString
        /// The name that the API gives the system; `nil` where the API names only its family.
        var name: String?
        var family: String
        var vendor: String?
        var hardware: String?
        var versionMarks: [String] = []
    }

    // The more specific words come first: Android's text also says Linux, and an iPhone's says Mac OS X.
    private static let systems = [
        System(
            word: "roku", name: "Roku OS", family: "Roku OS", vendor: "Roku", hardware: "SetTopBox",
            versionMarks: ["dvp-", "roku/"]),
        System(
            word: "apple tv", name: "tvOS", family: "tvOS", vendor: "Apple", hardware: "SetTopBox",
            versionMarks: ["cpu os ", "tvos "]),
        System(
            word: "appletv", name: "tvOS", family: "tvOS", vendor: "Apple", hardware: "SetTopBox",
            versionMarks: ["tvos/", "tvos "]),
        System(
            word: "tvos", name: "tvOS", family: "tvOS", vendor: "Apple", hardware: "SetTopBox",
            versionMarks: ["tvos/", "tvos "]),
        System(
            word: "iphone", name: "iOS", family: "iOS", vendor: "Apple", hardware: "MobilePhone",
            versionMarks: ["iphone os ", "cpu os ", "ios "]),
        System(
            word: "ipad", name: "iOS", family: "iOS", vendor: "Apple", hardware: "Tablet",
            versionMarks: ["cpu os ", "ios "]),
        System(
            word: "ipod", name: "iOS", family: "iOS", vendor: "Apple", hardware: "MediaPlayer",
            versionMarks: ["iphone os ", "cpu os "]),
        System(word: "cfnetwork", name: "iOS", family: "iOS", vendor: "Apple"),
        System(
            word: "webos", name: "webOS", family: "webOS", vendor: "LG", hardware: "TV",
            versionMarks: ["webos/", "webos.tv-"]),
        System(word: "web0s", name: "webOS", family: "webOS", vendor: "LG", hardware: "TV"),
        System(word: "tizen", family: "Tizen", vendor: "Samsung", hardware: "TV", versionMarks: ["tizen "]),
        System(word: "playstation", family: "PlayStation OS", vendor: "Sony", hardware: "GamesConsole"),
        System(
            word: "xbox", name: "Windows", family: "Windows", vendor: "Microsoft", hardware: "GamesConsole",
            versionMarks: ["windows nt "]),
        System(
            word: "windows", name: "Windows", family: "Windows", vendor: "Microsoft", hardware: "Desktop",
            versionMarks: ["windows nt "]),
        System(word: " cros ", name: "Chrome OS", family: "Linux", vendor: "Google", hardware: "Desktop"),
        System(word: "symbian", family: "Symbian", vendor: "Nokia", hardware: "MobilePhone"),
        System(
            word: "; aft", name: "Android", family: "Android", vendor: "Amazon", hardware: "SetTopBox",
            versionMarks: ["android "]),
        System(
            word: "android", name: "Android", family: "Android", vendor: "Google", hardware: "Tablet",
            versionMarks: ["android "]),
        System(
            word: "mac os x", name: "OS X", family: "macOS", vendor: "Apple", hardware: "Desktop",
            versionMarks: ["mac os x "]),
        System(word: "macintosh", name: "Mac OS", family: "macOS", vendor: "Apple", hardware: "Desktop"),
        System(word: "openbsd", name: "OpenBSD", family: "BSD", hardware: "Desktop"),
        System(word: "linux", name: "Linux", family: "Linux", versionMarks: ["linux "]),
    ]

    /// Returns the kind of hardware that the text names; `nil` if the operating system determines it.
    private static func hardware(_ text: String) -> String? {
        guard text.containsBytes(of: "android") else { return nil }
        if text.containsBytes(of: "; aft") { return nil }
        if text.containsBytes(of: " tv") || text.containsBytes(of: "bravia") { return "TV" }
        return text.containsBytes(of: "mobile") ? "MobilePhone" : nil
    }

    private struct Browser {
        var word: StaticString
        var name: String
        var vendor: String?
        var versionMarks: [String]
    }

    // The more specific words come first: nearly every browser also says Safari, and many say Chrome.
    private static let browsers = [
        Browser(word: "edg/", name: "Edge", vendor: "Microsoft", versionMarks: ["edg/"]),
        Browser(word: "edge/", name: "Edge", vendor: "Microsoft", versionMarks: ["edge/"]),
        Browser(word: "opr/", name: "Opera", versionMarks: ["opr/"]),
        Browser(word: "opera", name: "Opera", versionMarks: ["version/", "opera/", "opera "]),
        Browser(word: "seamonkey/", name: "SeaMonkey", vendor: "Mozilla", versionMarks: ["seamonkey/"]),
        Browser(word: "firefox/", name: "Firefox", vendor: "Mozilla", versionMarks: ["firefox/"]),
        Browser(word: "fxios/", name: "Firefox", vendor: "Mozilla", versionMarks: ["fxios/"]),
        Browser(word: "chrome/", name: "Chrome", vendor: "Google", versionMarks: ["chrome/"]),
        Browser(word: "crios/", name: "Chrome", vendor: "Google", versionMarks: ["crios/"]),
        Browser(word: "msie ", name: "Internet Explorer", vendor: "Microsoft", versionMarks: ["msie "]),
        Browser(word: "trident/", name: "Internet Explorer", vendor: "Microsoft", versionMarks: ["rv:"]),
        Browser(word: "symbian", name: "Symbian Browser", vendor: "Nokia", versionMarks: []),
        Browser(word: "android", name: "Android Browser", vendor: "Google", versionMarks: ["version/"]),
        Browser(word: "safari/", name: "Safari", vendor: "Apple", versionMarks: ["version/"]),
    ]

    /// Returns the version number after the first of the marks that a number follows, with points between its parts.
    private static func version(after marks: [String], in text: String) -> String? {
        for mark in marks {
            guard let place = text.firstRange(of: mark) else { continue }
            let digits = text[place.upperBound...].utf8.prefix(longestVersion).prefix { byte in
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: ".")
                    || byte == UInt8(ascii: "_")
            }
            if let first = digits.first, first != UInt8(ascii: "."), first != UInt8(ascii: "_") {
                return String(decoding: digits.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: ".") : $0 }, as: UTF8.self)
            }
        }
        return nil
    }
}
