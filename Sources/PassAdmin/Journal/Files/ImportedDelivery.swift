import PassCore
import PassDomain
import PassHTTP

extension DeliveryReport {
    /// The names of the members that describe how an answer was delivered.
    private static let names = ["result", "headSent", "contentBytes", "contentLength"]

    /// Reads the member `delivery` of an exchange in a file.
    ///
    /// - Returns: `nil` if the exchange has none.
    init?(of exchange: ImportedObject) throws(EntitlementFailure) {
        guard exchange.has("delivery") else { return nil }
        let object = try exchange.object("delivery")
        try object.allow(only: Self.names)
        let text = try object.text("result")
        guard let result = Result.allCases.first(where: { $0.rawValue.hasSameBytes(as: text) }) else {
            throw object.malformed(
                "result", "isn't one of \(Result.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        guard let isHeadSent = try object.optionalBool("headSent") else {
            throw object.malformed("headSent", "is missing")
        }
        self.init(
            result, isHeadSent: isHeadSent, contentBytes: try Self.count("contentBytes", object),
            contentLength: try Self.count("contentLength", object))
    }

    private static func count(_ name: String, _ object: ImportedObject) throws(EntitlementFailure) -> Int {
        let count = try object.integer(name)
        guard (0...Int64(UInt32.max)).contains(count) else {
            throw object.malformed(name, "isn't a number from 0 to \(UInt32.max)")
        }
        return Int(count)
    }
}
