@testable import AccessEnabler

/// What an app calls and a platform answers, in no order that makes sense.
enum RandomCalls {
    private static let resources = ["r", "r2", "", "\0<&>\"\u{FFFD}", "<rss><channel/></rss>"]

    static func any(_ dice: inout Dice, number: Int) -> EntitlementCall {
        let provider = dice.happens(oneIn: 8) ? dice.pick(["", "M9", "\0"]) : dice.pick(RandomAnswers.providers)
        let resource = ResourceRequest(
            resource: dice.pick(resources), data: dice.happens(oneIn: 4) ? ["a": .integer(.max)] : nil)
        switch dice.roll(16) {
        case 0:
            let requestor = dice.happens(oneIn: 4) ? dice.pick(["P2", "", "a/b?c"]) : "REF"
            let hosts = dice.happens(oneIn: 6) ? ["127.0.0.1:1/a", "http://evil.example", "[::1", ""] : []
            return .setRequestor(
                RequestorSetting(requestor: requestor, serviceProviders: hosts), isOnMain: !dice.happens(oneIn: 4))
        case 1: return .checkAuthentication
        case 2, 3, 4:
            let filter = ProviderFilter(shown: ["at-M5", "M5", provider], featured: [provider, provider])
            return .getAuthentication(
                force: dice.happens(oneIn: 4), data: dice.happens(oneIn: 4) ? ["e": .number(.nan)] : nil,
                filter: dice.happens(oneIn: 4) ? filter : nil)
        case 5, 6, 7: return .setSelectedProvider(dice.happens(oneIn: 8) ? nil : provider)
        case 8: return .getSelectedProvider
        case 9, 10: return .getAuthorization(resource)
        case 11: return .checkAuthorization(resource)
        case 12:
            return .checkPreauthorizedResources(
                dice.happens(oneIn: 6) ? nil : [dice.pick(resources), "r1", "R1", "r1"],
                usesCache: dice.happens(oneIn: 2))
        case 13:
            return .preauthorize(
                PreauthorizeRequest(
                    resources: dice.happens(oneIn: 6) ? [] : ["r1", dice.pick(resources)],
                    disabledFeatures: dice.happens(oneIn: 2) ? [] : [.LOCAL_CACHE, .REMOTE_CACHE]),
                CompletionID(number: -number))
        case 14:
            return .getMetadata([
                METADATA_OPCODE_KEY: dice.pick([0, 1, 2, 3, -1, .integer(.max), .string("3"), .null]),
                "user_metadata_name": dice.pick(["zip", "userID", "", .array([])]),
                "resource_id": .string(resource.resource),
            ])
        default:
            if dice.happens(oneIn: 3) { return .logout }
            return .setOptions([
                OPTION_HANDLE_SVC: .bool(dice.happens(oneIn: 2)),
                OPTION_DEVICE_INFO: dice.pick(["a\r\nb: c", "x", .null]),
                OPTION_PROFILE: dice.pick(["&=", .integer(1)]),
            ])
        }
    }

    /// Whether a call has to wait for `setRequestor` ("iOS/tvOS cookbook").
    static func isHeld(_ call: EntitlementCall) -> Bool {
        switch call {
        case .checkAuthentication, .getAuthentication, .checkAuthorization, .getAuthorization,
            .checkPreauthorizedResources, .getMetadata, .logout, .setSelectedProvider(.some):
            true
        default: false
        }
    }

    static func reply(to question: PlatformQuestion, _ dice: inout Dice) -> PlatformAnswer {
        let account = PlatformAccount(providerID: dice.pick(["at-M5", "at-M5", "at-M6", "none", ""]))
        switch question {
        case .permission:
            return .permission(dice.pick([.granted, .granted, .granted, .denied, .undetermined, .failed("")]))
        case .account: return dice.pick([.account(account), .account(nil), .accountFailed("\0")])
        case .pick:
            return .picked(
                dice.pick([
                    .signedIn(account), .listed("at-M6"), .listed("none"), .other, .unsupported, .cancelled,
                    .metadataFailed("x"), .failed("x"),
                ]))
        case .samlResponse: return dice.pick([.samlResponse("<a/>"), .samlResponse(""), .samlResponseFailed("x")])
        }
    }

    /// What ends a sign-on through the platform soonest.
    static func refusal(of question: PlatformQuestion) -> PlatformAnswer {
        switch question {
        case .permission: .permission(.denied)
        case .account: .account(nil)
        case .pick: .picked(.cancelled)
        case .samlResponse: .samlResponseFailed("no")
        }
    }
}
