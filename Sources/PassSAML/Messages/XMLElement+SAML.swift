import PassCore
import PassXML

extension XMLLimits {
    /// The limits for messages. Processing instructions are refused, because a signature covers them and the tree
    /// doesn't show them.
    static let message = XMLLimits(bytes: 1 << 18, instructions: .refused)
}

/// Readers for the parts of a message, which check that a part is there, occurs once, and has the right type.
extension XMLElement {
    /// Returns the root of a message. Throws unless the root has this name and no ID occurs twice in the document.
    static func message(
        _ xml: [UInt8], _ name: String, in namespace: String = SAMLNamespace.protocol
    ) throws(SAMLError) -> XMLElement {
        let root: XMLElement
        do throws(XMLError) {
            root = try XMLReader.parse(xml, limits: .message)
        } catch {
            throw SAMLError(.notXML, "The message is not readable XML.", cause: error)
        }
        guard root.isNamed(name, in: namespace) else {
            throw SAMLError(.malformed, "The message is <\(root.name)>, not <\(name)> of SAML 2.0.")
        }
        var seen: Set<ExactText> = []
        try root.collectIDs(into: &seen)
        return root
    }

    /// Adds the IDs of this element and of all below it. Throws if one of them has been seen.
    private func collectIDs(into seen: inout Set<ExactText>) throws(SAMLError) {
        // SAML spells the attribute `ID`; XML Signature and XML Encryption spell it `Id`.
        for attribute in attributes where attribute.name.utf8.count == 2 && attribute.name.asciiLowercased == "id" {
            guard seen.insert(ExactText(attribute.value)).inserted else {
                throw SAMLError(.duplicateID, "The ID \"\(attribute.value)\" occurs twice.")
            }
        }
        for case .element(let element) in children { try element.collectIDs(into: &seen) }
    }

    /// Returns the only child with this name, or `nil` if there is none. Throws if there are several.
    func single(_ name: String, in namespace: String) throws(SAMLError) -> XMLElement? {
        let found = all(name, in: namespace)
        if found.count > 1 { throw SAMLError(.malformed, "<\(self.name)> has \(found.count) <\(name)>, not one.") }
        return found.first
    }

    /// Returns the only child with this name. Throws if there is none, or several.
    func required(_ name: String, in namespace: String) throws(SAMLError) -> XMLElement {
        guard let element = try single(name, in: namespace) else {
            throw SAMLError(.malformed, "<\(self.name)> has no <\(name)>.")
        }
        return element
    }

    /// Returns the attribute's value. Throws if it is missing or empty.
    func required(attribute name: String) throws(SAMLError) -> String {
        guard let value = self[attribute: name], !value.isEmpty else {
            throw SAMLError(.malformed, "<\(self.name)> has no \(name).")
        }
        return value
    }

    /// Returns the ID and the time of issue, which every message and assertion must have. Throws for versions other
    /// than 2.0.
    func identity() throws(SAMLError) -> (id: SAMLID, issueInstant: Timestamp) {
        let version = try required(attribute: "Version")
        if version != "2.0" { throw SAMLError(.version, "<\(name)> has version \"\(version)\", not 2.0.") }
        guard let id = try id("ID") else { throw SAMLError(.malformed, "<\(name)> has no ID.") }
        guard let instant = try instant("IssueInstant") else {
            throw SAMLError(.malformed, "<\(name)> has no IssueInstant.")
        }
        return (id, instant)
    }

    /// Returns the text of `<Issuer>`, or `nil` if there is no such element. Throws if it is empty.
    func issuer() throws(SAMLError) -> String? {
        guard let element = try single("Issuer", in: SAMLNamespace.assertion) else { return nil }
        if element.trimmedText.isEmpty { throw SAMLError(.malformed, "The Issuer of <\(name)> is empty.") }
        return element.trimmedText
    }

    func requiredIssuer() throws(SAMLError) -> String {
        guard let issuer = try issuer() else { throw SAMLError(.malformed, "<\(name)> has no <Issuer>.") }
        return issuer
    }

    /// Returns the value of an attribute as an ID, or `nil` if the attribute is missing.
    func id(_ attribute: String) throws(SAMLError) -> SAMLID? {
        guard let value = self[attribute: attribute] else { return nil }
        guard let id = SAMLID(value) else {
            throw SAMLError(.malformed, "The \(attribute) \"\(value)\" of <\(name)> isn't an XML name.")
        }
        return id
    }

    /// Returns the value of an attribute as a time, or `nil` if the attribute is missing. The time must have a zone.
    func instant(_ attribute: String) throws(SAMLError) -> Timestamp? {
        guard let value = self[attribute: attribute] else { return nil }
        guard let instant = CivilTime.timestamp(isoDate: value) else {
            throw SAMLError(.malformed, "The \(attribute) \"\(value)\" of <\(name)> isn't a time with a zone.")
        }
        return instant
    }

    /// Returns the value of an attribute as a Boolean; `false`, the default of every flag here, if the attribute is
    /// missing.
    func flag(_ attribute: String) throws(SAMLError) -> Bool {
        switch self[attribute: attribute] {
        case "true", "1": return true
        case nil, "false", "0": return false
        case .some(let value):
            throw SAMLError(.malformed, "The \(attribute) \"\(value)\" of <\(name)> is neither true nor false.")
        }
    }

    /// The direct text without white space at its ends, as URIs are read (XML Schema, `whiteSpace` = `collapse`).
    var trimmedText: String {
        let bytes = Array(text.utf8)
        let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
        guard let first = bytes.firstIndex(where: { !isSpace($0) }),
            let last = bytes.lastIndex(where: { !isSpace($0) })
        else { return "" }
        return String(decoding: bytes[first...last], as: UTF8.self)
    }
}
