/// The services that the SDK needs from the device and the app.
public struct AccessEnablerPlatform: Sendable {
    /// The transport of requests to the service.
    public var transport: any HTTPTransport
    /// The device's clock.
    public var clock: any EntitlementClock
    /// The media that hold the tokens.
    public var storage: any TokenStorageProvider
    /// The device that the SDK runs on.
    public var device: any DeviceIdentity
    /// The app that the SDK is built into.
    public var app: AccessEnablerAppIdentity
    /// The description of the device that is sent with every call.
    public var clientInformation: ClientInformation
    /// The hash functions.
    public var hasher: any EntitlementHasher
    /// The reader of the service's XML.
    public var xmlReader: any EntitlementXMLReader
    /// The browser that the SDK drives; `nil` turns passive authentication off.
    public var userAgent: (any AccessEnablerUserAgent)?
    /// The presenter of the secure browser; `nil` leaves showing it to the app.
    public var presenter: (any SecureBrowserPresenter)?
    /// The platform's own sign-on; `nil` means that no MVPD takes part in it.
    public var platformSSO: (any PlatformSSOProvider)?
    /// The test whether code runs on the main thread.
    public var mainExecutor: any MainExecutor
    /// The executor on which the delegates are called.
    public var callbackExecutor: any CallbackExecutor
    /// The receiver of the log; `nil` discards the log.
    public var logger: (any EntitlementLogger)?
    /// The counter of the work under way, so that tests can wait until none is left.
    package var activity: Activity?

    /// Creates a platform from its parts.
    public init(
        transport: any HTTPTransport, clock: any EntitlementClock, storage: any TokenStorageProvider,
        device: any DeviceIdentity, app: AccessEnablerAppIdentity,
        clientInformation: ClientInformation = ClientInformation(),
        hasher: any EntitlementHasher, xmlReader: any EntitlementXMLReader,
        userAgent: (any AccessEnablerUserAgent)? = nil, presenter: (any SecureBrowserPresenter)? = nil,
        platformSSO: (any PlatformSSOProvider)? = nil, mainExecutor: any MainExecutor,
        callbackExecutor: any CallbackExecutor, logger: (any EntitlementLogger)? = nil
    ) {
        self.transport = transport
        self.clock = clock
        self.storage = storage
        self.device = device
        self.app = app
        self.clientInformation = clientInformation
        self.hasher = hasher
        self.xmlReader = xmlReader
        self.userAgent = userAgent
        self.presenter = presenter
        self.platformSSO = platformSSO
        self.mainExecutor = mainExecutor
        self.callbackExecutor = callbackExecutor
        self.logger = logger
    }
}
