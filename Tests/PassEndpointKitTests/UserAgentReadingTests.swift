import PassCore
import Testing

@testable import PassEndpointKit

@Suite("What a User-Agent implies")
struct UserAgentReadingTests {
    /// A `User-Agent`, and what it implies: system, family, vendor, version, hardware, browser, its vendor and version.
    private static let samples: [(userAgent: String, implied: [String?])] = [
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
                + "Version/17.0 Mobile/15E148 Safari/604.1",
            ["iOS", "iOS", "Apple", "17.0", "MobilePhone", "Safari", "Apple", "17.0"]
        ),
        (
            "Mozilla/5.0 (iPad; CPU OS 16_3_1 like Mac OS X) AppleWebKit/605.1.15 CriOS/110.0.5481 Mobile Safari/604.1",
            ["iOS", "iOS", "Apple", "16.3.1", "Tablet", "Chrome", "Google", "110.0.5481"]
        ),
        (
            "AppleCoreMedia/1.0.0.22K555 (Apple TV; U; CPU OS 18_1 like Mac OS X; en_us)",
            ["tvOS", "tvOS", "Apple", "18.1", "SetTopBox", nil, nil, nil]
        ),
        ("DemoApp/3 CFNetwork/1410.0.3 Darwin/22.6.0", ["iOS", "iOS", "Apple", nil, nil, nil, nil, nil]),
        (
            "Roku/DVP-14.5 (14.5.4.5934-46)",
            ["Roku OS", "Roku OS", "Roku", "14.5", "SetTopBox", nil, nil, nil]
        ),
        (
            "Mozilla/5.0 (Linux; Android 9; AFTSSS Build/PS7233) AppleWebKit/537.36 Chrome/97.0.4692 Mobile Safari/537.36",
            ["Android", "Android", "Amazon", "9", "SetTopBox", "Chrome", "Google", "97.0.4692"]
        ),
        (
            "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/125.0.0.0 Mobile Safari/537.36",
            ["Android", "Android", "Google", "14", "MobilePhone", "Chrome", "Google", "125.0.0.0"]
        ),
        (
            "Mozilla/5.0 (Linux; Android 12; BRAVIA 4K) AppleWebKit/537.36 Chrome/100.0 Safari/537.36",
            ["Android", "Android", "Google", "12", "TV", "Chrome", "Google", "100.0"]
        ),
        (
            "Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 Chrome/94.0.4606.128 Safari/537.36",
            ["webOS", "webOS", "LG", nil, "TV", "Chrome", "Google", "94.0.4606.128"]
        ),
        (
            "Mozilla/5.0 (SMART-TV; Linux; Tizen 5.0) AppleWebKit/537.36 Version/5.0 TV Safari/537.36",
            [nil, "Tizen", "Samsung", "5.0", "TV", "Safari", "Apple", "5.0"]
        ),
        (
            "Mozilla/5.0 (PlayStation 5/SmartTV) AppleWebKit/605.1.15 Safari/605.1.15",
            [nil, "PlayStation OS", "Sony", nil, "GamesConsole", "Safari", "Apple", nil]
        ),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64; Xbox; Xbox One) AppleWebKit/537.36 Chrome/120.0 Edg/120.0",
            ["Windows", "Windows", "Microsoft", "10.0", "GamesConsole", "Edge", "Microsoft", "120.0"]
        ),
        (
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:126.0) Gecko/20100101 Firefox/126.0",
            ["OS X", "macOS", "Apple", "10.15", "Desktop", "Firefox", "Mozilla", "126.0"]
        ),
        (
            "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/124.0 Safari/537.36",
            ["Chrome OS", "Linux", "Google", nil, "Desktop", "Chrome", "Google", "124.0"]
        ),
        ("DemoTV/2.0 (Box 4; Linux 6.1)", ["Linux", "Linux", nil, "6.1", nil, nil, nil, nil]),
        ("curl/8.5.0", [nil, nil, nil, nil, nil, nil, nil, nil]),
        ("Linux ._._", ["Linux", "Linux", nil, nil, nil, nil, nil, nil]),
    ]

    private static let names: [ExactText] = [
        "osName", "osFamily", "osVendor", "osVersion", "primaryHardwareType", "browserName", "browserVendor",
        "browserVersion",
    ]

    @Test("The families of systems and browsers are recognized", arguments: samples.indices)
    func families(_ index: Int) {
        let (userAgent, implied) = Self.samples[index]
        let facts = UserAgentReading(userAgent).facts
        #expect(Self.names.map { facts[$0] } == implied, "\(userAgent)")
    }

    @Test("A long text is read up to its bound")
    func bound() {
        let late = String(repeating: "x", count: UserAgentReading.longest) + " iPhone"
        #expect(UserAgentReading(late).facts.isEmpty)
    }

    @Test("A device's own statements take precedence, and aren't mixed with those of another system or browser")
    func precedence() throws {
        let phone = Self.samples[0].userAgent
        func merged(_ json: String) throws -> DeviceInformation {
            let stated = try #require(DeviceInformation(Base64.encode(Array(json.utf8))))
            return DeviceInformation(stated: stated, userAgent: phone)
        }
        let same = try merged(#"{"osName":"iOS","osVersion":"18","model":"Phone"}"#)
        #expect(same.text("osVersion") == "18" && same.text("osVendor") == "Apple" && same.text("model") == "Phone")
        let other = try merged(#"{"osName":"webOS","type":"TV"}"#)
        #expect(other.text("osVendor") == nil && other.text("osVersion") == nil)
        #expect(other.text("primaryHardwareType") == nil && other.text("browserName") == "Safari")
        let forwarded = try merged(#"{"userAgent":"Roku/DVP-9.1"}"#)
        #expect(forwarded.text("osName") == "Roku OS" && forwarded.text("browserName") == nil)
        #expect(DeviceInformation(stated: nil, userAgent: nil).isEmpty)
    }
}
