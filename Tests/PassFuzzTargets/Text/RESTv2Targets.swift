import PassCore
import PassEndpointKit
import PassSimulator

extension FuzzTarget {
    /// Device information: whatever is read has versions that are written as JSON.
    static let deviceInformation = FuzzTarget(
        "device-information", maximumBytes: 4_096,
        words: [
            "osName", "osVersion", "connectionType", "displayWidth", "version", "model", "10.3.1-beta", "1.",
            "99999999999999999999",
        ],
        seeds: {
            Seeds.texts(
                #"{"osName":"iOS","osVersion":"18.1.2-beta","displayWidth":1920,"connectionSecure":true}"#,
                #"{"version":"..","model":"","diagonalScreenSize":1e400}"#, "{}")
        },
        run: { bytes in
            let encoded = Base64.encode(bytes)
            for text in [bytes.text, encoded, PercentEncoding.encode(encoded)] {
                guard let information = DeviceInformation(text) else { continue }
                for name in ["osName", "osVersion", "version", "connectionSecure"] {
                    guard let version = information.version(name) else { continue }
                    let written = JSONWriter.object { version.write(as: "version", to: &$0) }
                    let parts = try JSONValue.parse(written)["version"]
                    try require(parts?["major"]?.integerValue.map { $0 >= 0 } == true, written.text)
                }
            }
        })

    /// `User-Agent`: what is implied has the names and the versions of the API, whatever the text is.
    static let userAgent = FuzzTarget(
        "user-agent", maximumBytes: 1_024,
        words: [
            "iPhone OS ", "CPU OS ", "Android ", "; AFT", "Tizen ", "Windows NT ", "Version/", "Chrome/", "Edg/", "_",
        ],
        seeds: {
            Seeds.texts(
                "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Version/17.0 Safari/604.1", "Roku/DVP-9.1",
                "Linux ._._")
        },
        run: { bytes in
            let information = DeviceInformation(stated: nil, userAgent: bytes.text)
            for name in ["osVersion", "browserVersion"] {
                guard let version = information.text(name) else { continue }
                try require(
                    version.first?.isNumber == true && version.allSatisfy { $0.isNumber || $0 == "." }, version)
            }
            let known = information.text("osFamily") != nil || information.text("osName") == nil
            try require(known, "a system without a family: \(bytes.text)")
        })

    /// The fields and the body that only REST API v2 has: each call gets an answer of its own, and never a 500.
    ///
    /// The first byte of an input chooses the call and the field that gets the rest, plain or in base64.
    static let requestOfVersion2 = FuzzTarget(
        preparing: "request-of-version-2", maximumBytes: 4_096,
        words: [
            "fingerprint ", "granted", "frameworkPermissionInfo", "frameworkProviderInfo", "expirationDate",
            #"{"resources":["A"]}"#, #"{"email":"a"}"#, #"{"sub":"a","exp":9999999999}"#, "a.b.c", "e30.e30.e30",
            "mvpd=Adobe", "&redirectUrl=", "&domainName=", "SAMLResponse=", "%",
        ],
        seeds: {
            Seeds.texts(
                #"a{"resources":["A","deny:B"]}"#, "bfingerprint YzBmZmVl",
                #"c{"frameworkPermissionInfo":{"accessStatus":"granted"},"frameworkProviderInfo":{"id":"x"}}"#,
                #"d{"email":"5f1d0c"}"#, "ee30.eyJzdWIiOiJ2aWV3ZXItMSJ9.c2ln",
                "fmvpd=Adobe&domainName=a&redirectUrl=a:b")
        },
        prepare: {
            var configuration = Configuration()
            configuration.seed = 1
            let simulator = try await Simulator.start(configuration)
            let bearer = try accessToken(simulator)
            return { bytes in
                let choice = Int(bytes.first ?? 0)
                let rest = Array(bytes.dropFirst())
                let path = paths[choice % paths.count]
                let isPosted = path.hasPrefix("sessions") || path.hasPrefix("decisions") || path.contains("sso")
                var fields = [("Authorization", "Bearer \(bearer)"), ("AP-Device-Identifier", "fingerprint YzBmZmVl")]
                let text = choice & 64 == 0 ? Base64.encode(rest) : String(rest.text.filter { $0.isASCII && $0 >= " " })
                fields.append((names[choice / 8 % names.count], text))
                let request = SimulatorRequest(
                    isPosted ? "POST" : "GET", "/api/v2/DEMO_NET/\(path)", fields: fields, body: isPosted ? rest : [])
                let answer = simulator.respond(to: request)
                try require(answer.status < 500, "\(path) is answered \(answer.status) \(answer.text)")
                let isJSON = answer.body.isEmpty || (try? JSONValue.parse(answer.body)) != nil
                try require(isJSON || answer.status == 400, "\(path) is answered \(answer.text)")
            }
        })

    private static let paths = [
        "sessions", "profiles", "profiles/PromoPass", "decisions/authorize/PromoPass",
        "decisions/preauthorize/Adobe", "sessions/sso/Apple", "profiles/sso/Apple", "configuration",
    ]
    private static let names = [
        "X-Device-Info", "AP-Device-Identifier", "AP-Partner-Framework-Status", "AP-TempPass-Identity",
        "AD-Service-Token", "Adobe-Subject-Token", "Content-Type", "X-Forwarded-For",
    ]

    /// Registers a client and returns an access token.
    private static func accessToken(_ simulator: Simulator) throws -> String {
        func post(_ path: String, _ form: [SimulatorRequest.Field]) throws -> JSONValue {
            try JSONValue.parse(simulator.respond(to: SimulatorRequest(form: form, to: path)).body)
        }
        let client = try post("/o/client/register", [("software_statement", "e30.eyJzdWIiOiJhcHAifQ.c2ln")])
        let token = try post(
            "/o/client/token",
            [
                ("grant_type", "client_credentials"), ("client_id", client["client_id"]?.stringValue ?? ""),
                ("client_secret", client["client_secret"]?.stringValue ?? ""),
            ])
        guard let text = token["access_token"]?.stringValue else {
            throw BrokenProperty(description: "there is no access token")
        }
        return text
    }
}
