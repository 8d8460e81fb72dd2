import PassCore
import PassHTTP
import PassTestSupport
import Testing

@testable import PassSimulator

@Suite("Files in the settings of a request")
struct SettingFileTests {
    private static let keys = "\(Fixture.directory)/Keys"

    private func settings(_ value: String) -> [String] {
        let text = String(decoding: JSONWriter.bytes(of: .string(value)), as: UTF8.self)
        return [
            #"{"requestors": {"REF30": {"certificates": [\#(text)]}}}"#,
            #"{"requestors": {"REF30": {"serviceTokenKeys": [\#(text)]}}}"#,
            #"{"softwareStatements": {"trustedKeys": [\#(text)]}}"#,
        ]
    }

    @Test(
        "A file is neither read nor checked for existence",
        arguments: ["/etc/passwd", "/nothing", "token.pem", "\(keys)/token.pem"])
    func refused(_ path: String) throws {
        let site = try TestSite()
        for content in settings(path) {
            let answer = site.control(.put, "namespaces/mine", #"{"configuration": \#(content)}"#)
            #expect(answer.status == .badRequest)
            #expect(answer.text.contains("can't name a file") && !answer.text.contains("can't be read"))
        }
        let patch = site.control(.patch, "state/requestors/REF30", #"{"certificates": ["\#(path)"]}"#)
        #expect(patch.status == .badRequest && patch.text.contains("can't name a file"))
    }

    @Test("A PEM text is a key; another text isn't")
    func text() throws {
        let site = try TestSite()
        let pem = String(decoding: try Fixture.bytes("Keys/token.pem"), as: UTF8.self)
        for content in settings(pem) {
            #expect(site.control(.put, "namespaces/mine", #"{"configuration": \#(content)}"#).status.code < 300)
        }
        for content in settings("-----BEGIN NOTHING-----") {
            let answer = site.control(.put, "namespaces/mine", #"{"configuration": \#(content)}"#)
            #expect(answer.status == .badRequest && answer.text.contains("A PEM text of"), "\(answer.text)")
        }
    }

    @Test("The files of the start-up configuration are kept")
    func startUp() throws {
        let site = try TestSite { $0.softwareStatements.trustedKeys = ["\(Self.keys)/statement.pem"] }
        #expect(site.control(.put, "namespaces/mine", #"{"configuration": {"denialStatus": 400}}"#).status.code < 300)
        #expect(site.control(.patch, "state/requestors/REF30", #"{"name": "Other"}"#).status == .ok)
    }
}
