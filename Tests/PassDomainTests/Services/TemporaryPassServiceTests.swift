import PassCore
import PassDomain
import PassTestSupport
import Testing

@Suite("Temporary passes, as a service")
struct TemporaryPassServiceTests {
    private static let promotional = TemporaryPass(timeToLive: .hours(1), resources: 2, identity: "email")

    @Test("A pass begins with its first use and ends a fixed time later")
    func timeToLive() throws {
        let test = try TestWorld.withPass(TemporaryPass(timeToLive: .minutes(10)))
        let passes = test.world.services.temporaryPasses
        let holding = try test.holding("ada")
        #expect(try passes.end(of: holding, now: test.now + .hours(5)) == test.now + .hours(5) + .minutes(10))
        let end = test.now + .minutes(10)
        #expect(try passes.take(holding, for: Resource("A"), now: test.now) == .permitted(until: end))
        let last = test.now + .seconds(599)
        #expect(try passes.take(holding, for: Resource("B"), now: last) == .permitted(until: end))
        #expect(try passes.take(holding, for: Resource("A"), now: end) == .denied(.passOver))
    }

    @Test("Each new resource is counted, under every name of the holder")
    func resources() throws {
        let test = try TestWorld.withPass(Self.promotional)
        let passes = test.world.services.temporaryPasses
        func take(_ holding: TemporaryPassService.Holding, _ resource: String) throws -> Bool {
            try passes.take(holding, for: Resource(resource), now: test.now) != .denied(.passUsedUp)
        }
        let phone = try test.holding("ada", device: "d1")
        #expect(try take(phone, "A") && take(phone, "B") && take(phone, "A") && !take(phone, "C"))
        #expect(try !take(test.holding("ada", device: "d2"), "C"))
        #expect(try !take(test.holding("bob", device: "d1"), "C"))
        #expect(try take(test.holding("bob", device: "d2"), "C"))
    }

    @Test("An identity's record doesn't grow with its devices, and a reset reaches all of them")
    func manyDevices() throws {
        let test = try TestWorld.withPass(TemporaryPass(timeToLive: .hours(1), identity: "email"))
        let world = test.world
        for number in 0..<30 {
            _ = try world.services.temporaryPasses.take(
                test.holding("ada", device: "d\(number)"), for: Resource("A"), now: test.now)
        }
        let record = try #require(try world.services.temporaryPasses.use(of: test.holding("ada"), now: test.now))
        #expect(record.holders.count == 2)
        let other = try test.holding("bob", device: "other")
        _ = try world.services.temporaryPasses.take(other, for: Resource("A"), now: test.now)
        try world.services.temporaryPasses.reset(requestor: "REF30", mvpd: "Pass", .identity("ada"), now: test.now)
        for number in 0..<30 {
            #expect(
                try world.services.temporaryPasses.use(of: test.holding("ada", device: "d\(number)"), now: test.now)
                    == nil)
        }
        #expect(try world.services.temporaryPasses.use(of: other, now: test.now) != nil)
    }

    @Test("A reset of any device clears the identity's use too")
    func resetDevice() throws {
        let test = try TestWorld.withPass(Self.promotional)
        let passes = test.world.services.temporaryPasses
        for device in ["d1", "d2"] {
            _ = try passes.take(test.holding("ada", device: device), for: Resource("A"), now: test.now)
        }
        try passes.reset(requestor: "REF30", mvpd: "Pass", .device("d2"), now: test.now)
        #expect(try passes.use(of: test.holding("ada"), now: test.now) == nil)
        #expect(try passes.use(of: test.holding("bob", device: "d2"), now: test.now) == nil)
    }

    @Test("If one of its names can't be stored, nothing is used")
    func storeFull() throws {
        let test = try TestWorld.withPass(Self.promotional, capacity: 1)
        let passes = test.world.services.temporaryPasses
        #expect(throws: EntitlementFailure.storeFull) {
            try passes.take(test.holding("ada", device: "d1"), for: Resource("A"), now: test.now)
        }
        #expect(try passes.use(of: test.holding("ada", device: "d1"), now: test.now) == nil)
        #expect(try passes.take(test.holding("ada"), for: Resource("A"), now: test.now) != .denied(.passUsedUp))
    }

    @Test("When another user of the device is faster, nothing is used", arguments: [false, true])
    func faster(_ hasBegun: Bool) throws {
        let test = try TestWorld.withPass(Self.promotional) { stores in
            let base = stores.temporaryPassUses
            stores.temporaryPassUses = InterveningStore(base: base) { first in
                guard first.key.holder == first.holders.last, first.holders.count == 2 else { return }
                var other = first
                other.resources = ["X", "Y"]
                try base.put(other, now: first.began)
            }
        }
        let passes = test.world.services.temporaryPasses
        if hasBegun { _ = try passes.take(test.holding("ada"), for: Resource("A"), now: test.now) }
        let denied = try passes.take(test.holding("ada", device: "d1"), for: Resource("B"), now: test.now)
        #expect(denied == .denied(.passUsedUp))
        let use = try passes.use(of: test.holding("ada"), now: test.now)
        #expect(use?.resources == (hasBegun ? ["A"] : nil))
    }
}
