import AccessEnabler
import Testing

@Suite("The vendor's constants")
struct ConstantsTests {
    @Test("Each Swift name stands for the documented value")
    func swiftNames() {
        typealias Constants = AccessEnablerConstants
        #expect(
            Constants.ErrorCode.allCases.map(\.rawValue) == [
                "User Not Authenticated Error", "Provider Not Selected Error", "Generic Authentication Error",
                "Generic Authorization Error", "User Not Authorized Error", "Handled User Not Authorized Error",
            ])
        #expect(Constants.ErrorCode(rawValue: "Provider Not Selected Error") == .providerNotSelected)
        #expect(Constants.ErrorCode(rawValue: USER_AUTHENTICATED) == nil)
        #expect(Constants.Status.error.rawValue == ACCESS_ENABLER_STATUS_ERROR)
        #expect(Constants.Status.success.rawValue == ACCESS_ENABLER_STATUS_SUCCESS)
        #expect(Constants.MetadataKey.authentication.rawValue == METADATA_AUTHENTICATION)
        #expect(Constants.MetadataKey.authorization.rawValue == METADATA_AUTHORIZATION)
        #expect(Constants.MetadataKey.deviceID.rawValue == METADATA_DEVICE_ID)
        #expect(Constants.MetadataKey.userMetadata.rawValue == METADATA_USER_META)
        #expect(Constants.MetadataKey.invalid.rawValue == METADATA_KEY_INVALID)
        #expect(Constants.TrackingEvent.authentication.rawValue == TRACKING_AUTHENTICATION)
        #expect(Constants.TrackingEvent.authorization.rawValue == TRACKING_AUTHORIZATION)
        #expect(Constants.TrackingEvent.mvpdSelection.rawValue == TRACKING_MVPD_SELECTION)
    }

    @Test("The error of a service that refuses the version is spelled as in the vendor's headers")
    func tooOld() {
        #expect(SERVER_API_TOO_OLD == "API Version too old. Please update your application.")
    }

    @Test("The reference's second names of opcodes have their values")
    func opcodes() {
        #expect([TTL_AUTHN, AUTHN_TTL] == [0, 0])
        #expect([TTL_AUTHZ, AUTHZ_TTL] == [1, 1])
        #expect(DEVICEID == 2)
    }

    #if !os(tvOS)
        @Test("The client is built for iOS where it isn't for tvOS")
        func clientType() { #expect(CLIENT_TYPE == "iOS") }
    #endif
}
