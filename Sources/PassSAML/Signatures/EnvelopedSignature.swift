import PassCore
import PassCrypto
import PassXML

/// A signature inside the element that it covers, in the profile of SAML Core, section 5.4.
///
/// Only one form is accepted, so that an attacker can't choose a weaker one: RSA with SHA-256 over exclusive canonical
/// XML, and one reference, by ID, to the very element that holds the signature. A `KeyInfo` is ignored, because a key
/// that comes with the message proves nothing.
enum EnvelopedSignature {
    /// Throws unless `key` signed `element`, which is `root` or an element below it.
    ///
    /// The IDs in the message must be unique, and its reader must refuse processing instructions. `XMLElement.message`
    /// ensures both.
    static func verify(_ element: XMLElement, in root: XMLElement, by key: RSAPublicKey) throws(SAMLError) {
        let count = root.signatures.count
        if count == 0 { throw SAMLError(.notSigned, "<\(element.name)> is not signed.") }
        // The checks below wouldn't cover a second signature.
        if count > 1 { throw SAMLError(.badSignature, "There are \(count) signatures, not one.") }
        guard let signature = element.first("Signature", in: XMLSignature.namespace) else {
            throw SAMLError(.badSignature, "The signature isn't a direct child of <\(element.name)>.")
        }
        let parts = try signature.parts(["SignedInfo", "SignatureValue"], optional: "KeyInfo")
        let digest = try Self.digest(in: parts[0], of: element)
        guard ConstantTime.equal(digest, Digest.sha256(element.withoutSignature.exclusiveCanonicalForm)) else {
            throw SAMLError(.badSignature, "The signature covers something other than <\(element.name)>.")
        }
        guard key.isValid(signature: try parts[1].base64(), over: parts[0].exclusiveCanonicalForm) else {
            throw SAMLError(.badSignature, "The signature of <\(element.name)> is invalid.")
        }
    }

    /// Returns the digest in `info`. Throws unless it refers to `element` and uses the algorithms of this profile.
    private static func digest(in info: XMLElement, of element: XMLElement) throws(SAMLError) -> [UInt8] {
        let parts = try info.parts(["CanonicalizationMethod", "SignatureMethod", "Reference"])
        try parts[0].require(algorithm: XMLSignature.exclusiveCanonicalization)
        try parts[1].require(algorithm: XMLSignature.rsaSHA256)
        let uri = parts[2][attribute: "URI"]
        guard let id = try element.id("ID"), uri?.hasSameBytes(as: "#\(id)") == true else {
            throw SAMLError(.badSignature, "The signature covers \"\(uri ?? "")\", not this <\(element.name)>.")
        }
        let reference = try parts[2].parts(["Transforms", "DigestMethod", "DigestValue"])
        let transforms = try reference[0].parts(["Transform", "Transform"])
        try transforms[0].require(algorithm: XMLSignature.envelopedTransform)
        try transforms[1].require(algorithm: XMLSignature.exclusiveCanonicalization)
        try reference[1].require(algorithm: XMLSignature.sha256)
        return try reference[2].base64()
    }
}

extension XMLElement {
    /// Returns the child elements. Throws unless they are the elements of XML Signature with these names, in this
    /// order, optionally followed by `last`.
    fileprivate func parts(_ names: [String], optional last: String? = nil) throws(SAMLError) -> [XMLElement] {
        let parts = elements
        let allowed = names + (last.map { [$0] } ?? [])
        guard parts.count == names.count || parts.count == allowed.count,
            zip(parts, allowed).allSatisfy({ $0.isNamed($1, in: XMLSignature.namespace) })
        else {
            throw SAMLError(
                .badSignature,
                "<\(name)> of the signature must contain \(names.joined(separator: ", ")) and nothing else.")
        }
        return parts
    }

    /// Throws unless the element names this algorithm without parameters, which none of the algorithms in use needs.
    fileprivate func require(algorithm: String) throws(SAMLError) {
        let given = self[attribute: "Algorithm"] ?? ""
        guard given.hasSameBytes(as: algorithm) else {
            throw SAMLError(.algorithm, "The \(name) of the signature is \"\(given)\", not \"\(algorithm)\".")
        }
        guard !hasElements else {
            throw SAMLError(.algorithm, "The \(name) of the signature has parameters, which are not supported.")
        }
    }

    /// Decodes the element's text from base64, ignoring white space.
    fileprivate func base64() throws(SAMLError) -> [UInt8] {
        let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }
        let text = text
        guard !hasElements, let bytes = Base64.decode(text) ?? Base64.decode(text.utf8.filter { !isSpace($0) }) else {
            throw SAMLError(.badSignature, "The \(name) of the signature is not base64.")
        }
        return bytes
    }
}
