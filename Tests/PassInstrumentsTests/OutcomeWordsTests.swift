import PassCore
import PassDomain
import PassInstruments
import Testing

@Suite("Descriptions of outcomes in the log")
struct OutcomeWordsTests {
    static let rows: [(Outcome, String)] = [
        (.permitted(Resource("news")), "permitted resource=news"),
        (
            .denied(.notSubscribed, Resource("deny:news")),
            "denied noAuthZ resource=deny:news: Your package does not include this channel."
        ),
        (.denied(.invalidResource, nil), "denied invalid: The resource is not valid."),
        (
            .denied(.repeatedDenials, Resource("a")),
            "denied fraud subCode=1010 resource=a: Too many denied requests. Try again later."
        ),
        (.preauthorized(permitted: 2, denied: 1), "preauthorized permitted=2 denied=1"),
        (.failed(.missingParameter("requestor_id")), "invalid requestor_id missing"),
        (.failed(.malformedParameter("url", reason: "is no URL")), "invalid url is no URL"),
        (.failed(.unknownRequestor("R X")), #"refused requestor unknown requestor=R\x20X"#),
        (.failed(.tooManyResources(limit: 5)), "refused too many resources limit=5"),
        (.failed(.redirectRefused("It has no host.")), "refused redirect URL not allowed: It has no host."),
        (.failed(.invalidProof(.expired)), "refused token expired"),
        (.failed(.deviceMismatch(.mediaToken)), "refused device isn't the token's"),
        (.failed(.denied(.parentalControls)), "denied noAuthZ: Parental controls do not allow this program."),
        (.refused("throttled"), "refused throttled"),
        (.defect, "failed defect"),
    ]

    @Test("Each outcome is described in a few words", arguments: rows.indices)
    func text(_ index: Int) {
        let (outcome, text) = Self.rows[index]
        #expect(OutcomeWords(outcome).text == text)
    }

    @Test("The journal says how many of several resources were permitted")
    func count() {
        let recorded = OutcomeWords(.preauthorized(permitted: 1, denied: 2)).recorded
        #expect(recorded.outcome == "preauthorized" && recorded.detail == "1 of 3 permitted")
    }

    @Test("JSON has the same words as members")
    func json() throws {
        let outcome = Outcome.failed(.missingParameter("requestor_id"))
        #expect(members(outcome) == #"{"outcome":"invalid","reason":"missing","parameter":"requestor_id"}"#)
        #expect(
            members(.preauthorized(permitted: 2, denied: 1))
                == #"{"outcome":"preauthorized","permitted":2,"denied":1}"#)
        #expect(
            members(.failed(.redirectRefused("It has no host.")))
                == #"{"outcome":"refused","reason":"redirect URL not allowed","detail":"It has no host."}"#)
    }

    @Test("Text that may be a misplaced token shows only its last four characters")
    func tokens() {
        let token = String(repeating: "S", count: 300) + "last"
        #expect(OutcomeWords(.permitted(Resource(token))).text == "permitted resource=...last")
        #expect(OutcomeWords(.failed(.unknownRequestor(.init(rawValue: token)))).text.hasSuffix("requestor=...last"))
        let sentence = "It is addressed to https://a.example/x?token=secret#secret not \(token)."
        #expect(
            OutcomeWords(.failed(.loginRefused(sentence))).text
                == "refused login: It is addressed to https://a.example/x not ...ast.")
        #expect(
            OutcomeWords(.failed(.malformedParameter("cd?zz", reason: "is broken"))).text == "invalid ? is broken")
    }

    @Test("Line breaks and a terminal's escapes can't be smuggled in")
    func escapes() {
        let text = "a\r\nb\u{1B}[2J"
        let outcomes: [Outcome] = [
            .permitted(Resource(text)), .failed(.unknownRequestor(.init(rawValue: text))),
            .failed(.loginRefused(text)), .failed(.malformedParameter(text, reason: text)),
        ]
        for outcome in outcomes {
            #expect(OutcomeWords(outcome).text.contains(#"a\x0d\x0ab\x1b[2J"#))
            #expect(members(outcome).contains(#"a\\x0d\\x0ab\\x1b[2J"#))
        }
    }

    private func members(_ outcome: Outcome) -> String {
        String(decoding: JSONWriter.object { OutcomeWords(outcome).write(to: &$0) }, as: UTF8.self)
    }
}
