/// The key to the abbreviations in scenarios and reports.
public enum NotationKey {
    /// The abbreviations with their meanings: callbacks first, then error codes.
    public static let entries: [(abbreviation: String, meaning: String)] = [
        ("SRC", "setRequestorComplete"), ("SAS", "setAuthenticationStatus"), ("DPD", "displayProviderDialog"),
        ("NAV", "navigateToUrl (NAVSVC: with useSVC)"), ("TOK", "setToken"), ("TRF", "tokenRequestFailed"),
        ("PRE", "preauthorizedResources"), ("META", "setMetadataStatus"), ("SEL", "selectedProvider"),
        ("TRK", "sendTrackingData"), ("ST", "status with an error ID"), ("UNA", "User Not Authenticated Error"),
        ("PNS", "Provider Not Selected Error"), ("GAN", "Generic Authentication Error"),
        ("UNZ", "User Not Authorized Error"), ("GAZ", "Generic Authorization Error"),
    ]
}
