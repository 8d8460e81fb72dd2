import PassCore
package import PassCrypto

/// The SAML parameters of a query, decoded. The caller gets the message only by choosing whether to verify it.
package struct RedirectedMessage: Sendable {
    package let parameter: SAMLParameter
    package let relayState: RelayState?
    /// The message, inflated.
    package let xml: [UInt8]
    private let signature: Signature?

    private struct Signature {
        var bytes: [UInt8]
        /// The signed bytes: the values as received, not decoded and encoded again (SAML Bindings, section 3.4.4.1).
        var octets: [UInt8]
    }

    /// Whether there is a signature, valid or not.
    package var isSigned: Bool { signature != nil }

    /// Reads the part of a URL after the `?` as received, and ignores parameters that the binding doesn't define.
    ///
    /// Throws for parameters that occur twice, for encodings other than DEFLATE, for queries of more than `limit`
    /// bytes, for messages of more than `limit` bytes when inflated, and for every signature algorithm but RSA with
    /// SHA-256. SHA-1 in particular is refused.
    package init(query: some StringProtocol, limit: Int = 65_536) throws(SAMLError) {
        if query.utf8.count > limit { throw SAMLError(.tooLarge, "The query has more than \(limit) bytes.") }
        var decoded = BindingParameters()
        var raw: [ExactText: String] = [:]
        // The query is split by its bytes, because a separator and a combining mark after it are one `Character`.
        for pair in String(query).pieces(separatedBy: UInt8(ascii: "&")) {
            let (writtenName, value) = Self.halves(of: pair)
            guard let name = PercentEncoding.decode(writtenName, plusIsSpace: true),
                BindingParameters.names.contains(ExactText(name))
            else { continue }
            guard let text = PercentEncoding.decode(value, plusIsSpace: true) else {
                throw SAMLError(.encoding, "The value of \(name) is not percent-encoded UTF-8.")
            }
            try decoded.add(name, text)
            raw[name] = value
        }
        let message = try decoded.message()
        if let encoding = decoded[BindingParameters.encoding], !encoding.hasSameBytes(as: SAMLNamespace.deflateEncoding)
        {
            throw SAMLError(.encoding, "The encoding \"\(encoding)\" is not DEFLATE.")
        }
        guard let deflated = Base64.decodeLeniently(message.value), !deflated.isEmpty else {
            throw SAMLError(.encoding, "The \(message.parameter.rawValue) is not base64.")
        }
        parameter = message.parameter
        relayState = try decoded.receivedRelayState()
        signature = try Self.signature(decoded, raw, message.parameter)
        xml = try RawDeflate.decompress(deflated, limit: limit)
    }

    /// Returns the message. Throws unless it is of this type and `key` signed it together with its RelayState.
    package func read<Message: SAMLMessage>(
        _ type: Message.Type = Message.self, verifiedBy key: RSAPublicKey
    ) throws(SAMLError) -> Message {
        guard let signature else { throw SAMLError(.notSigned, "The \(parameter.rawValue) is not signed.") }
        guard key.isValid(signature: signature.bytes, over: signature.octets) else {
            throw SAMLError(.badSignature, "The signature of the \(parameter.rawValue) is invalid.")
        }
        return try readUnverified(type)
    }

    /// Returns the message without checking who sent it, to find out whose key should verify it. Throws unless it is of
    /// this type.
    package func readUnverified<Message: SAMLMessage>(
        _ type: Message.Type = Message.self
    ) throws(SAMLError) -> Message {
        try parameter.require(Message.self)
        return try Message(xml: xml)
    }

    /// Returns the text before the first `=` and the text after it.
    private static func halves(of pair: String) -> (String, String) {
        pair.withBytes { bytes in
            let end = bytes.firstIndex(of: UInt8(ascii: "="), from: 0)
            let value = bytes[min(end + 1, bytes.count)...]
            return (String(decoding: bytes[..<end], as: UTF8.self), String(decoding: value, as: UTF8.self))
        }
    }

    /// Returns the signature, or `nil` if there is neither a signature nor an algorithm.
    private static func signature(
        _ decoded: BindingParameters, _ raw: [ExactText: String], _ parameter: SAMLParameter
    ) throws(SAMLError) -> Signature? {
        let algorithm = decoded[BindingParameters.algorithm]
        guard let text = decoded[BindingParameters.signature] else {
            if algorithm == nil { return nil }
            throw SAMLError(.notSigned, "The query has a SigAlg but no Signature.")
        }
        guard algorithm?.hasSameBytes(as: XMLSignature.rsaSHA256) == true else {
            throw SAMLError(
                .algorithm, "The signature algorithm is \"\(algorithm ?? "")\", not \"\(XMLSignature.rsaSHA256)\".")
        }
        guard let bytes = Base64.decodeLeniently(text), !bytes.isEmpty else {
            throw SAMLError(.encoding, "The Signature is not base64.")
        }
        let signed = [parameter.rawValue, BindingParameters.relayState, BindingParameters.algorithm]
        let octets = signed.compactMap { name in raw[name].map { "\(name)=\($0)" } }.joined(separator: "&")
        return Signature(bytes: bytes, octets: Array(octets.utf8))
    }
}
