extension Configuration {
    /// The choices where the vendor's pages and real clients of REST API v2 disagree.
    public struct RESTv2: Sendable, Hashable {
        /// The address to which a login leads a browser first.
        public var loginAddress = LoginAddress.mvpd
        /// The treatment of calls whose `X-Device-Info` is missing or can't be read.
        public var deviceInformation = DeviceInformation.lenient

        /// Creates the default settings, which serve all known clients.
        public init() {}

        /// The address to which a login leads a browser first.
        public enum LoginAddress: String, Sendable, CaseIterable {
            /// The MVPD's own address or page, which scripted clients look for.
            case mvpd
            /// The address of the legacy API's logins, as in the vendor's sample. It leads on to the MVPD.
            case service
        }

        /// The treatment of calls whose `X-Device-Info` is missing or can't be read.
        public enum DeviceInformation: String, Sendable, CaseIterable {
            /// The call is served; the log says what can't be read.
            case lenient
            /// The call is refused with `invalid_header_device_info`.
            case strict
        }
    }
}
