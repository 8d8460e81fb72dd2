import Testing

@testable import PassSimulator

@Suite("Addresses of databases")
struct RedisDatabaseTests {
    @Test(
        "An address is read, and written in full",
        arguments: [
            ("redis://h", "redis://h:6379/0"), ("redis://H:7/", "redis://h:7/0"),
            ("rediss://h:7/15", "rediss://h:7/15"),
            ("redis://[::1]:7/2", "redis://[::1]:7/2"), ("redis://:p%40@h:7/0", "redis://:p%40@h:7/0"),
            ("redis://u:p:q@h:7/0", "redis://u:p%3Aq@h:7/0"),
            ("redis+sentinel://h/main", "redis+sentinel://h:26379/main/0"),
            ("redis+sentinel://u:p@H:1,[::1],i:2/a.b-1_c/3", "redis+sentinel://u:p@h:1,[::1]:26379,i:2/a.b-1_c/3"),
            ("rediss+sentinel://h/main/", "rediss+sentinel://h:26379/main/0"),
        ])
    func read(_ url: String, _ written: String) {
        #expect(Configuration.RedisDatabase(url)?.url == written)
    }

    @Test(
        "Anything else is refused",
        arguments: [
            "", "redis:", "redis://", "redis:///0", "redis://h:0/0", "redis://h:65536/0", "redis://h:7/x",
            "redis://h:7/-1",
            "redis://h:7/0/1", "redis://u@h:7/0", "redis://u:@h:7/0", "redis://:%zz@h:7/0", "http://h:7/0",
            "redis://h:7/12345678901", "redis://h:7/0?x=1", "redis://h,i/0",
            "redis+sentinel://h", "redis+sentinel://h/",
            "redis+sentinel:///main", "redis+sentinel://h,/main", "redis+sentinel://h/main/x", "redis+sentinel://h/a b",
            "redis+sentinel://h/main/0/0", "redis+sentinels://h/main", "sentinel://h/main", "redis+sentinel://h:0/main",
        ])
    func refused(_ url: String) {
        #expect(Configuration.RedisDatabase(url) == nil)
    }

    @Test("The name has neither user nor password")
    func name() throws {
        let database = try #require(Configuration.RedisDatabase("rediss://user:secret@h:7/3"))
        #expect(database.user == "user" && database.password == "secret" && database.usesTLS)
        #expect(database.name == "rediss://h:7/3")
    }
}
