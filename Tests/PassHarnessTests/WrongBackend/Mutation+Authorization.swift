import AccessEnabler

extension Mutation {
    static let authorization: [Mutation] = [
        Mutation(
            "An authZ token that is over", "authorizeDevice", noticedBy: ["81"], "TokenTTL&gt;20",
            becomes: "TokenTTL&gt;19"),
        Mutation(
            "An authZ token for another resource", "authorizeDevice", noticedBy: ["80"], "ResourceID&gt;",
            becomes: "ResourceID&gt;x"),
        Mutation(
            "A denial without the MVPD's words", "authorizeDevice", noticedBy: ["85"], text: { $0.without("details") }),
        Mutation("A denial for another cause", "authorizeDevice", noticedBy: ["85"]) { answer, _ in
            answer.with("invalid", in: "Authzf-Error-Code")
        },
        Mutation("A guard against repeated denials that isn't told", "authorizeDevice", noticedBy: ["90"]) {
            answer, _ in
            answer.with(nil, in: "Authzf-Sub-Error-Code")
        },
        Mutation("A rule that denies told as the MVPD's denial", "authorizeDevice", noticedBy: ["92"]) { answer, _ in
            answer.with("noAuthZ", in: "Authzf-Error-Code")
        },
        Mutation("An MVPD that can't be reached told as its denial", "authorizeDevice", noticedBy: ["91"]) {
            answer, _ in
            var answer = answer.with("noAuthZ", in: "Authzf-Error-Code")
            answer.fields.removeAll { $0.name.lowercased() == "authzf-error-details" }
            answer.body = Array("<error><notAuthorized/><details>No.</details></error>".utf8)
            return answer
        },
        Mutation(
            "A rule that permits which isn't told", "authorizeDevice", noticedBy: ["93"], text: { $0.without("zAll") }),
        Mutation(
            "A device mismatch for another reason", "authorizeDevice", noticedBy: ["96"], #"reason="34764""#,
            becomes: #"reason="0""#),
        Mutation(
            "A device mismatch at the media token for another reason", "deviceShortAuthorize", noticedBy: ["96"],
            #"reason="58772""#, becomes: #"reason="0""#),
        Mutation("A breakdown told as success", "authorizeDevice", noticedBy: ["80"]) { _, _ in
            TransportResponse(status: 200, body: Array("<html>Sorry</html>".utf8))
        },
        Mutation("A media token that is given twice", "deviceShortAuthorize", noticedBy: ["82"]) { answer, first in
            first ?? answer
        },
        Mutation(
            "A media token with another life", "deviceShortAuthorize", noticedBy: ["97", "98"], "<ttl>300000<",
            becomes: "<ttl>900000<"),
        Mutation(
            "A media token for another resource", "deviceShortAuthorize", noticedBy: ["98"], "<resourceID>",
            becomes: "<resourceID>x"),
        Mutation(
            "A media token of another MVPD", "deviceShortAuthorize", noticedBy: ["98"], "<mvpdId>M1<",
            becomes: "<mvpdId>M2<"),
        Mutation(
            "A media token that hides the proxy", "deviceShortAuthorize", noticedBy: ["98a"],
            text: { $0.without("proxyMvpdId") }),
        Mutation(
            "A media token that names the proxy of an MVPD without one", "deviceShortAuthorize", noticedBy: ["98"],
            "</mvpdId>",
            becomes: "</mvpdId><proxyMvpdId>HubTV</proxyMvpdId>"),
        Mutation(
            "A media token of another session", "deviceShortAuthorize", noticedBy: ["133"], "<sessionGUID>",
            becomes: "<sessionGUID>0"),
        Mutation(
            "A media token that starts any number of streams", "tokens", noticedBy: ["97"], "TOKEN_ALREADY_USED",
            becomes: "VALID_TOKEN"),
        Mutation("A media token that signs any number of URLs", "sign", noticedBy: ["97"]) { _, _ in
            TransportResponse(status: 200, body: Array("https://cdn.example/live.m3u8?hdnea=exp".utf8))
        },
        Mutation(
            "A media token whose signature is closed", "deviceShortAuthorize", noticedBy: ["98"],
            "<signatureInfo><short", becomes: "</signatureInfo><short"),
        Mutation("A media token that can't be had", "deviceShortAuthorize", noticedBy: ["80"]) { _, _ in
            TransportResponse(status: 503)
        },
        Mutation(
            "A preauthorization of everything", "preauthorize", noticedBy: ["100"], "<authorized>false<",
            becomes: "<authorized>true<"),
        Mutation(
            "A preauthorization that keeps its reasons to itself", "preauthorize", noticedBy: ["109"],
            #""error":{"#, becomes: #""reason":{"#),
        Mutation("Too many resources answered all the same", "preauthorize", noticedBy: ["105"]) { answer, _ in
            answer.status == 200
                ? answer
                : TransportResponse(
                    status: 200,
                    body: Array(
                        "<resources><resource><id>r</id><authorized>true</authorized></resource></resources>".utf8))
        },
    ]

    static let metadata: [Mutation] = [
        Mutation(
            "User metadata that got lost", "sessionDevice", noticedBy: ["120", "121"], text: { $0.without("userMeta") }),
        Mutation(
            "Secret metadata told in clear", "sessionDevice", noticedBy: ["119"], #""encrypted":["zip"]"#,
            becomes: #""encrypted":[]"#),
        Mutation("A device ID told though it is off", "getMetadataDevice", noticedBy: ["118"]) { _, _ in
            TransportResponse(status: 200, body: Array("c0ffee".utf8))
        },
    ]

    static let logout: [Mutation] = [
        Mutation("A logout that ends nowhere", "logout", noticedBy: ["134", "135"]) { _, _ in
            TransportResponse(status: 200, body: Array("<html><title>Bye</title></html>".utf8))
        }
    ]
}

extension TransportResponse {
    /// The answer with another value in a field, or without it.
    fileprivate func with(_ value: String?, in name: String) -> TransportResponse {
        var answer = self
        guard let place = answer.fields.firstIndex(where: { $0.name.lowercased() == name.lowercased() }) else {
            return answer
        }
        answer.fields.remove(at: place)
        if let value { answer.fields.insert(TransportField(name, value), at: place) }
        return answer
    }
}

extension String {
    /// The text without every element of that name, whether its tags are escaped or not.
    func without(_ element: String) -> String {
        var text = self
        for (open, close) in [("<", ">"), ("&lt;", "&gt;")] {
            while let start = text.firstRange(of: "\(open)\(element)\(close)"),
                let end = text[start.upperBound...].firstRange(of: "\(open)/\(element)\(close)")
            {
                text.removeSubrange(start.lowerBound..<end.upperBound)
            }
        }
        return text
    }

    func value(_ element: String) -> String? {
        guard let start = firstRange(of: "<\(element)>"), let end = self[start.upperBound...].firstIndex(of: "<") else {
            return nil
        }
        return String(self[start.upperBound..<end])
    }

    /// A number of a JSON text.
    func number(_ name: String) -> Int64? {
        guard let start = firstRange(of: "\"\(name)\":") else { return nil }
        return Int64(self[start.upperBound...].prefix { $0.isNumber })
    }

    func with(_ number: Int64, in name: String) -> String {
        guard let old = self.number(name) else { return self }
        return replacing("\"\(name)\":\(old)", with: "\"\(name)\":\(number)")
    }
}
