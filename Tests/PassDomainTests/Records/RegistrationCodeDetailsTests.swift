import PassDomain
import Testing

@Suite("Facts of a registration code")
struct RegistrationCodeDetailsTests {
    @Test("A fact is there once, and is replaced or removed like that of a dictionary")
    func facts() {
        var details: RegistrationCode.Details = [.mvpd: "AcmeCable", .domain: "one.example"]
        details[.domain] = "two.example"
        #expect(details == [.mvpd: "AcmeCable", .domain: "two.example"])
        details[.mvpd] = nil
        details[.client] = nil
        #expect(details == [.domain: "two.example"])
        #expect(details[.mvpd] == nil && details[.domain] == "two.example")
    }

    @Test("The order of the facts doesn't matter, and each byte of a text does")
    func equality() {
        let details: RegistrationCode.Details = [.mvpd: "K", .appID: "a"]
        let other: RegistrationCode.Details = [.appID: "a", .mvpd: "K"]
        #expect(details == other && details.hashValue == other.hashValue)
        #expect(details != [.mvpd: "\u{212A}", .appID: "a"])
        #expect(details != [.mvpd: "K"] && details != [.mvpd: "K", .appVersion: "a"])
    }
}
