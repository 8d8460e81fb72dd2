import PassCore
import PassCrypto
import PassDomain
import PassTokens
import Testing

@Suite("Device fingerprints")
struct DeviceFingerprintsTests {
    private let device = Device(id: "abc", kind: .native)

    private func fingerprints(_ form: DeviceBinding.Form) throws -> DeviceFingerprints {
        DeviceFingerprints(key: try TokenFixture.key("device"), form: form)
    }

    @Test(
        "A native device matches its fingerprint in every form, and no other does",
        arguments: DeviceBinding.Form.allCases)
    func matches(_ form: DeviceBinding.Form) throws {
        let fingerprints = try fingerprints(form)
        let binding = fingerprints.bind(device)
        #expect(fingerprints.matches(binding, device))
        #expect(!fingerprints.matches(binding, Device(id: "abd", kind: .native)))
        #expect(!fingerprints.matches(binding, Device(id: "", kind: .native)))
    }

    /// The value is that of `sha1sum`.
    @Test("The hash form is 40 hexadecimal digits of SHA-1")
    func hash() throws {
        #expect(try fingerprints(.hash).bind(device).fingerprint == "a9993e364706816aba3e25717850c26c9cd0d89d")
    }

    @Test("Verifying with the public key agrees with applying the private key and comparing")
    func deterministic() throws {
        let key = try TokenFixture.key("device")
        let fingerprints = try fingerprints(.signature)
        for id in ["a", "abc", "0123456789abcdef", "ünï"] {
            let applied = DeviceBinding(fingerprint: Base64.encode(key.signature(over: Array(id.utf8))))
            #expect(fingerprints.bind(Device(id: id, kind: .native)) == applied)
            for other in ["a", "abc", "0123456789abcdef", "ünï"] {
                let compares = key.signature(over: Array(other.utf8)) == key.signature(over: Array(id.utf8))
                #expect(fingerprints.matches(applied, Device(id: other, kind: .native)) == compares)
            }
        }
    }

    @Test("Web tokens carry the device identifier unchanged, in every form", arguments: DeviceBinding.Form.allCases)
    func web(_ form: DeviceBinding.Form) throws {
        let web = Device(id: "0123456789abcdef0123456789abcdef", kind: .web)
        let binding = try fingerprints(form).bind(web)
        #expect(binding.fingerprint == web.id)
        #expect(try fingerprints(form).matches(binding, web))
        #expect(try !fingerprints(form).matches(binding, Device(id: "0123456789abcdef0123456789abcdee", kind: .web)))
    }

    @Test("A token is still bound to its device when the form is changed afterwards")
    func formChange() throws {
        for old in DeviceBinding.Form.allCases {
            let binding = try fingerprints(old).bind(device)
            for new in DeviceBinding.Form.allCases { #expect(try fingerprints(new).matches(binding, device)) }
        }
    }

    @Test("A fingerprint that is a signature isn't accepted as a device identifier")
    func fingerprintAsDevice() throws {
        let fingerprints = try fingerprints(.signature)
        let binding = fingerprints.bind(device)
        #expect(!fingerprints.matches(binding, Device(id: binding.fingerprint.string, kind: .native)))
        #expect(!fingerprints.matches(binding, Device(id: binding.fingerprint.string, kind: .web)))
    }

    @Test("The same browser fingerprint gives the same device identifier of 32 hexadecimal digits")
    func individualization() throws {
        let first = try fingerprints(.signature).individualize(fingerprint: "f")
        #expect(first.count == 32 && Hex.decode(first) != nil)
        #expect(try fingerprints(.hash).individualize(fingerprint: "f") == first)
        #expect(try fingerprints(.signature).individualize(fingerprint: "g") != first)
    }
}
