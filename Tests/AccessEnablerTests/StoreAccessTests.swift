import PassCore
import Testing

@testable import AccessEnabler

@Suite("Access to the store")
struct StoreAccessTests {
    private struct Media {
        let shared = MemoryStorage()
        let own = MemoryStorage()
        let older = MemoryStorage()

        func open(_ generation: StoreGeneration = .keychain) -> StoreAccess {
            StoreAccess(MemoryStorageProvider(shared: [generation: shared, .nested: older], own: own), generation)
        }
    }

    private static func logIn(_ store: inout EntitlementStore) {
        store.shared["d", "P1"].currentProvider = "M1"
        store.own.client = ClientCredentials(id: "i", secret: "s", softwareStatement: "j")
    }

    @Test("An app reads what another app stores, but not that app's own record")
    func shared() {
        let media = Media()
        media.open().perform(Self.logIn)
        let other = StoreAccess(MemoryStorageProvider(shared: [.keychain: media.shared]), .keychain)
        let (shared, own) = other.perform { ($0.shared, $0.own) }
        #expect(shared["d", "P1"].currentProvider == "M1")
        #expect(own == OwnRecord())
        #expect(
            media.shared.bytes == Array(#"{"partition":{"d":{"requestorBucket":{"P1":{"currentMvpdId":"M1"}}}}}"#.utf8))
        #expect(media.own.bytes == Array(#"{"client":{"id":"i","secret":"s","softwareStatement":"j"}}"#.utf8))
    }

    @Test("Older stores are read only by the importer, newest first, until it has run, and never written")
    func older() {
        let media = Media()
        media.older.bytes = Array(#"{"requestorBucket":{"P1":{"currentMvpdId":"M1"}}}"#.utf8)
        let access = media.open()
        #expect(access.perform { $0.older.isEmpty })
        let older = access.perform(readsOlder: true) { store in
            defer { store.older = [] }
            return store.older
        }
        #expect(older.map { $0["", "P1"].currentProvider } == ["M1"])
        access.perform { $0.shared.isImportOver = true }
        #expect(access.perform(readsOlder: true) { $0.older.isEmpty })
        #expect(media.older.bytes?.isEmpty == false)
    }

    @Test("A logout empties the stores of all generations, even if a medium becomes writable only later")
    func allGenerations() {
        let login = Array(#"{"requestorBucket":{"P1":{"currentMvpdId":"M1"}}}"#.utf8)
        let emptied = Array(#"{"importOver":true}"#.utf8)
        let media = Dictionary(uniqueKeysWithValues: StoreGeneration.allCases.map { ($0, MemoryStorage()) })
        for generation in [StoreGeneration.single, .nested, .keychain] { media[generation]?.bytes = login }
        media[.nested]?.failsWriting = true
        let access = StoreAccess(MemoryStorageProvider(shared: media), .partitioned)
        access.perform { $0.erasesOtherGenerations = true }
        #expect(media[.single]?.bytes == emptied)
        #expect(media[.keychain]?.bytes == emptied)
        #expect(media[.nested]?.bytes == login)
        media[.nested]?.failsWriting = false
        access.perform { _ in }
        #expect(media[.nested]?.bytes == emptied)
        #expect(media[.partitioned]?.bytes == nil)
    }

    @Test("A logout doesn't touch a generation that has stored nothing")
    func nothingToErase() {
        let media = Media()
        media.open().perform { $0.erasesOtherGenerations = true }
        #expect(media.older.bytes == nil)
    }

    @Test("An emptied store is removed from its medium")
    func emptied() {
        let media = Media()
        let access = media.open()
        access.perform(Self.logIn)
        access.perform { $0.shared = SharedRecord() }
        #expect(media.shared.bytes == nil)
    }

    @Test("Content that can't be read is reported as damage, is treated as empty, and stays until the next change")
    func content() {
        let media = Media()
        media.shared.bytes = Array("garbage".utf8)
        let access = media.open()
        let (damage, record) = access.perform { ($0.damage, $0.shared) }
        #expect(damage == .content)
        #expect(record == SharedRecord())
        #expect(media.shared.bytes == Array("garbage".utf8))
        access.perform(Self.logIn)
        #expect(access.perform { $0.damage } == nil)
        #expect(access.perform { $0.shared["d", "P1"].currentProvider } == "M1")
    }

    @Test("A store whose damage is cleared is emptied")
    func damageTakenAway() {
        let media = Media()
        media.shared.bytes = Array("garbage".utf8)
        media.open().perform { $0.damage = nil }
        #expect(media.shared.bytes == nil)
    }

    @Test("Data that can't be written is kept in memory, and written when that works again")
    func unwritable() {
        let media = Media()
        media.shared.failsWriting = true
        let access = media.open()
        access.perform(Self.logIn)
        #expect(media.shared.bytes == nil)
        #expect(media.own.bytes != nil)
        #expect(access.perform { $0.shared["d", "P1"].currentProvider } == "M1")
        media.shared.failsWriting = false
        access.perform { _ in }
        #expect(media.shared.bytes != nil)
    }

    @Test("While a medium can't be read, the SDK works in memory, and later merges its changes into the stored data")
    func unreadable() {
        let media = Media()
        media.open().perform(Self.logIn)
        media.shared.failsReading = true
        let access = media.open()
        guard case .medium? = access.perform({ $0.damage }) else {
            Issue.record("the damage isn't told")
            return
        }
        access.perform { $0.shared["d", "P2"].currentProvider = "M2" }
        #expect(access.perform { $0.shared["d", "P2"].currentProvider } == "M2")
        #expect(access.perform { $0.own.client?.id } == "i")
        media.shared.failsReading = false
        #expect(access.perform { $0.shared["d", "P1"].currentProvider } == "M1")
        #expect(access.perform { $0.shared["d", "P2"].currentProvider } == "M2")
        let reopened = media.open()
        #expect(reopened.perform { $0.shared["d", "P1"].currentProvider } == "M1")
        #expect(reopened.perform { $0.shared["d", "P2"].currentProvider } == "M2")
    }

    @Test("A login made while the store can't be read replaces the requestor's former login, and no other")
    func mergedLogin() {
        let media = Media()
        media.open().perform { store in
            store.shared["d", "P1"] = Self.login("M1", "old")
            store.shared["d", "P1"].providers["M7"] = Self.login("M7", "seven").providers["M7"]
            store.shared["d", "P2"] = Self.login("M1", "other")
            store.shared.imported = ["d": ["P2"]]
        }
        media.shared.failsReading = true
        let access = media.open()
        access.perform { store in
            store.shared["d", "P1"] = Self.login("M2", "new")
            store.shared.imported = ["d": ["P1"]]
        }
        media.shared.failsReading = false
        let shared = access.perform { $0.shared }
        #expect(shared["d", "P1"].currentProvider == "M2")
        #expect(shared["d", "P1"].providers.mapValues(\.authentication?.text) == ["M2": "new", "M7": "seven"])
        #expect(shared["d", "P2"] == Self.login("M1", "other"))
        #expect(shared.imported == ["d": ["P1", "P2"]])
        #expect(media.open().perform { $0.shared } == shared)
    }

    @Test("A selection made while the store can't be read leaves the stored login at that MVPD")
    func mergedSelection() {
        let media = Media()
        media.open().perform { $0.shared["d", "P1"] = Self.login("M1", "old") }
        media.shared.failsReading = true
        let access = media.open()
        access.perform { $0.shared["d", "P1"].currentProvider = "M1" }
        media.shared.failsReading = false
        #expect(access.perform { $0.shared["d", "P1"] } == Self.login("M1", "old"))
    }

    @Test("A client registered while the app's own store can't be read replaces the stored one with its access token")
    func mergedClient() {
        let media = Media()
        media.open().perform { store in
            store.own.client = ClientCredentials(id: "old", secret: "s", softwareStatement: "j")
            store.own.accessToken = AccessToken(text: "of old", expires: Timestamp(seconds: 1))
        }
        media.own.failsReading = true
        let access = media.open()
        access.perform { $0.own.client = ClientCredentials(id: "new", secret: "s", softwareStatement: "j") }
        media.own.failsReading = false
        let own = access.perform { $0.own }
        #expect(own.client?.id == "new")
        #expect(own.accessToken == nil)
        #expect(media.open().perform { $0.own } == own)
    }

    @Test("Memory for changes is limited to a megabyte while the store can't be read; a change beyond it is dropped")
    func keptBound() {
        let media = Media()
        media.shared.failsReading = true
        let access = media.open()
        access.perform { $0.shared["d", "P1"] = Self.login("M1", "small") }
        access.perform { $0.shared["d", "P2"] = Self.login("M2", String(repeating: "x", count: 1 << 20)) }
        #expect(access.perform { $0.shared["d", "P1"] } == Self.login("M1", "small"))
        #expect(access.perform { $0.shared["d", "P2"] } == RequestorBucket())
        media.shared.failsReading = false
        #expect(access.perform { $0.shared["d", "P1"] } == Self.login("M1", "small"))
    }

    private static func login(_ provider: String, _ token: String) -> RequestorBucket {
        var bucket = Bucket()
        bucket.authentication = StoredToken(text: token, deviceID: "d")
        return RequestorBucket(currentProvider: provider, providers: [provider: bucket])
    }

    @Test(
        "A probe finds a medium that can't be written, and changes nothing on one that can", arguments: [true, false])
    func probe(isStored: Bool) {
        let media = Media()
        let access = media.open()
        if isStored { access.perform(Self.logIn) }
        let stored = media.shared.bytes
        #expect(access.perform(probesWriting: true) { $0.damage } == nil)
        #expect(media.shared.bytes == stored)
        media.shared.failsWriting = true
        #expect(access.perform { $0.damage } == nil)
        guard case .medium? = access.perform(probesWriting: true, { $0.damage }) else {
            Issue.record("the probe found nothing")
            return
        }
    }

    @Test("A store emptied by the check stays empty for the app though its medium can't be written")
    func emptiedInMemory() {
        let media = Media()
        let access = media.open()
        access.perform(Self.logIn)
        media.shared.failsWriting = true
        access.perform(probesWriting: true) { store in
            #expect(store.damage != nil)
            store.shared = SharedRecord()
            store.damage = nil
        }
        #expect(access.perform { $0.shared } == SharedRecord())
        media.shared.failsWriting = false
        access.perform { _ in }
        #expect(media.shared.bytes == nil)
    }
}
