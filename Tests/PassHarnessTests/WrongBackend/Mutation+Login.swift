import AccessEnabler

extension Mutation {
    static let all = [
        configuration, login, authorization, metadata, logout, storage, passive, platform, restV2,
    ].flatMap { $0 }

    private static let configuration: [Mutation] = [
        Mutation("An MVPD under another ID", "config", noticedBy: ["36"], "<id>M1</id>", becomes: "<id>M9</id>"),
        Mutation("MVPDs without logos", "config", noticedBy: ["1", "35"], text: { $0.without("logoUrl") }),
        Mutation(
            "An MVPD that suddenly wants the secure browser", "config", noticedBy: ["57"], "<id>M1</id>",
            becomes: "<id>M1</id><useSVC>true</useSVC>"),
        Mutation(
            "No MVPD wants the secure browser", "config", noticedBy: ["56", "58"], text: { $0.without("useSVC") }),
        Mutation(
            "No MVPD wants authentication per requestor", "config", noticedBy: ["182"],
            "<authPerAggregator>true<", becomes: "<authPerAggregator>false<"),
        Mutation("No MVPD is a temporary pass", "config", noticedBy: ["189"], text: { $0.without("tempPass") }),
        Mutation(
            "A clock two days late", "config", noticedBy: ["1"],
            text: { text in
                guard let millis = text.value("time").flatMap({ Int64($0) }) else { return text }
                return text.replacing("<time>\(millis)<", with: "<time>\(millis - 172_800_000)<")
            }),
        Mutation("An unknown requestor is not found", "config", noticedBy: ["3"]) { answer, _ in
            var answer = answer
            if answer.status == 400 { answer.status = 404 }
            return answer
        },
        Mutation("No secret at registration", "register", noticedBy: ["24"], "client_secret", becomes: "secret"),
        Mutation(
            "An access token that is over at once", "token", noticedBy: ["24"], text: { $0.with(0, in: "expires_in") }),
    ]

    private static let login: [Mutation] = [
        Mutation(
            "An unknown registration code", "regcode", noticedBy: ["37"], #""code":""#, becomes: #""code":"X"#),
        Mutation("A registration code that is over in a minute", "regcode", noticedBy: ["71"]) { answer, _ in
            var answer = answer
            let text = String(decoding: answer.body, as: UTF8.self)
            guard let millis = text.number("generated") else { return answer }
            answer.body = Array(text.with(millis + 60_000, in: "expires").utf8)
            return answer
        },
        Mutation("A service for registration codes that is down", "regcode", noticedBy: ["36", "67"]) { _, _ in
            TransportResponse(status: 503)
        },
        Mutation("A lost redirect at the beginning", "authenticate", noticedBy: ["37"]) { answer, _ in
            TransportResponse(status: 200, fields: answer.fields.filter { $0.name.lowercased() != "location" })
        },
        Mutation("A lost redirect at the end", "SAMLAssertionConsumer", noticedBy: ["37", "77"]) { answer, _ in
            TransportResponse(status: 200, fields: answer.fields.filter { $0.name.lowercased() != "location" })
        },
        Mutation("A login that isn't found afterwards", "sessionDevice", noticedBy: ["37", "69"]) { _, _ in
            TransportResponse(status: 401, body: Array("Data not found".utf8))
        },
        Mutation("A login that is to come told as one that ended", "sessionDevice", noticedBy: ["68"]) { answer, _ in
            answer.status == 401
                ? TransportResponse(status: 200, body: Array(#"<pendingLogout reason="0">true</pendingLogout>"#.utf8))
                : answer
        },
        Mutation("A missing login told as a breakdown", "sessionDevice", noticedBy: ["38"]) { answer, _ in
            answer.status == 401 ? TransportResponse(status: 500) : answer
        },
        Mutation(
            "An authN token of another MVPD", "sessionDevice", noticedBy: ["37"], "MsoID&gt;M1&lt;",
            becomes: "MsoID&gt;M2&lt;"),
        Mutation(
            "An authN token of another requestor", "sessionDevice", noticedBy: ["37"], "RequestorID&gt;REF&lt;",
            becomes: "RequestorID&gt;P2&lt;"),
        Mutation(
            "An authN token that is over", "sessionDevice", noticedBy: ["37"], "Expires&gt;20", becomes: "Expires&gt;19"
        ),
        Mutation(
            "An authN token without expiry", "sessionDevice", noticedBy: ["37", "115"],
            text: { $0.without("simpleTokenExpires") }),
        Mutation(
            "An authN token with another device's fingerprint", "sessionDevice", noticedBy: ["80"], "Fingerprint&gt;",
            becomes: "Fingerprint&gt;AAAA"),
        Mutation(
            "An authN token with a broken signature", "sessionDevice", noticedBy: ["80"], "&lt;signatureInfo&gt;",
            becomes: "&lt;signatureInfo&gt;AAAA"),
        Mutation(
            "A login under a rule that isn't told", "sessionDevice", noticedBy: ["94"],
            text: {
                $0.replacing("d35b501e0385360feccc755c59f5767b46c54c7d", with: "0").replacing(
                    "95cf93bcd183214a", with: "0")
            }),
        Mutation("The token of the login before", "sessionDevice", noticedBy: ["49"]) { answer, first in
            first ?? answer
        },
        Mutation("A login that anybody's code opens", "sessionDevice", noticedBy: ["52", "59a"]) { answer, first in
            first ?? answer
        },
        Mutation(
            "A channel line-up that got lost", "sessionDevice", noticedBy: ["106"],
            text: { $0.without("simpleAuthorizedResources") }),
    ]
}
