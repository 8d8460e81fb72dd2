import PassCore
import PassCrypto
import PassSAML
import PassTestSupport
import Testing

/// The eight wrappings of Somorovsky et al., "On Breaking SAML" (USENIX Security 2012), and their relatives: a signed
/// element is moved to where no reader looks, and a forged one put where it is read.
@Suite("Signature wrapping")
struct SignatureWrappingTests {
    /// A message taken apart; the parts of the two elements that matter are text.
    private struct Parts {
        /// Around the signed element.
        var head = "", tail = ""
        /// The signed element with and without its signature, and the signature.
        var signed: String
        var unsigned: String
        var signature: String

        init(_ message: some SAMLMessage, signed name: String) throws {
            let xml = String(decoding: try message.xml(signedBy: TestKey.saml), as: UTF8.self)
            let start = try #require(xml.firstRange(of: "<\(name) ")).lowerBound
            let end = try #require(xml.firstRange(of: "</\(name)>")).upperBound
            head = String(xml[..<start])
            signed = String(xml[start..<end])
            tail = String(xml[end...])
            let first = try #require(signed.firstRange(of: "<ds:Signature ")).lowerBound
            let last = try #require(signed.firstRange(of: "</ds:Signature>")).upperBound
            signature = String(signed[first..<last])
            unsigned = signed.replacing(signature, with: "")
        }

        /// The signature with something more in it.
        func signature(around more: String) -> String {
            signature.replacing("</ds:Signature>", with: more + "</ds:Signature>")
        }
    }

    @Test("Forged assertions beside, around and inside the signed one are refused", arguments: ["_a1", "_a2"])
    func assertions(_ id: String) throws {
        let parts = try Parts(AuthnResponse.make(), signed: "saml:Assertion")
        let evil = parts.unsigned.replacing("_a1", with: id).replacing(">u1<", with: ">admin<")
        func forged(with more: String) -> String {
            evil.replacing("</saml:Issuer>", with: "</saml:Issuer>" + more)
        }
        let whole = parts.head + parts.signed + parts.tail
        let other = whole.replacing("_r1", with: "_r2")
        let evilResponse = parts.head + evil + parts.tail
        let attacks = [
            // 1 and 2: the whole response in and beside a signature of the forged one.
            "1": evilResponse.replacing("<samlp:Status>", with: parts.signature(around: other) + "<samlp:Status>"),
            "2": evilResponse.replacing("<samlp:Status>", with: other + parts.signature + "<samlp:Status>"),
            "3": parts.head + evil + parts.signed + parts.tail,
            "3, the other way": parts.head + parts.signed + evil + parts.tail,
            "4": parts.head + forged(with: parts.signed) + parts.tail,
            "5": parts.head + forged(with: parts.signature) + parts.unsigned + parts.tail,
            "6": parts.head + forged(with: parts.signature(around: parts.unsigned)) + parts.tail,
            "7": parts.head + "<samlp:Extensions>\(evil)</samlp:Extensions>" + parts.signed + parts.tail,
            "7, the other way": parts.head + "<samlp:Extensions>\(parts.signed)</samlp:Extensions>" + evil + parts.tail,
            "8": parts.head + forged(with: parts.signature(around: "<ds:Object>\(parts.unsigned)</ds:Object>"))
                + parts.tail,
            "8, in KeyInfo": parts.head
                + forged(with: parts.signature(around: "<ds:KeyInfo>\(parts.unsigned)</ds:KeyInfo>"))
                + parts.tail,
            "within": parts.head
                + parts.signed.replacing("<saml:Subject>", with: "<saml:Advice>\(evil)</saml:Advice><saml:Subject>")
                + parts.tail,
        ]
        // Some of these are refused for their form alone; either way no user is admin.
        let code: SAMLError.Code = id == "_a1" ? .duplicateID : .malformed
        for (name, attack) in attacks {
            #expect(throws: SAMLError(code, ""), "\(name)") { try read(attack) }
        }
        #expect(try read(whole) == .make())
    }

    @Test("A signature moved to another assertion is refused")
    func moved() throws {
        let parts = try Parts(AuthnResponse.make(), signed: "saml:Assertion")
        let evil = parts.unsigned.replacing(">u1<", with: ">admin<")
        for id in ["_a1", "_a2"] {
            let evil = evil.replacing("_a1", with: id)
            for attack in [
                evil.replacing("</saml:Issuer>", with: "</saml:Issuer>" + parts.signature),
                evil.replacing("<saml:Subject>", with: "<saml:Advice>\(parts.signature)</saml:Advice><saml:Subject>"),
                evil.replacing("</saml:Assertion>", with: "</saml:Assertion>" + parts.signature),
            ] {
                #expect(throws: SAMLError(.badSignature, "")) { try read(parts.head + attack + parts.tail) }
            }
        }
        // Even over the very assertion that it is good for, if it lies elsewhere.
        let outside = parts.head + parts.signature + parts.unsigned + parts.tail
        #expect(throws: SAMLError(.badSignature, "")) { try read(outside) }
        let deeper = parts.unsigned.replacing("<saml:Subject>", with: "<saml:Subject>" + parts.signature)
        #expect(throws: SAMLError(.badSignature, "")) { try read(parts.head + deeper + parts.tail) }
    }

    @Test("A signed request in and beside a forged one is refused")
    func requests() throws {
        let parts = try Parts(AuthnRequest.make(), signed: "samlp:AuthnRequest")
        let evil = parts.unsigned.replacing("https://sp.example/acs", with: "https://evil.example/")
        func forged(_ id: String, with more: String) -> String {
            evil.replacing("_q1", with: id).replacing("<samlp:NameIDPolicy", with: more + "<samlp:NameIDPolicy")
        }
        let attacks = [
            "1": forged("_q2", with: parts.signature(around: "<ds:Object>\(parts.unsigned)</ds:Object>")),
            "1, in KeyInfo": forged("_q2", with: parts.signature(around: "<ds:KeyInfo>\(parts.unsigned)</ds:KeyInfo>")),
            "2": forged("_q2", with: parts.signature + parts.unsigned),
            "2, signed inside": forged("_q2", with: "<samlp:Extensions>\(parts.signed)</samlp:Extensions>"),
            "moved": forged("_q2", with: parts.signature), "moved, with the ID": forged("_q1", with: parts.signature),
        ]
        for (name, attack) in attacks {
            #expect(throws: SAMLError(.badSignature, ""), "\(name)") {
                try AuthnRequest(xml: Array(attack.utf8), verifiedBy: TestKey.saml.publicKey)
            }
        }
        let twice = forged("_q1", with: parts.signature + parts.unsigned)
        #expect(throws: SAMLError(.duplicateID, "")) {
            try AuthnRequest(xml: Array(twice.utf8), verifiedBy: TestKey.saml.publicKey)
        }
        #expect(try AuthnRequest(xml: Array(parts.signed.utf8), verifiedBy: TestKey.saml.publicKey) == .make())
    }

    private func read(_ text: String) throws -> AuthnResponse {
        try AuthnResponse(xml: Array(text.utf8), verifiedBy: TestKey.saml.publicKey)
    }
}
