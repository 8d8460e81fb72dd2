package import PassCore
package import PassDomain
import PassXML

/// Deliberate defects of authN, authZ and media tokens.
extension SignedTokenSealer {
    /// The requestor in a token with the defect `otherRequestor`.
    package static let otherRequestor = "OTHER_REQUESTOR"
    /// The time that has passed since the expiry of a token with the defect `expired`.
    private static let expiredFor: TimeToLive = .minutes(1)

    package func operate(
        on token: String, _ surgery: TokenSurgery, otherDevice: (DeviceBinding) -> DeviceBinding, now: Timestamp
    ) -> String {
        guard let envelope = try? SignedEnvelope(token), let root = try? XMLReader.parse(envelope.element) else {
            return token
        }
        let element = SignedElement(envelope.element)
        switch surgery {
        case .expired: return sign(expired(element, root, now: now).bytes)
        case .wrongSignature:
            var signature = envelope.signature
            // A byte in the middle is changed, so that the signature, as a number, stays below the modulus.
            signature[signature.count / 2] ^= 0x55
            return SignedEnvelope(signature: signature, element: envelope.element).text(forms.separator)
        case .otherDevice:
            let name = "simpleTokenFingerprint"
            guard let text = root.first("simpleTokenDeviceID")?.first(name)?.text else { return token }
            let other = otherDevice(DeviceBinding(fingerprint: text)).fingerprint.string
            return sign(element.replacing(name, by: other).bytes)
        case .otherRequestor:
            return sign(
                element.replacing("simpleTokenRequestorID", by: Self.otherRequestor)
                    .replacing("requestorID", by: Self.otherRequestor).bytes)
        case .emptyElement: return sign(element.changingFirstLeaf { name, _ in "<\(name)></\(name)>" }.bytes)
        case .wrongElementName:
            return sign(element.changingFirstLeaf { name, text in "<x\(name)>\(text)</x\(name)>" }.bytes)
        case .cutInHalf, .notBase64, .extraText: return token.malformed(surgery)
        }
    }

    /// Returns the element with an expiry that has passed. A media token has an issue time and a time to live instead
    /// of an expiry.
    private func expired(_ element: SignedElement, _ root: XMLElement, now: Timestamp) -> SignedElement {
        let past = now - Self.expiredFor
        let date = TokenDate.proofDate(past, offsetMinutes: forms.utcOffsetMinutes)
        let lifetime = root.first("ttl").flatMap { Int64($0.text) } ?? 0
        let issued = TokenDate.issueTime(
            past - TimeToLive(milliseconds: lifetime), offsetMinutes: forms.utcOffsetMinutes)
        return element.replacing("simpleTokenExpires", by: date).replacing("simpleTokenTTL", by: date)
            .replacing("issueTime", by: issued)
    }
}

extension JWTCredentialSealer {
    package func operate(on token: String, _ surgery: TokenSurgery, now: Timestamp) -> String {
        guard let opened = openAccessToken(token) else { return token }
        switch surgery {
        case .expired:
            let lifetime = opened.expires - opened.issued
            let end = now - .minutes(1)
            return text(
                of: AccessToken(
                    id: opened.id, client: opened.client, scopes: opened.scopes, issued: end - lifetime, expires: end))
        case .wrongSignature:
            guard let dot = token.lastIndex(of: "."),
                var signature = Base64.decode(String(token[token.index(after: dot)...]), .url)
            else { return token }
            signature[signature.count / 2] ^= 0x55
            return token[...dot] + Base64.encode(signature, .url)
        case .otherDevice, .otherRequestor, .emptyElement, .wrongElementName: return token
        case .cutInHalf, .notBase64, .extraText: return token.malformed(surgery)
        }
    }
}

/// The signed element of a token, as bytes in which texts can be replaced.
private struct SignedElement {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    private init(_ text: String) {
        bytes = Array(text.utf8)
    }

    private var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Returns the element with another text in the first element of that name; the element itself if there is none.
    func replacing(_ name: String, by new: String) -> SignedElement {
        let text = text
        guard let start = text.firstRange(of: "<\(name)>"),
            let end = text[start.upperBound...].firstRange(of: "</\(name)>")
        else { return self }
        return SignedElement(text[..<start.upperBound] + XMLEscaping.text(new) + text[end.lowerBound...])
    }

    /// Returns the element with its first inner element that has only text changed.
    ///
    /// - Parameter change: returns the new element for the name and the text.
    func changingFirstLeaf(_ change: (Substring, Substring) -> String) -> SignedElement {
        let text = text
        var rest = text.dropFirst()
        while let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") {
            let name = rest[rest.index(after: open)..<close]
            let content = rest[rest.index(after: close)...]
            if let end = content.firstIndex(of: "<"), end > content.startIndex, content[end...].hasPrefix("</\(name)>")
            {
                let after = text.index(end, offsetBy: name.count + 3)
                return SignedElement(text[..<open] + change(name, content[..<end]) + text[after...])
            }
            rest = content
        }
        return self
    }
}

extension String {
    /// Returns a token's text with a defect that needs no signature.
    fileprivate func malformed(_ surgery: TokenSurgery) -> String {
        switch surgery {
        case .cutInHalf: String(decoding: utf8.prefix(utf8.count / 2), as: UTF8.self)
        // The eleventh character of the signature's base64, or of a JSON Web Token, is replaced.
        case .notBase64:
            String(prefix(hasPrefix("<signatureInfo>") ? 25 : 10)) + "!"
                + String(dropFirst(hasPrefix("<signatureInfo>") ? 26 : 11))
        case .extraText: self + "extra"
        case .expired, .wrongSignature, .otherDevice, .otherRequestor, .emptyElement, .wrongElementName: self
        }
    }
}
