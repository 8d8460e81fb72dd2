import AccessEnabler

/// An error code as the scenarios abbreviate it.
public struct ErrorName: Sendable, Hashable {
    /// `nil` is any.
    let code: String?
    let notation: String

    private init(_ notation: String, _ code: String?) {
        self.notation = notation
        self.code = code
    }

    /// Success: the empty text.
    public static let none = ErrorName("\"\"", USER_AUTHENTICATED)
    public static let una = ErrorName("UNA", USER_NOT_AUTHENTICATED_ERROR)
    public static let pns = ErrorName("PNS", PROVIDER_NOT_SELECTED_ERROR)
    public static let gan = ErrorName("GAN", GENERIC_AUTHENTICATION_ERROR)
    public static let unz = ErrorName("UNZ", USER_NOT_AUTHORIZED_ERROR)
    public static let gaz = ErrorName("GAZ", GENERIC_AUTHORIZATION_ERROR)
    public static let tooOld = ErrorName("SERVER_API_TOO_OLD", SERVER_API_TOO_OLD)
    /// Whatever it says.
    public static let any = ErrorName("…", nil)

    public static func text(_ code: String) -> ErrorName { ErrorName("\"\(code)\"", code) }

    func matches(_ code: String) -> Bool { self.code == nil || self.code == code }

    /// How a code is written in reports.
    static func notation(of code: String) -> String {
        [none, una, pns, gan, unz, gaz, tooOld].first { $0.code == code }?.notation ?? "\"\(code)\""
    }
}
