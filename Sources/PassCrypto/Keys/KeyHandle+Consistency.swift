import CPassOpenSSL

extension KeyHandle {
    /// Whether the numbers of an RSA key with two primes belong together (RFC 8017, section 3.2), so that none of them
    /// is damaged.
    ///
    /// The value is `nil` for a key that lacks one of the numbers or has more primes. This test takes a twentieth of
    /// the instructions that a key's first signature takes. The test also finds damage that a signature doesn't show,
    /// because OpenSSL needs only some of the key's numbers for a signature.
    var hasConsistentNumbers: Bool? {
        let arithmetic = Arithmetic()
        guard arithmetic.number(self, "rsa-factor3") == nil, let modulus = arithmetic.number(self, "n"),
            let publicExponent = arithmetic.number(self, "e"),
            let privateExponent = arithmetic.number(self, "d"),
            let first = arithmetic.number(self, "rsa-factor1"),
            let second = arithmetic.number(self, "rsa-factor2"),
            let firstExponent = arithmetic.number(self, "rsa-exponent1"),
            let secondExponent = arithmetic.number(self, "rsa-exponent2"),
            let coefficient = arithmetic.number(self, "rsa-coefficient1"),
            let firstOrder = arithmetic.predecessor(of: first), let secondOrder = arithmetic.predecessor(of: second)
        else { return nil }
        return arithmetic.isProduct(modulus, first, second)
            && arithmetic.areInverse(publicExponent, firstExponent, modulo: firstOrder)
            && arithmetic.areInverse(publicExponent, secondExponent, modulo: secondOrder)
            && arithmetic.areInverse(publicExponent, privateExponent, modulo: firstOrder)
            && arithmetic.areInverse(publicExponent, privateExponent, modulo: secondOrder)
            && arithmetic.areInverse(second, coefficient, modulo: first)
    }
}

/// Calculations with OpenSSL's numbers, which are overwritten and freed with this object.
private final class Arithmetic {
    private var numbers: [OpaquePointer] = []
    private let context = BN_CTX_new()

    deinit {
        for number in numbers { BN_clear_free(number) }
        BN_CTX_free(context)
        ERR_clear_error()
    }

    /// Returns a number of a key by OpenSSL's name for it (EVP_PKEY-RSA(7)), or `nil` if the key lacks the number or
    /// has zero in its place.
    func number(_ key: KeyHandle, _ name: String) -> OpaquePointer? {
        var number: OpaquePointer?
        guard EVP_PKEY_get_bn_param(key.pointer, name, &number) == 1, let number else { return nil }
        numbers.append(number)
        return BN_is_zero(number) == 1 ? nil : number
    }

    /// Returns the number that is smaller by one, or `nil` if OpenSSL has no memory.
    func predecessor(of number: OpaquePointer) -> OpaquePointer? {
        guard let result = BN_dup(number) else { return nil }
        numbers.append(result)
        return BN_sub_word(result, 1) == 1 ? result : nil
    }

    func isProduct(_ product: OpaquePointer, _ left: OpaquePointer, _ right: OpaquePointer) -> Bool {
        guard let result = BN_new() else { return false }
        numbers.append(result)
        return BN_mul(result, left, right, context) == 1 && BN_cmp(result, product) == 0
    }

    /// Whether the product of two numbers leaves the remainder 1.
    func areInverse(_ left: OpaquePointer, _ right: OpaquePointer, modulo modulus: OpaquePointer) -> Bool {
        guard let result = BN_new() else { return false }
        numbers.append(result)
        return BN_mod_mul(result, left, right, modulus, context) == 1 && BN_is_one(result) == 1
    }
}
