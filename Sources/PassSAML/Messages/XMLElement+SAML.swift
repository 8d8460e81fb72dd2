import PassCore
import PassXML

extension XMLLimits {
    /// A processing instruction is refused, because the tree wouldn't show what a signature over it covers.
    static let message = XMLLimits(bytes: 1 << 18, instructions: .refused)
}

/// What every message needs when it is read: things that must be there, must be there once, and have a type.
extension XMLElement {
    /// The root of a message: one document of that element in which no ID occurs twice.
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

    private func collectIDs(into seen: inout Set<ExactText>) throws(SAMLError) {
        // SAML writes ID; signatures and encryption, Id.
        for attribute in attributes where attribute.name.utf8.count == 2 && attribute.name.asciiLowercased == "id" {
            guard seen.insert(ExactText(attribute.value)).inserted else {
                throw SAMLError(.duplicateID, "The ID \"\(attribute.value)\" occurs twice.")
            }
        }
        for case .element(let element) in children { try element.collectIDs(into: &seen) }
    }

    /// The only child of that name, or `nil` when there is none.
    func single(_ name: String, in namespace: String) throws(SAMLError) -> XMLElement? {
        let found = all(name, in: namespace)
        if found.count > 1 { throw SAMLError(.malformed, "<\(self.name)> has \(found.count) <\(name)>, not one.") }
        return found.first
    }

    func required(_ name: String, in namespace: String) throws(SAMLError) -> XMLElement {
        guard let element = try single(name, in: namespace) else {
            throw SAMLError(.malformed, "<\(self.name)> has no <\(name)>.")
        }
        return element
    }

    func required(attribute name: String) throws(SAMLError) -> String {
        guard let value = self[attribute: name], !value.isEmpty else {
            throw SAMLError(.malformed, "<\(self.name)> has no \(name).")
        }
        return value
    }

    /// The attributes that each message and assertion begins with; anything but version 2.0 is refused.
    func identity() throws(SAMLError) -> (id: SAMLID, issueInstant: Timestamp) {
        let version = try required(attribute: "Version")
        if version != "2.0" { throw SAMLError(.version, "<\(name)> has version \"\(version)\", not 2.0.") }
        guard let id = try id("ID") else { throw SAMLError(.malformed, "<\(name)> has no ID.") }
        guard let instant = try instant("IssueInstant") else {
            throw SAMLError(.malformed, "<\(name)> has no IssueInstant.")
        }
        return (id, instant)
    }

    /// The text of `<Issuer>`, which must not be empty when the element is there.
    func issuer() throws(SAMLError) -> String? {
        guard let element = try single("Issuer", in: SAMLNamespace.assertion) else { return nil }
        if element.trimmedText.isEmpty { throw SAMLError(.malformed, "The Issuer of <\(name)> is empty.") }
        return element.trimmedText
    }

    func requiredIssuer() throws(SAMLError) -> String {
        guard let issuer = try issuer() else { throw SAMLError(.malformed, "<\(name)> has no <Issuer>.") }
        return issuer
    }

    func id(_ attribute: String) throws(SAMLError) -> SAMLID? {
        guard let value = self[attribute: attribute] else { return nil }
        guard let id = SAMLID(value) else {
            throw SAMLError(.malformed, "The \(attribute) \"\(value)\" of <\(name)> is no XML name.")
        }
        return id
    }

    func instant(_ attribute: String) throws(SAMLError) -> Timestamp? {
        guard let value = self[attribute: attribute] else { return nil }
        guard let instant = CivilTime.timestamp(isoDate: value) else {
            throw SAMLError(.malformed, "The \(attribute) \"\(value)\" of <\(name)> is no time with a zone.")
        }
        return instant
    }

    /// `false` when it is absent, which is the default of every flag here.
    func flag(_ attribute: String) throws(SAMLError) -> Bool {
        switch self[attribute: attribute] {
        case "true", "1": return true
        case nil, "false", "0": return false
        case .some(let value):
            throw SAMLError(.malformed, "The \(attribute) \"\(value)\" of <\(name)> is neither true nor false.")
        }
    }

    /// The direct text without the white space around it, as URIs are read (XML Schema, `whiteSpace` = `collapse`).
    var trimmedText: String {
        let bytes = Array(text.utf8)
        let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
        guard let first = bytes.firstIndex(where: { !isSpace($0) }),
            let last = bytes.lastIndex(where: { !isSpace($0) })
        else { return "" }
        return String(decoding: bytes[first...last], as: UTF8.self)
    }
}
