import PassCore
import PassDomain
import PassTestSupport
import Testing

@Suite("Service tokens, as a service")
struct ServiceTokenServiceTests {
    private let test: TestWorld
    private var tokens: ServiceTokenService { test.world.services.serviceTokens }

    init() throws {
        test = try TestWorld()
    }

    private func join(_ claim: ServiceTokenService.Claim, _ device: ExactText) throws -> ServiceTokenService.Issued {
        try tokens.join(claim, device: device, name: device, facts: .init(), now: test.now)
    }

    @Test("A token names the common identifier for an hour, and can be renewed for a day after that")
    func lifetime() throws {
        let issued = try join(.subject("ada"), "tv")
        #expect(issued.token.subject == "ada" && issued.token.expires == test.now + .hours(1))
        #expect(try tokens.subject(issued.text, device: "tv", now: test.now) == "ada")
        let end = issued.token.expires
        #expect(try tokens.subject(issued.text, device: "tv", now: end - TimeToLive(milliseconds: 1)) == "ada")
        #expect(try tokens.subject(issued.text, device: "tv", now: end) == nil)
        let last = end + .days(1) - TimeToLive(milliseconds: 1)
        #expect(try tokens.renew(issued.text, now: last).token.expires == (last + .hours(1)).wholeSecond)
        #expect(throws: EntitlementFailure.serviceTokenRefused(.expired)) {
            try tokens.renew(issued.text, now: end + .days(1))
        }
    }

    @Test("A code lets one device join, once and within half an hour")
    func code() throws {
        let issued = try join(.subject("ada"), "tv")
        let (code, expires) = try tokens.link(issued.text, device: "tv", now: test.now)
        #expect(code.count == 6 && code.allSatisfy(\.isNumber) && expires == test.now + .minutes(30))
        #expect(try join(.code(code), "phone").token.subject == "ada")
        #expect(throws: EntitlementFailure.serviceTokenRefused(.unknownLink)) { try join(.code(code), "tablet") }
        let late = try tokens.link(issued.text, device: "tv", now: test.now).code
        test.clock.advance(by: .minutes(30))
        #expect(throws: EntitlementFailure.serviceTokenRefused(.unknownLink)) { try join(.code(late), "tablet") }
    }

    @Test("The user's devices are listed with the way in which each joined")
    func devices() throws {
        let issued = try join(.subject("ada"), "tv")
        _ = try join(.code(tokens.link(issued.text, device: "tv", now: test.now).code), "phone")
        _ = try join(.subject("bob"), "other")
        let devices = try tokens.devices(issued.text, device: "tv", now: test.now)
        #expect(Set(devices.map(\.id)) == ["tv", "phone"])
        #expect(devices.first { $0.id == "tv" }?.kind == .regular)
        #expect(devices.first { $0.id == "phone" }?.kind == .linked)
    }

    @Test("A device that was removed no longer belongs to the user, until it joins again")
    func unlinked() throws {
        let issued = try join(.subject("ada"), "tv")
        _ = try join(.subject("ada"), "phone")
        let removed = try tokens.unlink([["phone"], ["tablet"]], by: issued.text, device: "tv", now: test.now)
        #expect(removed == [true, false])
        #expect(try tokens.devices(issued.text, device: "tv", now: test.now).map(\.id) == ["tv"])
        #expect(try tokens.subject(issued.text, device: "phone", now: test.now) == nil)
        #expect(try tokens.subject(issued.text, device: "tv", now: test.now) == "ada")
        _ = try join(.subject("ada"), "phone")
        #expect(try tokens.subject(issued.text, device: "phone", now: test.now) == "ada")
    }

    @Test("A device that has left can't use the user's tokens, however many leave after it")
    func excluded() throws {
        let issued = try join(.subject("ada"), "tv")
        _ = try join(.subject("ada"), "phone")
        _ = try tokens.unlink([["phone"]], by: issued.text, device: "tv", now: test.now)
        for number in 0..<LinkedDevices.mostDevices {
            let name = ExactText("device \(number)")
            _ = try join(.subject("ada"), name)
            _ = try tokens.unlink([[name]], by: issued.text, device: "tv", now: test.now)
        }
        #expect(try tokens.subject(issued.text, device: "phone", now: test.now) == nil)
        let left = EntitlementFailure.serviceTokenRefused(.deviceLeft)
        #expect(throws: left) { try tokens.devices(issued.text, device: "phone", now: test.now) }
        #expect(throws: left) { try tokens.link(issued.text, device: "phone", now: test.now) }
        #expect(throws: left) { try tokens.unlink([["tv"]], by: issued.text, device: "phone", now: test.now) }
        #expect(throws: left) { try tokens.renew(issued.text, device: "phone", now: test.now) }
        #expect(try tokens.renew(issued.text, now: test.now).token.subject == "ada")
        #expect(try tokens.subject(issued.text, device: "tv", now: test.now) == "ada")
    }

    @Test("An altered token, and a text that isn't a token, are refused")
    func refused() throws {
        let text = try join(.subject("ada"), "tv").text
        let altered = String(text.dropLast()) + (text.hasSuffix("A") ? "E" : "A")
        #expect(throws: EntitlementFailure.serviceTokenRefused(.badSignature)) {
            try tokens.devices(altered, device: "tv", now: test.now)
        }
        #expect(throws: EntitlementFailure.serviceTokenRefused(.malformed)) {
            try tokens.renew("token", now: test.now)
        }
        #expect(try tokens.subject(altered, device: "tv", now: test.now) == nil)
        #expect(tokens.claimsToBeOwn(altered) && !tokens.claimsToBeOwn("token"))
    }
}
