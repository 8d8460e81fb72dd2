import PassCore
import PassDomain
import PassHTTP
import PassMVPD
import Testing

@testable import PassSimulator

@Suite("The meaning of the configuration")
struct ConfigurationTests {
    @Test("An embedded simulator listens on a free port of loopback, writes nothing and logs nothing")
    func embedded() {
        let configuration = Configuration()
        #expect(configuration.listen.map(\.description) == ["127.0.0.1:0"])
        #expect(configuration.dataDir == nil)
        #expect(configuration.log == .off)
    }

    @Test("The defaults equal those of the domain and the HTTP layer")
    func defaults() {
        #expect(Configuration().policy == Policy())
        #expect(Configuration().httpLimits == HTTPLimits())
    }

    @Test("Limits reach the HTTP layer in milliseconds, and never as zero")
    func limits() {
        var configuration = Configuration()
        configuration.limits.headerBytes = 2_048
        configuration.limits.idleSeconds = 0.25
        configuration.limits.writeSeconds = 0
        #expect(configuration.httpLimits.headerBytes == 2_048)
        #expect(configuration.httpLimits.idleMilliseconds == 250)
        #expect(configuration.httpLimits.writeMilliseconds == 1)
    }

    @Test("The demo world has one MVPD for each way to log in")
    func demoMVPDs() {
        let mvpds = Configuration().catalog.mvpds
        #expect(
            mvpds.map(\.id.rawValue) == [
                "Adobe", "AcmeCable", "MetaCable", "OAuthTV", "PassiveTV", "SafariTV", "AmpCable", "TwoPageTV",
                "RefreshTV", "ScriptTV", "BookendTV", "JSONTV", "ConsentTV", "SlowTV", "HomeTV", "ListTV", "StayTV",
                "HubTV", "TownCable", "PlatformTV", "TempPass", "PromoPass",
            ])
        let behaviours = Configuration().simulatedMVPDs.mvpds.values
        #expect(Set(behaviours.map(\.pages)) == Set(SimulatedMVPD.LoginPages.allCases))
        #expect(Set(mvpds.map(\.style)) == Set(PassDomain.MVPD.LoginStyle.allCases))
        #expect(mvpds.first { $0.id == "AmpCable" }?.displayName == "A&B <Cable>")
        #expect(mvpds.first { $0.id == "AmpCable" }?.logoURL?.contains("&") == true)
        #expect(mvpds.filter(\.flags.authPerAggregator).map(\.id) == ["PassiveTV", "TempPass", "PromoPass"])
        #expect(mvpds.first { $0.id == "SafariTV" }?.flags.useSVC == true)
        #expect(mvpds.filter { $0.flags.platform != nil }.map(\.id) == ["PlatformTV"])
    }

    @Test("The demo world's subscribers behave as their names say")
    func demoSubscribers() {
        let subscribers = Configuration().simulatedMVPDs.accounts
        #expect(subscribers["user"]?.password == "password")
        #expect(subscribers["user"]?.metadata["maxRating"]?["MPAA"] == .string("NC-17"))
        #expect(subscribers["denied"]?.entitlement == .nothing("Your package does not include this channel."))
        #expect(subscribers["denied"]?.password == nil)
        #expect(subscribers["suspended"]?.signIn == .refused("This account is suspended. Call your provider."))
        #expect(subscribers["slow"]?.signInDelayMilliseconds == 3000)
        #expect(subscribers["error"]?.signIn == .breaks)
        #expect(subscribers["nometadata"]?.metadata.isEmpty == true)
    }

    @Test("An MVPD that is like another takes its style, host and flags, except for its own settings")
    func like() throws {
        var configuration = Configuration(demo: false)
        configuration.mvpds["Base"] = .init(name: "Base", style: .metaRefresh) {
            $0.host = "login.base.example"
            $0.useSVC = true
            $0.pages = .twoPages
        }
        configuration.mvpds["Middle"] = .init(style: .samlRedirect) { $0.like = "Base" }
        configuration.mvpds["thr030"] = .init {
            $0.like = "Middle"
            $0.useSVC = false
        }
        let mvpd = try #require(configuration.catalog.mvpds.last)
        #expect(mvpd.style == .samlRedirect)
        #expect(mvpd.host == "login.base.example")
        #expect(mvpd.displayName == "thr030")
        #expect(!mvpd.flags.useSVC)
        #expect(configuration.simulatedMVPDs.mvpds["thr030"]?.pages == .twoPages)
    }

    @Test("An integration's own TTLs override those of ttl, and absent integrations mean all MVPDs")
    func integrations() throws {
        var configuration = Configuration()
        configuration.ttl.mediaSeconds = 120
        configuration.requestors["NET"] = .init(mvpds: ["Adobe": .init(authenticationSeconds: 60)])
        let catalog = configuration.catalog
        let net = try catalog.requestor("NET")
        let integration = try #require(catalog.integration(net, "Adobe"))
        #expect(integration.timesToLive == .init(authentication: .seconds(60), media: .seconds(120)))
        #expect(catalog.integration(net, "AcmeCable") == nil)
        #expect(catalog.integratedMVPDs(of: try catalog.requestor("REF30")) == catalog.mvpds)
    }

    @Test("A table keeps the order of its entries when one changes, and removes one that is set to nil")
    func table() {
        var table: Configuration.Table<Configuration.Subscriber> = ["a": .init(), "b": .init(), "c": .init()]
        table["a"] = .init(password: "x")
        table["b"] = nil
        table["d"] = nil
        #expect(table.ids == ["a", "c"])
        #expect(table["a"]?.password == "x")
        #expect(table.map(\.id) == ["a", "c"])
    }
}
