/// Everything that the SDK needs of the world around it.
public struct Platform: Sendable {
    public var transport: any HTTPTransport
    public var clock: any EntitlementClock
    public var storage: any TokenStorageProvider
    public var device: any DeviceIdentity
    public var app: AppIdentity
    public var clientInformation: ClientInformation
    /// `nil` leaves passive authentication out.
    public var userAgent: (any UserAgent)?
    /// `nil` leaves showing the secure browser to the app.
    public var presenter: (any SecureBrowserPresenter)?
    /// `nil` means that no MVPD takes part in the platform's sign-on.
    public var platformSSO: (any PlatformSSOProvider)?
    public var mainExecutor: any MainExecutor
    public var callbackExecutor: any CallbackExecutor
    public var logger: (any EntitlementLogger)?
    /// Told what is under way, so that tests can wait for rest.
    package var activity: Activity?

    public init(
        transport: any HTTPTransport, clock: any EntitlementClock, storage: any TokenStorageProvider,
        device: any DeviceIdentity, app: AppIdentity, clientInformation: ClientInformation = ClientInformation(),
        userAgent: (any UserAgent)? = nil, presenter: (any SecureBrowserPresenter)? = nil,
        platformSSO: (any PlatformSSOProvider)? = nil, mainExecutor: any MainExecutor,
        callbackExecutor: any CallbackExecutor, logger: (any EntitlementLogger)? = nil
    ) {
        self.transport = transport
        self.clock = clock
        self.storage = storage
        self.device = device
        self.app = app
        self.clientInformation = clientInformation
        self.userAgent = userAgent
        self.presenter = presenter
        self.platformSSO = platformSSO
        self.mainExecutor = mainExecutor
        self.callbackExecutor = callbackExecutor
        self.logger = logger
    }
}
