import PassCore
import PassDomain

extension CheckWords {
    /// Returns the words for the checks of logins; `nil` for other checks.
    static func login(_ check: Check, _ context: Context) -> CheckWords? {
        switch check {
        case .code(let code, let requestor):
            CheckWords(
                "code",
                [("code", .secret(code))] + (requestor.map { [("requestor", .text($0.rawValue))] } ?? []),
                passed: "The code is known.",
                failed: "The code is unknown, has expired, or belongs to another requestor.")
        case .codeDevice(let device, let named):
            CheckWords(
                "device",
                [("device", .secret(device.string)), ("named", .secret(named.string))]
                    + (context.deviceSource.map { [("deviceSentIn", .text($0))] } ?? []),
                passed: "The code was made for the device that the request names.",
                failed: "The code was made for the device \(context.shown(device.string)), and the request names "
                    + "\(context.shown(named.string))\(context.inDeviceSource).")
        case .login(let state):
            CheckWords(
                "login", [("state", .text(state.rawValue))],
                passed: state == .waiting ? "The login is waiting for the MVPD." : "A user has signed in.",
                failed: sentence(state))
        case .loginFacts(let missing):
            CheckWords(
                "login facts", [("missing", .number(missing))],
                passed: "The app has no valid login, and a browser can begin one.",
                failed: "The login needs the MVPD, the domain and the return address, and \(missing) of them "
                    + (missing == 1 ? "is missing." : "are missing."))
        case .mvpdAnswer(let mvpd):
            CheckWords(
                "MVPD answer", [("mvpd", .text(mvpd.rawValue))], passed: "The answer of \(mvpd) is accepted.",
                failed: "The answer of \(mvpd) isn't accepted.")
        case .profile(let mvpd, let state, let expires, let now):
            CheckWords(
                "profile",
                [("mvpd", .text(mvpd.rawValue)), ("state", .text(state.rawValue))]
                    + (state == .missing ? context.devices : [("expires", .time(expires)), ("now", .time(now))]),
                passed: "The app has a profile for \(mvpd), which is valid until \(text(expires)).",
                failed: sentence(state, mvpd, expires, now, context))
        case .noProfile:
            CheckWords(
                "profiles", [("valid", .number(0))] + context.devices, passed: "",
                failed: "The app has no valid profile" + words(ofMissingLogin: context))
        case .partner(let refusal):
            CheckWords(
                "partner framework", refusal.map { [("refusal", .text($0.rawValue))] } ?? [],
                passed: "The partner's framework proves the login.",
                failed: "The partner's framework doesn't prove the login (\(refusal?.rawValue ?? "")).")
        case .endedLogins(let count):
            CheckWords(
                "logins", [("ended", .number(count))],
                passed: count == 1 ? "The logout has ended a login." : "The logout has ended \(count) logins.",
                failed: "The request names no login that could be ended.")
        default: nil
        }
    }

    private static func sentence(_ state: Check.LoginState) -> String {
        switch state {
        case .missing: "No browser has begun this login, or it has expired."
        case .waiting: "No user has signed in yet."
        case .signedIn: ""
        case .failed: "The login ended, but no user signed in."
        case .signedOut: "The user has signed out."
        case .answered: "The MVPD has already answered this login."
        }
    }

    private static func sentence(
        _ state: Check.ProfileState, _ mvpd: MVPDID, _ expires: Timestamp, _ now: Timestamp, _ context: Context
    ) -> String {
        switch state {
        case .valid: ""
        case .expired:
            "The app's profile for \(mvpd) expired at \(text(expires)), so the user has to log in again; the simulator's "
                + "clock showed \(text(now))."
        case .revoked: "The login of the app's profile for \(mvpd) was ended by a logout."
        case .missing:
            "The app has no profile for \(mvpd)" + words(ofMissingLogin: context)
        }
    }

    /// Returns the end of a sentence about a profile that isn't there: the device, and what is known of logins.
    private static func words(ofMissingLogin context: Context) -> String {
        // Such a request identifies the login by its code, not by a device.
        if context.operation == .retrieveProfileForCode {
            return ": no user is logged in with the code in the request."
        }
        var words = " on this device."
        if let device = context.device {
            words = " on the device \(context.shown(device))"
            words += context.deviceSource.map { ", which the request names in the \($0)." } ?? "."
        }
        if let loggedOut = context.loggedOut {
            return words + " The app logged out on this device at \(text(loggedOut))."
        }
        guard let other = context.loginDevice else { return words + " No login of the app on this device is known." }
        return words
            + " The user logged in on another device, \(context.shown(other)). The app has to send the device ID of the login."
    }
}
