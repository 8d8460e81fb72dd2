import CPassDashboard
import PassCore
import PassCrypto
import PassEndpointKit
import PassHTTP

/// A file of the dashboard, whose bytes are part of the program.
struct DashboardFile: Sendable {
    /// The media type, which follows from the end of the name.
    let type: String
    /// The entity tag (RFC 9110, section 8.8.3): it changes when the content does.
    let tag: String
    /// The file's index in the program's list of files.
    private let index: Int

    /// All files by their names.
    static let all: [ExactText: DashboardFile] = {
        var files: [ExactText: DashboardFile] = [:]
        var index = 0
        while let file = CPassDashboard_file(index) {
            let name = String(cString: file.pointee.name)
            files[ExactText(name)] = DashboardFile(name, index)
            index += 1
        }
        return files
    }()

    /// The policy of the page (Content Security Policy Level 3): it loads its own files, calls its own host, and shows
    /// pictures that its script has fetched. No site may frame it, because a stolen click could change the simulator.
    static let policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; "
        + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

    private init(_ name: String, _ index: Int) {
        self.index = index
        type =
            switch name.split(separator: ".").last {
            case "html": "text/html;charset=UTF-8"
            case "css": "text/css;charset=UTF-8"
            case "js": "text/javascript;charset=UTF-8"
            case "svg": "image/svg+xml"
            default: preconditionFailure("The file \(name) of the dashboard has no media type.")
            }
        tag = "\"\(Hex.encode(Digest.sha256(Self.bytes(at: index)).prefix(16)))\""
    }

    /// Whether the file is the page that loads the others.
    var isPage: Bool { type.hasPrefix("text/html") }

    /// The file's content.
    var bytes: [UInt8] { Self.bytes(at: index) }

    private static func bytes(at index: Int) -> [UInt8] {
        guard let file = CPassDashboard_file(index) else { return [] }
        return Array(UnsafeBufferPointer(start: file.pointee.bytes, count: file.pointee.length))
    }

    /// Returns the answer to a request for the file.
    ///
    /// Browsers may store the file, but ask each time whether it is still the same, since another version of the
    /// simulator may have been started at the address.
    func response(to exchange: Exchange) -> HTTPResponse {
        var fields: HTTPFields = [.cacheControl: "no-cache", "X-Content-Type-Options": "nosniff"]
        fields.append("ETag", tag)
        if EntityTags(exchange.request.fields.values("If-None-Match")).contains(tag) {
            return HTTPResponse(.notModified, fields: fields)
        }
        fields.append(.contentType, type)
        return HTTPResponse(.ok, fields: fields, body: bytes)
    }
}
