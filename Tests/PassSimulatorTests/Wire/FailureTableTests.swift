import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP
import PassTestSupport
import Testing

@testable import PassAdobeServices
@testable import PassRESTv2
@testable import PassSimulator

@Suite("The wire reference's failures")
struct FailureTableTests {
    /// A failure, and its name in the table.
    private static func label(_ failure: EntitlementFailure) -> String {
        switch failure {
        case .missingParameter: "a required parameter is missing"
        case .malformedParameter: "a parameter is malformed"
        case .unknownRequestor: "unknown requestor"
        case .unknownMVPD: "unknown MVPD"
        case .notIntegrated: "no integration with the MVPD"
        case .requestorUnproven: "requestor not proven"
        case .tooManyResources: "too many resources"
        case .redirectRefused: "redirect URL not allowed"
        case .insecureTransport: "plain HTTP where TLS is required"
        case .clientTooOld: "native SDK too old"
        case .unknownRegistrationCode: "unknown registration code"
        case .sessionNotFound: "no login under this code or cookie"
        case .sessionWithoutUser: "login without a user"
        case .loginRefused: "the MVPD's answer is refused"
        case .invalidProof(let refusal): "token not accepted: \(refusal.rawValue)"
        case .missingDevice: "no device named"
        case .deviceMismatch(.authentication): "another device, at session and authorize"
        case .deviceMismatch(.mediaToken): "another device, at shortAuthorize"
        case .profileMissing: "no profile"
        case .temporaryAccessRefused(let refusal): "temporary pass: \(refusal.rawValue)"
        case .partnerRefused(let refusal): "partner refused: \(refusal.rawValue)"
        case .serviceTokenRefused(let refusal): "service token refused: \(refusal.rawValue)"
        case .denied: "denied by a fault"
        case .accessTokenRefused: "bad access token"
        case .accessTokenForeign: "access token of another requestor's application"
        case .invalidSoftwareStatement: "bad software statement"
        case .unapprovedSoftwareStatement: "software statement not approved"
        case .invalidRedirectURI: "redirect URI not in the statement"
        case .invalidClient: "unknown client"
        case .unauthorizedClient: "grant type not allowed for the client"
        case .unsupportedGrantType: "unsupported grant type"
        case .storeFull: "the simulator's records are full"
        }
    }

    private static let samples: [EntitlementFailure] =
        [
            .missingParameter("NAME"), .malformedParameter("NAME", reason: "REASON"), .unknownRequestor("NOBODY"),
            .unknownMVPD("NOBODY"), .notIntegrated("NOBODY"),
            .tooManyResources(limit: 5), .requestorUnproven, .redirectRefused("REASON"), .insecureTransport,
            .clientTooOld,
            .unknownRegistrationCode, .sessionNotFound,
            .sessionWithoutUser, .loginRefused("REASON"),
        ] + ProofRefusal.allCases.map { .invalidProof($0) }
        + [
            .profileMissing
        ] + TemporaryAccessRefusal.allCases.map { .temporaryAccessRefused($0) }
        + [.partnerRefused(.permissionNotPresent)] + ServiceTokenRefusal.allCases.map { .serviceTokenRefused($0) }
        + [
            .missingDevice, .deviceMismatch(.authentication), .deviceMismatch(.mediaToken),
            .denied(Denial(.noAuthZ, "REASON")), .accessTokenRefused,
            .accessTokenForeign, .invalidSoftwareStatement, .unapprovedSoftwareStatement, .invalidRedirectURI,
            .invalidClient, .unauthorizedClient, .unsupportedGrantType, .storeFull,
        ]

    /// An answer in a few words: what a client can tell it by.
    private static func outline(_ response: HTTPResponse) -> String {
        let type = response.fields[.contentType] ?? ""
        var words = ["\(response.status.code)"]
        if let location = response.fields[.location] { words.append("to `\(location)`") }
        if let code = response.errorCode, response.json["helpUrl"] != nil {
            // The rest of the body is the code's row in the table of enhanced errors.
            words.append("`\(code)`")
        } else if let error = response.json["error"], let code = error["code"]?.stringValue {
            words.append("`\(code)`: \(error["message"]?.stringValue ?? "")")
        } else if type.hasPrefix("text/html") {
            words.append("page")
        } else if !response.body.isEmpty {
            words.append("`\(response.text)`")
        }
        if let code = response.fields["Authzf-Error-Code"] { words.append("`Authzf-Error-Code: \(code)`") }
        return words.joined(separator: " ")
    }

    /// Each failure with its answers, and the styles that give each.
    private func rows() throws -> [(failure: String, styles: String, answer: String)] {
        let site = try TestSite()
        let world = try #require(site.world)
        let request = site.request(.post, "/adobe-services/session")
        let exchange = Exchange(
            request: request, world: world,
            links: Links(
                scheme: .http, authority: try #require(HTTPAuthority(site.authority)),
                namespace: NamespaceAddress(), hostKind: .direct),
            now: TestSite.start, captures: Captures(), parameters: Parameters([]))
        var rows: [(String, String, String)] = []
        for failure in Self.samples {
            var answers: [(answer: String, styles: [String])] = []
            for style in AnswerStyle.allCases {
                let answer = Self.outline(try AdobeFailureTable(style: style).response(to: failure, in: exchange))
                if let index = answers.firstIndex(where: { $0.answer == answer }) {
                    answers[index].styles.append("\(style)")
                } else {
                    answers.append((answer, ["\(style)"]))
                }
            }
            for (answer, styles) in answers {
                let names = answers.count == 1 ? "all" : styles.joined(separator: ", ")
                rows.append((Self.label(failure), names, answer))
            }
            let enhanced = RESTv2FailureTable().response(to: failure, in: exchange)
            rows.append((Self.label(failure), "REST v2", Self.outline(enhanced)))
            if case .serviceTokenRefused = failure {
                let refused = ServiceTokenFailureTable(call: .refresh).response(to: failure, in: exchange)
                rows.append((Self.label(failure), "SSO Service", Self.outline(refused)))
            }
        }
        return rows
    }

    @Test("The page's table gives for every failure what the failure table answers in each style")
    func table() throws {
        let head = ["| Failure | Answer style | Answer |", "|---|---|---|"]
        let lines = try head + rows().map { "| \($0.failure) | \($0.styles) | \($0.answer) |" }
        try WireReference.record(lines, as: "failures")
        #expect(try WireReference.table("failures") == lines)
    }

    @Test("Every failure has a golden exchange that shows one of its answers")
    func golden() throws {
        let rows = try rows()
        let lines = try WireReference.table("failure exchanges").dropFirst(2).map(WireReference.cells)
        var answers: [String: Set<String>] = [:]
        for row in rows { answers[row.failure, default: []].insert(row.answer) }
        #expect(Set(lines.map { $0[0] }) == Set(answers.keys))
        for line in lines {
            let names = line[1].split(separator: " ").map { String($0.dropFirst().dropLast()) }
            #expect(!names.isEmpty, "\(line[0])")
            for name in names {
                let answer = Self.outline(try GoldenExchange(name: name).goldenResponse())
                let isShown = answers[line[0], default: []].contains { Self.alike($0, answer) }
                #expect(isShown, "\(name) is answered \(answer)")
            }
        }
    }

    /// Whether two outlines are the same but for names and reasons.
    private static func alike(_ known: String, _ answer: String) -> Bool {
        guard let mark = known.firstRange(of: "NAME") ?? known.firstRange(of: "REASON") else { return known == answer }
        return answer.hasPrefix(known[..<mark.lowerBound])
    }
}
