import CPassDashboard
import Foundation
import PassCore
import PassEndpointKit
import PassHTTP
import PassTestSupport
import Testing

@testable import PassAdmin

@Suite("The dashboard")
struct DashboardTests {
    private let site: JournalSite

    init() throws {
        site = try JournalSite()
    }

    private func answer(_ target: String, _ fields: HTTPFields = [:]) throws -> HTTPResponse {
        try site.answer(HTTPRequest(target: target, fields: fields))
    }

    /// The files in the source, by their names.
    private static let sources: [String: URL] = {
        let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let folder = package.appending(path: "Sources/CPassDashboard/Page")
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects ?? []
        let urls = files.compactMap { $0 as? URL }.filter { !$0.hasDirectoryPath }
        return Dictionary(uniqueKeysWithValues: urls.map { ($0.lastPathComponent, $0) })
    }()

    @Test("Every file of the source is embedded, byte for byte, and no other")
    func embedded() throws {
        #expect(Set(DashboardFile.all.keys.map(\.string)) == Set(Self.sources.keys))
        for (name, url) in Self.sources {
            #expect(try DashboardFile.all[ExactText(name)]?.bytes == Array(Data(contentsOf: url)), "\(name)")
        }
    }

    @Test("The page is at no other address, where it would lack its policy") func pageAsFile() throws {
        #expect(try answer("/_sim/dashboard/index.html").status == .notFound)
    }

    @Test("The page has a strict policy, and no inline script or style", arguments: ["/_sim/", "/_sim", "/"])
    func page(_ path: String) throws {
        let page = try answer(path)
        #expect(page.status == .ok && page.fields[.contentType] == "text/html;charset=UTF-8")
        let policy = try #require(page.fields["Content-Security-Policy"])
        #expect(policy.hasPrefix("default-src 'none'; script-src 'self'; style-src 'self';"))
        #expect(policy.contains("frame-ancestors 'none'") && !policy.contains("unsafe"))
        #expect(page.fields["Referrer-Policy"] == "no-referrer" && page.fields["X-Content-Type-Options"] == "nosniff")
        #expect(!page.text.contains("<style") && !page.text.contains(" style=") && !page.text.contains("<script>"))
    }

    @Test("A browser that asks for the root is redirected to the page, in its namespace; other clients get it at once")
    func root() throws {
        let browser: HTTPFields = ["Accept": "text/html,application/xhtml+xml,*/*;q=0.8"]
        let root = try answer("/", browser)
        #expect(root.status == .found && root.fields[.location] == "http://localhost/_sim/")
        #expect(root.fields[.cacheControl] == "no-store")
        #expect(try answer("/_sim/", browser).status == .ok)
        #expect(try answer("/", ["Accept": "*/*"]).status == .ok)
    }

    @Test(
        "Each file has the media type of its kind",
        arguments: [
            ("main.js", "text/javascript;charset=UTF-8"), ("base.css", "text/css;charset=UTF-8"),
            ("icon.svg", "image/svg+xml"),
        ])
    func types(_ name: String, _ type: String) throws {
        let file = try answer("/_sim/dashboard/\(name)")
        #expect(file.status == .ok && file.fields[.contentType] == type)
        #expect(file.fields["X-Content-Type-Options"] == "nosniff" && !file.body.isEmpty)
    }

    @Test("A client that already has a file gets 304")
    func caching() throws {
        let first = try answer("/_sim/dashboard/main.js")
        let tag = try #require(first.fields["ETag"])
        #expect(first.fields[.cacheControl] == "no-cache" && tag.hasPrefix("\"") && tag.hasSuffix("\""))
        let again = try answer("/_sim/dashboard/main.js", ["If-None-Match": tag])
        #expect(again.status == .notModified && again.body.isEmpty && again.fields["ETag"] == tag)
        #expect(try answer("/_sim/dashboard/api.js", ["If-None-Match": tag]).status == .ok)
        for others in ["W/\(tag)", "\"a, b\", W/\"\",\(tag)", "*", "\"unended, \(tag)\", \(tag)"] {
            let again = try answer("/_sim/dashboard/main.js", ["If-None-Match": others])
            #expect(again.status == .notModified, "\(others)")
        }
        for others in ["", "\"", "\"\"", String(tag.dropLast()), "\"a\", \"b\"", "W/*"] {
            #expect(try answer("/_sim/dashboard/main.js", ["If-None-Match": others]).status == .ok, "\(others)")
        }
        #expect(Set(DashboardFile.all.values.map(\.tag)).count == DashboardFile.all.count)
    }

    @Test("An unknown file is a problem document", arguments: ["nothing.js", "..%2Fmain.js", "main.JS"])
    func unknown(_ name: String) throws {
        let problem = try answer("/_sim/dashboard/\(name)")
        #expect(problem.status == .notFound && problem.fields[.contentType] == "application/problem+json")
    }

    @Test("Everything that the page and its modules load exists, and nothing comes from another host")
    func references() throws {
        for (name, file) in DashboardFile.all {
            let text = String(decoding: file.bytes, as: UTF8.self)
            let imports = text.matches(of: /(?:from|import\() ?"\.\/([^"]+)"/).map { String($0.1) }
            let loaded = text.matches(of: /(?:src|href)="\/_sim\/dashboard\/([^"]+)"/).map { String($0.1) }
            for other in imports + loaded {
                #expect(DashboardFile.all[ExactText(other)] != nil, "\(name) loads \(other)")
            }
            #expect(text.firstMatch(of: /(?:src|href|from)="?\s?"?https?:/) == nil, "\(name)")
        }
    }

    @Test("The page names every module, so that a browser fetches all of them at once")
    func preloads() throws {
        let page = String(decoding: try #require(DashboardFile.all[ExactText("index.html")]).bytes, as: UTF8.self)
        for name in DashboardFile.all.keys where name.string.hasSuffix(".js") {
            #expect(page.contains("=\"/_sim/dashboard/\(name)\""), "\(name)")
        }
    }

    @Test("Text from outside is shown on the page as text only")
    func textOnly() {
        let ways = [
            "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function", "srcdoc",
        ]
        for (name, file) in DashboardFile.all where name.string.hasSuffix(".js") {
            let text = String(decoding: file.bytes, as: UTF8.self)
            for way in ways { #expect(!text.contains(way), "\(name): \(way)") }
        }
    }
}
