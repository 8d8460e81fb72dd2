import CPassOpenSSL
import PassCore

/// The name constraints' form in a certificate.
extension NameConstraints {
    /// Reads the constraints of a certificate, or returns `nil` if it has none. Kinds of names that no leaf here has
    /// are ignored.
    init?(of certificate: Certificate) {
        guard let pointer = X509_get_ext_d2i(certificate.handle.pointer, NID_name_constraints, nil, nil) else {
            ERR_clear_error()
            return nil
        }
        let list = pointer.assumingMemoryBound(to: NAME_CONSTRAINTS.self)
        defer { NAME_CONSTRAINTS_free(list) }
        self.init(
            permitted: Self.subtrees(list.pointee.permittedSubtrees),
            excluded: Self.subtrees(list.pointee.excludedSubtrees))
    }

    /// Calls `body` with OpenSSL's form of the constraints, which is valid only during the call. Returns `false` if
    /// `body` does, or if there is no memory.
    func withExtension(_ body: (UnsafeMutableRawPointer) -> Bool) -> Bool {
        guard let list = NAME_CONSTRAINTS_new() else { return false }
        defer { NAME_CONSTRAINTS_free(list) }
        if !permitted.isEmpty {
            list.pointee.permittedSubtrees = CPassOpenSSL_sk_GENERAL_SUBTREE_new_null()
            guard permitted.allSatisfy({ $0.append(to: list.pointee.permittedSubtrees) }) else { return false }
        }
        if !excluded.isEmpty {
            list.pointee.excludedSubtrees = CPassOpenSSL_sk_GENERAL_SUBTREE_new_null()
            guard excluded.allSatisfy({ $0.append(to: list.pointee.excludedSubtrees) }) else { return false }
        }
        return body(list)
    }

    private static func subtrees(_ list: OpaquePointer?) -> [Subtree] {
        (0..<max(0, CPassOpenSSL_sk_GENERAL_SUBTREE_num(list))).compactMap { index in
            CPassOpenSSL_sk_GENERAL_SUBTREE_value(list, index).flatMap { Subtree($0.pointee.base) }
        }
    }
}

extension NameConstraints.Subtree {
    fileprivate init?(_ name: UnsafeMutablePointer<GENERAL_NAME>?) {
        var kind: Int32 = 0
        guard let value = GENERAL_NAME_get0_value(name, &kind), kind == GEN_DNS || kind == GEN_IPADD else { return nil }
        let string = UnsafePointer<ASN1_STRING>(value.assumingMemoryBound(to: ASN1_STRING.self))
        let bytes = UnsafeBufferPointer(start: ASN1_STRING_get0_data(string), count: Int(ASN1_STRING_length(string)))
        switch (kind, bytes.count) {
        case (GEN_DNS, _):
            self = .domain(String(decoding: bytes, as: UTF8.self).asciiLowercased)
        case (GEN_IPADD, 8), (GEN_IPADD, 32):
            self = .network(Array(bytes.prefix(bytes.count / 2)), mask: Array(bytes.suffix(bytes.count / 2)))
        default:
            return nil
        }
    }

    fileprivate func append(to list: OpaquePointer?) -> Bool {
        let base: UnsafeMutablePointer<GENERAL_NAME>? =
            switch self {
            case .domain(let text): GENERAL_NAME.make(GEN_DNS, Array(text.utf8))
            case .network(let network, let mask): GENERAL_NAME.make(GEN_IPADD, network + mask)
            }
        guard let list, let base, let subtree = GENERAL_SUBTREE_new() else {
            GENERAL_NAME_free(base)
            return false
        }
        GENERAL_NAME_free(subtree.pointee.base)
        subtree.pointee.base = base
        guard CPassOpenSSL_sk_GENERAL_SUBTREE_push(list, subtree) > 0 else {
            GENERAL_SUBTREE_free(subtree)
            return false
        }
        return true
    }
}

extension CertificateName {
    /// OpenSSL's form of the name, which the caller has to free; `nil` if there is no memory.
    var generalName: UnsafeMutablePointer<GENERAL_NAME>? {
        switch self {
        case .domain(let text): GENERAL_NAME.make(GEN_DNS, Array(text.utf8))
        case .address(let bytes): GENERAL_NAME.make(GEN_IPADD, bytes)
        }
    }
}

extension GENERAL_NAME {
    fileprivate static func make(_ kind: Int32, _ bytes: [UInt8]) -> UnsafeMutablePointer<GENERAL_NAME>? {
        guard let entry = GENERAL_NAME_new() else { return nil }
        let value = kind == GEN_DNS ? ASN1_IA5STRING_new() : ASN1_OCTET_STRING_new()
        guard let value, ASN1_STRING_set(value, bytes, Int32(clamping: bytes.count)) == 1 else {
            ASN1_STRING_free(value)
            GENERAL_NAME_free(entry)
            return nil
        }
        GENERAL_NAME_set0_value(entry, kind, value)
        return entry
    }
}
