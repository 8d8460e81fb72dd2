import PassCore
import PassCrypto
import Testing

@Suite("Digests and message authentication")
struct DigestTests {
    /// FIPS 180-4's examples, RFC 1321, appendix A.5, and for the long one `head -c 1000000 /dev/zero | tr '\0' a | openssl dgst`.
    @Test("Computes the published digests")
    func published() {
        #expect(
            Hex.encode(Digest.sha256("abc".utf8))
                == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(
            Hex.encode(Digest.sha256([]))
                == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        #expect(Hex.encode(Digest.sha1("abc".utf8)) == "a9993e364706816aba3e25717850c26c9cd0d89d")
        #expect(Hex.encode(Digest.md5("abc".utf8)) == "900150983cd24fb0d6963f7d28e17f72")
        #expect(
            Hex.encode(Digest.sha256(repeatElement(UInt8(ascii: "a"), count: 1_000_000)))
                == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    @Test("A raw buffer and a sequence of the same bytes have the same digests")
    func forms() {
        let bytes = Array("message digest".utf8)
        bytes.withUnsafeBytes { raw in
            #expect(Digest.sha256(raw) == Digest.sha256(bytes[...]))
            #expect(Digest.sha1(raw) == Digest.sha1(AnySequence(bytes)))
            #expect(Hex.encode(Digest.md5(raw)) == "f96b697d7cb7938d525a2f31aaf161d0")
        }
        #expect(Digest.md5(UnsafeRawBufferPointer(start: nil, count: 0)) == Digest.md5([]))
    }

    /// RFC 4231, section 4.3, and RFC 2202, section 3, test case 2; the empty key by Python's `hmac`.
    @Test("Computes the published message authentication codes")
    func authentication() {
        let key = Array("Jefe".utf8)
        let text = Array("what do ya want for nothing?".utf8)
        #expect(
            Hex.encode(MessageAuthentication.sha256(key: key, text))
                == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
        #expect(
            Hex.encode(MessageAuthentication.sha1(key: key, text)) == "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79")
        #expect(
            Hex.encode(MessageAuthentication.sha256(key: [], []))
                == "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad")
    }

    @Test("Secrets are equal only when every byte and the length are")
    func constantTime() {
        #expect(ConstantTime.equal([], []))
        #expect(ConstantTime.equal([1, 2, 3], [1, 2, 3]))
        #expect(!ConstantTime.equal([1, 2, 3], [1, 2, 4]))
        #expect(!ConstantTime.equal([1, 2, 3], [1, 2]))
        #expect(!ConstantTime.equal([], [0]))
    }
}
