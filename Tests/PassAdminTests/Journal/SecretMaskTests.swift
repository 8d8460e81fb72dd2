import PassCore
import Testing

@testable import PassAdmin

@Suite("Pseudonyms of secrets")
struct SecretMaskTests {
    @Test("The base64 of a secret gets the secret's pseudonym, though it is a secret by itself", arguments: 0..<40)
    func base64(_ number: Int) {
        let device = "device-\(number)"
        let field = Base64.encode(Array(device.utf8))
        let mask = SecretMask(key: [1, 2, 3], texts: [ExactText(device), ExactText(field)], named: [])
        #expect(mask.text(field) == mask.text(device) && !mask.text(device).contains(device))
    }
}
