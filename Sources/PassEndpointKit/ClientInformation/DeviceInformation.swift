package import PassCore
import PassDomain
package import PassHTTP

/// The information that a device states about itself: base64 of a flat JSON object (REST API v1, "Client information";
/// REST API v2, "X-Device-Info").
package struct DeviceInformation: Sendable {
    private var values: [ExactText: JSONValue]

    /// The header field that carries the information.
    package static let header: HTTPFieldName = "X-Device-Info"

    /// Reads device information in every form that clients send; `nil` for any other text, and for more than 4,096
    /// bytes.
    ///
    /// The text may use either base64 alphabet and any padding, and may be percent-encoded as well.
    package init?(_ text: String) {
        guard text.utf8.count <= 4_096,
            let text = text.containsBytes(of: "%") ? PercentEncoding.decode(text) : text,
            let bytes = Base64.decodeLeniently(text), let values = (try? JSONValue.parse(bytes))?.objectValue
        else { return nil }
        self.values = values
    }

    /// Logs a note if the device information of a call is malformed, for operations that don't need it.
    package static func note(_ exchange: Exchange) {
        if let text = exchange.header(header), DeviceInformation(text) == nil {
            exchange.log(.ignored("\(header), which can't be read"))
        }
    }

    /// Creates the information that a call gives: what the device states about itself, completed by what its
    /// `User-Agent` implies.
    ///
    /// A stated value takes precedence. If the device states another kind of hardware, system or browser than its
    /// `User-Agent` implies, no implied value about it is used.
    package init(stated: DeviceInformation?, userAgent: String?) {
        values = stated?.values ?? [:]
        guard let userAgent = text("userAgent") ?? userAgent else { return }
        let implied = UserAgentReading(userAgent).facts
        for group in Self.impliedGroups {
            let disagrees = group.identity.contains { name in
                text(name.string).map { stated in implied[name]?.hasSameBytes(as: stated) != true } ?? false
            }
            if disagrees { continue }
            for name in group.identity + group.others where text(name.string) == nil {
                values[name] = implied[name].map { .string($0) }
            }
        }
    }

    /// The values that a `User-Agent` implies, in groups: the names that identify a system or browser, and further
    /// facts about it.
    private static let impliedGroups: [(identity: [ExactText], others: [ExactText])] = [
        (["primaryHardwareType", "type"], []),
        (["osName", "osFamily"], ["osVendor", "osVersion"]),
        (["browserName"], ["browserVendor", "browserVersion"]),
    ]

    /// Whether nothing is known.
    package var isEmpty: Bool { values.isEmpty }

    /// The names of the values that the documentation marks as required, in the documentation's order.
    package static let required = ["model", "version", "osName", "osVersion", "connectionType"]

    /// The names of the required values that are absent.
    package var missing: [String] { Self.required.filter { text($0) == nil } }

    /// Returns a value as text. Numbers and flags are converted, because clients differ in which values they quote.
    package func text(_ name: String) -> String? {
        switch values[name] {
        case .string(let text): text.isEmpty ? nil : text
        case .integer(let number): String(number)
        case .number(let number): String(number)
        case .bool(let flag): flag ? "true" : "false"
        case nil, .null, .array, .object: nil
        }
    }

    /// Returns a value as a version number; `nil` if the device doesn't state it.
    package func version(_ name: String) -> Version? {
        text(name).map { Version($0) }
    }

    /// A version number in its parts: `10.3.1-beta` has the numbers 10, 3 and 1 and the profile `beta`.
    package struct Version: Sendable, Hashable {
        /// Major, minor and patch; missing numbers are 0.
        private var numbers = [0, 0, 0]
        private var profile = ""

        /// Creates an unknown version.
        package init() {}

        package init(_ text: String) {
            var rest = Substring(text)
            for index in numbers.indices {
                let digits = rest.utf8.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
                guard let number = CivilTime.number(digits) else { break }
                numbers[index] = number
                rest = rest[digits.endIndex...]
                guard rest.first == "." else { break }
                rest = rest.dropFirst()
            }
            if let separator = rest.first, "-_. ".contains(separator) { rest = rest.dropFirst() }
            profile = String(rest)
        }

        /// Writes the version as a member of an object.
        package func write(as name: JSONWriter.Name, to writer: inout JSONWriter) {
            writer.memberObject(name) { version in
                for (part, number) in zip(["major", "minor", "patch"], numbers) { version.member(.text(part), number) }
                version.member("profile", profile)
            }
        }
    }
}
