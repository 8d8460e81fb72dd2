import CPassOpenSSL
import PassCore

/// The numbers of an RSA key in PKCS#8 PEM text (RFC 5958; RFC 8017, appendix A.1.2), the form in which this project
/// creates keys.
///
/// OpenSSL reads every form of every kind of key, and takes a millisecond to find out which form a text has. This type
/// reads the project's own form directly, and leaves text in any other form to OpenSSL.
struct PKCS8RSAKey: Equatable {
    /// The modulus, the public and the private exponent, the two primes, their two exponents, and the coefficient.
    private let numbers: [ArraySlice<UInt8>]

    /// Reads the numbers, or returns `nil` if the text has any other form.
    init?(pem: [UInt8]) {
        guard let der = Self.der(pem) else { return nil }
        var reader = DERReader(der[...])
        guard var info = reader.content(.sequence), reader.isAtEnd, info.content(.integer)?.bytes == [0],
            info.content(.sequence)?.bytes.elementsEqual(Self.algorithm) == true,
            var octets = info.content(.octetString), var key = octets.content(.sequence), octets.isAtEnd,
            key.content(.integer)?.bytes == [0]
        else { return nil }
        var numbers: [ArraySlice<UInt8>] = []
        while numbers.count < Self.names.count {
            // No number of a key is negative.
            guard let number = key.content(.integer)?.bytes, let first = number.first, first < 0x80 else { return nil }
            numbers.append(number)
        }
        guard key.isAtEnd, info.isAtEnd else { return nil }
        self.numbers = numbers
    }

    /// Returns OpenSSL's form of the key, which the caller has to free, or `nil` if OpenSSL doesn't accept the numbers.
    func makeKey() -> OpaquePointer? {
        guard let builder = OSSL_PARAM_BLD_new() else { return nil }
        var held: [OpaquePointer?] = []
        defer {
            for number in held { BN_clear_free(number) }
            OSSL_PARAM_BLD_free(builder)
            ERR_clear_error()
        }
        for (name, number) in zip(Self.names, numbers) {
            held.append(number.withUnsafeBufferPointer { BN_bin2bn($0.baseAddress, Int32($0.count), nil) })
            // The builder keeps the pointer to the name, so the name must be a constant.
            let name = UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
            guard OSSL_PARAM_BLD_push_BN(builder, name, held[held.count - 1]) == 1 else { return nil }
        }
        guard let parameters = OSSL_PARAM_BLD_to_param(builder) else { return nil }
        defer { OSSL_PARAM_free(parameters) }
        guard let context = EVP_PKEY_CTX_new_from_name(nil, "RSA", nil) else { return nil }
        defer { EVP_PKEY_CTX_free(context) }
        var key: OpaquePointer?
        guard EVP_PKEY_fromdata_init(context) == 1,
            EVP_PKEY_fromdata(context, &key, CPassOpenSSL_EVP_PKEY_KEYPAIR, parameters) == 1
        else { return nil }
        return key
    }

    /// OpenSSL's names for `numbers` (EVP_PKEY-RSA(7)).
    private static let names: [StaticString] = [
        "n", "e", "d", "rsa-factor1", "rsa-factor2", "rsa-exponent1", "rsa-exponent2", "rsa-coefficient1",
    ]

    /// The identifier of `rsaEncryption` with its NULL parameter (RFC 8017, appendix A.1).
    private static let algorithm: [UInt8] = [
        0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01, 0x05, 0x00,
    ]

    private static let head = Array("-----BEGIN PRIVATE KEY-----\n".utf8)
    private static let foot = Array("\n-----END PRIVATE KEY-----\n".utf8)

    /// Returns the DER between the first and the last line, or `nil` if the text doesn't have exactly these lines.
    private static func der(_ pem: [UInt8]) -> [UInt8]? {
        guard pem.count > head.count + foot.count, pem.starts(with: head), pem.suffix(foot.count).elementsEqual(foot)
        else { return nil }
        return Base64.decode(pem[head.count..<(pem.count - foot.count)].filter { $0 != UInt8(ascii: "\n") })
    }
}

/// A reader of DER (X.690, section 10), one value after another. Values longer than 65,535 bytes are refused.
private struct DERReader {
    enum Tag: UInt8 {
        case integer = 0x02
        case octetString = 0x04
        case sequence = 0x30
    }

    /// The bytes that are still to be read.
    private(set) var bytes: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { bytes.isEmpty }

    /// Reads the next value and returns its content, or `nil` if it has another tag or is truncated.
    mutating func content(_ tag: Tag) -> DERReader? {
        guard bytes.popFirst() == tag.rawValue, let short = bytes.popFirst() else { return nil }
        var count = Int(short)
        if short >= 0x80 {
            // The low bits give the number of length bytes. DER never writes a length in more bytes than it needs.
            guard short == 0x81 || short == 0x82, bytes.count >= Int(short & 0x0F) else { return nil }
            count = bytes.prefix(Int(short & 0x0F)).reduce(0) { $0 << 8 | Int($1) }
            bytes = bytes.dropFirst(Int(short & 0x0F))
            guard count >= (short == 0x81 ? 0x80 : 0x100) else { return nil }
        }
        guard bytes.count >= count else { return nil }
        defer { bytes = bytes.dropFirst(count) }
        return DERReader(bytes.prefix(count))
    }
}
