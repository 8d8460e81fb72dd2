import AccessEnabler

/// An error code, with the abbreviation that scenarios use for it.
public struct ErrorName: Sendable, Hashable {
    /// The error code; `nil` matches any.
    let code: String?
    /// The code as reports write it.
    let notation: String

    private init(_ notation: String, _ code: String?) {
        self.notation = notation
        self.code = code
    }

    /// The empty text, which means success.
    public static let none = ErrorName("\"\"", USER_AUTHENTICATED)
    /// The "User Not Authenticated Error".
    public static let una = ErrorName("UNA", USER_NOT_AUTHENTICATED_ERROR)
    /// The "Provider Not Selected Error".
    public static let pns = ErrorName("PNS", PROVIDER_NOT_SELECTED_ERROR)
    /// The "Generic Authentication Error".
    public static let gan = ErrorName("GAN", GENERIC_AUTHENTICATION_ERROR)
    /// The "User Not Authorized Error".
    public static let unz = ErrorName("UNZ", USER_NOT_AUTHORIZED_ERROR)
    /// The "Generic Authorization Error".
    public static let gaz = ErrorName("GAZ", GENERIC_AUTHORIZATION_ERROR)
    /// The code for an SDK that is too old for the service.
    public static let tooOld = ErrorName("SERVER_API_TOO_OLD", SERVER_API_TOO_OLD)
    /// Any error code.
    public static let any = ErrorName("…", nil)

    /// Returns the pattern for exactly that code, which reports write in quotes.
    public static func text(_ code: String) -> ErrorName { ErrorName("\"\(code)\"", code) }

    func matches(_ code: String) -> Bool { self.code == nil || self.code == code }

    /// Returns a code as reports write it.
    static func notation(of code: String) -> String {
        [none, una, pns, gan, unz, gaz, tooOld].first { $0.code == code }?.notation ?? "\"\(code)\""
    }
}
