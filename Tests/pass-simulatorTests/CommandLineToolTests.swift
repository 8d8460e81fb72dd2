import PassSimulator
import Testing

@testable import pass_simulator

@Suite("The command line")
struct CommandLineToolTests {
    @Test(
        "The first words name the command; without a name the server starts",
        arguments: [
            ([], "serve"), (["--listen", "127.0.0.1:0", "--data-dir", "/d"], "serve"), (["serve"], "serve"),
            (["ready"], "ready"), (["ready", "--wait", "0.5", "--url", "https://localhost:1/_ns/a/"], "ready"),
            (["exec", "--log", "json", "--", "make", "--log"], "exec"), (["exec", "--", "a", "--help"], "exec"),
            (["token", "verify"], "token verify"), (["token", "inspect", "-", "--device-id", "d"], "token inspect"),
            (["token", "verify", "-", "--json", "--resource=R"], "token verify"),
            (["ca", "--file"], "ca"), (["hosts"], "hosts"), (["config", "check"], "config check"),
            (["config", "print", "--demo", "false"], "config print"), (["version"], "version"),
            (["harness", "--filter", "3*", "--filter=*picker*", "--seed", "7", "--format", "junit"], "harness"),
            (["harness", "--target", "https://localhost:1/adobe-services", "--parallel", "64"], "harness"),
            (["clock"], "clock"), (["clock", "advance", "-1h", "--json"], "clock"), (["clock", "freeze"], "clock"),
            (["namespace", "create", "a", "--copy-of", "b", "--idle", "60"], "namespace"),
            (["namespace", "remove", "a", "b", "c"], "namespace"), (["namespace", "reset"], "namespace"),
            (["rules"], "rules"), (["rules", "add", "{action: {status: 503}}", "--namespace", "a"], "rules"),
            (["state"], "state"), (["state", "sessions", "--where", "user=child", "--where=mvpd=Adobe"], "state"),
            (["state", "subscribers", "change", "user", "{}"], "state"), (["login", "--code", "Q7"], "login"),
            (["mint", "authn", "--state", "expired", "--ttl", "60"], "mint"), (["explain", "k3m9qt-1"], "explain"),
            (["journal", "--follow", "--operation", "Authorize*"], "journal"),
            (["journal", "diagram", "k3m9qt-1", "--mermaid"], "journal"), (["journal", "diagram"], "journal"),
            (["verdict", "--except", "R-12,R-31", "--junit"], "verdict"), (["exec", "--verdict", "--", "a"], "exec"),
            (["journal", "await", "--timeout", "5"], "journal"), (["snapshot", "save", "-"], "snapshot"),
            (["capsule", "save", "-"], "capsule save"), (["migrate"], "migrate"),
            (["--version"], "version"), (["help"], "help"), (["help", "token", "verify"], "help"), (["-h"], "help"),
            (["--help"], "help"), (["serve", "--help"], "help"), (["token", "verify", "--help", "--bad"], "help"),
            (["token", "--help"], "help"), (["config", "-h"], "help"), (["help", "token"], "help"),
        ])
    func understood(words: [String], name: String) throws {
        #expect(type(of: try CommandLineTool.command(for: words)).manual.name == name)
    }

    @Test(
        "Invalid words are refused with the valid ones",
        arguments: [
            (["journal", "diagram", "a", "--svg", "--mermaid"], "can't be combined"),
            (["journal", "--svg"], "diagram"),
            (["verdict", "--json", "--sarif"], "can't be combined"),
            (["exec", "--except", "R-1", "--", "a"], "--verdict"),
            (["sreve"], "serve"), (["start"], "pass-simulator help"), (["tokn", "verify"], "token verify"),
            (["token"], "token verify"),
            (["token", "verfy"], "token verify"), (["config", "pritn"], "config print"), (["config"], "config check"),
            (["help", "redy"], "ready"), (["exec", "make"], "Put -- before"), (["exec"], "Put -- before"),
            (["exec", "--log", "off", "make"], "Put -- before"), (["exec", "--"], "after --"),
            (["serve", "--", "x"], "after --"), (["ready", "--wait", "soon"], "--wait"),
            (["ready", "--wait", "nan"], "--wait"), (["ready", "--url", "nonsense"], "--url"),
            (["ready", "--url", "ftp://a"], "--url"), (["ready", "--listen", "127.0.0.1:0"], "--url"),
            (["serve", "--lisen", "x"], "--listen"), (["token", "verify", "--resorce", "x"], "--resource"),
            (["token", "verify", "a", "b"], "\"b\""), (["token", "inspect", "--devce-id", "x"], "--device-id"),
            (["token", "inspct"], "token inspect"), (["token"], "token inspect"),
            (["token", "inspect", "--key", "k", "--url", "http://a"], "--key"),
            (["--log", "off", "hosts"], "Write the command before its options."),
            (["version", "--log", "off"], "--log"),
            (["token", "verify", "--key", "k", "--url", "http://a"], "--key"), (["ca", "--file=x"], "--file"),
            (["serve", "--config", "/nonexistent/a.json5"], "/nonexistent/a.json5"),
            (["config", "check", "/nonexistent/a.json5"], "No such file"), (["serve", "--log", "loud"], "text"),
            (["harness", "--format", "xml"], "junit"), (["harness", "--seed", "-1"], "--seed"),
            (["harness", "--seed", "9223372036854775808"], "--seed"), (["harness", "--parallel", "0"], "--parallel"),
            (["harness", "--target", "ftp://a"], "--target"), (["harness", "--filter", "nosuch*"], "--filter"),
            (["harness", "--filter", "30", "--filter", "nope"], "--filter 'nope'"),
            (["clock", "advanse", "1h"], "the nearest one is advance"),
            (["clock", "advance"], "clock advance DURATION"),
            (["clock", "advance", "1 hour"], "1h30m"), (["clock", "scale", "fast"], "0.001 to 86400"),
            (["clock", "freeze", "now"], "clock freeze"), (["clock", "--url", "nonsense"], "--url"),
            (
                ["namespace", "create", "a", "--copy-of", "b", "--settings", "/nonexistent"],
                "/nonexistent can't be read"
            ),
            (["namespace", "create", "a", "--idle", "long"], "--idle"),
            (["namespace", "list", "--idle", "5"], "create"),
            (["namespace", "remove"], "namespace remove NAME"), (["rules", "add", "@/nonexistent"], "/nonexistent"),
            (["rules", "add"], "rules add JSON"), (["state", "sessions", "--where", "user"], "NAME=VALUE"),
            (["state", "--where", "user=child"], "list"),
            (
                ["state", "sessions", "drop"],
                "isn't a subcommand of `state`"
            ),
            (["login"], "--code or a device"), (["login", "--code", "a", "--device", "b"], "either"),
            (["mint"], "authn, authz, media or access"), (["mint", "authn", "--ttl", "short"], "--ttl"),
            (["explain"], "Name an exchange"), (["journal", "show"], "journal show ID"),
            (["journal", "clear", "--follow"], "--follow belongs to list"), (["journal", "--last", "0"], "--last"),
            (["journal", "--secrets", "some"], "masked"),
            (["journal", "await", "--timeout", "61"], "1 to 60"), (["snapshot"], "save FILE, restore FILE"),
            (["snapshot", "restore", "/nonexistent"], "/nonexistent"),
            (["snapshot", "save", "a", "--any-keys"], "no effect on save"),
            (["--port", "9000"], "the nearest one is --listen."), (["--frobnicate"], "--help lists them"),
        ])
    func refused(words: [String], part: String) {
        do {
            _ = try CommandLineTool.command(for: words)
            Issue.record("accepted")
        } catch let failure as CommandFailure {
            #expect(failure.status == .badUsage)
            #expect(failure.message.contains(part), "\(failure.message)")
        } catch {
            #expect((error as? ConfigurationError)?.message.contains(part) == true, "\(error)")
        }
    }

    @Test("An invalid word can't put a terminal's escapes into the refusal")
    func escapes() {
        let failure = CommandLineTool.unknown("a\u{1B}[2J\nb", ["serve"])
        #expect(failure.message == "\"a?[2J?b\" is not a command; `pass-simulator help` lists them.")
    }

    @Test("Every command's help fits a terminal and names its options", arguments: CommandLineTool.commands.indices)
    func help(index: Int) throws {
        let manual = CommandLineTool.commands[index].manual
        let words = ["help"] + manual.name.split(separator: " ").map(String.init)
        let text = try #require(try CommandLineTool.command(for: words) as? HelpCommand).text
        #expect(text.hasPrefix("Usage: pass-simulator \(manual.name)"))
        for option in manual.options { #expect(text.contains("  \(option.name)")) }
        for line in text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    }

    @Test("The help of a word that begins several commands lists them")
    func family() throws {
        let text = try #require(try CommandLineTool.command(for: ["token", "--help"]) as? HelpCommand).text
        #expect(text.contains("  token inspect") && text.contains("  token verify") && !text.contains("  config"))
    }

    @Test("The exit codes are those that scripts rely on")
    func codes() {
        #expect(
            [ExitStatus.success, .negative, .badUsage, .couldNotStart, .other(77)].map(\.code) == [0, 1, 2, 3, 77])
    }
}
